//! Exports derived items in the schema language.
//!
//! A derived item has its own description. Every tool that reads a schema therefore works on it too: the documentation, codecs in
//! another crate, `bytespec check`.
//!
//! Types describe fields in the same way as they read them: [`Describe`] gives a type of the schema language, and adds the items that
//! the type needs to the schema.

mod operations;
mod standard;

pub use operations::{Has, Operation, VersionSource};

use crate::error::{Error, ErrorKind, Result};
use crate::wire::Convention;
use bytespec_plan::{Base, Encoding, Vlq};
use std::fmt::Write as _;

/// A type that can be described in the schema language.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be said in a schema",
    note = "derive `BytecodeEnum`, `BytecodeRecord`, `BytecodeAttribute` or `BytecodeType` for it, or implement `bytespec::export::Describe`"
)]
pub trait Describe {
    /// Returns the type, in the schema language, of a field with such a value, and adds the items that it needs to the schema.
    fn describe(schema: &mut Schema) -> String;
}

/// A value that can be the default of a field.
#[diagnostic::on_unimplemented(
    message = "a value of `{Self}` cannot be a default in a schema",
    note = "defaults are numbers, truth values, members of derived enums, `None` and `[]`: make the field an `Option`"
)]
pub trait Literal: Describe {
    /// The value in the schema language.
    fn literal(&self) -> String;
}

/// A tagged choice.
pub trait DescribeEntry {
    /// The union.
    fn union(schema: &mut Schema) -> Union;
}

/// A function that describes a union.
pub type DescribeUnion = fn(&mut Schema) -> Union;

/// A tagged choice, as text.
#[derive(Clone, Debug)]
pub struct Union {
    name: String,
    head: String,
    reserved: String,
    variants: String,
}

impl Union {
    /// A union from its name, its own keys, its reserved numbers and its variants.
    #[must_use]
    pub fn new(name: String, head: &str, reserved: &str, variants: String) -> Self {
        Union { name: free(name), head: head.to_owned(), reserved: reserved.to_owned(), variants }
    }

    /// The text of the item and its variants; `keys` are further lines of the item.
    fn text(&self, keys: &str) -> String {
        let Union { name, head, reserved, variants } = self;
        let mut text = format!("- union: {}\n{keys}{head}", quoted(name));
        if !reserved.is_empty() {
            let _ = write!(text, "  reserved:\n{reserved}");
        }
        text.push_str(&variants.replace('\u{3}', name));
        text
    }
}

/// A schema that is being put together.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// Items by name, in the order in which they were met.
    items: Vec<(String, String)>,
    /// Index spaces that are referred to.
    tables: Vec<&'static str>,
    /// Whether items have the prefix varint, of those that do not leave it to the format.
    varints: Vec<bool>,
}

impl Schema {
    /// Adds an item, unless the schema has it. Returns its name.
    pub fn item(&mut self, name: String, text: impl FnOnce(&mut Schema) -> String) -> String {
        let name = free(name);
        if self.items.iter().all(|(known, _)| *known != name) {
            let at = self.items.len();
            self.items.push((name.clone(), String::new()));
            let text = text(self).replace('\u{4}', &name);
            self.items[at].1 = text;
        }
        name
    }

    /// A reference to an index space. Adds the index space, unless the schema has it.
    pub fn table(&mut self, table: &'static str) -> String {
        if !self.tables.contains(&table) {
            self.tables.push(table);
        }
        format!("ref<{table}>")
    }

    /// Adds a union, unless the schema has it. Returns its name.
    pub fn union(&mut self, name: String, union: DescribeUnion) -> String {
        self.item(name, |schema| union(schema).text(""))
    }

    /// Adds a handwritten codec, unless the schema has it. Returns its name. `arguments` are the types of the fields that it gets.
    pub fn codec(&mut self, name: &str, value: &str, arguments: &[String]) -> String {
        let bare = |ty: &String| match ty.strip_prefix("ref<").and_then(|ty| ty.strip_suffix('>')) {
            Some(table) => table.to_owned(),
            None => ty.clone(),
        };
        let arguments: Vec<_> = arguments.iter().map(bare).collect();
        self.item(free_codec(name), |_| {
            let mut text = format!("- codec: \u{4}\n  value: {}\n", quoted(value));
            let _ = writeln!(text, "  args: [{}]", arguments.join(", "));
            text.push_str("  summary: Written by hand\n");
            text
        })
    }

