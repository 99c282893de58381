//! The rules that a schema is held to: what each asks, and an example of it.

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, which findings have.
    pub name: &'static str,
    /// What it asks of a schema, in Markdown: one sentence without a full stop.
    pub asks: &'static str,
    /// How bad it is to break it.
    pub severity: Severity,
    /// A schema with lines that break the rule and others that keep it; none for a rule of what no other one finds.
    example: Option<&'static str>,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The schema cannot be used.
    Error,
    /// The schema can be used, but is hardly meant so.
    Warning,
}

impl Severity {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// Which of two schemas a line of an example is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Both.
    Both,
    /// The one that breaks the rule.
    Wrong,
    /// The one that keeps it.
    Right,
}

impl Side {
    /// What stands in front of the line where both schemas are shown as one text.
    #[must_use]
    pub fn mark(self) -> char {
        match self {
            Side::Both => ' ',
            Side::Wrong => '-',
            Side::Right => '+',
        }
    }
}

impl Rule {
    /// The lines of its example; none for a rule without one.
    pub fn example(&self) -> impl Iterator<Item = (Side, &'static str)> {
        self.example.unwrap_or_default().lines().map(|line| {
            let marked = |mark| line.strip_suffix(mark);
            match (marked("  # wrong"), marked("  # right")) {
                (Some(line), _) => (Side::Wrong, line),
                (_, Some(line)) => (Side::Right, line),
                _ => (Side::Both, line),
            }
        })
    }

    /// The schema of its example that breaks it, or the one that keeps it.
    #[must_use]
    pub fn schema(&self, side: Side) -> String {
        let lines = self.example().filter(|(of, _)| [Side::Both, side].contains(of));
        lines.flat_map(|(_, line)| [line, "\n"]).collect()
    }
}

/// The rule of a name.
#[must_use]
pub fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

macro_rules! rules {
    ($($severity:ident { $($name:literal: $asks:literal,)* })*) => {
        /// All rules: those of texts first, and then in the order of the chapter on the language.
        pub const RULES: &[Rule] = &[
            $($(Rule {
                name: $name,
                asks: $asks,
                severity: Severity::$severity,
                example: Some(include_str!(concat!("rules/", $name, ".yaml"))),
            },)*)*
            Rule {
                name: "plan",
                asks: "a plan can be made of the schema; where no other rule says so, this one does",
                severity: Severity::Error,
                example: None,
            },
        ];
    };
}

rules! {
    Error {
        "yaml-syntax": "a file is YAML",
        "unknown-item": "the first key of an item is a kind of item that there is",
        "unknown-key": "a mapping has no other keys than its kind has",
        "duplicate-key": "a mapping has each key once",
        "wrong-shape": "a value is what its key takes: a text, a number, a list, a mapping, or one of some words",
        "unquoted-version": "a version is a text: YAML takes `13.10` for the number 13.1",
        "type-syntax": "the text of a type can be read",
        "expression-syntax": "the text of an expression can be read",
        "layout-syntax": "the text of a layout of properties can be read",
        "signature-syntax": "the text of a signature can be read",
        "defaults-syntax": "the text of default values can be read",
        "versions": "there is one format, and its versions are dotted numbers, each declared once, in ascending order",
        "version-declared": "a version or feature that is named is declared, and nothing ends before it begins",
        "releases": "the releases of the producer stand in order, and each that is named is declared",
        "named-item": "what something is made of is in every file that has it",
        "gate": "what tells of a field is wherever the field is, and what something is made of has one meaning there: flags stand before what they tell of, and a field that other bytes depend on does not come and go alone; an enum that must be there has a member in each version",
        "duplicate-number": "no number stands for two things in one version",
        "duplicate-name": "no name stands for two things, in the schema or in the Rust made from it",
        "made-name": "no two names that are made of the schema's meet in generated code",
        "reserved-name": "every name can be a name in Rust, and none is that of what is made beside it",
        "reserved-number": "what is reserved is not in use",
        "unknown-type": "every name that is used is declared",
        "type-shape": "types are put together as the language allows: what reaches to the end stands last, and elements take a byte",
        "recursion": "no record contains itself without a list, an option or a union in between, and no more than 100 types lie in each other: Rust's compiler follows them no further",
        "no-value": "every union has a value in each version that has it: some variant is there, and what it holds has a value, too; so has every record with elements that are counted and never none",
        "late-field-needs-default": "a part that some versions lack has a value there",
        "default-fits": "a default is a value of the field's type in every version that has the field",
        "number-range": "every number fits where it is written",
        "packed": "the parts of a packed field share out its bits, and the last one takes what is left",
        "flag-bits": "each bit has one meaning, lies in the flags, and never moves",
        "presence": "in every version exactly one thing tells whether an optional field is there; the version does where the field is in some versions only and nothing else tells of it",
        "operand-layout": "the layout of operands can carry those that the operation has",
        "operation-parts": "each part of an operation stands on the wire once, behind what it needs: the opcode first, flags before what they tell of, counts before what they count; a part that some operation has is among them",
        "text-template": "the text of a variant can be filled from its fields",
        "text-clash": "the text of a variant can be read back as the same value: it says every field, something stands between two values, where a list ends can be told, and no other variant of the union can have the same text (`a{x}` beside `a1`)",
        "trait-values": "the values of a trait are of one kind: numbers from 0 to 2^64 - 1, texts, or truth values",
        "spelling": "what stands in a text in the place of a number, or is left out, fits the field",
        "operation-text": "the text of an operation can be printed and read",
        "run-only": "generated code holds nothing that is run only, and a field that is run only says what its type needs and nothing that has no meaning beside that",
        "extent": "the types of what is run only say where they end: `rest`, `bytes` and `count: rest` stand last, elements take a byte, and nothing is of its own type at once",
        "expression": "an expression asks only for what has been read, of something that has a number: a list is counted and not compared, `index` stands inside elements, and one name means one thing",
        "sections": "the sections that a file may have make sense together",
        "file": "what a file is is said once, as `file` or as `header` and `sections`, and its byte order is known where numbers stand",
        "entries": "a table has one union for each dialect, under names that can stand in Rust",
        "kinds": "the kinds that a reference names are variants of entries or traits that one of them states, and only fields of entries that are references have them",
        "property-layout": "a layout of properties says what the language knows, once for each operation and release",
        "signature": "a signature says what the language knows, once for each operation and release",
        "defaults": "a default value is that of a property that the operation has in some release, said once",
        "conversions": "constants refer to constants, and steps to operations and releases that are there",
        "examples": "examples are bytes, of a version that has the item",
        "host": "only a format with a host has codecs by hand and looks into strings",
        "missing-documentation": "everything with a name says what it is, in one line",
        "required-key": "an item has all keys that it cannot do without",
    }
    Warning {
        "unused": "every codec, constraint and group is used by something",
        "opcode-gap": "the opcodes of operations leave out no number; several gaps are how a format numbers",
        "like-neighbours": "an operation has a `text` and a `group` where all others have one",
        "name-style": "a name is in the style of those beside it, such as snake_case, where these agree",
        "lone-since": "a version has several things that are new in it, as every other version has; the newest one may still grow",
    }
}
