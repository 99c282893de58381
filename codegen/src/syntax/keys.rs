//! What may be said: the keys of every kind of mapping, in one table.
//!
//! Reading checks a file against this table, and the JSON Schema for editors is written from it.

/// A kind of mapping: an item, or a mapping inside one.
#[derive(Debug)]
pub struct KindSpec {
    /// The kind's name; for an item also the key that holds the item's name.
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// The key that holds the name, if the kind has a name.
    pub head: Option<&'static str>,
    /// The kind's own keys.
    pub own: &'static [KeySpec],
    /// Keys shared with other kinds.
    pub shared: &'static [&'static [KeySpec]],
}

impl KindSpec {
    /// Every key, own ones first.
    pub fn keys(&self) -> impl Iterator<Item = &'static KeySpec> {
        let shared = self.shared.iter().flat_map(|keys| keys.iter());
        self.own.iter().chain(shared)
    }

    /// A key by its name.
    pub fn key(&self, name: &str) -> Option<&'static KeySpec> {
        self.keys().find(|key| key.name == name)
    }
}

/// A key of a mapping.
#[derive(Debug)]
pub struct KeySpec {
    /// The key.
    pub name: &'static str,
    /// What its value may be.
    pub shape: Shape,
    /// Whether every mapping of the kind must have it.
    pub required: bool,
    /// One line of documentation.
    pub doc: &'static str,
}

/// What a value may be.
#[derive(Debug)]
pub enum Shape {
    /// Any text.
    Text,
    /// A name: letters, digits and underscores.
    Name,
    /// A format version, quoted.
    Version,
    /// Bytes as hexadecimal pairs.
    Hex,
    /// A whole number.
    Int,
    /// A whole number from 0.
    Natural,
    /// True or false.
    Bool,
    /// A type expression.
    Type,
    /// A number, true or false, text or the empty list.
    Literal,
    /// A field, or a field and a member of its enum, as `field=member`.
    Test,
    /// An expression over fields, such as `count(strings)`.
    Expression,
    /// One of some words.
    OneOf(&'static [&'static str]),
    /// A list.
    List(&'static Shape),
    /// A mapping of a kind.
    Map(&'static KindSpec),
    /// A mapping from free names to literals.
    Facts,
    /// A layout of properties.
    Layout,
    /// A signature of an operation.
    Signature,
    /// Default values of properties.
    Defaults,
    /// A mapping from free texts to values of one shape.
    Entries(&'static Shape),
    /// The first for a plain value, the second for a list or mapping.
    Either(&'static Shape, &'static Shape),
}

impl Shape {
    /// What is expected, in words.
    pub fn describe(&self) -> String {
        match self {
            Shape::Text => "text".into(),
            Shape::Name => "a name".into(),
            Shape::Version => "a version in quotes, such as \"1.0\"".into(),
            Shape::Hex => "bytes as text, such as \"7f 45\"".into(),
            Shape::Int => "a whole number".into(),
            Shape::Natural => "a whole number from 0".into(),
            Shape::Bool => "true or false".into(),
            Shape::Type => "a type, such as `list<u8>`".into(),
            Shape::Literal => "a number, true or false, text or []".into(),
            Shape::Test => "a field, or `field=member`".into(),
            Shape::Expression => "an expression, such as `count(strings)`".into(),
            Shape::OneOf(words) => format!("one of {}", words.join(", ")),
            Shape::List(_) => "a list".into(),
            Shape::Layout => "a layout, such as \"name, other?\"".into(),
            Shape::Signature => "a signature, such as \"(lhs, rhs) -> (result)\"".into(),
            Shape::Defaults => "default values, such as \"name = 0; other = false\"".into(),
            Shape::Map(_) | Shape::Facts | Shape::Entries(_) => "a mapping".into(),
            Shape::Either(a, b) => format!("{} or {}", a.describe(), b.describe()),
        }
    }
}

/// Every kind of item, in the order of the documentation.
pub fn item_kinds() -> &'static [KindSpec] {
    &ITEMS
}

/// The kind of item with a name.
pub(super) fn item_kind(name: &str) -> Option<&'static KindSpec> {
    ITEMS.iter().find(|kind| kind.name == name)
}

