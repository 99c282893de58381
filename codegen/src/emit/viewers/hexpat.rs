//! A layout in the pattern language of ImHex.

mod numbers;

use self::numbers::{digits_value, prefix_bytes, print_bytes, return_value, unknown, vlq};
use super::ends::ends;
use super::language::Language;
use super::layout::{Expr, Layout, Member, Number, Repeat, What};
use super::names::Names;
use bytespec_plan::{Coding, Encoding, Sign};
use heck::ToUpperCamelCase as _;
use std::fmt::Write as _;

/// The parameter that contains the end of a type's bytes.
const END: &str = "end";

/// Prints a layout.
pub(super) fn print(layout: &Layout) -> String {
    let names = Names::with(layout.types.iter().map(|ty| &ty.name));
    let mut printer =
        Printer { layout, ends: ends(layout), names, decoded: Vec::new(), open: Vec::new() };
    let mut types = Text::default();
    for at in 0..layout.types.len() {
        printer.ty(at, &mut types);
    }
    let mut file = Text::default();
    printer.file(&mut file);
    let mut head = Text::default();
    head.line(0, "// Made from the schema of the format by `bytespec export --to hexpat`.");
    for text in [&layout.title, &layout.summary] {
        if !text.is_empty() {
            head.line(0, format!("#pragma description {}", one_line(text)));
            break;
        }
    }
    if !layout.magic.is_empty() {
        let bytes: Vec<String> = layout.magic.iter().map(|byte| format!("{byte:02X}")).collect();
        head.line(0, format!("#pragma magic [ {} ] @ 0x00", bytes.join(" ")));
    }
    head.line(0, "#pragma endian little");
    head.line(0, "import std.core;");
    head.line(0, "import std.io;");
    head.line(0, "import std.mem;");
    if let Some(version) = &layout.version {
        head.line(0, "");
        head.line(0, "fn version() {");
        head.line(1, format!("return {};", OWN.whole(version)));
        head.line(0, "};");
    }
    printer.decoders(&mut head);
    head.line(0, "");
    for (at, ty) in layout.types.iter().enumerate() {
        let params = printer.params(at);
        head.line(0, format!("using {}{params};", ty.name.to_upper_camel_case()));
    }
    let Text(mut text) = head;
    text.push_str(&types.0);
    text.push_str(&file.0);
    text
}

/// Lines of output.
#[derive(Debug, Default)]
struct Text(String);

impl Text {
    fn line(&mut self, depth: usize, line: impl AsRef<str>) {
        let _ = writeln!(self.0, "{:1$}{2}", "", depth * 4, line.as_ref());
    }
}

struct Printer<'l> {
    layout: &'l Layout,
    /// Whether each type has one more parameter: the end of its bytes.
    ends: Vec<bool>,
    names: Names,
    /// The integers that types decode, with the names of those types.
    decoded: Vec<(Number, String)>,
    /// Functions that show the named numbers of an enum: the enum's index, the function that decodes a number (empty if there is
    /// none), and the function's own name.
    open: Vec<(usize, String, String)>,
}

