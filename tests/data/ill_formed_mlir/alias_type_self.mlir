!a = tuple<!a>
