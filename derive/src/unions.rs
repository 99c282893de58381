//! Enums whose variants hold fields, and structs with a code in front.

use bytespec_codegen::ast::{
    Common, Field, Literal, Schema, Span, Spanned, TypeExpr, Union, Variant,
};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Held, Shape, Table};
use syn::{Data, DeriveInput, Fields};

use crate::fields::Lower;
use crate::forms::{self, Form};
use crate::item::{Item, common, documented};
use crate::keys::{self, Keys};
use crate::members;
use crate::place::Places;
use crate::types::{FieldType, look};
use crate::upgrades;
use crate::versions::versioned;

/// What no alternative has that was another one in older versions.
const UPGRADED: &[(&str, &str)] =
    &[("form", "what has several forms was one thing in older versions")];

/// The trait of types of numbers, in bits.
const WIDTH: &str = "width";

/// An enum or a struct as a union of a schema.
pub(crate) fn lower(
    input: &DeriveInput,
    keys: &Keys,
    mut common: Common,
    table: Table,
    places: &mut Places,
) -> Item {
    let mut item = Item {
        table: keys.ty("dialect").map(|_| table),
        display: keys.place("display").is_some(),
        ..Item::default()
    };
    if let Some(place) = keys.place("display").filter(|_| keys.ty("dialect").is_none()) {
        places.found(
            Diagnostic::new("conflicting-keys", "`display` is about entries of a dialect")
                .at(place, "this is an item of no dialect")
                .help("say the `dialect`, or leave `display`"),
        );
    }
    places.word("`tag`", "`code`");
    places.word("tag ", "code ");
    let tag = match keys.place("tag") {
        Some(_) => keys.type_expr("tag", places),
        None => Some(TypeExpr {
            name: "varint".to_owned(),
            span: common.name.span,
            ..TypeExpr::default()
        }),
    };
    common.broken |= keys.place("tag").is_some() && tag.is_none();
    // Those of a struct are its only variant's.
    if matches!(input.data, Data::Enum(_)) {
        versioned(&mut common, keys, places);
    }
    let name = common.name.clone();
    let mut variants = Variants { places, item: &mut item, of: name, variants: Vec::new() };
    match &input.data {
        Data::Enum(data) => {
            let mut implied = 0;
            for variant in &data.variants {
                implied = variants.variant(variant, implied);
            }
            if data.variants.is_empty() {
                let place = variants.of.span;
                variants.unsupported("an enum without variants has no value to read", place, "");
            }
            only_one(&mut variants);
        }
        Data::Struct(data) => variants.structure(&data.fields, keys, &input.attrs),
        Data::Union(data) => {
            let place = variants.places.of(data.union_token);
            variants.unsupported("no union of Rust can be read", place, "expected `enum`");
        }
    }
    let variants = variants.variants;
    // What has no alternative with a code was found, or is text alone.
    common.broken |= variants.is_empty();
    let has_width = variants.iter().flat_map(|variant| &variant.traits).next();
    let traits = has_width.map(|(name, _)| name.clone()).into_iter().collect();
    let is_open = item.shapes.iter().any(|shape| shape.other);
    let unknown = is_open.then(|| Spanned::new("opaque".to_owned(), common.name.span));
    let reserved = keys.reserved(places);
    let union = Union { traits, tag, unknown, reserved, common, ..Union::default() };
    item.schema = Schema { unions: vec![union], variants, ..item.schema };
    item
}

/// At most one variant stands for entries that are text, and at most one for all other codes.
fn only_one(variants: &mut Variants<'_>) {
    type Is = fn(&Shape) -> bool;
    let kinds: [(&'static str, &str, Is); 2] = [
        ("text-variant", "two variants stand for text", |shape| shape.text),
        ("other-member", "two variants stand for all other codes", |shape| shape.other),
    ];
    for (rule, message, is) in kinds {
        let found: Vec<_> = variants.item.shapes.iter().filter(|shape| is(shape)).collect();
        if let [first, second, ..] = found.as_slice() {
            let (first, second) = (first.variant.clone(), second.variant.clone());
            let (first, second) = (variants.places.of(first), variants.places.of(second));
            variants.places.found(
                Diagnostic::new(rule, message).at(second, "this one").at(first, "and this one"),
            );
        }
    }
}

struct Variants<'p> {
    places: &'p mut Places,
    item: &'p mut Item,
    /// The union.
    of: Spanned<String>,
    variants: Vec<Variant>,
}