const fn key(name: &'static str, shape: Shape, doc: &'static str) -> KeySpec {
    KeySpec { name, shape, required: false, doc }
}

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> KeySpec {
    KeySpec { name, shape, required: true, doc }
}

/// Keys of everything that is documented.
static DOC: [KeySpec; 3] = [
    required("summary", Shape::Text, "One line, without a full stop"),
    key("doc", Shape::Text, "Longer text, Markdown"),
    key("source", Shape::Text, "Where the fact is from"),
];

/// Keys of what operations of a dialect have in some releases.
static IN_RELEASES: [KeySpec; 4] = [
    key("since_release", Shape::Version, "First release that these are of"),
    key("until_release", Shape::Version, "Last release that these are of; default: the newest"),
    key("ended", Shape::Bool, "The dialect has none of them after `until_release`"),
    key(
        "dialect",
        Shape::Name,
        "Dialect whose releases these are, where it is another: what its files have",
    ),
];

/// Keys of everything that some files have and others lack.
static GATE: [KeySpec; 5] = [
    key("since", Shape::Version, "First format version that has it"),
    key("until", Shape::Version, "Last format version that has it"),
    key("since_release", Shape::Version, "First release of the producer that has it"),
    key("until_release", Shape::Version, "Last release of the producer that has it"),
    key("feature", Shape::Name, "Only in files that announce this feature"),
];

/// The key of what counts the releases of a dialect.
static DIALECT: [KeySpec; 1] = [key(
    "dialect",
    Shape::Name,
    "Dialect whose releases `since_release` and `until_release` count",
)];

static LABEL: [KeySpec; 1] =
    [key("label", Shape::Text, "Spelling in the text form, where it differs from the name")];

static EXAMPLES: [KeySpec; 1] = [key(
    "examples",
    Shape::List(&Shape::Map(&EXAMPLE)),
    "Real bytes and what they stand for; run as tests",
)];

const ITEM: &[&[KeySpec]] = &[&DOC, &GATE, &LABEL, &EXAMPLES];
const OF_DIALECT: &[&[KeySpec]] = &[&DOC, &GATE, &LABEL, &EXAMPLES, &DIALECT];
const PART: &[&[KeySpec]] = &[&DOC, &GATE, &LABEL];

static EXAMPLE: KindSpec = KindSpec {
    name: "example",
    doc: "Bytes and the value they stand for",
    head: None,
    own: &[
        required("bytes", Shape::Hex, "The bytes"),
        required("value", Shape::Literal, "The value that they stand for, as listings spell it"),
        key("summary", Shape::Text, "What the value means, in one line"),
        key("context", Shape::Text, "What the host is told, such as the type of the number"),
        key("version", Shape::Version, "Format version of the bytes; default: the newest"),
    ],
    shared: &[],
};

static RESERVED_TAG: KindSpec = KindSpec {
    name: "reserved tag",
    doc: "A tag that no variant has",
    head: None,
    own: &[
        required("tag", Shape::Int, "The number"),
        key("was", Shape::Text, "What it stood for once"),
    ],
    shared: &[],
};

static RESERVED_VALUE: KindSpec = KindSpec {
    name: "reserved value",
    doc: "A number that no member has",
    head: None,
    own: &[
        required("value", Shape::Int, "The number"),
        key("was", Shape::Text, "What it stood for once"),
    ],
    shared: &[],
};

static SPELLED: KindSpec = KindSpec {
    name: "spelled value",
    doc: "A value of an integer that listings do not spell as a number",
    head: None,
    own: &[
        required("value", Shape::Int, "The value"),
        required("as", Shape::Text, "What stands in its place"),
    ],
    shared: &[],
};

static VERSION: KindSpec = KindSpec {
    name: "version",
    doc: "A version of the format",
    head: Some("version"),
    own: &[required("version", Shape::Version, "The number, dotted and quoted")],
    shared: &[&DOC],
};

static FEATURE: KindSpec = KindSpec {
    name: "feature",
    doc: "A feature that a file may announce",
    head: Some("name"),
    own: &[
        required("name", Shape::Name, "The name"),
        key("since", Shape::Version, "First format version that has it"),
        key("until", Shape::Version, "Last format version that has it"),
    ],
    shared: &[&DOC],
};

