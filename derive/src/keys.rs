//! The keys of `#[bytecode(...)]`, and their parser.

mod parse;

use bytespec_codegen::ast::{Span, Spanned, TypeExpr};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::type_expr::parse_type;
use proc_macro2::TokenStream;
use syn::{Attribute, Field, Ident, LitStr, Path, Type};

use crate::place::Places;

/// A key and the shape of its value.
pub(crate) struct Key {
    name: &'static str,
    shape: Shape,
}

/// The shape of a value.
#[derive(Clone, Copy)]
enum Shape {
    /// `key = "text"`; the text here is an example.
    Text(&'static str),
    /// `key = "text"`, or `key` alone.
    TextOrNothing(&'static str),
    /// `key = "word"`, one of these.
    OneOf(&'static [&'static str]),
    /// `key = 3`
    Number,
    /// `key`
    Nothing,
    /// `key = path::to::Type`
    Type(&'static str),
    /// `key = value`, any value of Rust.
    Value,
    /// `key = path::to::module` or `key = path::to::module(field, ...)`
    Codec,
    /// `key("1.0", "1.1")`
    Texts,
    /// `key(Type, Type)`
    Types,
    /// `key(1, 2, 3)`
    Numbers,
    /// `key(5, "what it was")`, any number of times.
    Dead,
    /// `key(code = 1, with = "field")`, any number of times.
    Form,
    /// `key(field = Enum::Member, ...)`
    Members,
    /// `key(name: Type, until = "1.0")`, any number of times.
    Gone,
    /// `key(from = Type, before = "1.1")`, any number of times.
    Upgrade,
}

const fn key(name: &'static str, shape: Shape) -> Key {
    Key { name, shape }
}

const CRATE: Key = key("crate", Shape::Text("::bytespec"));
const VARINT: Key = key("varint", Shape::OneOf(&["leb128", "prefix"]));
const WIRE: Key = key("wire", Shape::Text("varint<u32>"));
const DIALECT: Key = key("dialect", Shape::Type("MyDialect"));
const FORMAT: Key = key("format", Shape::Type("my_format"));
const SINCE: Key = key("since", Shape::Text("1.1"));
const UNTIL: Key = key("until", Shape::Text("1.0"));
const SCHEMA: Key = key("schema", Shape::Text("schema/notes.yaml"));
const RESERVED: Key = key("reserved", Shape::Numbers);
const DEAD: Key = key("dead", Shape::Dead);
const CODE: Key = key("code", Shape::Number);
const FORM: Key = key("form", Shape::Form);
const TAG: Key = key("tag", Shape::Text("varint"));
const DISPLAY: Key = key("display", Shape::Nothing);
const TRY_FROM: Key = key("try_from", Shape::Type("u32"));
const GONE: Key = key("gone", Shape::Gone);
const UPGRADE: Key = key("upgrade", Shape::Upgrade);
const INTO: Key = key("into", Shape::Type("u32"));
const INTO_OWNED: Key = key("into_owned", Shape::Nothing);
const REMOTE: Key = key("remote", Shape::Type("other::Type"));
const OF: Key = key("of", Shape::Type("u32"));
const OTHER: Key = key("other", Shape::Nothing);
const TEXT: Key = key("text", Shape::Text(TEMPLATE));
const TEMPLATE: &str = "note<{pitch}>";
const NAME: Key = key("name", Shape::Text("max"));
const WIDTH: Key = key("width", Shape::Number);

/// The keys of an enum of bare names.
pub(crate) const ENUM: &[Key] =
    &[WIRE, DIALECT, FORMAT, VARINT, RESERVED, DEAD, SINCE, UNTIL, REMOTE, SCHEMA, CRATE];
/// The keys of such an enum's member.
pub(crate) const MEMBER: &[Key] = &[NAME, SINCE, UNTIL, OTHER];
/// The keys of a record.
pub(crate) const RECORD: &[Key] = &[
    key("flags", Shape::Text("u8")),
    TRY_FROM,
    INTO,
    DIALECT,
    FORMAT,
    VARINT,
    SINCE,
    UNTIL,
    GONE,
    UPGRADE,
    REMOTE,
    INTO_OWNED,
    SCHEMA,
    CRATE,
];
/// The keys of a field.
pub(crate) const FIELD: &[Key] = &[
    WIRE,
    key("bit", Shape::Number),
    key("present", Shape::Nothing),
    key("shifted", Shape::Nothing),
    key("when", Shape::Text("has_x")),
    key("unless", Shape::Text("lacks_x")),
    SINCE,
    UNTIL,
    key("default", Shape::Value),
    key("with", Shape::Codec),
    NAME,
    key("skip", Shape::Nothing),
    TRY_FROM,
    INTO,
    OF,
];
/// The keys of a field that the Rust type no longer has.
pub(crate) const GONE_FIELD: &[Key] = &[
    WIRE,
    key("bit", Shape::Number),
    key("present", Shape::Nothing),
    key("shifted", Shape::Nothing),
    SINCE,
    UNTIL,
    key("default", Shape::Value),
    key("with", Shape::Codec),
    TRY_FROM,
    INTO,
    OF,
    key("before", Shape::Text("field")),
];
/// The keys of an enum whose variants hold fields.
pub(crate) const UNION: &[Key] = &[
    DIALECT, FORMAT, TAG, VARINT, RESERVED, DEAD, SINCE, UNTIL, DISPLAY, REMOTE, INTO_OWNED,
    SCHEMA, CRATE,
];
/// The keys of a variant.
pub(crate) const VARIANT: &[Key] = &[
    CODE,
    FORM,
    NAME,
    SINCE,
    UNTIL,
    WIDTH,
    OTHER,
    GONE,
    UPGRADE,
    key("text", Shape::TextOrNothing(TEMPLATE)),
];
/// The keys of a struct with a code in front.
pub(crate) const STRUCT: &[Key] = &[
    DIALECT, FORMAT, CODE, FORM, SINCE, UNTIL, WIDTH, TAG, VARINT, DISPLAY, TEXT, GONE, UPGRADE,
    REMOTE, INTO_OWNED, SCHEMA, CRATE,
];
/// The keys of a form.
const FORM_KEYS: &[Key] = &[
    CODE,
    key("with", Shape::Text("field")),
    key("without", Shape::Text("field")),
    key("is", Shape::Members),
    SINCE,
    UNTIL,
    TEXT,
];
/// The keys of an older form of an item.
const UPGRADE_KEYS: &[Key] = &[
    key("from", Shape::Type("OldNote")),
    key("before", Shape::Text("1.1")),
    CODE,
    key("back", Shape::Nothing),
];
/// The keys of a dialect.
pub(crate) const DIALECT_KEYS: &[Key] = &[
    key("name", Shape::Text("my_dialect")),
    key("versions", Shape::Texts),
    key("record", Shape::Number),
    key("producer", Shape::Text("MLIR")),
    key("attributes", Shape::Types),
    key("types", Shape::Types),
    key("operations", Shape::Types),
    CRATE,
];
/// The keys of the properties of an operation.
pub(crate) const PROPERTIES: &[Key] = &[DIALECT, key("operation", Shape::Text("add")), CRATE];
/// The keys of an operation.
pub(crate) const OPERATION: &[Key] = &[
    DIALECT,
    key("operation", Shape::Text("add")),
    key("text", Shape::Text("add {lhs}, {rhs} : {type lhs}")),
    CRATE,
];
/// The keys of a property.
pub(crate) const PROPERTY: &[Key] = &[NAME];

/// The keys of the parts of an operation.
pub(crate) const OPERATION_FIELD: &[Key] =
    &[NAME, key("type_of", Shape::Text("operand")), key("properties", Shape::Nothing)];

/// The value of a key.
pub(crate) enum Value {
    Text(LitStr),
    Number(u64),
    Nothing,
    Type(Box<Type>),
    Rust(TokenStream),
    Codec(Path, Vec<Ident>),
    Texts(Vec<LitStr>),
    Types(Vec<Type>),
    Numbers(Vec<(u64, TokenStream)>),
    Dead(u64, LitStr),
    Form(Keys),
    Members(Vec<(Ident, Path)>),
    Upgrade(Keys),
    Gone(Box<Field>),
}

/// The given keys with values of the right shape.
#[derive(Default)]
pub(crate) struct Keys {
    given: Vec<(&'static str, Value, Span)>,
    /// Some keys could not be read.
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
        let mut keys = Keys::default();
        let before = places.findings.len();
        for attribute in attributes.iter().filter(|a| a.path().is_ident("bytecode")) {
            match attribute.parse_args_with(parse::pairs) {
                Ok(pairs) => keys.add(pairs, known, what, places),
                Err(error) => places.syntax(&error),
            }
        }
        keys.broken = places.findings.len() > before;
        keys
    }

    fn add(
        &mut self,
        pairs: Vec<parse::Pair>,
        known: &'static [Key],
        what: &str,
        places: &mut Places,
    ) {
        pairs.iter().for_each(|pair| self.key(pair, known, what, places));
    }

    fn key(&mut self, pair: &parse::Pair, known: &'static [Key], what: &str, places: &mut Places) {
        let place = places.of(&pair.name);
        let name = pair.name.to_string();
        let Some(key) = known.iter().find(|key| key.name == name) else {
            let names: Vec<_> = known.iter().map(|key| format!("`{}`", key.name)).collect();
            let finding = Diagnostic::new("unknown-key", format!("{what} has no key `{name}`"))
                .at(place, "unknown key")
                .help(format!("known keys: {}", names.join(", ")))
                .suggest(&name, known.iter().map(|key| key.name));
            return places.found(finding);
        };
        let repeats = matches!(key.shape, Shape::Form | Shape::Dead | Shape::Gone | Shape::Upgrade);
        if let Some(first) = self.place(&name).filter(|_| !repeats) {
            let finding = Diagnostic::new("duplicate-key", format!("`{name}` is given twice"))
                .at(place, format!("a second `{name}`"))
                .at(first, "the first one is here");
            return places.found(finding);
        }
        match parse::value(pair, key.shape, places) {
            Ok(value) => self.given.push((key.name, value, place)),
            Err(expected) => {
                let at = pair.value().map_or(place, |value| places.of(value));
                let message = match key.shape {
                    Shape::Nothing => format!("`{name}` takes no value"),
                    Shape::Number => format!("the value of `{name}` is not a number"),
                    Shape::Text(_) | Shape::TextOrNothing(_) => {
                        format!("the value of `{name}` is not text")
                    }
                    Shape::OneOf(_) => format!("the value of `{name}` is not a known word"),
                    Shape::Type(_) => format!("the value of `{name}` is not a type"),
                    Shape::Value => format!("`{name}` has no value"),
                    Shape::Codec => format!("the value of `{name}` is not the path of a module"),
                    Shape::Texts
                    | Shape::Types
                    | Shape::Numbers
                    | Shape::Dead
                    | Shape::Form
                    | Shape::Members
                    | Shape::Gone
                    | Shape::Upgrade => {
                        format!("the arguments of `{name}` are not valid")
                    }
                };
                places.found(Diagnostic::new("wrong-shape", message).at(at, expected));
            }
        }
    }

    fn all<'k>(&'k self, name: &'k str) -> impl Iterator<Item = (&'k Value, Span)> {
        let given = self.given.iter().filter(move |(given, ..)| *given == name);
        given.map(|(_, value, place)| (value, *place))
    }

    fn get(&self, name: &str) -> Option<(&Value, Span)> {
        let mut given = self.given.iter();
        given.find(|(given, ..)| *given == name).map(|(_, value, place)| (value, *place))
    }

    /// Every given key, and its place.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, Span)> {
        self.given.iter().map(|(name, _, place)| (*name, *place))
    }