impl Variants<'_> {
    fn unsupported(&mut self, message: &str, place: Span, label: &str) {
        self.places.found(Diagnostic::new("unsupported-shape", message).at(place, label));
    }

    /// A variant, `implied` being the code that the order would give it; the next one.
    fn variant(&mut self, variant: &syn::Variant, implied: u64) -> u64 {
        let keys = Keys::read(&variant.attrs, keys::VARIANT, "variant", self.places);
        let mut common = common(&variant.ident, self.places);
        members::renamed(&mut common, &keys, self.places);
        documented(&mut common, &variant.attrs, self.places);
        if let Some((_, expr)) = &variant.discriminant {
            let place = self.places.of(expr);
            self.places.found(
                Diagnostic::new("unsupported-shape", "the code of a variant is a key")
                    .at(place, "not a code of the wire")
                    .help("write `#[bytecode(code = ...)]`"),
            );
        }
        let shape = Shape { variant: Some(variant.ident.clone()), ..Shape::default() };
        if let Some(place) = keys.place("other") {
            self.other(place, &variant.fields, &keys, &common, shape);
            return implied;
        }
        self.add(&variant.fields, &keys, common, shape, implied)
    }

    fn structure(&mut self, fields: &Fields, keys: &Keys, attributes: &[syn::Attribute]) {
        let mut common =
            Common { name: self.of.clone(), summary: Some(self.of.clone()), ..Common::default() };
        documented(&mut common, attributes, self.places);
        self.add(fields, keys, common, Shape::default(), 0);
    }

    /// Adds the variants of the model that an alternative of Rust is; the code after the last.
    fn add(
        &mut self,
        fields: &Fields,
        keys: &Keys,
        mut common: Common,
        mut shape: Shape,
        implied: u64,
    ) -> u64 {
        versioned(&mut common, keys, self.places);
        common.broken |= keys.broken;
        let mut older = upgrades::read(keys, &mut common, self.places);
        upgrades::conflicts(keys, UPGRADED, self.places);
        let sources = members::read(fields, keys, self.places);
        shape.fields = members::members(&sources);
        let template = keys.text("text", self.places);
        if let Some(place) = keys.place("text").filter(|_| template.is_none()) {
            self.text(place, keys, &common, shape);
            return implied;
        }
        let hint =
            format!("numbers on the wire are never implied: write `#[bytecode(code = {implied})]`");
        self.places.hint(common.name.span, "required-key", hint);
        let width = self.width(keys);
        let before = self.places.findings.len();
        let mut forms = forms::read(&sources, keys, &common, self.places);
        if self.places.findings.len() > before {
            // What the others would be is not known well enough to find fault with.
            forms.truncate(1);
        }
        self.templates(template, keys, &mut forms);
        let code = forms.first().and_then(|form| form.code.as_ref());
        let olds = upgrades::variants(
            &mut older,
            &self.of,
            &common.name.value,
            code,
            self.places,
            self.item,
        );
        self.variants.extend(olds);
        shape.upgrades = older.into_iter().map(|older| older.upgrade).collect();
        let held = forms::held(&forms);
        let lowered = Lower::new(self.places, self.item).all(&sources, None, held);
        let mut next = implied;
        for form in &forms {
            let mut variant = form_of(&common, &lowered, form, &self.of);
            variant.traits.extend(width.clone());
            if let Some(tag) = &variant.tag {
                next = next.max(u64::try_from(tag.value).unwrap_or(0).saturating_add(1));
            }
            let name = &variant.common.name.value;
            self.item.texts.extend(form.text.clone().map(|text| (name.clone(), text)));
            shape.forms.push((name.clone(), form.held.clone()));
            self.variants.push(variant);
        }
        self.item.shapes.push(shape);
        next
    }

    /// The trait that says how wide the numbers of a type are.
    fn width(&mut self, keys: &Keys) -> Option<(Spanned<String>, Spanned<Literal>)> {
        let width = keys.number("width")?;
        if self.item.table != Some(Table::Type) {
            self.places.found(
                Diagnostic::new("conflicting-keys", "only types of a dialect have a width")
                    .at(width.span, "this is none")
                    .help("leave it"),
            );
        }
        let name = Spanned::new(WIDTH.to_owned(), width.span);
        Some((name, Spanned::new(Literal::Int(width.value.into()), width.span)))
    }

    /// Gives a form the template of its variant.
    fn templates(&mut self, template: Option<Spanned<String>>, keys: &Keys, forms: &mut [Form]) {
        let places: Vec<_> =
            template.iter().chain(forms.iter().flat_map(|form| &form.text)).collect();
        if let Some(place) =
            places.first().map(|text| text.span).filter(|_| self.item.table.is_none())
        {
            self.places.found(
                Diagnostic::new("text-template", "only entries of a dialect have a text")
                    .at(place, "this is an item of no dialect")
                    .help("say the `dialect`, or leave `text`"),
            );
        }
        let Some(template) = template else { return };
        if let Some((_, place)) = keys.forms().next() {
            self.places.found(
                Diagnostic::new("conflicting-keys", "forms have texts of their own")
                    .at(template.span, "of which form is it?")
                    .at(place, "a form")
                    .help("write `form(..., text = \"...\")`"),
            );
        } else if let [form] = forms {
            form.text = Some(template);
        }
    }

    /// A variant that stands for all other codes: it holds the code, and the bytes behind it.
    fn other(
        &mut self,
        place: Span,
        fields: &Fields,
        keys: &Keys,
        common: &Common,
        mut shape: Shape,
    ) {
        let name = &common.name.value;
        for (key, other) in keys.given().filter(|(key, _)| *key != "other") {
            self.places.found(
                Diagnostic::new("other-member", format!("`{name}` stands for all other codes"))
                    .at(other, format!("`{key}` says nothing of them"))
                    .at(place, "because of this")
                    .help("leave one of them"),
            );
        }
        if self.item.table.is_some() {
            self.places.found(
                Diagnostic::new("other-member", "an entry of a dialect may refer to others")
                    .at(place, "no one could give its references new numbers")
                    .help("leave the variant: a module keeps entries with other codes as bytes"),
            );
        }
        let sources = members::read(fields, keys, self.places);
        for (key, other) in sources.iter().flat_map(|source| source.keys.given()) {
            let message = format!("`{name}` holds a code and bytes");
            self.places.found(
                Diagnostic::new("other-member", message)
                    .at(other, format!("`{key}` says nothing of them"))
                    .help(format!("leave `{key}`")),
            );
        }
        let is_code = |ty| matches!(look(ty), FieldType::Int(int) if int == "u64");
        if !matches!(sources.as_slice(), [code, _] if is_code(&code.field.ty)) {
            let message = format!("`{name}` cannot hold every other code and what follows it");
            self.places.found(
                Diagnostic::new("other-member", message)
                    .at(common.name.span, "expected two fields, a `u64` and the bytes behind it")
                    .help(format!("write `{name}(u64, &'a [u8])` or `{name}(u64, Vec<u8>)`")),
            );
        }
        shape.fields = members::members(&sources);
        shape.other = true;
        self.item.shapes.push(shape);
    }

    /// A variant that stands for entries that are text.
    fn text(&mut self, place: Span, keys: &Keys, common: &Common, mut shape: Shape) {
        for key in ["code", "form", "since", "until", "upgrade"] {
            if let Some(other) = keys.place(key) {
                let message = format!("`{key}` is about an encoding, but text has none");
                self.places.found(
                    Diagnostic::new("conflicting-keys", message)
                        .at(other, "this")
                        .at(place, "stands for text")
                        .help("leave one of them"),
                );
            }
        }
        if self.item.table.is_none() {
            self.places.found(
                Diagnostic::new("text-variant", "only entries of a dialect can be text")
                    .at(place, "this is an item of no dialect")
                    .help("say the `dialect`, or leave `text`"),
            );
        }
        if shape.fields.len() != 1 {
            let message = format!("`{}` does not hold one text", common.name.value);
            self.places.found(
                Diagnostic::new("text-variant", message)
                    .at(common.name.span, "expected one field, `&'a str` or `String`"),
            );
        }
        shape.text = true;
        self.item.shapes.push(shape);
    }
}

/// The variant of the model that a form is.
fn form_of(common: &Common, fields: &[Field], form: &Form, of: &Spanned<String>) -> Variant {
    let mut common = common.clone();
    common.name.value.push_str(&form.suffix);
    if let Some(summary) = common.summary.as_mut().filter(|_| !form.suffix.is_empty()) {
        summary.value = format!("{}, {}", summary.value, form.words());
    }
    common.since = form.since.clone().or(common.since);
    common.until = form.until.clone().or(common.until);
    common.broken |= form.broken;
    let fields = fields
        .iter()
        .filter(|field| {
            let held = form.held.iter().find(|(name, _)| *name == field.common.name.value);
            held.is_none_or(|(_, held)| matches!(held, Held::Some))
        })
        .cloned();
    Variant {
        of: Some(of.clone()),
        tag: form.code.clone(),
        fields: fields.collect(),
        common,
        ..Variant::default()
    }
}
