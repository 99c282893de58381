//! What may be said: the keys of every kind of mapping, in one table.
//!
//! Reading checks a file against this table, and the JSON Schema for editors is written from it.

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

/// Keys, each with what its value may be, and one line of documentation.
macro_rules! keys {
    ($($how:ident $key:ident: $shape:expr, $doc:literal;)*) => {{
        #[allow(unused_imports)]
        use Shape::*;
        [$($how(stringify!($key), $shape, $doc)),*]
    }};
}

/// A kind of mapping: its name, the key that holds the name of such a thing, one line of documentation, the keys that it shares,
/// and its own.
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

/// A break of files or programs that is wanted, in a file of such.
pub(super) static ALLOWED: KindSpec = kind! {
    "allowed break" (), "A break that is wanted", &[];
    must rule: Text, "The rule that is broken, as `diff` says it";
    must item: Text, "The kind and the name of the item, such as `op add`";
    must fingerprint: Text, "What changes, as `diff` says it";
    must reason: Text, "Why it is wanted";
    must until: Version, "The last day of the entry, or the version of the format that ends it, quoted";
};

/// Keys of everything that is documented.
static DOC: [KeySpec; 3] = keys! {
    must summary: Summary, "One line, without a full stop";
    may doc: Text, "Longer text, Markdown";
    may source: Text, "Where the fact is from";
};

/// Keys of what operations of a dialect have in some releases.
static IN_RELEASES: [KeySpec; 4] = keys! {
    may since_release: Version, "First release that these are of";
    may until_release: Version, "Last release that these are of; default: the newest";
    may ended: Bool, "The dialect has none of them after `until_release`";
    may dialect: Name, "Dialect whose releases these are, where it is another: what its files have";
};

/// Keys of everything that some files have and others lack.
static GATE: [KeySpec; 5] = keys! {
    may since: Version, "First format version that has it";
    may until: Version, "Last format version that has it";
    may since_release: Version, "First release of the producer that has it";
    may until_release: Version, "Last release of the producer that has it";
    may feature: Name, "Only in files that announce this feature";
};

/// The key of what counts the releases of a dialect.
static DIALECT: [KeySpec; 1] = keys! {
    may dialect: Name, "Dialect whose releases `since_release` and `until_release` count";
};

static LABEL: [KeySpec; 1] = keys! {
    may label: Text, "Spelling in the text form, where it differs from the name";
};

static EXAMPLES: [KeySpec; 1] = keys! {
    may examples: List(&Map(&EXAMPLE)), "Real bytes and what they stand for; run as tests";
};

const ITEM: &[&[KeySpec]] = &[&DOC, &GATE, &LABEL, &EXAMPLES];
const OF_DIALECT: &[&[KeySpec]] = &[&DOC, &GATE, &LABEL, &EXAMPLES, &DIALECT];
const PART: &[&[KeySpec]] = &[&DOC, &GATE, &LABEL];

static EXAMPLE: KindSpec = kind! {
    "example" (), "Bytes and the value they stand for", &[];
    must bytes: Hex, "The bytes";
    must value: Literal, "The value that they stand for, as listings spell it";
    may summary: Summary, "What the value means, in one line";
    may context: Text, "What the host is told, such as the type of the number";
    may version: Version, "Format version of the bytes; default: the newest";
};

static RESERVED_TAG: KindSpec = kind! {
    "reserved tag" (), "A tag that no variant has", &[];
    must tag: Int, "The number";
    may was: Text, "What it stood for once";
};

static RESERVED_VALUE: KindSpec = kind! {
    "reserved value" (), "A number that no member has", &[];
    must value: Int, "The number";
    may was: Text, "What it stood for once";
};

static SPELLED: KindSpec = kind! {
    "spelled value" (), "A value of an integer that listings do not spell as a number", &[];
    must value: Int, "The value";
    must as: Text, "What stands in its place";
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
    "releases" (), "Releases of the producer: a second axis besides the versions", &[&DOC];
    must title: Text, "What a release is called, in front of its name";
    must producer: Text, "What stands in front of the name where a file names its producer";
    must names: List(&Version), "The names, oldest first";
    may undescribed: List(&Version), "Releases whose layouts of properties are known only as far as those before and after agree";
    may unreleased: List(&Version), "Releases that are described before they are out: what does not fit them is no error";
};

