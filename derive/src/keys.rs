//! The keys of `#[bytecode(...)]`: which there are, and reading them.

use bytespec_codegen::ast::{Span, Spanned, TypeExpr};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::type_expr::parse_type;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token};

use crate::place::Places;

/// A key and what follows it.
pub(crate) struct Key {
    name: &'static str,
    shape: Shape,
}

/// What follows a key.
#[derive(Clone, Copy)]
enum Shape {
    /// `key = "text"`; the text here is an example.
    Text(&'static str),
    /// `key = "word"`, one of these.
    OneOf(&'static [&'static str]),
    /// `key = 3`
    Number,
    /// `key`
    Nothing,
}

const CRATE: Key = Key { name: "crate", shape: Shape::Text("::bytespec") };
const VARINT: Key = Key { name: "varint", shape: Shape::OneOf(&["leb128", "prefix"]) };
const WIRE: Key = Key { name: "wire", shape: Shape::Text("varint<u32>") };

/// The keys of an enum.
pub(crate) const ENUM: &[Key] = &[WIRE, VARINT, CRATE];
/// The keys of an enum's member.
pub(crate) const MEMBER: &[Key] = &[Key { name: "name", shape: Shape::Text("max") }];
/// The keys of a record.
pub(crate) const RECORD: &[Key] = &[Key { name: "flags", shape: Shape::Text("u8") }, VARINT, CRATE];
/// The keys of a record's field.
pub(crate) const FIELD: &[Key] = &[
    WIRE,
    Key { name: "bit", shape: Shape::Number },
    Key { name: "present", shape: Shape::Nothing },
    Key { name: "when", shape: Shape::Text("has_x") },
    Key { name: "unless", shape: Shape::Text("lacks_x") },
];

/// The value of a key.
enum Value {
    Text(LitStr),
    Number(u64),
    Nothing,
}

/// The keys that were given, each at most once and of the right shape.
pub(crate) struct Keys {
    given: Vec<(&'static str, Value, Span)>,
    /// Some of what was given could not be read.
    pub(crate) broken: bool,
}

impl Keys {
    /// Reads every `#[bytecode(...)]` among the attributes of `what`.
    pub(crate) fn read(
        attributes: &[Attribute],
        known: &'static [Key],
        what: &str,
        places: &mut Places,
    ) -> Keys {
        let mut keys = Keys { given: Vec::new(), broken: false };
        let before = places.findings.len();
        for attribute in attributes.iter().filter(|a| a.path().is_ident("bytecode")) {
            let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            match metas {
                Ok(metas) => metas.iter().for_each(|meta| keys.key(meta, known, what, places)),
                Err(error) => places.syntax(&error),
            }
        }
        keys.broken = places.findings.len() > before;
        keys
    }

    fn key(&mut self, meta: &Meta, known: &'static [Key], what: &str, places: &mut Places) {
        let path = meta.path();
        let place = places.of(path);
        let name = path.get_ident().map(ToString::to_string).unwrap_or_default();
        let Some(key) = known.iter().find(|key| key.name == name) else {
            let names: Vec<_> = known.iter().map(|key| format!("`{}`", key.name)).collect();
            let finding = Diagnostic::new("unknown-key", format!("{what} has no key `{name}`"))
                .at(place, "unknown key")
                .help(format!("known: {}", names.join(", ")))
                .suggest(&name, known.iter().map(|key| key.name));
            return places.found(finding);
        };
        if let Some((_, _, first)) = self.given.iter().find(|(given, ..)| *given == name) {
            let finding = Diagnostic::new("duplicate-key", format!("`{name}` is given twice"))
                .at(place, "given again here")
                .at(*first, "first given here");
            return places.found(finding);
        }
        match value(meta, key.shape) {
            Ok(value) => self.given.push((key.name, value, place)),
            Err(expected) => {
                let at = match meta {
                    Meta::NameValue(meta) => places.of(&meta.value),
                    _ => place,
                };
                let finding = Diagnostic::new("wrong-shape", format!("the value of `{name}`"))
                    .at(at, expected);
                let message = match key.shape {
                    Shape::Nothing => format!("`{name}` takes no value"),
                    Shape::Number => format!("the value of `{name}` is not a number"),
                    Shape::Text(_) => format!("the value of `{name}` is not a text"),
                    Shape::OneOf(_) => format!("the value of `{name}` is not one of its words"),
                };
                places.found(Diagnostic { message, ..finding });
            }
        }
    }

    fn get(&self, name: &str) -> Option<(&Value, Span)> {
        let mut given = self.given.iter();
        given.find(|(given, ..)| *given == name).map(|(_, value, place)| (value, *place))
    }

    /// The place of a key, if it was given.
    pub(crate) fn place(&self, name: &str) -> Option<Span> {
        self.get(name).map(|(_, place)| place)
    }

    /// The number of a key.
    pub(crate) fn number(&self, name: &str) -> Option<Spanned<u64>> {
        match self.get(name)? {
            (Value::Number(number), place) => Some(Spanned::new(*number, place)),
            _ => None,
        }
    }

    /// The literal of a key.
    pub(crate) fn literal(&self, name: &str) -> Option<&LitStr> {
        match self.get(name)? {
            (Value::Text(text), _) => Some(text),
            _ => None,
        }
    }

    /// The text of a key.
    pub(crate) fn text(&self, name: &str, places: &mut Places) -> Option<Spanned<String>> {
        let literal = self.literal(name)?;
        Some(places.spanned(literal.value(), literal))
    }

    /// The type expression of a key; nothing when it is none, which is then found.
    pub(crate) fn type_expr(&self, name: &str, places: &mut Places) -> Option<TypeExpr> {
        let text = self.text(name, places)?;
        // A part of a literal has no place of its own in Rust.
        match parse_type(&text.value, &mut |_| text.span) {
            Ok(ty) => Some(ty),
            Err(error) => {
                let message = format!("`{}` is not a type", text.value);
                places.found(Diagnostic::new("type-syntax", message).at(text.span, error.message));
                None
            }
        }
    }
}

/// The value of a key, or what was expected.
fn value(meta: &Meta, shape: Shape) -> Result<Value, String> {
    let literal = match meta {
        Meta::NameValue(meta) => literal(&meta.value),
        _ => None,
    };
    let name = || meta.path().get_ident().map(ToString::to_string).unwrap_or_default();
    match (shape, literal) {
        (Shape::Text(_), Some(Lit::Str(text))) => Ok(Value::Text(text.clone())),
        (Shape::Text(example), _) => Err(format!("expected `{} = \"{example}\"`", name())),
        (Shape::OneOf(words), Some(Lit::Str(text))) if words.contains(&text.value().as_str()) => {
            Ok(Value::Text(text.clone()))
        }
        (Shape::OneOf(words), _) => {
            let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
            Err(format!("expected {}", words.join(" or ")))
        }
        (Shape::Number, Some(Lit::Int(number))) => {
            number.base10_parse().map(Value::Number).map_err(|error| error.to_string())
        }
        (Shape::Number, _) => Err(format!("expected `{} = 0`", name())),
        (Shape::Nothing, _) if matches!(meta, Meta::Path(_)) => Ok(Value::Nothing),
        (Shape::Nothing, _) => Err(format!("expected `{}` alone", name())),
    }
}

fn literal(value: &Expr) -> Option<&Lit> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        // What a macro by example passes on stands in a group of its own.
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}