static RELEASES: KindSpec = KindSpec {
    name: "releases",
    doc: "Releases of the producer: a second clock besides the versions",
    head: None,
    own: &[
        required("title", Shape::Text, "What a release is called, in front of its name"),
        required(
            "producer",
            Shape::Text,
            "What stands in front of the name where a file names its producer",
        ),
        required("names", Shape::List(&Shape::Version), "The names, oldest first"),
        key(
            "undescribed",
            Shape::List(&Shape::Version),
            "Releases whose layouts of properties are known only as far as those before and after agree",
        ),
        key(
            "unreleased",
            Shape::List(&Shape::Version),
            "Releases that are described before they are out: what does not fit them is no error",
        ),
    ],
    shared: &[&DOC],
};

static DIALECT_RELEASES: KindSpec = KindSpec {
    name: "releases of a dialect",
    doc: "Releases that the dialect has of its own",
    head: None,
    own: &[
        required("title", Shape::Text, "What a release is called, in front of its name"),
        key("producer", Shape::Text, "What stands in front of the number in the producer's name"),
        key("record", Shape::Natural, "Number of varints in a file's record of the release"),
        key("writers_only", Shape::Bool, "Readers take what any release has"),
        key(
            "formats",
            Shape::Entries(&Shape::Version),
            "The format version that files have from a release on",
        ),
        key(
            "others",
            Shape::Entries(&Shape::Version),
            "Variants of other dialects, and the first release whose readers know them",
        ),
        required("names", Shape::List(&Shape::Version), "The names, oldest first"),
    ],
    shared: &[],
};

static LIMIT: KindSpec = KindSpec {
    name: "limit",
    doc: "What an operation could not have before a release",
    head: Some("operation"),
    own: &[
        required("operation", Shape::Text, "The operation, without its dialect"),
        required("before", Shape::Version, "First release without the limit"),
        key("property", Shape::Text, "A property that could not be the attribute `is_not`"),
        key("is_not", Shape::Name, "Variant of the dialect's attributes"),
        key("operands_are_not", Shape::Name, "Variant of the dialect's types"),
        key("same", Shape::Name, "Field of the types of results and operands that is the same"),
    ],
    shared: &[],
};

static CONVERSION: KindSpec = KindSpec {
    name: "conversion",
    doc: "An operation and the one that takes its place",
    head: Some("from"),
    own: &[
        required("from", Shape::Text, "The older operation, without its dialect"),
        required("to", Shape::Text, "The newer operation"),
        required("release", Shape::Version, "First release of the newer operation"),
        key("adds", Shape::Facts, "Properties that only the newer one has, and their constants"),
        key("drops", Shape::List(&Shape::Text), "Properties that only the older one has"),
        key("operands", Shape::Natural, "Number of operands of the older one"),
        key("regions", Shape::Natural, "Number of regions of the older one"),
    ],
    shared: &[],
};

static SECTIONS: KindSpec = KindSpec {
    name: "section header",
    doc: "The first byte of a section header",
    head: None,
    own: &[
        required("id_bits", Shape::Int, "Number of low bits that hold the id"),
        key(
            "aligned_bit",
            Shape::Int,
            "Bit that says that an alignment follows; without it none does",
        ),
    ],
    shared: &[],
};

static OPERATIONS: KindSpec = KindSpec {
    name: "operation layout",
    doc: "How an operation stands on the wire",
    head: None,
    own: &[
        required(
            "layout",
            Shape::List(&Shape::OneOf(&[
                "opcode",
                "result_count",
                "result_types",
                "flags",
                "attributes",
                "operands",
                "regions",
            ])),
            "The parts, in wire order",
        ),
        required("opcode", Shape::Type, "Type of the opcode"),
        required("type", Shape::Name, "Table that result types index"),
        key("body", Shape::Text, "Blob that holds operations up to its end, as `record.field`"),
    ],
    shared: &[],
};

