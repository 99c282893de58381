"""A decoder of CUDA Tile IR bytecode, version 13.1, written from the pages of `bytespec docs schema/tile_ir` alone.

`tile_ir_13_1.py FILE...` prints each file as a line of JSON, and each of its values as another: where it stands, how many bytes
it has, its name and what it is.
"""
import json
import sys

MAGIC = bytes.fromhex("7f 54 69 6c 65 49 52 00")
SECTIONS = {1: "string", 2: "function", 3: "debug", 4: "constant", 5: "type", 6: "global", 7: "producer"}

ENUMS = {
    "RoundingMode": "nearest_even zero negative_inf positive_inf approx full nearest_int_to_zero",
    "IntegerOverflow": "none no_signed_wrap no_unsigned_wrap no_wrap",
    "Signedness": "unsigned signed",
    "ComparisonPredicate": "equal not_equal less_than less_than_or_equal greater_than greater_than_or_equal",
    "ComparisonOrdering": "unordered ordered",
    "MemoryOrderingSemantics": "weak relaxed acquire release acq_rel",
    "MemoryScope": "tl_blk device sys",
    "AtomicRMWMode": "and or xor add addf max min umax umin xchg",
    "PaddingValue": "zero neg_zero nan pos_inf neg_inf",
}
ENUMS = {name: members.split() for name, members in ENUMS.items()}

# Fields are `name:type`; one with `?` is there where the bit by its name is set.
RECORDS = {
    "NamedAttribute": "name:ref value:Attribute",
    "Global": "name:ref type:ref value:ref alignment:varint",
    "Function": "name:ref signature:ref flags:u8!private,kernel,optimization_hints location:varint "
    "optimization_hints:Attribute? body:body",
}
# Variants of unions by tag.
UNIONS = {
    "Attribute": {
        1: "type:ref value:integer_bits",
        2: "type:ref value:float_bits",
        3: "value:bool",
        4: "type:ref",
        5: "value:ref",
        6: "elements:list<Attribute>",
        7: "type:ref constant:ref",
        8: "divisor:varint flags:varint!every,along every:zigzag? along:zigzag?",
        9: "values:list<i64>",
        10: "entries:list<NamedAttribute>",
        11: "entries:list<NamedAttribute>",
        12: "flags:varint!lower,upper lower:zigzag? upper:zigzag?",
    },
    "Type": {
        **dict.fromkeys([*range(12), 17], ""),
        12: "pointee:ref",
        13: "element:ref shape:list<i64>",
        14: "element:ref shape:list<i64> strides:list<i64>",
        15: "tile_shape:list<i32> tensor_view:ref dim_map:list<i32> padding_value:presence padding_value:PaddingValue?",
        16: "params:list<ref> results:list<ref>",
    },
    "DebugEntry": {
        0: "",
        1: "file:optional_ref",
        2: "name:ref directory:ref",
        3: "scope:optional_ref file:optional_ref line:varint column:varint",
        4: "scope:optional_ref filename:ref line:varint column:varint",
        5: "file:optional_ref line:varint name:ref linkage_name:ref compile_unit:optional_ref scope_line:varint",
        6: "callee:optional_ref caller:optional_ref",
    },
}
# Bits of the types that numbers in attributes have, by tag.
BITS = {0: 1, 1: 8, 2: 16, 3: 32, 4: 64, 5: 16, 6: 16, 7: 32, 8: 19, 9: 64, 10: 8, 11: 8}

