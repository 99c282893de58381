//! Derived types at random: enums, records and unions that use each other, with the keys for numbers, presence, forms and versions.

mod values;

use crate::mutation::Random;
use std::fmt::Write as _;

/// Versions of a dialect, oldest first.
const VERSIONS: [&str; 3] = ["1.0", "1.1", "2.0"];

/// Names of fields: of what generated code has, keywords, and digits.
const FIELDS: &[&str] = &[
    "a", "value", "cursor", "writer", "cx", "r#type", "r#fn", "tag", "code", "flags", "version",
    "len", "index", "start", "end", "name", "error", "result", "this", "x1", "item", "bytes",
];

/// Names of types, of the standard library and of the runtime; a schema cannot have all of them, such as `Context`.
const TYPES: &[&str] = &[
    "Cursor", "Writer", "Encoder", "Error", "Result", "Reader", "Entry", "Value", "Default",
    "Clone", "Debug", "From", "Describe", "Schema", "Union", "Record", "Item", "Flags", "A", "T1",
    "Context", "Version", "Feature", "Features",
];

const VARIANTS: &[&str] = &[
    "Some", "None", "Ok", "Err", "Vec", "Box", "Option", "String", "A", "Unknown", "Default", "B",
];

const TEXTS: &[&str] = &[
    "Plain.",
    "A `{` and a \"quote\".",
    "*/ //! #[x]",
    "{}{x} \\\\u{1}",
    "```text\n/// a\n/// ```",
];

/// What an item is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Enum,
    Record,
    Union,
}

/// An item that others may hold.
struct Item {
    name: String,
    kind: Kind,
    /// It borrows from the input.
    borrows: bool,
    /// It reaches to the end of the bytes.
    is_open: bool,
    /// It has a parameter.
    generic: bool,
    /// A member that all versions have.
    member: String,
    /// The keys of the versions that have it; none where all have it.
    gate: Vec<String>,
}

struct Generator {
    random: Random,
    /// The items belong to a dialect with versions.
    dialect: bool,
    /// What is made stands in an item or a variant that not all versions have.
    is_gated: bool,
    items: Vec<Item>,
    code: String,
}

/// The type of a field, and what its attribute says of it.
struct Field {
    ty: String,
    keys: Vec<String>,
    /// What stands in the place of a value that is not written.
    default: Option<String>,
    borrows: bool,
    is_open: bool,
}

/// Fields as they are written in a struct.
#[derive(Default)]
struct Fields {
    text: String,
    borrows: bool,
    is_open: bool,
}

impl Fields {
    fn add(&mut self, doc: &str, name: &str, field: Field) {
        let _ = writeln!(self.text, "{doc}{}{name}{},", attribute(&field.keys), field.ty);
        self.borrows |= field.borrows;
        self.is_open |= field.is_open;
    }
}

impl Field {
    /// A field of a type that no attribute says more of.
    fn of(ty: &str, default: Option<&str>) -> Self {
        let (ty, borrows) = (ty.to_owned(), ty.contains('\''));
        let default = default.map(Into::into);
        Field { ty, keys: Vec::new(), default, borrows, is_open: false }
    }

    /// The same in an `Option` or a `Vec`, whose key states how its content is encoded.
    fn within(self, outer: &str) -> Self {
        Field { ty: format!("{outer}<{}>", self.ty), ..self }
    }

    /// It goes through another type.
    fn is_converted(&self) -> bool {
        self.keys.iter().any(|key| key.starts_with("try_from"))
    }

    /// A key states how options in it are encoded.
    fn has_encoding_key(&self) -> bool {
        self.keys.iter().any(|key| ["present", "shifted"].contains(&key.as_str()))
    }
}

impl Item {
    /// A field of this type, with an argument where it has a parameter.
    fn field(&self, argument: &str) -> Field {
        let arguments = parameters(self.borrows, self.generic).replace('P', argument);
        let default = (self.kind == Kind::Enum).then(|| self.member.clone());
        let field = Field::of(&format!("{}{arguments}", self.name), default.as_deref());
        Field { is_open: self.is_open, ..field }
    }
}

