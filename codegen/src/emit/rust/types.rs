//! Wire shapes as Rust types, and code that reads and writes them.

use super::integers::primitive;
use super::versions::docs;
use super::{Cx, Family, names};
use crate::model::{Content, Extent, Field, Integer, Kind, Mark, Model, Sequence, Until, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// The index types of all tables.
pub(super) fn tables(cx: &Cx<'_>) -> TokenStream {
    let (read, runtime) = (cx.varint("_u32"), &cx.options.runtime);
    let items = cx.model.tables.iter().enumerate().map(|(index, table)| {
        let id = cx.table_id(index);
        let docs = docs(cx, table);
        let name = &table.name;
        quote! {
            #docs
            ///
            /// This is an index into that table, from zero.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct #id(pub u32);

            #runtime::table_index!(#id, #name, #read);
        }
    });
    quote!(#(#items)*)
}

/// The record of a value of this shape, or of its elements.
fn record(wire: &Wire) -> Option<usize> {
    match wire {
        Wire::Item(Kind::Record, index) => Some(*index),
        Wire::Indirect(inner) => record(inner),
        wire => record(wire.element()?),
    }
}

/// Whether each record contains itself without a union in between.
pub(super) fn recursive_records(model: &Model) -> Vec<bool> {
    let held = |index: usize| {
        let fields = model.records[index].fields.iter();
        fields.filter_map(|field| field.wire().and_then(record))
    };
    let arrows: Vec<Vec<usize>> =
        (0..model.records.len()).map(|record| held(record).collect()).collect();
    let circles = crate::model::circles::circles(&arrows);
    let mut count = vec![0; arrows.len()];
    circles.iter().for_each(|circle| count[*circle] += 1);
    let holds_itself =
        |(at, circle): (usize, &usize)| count[*circle] > 1 || arrows[at].contains(&at);
    circles.iter().enumerate().map(holds_itself).collect()
}

impl Cx<'_> {
    /// Finds the records and unions that are one `Copy` type for both families.
    pub(super) fn find_plain(&mut self) {
        loop {
            let records: Vec<bool> =
                self.model.records.iter().map(|item| self.plain_fields(&item.fields)).collect();
            let unions: Vec<bool> = self
                .model
                .unions
                .iter()
                .map(|item| {
                    !item.opaque && item.variants.iter().all(|v| self.plain_fields(&v.fields))
                })
                .collect();
            let done = records == self.plain_records && unions == self.plain_unions;
            self.plain_records = records;
            self.plain_unions = unions;
            if done {
                return;
            }
        }
    }

    pub(super) fn plain_fields(&self, fields: &[Field]) -> bool {
        fields.iter().filter_map(Field::wire).all(|wire| self.plain(wire))
    }

    /// Whether a value of this shape has a fixed length.
    pub(super) fn plain(&self, wire: &Wire) -> bool {
        match wire {
            Wire::Integer(_) | Wire::Bool | Wire::Index(_) | Wire::Optional(..) => true,
            Wire::Sequence(_) | Wire::OffsetTable { .. } | Wire::Bytes(..) | Wire::Indirect(_) => {
                false
            }
            Wire::Item(kind, index) => self.plain_item(*kind, *index),
            Wire::Codec(index, _) => !self.model.codecs[*index].borrowed,
        }
    }

    fn plain_item(&self, kind: Kind, index: usize) -> bool {
        match kind {
            Kind::Enum => true,
            Kind::Record => self.plain_records[index],
            Kind::Union => self.plain_unions[index],
        }
    }

    /// The Rust type of a value of this shape.
    pub(super) fn rust_type(&self, wire: &Wire, family: Family) -> TokenStream {
        match wire {
            Wire::Integer(integer) => self.integer_type(*integer),
            Wire::Bool => quote!(bool),
            Wire::Index(table) => {
                let id = self.table_id(*table);
                quote!(#id)
            }
            Wire::Optional(inner, _) => {
                let inner = self.rust_type(inner, family);
                quote!(Option<#inner>)
            }
            Wire::Sequence(Sequence { element, .. }) => match family {
                Family::View => {
                    let element = self.element(element);
                    quote!(List<'a, #element>)
                }
                Family::Owned => {
                    let element = self.rust_type(element, family);
                    quote!(ThinVec<#element>)
                }
                Family::Parts => {
                    let element = self.rust_type(element, Family::Owned);
                    quote!(&'s [#element])
                }
            },
            Wire::OffsetTable { offset, .. } => match family {
                Family::View => {
                    let offset = primitive(*offset);
                    quote!(OffsetTable<'a, #offset>)
                }
                Family::Owned | Family::Parts => quote!(TableBuilder),
            },
            Wire::Bytes(_, Content::Value(inner)) if family == Family::View => {
                let content = self.rust_type(inner, family);
                quote!(wire::Enclosed<'a, #content>)
            }
            Wire::Bytes(_, content) => match (family, *content == Content::Text) {
                (Family::View, true) => quote!(&'a str),
                (Family::Owned, true) => quote!(String),
                (Family::Parts, true) => quote!(&'s str),
                (Family::View, false) => quote!(&'a [u8]),
                (Family::Owned, false) => quote!(Vec<u8>),
                (Family::Parts, false) => quote!(&'s [u8]),
            },
            Wire::Item(kind, index) => {
                let name = names::camel(&self.model.item(*kind, *index).name);
                match family {
                    Family::View if !self.plain_item(*kind, *index) => quote!(#name<'a>),
                    _ => quote!(#name),
                }
            }
            Wire::Indirect(inner) => match family {
                Family::View => {
                    let element = self.element(inner);
                    quote!(wire::Lazy<'a, #element>)
                }
                Family::Owned | Family::Parts => {
                    let inner = self.rust_type(inner, family);
                    quote!(Box<#inner>)
                }
            },
            Wire::Codec(index, _)
                if family == Family::View && self.model.codecs[*index].borrowed =>
            {
                self.codec_view(*index, &quote!('a))
            }
            Wire::Codec(index, _) => self.codec_type(*index),
        }
    }

    /// The borrowed type of a codec's value.
    fn codec_view(&self, codec: usize, lifetime: &TokenStream) -> TokenStream {
        let value = names::ident(&self.model.codecs[codec].value);
        let host = &self.options.host;
        quote!(#host::codec::view::#value<#lifetime>)
    }

    /// The Rust type of a codec's value.
    fn codec_type(&self, codec: usize) -> TokenStream {
        let value = names::ident(&self.model.codecs[codec].value);
        match self.model.codecs[codec].integer() {
            Some(_) => quote!(#value),
            None => {
                let host = &self.options.host;
                quote!(#host::codec::#value)
            }
        }
    }

    /// The type that decodes an element of a borrowed list.
    fn element(&self, wire: &Wire) -> TokenStream {
        let varint = self.varint_marker();
        let view = self.rust_type(wire, Family::View);
        match wire {
            Wire::Integer(integer) => self.integer_element(*integer),
            Wire::Bytes(Extent::Counted, content) => match content {
                Content::Raw => quote!(wire::#varint<[u8]>),
                Content::Text => quote!(wire::#varint<str>),
                Content::Value(_) => quote!(wire::#varint<#view>),
            },
            Wire::Optional(_, Mark::PlusOne)
            | Wire::Sequence(Sequence { until: Until::Count(None), .. }) => {
                quote!(wire::#varint<#view>)
            }
            _ => view,
        }
    }

    /// The context for reading an element of a list.
    pub(super) fn element_context(&self, wire: &Wire) -> TokenStream {
        match wire {
            Wire::Sequence(Sequence { element: inner, until: Until::Count(None) })
            | Wire::Bytes(_, Content::Value(inner)) => self.element_context(inner),
            Wire::Item(..) => quote!(cx),
            _ => quote!(&()),
        }
    }

    /// An expression of type `Result<T>` that reads a value from `cursor` with `cx`.
    pub(super) fn read(&self, wire: &Wire) -> TokenStream {
        if let Some(read) = self.existing.and_then(|existing| existing.read(self, wire)) {
            return read;
        }
        let varint = self.varint("");
        match wire {
            Wire::Integer(integer) => self.read_integer(*integer),
            Wire::Bool => quote!(cursor.bool()),
            Wire::Index(table) => {
                let (id, varint) = (self.table_id(*table), self.varint("_u32"));
                quote!(cursor.#varint().map(#id))
            }
            Wire::Optional(inner, mark) => self.read_optional(inner, *mark),
            Wire::Sequence(sequence) => self.read_sequence(sequence),
            Wire::OffsetTable { .. } => {
                quote!(cursor.#varint().and_then(|count| OffsetTable::read(cursor, count, origin)))
            }
            Wire::Bytes(Extent::Rest, _) => quote!(Ok::<_, Error>(cursor.take_rest())),
            Wire::Bytes(Extent::Counted, Content::Raw) => quote!(cursor.#varint().and_then(|size| {
                let size = cursor.check_size(size)?;
                cursor.bytes(size)
            })),
            Wire::Bytes(Extent::Counted, Content::Text) => {
                quote!(cursor.#varint().and_then(|size| cursor.text(size)))
            }
            Wire::Bytes(Extent::Counted, Content::Value(inner)) => {
                let context = self.element_context(inner);
                quote!(cursor.#varint().and_then(|size| wire::Enclosed::read(cursor, #context, size)))
            }
            Wire::Item(kind, index) => {
                let name = names::camel(&self.model.item(*kind, *index).name);
                quote!(#name::read(cursor, cx))
            }
            Wire::Indirect(inner) => {
                let context = self.element_context(inner);
                quote!(wire::Lazy::read(cursor, #context))
            }
            Wire::Codec(index, _) if self.model.codecs[*index].derived => {
                let (host, ty) = (&self.options.host, self.codec_type(*index));
                let ty = match self.model.codecs[*index].borrowed {
                    true => self.codec_view(*index, &quote!('_)),
                    false => ty,
                };
                quote!(<#ty as wire::FromWire<'_, #host::Context<'_>>>::from_wire(cursor, cx))
            }
            Wire::Codec(index, fields) => {
                let read = names::prefixed("read_", &self.model.codecs[*index].docs.name);
                let host = &self.options.host;
                let fields = fields.iter().map(|field| names::local(field));
                quote!(#host::codec::#read(cursor, cx, #(#fields),*))
            }
        }
    }

    fn read_optional(&self, inner: &Wire, mark: Mark) -> TokenStream {
        let id = match inner {
            Wire::Index(table) => Some(self.table_id(*table)),
            _ => None,
        };
        if mark == Mark::PlusOne {
            let varint = self.varint("_u32");
            return quote!(cursor.#varint().map(|code| code.checked_sub(1).map(#id)));
        }
        let (runtime, varint) = (&self.options.runtime, self.varint(""));
        let integer = inner.integer().unwrap_or(Integer::varint(32));
        let (name, ty) = (integer.rust(), primitive(integer));
        let id = id.map(|id| quote!(.map(|value| value.map(#id))));
        let method = if mark == Mark::Shifted { quote!(unshift) } else { quote!(unflag) };
        quote!({
            let at = cursor.position();
            cursor
                .#varint()
                .and_then(|code| #runtime::wire::#method::<#ty>(at, code, #name))
                #id
        })
    }

    fn read_sequence(&self, Sequence { element, until }: &Sequence) -> TokenStream {
        let varint = self.varint("");
        let context = self.element_context(element);
        match until {
            Until::Count(None) => {
                quote!(cursor.#varint().and_then(|count| List::read(cursor, #context, count)))
            }
            Until::Count(Some(align)) => {
                let align = proc_macro2::Literal::u64_unsuffixed(*align);
                quote!(cursor.#varint().and_then(|count| {
                    cursor.align(#align, origin)?;
                    List::read(cursor, #context, count)
                }))
            }
            Until::Field(count) => {
                let count = names::local(count);
                quote!(List::read(cursor, #context, u64::from(#count)))
            }
            Until::End => quote!(List::rest(cursor, #context)),
            Until::Balanced => {
                let ty = self.rust_type(element, Family::View);
                quote!(List::balanced(cursor, #context, |element: &#ty| element.nesting()))
            }
        }
    }

    /// The number of an index into a table.
    pub(super) fn table_index(&self, table: usize, value: &TokenStream) -> TokenStream {
        if self.options.host.is_some() {
            let index = names::prefixed("", &format!("{}_index", self.model.tables[table].name));
            quote!(u64::from(cx.#index(#value)?))
        } else {
            quote!(u64::from(#value.0))
        }
    }

    /// Statements that write a field of an item.
    pub(super) fn write_field(
        &self,
        field: (&str, &Field),
        wire: &Wire,
        value: &TokenStream,
    ) -> TokenStream {
        let existing = self.existing.and_then(|item| item.write(self, field, wire, value));
        existing.unwrap_or_else(|| self.write(wire, value))
    }

    /// Statements that write `value` (a place expression of the owned type) to `writer` with `cx`.
    pub(super) fn write(&self, wire: &Wire, value: &TokenStream) -> TokenStream {
        let varint = self.varint("");
        match wire {
            Wire::Integer(integer) => self.write_integer(*integer, value),
            Wire::Bool => quote!(writer.bool(#value);),
            Wire::Index(index) => {
                let index = self.table_index(*index, value);
                quote!(writer.#varint(#index);)
            }
            Wire::Optional(inner, Mark::PlusOne) => {
                let runtime = &self.options.runtime;
                let index = self.number(inner, &quote!(id));
                quote! {
                    match #value {
                        Some(id) => writer.#varint(#runtime::wire::plus_one(#index)?),
                        None => writer.#varint(0),
                    }
                }
            }
            Wire::Optional(inner, mark @ (Mark::Flagged | Mark::Shifted)) => {
                let runtime = &self.options.runtime;
                let number = self.number(inner, &quote!(some));
                let method = if *mark == Mark::Shifted { quote!(shift) } else { quote!(flag) };
                quote! {
                    let code = match #value {
                        Some(some) => #runtime::wire::#method(Some(#number))?,
                        None => 0,
                    };
                    writer.#varint(code);
                }
            }
            Wire::Sequence(Sequence { element, until }) => {
                let head = match until {
                    Until::Count(align) => {
                        let align = align.map(proc_macro2::Literal::u64_unsuffixed);
                        let align = align.iter();
                        quote!(writer.#varint(#value.len() as u64); #(writer.align(#align, PAD);)*)
                    }
                    Until::Balanced => quote! {
                        wire::check_balanced(#value.iter().map(|element| element.nesting()))?;
                    },
                    Until::Field(_) | Until::End => quote!(),
                };
                let elements = self.write_elements(element, value);
                quote!(#head #elements)
            }
            Wire::OffsetTable { offset, .. } => {
                let offset = primitive(*offset);
                quote! {
                    writer.#varint(#value.len() as u64);
                    #value.write::<#offset>(writer, PAD)?;
                }
            }
            Wire::Bytes(extent, content) => {
                let size = (*extent == Extent::Counted)
                    .then(|| quote!(writer.#varint(#value.len() as u64);));
                match content {
                    Content::Text => quote!(#size writer.bytes(#value.as_bytes());),
                    Content::Raw | Content::Value(_) => quote!(#size writer.bytes(&#value);),
                }
            }
            Wire::Item(..) => quote!(#value.write(writer, cx)?;),
            Wire::Indirect(inner) => self.write(inner, value),
            Wire::Codec(..) => self.write_codec(wire, value),
        }
    }

    /// Statements that write `value`, a place of a codec's owned type.
    pub(super) fn write_codec(&self, wire: &Wire, value: &TokenStream) -> TokenStream {
        let Wire::Codec(index, fields) = wire else { return quote!() };
        let (codec, host) = (&self.model.codecs[*index], &self.options.host);
        if codec.derived {
            let ty = self.codec_type(*index);
            return quote! {
                <#ty as wire::ToWire<#host::Encoder<'_>>>::to_wire(&#value, writer, cx)?;
            };
        }
        let write = names::prefixed("write_", &codec.docs.name);
        let fields = fields.iter().map(|field| names::local(field));
        let borrow = codec.borrowed.then(|| quote!(&));
        quote!(#host::codec::#write(writer, cx, #borrow #value, #(*#fields),*)?;)
    }

    /// Statements that write the elements of a list. Readers accept at most as many elements as bytes.
    fn write_elements(&self, element: &Wire, value: &TokenStream) -> TokenStream {
        let write = self.write_element(element);
        let all = quote!(for element in #value.iter() { #write });
        if !self.model.may_be_empty(element) {
            return all;
        }
        quote! {
            let first = writer.len();
            #all
            wire::check_extent(#value.len(), writer.len() - first)?;
        }
    }

    pub(super) fn write_element(&self, wire: &Wire) -> TokenStream {
        match wire {
            // Records and unions are written through a reference; the rest is copied out.
            Wire::Item(Kind::Record | Kind::Union, _) => self.write(wire, &quote!(element)),
            _ => self.write(wire, &quote!((*element))),
        }
    }

    /// An expression of the owned type for `value`, a place of the borrowed type.
    pub(super) fn to_owned(&self, wire: &Wire, value: &TokenStream) -> TokenStream {
        if self.plain(wire) {
            return quote!(#value);
        }
        match wire {
            Wire::Sequence(Sequence { element, .. }) if self.plain(element) => {
                quote!(#value.iter().collect())
            }
            Wire::Sequence(Sequence { element, .. }) => {
                let element = self.to_owned(element, &quote!(element));
                quote!(#value.iter().map(|element| #element).collect())
            }
            Wire::Bytes(_, content) => match content {
                Content::Raw => quote!(#value.to_vec()),
                Content::Text => quote!(String::from(#value)),
                Content::Value(_) => quote!(#value.bytes().to_vec()),
            },
            Wire::OffsetTable { .. } => quote!(#value.to_builder()),
            Wire::Indirect(inner) => {
                let inner = self.to_owned(inner, &quote!(#value.get()));
                quote!(Box::new(#inner))
            }
            _ => quote!(#value.to_owned()),
        }
    }
}
