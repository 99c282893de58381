//! The keys of every kind of mapping, in one table.
//!
//! The parser checks files against this table, and the JSON Schema for editors is generated from it.

use super::spec::{KeySpec, KindSpec, Shape};

/// Every kind of item, in the order of the documentation.
pub fn item_kinds() -> &'static [KindSpec] {
    &ITEMS
}

/// The kind of item with a name.
pub(super) fn item_kind(name: &str) -> Option<&'static KindSpec> {
    ITEMS.iter().find(|kind| kind.name == name)
}

/// A key that a mapping may have.
const fn may(name: &'static str, shape: Shape, doc: &'static str) -> KeySpec {
    KeySpec { name, shape, required: false, doc }
}

/// A key that every mapping of its kind must have.
const fn must(name: &'static str, shape: Shape, doc: &'static str) -> KeySpec {
    KeySpec { name, shape, required: true, doc }
}

/// Keys, each with the shape of its value, and one line of documentation.
macro_rules! keys {
    ($($how:ident $key:ident: $shape:expr, $doc:literal;)*) => {{
        #[allow(unused_imports)]
        use Shape::*;
        [$($how(stringify!($key), $shape, $doc)),*]
    }};
}

/// A kind of mapping: its name, the key that holds the name of an instance, one line of documentation, shared keys, and its
/// own keys.
macro_rules! kind {
    ($name:literal ($($head:ident)?), $doc:literal, $shared:expr; $($own:tt)*) => {
        KindSpec {
            name: $name,
            doc: $doc,
            head: kind!(@ $($head)?),
            own: &keys! { $($own)* },
            shared: $shared,
        }
    };
    (@) => { None };
    (@ $head:ident) => { Some(stringify!($head)) };
}

/// An intended break of files or programs, in a file for `--allow`.
pub(super) static ALLOWED: KindSpec = kind! {
    "allowed break" (), "An intended break", &[];
    must rule: Text, "The broken rule, as `diff` reports it";
    must item: Text, "Kind and name of the item, such as `op add`";
    must fingerprint: Text, "Fingerprint of the change, as `diff` reports it";
    must reason: Text, "Why the break is intended";
    must until: Version, "Last day of the entry, or the format version that ends it, quoted";
};

/// Keys of everything that is documented.
static DOC: [KeySpec; 3] = keys! {
    must summary: Summary, "One line, without a full stop";
    may doc: Text, "Longer text, Markdown";
    may source: Text, "Source of the fact";
};

/// Keys of items that describe operations of a dialect in some releases.
static IN_RELEASES: [KeySpec; 4] = keys! {
    may since_release: Version, "First release that this item describes";
    may until_release: Version, "Last release that this item describes; default: the newest";
    may ended: Bool, "The dialect has none of these operations after `until_release`";
    may dialect: Name, "Another dialect whose releases this item uses, for operations in files of that dialect";
};

/// Keys of everything that only some files have.
static GATE: [KeySpec; 5] = keys! {
    may since: Version, "First format version that has it";
    may until: Version, "Last format version that has it";
    may since_release: Version, "First release of the producer that has it";
    may until_release: Version, "Last release of the producer that has it";
    may feature: Name, "Only in files that announce this feature";
};

/// The key of items that use the releases of a dialect.
static DIALECT: [KeySpec; 1] = keys! {
    may dialect: Name, "Dialect whose releases `since_release` and `until_release` name";
};

static LABEL: [KeySpec; 1] = keys! {
    may label: Text, "Spelling in listings and text, if it differs from the name";
};

static EXAMPLES: [KeySpec; 1] = keys! {
    may examples: List(&Map(&EXAMPLE)), "Bytes and their values; run as tests";
};

const ITEM: &[&[KeySpec]] = &[&DOC, &GATE, &LABEL, &EXAMPLES];
const OF_DIALECT: &[&[KeySpec]] = &[&DOC, &GATE, &LABEL, &EXAMPLES, &DIALECT];
const PART: &[&[KeySpec]] = &[&DOC, &GATE, &LABEL];