/// A module of items, with the constant `ITEMS` that the tests take.
pub(crate) fn module(name: &str, random: Random) -> String {
    let mut generator = Generator {
        random,
        dialect: false,
        is_gated: false,
        items: Vec::new(),
        code: String::new(),
    };
    generator.dialect = generator.chance(2);
    for _ in 0..1 + generator.random.below(4) {
        match generator.random.below(3) {
            0 => generator.enumeration(),
            1 => generator.record(),
            _ => generator.union(),
        }
    }
    generator.record();
    let items = if generator.dialect { generator.entries() } else { generator.plain() };
    let code = generator.code;
    format!(
        "#[deny(warnings, unused, clippy::all)]
#[allow(clippy::vec_box, clippy::box_collection, clippy::redundant_allocation, reason = \"boxes stand anywhere\")]
#[allow(clippy::type_complexity, clippy::large_enum_variant, reason = \"anything stands anywhere\")]
pub(crate) mod {name} {{
    //! Made at random.
    #[allow(unused_imports, reason = \"not all macros and types are used\")]
    use bytespec::{{BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect}};
    #[allow(unused_imports, reason = \"not all tables are used\")]
    use bytespec::mlir::{{AttributeId, StringId, TypeId}};
{code}
    #[allow(unused_imports, reason = \"only a dialect has entries\")]
    use crate::{{Derived, entry, plain}};

    pub(crate) const ITEMS: &[Derived] = &[{items}];
    pub(crate) const SOURCE: &str = {code:?};
}}
"
    )
}

