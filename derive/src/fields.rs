//! Fields of records and variants.

use bytespec_codegen::ast::{
    Codec, Common, Expression, Field, Literal, Presence, PresenceHow, Spanned, TypeArg, TypeExpr,
};
use bytespec_codegen::diagnostics::{Diagnostic, nearest};
use bytespec_codegen::emit::rust::{Coding, Custom, Held};
use bytespec_codegen::integer::Integer;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Lit, Type};

use crate::item::{Item, named};
use crate::keys::Keys;
use crate::members::{Source, on_the_wire};
use crate::place::Places;
use crate::texts;
use crate::types::{FieldType, holds, holds_option, look, same};

/// Wire types of numbers whose width depends on a type. The argument is the field that refers to that type.
const SIZED: [&str; 2] = ["ap_float", "ap_int"];

/// Lowers the fields of one item.
pub(crate) struct Lower<'p> {
    pub(crate) places: &'p mut Places,
    pub(crate) item: &'p mut Item,
    /// Fields in wire order, including fields without a counterpart in Rust.
    pub(crate) fields: Vec<Field>,
    /// The names in use.
    names: Vec<String>,
    /// Fields that select forms.
    held: Vec<(String, Held)>,
}

impl<'p> Lower<'p> {
    pub(crate) fn new(places: &'p mut Places, item: &'p mut Item) -> Self {
        Lower { places, item, fields: Vec::new(), names: Vec::new(), held: Vec::new() }
    }

