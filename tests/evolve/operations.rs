//! Operations of Tile IR made at random, with every kind of part, and texts made of every kind of piece.

use bytespec_codegen::syntax::{read_and_check, render};
use bytespec_tests::mutate::Random;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Types of attributes.
const ATTRIBUTES: [&str; 16] = [
    "RoundingMode",
    "Signedness",
    "IntegerOverflow",
    "varint<i32>",
    "varint<i64>",
    "u8",
    "unit",
    "bool",
    "ref<String>",
    "ref<Type>",
    "ref<Constant>",
    "list<bool>",
    "list<i32>",
    "Attribute",
    "list<Attribute>",
    "list<NamedAttribute>",
];

/// Sets of types of values.
const SETS: [&str; 8] = [
    "any_tile",
    "int_scalar",
    "float_tile",
    "i32_tile",
    "tensor_view",
    "tile_view",
    "token",
    "any",
];

/// Words and marks that stand between parts.
const LITERALS: [&str; 24] = [
    " ", "", ", ", " : ", " -> ", " by ", " to ", "=", " = ", "(", ")", "[", "]", "<", ">", " of",
    " true", " 4", "x ", " tile", " loc", " // ", "{{", "\\\"",
];

/// A part of an operation.
struct Part {
    name: String,
    kind: Kind,
    /// The type of an attribute, the set of types of values.
    ty: &'static str,
    /// It may be absent, or has a flag.
    optional: bool,
    /// There are any number of values.
    variadic: bool,
    /// A place shows it.
    is_shown: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Operand,
    Result,
    Attribute,
    Region,
}

/// An operation in the making.
struct Operation<'r> {
    random: &'r mut Random,
    parts: Vec<Part>,
}