    /// Adds a record with a value of a handwritten codec, unless the schema has it. Returns its name. A codec alone cannot be an
    /// element of a list.
    pub fn coded(&mut self, name: &str, value: &str) -> String {
        let codec = self.codec(name, value, &[]);
        let name = full_name("Part", std::slice::from_ref(&codec));
        self.record(name, "Part of a field", &[("value", codec, "The part")])
    }

    /// States that an item always uses the prefix varint, or always LEB128, in every format.
    pub fn varint(&mut self, prefix: bool) {
        self.varints.push(prefix);
    }

    /// A type that can be an element of a list: the language has lists of lists through records only.
    fn element(&mut self, ty: String) -> String {
        let head = ty.split(['<', '(']).next().unwrap_or_default();
        if !matches!(head, "list" | "blob" | "flagged" | "optional_ref" | "shifted") {
            return ty;
        }
        let name = full_name("Element", std::slice::from_ref(&ty));
        self.record(name, "Element of a list", &[("value", ty, "The element")])
    }

    /// Adds a record, unless it is there; its name. Fields are names, types and summaries.
    fn record(&mut self, name: String, summary: &str, fields: &[(&str, String, &str)]) -> String {
        self.item(name, |_| {
            let mut text = format!("- record: \"\u{4}\"\n  summary: {summary}\n  fields:\n");
            for (name, ty, summary) in fields {
                let ty = quoted(ty);
                let _ = writeln!(text, "    - {{name: {name}, type: {ty}, summary: {summary}}}");
            }
            text
        })
    }

    /// The type of a list.
    pub fn list(&mut self, element: String) -> String {
        format!("list<{}>", self.element(element))
    }

    /// Adds the record of an array with `len` elements. Returns its name.
    pub fn array(&mut self, len: usize, element: String) -> String {
        let name = full_name("Array", &[len.to_string(), element.clone()]);
        self.parts(name, "Elements of an array", &vec![element; len])
    }

    /// Adds the record of a tuple. Returns its name.
    pub fn tuple(&mut self, parts: &[String]) -> String {
        let name = full_name("Tuple", &[parts.join(" And ")]);
        self.parts(name, "Parts of a tuple", parts)
    }

    fn parts(&mut self, name: String, summary: &str, types: &[String]) -> String {
        let names: Vec<_> = (0..types.len()).map(|at| format!("value{at}")).collect();
        let parts = names.iter().zip(types);
        let fields: Vec<_> =
            parts.map(|(name, ty)| (name.as_str(), ty.clone(), "One of them")).collect();
        self.record(name, summary, &fields)
    }

    /// The text of a record of other records, each in its versions. `keys` are further lines of the item, `newest` is the text of the
    /// newest record, and `versions` are the names, types and bounds of all, without the type of the newest one.
    pub fn by_version(
        &mut self,
        name: &str,
        keys: &str,
        newest: String,
        mut versions: Vec<(&str, String, &str)>,
    ) -> String {
        let newest = self.item(full_name(name, &["now".to_owned()]), |_| newest);
        if let Some((_, ty, _)) = versions.last_mut() {
            *ty = newest;
        }
        let mut text = format!("- record: \"\u{4}\"\n  summary: Another one by version\n{keys}");
        text.push_str("  fields:\n");
        for (name, ty, bounds) in versions {
            let ty = &ty;
            let ty = quoted(ty);
            let _ = writeln!(
                text,
                "    - {{name: {name}, type: {ty}, optional: true{bounds}, summary: What it is in these versions}}"
            );
        }
        text
    }

    /// Adds the record of an optional value with a presence byte. Returns its name.
    pub fn optional(&mut self, of: String) -> String {
        let name = full_name("Optional", std::slice::from_ref(&of));
        self.item(name, |_| {
            let of = quoted(&of);
            format!(
                "- record: \"\u{4}\"\n  summary: An optional value\n  fields:\n    - {{name: is_there, type: presence<u8>, summary: Whether there is one}}\n    - {{name: value, type: {of}, optional: true, present: is_there, summary: The value}}\n"
            )
        })
    }