# The parts of operations behind the opcode: `#` is a count that must be a number or is one of operands or results, `$` the type of
# a result, `!` the flags, `name:type` an attribute, `%` an operand, `*` as many as were counted, `?` where the bit is set,
# `@` a region.
OPERATIONS = """
00 absf $result %source
01 absi $result %source
02 addf $result !flush_to_zero rounding_mode:RoundingMode %lhs %rhs
03 addi $result overflow:IntegerOverflow %lhs %rhs
04 andi $result %lhs %rhs
05 assert message:ref %condition
06 assume $result predicate:Attribute %value
07 atomic_cas_tko $result $result_token !mask,token memory_ordering_semantics:MemoryOrderingSemantics memory_scope:MemoryScope %pointers %cmp %val %mask? %token?
08 atomic_rmw_tko $result $result_token !mask,token memory_ordering_semantics:MemoryOrderingSemantics memory_scope:MemoryScope mode:AtomicRMWMode %pointers %arg %mask? %token?
09 bitcast $result %source
0a break #0 #operands %operands*
0b broadcast $result %source
0c cat $result dim:varint<i64> %lhs %rhs
0d ceil $result %source
0e cmpf $result comparison_predicate:ComparisonPredicate comparison_ordering:ComparisonOrdering %lhs %rhs
0f cmpi $result comparison_predicate:ComparisonPredicate signedness:Signedness %lhs %rhs
10 constant $result value:ref
11 continue #0 #operands %operands*
12 cos $result %source
13 cosh $result %source
14 divf $result !flush_to_zero rounding_mode:RoundingMode %lhs %rhs
15 divi $result signedness:Signedness rounding:RoundingMode %lhs %rhs
16 entry !arg_attrs,res_attrs,optimization_hints sym_name:ref function_type:ref arg_attrs:list<Attribute>? res_attrs:list<Attribute>? optimization_hints:list<NamedAttribute>? #1 @body
17 exp $result %source
18 exp2 $result !flush_to_zero %source
25 exti $to signedness:Signedness %from
26 extract #1 $result #1+indices %source %indices*
27 floor $result %source
28 fma $result !flush_to_zero rounding_mode:RoundingMode %lhs %rhs %acc
29 for #result_values $result_values* #3+init_values %lower_bound %upper_bound %step %init_values* #1 @region
2a ftof $to rounding_mode:RoundingMode %from
2b ftoi $to signedness:Signedness rounding_mode:RoundingMode %from
2c get_global $result name:ref
2d get_index_space_shape #result $result* %src
2e get_num_tile_blocks $grid_size_x $grid_size_y $grid_size_z
2f get_tensor_shape #result $result* %src
30 get_tile_block_id $block_id_x $block_id_y $block_id_z
31 global sym_name:ref value:ref alignment:varint<i64>
32 if #results $results* %condition #2 @then_region @else_region
33 int_to_ptr $result %source
3a iota $result
3b itof $to signedness:Signedness rounding_mode:RoundingMode %from
3c join_tokens #1 $result #tokens %tokens*
3d load_ptr_tko $result $result_token !memory_scope,optimization_hints,mask,padding_value,token memory_ordering_semantics:MemoryOrderingSemantics memory_scope:MemoryScope? optimization_hints:list<NamedAttribute>? %source %mask? %padding_value? %token?
3e load_view_tko #2 $tile $result_token !memory_scope,optimization_hints,token memory_ordering_semantics:MemoryOrderingSemantics memory_scope:MemoryScope? optimization_hints:list<NamedAttribute>? %view #index %index* %token?
3f log $result %source
40 log2 $result %source
41 loop #result_values $result_values* #init_values %init_values* #1 @region
42 make_partition_view $result %tensor_view
43 make_tensor_view #1 $result %base #dynamic_shape %dynamic_shape* #dynamic_strides %dynamic_strides*
44 make_token $result
45 maxf $result !propagate_nan,flush_to_zero %lhs %rhs
46 maxi $result signedness:Signedness %lhs %rhs
47 minf $result !propagate_nan,flush_to_zero %lhs %rhs
48 mini $result signedness:Signedness %lhs %rhs
49 mmaf $result %lhs %rhs %acc
4a mmai $result signedness_lhs:Signedness signedness_rhs:Signedness %lhs %rhs %acc
4b module sym_name:ref #1 @body
4c mulf $result !flush_to_zero rounding_mode:RoundingMode %lhs %rhs
4d mulhii $result %x %y
4e muli $result overflow:IntegerOverflow %lhs %rhs
4f negf $result %source
50 negi $result %source
51 offset $result %ptr %offset
52 ori $result %lhs %rhs
53 permute $result permutation:list<i32> %source
54 fpowf $result %source %exponent
55 print_tko #0 str:ref #args %args*
56 ptr_to_int $result %source
57 ptr_to_ptr $result %source
58 reduce #results $results* dim:varint<i32> identities:list<Attribute> #operands %operands* #1 @body
59 remf $result %lhs %rhs
5a remi $result signedness:Signedness %lhs %rhs
5b reshape $result %source
5c return #0 #operands %operands*
5d rsqrt $result !flush_to_zero %source
5e scan #results $results* dim:varint<i32> reverse:bool identities:list<Attribute> #operands %operands* #1 @body
5f select $result %cond %val_if_true %val_if_false
60 shli $result overflow:IntegerOverflow %lhs %rhs
61 shri $result signedness:Signedness %lhs %rhs
62 sin $result %source
63 sinh $result %source
64 sqrt $result !flush_to_zero rounding_mode:RoundingMode %source
65 store_ptr_tko $result_token !memory_scope,optimization_hints,mask,token memory_ordering_semantics:MemoryOrderingSemantics memory_scope:MemoryScope? optimization_hints:list<NamedAttribute>? %destination %value %mask? %token?
66 store_view_tko #1 $result_token !memory_scope,optimization_hints,token memory_ordering_semantics:MemoryOrderingSemantics memory_scope:MemoryScope? optimization_hints:list<NamedAttribute>? %tile %view #index %index* %token?
67 subf $result !flush_to_zero rounding_mode:RoundingMode %lhs %rhs
68 subi $result overflow:IntegerOverflow %lhs %rhs
69 tan $result %source
6a tanh $result %source
6b trunci $to overflow:IntegerOverflow %from
6c xori $result %lhs %rhs
6d yield #0 #operands %operands*
"""
OPERATIONS = {int(line[:2], 16): line.split()[2:] for line in OPERATIONS.strip().splitlines()}