static HEADER: KindSpec = KindSpec {
    name: "header",
    doc: "What follows the first bytes of a file",
    head: None,
    own: &[
        required("record", Shape::Name, "The record that follows the magic number"),
        key(
            "version",
            Shape::List(&Shape::Name),
            "Its fields that are the version, most significant first; readers are told it where there are none",
        ),
        key("features", Shape::Entries(&Shape::Name), "Its fields that announce features"),
        key("producer", Shape::Bool, "The name of the producer follows, up to a zero byte"),
    ],
    shared: &[],
};

static SEGMENT_SIZES: KindSpec = KindSpec {
    name: "segment sizes",
    doc: "Where sizes of segments stand among the properties of an operation",
    head: None,
    own: &[
        required(
            "attribute",
            Shape::Version,
            "First format version that has them as an attribute at their place in the layout",
        ),
        required(
            "sparse",
            Shape::Version,
            "First format version that has them as sparse arrays after all other properties",
        ),
        key("operands", Shape::Text, "The property that has those of operands"),
        key("results", Shape::Text, "The property that has those of results"),
    ],
    shared: &[],
};

static MEMBER: KindSpec = KindSpec {
    name: "member",
    doc: "A member of an enum",
    head: Some("name"),
    own: &[
        required("name", Shape::Name, "The name"),
        required("value", Shape::Int, "The number on the wire"),
    ],
    shared: PART,
};

static PRESENCE: KindSpec = KindSpec {
    name: "presence",
    doc: "One way in which the presence of a field is told",
    head: None,
    own: &[
        key("bit", Shape::Natural, "Bit of the item's flags"),
        key("field", Shape::Name, "Presence field that stands before it"),
        key("when", Shape::Test, "Field that is true, not zero, or the member `field=member`"),
        key("unless", Shape::Test, "Field that is false, zero, or not the member `field=member`"),
        key("since", Shape::Version, "First format version of this way"),
        key("until", Shape::Version, "Last format version of this way"),
    ],
    shared: &[],
};

static FIELD: KindSpec = KindSpec {
    name: "field",
    doc: "A field of a record, variant, section or operation",
    head: Some("name"),
    own: &[
        required("name", Shape::Name, "The name"),
        required("type", Shape::Type, "The type"),
        key("optional", Shape::Bool, "Whether it may be absent"),
        key("bit", Shape::Natural, "Bit of the item's flags that tells of it"),
        key(
            "present",
            Shape::Either(&Shape::Name, &Shape::List(&Shape::Map(&PRESENCE))),
            "Presence field that tells of it, or the ways by version",
        ),
        key(
            "when",
            Shape::Test,
            "Present exactly when this field is true, not zero, or the member `field=member`",
        ),
        key(
            "unless",
            Shape::Test,
            "Present exactly when this field is false, zero, or not the member `field=member`",
        ),
        key("default", Shape::Literal, "Value in versions that lack the field"),
        key("reject", Shape::List(&Shape::Int), "Values that are refused"),
        key("spelled", Shape::List(&Shape::Map(&SPELLED)), "Values that listings spell as a text"),
        key("nonempty", Shape::Bool, "The string it refers to must not be empty"),
        key("table", Shape::Name, "Table that the field holds"),
        key(
            "parts",
            Shape::List(&Shape::Map(&PACKED_PART)),
            "Parts of a packed field, lowest bits first",
        ),
    ],
    shared: PART,
};

static STEP: KindSpec = KindSpec {
    name: "step",
    doc: "A step of a layout",
    head: Some("name"),
    own: &[
        required("name", Shape::Name, "The name"),
        required(
            "type",
            Shape::Type,
            "The type, or that of each element; besides others a layout, `all_but<N>`, `up_to<N>`, `entry<Table>`, `properties` or `filler`",
        ),
        key("repeat", Shape::Expression, "How many elements there are; `end` for all bytes"),
        key("ends", Shape::Expression, "`a = b`: elements end where the numbers are the same"),
        key("reversed", Shape::Bool, "The last element stands first"),
        key("size", Shape::Expression, "Bytes that belong to it, or to each element"),
        key("when", Shape::Expression, "Present exactly when this is not zero"),
        key("is", Shape::Expression, "What it holds: writers compute it, and readers need not"),
        key("value", Shape::Expression, "What it is; it takes no bytes"),
        key("align", Shape::Expression, "Filler leads to a multiple of so many bytes"),
        key("dialect", Shape::Expression, "String that is the name of the dialect"),
        key("operation", Shape::Expression, "String that is the name of the operation"),
        key("table", Shape::Name, "Table whose next entry it is, or each element"),
    ],
    shared: PART,
};

