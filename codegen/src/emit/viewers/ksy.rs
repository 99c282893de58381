//! A layout in the language of Kaitai Struct.

use super::ksy_numbers::{BEHIND, GROUPS, behind, unknown, vlq};
use super::language::Language;
use super::layout::{Expr, Filler, Kind, Layout, Member, Number, Repeat, Type, What};
use super::names::Names;
use bytespec_plan::{Coding, Digits, Encoding, Sign, Vlq, bits_of};
use std::fmt::Write as _;

/// Prints a layout.
pub(super) fn print(layout: &Layout) -> String {
    let mut names = Names::with(layout.types.iter().map(|ty| &ty.name));
    let rest = names.give("rest");
    let mut printer = Printer { layout, text: String::new(), names, rest, decoded: Vec::new() };
    printer.head();
    if !layout.file.is_empty() {
        let file = Type { members: layout.file.clone(), ..Type::default() };
        printer.members(&file, 0);
    }
    printer.line(0, "types:");
    for ty in &layout.types {
        printer.ty(ty);
    }
    printer.rest();
    printer.decoders();
    printer.enums();
    printer.text
}

struct Printer<'l> {
    layout: &'l Layout,
    text: String,
    names: Names,
    /// The name of the type for all remaining bytes.
    rest: String,
    /// The integers that types decode, with the names of those types.
    decoded: Vec<(Number, String)>,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, line: impl AsRef<str>) {
        let _ = writeln!(self.text, "{:1$}{2}", "", depth * 2, line.as_ref());
    }

    /// Prints a key with a text as a YAML scalar.
    fn key(&mut self, depth: usize, key: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            self.line(depth, format!("{key}: {}", scalar(value)));
        }
    }

    fn head(&mut self) {
        self.line(0, "# Made from the schema of the format by `bytespec export --to ksy`.");
        self.line(0, "meta:");
        let layout = self.layout;
        self.key(1, "id", &super::names::plain(&layout.name));
        self.key(1, "title", &layout.title);
        self.line(1, "ks-version: 0.11");
        self.key(0, "doc", &layout.summary);
    }

    fn ty(&mut self, ty: &Type) {
        let has_members = ty.members.iter().any(|member| !matches!(member.what, What::Nothing));
        let is_empty = ty.about.is_empty() && ty.params.is_empty() && !has_members;
        self.line(1, format!("{}:{}", ty.name, if is_empty { " {}" } else { "" }));
        self.key(2, "doc", &ty.about);
        if !ty.params.is_empty() {
            self.line(2, "params:");
            for param in &ty.params {
                self.line(3, format!("- id: {param}"));
                self.line(4, "type: u8");
            }
        }
        self.members(ty, 2);
    }

    fn members(&mut self, ty: &Type, depth: usize) {
        let is_file = depth == 0;
        let (values, stored): (Vec<&Member>, Vec<&Member>) = ty
            .members
            .iter()
            .partition(|member| member.at.is_some() || matches!(member.what, What::Value(..)));
        let magic = if is_file { &*self.layout.magic } else { &[] };
        let has_bytes = stored.iter().any(|member| !matches!(member.what, What::Nothing));
        if has_bytes || !magic.is_empty() {
            self.line(depth, "seq:");
        }
        if !magic.is_empty() {
            let bytes: Vec<String> = magic.iter().map(|byte| format!("{byte:#04x}")).collect();
            self.line(depth + 1, "- id: magic");
            self.line(depth + 2, format!("contents: [{}]", bytes.join(", ")));
        }
        for member in stored {
            self.stored(member, depth + 1);
        }
        let version = self.layout.version.as_ref().filter(|_| is_file);
        if values.is_empty() && version.is_none() {
            return;
        }
        self.line(depth, "instances:");
        if let Some(version) = version {
            self.line(depth + 1, "version:");
            self.key(depth + 2, "value", &OWN.whole(version));
        }
        for member in values {
            self.note(member, depth + 1);
            self.line(depth + 1, format!("{}:", member.name));
            let What::Value(value, names) = &member.what else {
                self.line(depth + 2, "io: _root._io");
                if let Some(at) = &member.at {
                    self.key(depth + 2, "pos", &OWN.whole(at));
                }
                self.content(member, depth + 2);
                continue;
            };
            self.key(depth + 2, "value", &OWN.whole(value));
            self.names_of(depth + 2, *names);
            self.common(member, depth + 2);
        }
    }

    /// Prints the keys that every member may have.
    fn common(&mut self, member: &Member, depth: usize) {
        if let Some(when) = &member.when {
            self.key(depth, "if", &OWN.whole(when));
        }
        self.key(depth, "doc", &member.about);
    }

    fn names_of(&mut self, depth: usize, names: Option<usize>) {
        if let Some(names) = names.and_then(|names| self.layout.enums.get(names)) {
            self.key(depth, "enum", &names.name);
        }
    }

    fn stored(&mut self, member: &Member, depth: usize) {
        self.note(member, depth);
        if matches!(member.what, What::Nothing) {
            return;
        }
        self.line(depth, format!("- id: {}", member.name));
        self.content(member, depth + 1);
    }

    fn repeat(&mut self, depth: usize, repeat: &Repeat) {
        match repeat {
            Repeat::Once => {}
            Repeat::Count(count) => {
                self.line(depth, "repeat: expr");
                self.key(depth, "repeat-expr", &OWN.whole(count));
            }
            Repeat::End => self.line(depth, "repeat: eos"),
            Repeat::Until(last) => {
                self.line(depth, "repeat: until");
                self.key(depth, "repeat-until", &ELEMENT.whole(last));
            }
        }
    }

    fn note(&mut self, member: &Member, depth: usize) {
        if !member.note.is_empty() {
            self.line(depth, format!("# {}", member.note));
        }
    }

    /// What stands below the name of a member that has bytes.
    fn content(&mut self, member: &Member, depth: usize) {
        match &member.what {
            What::Number(number, names) => {
                let ty = self.number(*number);
                self.key(depth, "type", &ty);
                self.names_of(depth, names.filter(|_| number.is_native()));
            }
            What::Either(test, then, otherwise) => {
                self.line(depth, "type:");
                let test = format!("{} ? 1 : 0", OWN.expr(test));
                self.key(depth + 1, "switch-on", &test);
                self.line(depth + 1, "cases:");
                for (case, number) in [("1", then), ("0", otherwise)] {
                    let ty = self.number(*number);
                    self.key(depth + 2, case, &ty);
                }
            }
            What::Type(ty, arguments) => {
                let ty = self.call(*ty, arguments);
                self.key(depth, "type", &ty);
            }
            What::Choice { on, cases, is_open } => {
                self.line(depth, "type:");
                self.key(depth + 1, "switch-on", &OWN.whole(on));
                self.line(depth + 1, "cases:");
                for (tag, ty, arguments) in cases {
                    let ty = self.call(*ty, arguments);
                    let tag = match on {
                        Expr::Bytes(_, is_text) => {
                            scalar(&literal(*is_text, &bytespec_plan::short_tag(bits_of(*tag))))
                        }
                        _ => tag.to_string(),
                    };
                    self.key(depth + 2, &tag, &ty);
                }
                if *is_open && member.size.is_none() {
                    let rest = self.rest.clone();
                    self.key(depth + 2, "_", &rest);
                }
            }
            What::Until(byte, encoding) => {
                self.encoding(depth, *encoding);
                self.line(depth, format!("terminator: {byte}"));
            }
            What::Text(encoding) => {
                self.encoding(depth, Some(*encoding));
                if member.size.is_none() {
                    self.line(depth, "size-eos: true");
                }
            }
            What::Transformed(by, key, of) => self.transformed(depth, (by, key.as_ref()), of),
            What::Bytes if member.size.is_none() => self.line(depth, "size-eos: true"),
            // An attribute without bytes: only attributes have checks.
            What::Check => self.line(depth, "size: 0"),
            What::Bytes | What::Nothing | What::Value(..) => {}
        }
        if let Some(size) = &member.size {
            self.key(depth, "size", &OWN.whole(size));
        }
        match member.filler {
            Some(Filler::Of(pad)) => self.line(depth, format!("pad-right: {pad}")),
            Some(Filler::After(marker)) => self.line(depth, format!("terminator: {marker}")),
            None => {}
        }
        self.repeat(depth, &member.repeat);
        self.valid(member, depth);
        self.common(member, depth);
    }

    /// The conditions that a reader checks.
    fn valid(&mut self, member: &Member, depth: usize) {
        let value = match &member.what {
            What::Number(number, _) if !number.is_native() => Some("_.value"),
            What::Number(_, Some(_)) => Some("_.to_i"),
            What::Number(_, None) | What::Either(..) => Some("_"),
            _ => None,
        };
        let equals = member.equals.as_ref().and_then(|equals| match equals {
            Expr::Is(_, is_text, bytes) => Some(("_", literal(*is_text, bytes))),
            equals => Some((value?, OWN.expr(equals))),
        });
        match (equals, &member.valid) {
            (Some(("_", bytes)), None) if matches!(member.equals, Some(Expr::Is(..))) => {
                self.key(depth, "valid", &bytes);
            }
            (None, None) => {}
            (equals, valid) => {
                let test = match (equals, valid) {
                    (Some((value, equals)), Some(valid)) => {
                        format!("{value} == {equals} and {}", OWN.expr(valid))
                    }
                    (Some((value, equals)), None) => format!("{value} == {equals}"),
                    (None, valid) => valid.as_ref().map_or(String::new(), |of| OWN.whole(of)),
                };
                self.line(depth, "valid:");
                self.key(depth + 1, "expr", &test);
            }
        }
    }

    /// Transformed bytes, and the type of the value in them.
    fn transformed(
        &mut self,
        depth: usize,
        (by, key): (&str, Option<&Expr>),
        of: &Option<(usize, Vec<Expr>)>,
    ) {
        if let Some((ty, arguments)) = of {
            let ty = self.call(*ty, arguments);
            self.key(depth, "type", &ty);
        }
        match key {
            Some(key) => self.key(depth, "process", &format!("{by}({})", OWN.whole(key))),
            None => self.key(depth, "process", by),
        }
    }

    /// A text in an encoding.
    fn encoding(&mut self, depth: usize, encoding: Option<Encoding>) {
        let name = match encoding {
            Some(Encoding::Utf8) => "UTF-8",
            Some(Encoding::Ascii) => "ASCII",
            Some(Encoding::Latin1) => "ISO-8859-1",
            Some(Encoding::Utf16Little) => "UTF-16LE",
            Some(Encoding::Utf16Big) => "UTF-16BE",
            // Kaitai Struct has no modified UTF-8, and refuses it as UTF-8.
            Some(Encoding::Mutf8) | None => return,
            Some(Encoding::Utf32Little) => "UTF-32LE",
            Some(Encoding::Utf32Big) => "UTF-32BE",
            Some(Encoding::Cp437) => "IBM437",
            Some(Encoding::Legacy(legacy)) => legacy.label(),
        };
        self.line(depth, "type: str");
        self.line(depth, format!("encoding: {name}"));
    }

    fn call(&self, ty: usize, arguments: &[Expr]) -> String {
        let name = &self.layout.types[ty].name;
        let arguments: Vec<String> = arguments.iter().map(|of| OWN.expr(of)).collect();
        if arguments.is_empty() {
            name.clone()
        } else {
            format!("{name}({})", arguments.join(", "))
        }
    }

    /// The type of an integer.
    fn number(&mut self, number: Number) -> String {
        let Number { coding, bits, sign } = number;
        let (bytes, letter) = (bits / 8, if sign == Sign::Twos { 's' } else { 'u' });
        if number.is_native() {
            let letter = if sign == Sign::Float { 'f' } else { letter };
            let order = match coding {
                _ if bytes == 1 => "",
                Coding::Big => "be",
                _ => "le",
            };
            return format!("{letter}{bytes}{order}");
        }
        let number = number.decoded();
        if let Some((_, name)) = self.decoded.iter().find(|(known, _)| *known == number) {
            return name.clone();
        }
        let coding = match number.coding {
            Coding::Little => format!("bytes{bytes}_le"),
            Coding::Big => format!("bytes{bytes}_be"),
            Coding::Leb128 | Coding::Bounded => "leb128".to_owned(),
            Coding::Prefix => "prefix".to_owned(),
            Coding::Vlq(kind) => kind.word().to_owned(),
            Coding::Digits(of) => format!("{}{}", of.base.word(), of.width),
        };
        let name = match sign {
            Sign::Unsigned | Sign::Float => coding,
            Sign::Twos => format!("{coding}_s{bits}"),
            Sign::Zigzag => format!("{coding}_zigzag"),
            Sign::Extended => format!("{coding}_signed"),
        };
        let name = self.names.give(&name);
        self.decoded.push((number, name.clone()));
        name
    }

    fn rest(&mut self) {
        let rest = self.rest.clone();
        self.line(1, format!("{rest}:"));
        self.line(2, "seq:");
        self.line(3, "- id: bytes");
        self.line(4, "size-eos: true");
    }

    /// The bytes of a varint, up to the one that is the last.
    fn groups(&mut self, last: &str) {
        self.line(3, "- id: groups");
        self.line(4, "type: u1");
        self.line(4, "repeat: until");
        self.line(4, format!("repeat-until: {last}"));
    }

    /// The digits of a number.
    fn digits(&mut self, of: Digits) -> String {
        self.line(3, "- id: digits");
        self.line(4, format!("size: {}", of.width));
        self.encoding(4, Some(Encoding::Ascii));
        // Blanks and zero bytes can be around digits.
        self.line(4, format!("pad-right: {}", of.pad.unwrap_or(b' ')));
        self.line(4, "terminator: 0");
        format!("digits.length == 0 ? 0 : digits.to_i({})", of.base.radix())
    }

    /// The first byte of a varint, and as many as it states.
    fn first_and_more(&mut self) {
        self.line(3, "- id: first");
        self.line(4, "type: u1");
        self.line(3, "- id: more");
        self.line(4, "type: u1");
        self.line(4, "repeat: expr");
        self.line(4, "repeat-expr: behind");
    }

    /// A varint with the highest bits first whose first byte states how many follow.
    fn leading(&mut self, kind: Vlq) -> String {
        self.first_and_more();
        let high = match kind {
            Vlq::Der => "(behind == 0 ? first : 0)",
            Vlq::Ebml => "((first & (127 >> behind)) << (8 * behind))",
            _ => "((first & 63) << (8 * behind))",
        };
        let byte = |at| format!("(behind > {at} ? more[{at}] << (8 * (behind - {})) : 0)", at + 1);
        let bytes = (0..BEHIND).map(byte);
        std::iter::once(high.to_owned()).chain(bytes).collect::<Vec<_>>().join(" + ")
    }

    /// The bytes of a varint whose first byte states how many follow.
    fn prefix(&mut self) -> String {
        self.first_and_more();
        let byte = |at: u32, shift: u32| format!("(behind > {at} ? more[{at}] << {shift} : 0)");
        let all: Vec<String> = (0..BEHIND).map(|at| byte(at, 8 * at)).collect();
        let some: Vec<String> = (0..BEHIND - 1).map(|at| byte(at, 8 * at + 8)).collect();
        let (all, some) = (all.join(" + "), some.join(" + "));
        format!("behind == {BEHIND} ? {all} : (first + {some}) >> (behind + 1)")
    }

    fn decoders(&mut self) {
        for (Number { coding, bits, sign }, name) in std::mem::take(&mut self.decoded) {
            self.line(1, format!("{name}:"));
            self.line(2, "seq:");
            let raw = match coding {
                Coding::Leb128 | Coding::Bounded => {
                    self.groups("(_ & 0x80) == 0");
                    let group = |at: usize| match at {
                        0 => "(groups[0] & 0x7f)".to_owned(),
                        _ => format!(
                            "(groups.size > {at} ? (groups[{at}] & 0x7f) << {} : 0)",
                            7 * at
                        ),
                    };
                    (0..GROUPS).map(group).collect::<Vec<_>>().join(" + ")
                }
                Coding::Vlq(kind) if kind.is_leading() => self.leading(kind),
                Coding::Vlq(kind) => {
                    let end = if kind.marks_end() { "!=" } else { "==" };
                    let last = kind.full().map(|full| format!(" or _index == {}", full - 1));
                    self.groups(&format!("(_ & 0x80) {end} 0{}", last.unwrap_or_default()));
                    vlq(kind)
                }
                Coding::Prefix => self.prefix(),
                Coding::Digits(of) => self.digits(of),
                Coding::Little | Coding::Big => {
                    let bytes = u32::from(bits / 8);
                    self.line(3, "- id: bytes");
                    self.line(4, "type: u1");
                    self.line(4, "repeat: expr");
                    self.line(4, format!("repeat-expr: {bytes}"));
                    let shift =
                        |at| if coding == Coding::Big { 8 * (bytes - 1 - at) } else { 8 * at };
                    let all = (0..bytes).map(|at| format!("(bytes[{at}] << {})", shift(at)));
                    all.collect::<Vec<_>>().join(" + ")
                }
            };
            self.line(2, "instances:");
            if let Some(counts) = behind(coding) {
                self.line(3, "behind:");
                self.key(4, "value", &counts);
            }
            // Digits have their sign in front.
            let is_value = matches!(coding, Coding::Digits(_));
            let sign = if is_value { Sign::Unsigned } else { sign };
            let unknown = unknown(coding);
            if unknown.is_some() || sign != Sign::Unsigned && sign != Sign::Float {
                self.line(3, "raw:");
                self.key(4, "value", &raw);
            }
            self.line(3, "value:");
            let half = 1_u128.wrapping_shl(u32::from(bits).saturating_sub(1));
            let value = match sign {
                _ if let Some(test) = unknown => format!("{test} ? {} : raw", u64::MAX),
                Sign::Unsigned | Sign::Float => raw,
                Sign::Twos => format!("raw >= {half} ? raw - {} : raw", half << 1),
                Sign::Zigzag => "(raw >> 1) ^ -(raw & 1)".to_owned(),
                Sign::Extended => {
                    "(groups.last & 0x40) != 0 ? raw - (1 << (7 * groups.size)) : raw".to_owned()
                }
            };
            self.key(4, "value", &value);
        }
    }

    fn enums(&mut self) {
        if self.layout.enums.is_empty() {
            return;
        }
        self.line(0, "enums:");
        for item in &self.layout.enums {
            self.line(1, format!("{}:", item.name));
            for (number, name) in &item.members {
                self.key(2, &number.to_string(), name);
            }
        }
    }
}

