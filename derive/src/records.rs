//! Records.

use bytespec_codegen::ast::{
    Codec, Common, Field, Presence, PresenceHow, Record, Schema, Span, Spanned, TypeArg, TypeExpr,
};
use bytespec_codegen::diagnostics::{Diagnostic, nearest};
use syn::{Data, DeriveInput, Fields, Type};

use crate::expand::{Item, common, named};
use crate::keys::{self, Keys};
use crate::place::Places;
use crate::types::{FieldType, look, same};

/// A struct as an item of a schema.
pub(crate) fn lower(
    input: &DeriveInput,
    keys: &Keys,
    mut common: Common,
    places: &mut Places,
) -> Item {
    let fields = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Some(&fields.named),
            Fields::Unnamed(fields) => {
                let place = places.of(fields);
                wrong_item("a record has named fields", place, "expected `{ ... }`", places);
                None
            }
            Fields::Unit => {
                let place = common.name.span;
                wrong_item("a record has named fields", place, "expected `{ ... }`", places);
                None
            }
        },
        Data::Enum(data) => {
            let place = places.of(data.enum_token);
            let label = "expected `struct`; an enum takes `BytecodeEnum`";
            wrong_item("`BytecodeRecord` is for structs", place, label, places);
            None
        }
        Data::Union(data) => {
            let place = places.of(data.union_token);
            wrong_item("`BytecodeRecord` is for structs", place, "expected `struct`", places);
            None
        }
    };
    common.broken |= fields.is_none();
    let mut record = Lower { places, item: Item::default(), fields: Vec::new(), names: Vec::new() };
    record.names.extend(fields.into_iter().flatten().filter_map(|field| {
        use syn::ext::IdentExt;
        field.ident.as_ref().map(|ident| ident.unraw().to_string())
    }));
    let flags = record.flags(keys);
    fields.into_iter().flatten().for_each(|field| record.field(field, flags));
    let (mut item, fields) = (record.item, record.fields);
    item.schema = Schema { records: vec![Record { common, fields }], ..item.schema };
    item
}

fn wrong_item(message: &str, place: Span, label: &str, places: &mut Places) {
    places.found(Diagnostic::new("unsupported-shape", message).at(place, label));
}

struct Lower<'p> {
    places: &'p mut Places,
    item: Item,
    /// Fields in wire order, with those that Rust does not see.
    fields: Vec<Field>,
    /// Names that are taken.
    names: Vec<String>,
}

impl Lower<'_> {
    /// A name for a field that Rust does not see.
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

    /// The flags, which stand first; whether there are some, as far as was said.
    fn flags(&mut self, keys: &Keys) -> bool {
        let Some(place) = keys.place("flags") else { return keys.broken };
        let Some(of) = keys.type_expr("flags", self.places) else { return true };
        let name = self.free("flags");
        let span = of.span;
        self.fields.push(Field {
            common: named(name, place),
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

    fn field(&mut self, field: &syn::Field, flags: bool) {
        let keys = Keys::read(&field.attrs, keys::FIELD, "field", self.places);
        let Some(ident) = &field.ident else { return };
        let mut common = common(ident, self.places);
        common.broken |= keys.broken;
        let (optional, ty) = match look(&field.ty) {
            FieldType::Option(inner) => (true, inner),
            _ => (false, &field.ty),
        };
        let presence = self.presence(&keys, &common, optional, flags);
        let mut lowered = Field { common, optional, presence, ..Field::default() };
        lowered.ty = self.ty(ty, &keys, &mut lowered);
        self.fields.push(lowered);
    }

    /// What tells of the field, as far as its keys say.
    fn presence(
        &mut self,
        keys: &Keys,
        common: &Common,
        optional: bool,
        flags: bool,
    ) -> Vec<Presence> {
        let mut ways = Vec::new();
        let mut way = |how, span| ways.push(Presence { how, since: None, until: None, span });
        if let Some(bit) = keys.number("bit") {
            way(PresenceHow::Bit(bit.value), bit.span);
            if !flags {
                let hint =
                    "say on the struct how wide its flags are: `#[bytecode(flags = \"u8\")]`";
                self.places.hint(bit.span, "flag-bits", hint);
            }
        }
        if let Some(place) = keys.place("present") {
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
            self.fields.push(Field { common: named(name, place), ty, ..Field::default() });
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
        if let (Some(wire), false) = (keys.place("wire"), matches!(looked, FieldType::Int(_))) {
            self.places.found(
                Diagnostic::new("wire-type", "only an integer is told its `wire`")
                    .at(wire, format!("`{}` is no integer", field.common.name.value))
                    .at(place, "its type says how it is written"),
            );
        }
        match looked {
            FieldType::Int(int) => self.integer(&int, keys, field).unwrap_or_else(|| plain(&int)),
            FieldType::Bool if keys.place("bit").is_some() && !field.optional => plain("unit"),
            FieldType::Bool => plain("bool"),
            FieldType::Named => plain(&self.codec(ty, place)),
            FieldType::Option(_) => self.unsupported("one `Option` is enough", place, field),
            FieldType::Unsupported(help) => self.unsupported(help, place, field),
        }
    }

    fn unsupported(&mut self, help: &str, place: Span, field: &mut Field) -> TypeExpr {
        field.common.broken = true;
        let name = &field.common.name.value;
        self.places.found(
            Diagnostic::new("field-type", format!("`{name}` has a type that no field can have"))
                .at(
                    place,
                    "expected an integer, `bool`, an enum or a record, or an `Option` of one",
                )
                .help(help),
        );
        TypeExpr::default()
    }

    /// How an integer is written, if that is said.
    fn integer(&mut self, int: &str, keys: &Keys, field: &mut Field) -> Option<TypeExpr> {
        let wire = keys.type_expr("wire", self.places)?;
        let name = &field.common.name.value;
        let finding = match wire.integer() {
            Some(holds) if holds != int => Diagnostic::new(
                "wire-type",
                format!("the wire type of `{name}` holds `{holds}`, but the field is `{int}`"),
            )
            .at(wire.span, format!("expected a wire type of `{int}`"))
            .help(match int {
                "i64" => "`i64`, `varint<i64>` or `zigzag`".to_owned(),
                "i8" | "i16" => format!("`{int}`"),
                _ => format!("`{int}` or `varint<{int}>`"),
            }),
            None if wire.name != "varint" => {
                let known = ["varint", "zigzag", int];
                let message = format!("`{}` is no wire type of an integer", wire.name);
                let finding = Diagnostic::new("wire-type", message)
                    .at(wire.span, format!("expected `{int}`, `varint<{int}>` or `zigzag`"));
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

    /// The codec that a type is, which stands for Rust's knowledge of it.
    fn codec(&mut self, ty: &Type, place: Span) -> String {
        let types = &mut self.item.types;
        if let Some(at) = types.iter().position(|other| same(other, ty)) {
            return codec_name(at);
        }
        let name = codec_name(types.len());
        types.push(ty.clone());
        self.item.schema.codecs.push(Codec {
            common: named(name.clone(), place),
            value: Some(Spanned::new(name.clone(), place)),
            ..Codec::default()
        });
        name
    }
}

fn codec_name(at: usize) -> String {
    format!("Type{at}")
}