impl Printer<'_> {
    /// The parameters of a type, as they are declared.
    fn params(&self, at: usize) -> String {
        let end = self.ends[at].then_some(END);
        let params: Vec<String> = self.layout.types[at]
            .params
            .iter()
            .map(String::as_str)
            .chain(end)
            .map(|name| format!("auto {name}"))
            .collect();
        if params.is_empty() { String::new() } else { format!("<{}>", params.join(", ")) }
    }

    fn call(&self, at: usize, arguments: &[Expr], end: &str) -> String {
        let mut given: Vec<String> = arguments.iter().map(|of| OWN.expr(of)).collect();
        if self.ends[at] {
            given.push(end.to_owned());
        }
        let name = self.layout.types[at].name.to_upper_camel_case();
        if given.is_empty() { name } else { format!("{name}<{}>", given.join(", ")) }
    }

    fn ty(&mut self, at: usize, out: &mut Text) {
        let ty = &self.layout.types[at];
        let mut before = Text::default();
        let mut body = Text::default();
        for member in with_checks_behind(&ty.members) {
            self.member(at, &member, &mut before, &mut body);
        }
        out.0.push_str(&before.0);
        out.line(0, "");
        if !ty.about.is_empty() {
            out.line(0, format!("// {}", one_line(&ty.about)));
        }
        out.line(0, format!("struct {}{} {{", ty.name.to_upper_camel_case(), self.params(at)));
        out.0.push_str(&body.0);
        if let Some(last) = &ty.last {
            out.line(1, format!("if ({}) break;", OWN.whole(last)));
        }
        out.line(0, "};");
    }

    fn member(&mut self, ty: usize, member: &Member, before: &mut Text, out: &mut Text) {
        // The name of a decoded number is shown by the number's own member.
        if matches!(member.what, What::Value(Expr::Member(..), Some(_))) {
            return;
        }
        let about = [&member.about, &member.note];
        for text in about.into_iter().filter(|text| !text.is_empty()) {
            out.line(1, format!("// {}", one_line(text)));
        }
        if matches!(member.what, What::Nothing) {
            return;
        }
        let name = &member.name;
        if let What::Value(value, _) = &member.what {
            let known = if value.is_truth() { "bool" } else { "u64" };
            let absent = if value.is_truth() { "false" } else { "0" };
            let value = match &member.when {
                Some(when) => format!("{} ? {} : {absent}", OWN.expr(when), OWN.expr(value)),
                None => OWN.whole(value),
            };
            out.line(1, format!("{known} {name} = {value} [[export]];"));
            return;
        }
        let depth = match &member.when {
            Some(when) => {
                out.line(1, format!("if ({}) {{", OWN.whole(when)));
                2
            }
            None => 1,
        };
        if let What::Check = member.what {
            checks(member, depth, out);
            if depth == 2 {
                out.line(1, "}");
            }
            return;
        }
        if let Some(at) = &member.at {
            out.line(depth, format!("u64 {name}_back = $;"));
            out.line(depth, format!("$ = {};", OWN.whole(at)));
        }
        let mut end = END.to_owned();
        let is_repeated = member.repeat != Repeat::Once;
        if let Some(size) = &member.size {
            end = format!("{name}_end");
            if !is_repeated && !member.what.is_bytes() {
                out.line(depth, format!("u64 {end} = $ + {};", OWN.expr(size)));
            }
        }
        let array = match &member.repeat {
            Repeat::Once => String::new(),
            Repeat::Count(count) => format!("[{}]", OWN.whole(count)),
            Repeat::End => format!("[while($ < {END})]"),
            // The element itself ends the loop after the last one.
            Repeat::Until(..) => "[while(true)]".to_owned(),
        };
        match (&member.size, is_repeated) {
            // Each element has its own bytes: a separate type holds one element and the end of its bytes.
            (Some(size), true) => {
                let holder = self.holder(ty, member, size, before);
                out.line(depth, format!("{holder} {name}{array};"));
            }
            _ => {
                let text = std::mem::take(out);
                *out = self.one(member, depth, &array, &end, text);
                if member.size.is_some() && !member.what.is_bytes() {
                    out.line(depth, format!("$ = {end};"));
                }
            }
        }
        checks(member, depth, out);
        if member.at.is_some() {
            out.line(depth, format!("$ = {name}_back;"));
        }
        if depth == 2 {
            out.line(1, "}");
        }
    }

    /// Declares a type of one element that has its own bytes, and gives its name with arguments.
    fn holder(&mut self, ty: usize, member: &Member, size: &Expr, out: &mut Text) -> String {
        let name = &member.name;
        let of = &self.layout.types[ty].name;
        let holder = self.names.give(&format!("{of} {name} entry")).to_upper_camel_case();
        let one = Member::new("value", member.what.clone());
        let inner = self.one(&one, 1, "", &format!("{name}_end"), Text::default());
        let params = self.params(ty);
        out.line(0, "");
        out.line(0, format!("struct {holder}{params} {{"));
        out.line(1, format!("u64 {name}_end = $ + {};", PARENT.expr(size)));
        out.0.push_str(&inner.0);
        out.line(1, format!("$ = {name}_end;"));
        out.line(0, "};");
        format!("{holder}{}", params.replace("auto ", ""))
    }

    /// A member without its condition. Its bytes extend up to `end`.
    fn one(
        &mut self,
        member: &Member,
        depth: usize,
        array: &str,
        end: &str,
        mut out: Text,
    ) -> Text {
        let name = &member.name;
        let bytes = match &member.size {
            Some(size) => OWN.whole(size),
            None => format!("{end} - $"),
        };
        match &member.what {
            What::Number(number, names) => {
                let (known, shown) = self.number(*number, *names);
                out.line(depth, format!("{known} {name}{array}{shown};"));
            }
            What::Either(test, then, otherwise) => {
                let ((then, _), (otherwise, _)) =
                    (self.number(*then, None), self.number(*otherwise, None));
                out.line(depth, format!("if ({})", OWN.whole(test)));
                out.line(depth + 1, format!("{then} {name}{array};"));
                out.line(depth, "else");
                out.line(depth + 1, format!("{otherwise} {name}{array};"));
            }
            What::Type(ty, arguments) => {
                let known = self.call(*ty, arguments, end);
                out.line(depth, format!("{known} {name}{array};"));
            }
            What::Choice { on, cases, is_open } => {
                out.line(depth, format!("match ({}) {{", OWN.whole(on)));
                for (tag, ty, arguments) in cases {
                    let known = self.call(*ty, arguments, end);
                    out.line(depth + 1, format!("({tag}): {known} {name};"));
                }
                match is_open {
                    true => out.line(depth + 1, format!("(_): u8 {name}[{end} - $];")),
                    false => out.line(
                        depth + 1,
                        format!("(_): std::error(std::format(\"{name}: nothing has the number {{}}\", {}));", OWN.expr(on)),
                    ),
                }
                out.line(depth, "}");
            }
            What::Bytes | What::Transformed(..) => {
                out.line(depth, format!("u8 {name}[{bytes}];"));
            }
            What::Text(encoding) => {
                let text = match encoding {
                    Encoding::Utf16Little => format!("le char16 {name}[({bytes}) / 2];"),
                    Encoding::Utf16Big => format!("be char16 {name}[({bytes}) / 2];"),
                    Encoding::Utf32Little | Encoding::Utf32Big => format!("u8 {name}[{bytes}];"),
                    _ => format!("char {name}[{bytes}];"),
                };
                out.line(depth, text);
            }
            What::Until(byte, encoding) => {
                let known = if encoding.is_some() { "char" } else { "u8" };
                out.line(
                    depth,
                    format!("{known} {name}[while(std::mem::read_unsigned($, 1) != {byte})];"),
                );
                out.line(depth, format!("u8 {name}_end_mark;"));
            }
            What::Nothing | What::Check | What::Value(..) => {}
        }
        out
    }

    /// The type of an integer, and the attribute that shows it.
    fn number(&mut self, number: Number, names: Option<usize>) -> (String, String) {
        let Number { coding, bits, sign } = number;
        if number.is_native() {
            let order = if coding == Coding::Big { "be " } else { "le " };
            let known = match (sign, bits) {
                (Sign::Float, 32) => "float".to_owned(),
                (Sign::Float, _) => "double".to_owned(),
                (Sign::Twos, _) => format!("s{bits}"),
                _ => format!("u{bits}"),
            };
            let shown = names.and_then(|names| self.shown(names, ""));
            return (format!("{order}{known}"), shown.unwrap_or_default());
        }
        let known = self.decoder(number);
        let value = format!("{known}_value");
        let shown = names.and_then(|names| self.shown(names, &value));
        (known.to_upper_camel_case(), shown.unwrap_or_default())
    }

    /// The attribute that shows a named number.
    fn shown(&mut self, names: usize, decode: &str) -> Option<String> {
        let of = self.layout.enums.get(names)?;
        let known = self.open.iter().find(|(known, by, _)| *known == names && by == decode);
        let name = match known {
            Some((_, _, name)) => name.clone(),
            None => {
                let name = self.names.give(&format!("show {}", of.name));
                self.open.push((names, decode.to_owned(), name.clone()));
                name
            }
        };
        Some(format!(" [[format(\"{name}\")]]"))
    }

    fn decoder(&mut self, number: Number) -> String {
        let number = number.decoded();
        if let Some((_, name)) = self.decoded.iter().find(|(known, _)| *known == number) {
            return name.clone();
        }
        let coding = match number.coding {
            Coding::Little => "little",
            Coding::Big => "big",
            Coding::Leb128 | Coding::Bounded => "leb",
            Coding::Prefix => "prefix",
            Coding::Vlq(kind) => kind.word(),
            Coding::Digits(of) => &format!("{}{}", of.base.word(), of.width),
        };
        let sign = match number.sign {
            Sign::Unsigned | Sign::Float => "number",
            Sign::Twos => "s",
            Sign::Zigzag => "zigzag",
            Sign::Extended => "signed",
        };
        let name = match number.sign {
            Sign::Twos => format!("{coding}_{sign}{}", number.bits),
            _ => format!("{coding}_{sign}"),
        };
        let name = self.names.give(&name);
        self.decoded.push((number, name.clone()));
        name
    }

    /// Prints the functions and structs of numbers for which the language has no type, and the functions that show named numbers.
    fn decoders(&self, out: &mut Text) {
        for (number, name) in &self.decoded {
            self.print_decoder(out, number, name);
        }
        for (names, decode, name) in &self.open {
            let Some(of) = self.layout.enums.get(*names) else { continue };
            out.line(0, "");
            out.line(0, format!("fn {name}(ref auto number) {{"));
            let value =
                if decode.is_empty() { "number".to_owned() } else { format!("{decode}(number)") };
            let ty = if of.is_signed { "s64" } else { "u64" };
            out.line(1, format!("{ty} value = {value};"));
            for (number, member) in &of.members {
                out.line(1, format!("if (value == {number}) {{ return \"{member}\"; }}"));
            }
            out.line(1, "return std::format(\"{}\", value);");
            out.line(0, "};");
        }
    }

    /// Prints the function that decodes a number, and the struct of its bytes.
    fn print_decoder(&self, out: &mut Text, number: &Number, name: &str) {
        let Number { coding, bits, sign } = number;
        if let Coding::Digits(of) = coding {
            digits_value(out, name, of.base.radix());
            return print_bytes(out, name, &of.width.to_string());
        }
        let (raw, bytes) = match coding {
            Coding::Leb128 | Coding::Bounded => (
                "u128(number.bytes[at] & 0x7f) << 7 * at".to_owned(),
                "while($ == addressof(this) || (std::mem::read_unsigned($ - 1, 1) & 0x80) != 0)"
                    .to_owned(),
            ),
            Coding::Vlq(kind) => vlq(*kind),
            Coding::Digits(_) => return,
            Coding::Prefix => {
                ("u128(number.bytes[at]) << 8 * at".to_owned(), "prefix_bytes($)".to_owned())
            }
            Coding::Big => (
                "u128(number.bytes[sizeof(number.bytes) - 1 - at]) << 8 * at".to_owned(),
                (bits / 8).to_string(),
            ),
            Coding::Little => {
                ("u128(number.bytes[at]) << 8 * at".to_owned(), (bits / 8).to_string())
            }
        };
        if *coding == Coding::Prefix
            && self
                .decoded
                .iter()
                .find(|(of, _)| of.coding == Coding::Prefix)
                .is_some_and(|(_, first)| first == name)
        {
            prefix_bytes(out);
        }
        out.line(0, "");
        out.line(0, format!("fn {name}_value(ref auto number) {{"));
        out.line(1, "u128 value = 0;");
        out.line(1, "for (u8 at = 0, at < sizeof(number.bytes), at = at + 1) {");
        out.line(2, format!("value = value | {raw};"));
        out.line(1, "}");
        if *coding == Coding::Prefix {
            out.line(1, "u8 bytes = sizeof(number.bytes);");
            out.line(1, "value = bytes == 9 ? value >> 8 : value >> bytes;");
        }
        if let Some(test) = unknown(*coding) {
            out.line(1, format!("if ({test}) {{ value = {}; }}", u64::MAX));
        }
        return_value(out, *sign, *bits);
        out.line(0, "};");
        print_bytes(out, name, &bytes);
    }

    /// Prints the members of the file, each placed after the one before.
    fn file(&mut self, out: &mut Text) {
        let magic = self.layout.magic.len();
        let mut place = magic.to_string();
        out.line(0, "");
        if magic > 0 {
            out.line(0, format!("u8 magic[{magic}] @ 0;"));
        }
        for member in &self.layout.file {
            let name = &member.name;
            match &member.what {
                What::Type(ty, arguments) => {
                    let known = self.call(*ty, arguments, "sizeof($)");
                    let array = match &member.repeat {
                        Repeat::End => "[while($ < sizeof($))]",
                        Repeat::Until(..) => "[while(true)]",
                        Repeat::Once | Repeat::Count(_) => "",
                    };
                    out.line(0, format!("{known} {name}{array} @ {place};"));
                }
                What::Until(byte, _) => {
                    let inside = format!(
                        "while(std::mem::read_unsigned($ - 1, 1) != {byte} || $ == {place})"
                    );
                    out.line(0, format!("u8 {name}[{inside}] @ {place};"));
                }
                _ => {}
            }
            place = format!("addressof({name}) + sizeof({name})");
        }
    }
}

