//! The presence of fields, and the run-only keys of fields.

use super::lower::{Lower, flag, int, list, text};
use super::node::{Kind, Node};
use super::validate::get;
use crate::ast::Span;
use crate::ast::described::LastOf;
use crate::ast::{
    ByteOrder, Expression, Presence, PresenceHow, Repeat, RunKeys, Size, Spanned, Transformed,
};
use crate::expression::{hexadecimal, parse_expression};
use crate::other_languages;
use bytespec_plan::{Operator, Transform};
use std::borrow::Cow;
use std::ops::Range;

impl Lower<'_> {
    /// The run-only keys of a field.
    pub(super) fn run_keys(&mut self, node: &Node) -> Option<Box<RunKeys>> {
        let when = get(node, "when").and_then(Node::text);
        let asked = when.is_some_and(|when| PresenceHow::parse(when).is_some());
        let constant = self.constant(node);
        let keys = RunKeys {
            count: self.repeat(node),
            reversed: flag(node, "reversed"),
            size: self.size(node),
            stop: self.marker(node),
            pad: int(node, "pad"),
            transform: self.transform(node),
            at: self.expression(node, "at"),
            when: if asked { None } else { self.expression(node, "when") },
            equals: if constant.is_some() { None } else { self.expression(node, "equals") },
            constant,
            value: self.expression(node, "let"),
            valid: self.expression(node, "valid"),
            align: self.expression(node, "align"),
            from: self.expression(node, "from"),
            dialect: self.expression(node, "dialect"),
            operation: self.expression(node, "operation"),
            version_record: self.expression(node, "version_record"),
            arguments: Vec::new(),
        };
        keys.first().is_some().then(|| Box::new(keys))
    }

    fn repeat(&mut self, node: &Node) -> Option<Repeat> {
        if let (Some(first), Some(second)) = (get(node, "count"), get(node, "while")) {
            self.out
                .found("wrong-shape", "both `count` and `while` determine the end of the list")
                .at(second.span, "keep only one of them")
                .at(first.span, "the other one is here");
        }
        if let Some(comparison) = get(node, "while") {
            let span = comparison.span;
            let Expression::Binary(Operator::Less, a, b) = self.expression(node, "while")? else {
                self.out
                    .found("wrong-shape", "`while` is not a comparison of two numbers")
                    .at(span, "expected `a < b`");
                return None;
            };
            return Some(Repeat::While(*a, *b));
        }
        if let Some(test) = self.expression(node, "last") {
            if let Some(other) = get(node, "count").or_else(|| get(node, "while")) {
                let span = get(node, "last").map_or(node.span, |node| node.span);
                self.out
                    .found("wrong-shape", "`last` cannot be combined with `count` or `while`")
                    .at(span, "this ends the list")
                    .at(other.span, "this also ends the list");
            }
            return Some(Repeat::Last(test, LastOf::Record));
        }
        match get(node, "count")?.text().map(str::trim) {
            Some("rest") => Some(Repeat::Rest),
            _ => self.expression(node, "count").map(Repeat::Count),
        }
    }

    fn size(&mut self, node: &Node) -> Option<Size> {
        let value = get(node, "size")?;
        let text = value.text().map(str::trim);
        let rest = text.and_then(|text| text.strip_prefix("rest"));
        let is_word = |rest: &&str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let Some(rest) = rest.filter(is_word) else {
            return self.expression(node, "size").map(Size::Bytes);
        };
        if rest.trim().is_empty() {
            return Some(Size::Rest);
        }
        let left = rest.trim_start().strip_prefix('-').map(str::trim);
        let left = left.filter(|left| left.bytes().all(|digit| digit.is_ascii_digit()));
        let Some(left) = left.and_then(|left| left.parse().ok()) else {
            self.out
                .found("expression-syntax", "`rest` is used in another way than `rest - N`")
                .at(value.span, "expected `rest - N`, where N is a number such as 4")
                .help(
                    "write `left` for the number of bytes left in an expression, as in `left - n`",
                );
            return None;
        };
        Some(Size::AllBut(Spanned::new(left, value.span)))
    }

    /// The bytes of `stop`: a number for one byte, or several in hexadecimal.
    fn marker(&mut self, node: &Node) -> Option<Spanned<Vec<u8>>> {
        let value = get(node, "stop")?;
        let bytes = match &value.kind {
            Kind::Int(byte) => u8::try_from(*byte).ok().map(|byte| vec![byte]),
            Kind::Text(text) => hexadecimal(text).filter(|bytes| !bytes.is_empty()),
            _ => None,
        };
        if bytes.is_none() {
            self.out
                .found("extent", "`stop` is neither a byte nor bytes in hexadecimal")
                .at(value.span, "expected 0 to 255, or text such as \"0d 0a\"");
        }
        Some(Spanned::new(bytes?, value.span))
    }

    /// A transform, with the key in brackets.
    fn transform(&mut self, node: &Node) -> Option<Transformed> {
        let value = get(node, "transform")?;
        let text = value.text()?.trim_end();
        let inside = text.strip_suffix(')').and_then(|text| text.split_once('('));
        let (word, key) = inside.map_or((text, None), |(word, key)| (word, Some(key)));
        if let ("host", Some(name)) = (word.trim(), key) {
            let by = Transform::Host(self.host_name(value.span, name.trim())?);
            return Some(Transformed { by: Spanned::new(by, value.span), key: None });
        }
        let Some(by) = Transform::of_word(word.trim()) else {
            let words = Transform::<String>::OWN.each_ref().map(Transform::word);
            let found = self
                .out
                .found("wrong-shape", format!("`{word}` is not a transform"))
                .at(value.span, format!("expected {}, or `host(NAME)`", words.join(", ")));
            match other_languages::transform(word.trim()) {
                Some(help) => found.help(help),
                None => found.suggest(word, words),
            };
            return None;
        };
        let word = by.word();
        match (by.has_key(), key) {
            (true, None) => {
                self.out
                    .found("wrong-shape", format!("the transform `{word}` requires a key"))
                    .at(value.span, format!("expected `{word}(KEY)`"));
                return None;
            }
            (false, Some(_)) => {
                self.out
                    .found("wrong-shape", format!("the transform `{word}` takes no key"))
                    .at(value.span, format!("expected `{word}`"));
                return None;
            }
            _ => {}
        }
        let key = match key {
            Some(key) => Some(self.parsed(value, text, text.len() - key.len() - 1, key)?),
            None => None,
        };
        let key = match key {
            Some(Expression::Hexadecimal(digits))
                if by == Transform::Xor && digits.value.len() > 2 =>
            {
                Some(Expression::Bytes(self.key(digits)?))
            }
            key => key,
        };
        Some(Transformed { by: Spanned::new(by, value.span), key })
    }

    /// The bytes of a key in more than two digits.
    fn key(&mut self, digits: Spanned<String>) -> Option<Spanned<Vec<u8>>> {
        let bytes = hexadecimal(&digits.value);
        if bytes.is_none() {
            self.out
                .found("extent", format!("the key `0x{}` is not whole bytes", digits.value))
                .at(digits.span, "expected two digits for each byte");
        }
        Some(Spanned::new(bytes?, digits.span))
    }

    /// The name of a transform of the host: lower-case words, joined by `_`.
    fn host_name(&mut self, span: Span, name: &str) -> Option<String> {
        let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_letter) {
            return Some(name.to_owned());
        }
        self.out
            .found("wrong-shape", format!("`{name}` is not the name of a transform"))
            .at(span, "expected lower-case letters, digits and `_`, as in `host(lz4)`");
        None
    }

    /// The constant value of a field of bytes or text: in hexadecimal, or text in quotes.
    fn constant(&mut self, node: &Node) -> Option<Spanned<Vec<u8>>> {
        let value = get(node, "equals")?;
        let ty = get(node, "type")?.text()?.trim();
        let number = matches!(value.kind, Kind::Int(_)).then(|| self.sources.snippet(value.span));
        let is_text = ty != "bytes" && crate::builtin::encoding(ty).is_some();
        if let Some(number) = number.filter(|_| ty == "bytes") {
            self.out
                .found("expression-syntax", format!("`{number}` is a number, and not bytes"))
                .at(value.span, "expected bytes in hexadecimal, in quotes")
                .help("write two digits for each byte, as in `equals: \"89 50\"`");
            return Some(Spanned::new(Vec::new(), value.span));
        }
        let number = number.filter(|_| is_text).map(str::to_owned);
        let text = number.as_deref().or(value.text())?.trim();
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let bytes = match (ty, quoted) {
            ("bytes", None) => match hexadecimal(text) {
                Some(bytes) => bytes,
                None => self.unquoted_text(value, (ty, text))?,
            },
            ("bytes", Some(text)) => text.as_bytes().to_vec(),
            (ty, Some(text)) => {
                let encoding = crate::builtin::encoding(ty)?;
                let bytes = encoding.encode(text).map(Cow::into_owned);
                if bytes.is_none() {
                    self.out
                        .found("extent", format!("`{text}` cannot be encoded as `{ty}`"))
                        .at(value.span, "this has a character that the encoding lacks");
                }
                bytes.unwrap_or_default()
            }
            (ty, None) => self.text_in_hexadecimal(node, value, (ty, text))?,
        };
        Some(Spanned::new(bytes, value.span))
    }

    /// The constant value of a text that is in hexadecimal, which is a finding.
    fn text_in_hexadecimal(
        &mut self,
        node: &Node,
        value: &Node,
        (ty, text): (&str, &str),
    ) -> Option<Vec<u8>> {
        crate::builtin::encoding(ty)?;
        // A word of hexadecimal digits can be a text. The size tells which of them is meant.
        let is_digits = text.contains(' ') || text.starts_with(|c: char| c.is_ascii_digit());
        let size = int(node, "size").map(|size| size.value);
        let is_text = !is_digits || size == i128::try_from(text.len()).ok();
        let Some(bytes) = hexadecimal(text).filter(|_| !is_text) else {
            return self.unquoted_text(value, (ty, text));
        };
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~');
        let help = match std::str::from_utf8(&bytes) {
            Ok(plain) if bytes.iter().all(is_plain) => {
                format!("write `'\"{}\"'`", plain.replace('\'', "''"))
            }
            _ => "write the text in double quotes, inside single quotes".to_owned(),
        };
        self.out
            .found("expression-syntax", format!("`{text}` is not a text"))
            .at(value.span, "hexadecimal is for `bytes`")
            .help(help);
        Some(bytes)
    }

    /// The constant value of a text without quotes, which is a finding. None for what computes bytes: a function.
    fn unquoted_text(&mut self, value: &Node, (ty, text): (&str, &str)) -> Option<Vec<u8>> {
        if text.contains('(') {
            return None;
        }
        let message = match ty {
            "bytes" => format!("`{text}` is neither bytes in hexadecimal nor a text in quotes"),
            _ => format!("`{text}` is not a text in quotes"),
        };
        let found = self
            .out
            .found("expression-syntax", message)
            .at(value.span, "the value of a text is in quotes of its own");
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        if let Some(bytes) = digits.filter(|_| ty == "bytes").and_then(hexadecimal) {
            let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            found.help(format!("write `equals: \"{}\"`", pairs.join(" ")));
        } else if !text.contains(['"', '\'']) {
            found.help(format!("write `equals: '\"{text}\"'`"));
        }
        let encoding = crate::builtin::encoding(ty);
        let bytes = encoding.map(|of| of.encode(text).map(Cow::into_owned));
        bytes.unwrap_or_else(|| Some(text.as_bytes().to_vec()))
    }

    /// The byte order of a format.
    pub(super) fn byte_order(&mut self, node: &Node) -> Option<ByteOrder> {
        match get(node, "byte_order")?.text().map(str::trim) {
            Some("little") => Some(ByteOrder::Little),
            Some("big") => Some(ByteOrder::Big),
            _ => self.expression(node, "byte_order").map(ByteOrder::Selected),
        }
    }

    fn expression(&mut self, node: &Node, key: &str) -> Option<Expression> {
        let node = get(node, key)?;
        let text = match &node.kind {
            Kind::Int(number) => {
                let Ok(found) = u64::try_from(number.unsigned_abs()) else {
                    self.out
                        .found("expression-syntax", format!("`{number}` is not an expression"))
                        .at(node.span, "expected a number of at most 64 bits");
                    return None;
                };
                let found = Expression::Number(found);
                return Some(match *number < 0 {
                    true => Expression::Minus(Box::new(found)),
                    false => found,
                });
            }
            _ => node.text()?,
        };
        self.parsed(node, text, 0, text)
    }

    /// Parses the expression in a part of a value's text; the part begins at the given byte.
    fn parsed(&mut self, node: &Node, text: &str, from: usize, part: &str) -> Option<Expression> {
        let place = |bytes: Range<usize>| from + bytes.start..from + bytes.end;
        let sources = &mut *self.sources;
        let mut span = |bytes| sources.part(node.span, text, place(bytes));
        let found = parse_expression(part, &mut span);
        found
            .map_err(|error| {
                let span = self.sources.part(node.span, text, place(error.bytes));
                self.out
                    .found("expression-syntax", format!("`{part}` is not an expression"))
                    .at(span, error.message);
            })
            .ok()
    }

    pub(super) fn presence(&mut self, node: &Node) -> Vec<Presence> {
        let mut ways = Vec::new();
        Self::ways(node, "present", None, &mut ways);
        for way in list(node, "present") {
            let from = ways.len();
            Self::ways(way, "field", Some(way), &mut ways);
            if ways.len() != from + 1 && !self.broken.contains(&way.span) {
                self.out
                    .found(
                        "wrong-shape",
                        "a presence must have exactly one of `bit`, `field` and `when`",
                    )
                    .at(way.span, "expected exactly one");
                ways.truncate(from + 1);
            }
        }
        ways
    }

    /// The presences in one mapping; `gate` is the mapping with their versions.
    fn ways(node: &Node, field: &str, gate: Option<&Node>, out: &mut Vec<Presence>) {
        let mut push = |how, span| {
            out.push(Presence {
                how,
                since: gate.and_then(|gate| text(gate, "since")),
                until: gate.and_then(|gate| text(gate, "until")),
                span,
            });
        };
        if let Some(bit) = int(node, "bit")
            && let Ok(value) = u64::try_from(bit.value)
        {
            push(PresenceHow::Bit(value), bit.span);
        }
        if let Some(name) = text(node, field) {
            push(PresenceHow::Field(name.value), name.span);
        }
        if let Some(name) = text(node, "when")
            && let Some(how) = PresenceHow::parse(&name.value)
        {
            push(how, name.span);
        }
    }
}