static EXAMPLE: KindSpec = kind! {
    "example" (), "Bytes and their value", &[];
    must bytes: Hex, "The bytes";
    must value: Literal, "The value, as listings print it";
    may summary: Summary, "What the value means, in one line";
    may context: Text, "Information for the host, such as the type of the number";
    may version: Version, "Format version of the bytes; default: the newest";
};

static RESERVED_TAG: KindSpec = kind! {
    "reserved tag" (), "A tag that no variant has", &[];
    must tag: Int, "The number";
    may was: Text, "Its former meaning";
};

static RESERVED_VALUE: KindSpec = kind! {
    "reserved value" (), "A number that no member has", &[];
    must value: Int, "The number";
    may was: Text, "Its former meaning";
};

static SPELLED: KindSpec = kind! {
    "spelled value" (), "An integer value that listings print as a text", &[];
    must value: Int, "The value";
    must as: Text, "The text";
};

static VERSION: KindSpec = kind! {
    "version" (version), "A version of the format", &[&DOC];
    must version: Version, "The number, dotted and quoted";
};

static FEATURE: KindSpec = kind! {
    "feature" (name), "A feature that a file may announce", &[&DOC];
    must name: Name, "The name";
    may since: Version, "First format version that has it";
    may until: Version, "Last format version that has it";
};

static RELEASES: KindSpec = kind! {
    "releases" (), "Releases of the producer: a second version axis", &[&DOC];
    must title: Text, "Word for a release, placed before its name";
    must producer: Text, "Text before the name of the release in the producer of a file";
    must names: List(&Version), "The names, oldest first";
    may undescribed: List(&Version), "Releases of which only those layouts of properties are known that are the same before and after";
    may unreleased: List(&Version), "Releases described before they are published: files that do not match them are no error";
};

static DIALECT_RELEASES: KindSpec = kind! {
    "releases of a dialect" (), "Releases of a dialect of its own", &[];
    must title: Text, "Word for a release, placed before its name";
    may producer: Text, "Text before the release in the producer of a file";
    may record: Natural, "Number of varints in the record of the dialect's version in a file";
    may writers_only: Bool, "Readers accept what any release has";
    may formats: Entries(&Version), "The format version of files since a release";
    may others: Entries(&Version), "Variants of other dialects, and the first release whose readers know them";
    must names: List(&Version), "The names, oldest first";
};

static LIMIT: KindSpec = kind! {
    "limit" (operation), "What an operation could not have before a release", &[];
    must operation: Text, "The operation, without its dialect";
    must before: Version, "First release without the limit";
    may property: Text, "A property that could not be the attribute in `is_not`";
    may is_not: Name, "Variant of the dialect's attributes that the property could not be";
    may operands_are_not: Name, "Variant of the dialect's types that no operand could have";
    may same: Name, "Field of types that had to be the same in each result and the operand at its position";
};

static CONVERSION: KindSpec = kind! {
    "conversion" (from), "An operation and its replacement", &[];
    must from: Text, "The older operation, without its dialect";
    must to: Text, "The newer operation";
    must release: Version, "First release of the newer operation";
    may adds: Facts, "Properties of the newer operation only, and their constants";
    may drops: List(&Text), "Properties of the older operation only";
    may operands: Natural, "Number of operands of the older operation";
    may regions: Natural, "Number of regions of the older operation";
};

static SECTIONS: KindSpec = kind! {
    "section header" (), "The first byte of a section header, and the sections that a file may have", &[];
    must id_bits: Int, "Number of low bits that hold the id";
    may aligned_bit: Int, "Bit that states that an alignment follows; without this key, none follows";
    may unknown: OneOf(&[("keep", "It is kept unchanged"), ("error", "The file is invalid")]), "How readers treat a section with an unknown id; default: `keep`";
    may again: OneOf(&[("last", "The last one is used"), ("error", "The file is invalid")]), "How readers treat a repeated section; default: `last`";
    may order: List(&Name), "Sections that must be in this order, if present";
};