/// The members of a type, with each condition behind the last member that it reads.
fn with_checks_behind(members: &[Member]) -> Vec<Member> {
    let mut all = members.to_vec();
    for member in members {
        let Some(valid) = &member.valid else { continue };
        let is_read = |other: &Member| {
            valid.any(&mut |part| matches!(part, Expr::Member(name, _) if *name == other.name))
        };
        let own = all.iter().position(|other| other.name == member.name);
        let last = all.iter().rposition(is_read);
        if let (Some(own), Some(last)) = (own, last)
            && own < last
        {
            let (valid, when) = (all[own].valid.take(), member.when.clone());
            all.insert(last + 1, Member { when, valid, ..Member::new(&member.name, What::Check) });
        }
    }
    all
}

/// Prints the checks of a member that was read.
fn checks(member: &Member, depth: usize, out: &mut Text) {
    let name = &member.name;
    let equals = member.equals.as_ref().map(|equals| match equals {
        Expr::Is(..) => OWN.expr(equals),
        equals => format!("{name} == {}", OWN.expr(equals)),
    });
    if let Some(test) = equals {
        let what = format!("{} is not as it must be", one_line(name));
        out.line(depth, format!("std::assert({test}, \"{what}\");"));
    }
    if let Some(valid) = &member.valid {
        let what = format!("{} is not valid", one_line(name));
        out.line(depth, format!("std::assert({}, \"{what}\");", OWN.whole(valid)));
    }
}