    /// The place of a given key.
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

    /// The type of a key.
    pub(crate) fn ty(&self, name: &str) -> Option<&Type> {
        match self.get(name)? {
            (Value::Type(ty), _) => Some(ty),
            _ => None,
        }
    }

    /// The types of a key.
    pub(crate) fn types(&self, name: &str) -> &[Type] {
        match self.get(name) {
            Some((Value::Types(types), _)) => types,
            _ => &[],
        }
    }

    /// The texts of a key.
    pub(crate) fn texts(&self, name: &str) -> &[LitStr] {
        match self.get(name) {
            Some((Value::Texts(texts), _)) => texts,
            _ => &[],
        }
    }

    /// The Rust value of a key.
    pub(crate) fn value(&self, name: &str) -> Option<&TokenStream> {
        match self.get(name)? {
            (Value::Rust(value), _) => Some(value),
            _ => None,
        }
    }

    /// The module of a handwritten codec, and the fields that it takes as arguments.
    pub(crate) fn codec(&self, name: &str) -> Option<(&Path, &[Ident])> {
        match self.get(name)? {
            (Value::Codec(path, arguments), _) => Some((path, arguments)),
            _ => None,
        }
    }

    /// The forms, with their places.
    pub(crate) fn forms(&self) -> impl Iterator<Item = (&Keys, Span)> {
        self.all("form").filter_map(|(value, place)| match value {
            Value::Form(keys) => Some((keys, place)),
            _ => None,
        })
    }