    /// Lowers fields. `held` contains the fields that select forms.
    pub(crate) fn all(
        mut self,
        sources: &[Source<'_>],
        flags: Option<&Keys>,
        held: Vec<(String, Held)>,
    ) -> Vec<Field> {
        self.held = held;
        self.names = sources.iter().map(|source| source.name().to_owned()).collect();
        let has_flags = flags.is_some_and(|keys| self.flags(keys));
        on_the_wire(sources).for_each(|source| self.field(source, flags.map(|_| has_flags)));
        self.fields
    }

    /// An unused name for a field without a counterpart in Rust.
    fn free(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        let mut number = 2;
        while self.names.contains(&free) {
            free = format!("{name}{number}");
            number += 1;
        }
        self.names.push(free.clone());
        free
    }

    /// Adds the flags, which are the first field. Returns whether the record has flags. If the keys are invalid, it may have
    /// some, and the result is true.
    fn flags(&mut self, keys: &Keys) -> bool {
        let Some(place) = keys.place("flags") else { return keys.broken };
        let Some(of) = keys.type_expr("flags", self.places) else { return true };
        let name = self.free("flags");
        let span = of.span;
        self.fields.push(Field {
            common: Common {
                summary: Some(Spanned::new("Presence of the optional fields".to_owned(), place)),
                ..named(name, place)
            },
            ty: TypeExpr {
                name: "flags".to_owned(),
                args: vec![TypeArg::Type(of)],
                span,
                ..TypeExpr::default()
            },
            ..Field::default()
        });
        true
    }

    /// Lowers a field. `flags` states whether the record has flags; none for a variant, which cannot have flags.
    fn field(&mut self, source: &Source<'_>, flags: Option<bool>) {
        let Source { field, keys, common, .. } = source;
        let held = self.held.iter().find(|(name, _)| *name == common.name.value);
        let held = held.map(|(_, held)| held.clone());
        if let Some(Held::Member(_)) = held {
            self.no_encoding(keys, common);
            return;
        }
        let (optional, ty) = match (look(&field.ty), &held) {
            (FieldType::Option(inner), Some(_)) => (false, inner),
            (FieldType::Option(inner), None) if self.is_optional(keys, inner) => (true, inner),
            _ => (false, &field.ty),
        };
        let presence = match &held {
            Some(_) => Vec::new(),
            None => {
                // `present` can concern only the options inside the type.
                let present = keys.place("present").filter(|_| optional || !holds_option(ty));
                self.presence(keys, present, common, optional, flags)
            }
        };
        if let (Some(_), Some(place)) = (&held, presence_key(keys).or(keys.place("shifted"))) {
            let message = format!(
                "both a form and a key determine whether `{}` is present",
                common.name.value
            );
            self.places.found(
                Diagnostic::new("form", message)
                    .at(place, "a form already determines it")
                    .help("remove one of them"),
            );
        }
        if let (Some(place), Some(other)) = (keys.place("shifted"), presence_key(keys)) {
            let message = format!("two keys state whether `{}` is present", common.name.value);
            self.places.found(
                Diagnostic::new("conflicting-keys", message)
                    .at(place, "one key")
                    .at(other, "the other key")
                    .help("remove one of them"),
            );
        }
        let bound = common.since.as_ref().or(common.until.as_ref());
        if let (Some(bound), true) = (bound, optional && presence.is_empty()) {
            let message = format!("nothing states whether `{}` is present", common.name.value);
            self.places.found(
                Diagnostic::new("presence", message)
                    .at(common.name.span, "it is optional")
                    .at(bound.span, "in these versions, too")
                    .help("add `bit`, `present` or `when`"),
            );
        }
        let mut lowered = Field { common: common.clone(), optional, presence, ..Field::default() };
        lowered.ty = self.ty(ty, keys, &mut lowered);
        lowered.default = self.default(keys, &field.ty);
        self.fields.push(lowered);
    }

    /// Reports keys for the encoding of a field that a form selects.
    fn no_encoding(&mut self, keys: &Keys, common: &Common) {
        if let Some((key, place)) = keys.given().find(|(key, _)| *key != "name") {
            let message =
                format!("`{}` is not on the wire and cannot have `{key}`", common.name.value);
            self.places.found(
                Diagnostic::new("form", message)
                    .at(place, "the form determines its value")
                    .help(format!("remove `{key}`")),
            );
        }
    }

    /// Whether an `Option` is an optional field of the schema language, and not a type with its own encoding.
    fn is_optional(&self, keys: &Keys, inner: &Type) -> bool {
        let is_plain = keys.place("shifted").is_none() && !is_flagged(keys);
        is_plain && matches!(look(inner), FieldType::Int(_) | FieldType::Bool)
            || presence_key(keys).is_some() && !is_flagged(keys)
    }

    /// The presence of the field, from its keys.
    fn presence(
        &mut self,
        keys: &Keys,
        present: Option<bytespec_codegen::ast::Span>,
        common: &Common,
        optional: bool,
        flags: Option<bool>,
    ) -> Vec<Presence> {
        let mut ways = Vec::new();
        let mut way = |how, span| ways.push(Presence { how, since: None, until: None, span });
        if let Some(bit) = keys.number("bit") {
            way(PresenceHow::Bit(bit.value), bit.span);
            match flags {
                Some(true) => {}
                Some(false) => {
                    let hint =
                        "add the type of the flags to the struct: `#[bytecode(flags = \"u8\")]`";
                    self.places.hint(bit.span, "flag-bits", hint);
                }
                None => {
                    let hint = "put the fields into a record with `flags`";
                    self.places.hint(bit.span, "flag-bits", hint);
                }
            }
        }
        if let Some(place) = present {
            let name = self.free(&format!("{}_present", common.name.value));
            way(PresenceHow::Field(name.clone()), place);
            let ty = TypeExpr {
                name: "presence".to_owned(),
                args: vec![TypeArg::Type(TypeExpr {
                    name: "u8".to_owned(),
                    span: place,
                    ..TypeExpr::default()
                })],
                span: place,
                ..TypeExpr::default()
            };
            let mut flag = named(name, place);
            let summary = format!("Whether `{}` is present", common.name.value);
            flag.summary = Some(Spanned::new(summary, place));
            (flag.since, flag.until) = (common.since.clone(), common.until.clone());
            self.fields.push(Field { common: flag, ty, ..Field::default() });
        }
        if let Some(name) = keys.text("when", self.places) {
            way(PresenceHow::When(name.value.as_str().into()), name.span);
        }
        if let Some(name) = keys.text("unless", self.places) {
            way(PresenceHow::Unless(name.value.as_str().into()), name.span);
        }
        if !optional {
            for way in &ways {
                self.places.hint(way.span, "presence", "make its type an `Option`");
            }
        }
        ways
    }

    /// The type of a field on the wire.
    fn ty(&mut self, ty: &Type, keys: &Keys, field: &mut Field) -> TypeExpr {
        let place = self.places.of(ty);
        let plain =
            |name: &str| TypeExpr { name: name.to_owned(), span: place, ..TypeExpr::default() };
        let looked = look(ty);
        self.one_encoding(keys);
        if keys.place("of").is_some() {
            return self.parts(ty, keys, field);
        }
        if let Some((path, arguments)) = keys.codec("with") {
            let coding = Coding::Module(path.to_token_stream());
            let custom = Custom { ty: ty.to_token_stream(), coding, holds: holds(ty) };
            let fields = arguments.iter().map(|name| name.unraw().to_string());
            let given = fields.map(|name| argument(name, place)).collect();
            let name = self.codec(custom, arguments.len(), place);
            let span = arguments.first().map_or(place, |_| self.places.of(quote!(#(#arguments)*)));
            return TypeExpr { arguments: given, span, ..plain(&name) };
        }
        if let Some((name, type_field)) = self.sized(keys) {
            let coding = Coding::Sized(Ident::new(name, Span::call_site()));
            let custom = Custom { ty: ty.to_token_stream(), coding, holds: holds(ty) };
            let name = self.codec(custom, 1, place);
            let span = keys.place("wire").unwrap_or(place);
            let given = vec![argument(type_field, span)];
            return TypeExpr { arguments: given, span, ..plain(&name) };
        }
        if let Some(other) = keys.ty("try_from") {
            let custom = Custom { holds: holds(ty), ..self.through(ty, other, keys, field) };
            return plain(&self.codec(custom, 0, place));
        }
        let has_wire = keys.place("wire").is_some();
        let bytes = keys.literal("wire").is_some_and(|wire| wire.value() == "bytes");
        match looked {
            FieldType::Bytes if bytes => plain("bytes"),
            FieldType::Int(int) => self.integer(&int, keys, field).unwrap_or_else(|| plain(&int)),
            FieldType::Bool if keys.place("bit").is_some() && !field.optional => plain("unit"),
            FieldType::Bool if !has_wire => plain("bool"),
            FieldType::Option(inner) if is_flagged(keys) => {
                self.flagged(inner, keys, field).unwrap_or_default()
            }
            FieldType::Option(inner) if field.optional || lacks_encoding(inner) => {
                self.unsupported("use a single `Option`", place, field)
            }
            _ => self.parts(ty, keys, field),
        }
    }

    /// The encoding of an optional number whose lowest bit states its presence.
    fn flagged(&mut self, inner: &Type, keys: &Keys, field: &mut Field) -> Option<TypeExpr> {
        let wire = keys.type_expr("wire", self.places)?;
        let number = match wire.args.as_slice() {
            [TypeArg::Type(number)] => Integer::of(number).map(Integer::rust),
            _ => None,
        };
        match (look(inner), number) {
            (FieldType::Int(int), Some(number)) if int == number => return Some(wire),
            // The rules of schemas check the argument.
            (FieldType::Int(_), None) => return Some(wire),
            _ => {}
        }
        field.common.broken = true;
        let name = &field.common.name.value;
        let holds = number.unwrap_or("a number");
        self.places.found(
            Diagnostic::new("wire-type", format!("the wire type of `{name}` holds `{holds}`"))
                .at(wire.span, format!("expected a field of the type `Option<{holds}>`")),
        );
        None
    }

    /// The wire type of a number whose width depends on a type, and the field that refers to that type.
    fn sized(&self, keys: &Keys) -> Option<(&'static str, String)> {
        let wire = keys.literal("wire")?.value();
        let (name, type_field) = wire.strip_suffix(')')?.split_once('(')?;
        let name = SIZED.into_iter().find(|sized| *sized == name.trim())?;
        Some((name, type_field.trim().to_owned()))
    }

    /// A type with its own encoding, or with keys for the encoding of its parts.
    fn parts(&mut self, ty: &Type, keys: &Keys, field: &mut Field) -> TypeExpr {
        let place = self.places.of(ty);
        let Some(custom) = self.custom(ty, keys, field) else {
            field.common.broken = true;
            return TypeExpr::default();
        };
        TypeExpr { name: self.codec(custom, 0, place), span: place, ..TypeExpr::default() }
    }

    pub(crate) fn unsupported(
        &mut self,
        help: &str,
        place: bytespec_codegen::ast::Span,
        field: &mut Field,
    ) -> TypeExpr {
        field.common.broken = true;
        let name = &field.common.name.value;
        self.places.found(
            Diagnostic::new("field-type", format!("`{name}` has a type that a field cannot have"))
                .at(place, "expected an integer, `bool`, or a type that reads and writes itself")
                .help(help),
        );
        TypeExpr::default()
    }

    /// The encoding of an integer, if keys state it.
    pub(crate) fn integer(
        &mut self,
        int: &str,
        keys: &Keys,
        field: &mut Field,
    ) -> Option<TypeExpr> {
        let wire = keys.type_expr("wire", self.places)?;
        let name = &field.common.name.value;
        let integer = Integer::of(&wire).filter(|integer| !integer.float());
        let finding = match integer.map(Integer::rust) {
            Some(holds) if holds != int => Diagnostic::new(
                "wire-type",
                format!("the wire type of `{name}` holds `{holds}`, but the field is `{int}`"),
            )
            .at(wire.span, format!("expected a wire type of `{int}`"))
            .help(codings(int)),
            None if !matches!(wire.name.as_str(), "varint" | "zigzag" | "signed") => {
                let known = ["varint", "zigzag", "signed", int];
                let message = format!("`{}` is not a wire type of an integer", wire.name);
                let finding = Diagnostic::new("wire-type", message)
                    .at(wire.span, format!("expected {}", codings(int)));
                match nearest(&wire.name, known) {
                    Some(near) => finding.help(format!("did you mean `{near}`?")),
                    None => finding,
                }
            }
            _ => return Some(wire),
        };
        self.places.found(finding);
        None
    }

    /// The codec for a type that the compiler resolves.
    pub(crate) fn codec(
        &mut self,
        custom: Custom,
        arguments: usize,
        place: bytespec_codegen::ast::Span,
    ) -> String {
        let codecs = &mut self.item.codecs;
        let alike = |other: &Custom| match (&other.coding, &custom.coding) {
            (Coding::Type, Coding::Type) => true,
            (Coding::Module(other), Coding::Module(path)) => same(other, path),
            (Coding::Sized(other), Coding::Sized(name)) => other == name,
            _ => false,
        };
        let known = codecs.iter().position(|other| same(&other.ty, &custom.ty) && alike(other));
        if let Some(at) = known
            && self.item.schema.codecs[at].args.len() == arguments
        {
            return codec_name(at);
        }
        let name = codec_name(codecs.len());
        self.item.shown.push(texts::shown(&custom.ty, &name, place));
        codecs.push(custom);
        self.item.schema.codecs.push(Codec {
            common: named(name.clone(), place),
            value: Some(Spanned::new(name.clone(), place)),
            native: true,
            args: vec![Spanned::new(name.clone(), place); arguments],
            ..Codec::default()
        });
        name
    }

    /// The value in versions that lack the field.
    fn default(&mut self, keys: &Keys, ty: &Type) -> Option<Spanned<Literal>> {
        let value = keys.value("default")?;
        let place = self.places.of(value);
        let none = keys.place("shifted").filter(|_| same(value, quote!(None)));
        let none = none.map(|_| Literal::Text("none".to_owned()));
        let literal = literal(value).or(none).unwrap_or_else(|| {
            let defaults = &mut self.item.defaults;
            defaults.push((value.clone(), ty.to_token_stream()));
            Literal::Text((defaults.len() - 1).to_string())
        });
        Some(Spanned::new(literal, place))
    }
}

/// Whether the lowest bit of a number states the presence of an `Option`.
fn is_flagged(keys: &Keys) -> bool {
    let wire = keys.literal("wire").map(syn::LitStr::value);
    wire.is_some_and(|wire| wire.trim_start().starts_with("flagged"))
}

/// Whether an `Option` of this type has no encoding of its own.
fn lacks_encoding(inner: &Type) -> bool {
    matches!(look(inner), FieldType::Option(_) | FieldType::Unsupported(_))
}

/// The place of a key that states the presence of a field.
fn presence_key(keys: &Keys) -> Option<bytespec_codegen::ast::Span> {
    ["bit", "present", "when", "unless"].iter().find_map(|key| keys.place(key))
}

fn codec_name(at: usize) -> String {
    format!("Type{at}")
}

/// A value as a literal of the schema language, if the language can express it.
fn literal(value: &TokenStream) -> Option<Literal> {
    if let Ok(TokenTree::Group(group)) = syn::parse2::<TokenTree>(value.clone()) {
        return match group.delimiter() {
            Delimiter::Bracket if group.stream().is_empty() => Some(Literal::EmptyList),
            // The arguments of a `macro_rules` macro are in groups.
            Delimiter::None => literal(&group.stream()),
            _ => None,
        };
    }
    match syn::parse2::<Lit>(value.clone()).ok()? {
        Lit::Int(number) => number.base10_parse().ok().map(Literal::Int),
        Lit::Bool(value) => Some(Literal::Bool(value.value)),
        _ => None,
    }
}

/// The wire types of a Rust integer, for messages.
fn codings(int: &str) -> String {
    let bits = &int[1..];
    let big = if bits == "8" { String::new() } else { format!(", `{int}be`") };
    match int.starts_with('i') {
        true => format!("`{int}`{big}, `varint<{int}>`, `zigzag<{int}>` or `signed<{bits}>`"),
        false => format!("`{int}`{big} or `varint<{int}>`"),
    }
}

/// A field as an argument of a codec.
fn argument(name: String, place: bytespec_codegen::ast::Span) -> Expression {
    Expression::Field(Spanned::new(name, place))
}