/// Expressions over the members of a type.
struct Pattern {
    /// The prefix of a member's name.
    holder: &'static str,
}

/// The members of the current type.
const OWN: Pattern = Pattern { holder: "" };

/// The members of the type that contains the current one.
const PARENT: Pattern = Pattern { holder: "parent." };

impl Language for Pattern {
    const NOT: &'static str = "!";
    const AND: &'static str = "&&";
    const OR: &'static str = "||";

    fn operand(&self, of: &Expr) -> String {
        let holder = self.holder;
        match of {
            Expr::Number(number) => number.to_string(),
            Expr::Member(name, _) => format!("{holder}{name}"),
            Expr::Param(name) => name.clone(),
            Expr::Header(name, _) => format!("header.{name}"),
            Expr::Version => "version()".to_owned(),
            Expr::Index => "std::core::array_index()".to_owned(),
            Expr::Length(name) => format!("std::core::member_count({holder}{name})"),
            Expr::Element(name, _, at) => format!("{holder}{name}[{}]", self.expr(at)),
            Expr::Left => format!("({END} - $)"),
            Expr::Position => "$".to_owned(),
            Expr::Bytes(name, _) => format!(
                "std::mem::read_unsigned(addressof({holder}{name}), sizeof({holder}{name}), std::mem::Endian::Big)"
            ),
            // No choice has it, and transforms are not shown.
            Expr::Constant(bytes) => format!("{bytes:?}"),
            Expr::Is(name, is_text, bytes) => {
                let number = bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
                let of = Expr::Bytes(name.clone(), *is_text);
                format!("({} == {number})", self.operand(&of))
            }
            Expr::Not(_) | Expr::If(_) | Expr::Two(..) => self.expr(of),
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('"', "'")
}
