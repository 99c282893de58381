//! Operations with all their parts.

use bytespec_codegen::ast::{Field, Span, Spanned, TypeExpr};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{OperationPart, TypedOperation, typed_operation};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Type};

use crate::dialects::{check_names, is_struct, of_an_operation};
use crate::item::{common, documented, runtime};
use crate::keys::{self, Keys};
use crate::op_texts;
use crate::place::{Faults, Places};

/// `#[derive(Operation)]`
pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream, Faults> {
    let mut places = Places::default();
    let keys = Keys::read(&input.attrs, keys::OPERATION, "operation", &mut places);
    let is_struct = is_struct(input, "operation", &mut places);
    let mut item = common(&input.ident, &mut places);
    documented(&mut item, &input.attrs, &mut places);
    of_an_operation(
        &keys,
        &item.name,
        ("the operation has", "an operation requires `dialect` and `operation`"),
        &mut places,
    );
    let OperationFields { parts, types, properties, lowered, .. } =
        OperationFields::read(&input.data, &mut places);
    let findings = check_names(&item.name, lowered, &places);
    let (Some(dialect), Some(name), true) =
        (keys.ty("dialect"), keys.literal("operation"), is_struct && findings.is_empty())
    else {
        return Err(places.report(findings));
    };
    let mut text = None;
    if let Some(template) = keys.text("text", &mut places) {
        let parts: Vec<_> =
            parts.iter().cloned().zip(types).map(|(part, (ty, at))| (part, ty, at)).collect();
        text = op_texts::read(&name.value(), &parts, properties.is_some(), &template, &mut places);
        if text.is_none() {
            return Err(places.report(places.findings.clone()));
        }
    }
    Ok(typed_operation(&TypedOperation {
        runtime: runtime(&keys, &mut places),
        name: input.ident.clone(),
        dialect: dialect.to_token_stream(),
        operation: name.value(),
        summary: item.summary.unwrap_or(item.name).value,
        parts,
        properties,
        text,
    }))
}

/// The fields of an operation.
#[derive(Default)]
struct OperationFields {
    parts: Vec<OperationPart>,
    /// The operand that has the same type as each part, if stated.
    types_of: Vec<Option<Spanned<String>>>,
    /// The type of each part, and its place.
    types: Vec<(Type, Span)>,
    /// The field with the properties, and its type.
    properties: Option<(Ident, TokenStream)>,
    /// The parts as fields of the language, for the rules of names.
    lowered: Vec<Field>,
}

impl OperationFields {
    /// Reads the fields of a struct.
    fn read(data: &Data, places: &mut Places) -> Self {
        let fields = match data {
            Data::Struct(data) => Some(&data.fields),
            _ => None,
        };
        if let Some(Fields::Unnamed(unnamed)) = fields {
            let place = places.of(unnamed);
            places.found(
                Diagnostic::new("unsupported-shape", "the fields of an operation have no names")
                    .at(place, "expected `{ ... }`"),
            );
        }
        let mut read = Self::default();
        for field in fields.into_iter().flatten() {
            let Some(ident) = &field.ident else { continue };
            read.add(field, ident, places);
        }
        read.find_operands(places);
        read
    }

    /// Adds a field: a part or the properties.
    fn add(&mut self, field: &syn::Field, ident: &Ident, places: &mut Places) {
        let keys = Keys::read(&field.attrs, keys::OPERATION_FIELD, "field", places);
        let mut common = common(ident, places);
        if let Some(place) = keys.place("properties") {
            self.check_properties(&keys, place, places);
            self.properties = Some((ident.clone(), field.ty.to_token_stream()));
            return;
        }
        if let Some(name) = keys.text("name", places) {
            common.name = name;
        } else {
            common.name.value = ident.unraw().to_string();
        }
        let part = OperationPart {
            field: ident.clone(),
            ty: field.ty.to_token_stream(),
            name: common.name.value.clone(),
            type_of: None,
        };
        self.types.push((field.ty.clone(), places.of(&field.ty)));
        self.parts.push(part);
        self.types_of.push(keys.text("type_of", places));
        // Names of attributes can contain dots, names of fields cannot.
        common.name.value = common.name.value.replace('.', "_");
        let ty = TypeExpr { name: "bool".to_owned(), ..TypeExpr::default() };
        self.lowered.push(Field { common, ty, ..Field::default() });
    }

    /// Reports other keys of the field with the properties, and a second such field.
    fn check_properties(&self, keys: &Keys, place: Span, places: &mut Places) {
        for (key, other) in keys.given().filter(|(key, _)| *key != "properties") {
            places.found(
                Diagnostic::new(
                    "conflicting-keys",
                    format!("`{key}` cannot be combined with `properties`"),
                )
                .at(other, "another key of the same field")
                .at(place, "this field has the properties")
                .help("remove one of them"),
            );
        }
        if self.properties.is_some() {
            places.found(
                Diagnostic::new("duplicate-key", "an operation has two fields with `properties`")
                    .at(place, "the second one is here"),
            );
        }
    }

    /// Finds the operands in `type_of`.
    fn find_operands(&mut self, places: &mut Places) {
        let known: Vec<_> =
            self.parts.iter().map(|part| (part.name.clone(), part.ty.clone())).collect();
        for (part, type_of) in self.parts.iter_mut().zip(&self.types_of) {
            let Some(of) = type_of else { continue };
            match known.iter().find(|(name, _)| *name == of.value) {
                Some(found) => part.type_of = Some(found.clone()),
                None => places.found(
                    Diagnostic::new("unknown-field", format!("no field is named `{}`", of.value))
                        .at(of.span, "expected the name of an operand")
                        .suggest(&of.value, known.iter().map(|(name, _)| name.as_str())),
                ),
            }
        }
    }
}
