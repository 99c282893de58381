//! The rules for schemas: the requirement of each, and an example.

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, as in findings.
    pub name: &'static str,
    /// The requirement, in Markdown: one sentence without a full stop.
    pub requirement: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// A schema with wrong and right lines; none for the rule that reports what no other rule finds.
    example: Option<&'static str>,
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The schema cannot be used.
    Error,
    /// The schema can be used, but is probably not as intended.
    Warning,
}

impl Severity {
    /// The severity as a word: `error` or `warning`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// The schemas of an example that contain a line: one breaks the rule, the other follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Both.
    Both,
    /// The schema that breaks the rule.
    Wrong,
    /// The schema that follows the rule.
    Right,
}

impl Side {
    /// The character before the line in a text that shows both schemas.
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
    /// The lines of its example; none for a rule without an example.
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

    /// The text of one schema of its example. It is empty for a rule without an example.
    #[must_use]
    pub fn schema(&self, side: Side) -> String {
        let lines = self.example().filter(|(of, _)| [Side::Both, side].contains(of));
        lines.flat_map(|(_, line)| [line, "\n"]).collect()
    }
}

/// The rule with a name.
#[must_use]
pub fn rule(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == name)
}

macro_rules! rules {
    ($($severity:ident { $($name:literal: $requirement:literal,)* })*) => {
        /// All rules: first those about YAML and the syntax of texts, then the others in the order of the schema language's
        /// chapter.
        pub const RULES: &[Rule] = &[
            $($(Rule {
                name: $name,
                requirement: $requirement,
                severity: Severity::$severity,
                example: Some(include_str!(concat!("rules/", $name, ".yaml"))),
            },)*)*
            Rule {
                name: "plan",
                requirement: "the schema can be lowered to a plan; this rule reports what no other rule finds",
                severity: Severity::Error,
                example: None,
            },
        ];
    };
}

rules! {
    Error {
        "yaml-syntax": "a file is valid YAML",
        "unknown-item": "the first key of an item is a known kind of item",
        "unknown-key": "a mapping has only keys of its kind",
        "duplicate-key": "a mapping has each key at most once",
        "wrong-shape": "a value has the type that its key requires: a text, a number, a list, a mapping, or one of a few words",
        "unquoted-version": "a version is a text: YAML reads `13.10` as the number 13.1",
        "type-syntax": "the text of a type can be parsed",
        "expression-syntax": "the text of an expression can be parsed",
        "layout-syntax": "the text of a layout of properties can be parsed",
        "signature-syntax": "the text of a signature can be parsed",
        "defaults-syntax": "the text of default values can be parsed",
        "versions": "there is one format, and its versions are dotted numbers, each declared once, in ascending order",
        "version-declared": "every version and feature that is named is declared, and nothing ends before it begins",
        "releases": "the releases of the producer are in order, and every release that is named is declared",
        "named-item": "an item refers only to items that exist in the same files",
        "gate": "a field that states the presence of another field exists wherever the other exists, and flags precede the fields whose presence they state; an enum in a required field has a member in each version, and a member in a test has one number there; results of an operation depend only on the version",
        "duplicate-number": "no number has two meanings in one version",
        "duplicate-name": "no name has two meanings, in the schema or in the generated Rust",
        "made-name": "no two names that the generator derives from names of the schema are equal",
        "reserved-name": "every name is valid in Rust, and none is the name of other generated code",
        "reserved-number": "reserved numbers are not in use",
        "unknown-type": "every name that is used is declared",
        "type-shape": "types are combined as the language allows: a value that extends to the end of the bytes is last, and every element takes at least one byte",
        "recursion": "no record contains itself without a list, an option or a union in between, and types are nested at most 100 deep, which the Rust compiler supports",
        "no-value": "every union, and every record with elements of itself, has a value in each version in which it exists",
        "late-field-needs-default": "a part that some versions lack has a default for these versions",
        "default-fits": "a default is a value of the field's type in every version that has the field",
        "number-range": "every number fits its place",
        "packed": "the parts of a packed field divide its bits, and the last part takes the remaining bits",
        "flag-bits": "each bit has one meaning, is in the flags, and keeps its position",
        "presence": "in every version, exactly one source states whether an optional field is present; the version does if only some versions have the field and nothing else states its presence",
        "operand-layout": "the layout of operands supports the operands of the operation",
        "operation-parts": "the layout contains each part of an operation once, after the parts that it depends on: the opcode first, flags before the parts whose presence they state, counts before what they count; it contains every part that some operation has",
        "text-template": "the fields of a variant are sufficient for its text",
        "text-clash": "the text of a variant can be parsed as the same value: it contains every field, a separator is between two values, the end of a list can be recognized, and no other variant of the union can have the same text (`a{x}` next to `a1`)",
        "trait-values": "all values of a trait have one kind: numbers from 0 to 2^64 - 1, texts, or truth values",
        "spelling": "a text in place of a number, or an omitted value, fits the field",
        "operation-text": "the text of an operation can be printed and parsed",
        "run-only": "generated code contains no run-only item, and a run-only field states only what its type needs",
        "parameter": "only records have parameters, which precede their other fields, and a field gives its record a number for each",
        "extent": "the types of run-only items determine where they end: `rest`, `bytes` and `count: rest` are last, elements take at least one byte, and no type begins with itself or always contains itself",
        "expression": "an expression refers only to values that have been read and have a number: a list has a count but cannot be compared, `index` is only valid inside elements, a name has one meaning, and a comparison with a text and a `valid` can hold",
        "sections": "the rules for the sections of a file are consistent",
        "file": "the content of a file is stated once, as `file` or as `header` and `sections`, and the byte order of its numbers is known",
        "entries": "a table has one union for each dialect, and the names are valid in Rust",
        "kinds": "the kinds of a reference are variants of entries, or traits that a variant states, and only references in fields of entries have kinds",
        "property-layout": "a layout of properties uses only what the language supports, once for each operation and release",
        "signature": "a signature uses only what the language supports, once for each operation and release",
        "defaults": "a default value belongs to a property that the operation has in some release, and is stated once",
        "conversions": "constants refer to existing constants, and steps to existing operations and releases",
        "examples": "the bytes of an example are those of a value of the item, in a version that has the item",
        "host": "only a format with a host has handwritten codecs and looks up strings",
        "missing-documentation": "every item with a name has a summary of one line",
        "required-key": "an item has all required keys",
    }
    Warning {
        "unused": "every codec, constraint and group is used, and every record and union is in the record of a file, if the format has one",
        "opcode-gap": "the opcodes of operations have no gap; several gaps count as intended",
        "like-neighbours": "an operation has a `text` or a `group` if all other operations have one",
        "name-style": "a name has the style of the names next to it, such as snake_case, if these agree",
        "lone-since": "a version adds several items if all other versions do; the newest version may still grow",
        "signed-difference": "a signed `let` is not the difference of two unsigned numbers, because that is never negative",
    }
}
