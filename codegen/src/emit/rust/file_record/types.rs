//! Types: structs of records, enums of unions, and their fields.

use super::reached::{Choice, items};
use super::{Records, generics};
use crate::emit::rust::{names, versions};
use crate::model::{Docs, Field, Section};
use bytespec_plan::{Absent, ItemId, Kind, Otherwise, Shape, ShapeId, Sign, Step, Transform};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// A field of a generated type.
pub(super) struct TypedField {
    /// The step, by position in its item.
    pub(super) step: u32,
    /// Its name in Rust.
    pub(super) name: Ident,
    ty: TokenStream,
    docs: TokenStream,
}

impl Records<'_, '_> {
    /// The types of all items.
    pub(super) fn types(&self) -> TokenStream {
        let records = self.records().map(|item| self.record(item));
        let unions = self.reached.unions.iter().map(|union| self.union(*union));
        quote!(#(#records)* #(#unions)*)
    }

    /// The items that are structs.
    pub(super) fn records(&self) -> impl Iterator<Item = ItemId> {
        let of_record =
            |item: &ItemId| matches!(self.kind(*item), Kind::Record | Kind::Layout | Kind::Section);
        self.reached.items.iter().copied().filter(of_record)
    }

    fn record(&self, item: ItemId) -> TokenStream {
        let (name, lifetime) = (self.type_name(item), self.lifetime(item));
        let docs = self.record_docs(item).map(|docs| versions::docs(self.cx, docs));
        let members = self.members(item, &quote!(pub));
        let computed = self.computed(item);
        quote! {
            #docs
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct #name #lifetime {
                #(#members,)*
            }

            #computed
        }
    }