static DIALECT_RELEASES: KindSpec = kind! {
    "releases of a dialect" (), "Releases that the dialect has of its own", &[];
    must title: Text, "What a release is called, in front of its name";
    may producer: Text, "What stands in front of the number in the producer's name";
    may record: Natural, "Number of varints in a file's record of the release";
    may writers_only: Bool, "Readers take what any release has";
    may formats: Entries(&Version), "The format version that files have from a release on";
    may others: Entries(&Version), "Variants of other dialects, and the first release whose readers know them";
    must names: List(&Version), "The names, oldest first";
};

static LIMIT: KindSpec = kind! {
    "limit" (operation), "What an operation could not have before a release", &[];
    must operation: Text, "The operation, without its dialect";
    must before: Version, "First release without the limit";
    may property: Text, "A property that could not be the attribute `is_not`";
    may is_not: Name, "Variant of the dialect's attributes";
    may operands_are_not: Name, "Variant of the dialect's types";
    may same: Name, "Field of the types of results and operands that is the same";
};

static CONVERSION: KindSpec = kind! {
    "conversion" (from), "An operation and the one that takes its place", &[];
    must from: Text, "The older operation, without its dialect";
    must to: Text, "The newer operation";
    must release: Version, "First release of the newer operation";
    may adds: Facts, "Properties that only the newer one has, and their constants";
    may drops: List(&Text), "Properties that only the older one has";
    may operands: Natural, "Number of operands of the older one";
    may regions: Natural, "Number of regions of the older one";
};

static SECTIONS: KindSpec = kind! {
    "section header" (), "The first byte of a section header, and which sections a file may have", &[];
    must id_bits: Int, "Number of low bits that hold the id";
    may aligned_bit: Int, "Bit that says that an alignment follows; without it none does";
    may unknown: OneOf(&[("keep", "It is kept as it is"), ("error", "The file is wrong")]), "What a section is whose id the schema does not have";
    may again: OneOf(&[("last", "The last one counts"), ("error", "The file is wrong")]), "What a section is that comes again: the one that counts, or an error";
    may filler: OneOf(&[("keep", "It is kept as it is"), ("error", "The file is wrong")]), "What filler of other bytes than `pad` is";
    may order: List(&Name), "Sections that stand in this order";
};

static OPERATIONS: KindSpec = kind! {
    "operation layout" (), "How an operation stands on the wire", &[];
    must layout: List(&OneOf(&[("opcode", "The number of the operation"), ("result_count", "The number of results, where an operation says `result_count`"), ("result_types", "The types of the results"), ("flags", "Bits that tell of optional attributes and operands"), ("attributes", "The attributes"), ("operands", "The operands"), ("regions", "The regions")])), "The parts, in wire order";
    must opcode: Number, "Type of the opcode";
    must type: Name, "Table that result types index";
    may body: Text, "Blob that holds operations up to its end, as `record.field`";
};

static HEADER: KindSpec = kind! {
    "header" (), "What follows the first bytes of a file", &[];
    must record: Name, "The record that follows the magic number";
    may version: List(&Name), "Its fields that are the version, most significant first; readers are told it where there are none";
    may features: Entries(&Name), "Its fields that announce features";
    may producer: Bool, "The name of the producer follows, up to a zero byte";
};

static SEGMENT_SIZES: KindSpec = kind! {
    "segment sizes" (), "Where sizes of segments stand among the properties of an operation", &[];
    must attribute: Version, "First format version that has them as an attribute at their place in the layout";
    must sparse: Version, "First format version that has them as sparse arrays after all other properties";
    may operands: Text, "The property that has those of operands";
    may results: Text, "The property that has those of results";
};

static MEMBER: KindSpec = kind! {
    "member" (name), "A member of an enum", PART;
    must name: Name, "The name";
    must value: Int, "The number on the wire";
};

static PRESENCE: KindSpec = kind! {
    "presence" (), "One way in which the presence of a field is told", &[];
    may bit: Natural, "Bit of the item's flags";
    may field: Name, "Presence field that stands before it";
    may when: Test, "Field that is true, not zero, or the member `field=member`; or `not` and one of these";
    may since: Version, "First format version of this way";
    may until: Version, "Last format version of this way";
};

