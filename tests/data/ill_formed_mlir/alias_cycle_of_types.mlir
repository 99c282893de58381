!a = tuple<!b>
!b = tuple<!a>
"t.a"() : () -> !b
