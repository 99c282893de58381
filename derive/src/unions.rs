//! Lowers enums whose variants have fields, and structs with a code before their fields.

use bytespec_codegen::ast::{
    Common, Field, Literal, Schema, Span, Spanned, Tag, TypeExpr, Union, Variant,
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

/// Keys that cannot be combined with `upgrade`.
const UPGRADED: &[(&str, &str)] = &[("form", "a variant with forms cannot have an `upgrade`")];

/// The schema trait that states the width of a type's numbers, in bits.
const WIDTH: &str = "width";

/// Lowers an enum or a struct to a union of a schema.
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
            Diagnostic::new("conflicting-keys", "`display` requires a dialect")
                .at(place, "this item has no dialect")
                .help("add `dialect`, or remove `display`"),
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
    // The keys of a struct belong to its only variant.
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
                variants.unsupported("an enum without variants has no values", place, "");
            }
            only_one(&mut variants);
        }
        Data::Struct(data) => variants.structure(&data.fields, keys, &input.attrs),
        Data::Union(data) => {
            let place = variants.places.of(data.union_token);
            variants.unsupported("a union of Rust cannot be read", place, "expected `enum`");
        }
    }
    let variants = variants.variants;
    // A union without codes is already reported, or it contains only text entries.
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

/// Reports a second variant for text entries, or for all other codes.
fn only_one(variants: &mut Variants<'_>) {
    type Is = fn(&Shape) -> bool;
    let kinds: [(&'static str, &str, Is); 2] = [
        ("text-variant", "two variants are for entries that are text", |shape| shape.text),
        ("other-member", "two variants have `other`", |shape| shape.other),
    ];
    for (rule, message, is) in kinds {
        let found: Vec<_> = variants.item.shapes.iter().filter(|shape| is(shape)).collect();
        if let [first, second, ..] = found.as_slice() {
            let (first, second) = (first.variant.clone(), second.variant.clone());
            let (first, second) = (variants.places.of(first), variants.places.of(second));
            variants.places.found(
                Diagnostic::new(rule, message)
                    .at(second, "the second one is here")
                    .at(first, "the first one is here"),
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

    /// Adds a variant. `implied` is its code if no key states one. Returns the next implied code.
    fn variant(&mut self, variant: &syn::Variant, implied: u64) -> u64 {
        let keys = Keys::read(&variant.attrs, keys::VARIANT, "variant", self.places);
        let mut common = common(&variant.ident, self.places);
        members::renamed(&mut common, &keys, self.places);
        documented(&mut common, &variant.attrs, self.places);
        if let Some((_, expr)) = &variant.discriminant {
            let place = self.places.of(expr);
            self.places.found(
                Diagnostic::new(
                    "unsupported-shape",
                    "the code of a variant is not a discriminant of Rust",
                )
                .at(place, "this has no effect on the wire")
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

    /// Adds the variants of the schema for one variant of the Rust type. Returns the code after the last one.
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
            format!("numbers on the wire must be explicit: write `#[bytecode(code = {implied})]`");
        self.places.hint(common.name.span, "required-key", hint);
        let width = self.width(keys);
        let before = self.places.findings.len();
        let mut forms = forms::read(&sources, keys, &common, self.places);
        if self.places.findings.len() > before {
            // The codes of later variants are uncertain, so do not report them.
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
            if let Some(tag) = variant.tag() {
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

    /// The schema trait that states the width of a type's numbers.
    fn width(&mut self, keys: &Keys) -> Option<(Spanned<String>, Spanned<Literal>)> {
        let width = keys.number("width")?;
        if self.item.table != Some(Table::Type) {
            self.places.found(
                Diagnostic::new("conflicting-keys", "only types of a dialect can have `width`")
                    .at(width.span, "this item is not a type of a dialect")
                    .help("remove `width`"),
            );
        }
        let name = Spanned::new(WIDTH.to_owned(), width.span);
        Some((name, Spanned::new(Literal::Int(width.value.into()), width.span)))
    }

    /// Sets the template of a variant's form.
    fn templates(&mut self, template: Option<Spanned<String>>, keys: &Keys, forms: &mut [Form]) {
        let places: Vec<_> =
            template.iter().chain(forms.iter().flat_map(|form| &form.text)).collect();
        if let Some(place) =
            places.first().map(|text| text.span).filter(|_| self.item.table.is_none())
        {
            self.places.found(
                Diagnostic::new("text-template", "only entries of a dialect can have `text`")
                    .at(place, "this item has no dialect")
                    .help("add `dialect`, or remove `text`"),
            );
        }
        let Some(template) = template else { return };
        if let Some((_, place)) = keys.forms().next() {
            self.places.found(
                Diagnostic::new("conflicting-keys", "a variant with forms has a `text`")
                    .at(template.span, "each form has its own text")
                    .at(place, "a form is here")
                    .help("write `form(..., text = \"...\")`"),
            );
        } else if let [form] = forms {
            form.text = Some(template);
        }
    }

    /// A variant for all other codes. It contains the code and the bytes after it.
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
                Diagnostic::new(
                    "other-member",
                    format!("`{name}` is the variant for all other codes"),
                )
                .at(other, format!("`{key}` does not apply to such a variant"))
                .at(place, "this cannot be combined with it")
                .help("remove one of them"),
            );
        }
        if self.item.table.is_some() {
            self.places.found(
                Diagnostic::new("other-member", "a union of a dialect cannot have `other`")
                    .at(place, "references in unknown entries cannot be renumbered")
                    .help("remove the variant: a module keeps entries with other codes as bytes"),
            );
        }
        let sources = members::read(fields, keys, self.places);
        for (key, other) in sources.iter().flat_map(|source| source.keys.given()) {
            let message = format!("the fields of `{name}` cannot have keys");
            self.places.found(
                Diagnostic::new("other-member", message)
                    .at(other, format!("`{key}` does not apply to such a variant"))
                    .help(format!("remove `{key}`")),
            );
        }
        let is_code = |ty| matches!(look(ty), FieldType::Int(int) if int == "u64");
        if !matches!(sources.as_slice(), [code, _] if is_code(&code.field.ty)) {
            let message = format!("`{name}` cannot hold every other code and the bytes after it");
            self.places.found(
                Diagnostic::new("other-member", message)
                    .at(common.name.span, "expected two fields, a `u64` and the bytes after it")
                    .help(format!("write `{name}(u64, &'a [u8])` or `{name}(u64, Vec<u8>)`")),
            );
        }
        shape.fields = members::members(&sources);
        shape.other = true;
        self.item.shapes.push(shape);
    }

    /// A variant for text entries.
    fn text(&mut self, place: Span, keys: &Keys, common: &Common, mut shape: Shape) {
        for key in ["code", "form", "since", "until", "upgrade"] {
            if let Some(other) = keys.place(key) {
                let message =
                    format!("a variant for text entries has `{key}`, which is about an encoding");
                self.places.found(
                    Diagnostic::new("conflicting-keys", message)
                        .at(other, "this does not apply to text")
                        .at(place, "`text` is here")
                        .help("remove one of them"),
                );
            }
        }
        if self.item.table.is_none() {
            self.places.found(
                Diagnostic::new("text-variant", "only entries of a dialect can be text")
                    .at(place, "this item has no dialect")
                    .help("add `dialect`, or remove `text`"),
            );
        }
        if shape.fields.len() != 1 {
            let message = format!(
                "`{}` is for text entries and has no single field of text",
                common.name.value
            );
            self.places.found(
                Diagnostic::new("text-variant", message)
                    .at(common.name.span, "expected one field, `&'a str` or `String`"),
            );
        }
        shape.text = true;
        self.item.shapes.push(shape);
    }
}

/// The variant of the schema for a form.
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
        tags: form.code.clone().into_iter().map(Tag::from).collect(),
        fields: fields.collect(),
        common,
        ..Variant::default()
    }
}