static FIELD: KindSpec = kind! {
    "field" (name), "A field of a record, variant, section or operation", PART;
    must name: Name, "The name";
    must type: Type, "The type";
    may optional: Bool, "Whether it may be absent";
    may bit: Natural, "Bit of the item's flags that tells of it";
    may present: Either(&Name, &List(&Map(&PRESENCE))), "Presence field that tells of it, or the ways by version";
    may when: Condition, "Present exactly when this field is true, not zero, or the member `field=member`, with `not` otherwise; or when an expression is not zero";
    may default: Literal, "Value in versions that lack the field";
    may reject: List(&Int), "Values that are refused";
    may spelled: List(&Map(&SPELLED)), "Values that listings spell as a text";
    may names: Name, "Enum whose members listings write in the place of numbers";
    may short: Text, "Word that what it refers to begins with, which text leaves out; or all that is around a word, `*`";
    may kinds: List(&Name), "What it refers to: variants of the entries of its table, or traits of these";
    may nonempty: Bool, "The string it refers to must not be empty";
    may table: Name, "Table that the field holds, or whose next entry it is, or each element";
    may parts: List(&Map(&PACKED_PART)), "Parts of a packed field, lowest bits first";
    may count: Expression, "How many elements there are; `rest` for as many as there are bytes for";
    may while: Comparison, "`a < b`: there are elements as long as the first number is less; one that leads past the second is an error";
    may reversed: Bool, "The last element stands first";
    may size: Expression, "Bytes that belong to it, or to each element; `rest` for all that are left, `rest - N` for all but the last N";
    may last: Expression, "Elements end with the first one of which this holds: an expression over fields of the element";
    may stop: Literal, "Byte, or bytes in hexadecimal, that end bytes or a text, and belong to them";
    may pad: Natural, "Byte that fills bytes or a text up to their `size`, and is not in the value";
    may at: Expression, "Where it stands, in bytes from the start of the file; it takes no bytes where it is said";
    may equals: Either(&Expression, &Hex), "What it holds: writers compute it and readers check it; of `bytes` in hexadecimal, of a text in quotes";
    may let: Expression, "What it is; it takes no bytes";
    may valid: Expression, "What holds of every value: an expression over the field and earlier ones";
    may align: Expression, "Filler leads to a multiple of so many bytes";
    may of_file: Bool, "Filler counts from the start of the file";
    may dialect: Expression, "String that is the name of the dialect";
    may operation: Expression, "String that is the name of the operation";
    may version_record: Expression, "Number that the version record of the dialect is; 0 where there is none";
};

static PACKED_PART: KindSpec = kind! {
    "part" (name), "Bits of a packed field", PART;
    must name: Name, "The name";
    may bits: Natural, "Number of bits; the last part takes those that are left";
    may type: PartType, "The type; by default `bool` for one bit, else an integer";
    may default: Literal, "Value in versions that lack the part";
    may reject: List(&Int), "Values that are refused";
    may spelled: List(&Map(&SPELLED)), "Values that listings spell as a text";
    may nonempty: Bool, "The string it refers to must not be empty";
    may equals: Expression, "What it holds: writers compute it and readers check it";
};

static PORT: KindSpec = kind! {
    "operand or result" (name), "An operand or result of an operation", PART;
    must name: Name, "The name";
    must type: Set, "A constraint or a set of types";
    may variadic: Bool, "Any number of values";
    may optional: Bool, "One value or none";
    may bit: Natural, "Flag bit that tells of an optional operand";
    may named: Text, "What text calls a result, or a function of the host, `name()`, that says it; by default a number";
};

static REGION: KindSpec = kind! {
    "region" (name), "A region of an operation", PART;
    must name: Name, "The name";
    may may_be_empty: Bool, "It may have no block; otherwise one at least";
    may arguments: List(&Text), "What text calls its arguments; the last name, with `*` for a number, is that of all others, and `name()` is a function of the host";
    may implied: Name, "Operation at its end that text leaves out where it has no operands";
};