class Wrong(Exception):
    """The bytes are not right."""


class Reader:
    """Reads some bytes of a file; positions are counted from where these begin."""

    def __init__(self, data, start, end, out, types):
        self.data, self.start, self.at, self.end = data, start, start, end
        self.out, self.types = out, types

    def bytes(self, count):
        if count > self.end - self.at:
            raise Wrong(f"{count} bytes at {self.at:#x}, where {self.end - self.at} are left")
        self.at += count
        return self.data[self.at - count : self.at]

    def raw_varint(self):
        number = 0
        for group in range(10):
            byte = self.bytes(1)[0]
            number |= (byte & 0x7F) << 7 * group
            if byte < 0x80:
                return number
        raise Wrong(f"a varint of more than ten bytes ends at {self.at:#x}")

    def put(self, name, start, value):
        self.out.append({"offset": start, "length": self.at - start, "name": name, "value": value})
        return value

    def varint(self, name):
        start = self.at
        return self.put(name, start, self.raw_varint())

    def fixed(self, name, count, signed=False):
        start = self.at
        return self.put(name, start, int.from_bytes(self.bytes(count), "little", signed=signed))

    def filler(self, width):
        start = self.at
        self.put("filler", start, self.bytes((self.start - self.at) % width).hex())

    def value(self, name, kind):
        """A value of a type."""
        start = self.at
        if kind.startswith("list<"):
            return [self.value(name, kind[5:-1]) for _ in range(self.varint("count"))]
        if kind in ("ref", "varint", "varint<u32>"):
            return self.varint(name)
        if kind in ("varint<i32>", "varint<i64>"):
            bits, number = int(kind[8:-1]), self.raw_varint()
            return self.put(name, start, number - (number >> bits - 1 << bits))
        if kind in ("i32", "i64"):
            return self.fixed(name, int(kind[1:]) // 8, signed=True)
        if kind == "bool":
            number = self.bytes(1)[0]
            if number > 1:
                raise Wrong(f"{number} is no truth value at {start:#x}")
            return self.put(name, start, number == 1)
        if kind == "zigzag":
            number = self.raw_varint()
            return self.put(name, start, number >> 1 if number % 2 == 0 else -(number >> 1) - 1)
        if kind == "optional_ref":
            # One more than the index; zero is none.
            return self.varint(name) - 1
        if kind in ENUMS:
            number = self.raw_varint()
            if number >= len(ENUMS[kind]):
                raise Wrong(f"{number} is no {kind} at {start:#x}")
            return self.put(name, start, ENUMS[kind][number])
        if kind in UNIONS:
            tag = self.varint("tag")
            if tag not in UNIONS[kind]:
                raise Wrong(f"{tag} is no tag of {kind} at {start:#x}")
            return tag, self.fields(UNIONS[kind][tag])
        if kind in RECORDS:
            return self.fields(RECORDS[kind])
        raise AssertionError(kind)

    def number_of(self, name, kind, ty):
        """A number whose bytes depend on its type."""
        start, bits = self.at, BITS[self.types[ty][0]]
        if kind == "integer_bits":
            number = int(self.bytes(1)[0] != 0) if bits == 1 else self.raw_varint()
            return self.put(name, start, number)
        if bits <= 8:
            return self.put(name, start, self.bytes(1)[0])
        number = self.raw_varint()
        pattern = (number >> 1 if number % 2 == 0 else -(number >> 1) - 1) % 2**64
        # More than 64 bits: the pattern, and what is above them.
        return self.put(name, start, [pattern, number >> 64] if number >> 64 else pattern)

    def flags(self, name, kind, names):
        start = self.at
        number = self.fixed(name, 1) if kind == "u8" else self.varint(name)
        is_set = {bit: self.put(bit, start, bool(number >> at & 1)) for at, bit in enumerate(names)}
        # Readers ignore bits of functions that they do not know.
        if kind != "u8" and number >> len(names):
            raise Wrong(f"flags {number:#x} at {start:#x}")
        return is_set

    def fields(self, spec):
        found, bits = {}, {}
        for field in spec.split():
            name, _, kind = field.partition(":")
            if kind.endswith("?"):
                if not bits.get(name):
                    continue
                kind = kind[:-1]
            kind, _, names = kind.partition("!")
            if names:
                bits = self.flags(name, kind, names.split(","))
            elif kind == "presence":
                bits = {name: self.value(name, "bool")}
            elif kind.endswith("_bits"):
                found[name] = self.number_of(name, kind, found["type"])
            elif kind == "body":
                size = self.varint("size")
                inner = Reader(self.data, self.at, self.at + size, self.out, self.types)
                self.bytes(size)
                while inner.at < inner.end:
                    inner.operation()
            else:
                found[name] = self.value(name, kind)
        return found

    def counted(self, what):
        """A count, of which some are fixed."""
        fixed, _, name = what.rpartition("+")
        if name.isdigit():
            fixed, name = name, ""
        start, fixed = self.at, int(fixed or 0)
        more = self.varint("count") - fixed
        if more < 0 or more and not name:
            raise Wrong(f"{more + fixed} is no count here at {start:#x}")
        return more

    def operation(self):
        start = self.at
        opcode = self.varint("opcode")
        if opcode not in OPERATIONS:
            raise Wrong(f"no operation has the opcode {opcode:#x} at {start:#x}")
        bits, counted = {}, 0
        for part in OPERATIONS[opcode]:
            kind, name = part[0], part[1:]
            if kind == "#":
                counted = self.counted(name)
            elif kind == "!":
                bits = self.flags("flags", "varint", name.split(","))
            elif kind == "@":
                self.region()
            elif part.endswith("?") and not bits[part.strip("%?").partition(":")[0]]:
                continue
            elif kind in "$%":
                for _ in range(counted if name.endswith("*") else 1):
                    self.varint(name.rstrip("*?"))
            else:
                name, _, ty = part.rstrip("?").partition(":")
                self.value(name, ty)

    def region(self):
        for _ in range(self.varint("count")):
            self.value("argument", "list<ref>")
            for _ in range(self.varint("count")):
                self.operation()

    def table(self, width, read):
        """Entries at offsets; each reaches to the next one."""
        count = self.varint("count")
        if count or self.at < self.end:
            self.filler(width)
        offsets = [self.fixed("offset", width) for _ in range(count)]
        start = self.at
        entries = []
        for at, offset in enumerate(offsets):
            end = start + offsets[at + 1] if at + 1 < count else self.end
            if not self.at <= start + offset <= end <= self.end:
                raise Wrong(f"entry {at} is from {offset} to {end - start}")
            if at == 0:
                self.put("gap", self.at, self.bytes(offset).hex())
            entry = Reader(self.data, start + offset, end, self.out, self.types)
            entries.append(read(entry))
            entry.rest()
            self.at = end
        return entries

    def rest(self):
        start = self.at
        self.put("rest", start, self.bytes(self.end - start).hex())

    def aligned_list(self, name, width):
        count = self.varint("count")
        self.filler(width)
        return [self.fixed(name, width) for _ in range(count)]

    def sized(self):
        size = self.varint("size")
        start = self.at
        return self.put("content", start, self.bytes(size).hex())

    def section(self, name):
        if name == "string":
            self.table(4, Reader.rest)
        elif name == "function":
            self.value("functions", "list<Function>")
        elif name == "debug":
            self.aligned_list("function_offsets", 4)
            self.aligned_list("indices", 8)
            self.table(4, lambda entry: entry.value("entry", "DebugEntry"))
        elif name == "constant":
            self.table(8, Reader.sized)
        elif name == "type":
            self.types.extend(self.table(4, lambda entry: entry.value("entry", "Type")))
        elif name == "global":
            self.value("globals", "list<Global>")
        elif name == "producer":
            self.varint("producer")
        if self.at < self.end:
            self.rest()


def decode(data):
    """All values of a file."""
    if not data.startswith(MAGIC):
        raise Wrong("the magic number is another one")
    head = Reader(data, len(MAGIC), len(data), [], [])
    version = (head.bytes(1)[0], head.bytes(1)[0])
    if version != (13, 1):
        raise Wrong(f"version {version[0]}.{version[1]}")
    head.bytes(2)
    found = {}
    while True:
        first = head.bytes(1)[0]
        if first & 0x7F == 0:
            break
        size = head.raw_varint()
        if first & 0x80:
            alignment = head.raw_varint()
            if alignment == 0:
                raise Wrong(f"an alignment of 0 before {head.at:#x}")
            head.bytes(-head.at % alignment)
        # Where a section comes a second time, the last one counts.
        found[first & 0x7F] = (head.at, head.at + size)
        head.bytes(size)
    if head.at != head.end:
        raise Wrong("bytes follow the end")
    out, types = [], []
    # Types say how many bytes numbers in attributes have.
    for section in sorted(found, key=lambda section: section != 5):
        Reader(data, *found[section], out, types).section(SECTIONS.get(section))
    return out


def main():
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            data = file.read()
        print(json.dumps({"file": name}))
        try:
            for value in decode(data):
                print(json.dumps(value))
        except Wrong as wrong:
            print(json.dumps({"wrong": str(wrong)}))


main()