/// A text, or bytes, as expressions have them.
fn literal(is_text: bool, bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if is_text => format!("{text:?}"),
        _ => format!("{bytes:?}"),
    }
}

fn member(name: &str, kind: Kind) -> String {
    match kind {
        Kind::Native | Kind::Truth => name.to_owned(),
        Kind::Decoded => format!("{name}.value"),
        Kind::Named => format!("{name}.to_i"),
    }
}

/// Expressions over the members of a type.
struct Members {
    /// What stands before the name of a member.
    holder: &'static str,
}

/// The members of the current type.
const OWN: Members = Members { holder: "" };

/// The members of the element that was read last.
const ELEMENT: Members = Members { holder: "_." };

impl Language for Members {
    const NOT: &'static str = "not ";
    const AND: &'static str = "and";
    const OR: &'static str = "or";

    fn operand(&self, of: &Expr) -> String {
        match of {
            Expr::Number(number) => number.to_string(),
            Expr::Member(name, kind) => format!("{}{}", self.holder, member(name, *kind)),
            Expr::Param(name) => name.clone(),
            Expr::Header(name, kind) => format!("_root.header.{}", member(name, *kind)),
            Expr::Version => "_root.version".to_owned(),
            Expr::Index => "_index".to_owned(),
            Expr::Length(name) => format!("{}{name}.size", self.holder),
            Expr::Element(name, kind, at) => {
                member(&format!("{}{name}[{}]", self.holder, self.expr(at)), *kind)
            }
            Expr::Left => "(_io.size - _io.pos)".to_owned(),
            Expr::Position => "_io.pos".to_owned(),
            Expr::Bytes(name, _) => format!("{}{name}", self.holder),
            Expr::Constant(bytes) => format!("{bytes:?}"),
            Expr::Is(name, is_text, bytes) => {
                format!("({}{name} == {})", self.holder, literal(*is_text, bytes))
            }
            Expr::Not(_) | Expr::If(_) | Expr::Two(..) => self.expr(of),
        }
    }
}

/// A text as a YAML scalar on one line.
fn scalar(text: &str) -> String {
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '(' | ')' | ' ' | '/' | ',');
    let is_plain = text.chars().all(plain)
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !matches!(
            &*text.to_ascii_lowercase(),
            "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n"
        );
    if is_plain {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "''").replace('\n', " "))
    }
}