impl Operation<'_> {
    fn new(random: &mut Random) -> Operation<'_> {
        let mut parts = Vec::new();
        let counts = [
            (Kind::Result, random.below(3)),
            (Kind::Attribute, random.below(4)),
            (Kind::Operand, random.below(4)),
            (Kind::Region, random.below(5) / 3),
        ];
        for (kind, count) in counts {
            for number in 0..count {
                let (letter, types): (_, &[&'static str]) = match kind {
                    Kind::Result => ("r", &SETS),
                    Kind::Attribute => ("a", &ATTRIBUTES),
                    Kind::Operand => ("x", &SETS),
                    Kind::Region => ("g", &[""]),
                };
                let ty = types[random.below(types.len())];
                let optional = matches!(kind, Kind::Attribute | Kind::Operand)
                    && (ty == "unit" || random.below(3) == 0);
                let last = number + 1 == count;
                let variadic = match kind {
                    Kind::Operand => !optional && random.below(3) == 0,
                    Kind::Result => last && random.below(3) == 0,
                    _ => false,
                };
                parts.push(Part {
                    name: format!("{letter}{number}"),
                    kind,
                    ty,
                    optional,
                    variadic,
                    is_shown: false,
                });
            }
        }
        Operation { random, parts }
    }

    fn chance(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    fn one<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.random.below(list.len())]
    }

    /// The name of any part of some kinds.
    fn any(&mut self, kinds: &[Kind]) -> Option<String> {
        let fit: Vec<usize> =
            (0..self.parts.len()).filter(|at| kinds.contains(&self.parts[*at].kind)).collect();
        let at = *self.random.pick(&fit)?;
        Some(self.parts[at].name.clone())
    }

    /// The first part that something holds of and that no other place shows; this one does.
    fn take(&mut self, is_meant: impl Fn(&Part) -> bool) -> Option<String> {
        let part = self.parts.iter_mut().find(|part| !part.is_shown && is_meant(part))?;
        part.is_shown = true;
        Some(part.name.clone())
    }

    /// The piece for the value of a part.
    fn value(&mut self, at: usize) -> String {
        self.parts[at].is_shown = true;
        let Part { name, kind, ty, variadic, .. } = &self.parts[at];
        let (name, kind, ty, variadic) = (name.clone(), *kind, *ty, *variadic);
        match (kind, ty) {
            (Kind::Attribute, "ref<String>") if self.chance(2) => format!("{{symbol {name}}}"),
            (Kind::Attribute, "ref<Constant>") => match self.any(&[Kind::Result]) {
                Some(result) => format!("{{elements {name} {result}}}"),
                None => format!("{{elements {name}}}"),
            },
            (Kind::Attribute, "list<Attribute>") if self.chance(3) => {
                format!("[{{expressions {name}:, }}]")
            }
            (Kind::Attribute, "list<Attribute>") if self.chance(3) => {
                format!("{{dictionary {name}}}")
            }
            (Kind::Attribute, _) if ty.starts_with("list") => match self.random.below(8) {
                0 => format!("{{{name}:{}}}", self.one(&["", " ", ";"])),
                1 => format!("[{{{name}:,}}]"),
                2 => format!("({{{name}:, }})"),
                3 => format!("[{{{name}:, }}]"),
                _ => format!("<{{{name}:, }}>"),
            },
            (Kind::Region, _) => self.region(&name),
            (Kind::Operand, _) if variadic && self.chance(3) => match self.any(&[Kind::Result]) {
                Some(result) => {
                    format!(
                        "[{{mixed {result}.{} {name}}}]",
                        self.one(&["shape", "strides", "odd"])
                    )
                }
                None => format!("{{{name}}}"),
            },
            _ => format!("{{{name}}}"),
        }
    }

    /// The piece for a region and its arguments.
    fn region(&mut self, name: &str) -> String {
        let mut head = String::new();
        if self.chance(3) {
            head = format!("({{parameters {name}}}) ");
        } else {
            let mut first = 0;
            if let Some(operand) = self.any(&[Kind::Operand]).filter(|_| self.chance(2)) {
                head += &format!("{{argument {name} 0 {operand}}} ");
                first = self.random.below(6).min(1);
            }
            let is_variadic = |part: &Part| part.kind == Kind::Operand && part.variadic;
            if let Some(operands) = self.take(is_variadic) {
                head += &format!("({{assigned {name} {first} {operands}}}) ");
            }
        }
        format!("{head}{{{name}}}")
    }

    /// The piece for the types of a part.
    fn types(&mut self, at: usize) -> String {
        let Part { name, kind, .. } = &self.parts[at];
        let (name, kind) = (name.clone(), *kind);
        let word = match kind {
            Kind::Result => self.one(&[
                "type",
                "type",
                "type",
                "types",
                "first_type",
                "full_type",
                "full_results",
            ]),
            _ => self.one(&["type", "type", "types", "first_type", "full_type"]),
        };
        match self.any(&[Kind::Operand]).filter(|_| word == "first_type" && kind == Kind::Operand) {
            Some(other) => format!("{{first_type {name} {other}}}"),
            None => format!("{{{word} {name}}}"),
        }
    }

    fn literal(&mut self) -> &'static str {
        match self.random.below(8) {
            0 => LITERALS[self.random.below(LITERALS.len())],
            _ => self.one(&[" ", ", ", " by ", " of "]),
        }
    }

    /// A piece that is printed only if its part is present.
    fn conditional(&mut self, at: usize, what: &str) -> String {
        let Part { name, kind, ty, optional, variadic, .. } = &self.parts[at];
        let (name, kind, ty) = (name.clone(), *kind, *ty);
        let (optional, variadic) = (*optional, *variadic);
        let literal = self.literal();
        let condition = match self.random.below(24) {
            0 => self.any(&[Kind::Operand, Kind::Attribute, Kind::Result, Kind::Region]),
            1 => None,
            2 => self.any(&[Kind::Operand, Kind::Attribute]).map(|other| {
                let word = self.one(&["or", "and", "or not"]);
                format!("{name} {word} {other}")
            }),
            3 => Some(format!("not {name}")),
            _ if ty == "RoundingMode" && !optional => Some(format!("{name}!=nearest_even")),
            _ if optional || variadic || self.chance(12) => Some(name),
            _ => None,
        };
        let is_condition_only =
            kind == Kind::Attribute && matches!(ty, "unit" | "bool") && self.chance(2);
        match condition {
            Some(condition) if is_condition_only => format!("{{?{condition}|{literal}}}"),
            Some(condition) => {
                let what = what.replace("}}", "{'}'}");
                format!("{{?{condition}|{literal}{what}}}")
            }
            None => format!("{literal}{what}"),
        }
    }

    fn text(&mut self, word: &str) -> String {
        let mut places: Vec<usize> = (0..self.parts.len()).collect();
        for at in (1..places.len()).rev() {
            let other = match self.chance(2) {
                true => self.random.below(at + 1),
                false => at,
            };
            places.swap(at, other);
        }
        let mut pieces = Vec::new();
        for at in places.iter().copied() {
            if self.parts[at].kind != Kind::Result && !self.parts[at].is_shown {
                let what = self.value(at);
                pieces.push(self.conditional(at, &what));
            }
        }
        let mut separator = " : ";
        for at in places {
            let types = match self.parts[at].kind {
                Kind::Result => !self.chance(6),
                Kind::Operand => self.chance(3),
                _ => false,
            };
            if types {
                let what = std::mem::replace(&mut separator, ", ").to_owned() + &self.types(at);
                let alone = self.parts[at].kind == Kind::Result && !self.chance(5);
                let what = if alone { what } else { self.conditional(at, &what) };
                let place =
                    if self.chance(5) { self.random.below(pieces.len() + 1) } else { pieces.len() };
                pieces.insert(place, what);
            }
        }
        if pieces.len() > 1 && self.chance(6) {
            let from = self.random.below(pieces.len() - 1);
            let groups = pieces[from..from + 2].concat();
            if pieces[from..from + 2].iter().all(|text| text.starts_with("{?")) {
                pieces.splice(from..from + 2, [format!("{{*|{groups}}}")]);
            }
        }
        if self.chance(8) {
            let place = self.random.below(pieces.len() + 1);
            pieces.insert(place, self.one(&["{line}", "{,}"]).to_owned());
        }
        format!("{word}{}", pieces.concat())
    }

    /// The operation as a schema has it, and its text.
    fn yaml(&mut self, name: &str, opcode: u64) -> String {
        let text = self.text(name);
        let mut lines = vec![
            format!("- op: {name}"),
            format!("  opcode: {opcode}"),
            "  group: float".to_owned(),
            "  since: \"13.1\"".to_owned(),
            "  summary: Made at random".to_owned(),
            format!("  text: \"{text}\""),
        ];
        let mut bit = 0;
        for (kind, key) in [
            (Kind::Result, "results"),
            (Kind::Attribute, "attributes"),
            (Kind::Operand, "operands"),
            (Kind::Region, "regions"),
        ] {
            let of_kind: Vec<&Part> = self.parts.iter().filter(|part| part.kind == kind).collect();
            if !of_kind.is_empty() {
                lines.push(format!("  {key}:"));
            }
            for part in of_kind {
                let mut line = format!("    - {{name: {}", part.name);
                if !part.ty.is_empty() {
                    line += &format!(", type: {}", part.ty);
                }
                if part.optional {
                    if part.ty != "unit" {
                        line += ", optional: true";
                    }
                    line += &format!(", bit: {bit}");
                    bit += 1;
                }
                if part.variadic {
                    line += ", variadic: true";
                }
                lines.push(line + ", summary: A part}");
            }
            if kind == Kind::Operand && self.parts.iter().any(|part| part.kind == Kind::Operand) {
                lines.push("  operand_layout: segments".to_owned());
            }
        }
        let is_value = |part: &&Part| matches!(part.kind, Kind::Operand | Kind::Result);
        let values: Vec<&Part> = self.parts.iter().filter(is_value).collect();
        let same = values.iter().enumerate().find_map(|(at, part)| {
            let is_same = |other: &&&Part| other.ty == part.ty && other.variadic == part.variadic;
            values[at + 1..].iter().find(is_same).map(|other| (&part.name, &other.name))
        });
        if let Some((one, other)) = same.filter(|_| self.random.below(2) == 0) {
            lines.push(format!("  same_type: [{one}, {other}]"));
        }
        lines.join("\n") + "\n"
    }
}