    /// The members of fields in a form, with their place.
    pub(crate) fn members(&self) -> Option<(&[(Ident, Path)], Span)> {
        match self.get("is")? {
            (Value::Members(members), place) => Some((members, place)),
            _ => None,
        }
    }

    /// The older forms of the item, with the places of the keys.
    pub(crate) fn upgrades(&self) -> impl Iterator<Item = (&Keys, Span)> {
        self.all("upgrade").filter_map(|(value, place)| match value {
            Value::Upgrade(keys) => Some((keys, place)),
            _ => None,
        })
    }

    /// The fields on the wire that the Rust type no longer has.
    pub(crate) fn gone(&self) -> impl Iterator<Item = &Field> {
        self.all("gone").filter_map(|(value, _)| match value {
            Value::Gone(field) => Some(&**field),
            _ => None,
        })
    }

    /// Reserved numbers, and their former meanings.
    pub(crate) fn reserved(&self, places: &mut Places) -> Vec<bytespec_codegen::ast::Reserved> {
        let mut reserved = Vec::new();
        if let Some((Value::Numbers(numbers), _)) = self.get("reserved") {
            for (number, tokens) in numbers {
                let number = places.spanned(i128::from(*number), tokens);
                reserved.push(bytespec_codegen::ast::Reserved { number, was: None });
            }
        }
        for (value, place) in self.all("dead") {
            let Value::Dead(number, was) = value else { continue };
            let was = places.spanned(was.value(), was);
            let number = Spanned::new(i128::from(*number), place);
            reserved.push(bytespec_codegen::ast::Reserved { number, was: Some(was) });
        }
        reserved
    }

    /// The type expression of a key; reports a value that is not one.
    pub(crate) fn type_expr(&self, name: &str, places: &mut Places) -> Option<TypeExpr> {
        let text = self.text(name, places)?;
        // A part of a literal has no place in Rust.
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
