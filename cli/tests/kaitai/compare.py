"""Holds what Kaitai Struct reads of files of CUDA Tile IR against what `bytespec dump --json` lists.

`compare.py FOLDER` imports `tile_ir` from the folder, takes the lists from the standard input, and prints each difference
and, last, how many values are the same.
"""
import json
import re
import sys
from enum import IntEnum
from io import BytesIO

sys.path.insert(0, sys.argv[1])
from kaitaistruct import KaitaiStream, KaitaiStruct  # noqa: E402
from tile_ir import TileIr  # noqa: E402

# What no description says: how many bytes a number has depends on the entry of another section.
BITS = {0: 1, 1: 8, 2: 16, 3: 32, 4: 64, 5: 16, 6: 16, 7: 32, 8: 19, 9: 64, 10: 8, 11: 8, 18: 8, 19: 4, 22: 4, 130: 8}
types = []


def of_width(narrow, decode):
    """A number of as many bits as the type says; a narrow one is a byte."""

    class Bits(KaitaiStruct):
        def __init__(self, type_, _io, _parent=None, _root=None):
            super().__init__(_io)
            self._parent, self._root = _parent, _root
            bits = BITS[types[type_].value.tag.value]
            self.value = _io.read_u1() if bits <= narrow else decode(TileIr.Leb128(_io, self, _root).value)

    return Bits


TileIr.FloatBits = of_width(8, lambda number: ((number >> 1) ^ -(number & 1)) % 2**64)
TileIr.IntegerBits = of_width(1, lambda number: number)


def section(file, name):
    for part in file.sections:
        payload = getattr(part, "payload", None)
        if type(payload).__name__.lower() == name.replace("_", "") + "section":
            return payload
    return None


def parse(data):
    """Reads a file twice: types are behind what is read by them."""
    function_section, TileIr.FunctionSection = TileIr.FunctionSection, lambda *_: None
    try:
        found = section(TileIr(KaitaiStream(BytesIO(data))), "type")
    finally:
        TileIr.FunctionSection = function_section
    types[:] = found.types.entries if found else []
    return TileIr(KaitaiStream(BytesIO(data)))


def plain(name):
    has = name.endswith("?")
    words = re.sub(r"[^0-9a-zA-Z]+", "_", name.rstrip("?")).strip("_")
    return ("has_" if has else "") + words


def at(path, holder):
    """What Kaitai Struct has at a path of the list."""
    name, value = "", holder
    for part in path.split("."):
        part, *indices = re.findall(r"[^\[\]]+", part)
        names = [plain(part), plain(part) + "_"]
        # The list has no level for a union, whose variant is a member of its own.
        if (
            isinstance(value, KaitaiStruct)
            and not any(hasattr(value, known) for known in names)
            and not hasattr(holder, f"{name}_{names[0]}")
            and hasattr(value, "content")
        ):
            holder, name, value = value, "content", value.content
        part = next((known for known in names if hasattr(value, known)), names[0])
        if isinstance(value, KaitaiStruct) and hasattr(value, part):
            holder, name, value = value, part, getattr(value, part)
        elif hasattr(holder, f"{name}_{part}"):
            value = getattr(holder, f"{name}_{part}")
        for index in indices:
            value = getattr(value, "elements", value)[int(index)]
    # Where a byte of an older version has the same name, it comes second; a number may have a name of its own.
    value = getattr(holder, f"{name}_2", None) if value is None else value
    return getattr(holder, f"{name}_name", value)


def number(value):
    if isinstance(value, KaitaiStruct):
        value = value.value if hasattr(value, "value") else value.content
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, IntEnum):
        return value.name.rstrip("_")
    return int(value) if isinstance(value, bool) else value


same, file, seen = 0, None, {}
for line in sys.stdin:
    entry = json.loads(line)
    if "file" in entry:
        name, seen = entry["file"], {}
        with open(name, "rb") as source:
            file = parse(source.read())
    # The list shortens paths that are deep.
    elif "value" in entry and not entry["path"].startswith("..."):
        root, _, path = entry["path"].partition(".")
        holder = file.header if root == "header" else section(file, root)
        wanted = entry["value"]
        wanted = int(wanted) if isinstance(wanted, bool) else wanted
        try:
            found = number(at(path, holder))
        except Exception as error:  # Whatever it is, it is no value.
            found = repr(error)
        if found == wanted:
            same += 1
        else:
            print(f"{name}: {entry['path']}: {found} is not {wanted}")
print(same)