static ITEMS: [KindSpec; 17] = [
    kind! {
        "format" (format), "The format itself: its versions and conventions", &[&DOC, &EXAMPLES];
        must format: Name, "The format's name";
        may title: Text, "Title of the documentation";
        may magic: Hex, "First bytes of a file";
        may varint: OneOf(&[("leb128", "Seven bits a byte, lowest first; the high bit says that more follow"), ("bounded_leb128", "LEB128 of no more bytes than the width of the number needs"), ("prefix", "The low bits of the first byte say how many bytes there are")]), "What `varint` means";
        may pad: Int, "Filler byte of every alignment";
        must versions: List(&Map(&VERSION)), "Versions, oldest first";
        may features: List(&Map(&FEATURE)), "Features that a file may announce";
        may releases: Map(&RELEASES), "Releases of the producer";
        may sections: Map(&SECTIONS), "The first byte of a section header";
        may header: Map(&HEADER), "What follows the first bytes of a file";
        may file: Name, "Record that a file is, in place of `header` and `sections`";
        may byte_order: Text, "Order of the bytes of numbers: `little`, `big`, or an expression over fields of the file's record, which is not zero for `big`";
        may operations: Map(&OPERATIONS), "How an operation stands on the wire";
        may segment_sizes: Map(&SEGMENT_SIZES), "Where sizes of segments stand among the properties of an operation";
    },
    kind! {
        "table" (table), "An index space", PART;
        must table: Name, "The table's name";
        may holds: OneOf(&[("strings", "Strings, which references without bytes of their own lead to"), ("attributes", "Attributes, which properties of operations lead to")]), "What the language refers to in it";
    },
    kind! {
        "codec" (codec), "A hand-written codec, for what the language cannot say", PART;
        must codec: Name, "The codec's name";
        must value: Text, "Rust type of the value";
        may borrowed: Bool, "What is read is borrowed from the input";
        may derived: Bool, "The type reads and writes itself: its codec is derived";
        may readable: Bool, "The host reads it from text, by `<codec>_from_text`";
        may args: List(&Name), "Types of the earlier fields it is given";
    },
    kind! {
        "enum" (enum), "Named numbers", OF_DIALECT;
        must enum: Name, "The enum's name";
        must wire: Number, "Type of the number on the wire";
        may flags: Bool, "Members are bits, of which a number can have several";
        may unknown: OneOf(&[("error", "The file is wrong"), ("keep", "It is kept as it is")]), "What a number is that no member has";
        must members: List(&Map(&MEMBER)), "The members";
        may reserved: List(&Map(&RESERVED_VALUE)), "Numbers that no member may have";
    },
    kind! {
        "record" (record), "Fields in order", OF_DIALECT;
        must record: Name, "The record's name";
        may begins_with: Name, "Record whose fields come first";
        may run_only: Bool, "Executors run it; Rust is generated of it where a file is one record";
        may fields: List(&Map(&FIELD)), "Fields in wire order";
    },
    kind! {
        "union" (union), "A tag and one of several layouts", ITEM;
        must union: Name, "The union's name";
        may tag: TagType, "Type of the tag on the wire; `ahead<u8>` where the variant begins with it; absent where the field tells it whose type the union is";
        may unknown: OneOf(&[("error", "The file is wrong"), ("opaque", "Bytes that are kept as they are")]), "What an unknown tag is";
        may traits: List(&Name), "Facts that variants may state";
        may dialect: Name, "Dialect whose entries these are, spelled as in the file";
        may entries: Name, "Table that these are entries of";
        may text_of: Name, "Dialect that has these as text in every file: only the library has the bytes";
        may listed_only: Bool, "Templates of variants are for listings: nothing reads them";
        may reserved: List(&Map(&RESERVED_TAG)), "Tags that no variant may have";
    },
    kind! {
        "variant" (variant), "One layout of a union", ITEM;
        must variant: Name, "The variant's name";
        must of: Name, "The union";
        must tag: Tag, "The number on the wire, a range of numbers, `0x80..0x8f`, or a text of eight bytes at most";
        may text: Text, "Spelling in listings";
        may reads_as: Name, "Variant with the same text, which is read in its place";
        may nesting: OneOf(&[("open", "It opens a block"), ("close", "It closes the block that was opened last")]), "What it does to the blocks of a `balanced` sequence that it is an element of";
        may traits: Facts, "Facts about the variant";
        may called: Entries(&Text), "What definitions call it, from a release on; before, by the variant's name";
        may fields: List(&Map(&FIELD)), "Fields in wire order";
    },
    kind! {
        "section" (section), "A part of the file", ITEM;
        must section: Name, "The section's name";
        must id: Int, "The number in the section header";
        may required: Bool, "Whether every file of the versions that have it does";
        may align: Int, "Its alignment is a multiple of this, in bytes";
        may aligned: OneOf(&[("forbidden", "A header with an alignment is an error")]), "The header must not carry an alignment";
        may end: Bool, "It ends the file";
        may repeated: Bool, "A file may have several";
        may requires: Name, "Section that a file with this one has, too";
        may fields: List(&Map(&FIELD)), "Fields in wire order";
        may trailing: OneOf(&[("ignore", "They are kept, and mean nothing"), ("error", "The file is wrong")]), "What bytes after the last field are";
        may content: Name, "Record that the payload is, where fields do not say all";
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
        may form: OneOf(&[("section", "It stands only in a section")]), "Never an instruction of a body";
        may results: List(&Map(&PORT)), "Results in order";
        may attributes: List(&Map(&FIELD)), "Attributes in wire order";
        may flags_since: Version, "First version whose wire has the flags";
        may operands: List(&Map(&PORT)), "Operands in wire order";
        may operand_layout: OneOf(&[("fixed", "One after the other, without a count"), ("counted", "A count, and then all of them"), ("segments", "A count in front of each operand of any number of values")]), "How operands stand on the wire";
        may regions: List(&Map(&REGION)), "Regions in order";
        may same_type: List(&Name), "Values that have one type";
        may terminator: Bool, "It ends a block";
        may pure: Bool, "It does nothing but give results";
        may result_count: Bool, "The number of results is on the wire";
        may text: Text, "Spelling, from the word that it begins with";
        may names_results: Bool, "Its results count as named in text, though they have numbers";
    },
    kind! {
        "properties" (properties), "What the properties of a dialect's operations are on the wire", &[&IN_RELEASES, &DOC];
        must properties: Name, "The dialect's name, spelled as in the file";
        must operations: Entries(&Either(&Layout, &Entries(&Layout))), "For each operation its layout, or one for each release that changes it";
    },
    kind! {
        "signatures" (signatures), "What the operations of a dialect have besides properties", &[&IN_RELEASES, &DOC];
        must signatures: Name, "The dialect's name, spelled as in the file";
        must operations: Entries(&Either(&Signature, &Entries(&Signature))), "For each operation its signature, or one for each release that changes it";
        may summaries: Entries(&Summary), "What operations do, in one line each";
    },
    kind! {
        "defaults" (defaults), "Which values properties of a dialect's operations have where they are absent", &[&IN_RELEASES, &DOC];
        must defaults: Name, "The dialect's name, spelled as in the file";
        must operations: Entries(&Either(&Defaults, &Entries(&Defaults))), "For each operation its values, or those for each release that changes them";
    },
    kind! {
        "dialect" (dialect), "What is known of a dialect as a whole", &[&DOC];
        must dialect: Name, "The dialect's name, spelled as in the file";
        may releases: Map(&DIALECT_RELEASES), "Releases that it has of its own";
    },
    kind! {
        "constant" (constant), "An attribute or a type that conversions need", &[&DOC];
        must constant: Name, "The constant's name";
        must dialect: Name, "The dialect whose entry it is";
        must table: Name, "The table whose entry it is";
        must bytes: Text, "Bytes as hexadecimal pairs, and names of constants in braces";
        may like: Text, "What is as good when going down; `{*}` is any reference";
    },
    kind! {
        "conversions" (conversions), "How operations of a dialect change from one release to the next", &[&DOC];
        must conversions: Name, "The dialect's name, spelled as in the file";
        must steps: List(&Map(&CONVERSION)), "One step for an operation";
        may limits: List(&Map(&LIMIT)), "What older operations could not have";
    },
];