    fn union(&self, union: Choice) -> TokenStream {
        let (name, lifetime) = (self.union_name(union), self.union_lifetime(union));
        let docs = self.union_docs(self.plan.name(union.name));
        let docs = docs.map(|docs| versions::docs(self.cx, docs));
        let variants = items(&self.plan, union).map(|item| {
            let (name, members) = (names::camel(self.name(item)), self.members(item, &quote!()));
            let docs =
                self.variant_docs(union, item).map(|docs| versions::part_docs(self.cx, docs));
            match members.is_empty() {
                true => quote!(#docs #name),
                false => quote!(#docs #name { #(#members),* }),
            }
        });
        let names = items(&self.plan, union).map(|item| {
            let (name, label) = (names::camel(self.name(item)), self.label(item));
            quote!(Self::#name { .. } => #label,)
        });
        let is_opaque = union.otherwise == Otherwise::Opaque;
        let opaque_name = is_opaque.then(|| quote!(Self::Opaque { .. } => "opaque",));
        let any = generics(self.reached.union_borrows(&self.plan, union), &quote!('_));
        let opaque = is_opaque.then(|| {
            quote! {
                /// A tag that the schema does not have.
                Opaque {
                    /// The tag.
                    tag: u64,
                    /// The bytes after the tag, up to the end of the enclosing value.
                    bytes: ::std::borrow::Cow<'i, [u8]>,
                }
            }
        });
        quote! {
            #docs
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub enum #name #lifetime {
                #(#variants,)*
                #opaque
            }

            impl #name #any {
                /// The name of the variant in listings.
                #[must_use]
                pub fn name(&self) -> &'static str {
                    match self { #(#names)* #opaque_name }
                }
            }
        }
    }

    fn members(&self, item: ItemId, visible: &TokenStream) -> Vec<TokenStream> {
        let fields = self.fields(item).into_iter();
        let members =
            fields.map(|TypedField { name, ty, docs, .. }| quote!(#docs #visible #name: #ty));
        members.collect()
    }

    /// The fields of a value, in the order of the schema.
    pub(super) fn fields(&self, item: ItemId) -> Vec<TypedField> {
        let fields = self.plan.shown_steps(item).map(|(at, step)| TypedField {
            step: bytespec_plan::place(at),
            name: names::snake(self.plan.name(step.name)),
            ty: self.field_type(item, step),
            docs: match self.field_docs(item, self.plan.name(step.name)) {
                Some(docs) => versions::part_docs(self.cx, docs),
                // The schema does not name these bytes of a section.
                None => quote!(#[doc = " Bytes after the last field."]),
            },
        });
        fields.collect()
    }

    pub(super) fn field_type(&self, item: ItemId, step: &Step) -> TokenStream {
        let mut ty = self.shape_type(step.shape);
        if self.is_boxed(item, step) {
            ty = quote!(::std::boxed::Box<#ty>);
        }
        match self.is_optional(step) {
            true => quote!(::core::option::Option<#ty>),
            false => ty,
        }
    }

    /// Whether a step can be without a value.
    pub(super) fn is_optional(&self, step: &Step) -> bool {
        // Bits are absent if their integer is.
        let is_part = matches!(self.shape(step.shape), Some(Shape::Part { .. }));
        matches!(step.absent, Absent::Never | Absent::Nothing)
            && (is_conditional(step) || is_part && self.whole_is_conditional(step))
    }

    /// Whether the integer that contains a part can be absent.
    fn whole_is_conditional(&self, part: &Step) -> bool {
        let before = self.plan.steps.iter().take_while(|step| !std::ptr::eq(*step, part));
        let wholes =
            before.filter(|step| matches!(self.shape(step.shape), Some(Shape::Bits { .. })));
        wholes.last().is_some_and(is_conditional)
    }

    /// Whether a field would give the type of its item an infinite size.
    pub(super) fn is_boxed(&self, item: ItemId, step: &Step) -> bool {
        match self.kind(item) {
            Kind::Record | Kind::Layout | Kind::Section | Kind::Variant => {
                self.shape_holds(step.shape, item)
            }
            _ => false,
        }
    }

    fn shape_holds(&self, id: ShapeId, item: ItemId) -> bool {
        match self.shape(id) {
            Some(Shape::Item(inner)) => self.reached.holds(inner, item),
            Some(shape @ Shape::Choice { .. }) => Choice::of(shape).is_some_and(|union| {
                items(&self.plan, union).any(|inner| self.reached.holds(inner, item))
            }),
            Some(Shape::Sequence { .. } | Shape::Offsets { .. }) | None => false,
            Some(shape) => shape.shapes().any(|inner| self.shape_holds(inner, item)),
        }
    }

    /// The type of the values of a shape.
    fn shape_type(&self, id: ShapeId) -> TokenStream {
        match self.shape(id) {
            Some(Shape::Integer { bits, sign, .. } | Shape::Wide { bits, sign, .. }) => {
                self.integer_type(bits, sign)
            }
            Some(Shape::Bool) => quote!(bool),
            Some(Shape::Enum { name, .. }) => {
                let name = names::camel(self.plan.name(name));
                quote!(#name)
            }
            Some(Shape::Index { table, .. }) => {
                quote!(record::TableIndex<#table>)
            }
            Some(Shape::Sequence { element, .. }) => {
                let element = self.shape_type(element);
                quote!(::std::vec::Vec<#element>)
            }
            Some(Shape::Bytes(_)) => quote!(::std::borrow::Cow<'i, [u8]>),
            Some(Shape::Text { strict: true, .. }) => quote!(::std::borrow::Cow<'i, str>),
            Some(Shape::Text { .. }) => quote!(record::Text<'i>),
            Some(Shape::Transformed { by: Transform::Host(_), value, .. }) => {
                let value = self.shape_type(value);
                quote!(record::Hosted<#value>)
            }
            Some(Shape::Item(item)) if self.kind(item).is_transparent() => {
                let steps = self.plan.steps_of(item);
                let step = self.plan.visible_step(item).and_then(|at| steps.get(at));
                step.map_or(quote!(()), |step| self.field_type(item, step))
            }
            Some(Shape::Item(item)) => {
                let (name, lifetime) = (self.type_name(item), self.lifetime(item));
                quote!(#name #lifetime)
            }
            Some(shape @ Shape::Choice { .. }) => Choice::of(shape).map_or(quote!(()), |union| {
                let (name, lifetime) = (self.union_name(union), self.union_lifetime(union));
                quote!(#name #lifetime)
            }),
            Some(shape) => shape.shapes().next().map_or(quote!(()), |inner| self.shape_type(inner)),
            None => quote!(()),
        }
    }

    /// The type of an integer or of a float.
    pub(super) fn integer_type(&self, bits: u8, sign: Sign) -> TokenStream {
        let runtime = &self.cx.options.runtime;
        let bits = bits.max(8).next_power_of_two();
        match sign {
            Sign::Float => {
                let ty = format_ident!("F{bits}");
                quote!(#runtime::wire::#ty)
            }
            Sign::Unsigned => {
                let ty = format_ident!("u{bits}");
                quote!(#ty)
            }
            Sign::Twos | Sign::Zigzag | Sign::Extended => {
                let ty = format_ident!("i{bits}");
                quote!(#ty)
            }
        }
    }

    pub(super) fn shape(&self, id: ShapeId) -> Option<Shape> {
        self.plan.shapes.get(id.index()).copied()
    }

    /// The same. A number whose byte order the file states counts as one of a fixed order.
    pub(super) fn shape_in_any_order(&self, mut id: ShapeId) -> Option<Shape> {
        while let Some(Shape::Either { then, .. }) = self.shape(id) {
            id = then;
        }
        self.shape(id)
    }

    pub(super) fn name(&self, item: ItemId) -> &str {
        self.plan.items.get(item.index()).map_or("?", |item| self.plan.name(item.name))
    }

    fn label(&self, item: ItemId) -> &str {
        self.plan.items.get(item.index()).map_or("?", |item| self.plan.name(item.label))
    }

    /// The type of a record, or of the content of a section.
    pub(super) fn type_name(&self, item: ItemId) -> Ident {
        let name = names::camel(self.name(item));
        match self.section_of(item) {
            Some(_) => format_ident!("{name}Section"),
            None => name,
        }
    }

    /// The section of which an item is the content.
    fn section_of(&self, item: ItemId) -> Option<&Section> {
        let mut sections = self.cx.model.sections.iter();
        let is_section = self.kind(item) == Kind::Section;
        sections.find(|section| is_section && section.docs.name == self.name(item))
    }

    pub(super) fn lifetime(&self, item: ItemId) -> TokenStream {
        generics(self.reached.borrows(item), &quote!('i))
    }

    /// The type of a union.
    pub(super) fn union_name(&self, union: Choice) -> Ident {
        names::camel(self.plan.name(union.name))
    }

    pub(super) fn union_lifetime(&self, union: Choice) -> TokenStream {
        generics(self.reached.union_borrows(&self.plan, union), &quote!('i))
    }

    /// The union of a variant.
    pub(super) fn union_of(&self, variant: ItemId) -> Option<Choice> {
        let mut unions = self.reached.unions.iter();
        unions.find(|union| items(&self.plan, **union).any(|item| item == variant)).copied()
    }

    pub(super) fn record_docs(&self, item: ItemId) -> Option<&Docs> {
        if let Some(section) = self.section_of(item) {
            return Some(&section.docs);
        }
        let (model, name) = (self.cx.model, self.name(item));
        let records = model.records.iter().map(|record| &record.docs);
        let mut all = records.chain(model.run_records.iter().map(|record| &record.docs));
        all.find(|docs| docs.name == name)
    }

    fn union_docs(&self, name: &str) -> Option<&Docs> {
        let model = self.cx.model;
        let unions = model.unions.iter().map(|union| &union.docs);
        let mut all = unions.chain(model.run_unions.iter().map(|union| &union.docs));
        all.find(|docs| docs.name == name)
    }

    fn variant_docs(&self, union: Choice, item: ItemId) -> Option<&Docs> {
        let (model, name) = (self.cx.model, self.plan.name(union.name));
        let unions = model.unions.iter().filter(|union| union.docs.name == name);
        let plain = unions.flat_map(|union| &union.variants).map(|variant| &variant.docs);
        let unions = model.run_unions.iter().filter(|union| union.docs.name == name);
        let run = unions.flat_map(|union| &union.variants).map(|variant| &variant.record.docs);
        plain.chain(run).find(|docs| docs.name == self.name(item))
    }

    /// The documentation of a field, by its name.
    pub(super) fn field_docs(&self, item: ItemId, name: &str) -> Option<&Docs> {
        let (model, mut own) = (self.cx.model, self.name(item));
        if let Some(section) = self.section_of(item) {
            match section.content.and_then(|content| model.run_records.get(content)) {
                Some(content) => own = &content.docs.name,
                None => return section.fields.iter().map(docs).find(|docs| docs.name == name),
            }
        }
        let union = self.union_of(item).map(|union| self.plan.name(union.name));
        let run_records = model.run_records.iter().filter(|_| union.is_none());
        let run_variants =
            model.run_unions.iter().filter(|of| Some(of.docs.name.as_str()) == union);
        let run_variants = run_variants.flat_map(|union| &union.variants);
        let run = run_records.chain(run_variants.map(|variant| &variant.record));
        if let Some(record) = run.into_iter().find(|record| record.docs.name == own) {
            let prefix = record.begins_with.and_then(|at| model.records.get(at));
            let prefix = prefix.into_iter().flat_map(|record| &record.fields);
            let mut all = prefix.map(docs).chain(record.fields.iter().map(|field| field.docs()));
            return all.find(|docs| docs.name == name);
        }
        let records = model.records.iter().filter(|_| union.is_none());
        let records = records.map(|record| (&record.docs, &record.fields));
        let unions = model.unions.iter().filter(|of| Some(of.docs.name.as_str()) == union);
        let variants = unions.flat_map(|union| &union.variants);
        let variants = variants.map(|variant| (&variant.docs, &variant.fields));
        let (_, fields) = records.chain(variants).find(|(docs, _)| docs.name == own)?;
        fields.iter().map(docs).find(|docs| docs.name == name)
    }
}

/// Whether a step itself can be absent.
pub(super) fn is_conditional(step: &Step) -> bool {
    step.when.is_some() || !step.gate.is_empty()
}

fn docs(field: &Field) -> &Docs {
    &field.docs
}