static PACKED_PART: KindSpec = KindSpec {
    name: "part",
    doc: "Bits of a packed field",
    head: Some("name"),
    own: &[
        required("name", Shape::Name, "The name"),
        key("bits", Shape::Natural, "Number of bits; the last part takes those that are left"),
        key("type", Shape::Type, "The type; by default `bool` for one bit, else an integer"),
        key("default", Shape::Literal, "Value in versions that lack the part"),
        key("reject", Shape::List(&Shape::Int), "Values that are refused"),
        key("spelled", Shape::List(&Shape::Map(&SPELLED)), "Values that listings spell as a text"),
        key("nonempty", Shape::Bool, "The string it refers to must not be empty"),
    ],
    shared: PART,
};

static PORT: KindSpec = KindSpec {
    name: "operand or result",
    doc: "An operand or result of an operation",
    head: Some("name"),
    own: &[
        required("name", Shape::Name, "The name"),
        required("type", Shape::Text, "A constraint or a set of types"),
        key("variadic", Shape::Bool, "Any number of values"),
        key("optional", Shape::Bool, "One value or none"),
        key("bit", Shape::Natural, "Flag bit that tells of an optional operand"),
    ],
    shared: PART,
};

static REGION: KindSpec = KindSpec {
    name: "region",
    doc: "A region of an operation",
    head: Some("name"),
    own: &[
        required("name", Shape::Name, "The name"),
        key("may_be_empty", Shape::Bool, "It may have no block; otherwise one at least"),
    ],
    shared: PART,
};