    /// Adds the record of a number that must not be zero. Returns its name.
    pub fn nonzero(&mut self, number: String) -> String {
        let name = full_name("NonZero", std::slice::from_ref(&number));
        self.item(name, |_| {
            format!(
                "- record: \"\u{4}\"\n  summary: A number that is not zero\n  fields:\n    - {{name: value, type: {number}, reject: [0], summary: The number}}\n"
            )
        })
    }

    /// Adds the enum of a `bool` that is a number. Returns its name.
    pub fn truth(&mut self, number: String) -> String {
        let name = full_name("Truth", std::slice::from_ref(&number));
        self.item(name, |_| {
            format!(
                "- enum: \"\u{4}\"\n  wire: {number}\n  summary: A truth value\n  members:\n    - {{name: is_false, value: 0, summary: It is not so}}\n    - {{name: is_true, value: 1, summary: It is so}}\n"
            )
        })
    }

    /// The type of a map: a list of records.
    pub fn map(&mut self, key: String, value: String) -> String {
        let name = full_name("Entry", &[format!("{key} To {value}")]);
        let fields = [("key", key, "Greater than the key before"), ("value", value, "What it has")];
        let entry = self.record(name, "Entry of a map", &fields);
        self.list(entry)
    }

    fn text(&self, head: &str) -> String {
        let mut text = head.to_owned();
        for table in &self.tables {
            let _ = write!(text, "- table: {table}\n  summary: Index space\n");
        }
        self.items.iter().for_each(|(_, item)| text.push_str(item));
        text
    }

    /// Whether the items agree with the format about varints.
    fn check(&self, prefix: bool) -> Result<()> {
        if self.varints.iter().all(|varint| *varint == prefix) {
            return Ok(());
        }
        let [found, expected] =
            [!prefix, prefix].map(|prefix| if prefix { "PrefixVarInt" } else { "LEB128" });
        let (item, found) = ("the varint of an item".to_owned(), found.to_owned());
        Err(Error::new(ErrorKind::Kind { item, found, expected: expected.into() }))
    }
}

/// Types that are made for every format: no item of a schema has their name.
const MADE: [&str; 6] = ["AttributeId", "Context", "Feature", "Features", "TypeId", "Version"];

/// A name that an item of a schema can have: its own, with a word behind it where something else has that one.
fn free(name: String) -> String {
    if MADE.contains(&name.as_str()) { name + "Item" } else { name }
}

/// A name that a codec can have: its own, with a word behind it where a type of the schema language has that one.
fn free_codec(name: &str) -> String {
    let is_type = Base::of_word(name).is_some()
        || Vlq::named(name).is_some()
        || Encoding::ALL.into_iter().any(|encoding| encoding.word() == name);
    if is_type { format!("{name}_codec") } else { name.to_owned() }
}

/// A text as YAML has it on one line; names and types need no escapes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The name of an item with its parameters.
#[must_use]
pub fn full_name(name: &str, parameters: &[String]) -> String {
    let mut full = name.to_owned();
    for parameter in parameters {
        let words = parameter.split(|c: char| !c.is_ascii_alphanumeric());
        for word in words.filter(|word| !word.is_empty()) {
            let (first, rest) = word.split_at(1);
            full.push_str(&first.to_ascii_uppercase());
            full.push_str(rest);
        }
    }
    full
}

/// Replaces the numbers of types and defaults in a text by the types and defaults.
#[must_use]
pub fn fill(text: &str, types: &[String], defaults: &[String]) -> String {
    let put = |text: &str, mark: char, values: &[String]| {
        let mut filled = String::new();
        for (at, part) in text.split(mark).enumerate() {
            let number = if at % 2 == 1 { part.parse::<usize>().ok() } else { None };
            match number.and_then(|number| values.get(number)) {
                Some(value) => filled.push_str(value),
                None => filled.push_str(part),
            }
        }
        filled
    };
    put(&put(text, '\u{1}', types), '\u{2}', defaults)
}