static OPERATIONS: KindSpec = kind! {
    "operation layout" (), "The encoding of an operation", &[];
    must layout: List(&OneOf(&[("opcode", "The number of the operation"), ("result_count", "The number of results, for operations with `result_count`"), ("result_types", "The types of the results"), ("flags", "Bits that state which optional attributes and operands are present"), ("attributes", "The attributes"), ("operands", "The operands"), ("regions", "The regions")])), "The parts, in wire order";
    must opcode: Number, "Type of the opcode";
    must type: Name, "Table of result types";
    may body: Text, "Blob that contains operations up to its end, as `record.field`";
};

static HEADER: KindSpec = kind! {
    "header" (), "What follows the magic number of a file", &[];
    must record: Name, "The record that follows the magic number";
    may version: List(&Name), "Fields with the version, most significant first; without this key, readers are given the version, or use the newest";
    may features: Entries(&Name), "Fields that announce features";
    may producer: Bool, "The name of the producer follows, up to a zero byte";
};

static SEGMENT_SIZES: KindSpec = kind! {
    "segment sizes" (), "The encoding of segment sizes among the properties of an operation", &[];
    must attribute: Version, "First format version that encodes them as an attribute at their place in the layout";
    must sparse: Version, "First format version that encodes them as sparse arrays after all other properties";
    may operands: Text, "The property with the sizes of operands";
    may results: Text, "The property with the sizes of results";
};

static MEMBER: KindSpec = kind! {
    "member" (name), "A member of an enum", PART;
    must name: Name, "The name";
    must value: Int, "The number on the wire";
};

static PRESENCE: KindSpec = kind! {
    "presence" (), "One way to state whether a field is present", &[];
    may bit: Natural, "Bit of the item's flags";
    may field: Name, "Earlier presence field";
    may when: Test, "Field that is true or not zero, or `field=member`; or `not` and one of these";
    may since: Version, "First format version of this way";
    may until: Version, "Last format version of this way";
};

static FIELD: KindSpec = kind! {
    "field" (name), "A field of a record, variant, section or operation", PART;
    must name: Name, "The name";
    must type: Type, "The type";
    may optional: Bool, "It may be absent";
    may bit: Natural, "Bit of the item's flags that states whether it is present";
    may present: Either(&Name, &List(&Map(&PRESENCE))), "Presence field that states whether it is present, or a list of ways by version";
    may when: Condition, "It is present if this field is true or not zero, or is the member of `field=member`; `not` reverses this. Or it is present if an expression is not zero";
    may default: Literal, "Value in versions that lack the field";
    may reject: List(&Int), "Refused values";
    may spelled: List(&Map(&SPELLED)), "Values that listings print as a text";
    may names: Name, "Enum whose members text shows in place of numbers";
    may base: OneOf(&[("decimal", "As `10`"), ("hexadecimal", "As `0xa`"), ("octal", "As `0o12`"), ("binary", "As `0b1010`")]), "Base in which listings show its numbers";
    may short: Text, "First word of the referenced text, which text leaves out; or everything around a word, with `*` for the word";
    may kinds: List(&Name), "What it may refer to: variants of entries of its table, or their traits";
    may nonempty: Bool, "The referenced string must not be empty";
    may table: Name, "Table that the field contains; if it is run only, the table whose next entry it, or each element, is";
    may parts: List(&Map(&PACKED_PART)), "Parts of a packed field, lowest bits first";
    may count: Expression, "Number of elements; `rest` for as many as the remaining bytes contain";
    may while: Comparison, "`a < b`: the list continues while the first number is less; an element that makes it greater is an error";
    may reversed: Bool, "The last element comes first";
    may size: Expression, "Number of bytes of the field, or of each element; `rest` for all remaining bytes, `rest - N` for all but the last N";
    may last: Expression, "The list ends with the first element for which this expression over fields of the element is true";
    may stop: Literal, "Byte, or bytes in hexadecimal, that end bytes or a text, and are not part of the value";
    may pad: Natural, "Byte that fills bytes or a text up to their `size`, and is not part of the value";
    may transform: Transform, "Its bytes, or those of each element, are the result of this transform of the value: `deflate`, `zlib`, `xor(KEY)`, `rotate_left(N)`, or `host(NAME)`, which the program provides. The last three require a `size`";
    may at: Expression, "Offset of the field, in bytes from the start of the file; the next field continues after the previous one";
    may equals: Either(&Expression, &Hex), "Its value: writers compute it and readers check it; an expression, bytes in hexadecimal, or a text in quotes";
    may let: Expression, "Its value; it takes no bytes";
    may valid: Expression, "Condition for the value, or for each element: an expression over the field and earlier ones";
    may align: Expression, "Filler fills up to a multiple of this many bytes";
    may from: Expression, "Offset in the file from which filler counts; default: the start of the section or of the file";
    may dialect: Expression, "Reference to the string with the name of the dialect";
    may operation: Expression, "Reference to the string with the name of the operation";
    may version_record: Expression, "Number in the version record of the dialect; 0 if there is none";
};