static ITEMS: [KindSpec; 18] = [
    KindSpec {
        name: "format",
        doc: "The format itself: its versions and conventions",
        head: Some("format"),
        own: &[
            required("format", Shape::Name, "The format's name"),
            key("title", Shape::Text, "Title of the documentation"),
            key("magic", Shape::Hex, "First bytes of a file"),
            key(
                "varint",
                Shape::OneOf(&["leb128", "bounded_leb128", "prefix"]),
                "What `varint` means",
            ),
            key("pad", Shape::Int, "Filler byte of every alignment"),
            required("versions", Shape::List(&Shape::Map(&VERSION)), "Versions, oldest first"),
            key(
                "features",
                Shape::List(&Shape::Map(&FEATURE)),
                "Features that a file may announce",
            ),
            key("releases", Shape::Map(&RELEASES), "Releases of the producer"),
            key("sections", Shape::Map(&SECTIONS), "The first byte of a section header"),
            key("header", Shape::Map(&HEADER), "What follows the first bytes of a file"),
            key("operations", Shape::Map(&OPERATIONS), "How an operation stands on the wire"),
            key(
                "segment_sizes",
                Shape::Map(&SEGMENT_SIZES),
                "Where sizes of segments stand among the properties of an operation",
            ),
        ],
        shared: &[&DOC],
    },
    KindSpec {
        name: "table",
        doc: "An index space",
        head: Some("table"),
        own: &[
            required("table", Shape::Name, "The table's name"),
            key(
                "holds",
                Shape::OneOf(&["strings", "attributes"]),
                "What the language refers to in it",
            ),
        ],
        shared: PART,
    },
    KindSpec {
        name: "codec",
        doc: "A hand-written codec, for what the language cannot say",
        head: Some("codec"),
        own: &[
            required("codec", Shape::Name, "The codec's name"),
            required("value", Shape::Text, "Rust type of the value"),
            key("borrowed", Shape::Bool, "What is read is borrowed from the input"),
            key("derived", Shape::Bool, "The type reads and writes itself: its codec is derived"),
            key("args", Shape::List(&Shape::Name), "Types of the earlier fields it is given"),
        ],
        shared: PART,
    },
    KindSpec {
        name: "enum",
        doc: "Named numbers",
        head: Some("enum"),
        own: &[
            required("enum", Shape::Name, "The enum's name"),
            required("wire", Shape::Type, "Type of the number on the wire"),
            required("members", Shape::List(&Shape::Map(&MEMBER)), "The members"),
            key(
                "reserved",
                Shape::List(&Shape::Map(&RESERVED_VALUE)),
                "Numbers that no member may have",
            ),
        ],
        shared: OF_DIALECT,
    },
    KindSpec {
        name: "record",
        doc: "Fields in order",
        head: Some("record"),
        own: &[
            required("record", Shape::Name, "The record's name"),
            key("fields", Shape::List(&Shape::Map(&FIELD)), "Fields in wire order"),
        ],
        shared: OF_DIALECT,
    },
    KindSpec {
        name: "union",
        doc: "A tag and one of several layouts",
        head: Some("union"),
        own: &[
            required("union", Shape::Name, "The union's name"),
            required("tag", Shape::Type, "Type of the tag on the wire"),
            key("unknown", Shape::OneOf(&["error", "opaque"]), "What an unknown tag is"),
            key("traits", Shape::List(&Shape::Name), "Facts that variants may state"),
            key("dialect", Shape::Name, "Dialect whose entries these are, spelled as in the file"),
            key("entries", Shape::Name, "Table that these are entries of"),
            key(
                "reserved",
                Shape::List(&Shape::Map(&RESERVED_TAG)),
                "Tags that no variant may have",
            ),
        ],
        shared: ITEM,
    },
    KindSpec {
        name: "variant",
        doc: "One layout of a union",
        head: Some("variant"),
        own: &[
            required("variant", Shape::Name, "The variant's name"),
            required("of", Shape::Name, "The union"),
            required("tag", Shape::Int, "The number on the wire"),
            key("text", Shape::Text, "Spelling in listings"),
            key(
                "nesting",
                Shape::OneOf(&["open", "close"]),
                "What it does to the blocks of a `balanced` sequence that it is an element of",
            ),
            key("traits", Shape::Facts, "Facts about the variant"),
            key(
                "called",
                Shape::Entries(&Shape::Text),
                "What definitions call it, from a release on; before, by the variant's name",
            ),
            key("fields", Shape::List(&Shape::Map(&FIELD)), "Fields in wire order"),
        ],
        shared: ITEM,
    },
    KindSpec {
        name: "layout",
        doc: "Bytes, step by step: run as it stands, and nothing is generated from it",
        head: Some("layout"),
        own: &[
            required("layout", Shape::Name, "The layout's name"),
            key("record", Shape::Name, "Record whose fields come first"),
            key("fields", Shape::List(&Shape::Map(&STEP)), "What follows them, in wire order"),
        ],
        shared: &[&DOC, &LABEL],
    },
    KindSpec {
        name: "section",
        doc: "A part of the file",
        head: Some("section"),
        own: &[
            required("section", Shape::Name, "The section's name"),
            required("id", Shape::Int, "The number in the section header"),
            key("required", Shape::Bool, "Whether every file has it"),
            key("align", Shape::Int, "Its alignment is a multiple of this, in bytes"),
            key("aligned", Shape::OneOf(&["forbidden"]), "The header must not carry an alignment"),
            key("end", Shape::Bool, "It ends the file"),
            key("repeated", Shape::Bool, "A file may have several"),
            key("fields", Shape::List(&Shape::Map(&FIELD)), "Fields in wire order"),
            key(
                "trailing",
                Shape::OneOf(&["ignore", "error"]),
                "What bytes after the last field are",
            ),
            key("layout", Shape::Name, "Layout that the payload has, where fields do not say all"),
        ],
        shared: ITEM,
    },
    KindSpec {
        name: "group",
        doc: "A chapter of operations",
        head: Some("group"),
        own: &[
            required("group", Shape::Name, "The group's name"),
            key("title", Shape::Text, "Title of the chapter"),
        ],
        shared: &[&DOC, &GATE],
    },
    KindSpec {
        name: "constraint",
        doc: "A named set of types for operands and results",
        head: Some("constraint"),
        own: &[
            required("constraint", Shape::Name, "The constraint's name"),
            required("is", Shape::Text, "The set, such as tile<f16|f32>"),
        ],
        shared: &[&DOC, &GATE],
    },
    KindSpec {
        name: "op",
        doc: "An operation",
        head: Some("op"),
        own: &[
            required("op", Shape::Name, "The operation's name"),
            required("opcode", Shape::Int, "The number on the wire"),
            key("group", Shape::Name, "Chapter of the documentation"),
            key("form", Shape::OneOf(&["section"]), "Never an instruction of a body"),
            key("results", Shape::List(&Shape::Map(&PORT)), "Results in order"),
            key("attributes", Shape::List(&Shape::Map(&FIELD)), "Attributes in wire order"),
            key("flags_since", Shape::Version, "First version whose wire has the flags"),
            key("operands", Shape::List(&Shape::Map(&PORT)), "Operands in wire order"),
            key(
                "operand_layout",
                Shape::OneOf(&["fixed", "counted", "segments"]),
                "How operands stand on the wire",
            ),
            key("regions", Shape::List(&Shape::Map(&REGION)), "Regions in order"),
            key("same_type", Shape::List(&Shape::Name), "Values that have one type"),
            key("terminator", Shape::Bool, "It ends a block"),
            key("result_count", Shape::Bool, "The number of results is on the wire"),
        ],
        shared: ITEM,
    },
    KindSpec {
        name: "properties",
        doc: "What the properties of a dialect's operations are on the wire",
        head: Some("properties"),
        own: &[
            required("properties", Shape::Name, "The dialect's name, spelled as in the file"),
            required(
                "operations",
                Shape::Entries(&Shape::Either(&Shape::Layout, &Shape::Entries(&Shape::Layout))),
                "For each operation its layout, or one for each release that changes it",
            ),
        ],
        shared: &[&IN_RELEASES, &DOC],
    },
    KindSpec {
        name: "signatures",
        doc: "What the operations of a dialect have besides properties",
        head: Some("signatures"),
        own: &[
            required("signatures", Shape::Name, "The dialect's name, spelled as in the file"),
            required(
                "operations",
                Shape::Entries(&Shape::Either(
                    &Shape::Signature,
                    &Shape::Entries(&Shape::Signature),
                )),
                "For each operation its signature, or one for each release that changes it",
            ),
            key("summaries", Shape::Entries(&Shape::Text), "What operations do, in one line each"),
        ],
        shared: &[&IN_RELEASES, &DOC],
    },
    KindSpec {
        name: "defaults",
        doc: "Which values properties of a dialect's operations have where they are absent",
        head: Some("defaults"),
        own: &[
            required("defaults", Shape::Name, "The dialect's name, spelled as in the file"),
            required(
                "operations",
                Shape::Entries(&Shape::Either(&Shape::Defaults, &Shape::Entries(&Shape::Defaults))),
                "For each operation its values, or those for each release that changes them",
            ),
        ],
        shared: &[&IN_RELEASES, &DOC],
    },
    KindSpec {
        name: "dialect",
        doc: "What is known of a dialect as a whole",
        head: Some("dialect"),
        own: &[
            required("dialect", Shape::Name, "The dialect's name, spelled as in the file"),
            key("releases", Shape::Map(&DIALECT_RELEASES), "Releases that it has of its own"),
        ],
        shared: &[&DOC],
    },
    KindSpec {
        name: "constant",
        doc: "An attribute or a type that conversions need",
        head: Some("constant"),
        own: &[
            required("constant", Shape::Name, "The constant's name"),
            required("dialect", Shape::Name, "The dialect whose entry it is"),
            required("table", Shape::Name, "The table whose entry it is"),
            required(
                "bytes",
                Shape::Text,
                "Bytes as hexadecimal pairs, and names of constants in braces",
            ),
            key("like", Shape::Text, "What is as good when going down; `{*}` is any reference"),
        ],
        shared: &[&DOC],
    },
    KindSpec {
        name: "conversions",
        doc: "How operations of a dialect change from one release to the next",
        head: Some("conversions"),
        own: &[
            required("conversions", Shape::Name, "The dialect's name, spelled as in the file"),
            required("steps", Shape::List(&Shape::Map(&CONVERSION)), "One step for an operation"),
            key("limits", Shape::List(&Shape::Map(&LIMIT)), "What older operations could not have"),
        ],
        shared: &[&DOC],
    },
];