/// Replaces each marked version in a text by the version before it.
#[must_use]
pub fn fill_versions(text: &str, versions: &[&str]) -> String {
    let version = |(at, part): (usize, &str)| match at % 2 {
        0 => part.to_owned(),
        _ => {
            let at = versions.iter().position(|version| *version == part);
            let before = at.and_then(|at| versions.get(at.checked_sub(1)?));
            // The compiler refuses a version that has none before it.
            before.map_or_else(|| part.to_owned(), |before| (*before).to_owned())
        }
    };
    text.split('\u{5}').enumerate().map(version).collect()
}

/// The schema of a plain format of one item, with all types that the item uses, as YAML.
///
/// `C` is the context that the item is read with. It selects the varint of the format.
///
/// # Errors
/// Items with different varints.
pub fn schema<T: Describe, C: Convention>(format: &str) -> Result<String> {
    let mut schema = Schema::default();
    T::describe(&mut schema);
    let prefix = schema.varints.first().copied().unwrap_or(C::PREFIX);
    schema.check(prefix)?;
    let head = head(format, "A format of one's own", prefix, &["1"]);
    Ok(schema.text(&head))
}

/// The schema of a dialect, as YAML: its entries in each table, all types that they use, and its operations.
///
/// # Errors
/// Items with another varint than the prefix varint.
pub fn entries(
    name: &str,
    summary: &str,
    versions: &[&str],
    tables: [(&'static str, Vec<DescribeUnion>); 2],
    source: VersionSource,
    operations: &[Operation],
) -> Result<String> {
    let mut schema = Schema::default();
    for (table, entries) in tables {
        let mut unions = entries.iter().map(|union| union(&mut schema)).collect::<Vec<_>>();
        if unions.is_empty() {
            continue;
        }
        schema.table(table);
        let keys = format!("  dialect: {}\n  entries: {table}\n", quoted(name));
        let joined = if unions.len() == 1 {
            unions.remove(0)
        } else {
            let full = format!("{}{table}", full_name("", &[name.to_owned()]));
            let variants = unions.iter().map(|union| union.variants.as_str()).collect();
            let reserved: String = unions.iter().map(|union| union.reserved.as_str()).collect();
            let mut head = "  tag: varint\n  unknown: error\n".to_owned();
            let mut traits = unions.iter().flat_map(|union| union.head.lines());
            if let Some(traits) = traits.find(|line| line.starts_with("  traits: ")) {
                let _ = writeln!(head, "{traits}");
            }
            head.push_str("  summary: Entries of the dialect\n");
            Union { name: full, head, reserved, variants }
        };
        let text = joined.text(&keys);
        match schema.items.iter_mut().find(|(name, _)| *name == joined.name) {
            Some((_, item)) => *item = text,
            None => schema.items.push((joined.name, text)),
        }
    }
    schema.check(true)?;
    let (keys, items) =
        operations::items(&mut schema, (name, summary), versions, source, operations);
    let head = head(name, summary, true, versions) + &keys;
    Ok(schema.text(&head) + &items)
}

fn head(name: &str, summary: &str, prefix: bool, versions: &[&str]) -> String {
    let varint = if prefix { "prefix" } else { "leb128" };
    let mut text = format!(
        "- format: {}\n  summary: {}\n  varint: {varint}\n  versions:\n",
        quoted(name),
        quoted(summary)
    );
    for version in versions {
        let _ = writeln!(text, "    - {{version: {0}, summary: {0}}}", quoted(version));
    }
    text
}

/// The number of an entry of an index space.
#[diagnostic::on_unimplemented(
    message = "`Option<{Self}>` cannot be said in a schema",
    note = "derive `BytecodeEnum`, `BytecodeRecord`, `BytecodeAttribute` or `BytecodeType` for it, or implement `bytespec::export::Describe`"
)]
pub trait Reference {
    /// The name of the index space.
    const TABLE: &'static str;
    /// The number, from zero.
    fn number(&self) -> u64;
}

impl<T: Reference> Describe for Option<T> {
    fn describe(schema: &mut Schema) -> String {
        format!("flagged<{}>", schema.table(T::TABLE))
    }
}

impl<T: Reference> Literal for Option<T> {
    fn literal(&self) -> String {
        self.as_ref().map_or_else(|| "none".to_owned(), |id| id.number().to_string())
    }
}