impl Generator {
    /// Whether something happens that happens once in so many times.
    fn chance(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    fn any<'s>(&mut self, words: &[&'s str]) -> &'s str {
        words[self.random.below(words.len())]
    }

    /// A name of a type that is not taken.
    fn name(&mut self) -> String {
        let name = self.any(TYPES).to_owned();
        let taken = self.items.iter().filter(|item| item.name.starts_with(&name)).count();
        if taken == 0 { name } else { format!("{name}N{taken}") }
    }

    fn doc(&mut self) -> String {
        format!("/// {}\n", self.any(TEXTS))
    }

    /// The keys that say from which version on, and up to which, something is there; none for most.
    fn gate(&mut self) -> Vec<String> {
        if !self.dialect || self.is_gated || !self.chance(4) {
            return Vec::new();
        }
        let since = self.random.below(VERSIONS.len());
        let until = since + self.random.below(VERSIONS.len() - since);
        let mut keys = vec![format!("since = \"{}\"", VERSIONS[since])];
        if until + 1 < VERSIONS.len() {
            keys.push(format!("until = \"{}\"", VERSIONS[until]));
        }
        keys
    }

    /// The keys of the versions that have the next item, which are among its others, too; none for most.
    fn gate_of_item(&mut self, keys: &mut Vec<String>) -> Vec<String> {
        let gate = self.gate();
        self.is_gated = !gate.is_empty();
        keys.extend(gate.iter().cloned());
        gate
    }

    /// What every item of the module says.
    fn head(&self) -> Vec<String> {
        if self.dialect { vec!["dialect = Own".to_owned()] } else { Vec::new() }
    }

    fn enumeration(&mut self) {
        let name = self.name();
        let wire = self.any(&["u8", "u16", "u32", "u64", "varint", "varint<u8>", "varint<u32>"]);
        let mut keys = self.head();
        keys.push(format!("wire = \"{wire}\""));
        let gate_of_item = self.gate_of_item(&mut keys);
        let mut numbers: Vec<u64> = Vec::new();
        let most = if wire.ends_with("u8") || wire.ends_with("u8>") { 255 } else { 65_535 };
        let mut members: Vec<String> = Vec::new();
        let mut always = String::new();
        for at in 0..1 + self.random.below(5) {
            let number = self.number(&mut numbers, most);
            let variant = format!("{}{at}", self.any(VARIANTS));
            let mut gate = if at == 0 { Vec::new() } else { self.gate() };
            if self.chance(3) {
                gate.push(format!("name = \"a.{at}\""));
            }
            let doc = self.doc();
            members.push(format!("{doc}{}{variant} = {number},\n", attribute(&gate)));
            if at == 0 {
                always = variant;
            }
        }
        // Rust counts on from the member before: behind the greatest number no other is taken.
        let greatest = (0..numbers.len()).max_by_key(|at| numbers[*at]).map_or(0, |at| at + 1);
        self.gone(&mut keys, &mut numbers, most);
        let mut doc = self.doc();
        if self.chance(3) {
            let (text, variant) = (self.doc(), self.any(VARIANTS));
            members.insert(greatest, format!("{text}#[bytecode(other)]\n{variant}Other(u64),\n"));
            doc += "#[repr(u64)]\n";
        }
        let members = members.concat();
        let _ = writeln!(
            self.code,
            "{doc}#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]\n{}pub(crate) enum {name} {{\n{members}}}",
            attribute(&keys)
        );
        let member = format!("{name}::{always}");
        self.items.push(Item {
            name,
            kind: Kind::Enum,
            borrows: false,
            is_open: false,
            generic: false,
            member,
            gate: gate_of_item,
        });
        self.is_gated = false;
    }

    /// A number that is not taken.
    fn number(&mut self, taken: &mut Vec<u64>, most: u64) -> u64 {
        loop {
            let number = match self.random.below(4) {
                0 => most - self.random.below(3) as u64,
                1 => self.random.below(most as usize) as u64,
                _ => self.random.below(16) as u64,
            };
            if number <= most && !taken.contains(&number) {
                taken.push(number);
                return number;
            }
        }
    }

    /// Numbers that nothing may have.
    fn gone(&mut self, keys: &mut Vec<String>, taken: &mut Vec<u64>, most: u64) {
        if self.chance(3) {
            let number = self.number(taken, most);
            keys.push(format!("reserved({number})"));
        }
        if self.chance(3) {
            let number = self.number(taken, most);
            keys.push(format!("dead({number}, \"what {{it}} \\\"was\\\"\")"));
        }
    }

    /// A struct that another type says how to write.
    fn converted(&mut self) {
        let (name, doc) = (self.name(), self.doc());
        let mut keys = self.head();
        keys.push("try_from = (u8, std::num::NonZeroU16)".to_owned());
        let _ = writeln!(
            self.code,
            "{doc}#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
{}pub(crate) struct {name} {{ one: u8, other: std::num::NonZeroU16 }}
impl ::core::convert::From<(u8, std::num::NonZeroU16)> for {name} {{
    fn from((one, other): (u8, std::num::NonZeroU16)) -> Self {{ {name} {{ one, other }} }}
}}
impl ::core::convert::From<{name}> for (u8, std::num::NonZeroU16) {{
    fn from(value: {name}) -> Self {{ (value.one, value.other) }}
}}",
            attribute(&keys)
        );
        self.items.push(Item {
            name,
            kind: Kind::Record,
            borrows: false,
            is_open: false,
            generic: false,
            member: String::new(),
            gate: Vec::new(),
        });
    }

    fn record(&mut self) {
        if self.chance(8) {
            return self.converted();
        }
        let name = self.name();
        let generic = self.chance(4);
        let flags = self.chance(2);
        let mut keys = self.head();
        if flags {
            let wire = self.any(&["u8", "u16", "u32", "varint", "varint<u32>"]);
            keys.push(format!("flags = \"{wire}\""));
        }
        let gate = self.gate_of_item(&mut keys);
        let is_tuple = !flags && self.chance(3);
        let Fields { mut text, borrows, is_open } = match is_tuple {
            true => self.parts(generic, "pub(crate) "),
            false => self.fields(flags, generic, "pub(crate) "),
        };
        let name_of = |name: &str| if is_tuple { String::new() } else { format!("{name}: ") };
        if self.random.below(4) == 0 {
            let _ = writeln!(
                text,
                "/// Not on the wire.\n#[bytecode(skip, default = 7)]\npub(crate) {}u32,",
                name_of("skipped")
            );
        }
        if generic {
            let _ = writeln!(text, "/// A parameter.\npub(crate) {}P,", name_of("parameter"));
        }
        let doc = self.doc();
        let body = if is_tuple { format!("(\n{text});") } else { format!(" {{\n{text}}}") };
        let _ = writeln!(
            self.code,
            "{doc}#[derive(BytecodeRecord, Clone, Debug, PartialEq)]\n{}pub(crate) struct {name}{}{body}",
            attribute(&keys),
            parameters(borrows, generic)
        );
        self.is_gated = false;
        let (kind, member) = (Kind::Record, String::new());
        self.items.push(Item { name, kind, borrows, is_open, generic, member, gate });
    }

    fn union(&mut self) {
        let name = self.name();
        let mut keys = self.head();
        let mut most = 65_535;
        if self.chance(2) {
            let tag = self.any(&["u8", "u16", "varint<u32>", "varint"]);
            keys.push(format!("tag = \"{tag}\""));
            most = if tag == "u8" { 255 } else { most };
        }
        let gate = self.gate_of_item(&mut keys);
        self.variants(name, "BytecodeAttribute", keys, most);
        if let Some(item) = self.items.last_mut() {
            item.gate = gate;
        }
    }

    /// A union with variants.
    fn variants(&mut self, name: String, derive: &str, mut keys: Vec<String>, most: u64) {
        let mut taken = Vec::new();
        let of_item = self.is_gated;
        let mut all = Fields::default();
        for at in 0..1 + self.random.below(4) {
            let code = self.number(&mut taken, most);
            let mut gate = if at == 0 { Vec::new() } else { self.gate() };
            self.is_gated = of_item || !gate.is_empty();
            gate.insert(0, format!("code = {code}"));
            if self.chance(5) {
                gate.push(format!("name = \"Other{at}\""));
            }
            let variant = format!("{}{at}", self.any(VARIANTS));
            let head = self.doc() + &attribute(&gate);
            let (text, fields) = match self.random.below(5) {
                0 => (format!("{head}{variant},"), Fields::default()),
                1 => {
                    let fields = self.parts(false, "");
                    (format!("{head}{variant}(\n{}),", fields.text), fields)
                }
                2 if !self.is_gated => {
                    let other = self.number(&mut taken, most);
                    let held = self.any(&["bool", "Option<u16>", "Option<String>"]);
                    let fields = self.fields(false, false, "");
                    let doc = self.doc();
                    let text = format!(
                        "{doc}#[bytecode(form(code = {code}, with = \"held\"), form(code = {other}, without = \"held\"))]
                        {variant} {{\n/// Whether it is this form.\nheld: {held},\n{}}},",
                        fields.text
                    );
                    (text, fields)
                }
                _ => {
                    let fields = self.fields(false, false, "");
                    (format!("{head}{variant} {{\n{}}},", fields.text), fields)
                }
            };
            let _ = writeln!(all.text, "{text}");
            all.borrows |= fields.borrows;
            all.is_open |= fields.is_open;
        }
        self.is_gated = false;
        if !self.dialect && self.chance(4) {
            let (doc, bytes) = (self.doc(), self.any(&["Vec<u8>", "&'a [u8]", "Box<[u8]>"]));
            let fields = match self.chance(2) {
                true => format!("(u64, {bytes})"),
                false => {
                    format!(" {{\n/// The code.\ncode: u64,\n/// What follows.\nbytes: {bytes} }}")
                }
            };
            let _ = writeln!(all.text, "{doc}#[bytecode(other)]\nRest{fields},");
            all.is_open = true;
            all.borrows |= bytes.starts_with('&');
        }
        self.gone(&mut keys, &mut taken, most);
        let Fields { text, borrows, is_open } = all;
        let doc = self.doc();
        let _ = writeln!(
            self.code,
            "{doc}#[derive({derive}, Clone, Debug, PartialEq)]\n{}pub(crate) enum {name}{} {{\n{text}}}",
            attribute(&keys),
            parameters(borrows, false)
        );
        let (kind, member) = (Kind::Union, String::new());
        let gate = Vec::new();
        self.items.push(Item { name, kind, borrows, is_open, generic: false, member, gate });
    }

    /// Fields without names.
    fn parts(&mut self, generic: bool, visibility: &str) -> Fields {
        let mut fields = Fields::default();
        for _ in 0..self.random.below(3) {
            let (doc, mut field) = (self.doc(), self.value(generic));
            if self.chance(4) && !field.ty.starts_with("Option") && !field.has_encoding_key() {
                field = field.within("Option");
                field.keys.push("present".to_owned());
            }
            fields.add(&doc, visibility, field);
        }
        let doc = self.doc();
        let last = if generic { self.value(true) } else { self.last() };
        fields.add(&doc, visibility, last);
        fields
    }

    /// Fields of a struct or of a variant. Behind those of a struct with a parameter follows another.
    fn fields(&mut self, flags: bool, generic: bool, visibility: &str) -> Fields {
        let mut fields = Fields::default();
        let mut names: Vec<&str> = Vec::new();
        let mut bits: Vec<u64> = Vec::new();
        let mut truths: Vec<&str> = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let name = self.any(FIELDS);
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            let mut field = self.value(generic);
            let condition = match self.random.below(7) {
                // One `Option` is enough.
                _ if field.ty.starts_with("Option") || field.has_encoding_key() => None,
                0 if flags => {
                    let bit = self.number(&mut bits, 7);
                    field = if self.chance(3) {
                        Field::of("bool", None)
                    } else {
                        field.within("Option")
                    };
                    Some(format!("bit = {bit}"))
                }
                1 => {
                    field = field.within("Option");
                    Some("present".to_owned())
                }
                2 if !truths.is_empty() => {
                    let truth = truths[self.random.below(truths.len())].trim_start_matches("r#");
                    field = field.within("Option");
                    Some(format!("{} = \"{truth}\"", self.any(&["when", "unless"])))
                }
                4 if let Some(gated) = self.gated() => {
                    field = gated;
                    None
                }
                3 => {
                    field = Field::of("bool", Some("false"));
                    truths.push(name);
                    None
                }
                _ => None,
            };
            field.keys.extend(condition.clone());
            if let (None, Some(default)) = (condition, field.default.take()) {
                let gate = self.gate();
                if !gate.is_empty() {
                    truths.retain(|truth| *truth != name);
                    field.keys.extend(gate);
                    field.keys.push(format!("default = {default}"));
                }
            }
            if !truths.contains(&name) && self.chance(8) {
                field.keys.push(format!("name = \"other{}\"", names.len()));
            }
            fields.add(&self.doc(), &format!("{visibility}{name}: "), field);
        }
        if !generic && self.chance(4) {
            let (doc, last) = (self.doc(), self.last());
            fields.add(&doc, &format!("{visibility}last: "), last);
        }
        fields
    }

    /// The records and unions of a plain format, each a schema of its own.
    fn plain(&mut self) -> String {
        let items = self.items.iter().filter(|item| item.kind != Kind::Enum);
        let items = items.map(|item| {
            let kind = if item.kind == Kind::Record { "Record" } else { "Union" };
            let ty = item.field("u16").ty.replace("'a", "'_");
            format!("plain!({kind}, {ty}, SOURCE), ")
        });
        items.collect()
    }

    /// A dialect with entries of both tables.
    fn entries(&mut self) -> String {
        let head = self.head();
        let mut entries = ["Attribute", "Type"].map(|table| {
            let mut head = head.clone();
            let gate = self.gate_of_item(&mut head);
            self.variants(format!("{table}Entries"), &format!("Bytecode{table}"), head, 65_535);
            let item = self.items.last_mut().expect("a union");
            item.gate = gate;
            item.field("").ty
        });
        let [attributes, types] = &entries;
        let versions = VERSIONS.map(|version| format!("{version:?}")).join(", ");
        let dialect = format!(
            "/// A dialect.\n#[derive(Dialect)]\n#[bytecode(name = \"own\", versions({versions}), \
             attributes({attributes}), types({types}))]\npub(crate) struct Own;\n"
        );
        self.code.insert_str(0, &dialect);
        entries = entries.map(|ty| ty.replace("'a", "'_"));
        let [attributes, types] = entries;
        format!(
            "entry!(Own, {attributes}, add_attribute_bytes, attribute_bytes, SOURCE), \
             entry!(Own, {types}, add_type_bytes, type_bytes, SOURCE)"
        )
    }
}

fn attribute(keys: &[String]) -> String {
    if keys.is_empty() { String::new() } else { format!("#[bytecode({})]\n", keys.join(", ")) }
}

fn parameters(borrows: bool, generic: bool) -> &'static str {
    match (borrows, generic) {
        (true, true) => "<'a, P>",
        (true, false) => "<'a>",
        (false, true) => "<P>",
        (false, false) => "",
    }
}