/// Operations that `check` accepts beside those of a schema, of `count` that are made from a seed on: a file each.
pub(super) fn accepted(
    schema: &[(PathBuf, String)],
    opcodes: &BTreeSet<u64>,
    seed: u64,
    count: u64,
) -> Vec<(PathBuf, String)> {
    let free = (0x80..).filter(|opcode| !opcodes.contains(opcode));
    let made = (seed..seed + count).zip(free).map(|(seed, opcode)| {
        let name = format!("random_{seed}");
        let text = Operation::new(&mut Random::new(seed)).yaml(&name, opcode);
        (PathBuf::from(format!("schema/tile_ir/ops/{name}.yaml")), text)
    });
    let mut made: Vec<(PathBuf, String)> = made.collect();
    loop {
        let (_, sources, found) = read_and_check([schema, &made].concat());
        if found.is_empty() {
            return made;
        }
        let labels = found.iter().flat_map(|finding| &finding.labels);
        let files =
            labels.filter_map(|(span, _)| sources.place(*span)).map(|(file, _)| sources.path(file));
        let wrong: BTreeSet<&Path> = files.collect();
        let before = made.len();
        made.retain(|(path, _)| !wrong.contains(&**path));
        assert!(made.len() < before, "{}", render(&found, &sources, false));
    }
}