static PACKED_PART: KindSpec = kind! {
    "part" (name), "Bits of a packed field", PART;
    must name: Name, "The name";
    may bits: Natural, "Number of bits; the last part takes the remaining ones";
    may type: PartType, "The type; by default `bool` for one bit, otherwise an unsigned integer";
    may default: Literal, "Value in versions that lack the part";
    may reject: List(&Int), "Refused values";
    may spelled: List(&Map(&SPELLED)), "Values that listings print as a text";
    may base: OneOf(&[("decimal", "As `10`"), ("hexadecimal", "As `0xa`"), ("octal", "As `0o12`"), ("binary", "As `0b1010`")]), "Base in which listings show its numbers";
    may nonempty: Bool, "The referenced string must not be empty";
    may equals: Expression, "Its value: writers compute it and readers check it";
    may valid: Expression, "Condition for the value: an expression over the part, the parts before it and earlier fields";
};

static PORT: KindSpec = kind! {
    "operand or result" (name), "An operand or result of an operation", PART;
    must name: Name, "The name";
    must type: Set, "A constraint or a set of types";
    may variadic: Bool, "Any number of values";
    may optional: Bool, "One value or none";
    may bit: Natural, "Bit of the flags that states whether an optional operand is present";
    may named: Text, "Name of a result in text, or a function of the host that gives it, `name()`; by default a number";
};

static REGION: KindSpec = kind! {
    "region" (name), "A region of an operation", PART;
    must name: Name, "The name";
    may may_be_empty: Bool, "It may have no block; otherwise it has at least one";
    may arguments: List(&Text), "Names of its arguments in text; the last name, with `*` for a number, applies to all others, and `name()` is a function of the host";
    may implied: Name, "Operation at its end that text leaves out if it has no operands";
};

static ITEMS: [KindSpec; 17] = [
    kind! {
        "format" (format), "The format itself: its versions and conventions", &[&DOC, &EXAMPLES];
        must format: Name, "The format's name";
        may title: Text, "Title of the documentation";
        may magic: Hex, "First bytes of a file";
        may varint: OneOf(&[("leb128", "Seven bits per byte, lowest first; the high bit states that more bytes follow"), ("bounded_leb128", "LEB128 with at most as many bytes as the width of the number needs"), ("prefix", "The low bits of the first byte state the number of bytes")]), "Meaning of `varint`";
        may pad: Int, "Filler byte of every alignment";
        may filler: OneOf(&[("keep", "It is kept unchanged"), ("error", "The file is invalid")]), "How readers treat filler of other bytes than `pad`; default: `keep`";
        must versions: List(&Map(&VERSION)), "Versions, oldest first";
        may features: List(&Map(&FEATURE)), "Features that a file may announce";
        may releases: Map(&RELEASES), "Releases of the producer";
        may sections: Map(&SECTIONS), "The first byte of a section header";
        may header: Map(&HEADER), "What follows the magic number of a file";
        may file: Name, "Record that describes the whole file, in place of `magic`, `header` and `sections`";
        may byte_order: Text, "Byte order of numbers without one of their own: `little` (the default), `big`, or an expression over fields of the file's record that is not zero for `big`";
        may operations: Map(&OPERATIONS), "The encoding of an operation";
        may segment_sizes: Map(&SEGMENT_SIZES), "The encoding of segment sizes among the properties of an operation";
    },
    kind! {
        "table" (table), "An index space", PART;
        must table: Name, "The table's name";
        may holds: OneOf(&[("strings", "The strings that `nonempty` looks up and that properties of operations refer to"), ("attributes", "The attributes that properties of operations refer to")]), "What the table contains, if the language refers to it";
    },
    kind! {
        "codec" (codec), "A handwritten codec, for what the language cannot express", PART;
        must codec: Name, "The codec's name";
        must value: Text, "Rust type of the value";
        may borrowed: Bool, "Readers borrow the value from the input";
        may derived: Bool, "The type derives its codec: it implements `FromWire` and `ToWire`";
        may readable: Bool, "The host parses it from text, with `<codec>_from_text`";
        may args: List(&Name), "Types of the earlier fields that it takes as arguments";
    },
    kind! {
        "enum" (enum), "Named numbers", OF_DIALECT;
        must enum: Name, "The enum's name";
        must wire: Integer, "Type of the number on the wire";
        may flags: Bool, "Members are bits, and a number can combine them";
        may unknown: OneOf(&[("error", "The file is invalid"), ("keep", "It is kept unchanged")]), "How readers treat a number without a member; default: `error`";
        must members: List(&Map(&MEMBER)), "The members";
        may reserved: List(&Map(&RESERVED_VALUE)), "Numbers that no member may have";
    },
    kind! {
        "record" (record), "Fields in order", OF_DIALECT;
        must record: Name, "The record's name";
        may begins_with: Name, "Record whose fields come first";
        may run_only: Bool, "Executors run it; Rust is generated for it only in the types of whole files";
        may fields: List(&Map(&FIELD)), "Fields in wire order";
    },
    kind! {
        "union" (union), "A tag and one of several layouts", ITEM;
        must union: Name, "The union's name";
        may tag: TagType, "Type of the tag on the wire, or `ahead<u8>` if the variant begins with the tag; without this key, a field of this type names the field with the tag";
        may unknown: OneOf(&[("error", "The file is invalid"), ("opaque", "It is kept as bytes")]), "How readers treat an unknown tag; default: `error`";
        may traits: List(&Name), "Facts that variants may state";
        may dialect: Name, "Dialect of these entries, spelled as in the file";
        may entries: Name, "Table of these entries";
        may text_of: Name, "Dialect whose entries are text in every file; the library makes the bytes of the union from the text";
        may reserved: List(&Map(&RESERVED_TAG)), "Tags that no variant may have";
    },
    kind! {
        "variant" (variant), "One layout of a union", ITEM;
        must variant: Name, "The variant's name";
        must of: Name, "The union";
        must tag: Tags, "The number on the wire, a range of numbers such as `0x80..0x8f`, a text, or a list of these";
        may text: Text, "Spelling in listings";
        may listed_only: Bool, "The text is only printed in listings; handwritten code parses the variant";
        may reads_as: Name, "Variant with the same text, which the parser reads in its place";
        may nesting: OneOf(&[("open", "It opens a block"), ("close", "It closes the innermost block")]), "Effect of the variant, as an element, on the blocks of a `balanced` list";
        may traits: Facts, "Facts about the variant";
        may called: Entries(&Text), "Name of the variant in definitions since a release; before, the name of the variant";
        may fields: List(&Map(&FIELD)), "Fields in wire order";
    },
    kind! {
        "section" (section), "A part of the file", ITEM;
        must section: Name, "The section's name";
        must id: Int, "The number in the section header";
        may required: Bool, "Every file of a version that has the section must contain it";
        may align: Int, "Its alignment must be a multiple of this, in bytes";
        may aligned: OneOf(&[("forbidden", "A header with an alignment is an error")]), "Whether the header may state an alignment";
        may end: Bool, "It marks the end of the file";
        may repeated: Bool, "A file may have several of this section";
        may requires: Name, "Section that a file with this one must contain, too";
        may fields: List(&Map(&FIELD)), "Fields in wire order";
        may trailing: OneOf(&[("ignore", "They are kept and have no meaning"), ("error", "The file is invalid")]), "How readers treat bytes after the last field; default: `ignore`";
        may content: Name, "Run-only record that describes the payload; generated code has the `fields` instead, if there are any";
    },
    kind! {
        "group" (group), "A chapter of operations", &[&DOC, &GATE];
        must group: Name, "The group's name";
        may title: Text, "Title of the chapter";
    },
    kind! {
        "constraint" (constraint), "A named set of types for operands and results", &[&DOC, &GATE];
        must constraint: Name, "The constraint's name";
        must is: Set, "The set, such as tile<f16|f32>";
    },
    kind! {
        "op" (op), "An operation", ITEM;
        must op: Name, "The operation's name";
        must opcode: Int, "The number on the wire";
        may group: Name, "Chapter of the documentation";
        may form: OneOf(&[("section", "It occurs only in a section")]), "Marks an operation that is never an instruction of a body";
        may results: List(&Map(&PORT)), "Results in order";
        may attributes: List(&Map(&FIELD)), "Attributes in wire order";
        may flags_since: Version, "First version whose encoding has the flags";
        may operands: List(&Map(&PORT)), "Operands in wire order";
        may operand_layout: OneOf(&[("fixed", "One index for each, without a count"), ("counted", "The total count, then the indices"), ("segments", "Group by group: an index, a count and indices, or an index if its bit is set")]), "Encoding of the operands";
        may regions: List(&Map(&REGION)), "Regions in order";
        may same_type: List(&Name), "Operands and results with the same type";
        may terminator: Bool, "It ends a block";
        may pure: Bool, "It only computes its results";
        may result_count: Bool, "The number of results is on the wire";
        may text: Text, "Template that prints and parses the operation, beginning with its first word";
        may names_results: Bool, "Its results count as named in text, although they have numbers";
    },
    kind! {
        "properties" (properties), "Encoding of the properties of a dialect's operations", &[&IN_RELEASES, &DOC];
        must properties: Name, "The dialect's name, spelled as in the file";
        must operations: Entries(&Either(&Layout, &Entries(&Layout))), "The layout of each operation, or one for each release that changes it";
    },
    kind! {
        "signatures" (signatures), "Operands, results, regions, successors and traits of a dialect's operations", &[&IN_RELEASES, &DOC];
        must signatures: Name, "The dialect's name, spelled as in the file";
        must operations: Entries(&Either(&Signature, &Entries(&Signature))), "The signature of each operation, or one for each release that changes it";
        may summaries: Entries(&Summary), "Descriptions of operations, one line each";
    },
    kind! {
        "defaults" (defaults), "Values of absent properties of a dialect's operations", &[&IN_RELEASES, &DOC];
        must defaults: Name, "The dialect's name, spelled as in the file";
        must operations: Entries(&Either(&Defaults, &Entries(&Defaults))), "The values for each operation, or those for each release that changes them";
    },
    kind! {
        "dialect" (dialect), "A dialect as a whole, and its releases", &[&DOC];
        must dialect: Name, "The dialect's name, spelled as in the file";
        may releases: Map(&DIALECT_RELEASES), "Releases of its own";
    },
    kind! {
        "constant" (constant), "An attribute or a type that conversions need", &[&DOC];
        must constant: Name, "The constant's name";
        must dialect: Name, "The dialect of the entry";
        must table: Name, "The table of the entry";
        must bytes: Text, "Bytes as hexadecimal pairs, and references to earlier constants as names in braces";
        may like: Text, "Bytes that are equivalent in a conversion to an older release; `{*}` is any reference";
    },
    kind! {
        "conversions" (conversions), "How operations of a dialect change from one release to the next", &[&DOC];
        must conversions: Name, "The dialect's name, spelled as in the file";
        must steps: List(&Map(&CONVERSION)), "Replacements of operations";
        may limits: List(&Map(&LIMIT)), "What older operations could not have";
    },
];
