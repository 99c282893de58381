//! Wire shapes as Rust types, and how they are read and written.

use super::fields::Fields;
use super::versions::docs;
use super::{Cx, Family, names};
use crate::model::{Field, FieldKind, Int, Model, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// The index types of all tables.
pub(super) fn tables(cx: &Cx<'_>) -> TokenStream {
    let read = cx.varint("_u32");
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

            impl #id {
                /// The table's name.
                pub const TABLE: &str = #name;
            }

            impl From<u32> for #id {
                fn from(index: u32) -> Self {
                    #id(index)
                }
            }

            impl<'a> Decode<'a> for #id {
                type Value = Self;
                type Context = ();

                #[inline]
                fn decode(cursor: &mut Cursor<'a>, (): &()) -> Result<Self> {
                    cursor.#read().map(#id)
                }
            }
        }
    });
    quote!(#(#items)*)
}

/// The record that a value of this shape is, or is made of.
fn record(wire: &Wire) -> Option<usize> {
    match wire {
        Wire::Record(index) => Some(*index),
        Wire::Indirect(inner) => record(inner),
        wire => record(wire.element()?),
    }
}

/// For each record whether it holds itself without a union in between.
pub(super) fn recursive_records(model: &Model) -> Vec<bool> {
    let held = |index: usize| {
        let fields = model.records[index].fields.iter();
        fields.filter_map(|field| Fields::wire(field).and_then(record))
    };
    let holds_itself = |start: usize| {
        let mut seen = vec![false; model.records.len()];
        let mut left: Vec<usize> = held(start).collect();
        while let Some(index) = left.pop() {
            if !std::mem::replace(&mut seen[index], true) {
                left.extend(held(index));
            }
        }
        seen[start]
    };
    (0..model.records.len()).map(holds_itself).collect()
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
        fields.iter().all(|field| match &field.kind {
            FieldKind::Value(wire) | FieldKind::Optional(wire, _) | FieldKind::Part(wire, _) => {
                self.plain(wire)
            }
            _ => true,
        })
    }

    /// Whether a value of this shape has no variable length.
    pub(super) fn plain(&self, wire: &Wire) -> bool {
        match wire {
            Wire::List(_)
            | Wire::Rest(_)
            | Wire::Balanced(_)
            | Wire::Repeat(..)
            | Wire::AlignedList { .. }
            | Wire::OffsetTable { .. }
            | Wire::Indirect(_)
            | Wire::Text
            | Wire::Sized(_)
            | Wire::Blob
            | Wire::Bytes => false,
            Wire::Record(index) => self.plain_records[*index],
            Wire::Union(index) => self.plain_unions[*index],
            Wire::Codec(index, _) => !self.model.codecs[*index].borrowed,
            _ => true,
        }
    }

    /// The Rust type of a value of this shape.
    pub(super) fn rust_type(&self, wire: &Wire, family: Family) -> TokenStream {
        let named = |name: &str, plain: bool| {
            let name = names::camel(name);
            match family {
                Family::View if !plain => quote!(#name<'a>),
                _ => quote!(#name),
            }
        };
        match wire {
            Wire::Fixed(int) | Wire::Varint(int) => {
                let name = names::ident(int.name());
                quote!(#name)
            }
            Wire::Bool => quote!(bool),
            Wire::Zigzag | Wire::Signed(33..) => quote!(i64),
            Wire::Signed(_) => quote!(i32),
            Wire::Float(64) => quote!(wire::F64),
            Wire::Float(_) => quote!(wire::F32),
            Wire::Ref(table) => {
                let id = self.table_id(*table);
                quote!(#id)
            }
            Wire::OptionalRef(table) => {
                let id = self.table_id(*table);
                quote!(Option<#id>)
            }
            Wire::Flagged(inner) => {
                let inner = self.rust_type(inner, family);
                quote!(Option<#inner>)
            }
            Wire::List(element)
            | Wire::Rest(element)
            | Wire::Balanced(element)
            | Wire::Repeat(element, _)
            | Wire::AlignedList { element, .. } => match family {
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
                    let offset = names::ident(offset.name());
                    quote!(OffsetTable<'a, #offset>)
                }
                Family::Owned | Family::Parts => quote!(TableBuilder),
            },
            Wire::Text => match family {
                Family::View => quote!(&'a str),
                Family::Owned => quote!(String),
                Family::Parts => quote!(&'s str),
            },
            Wire::Sized(inner) if family == Family::View => {
                let content = self.rust_type(inner, family);
                quote!(wire::Enclosed<'a, #content>)
            }
            Wire::Blob | Wire::Bytes | Wire::Sized(_) => match family {
                Family::View => quote!(&'a [u8]),
                Family::Owned => quote!(Vec<u8>),
                Family::Parts => quote!(&'s [u8]),
            },
            Wire::Enum(index) => named(&self.model.enums[*index].docs.name, true),
            Wire::Record(index) => {
                named(&self.model.records[*index].docs.name, self.plain_records[*index])
            }
            Wire::Union(index) => {
                named(&self.model.unions[*index].docs.name, self.plain_unions[*index])
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
        match Int::from_name(&self.model.codecs[codec].value) {
            Some(_) => quote!(#value),
            None => {
                let host = &self.options.host;
                quote!(#host::codec::#value)
            }
        }
    }

    /// The type that reads an element of a borrowed list.
    fn element(&self, wire: &Wire) -> TokenStream {
        let varint = names::camel(match self.model.varint {
            crate::model::VarintKind::Leb128 => "Leb128",
            crate::model::VarintKind::Bounded => "Bounded",
            crate::model::VarintKind::Prefix => "Prefix",
        });
        match wire {
            Wire::Varint(int) => {
                let int = names::ident(int.name());
                quote!(wire::#varint<#int>)
            }
            Wire::Zigzag => quote!(wire::#varint<wire::Zigzag>),
            Wire::Signed(bits) => {
                let bits = u32::from(*bits);
                let int = self.rust_type(wire, Family::View);
                quote!(wire::Signed<#bits, #int>)
            }
            Wire::Text => quote!(wire::#varint<str>),
            Wire::Sized(inner) => {
                let content = self.rust_type(inner, Family::View);
                quote!(wire::#varint<wire::Enclosed<'a, #content>>)
            }
            Wire::OptionalRef(table) => {
                let id = self.table_id(*table);
                quote!(wire::#varint<Option<#id>>)
            }
            Wire::Blob => quote!(wire::#varint<[u8]>),
            Wire::List(_) => {
                let list = self.rust_type(wire, Family::View);
                quote!(wire::#varint<#list>)
            }
            _ => self.rust_type(wire, Family::View),
        }
    }

    /// What an element of a list is given when it is read.
    pub(super) fn element_context(&self, wire: &Wire) -> TokenStream {
        match wire {
            Wire::List(element) | Wire::Sized(element) => self.element_context(element),
            Wire::Enum(_) | Wire::Record(_) | Wire::Union(_) => quote!(cx),
            _ => quote!(&()),
        }
    }

    /// An expression of type `Result<T>` that reads a value from `cursor` with `cx`.
    pub(super) fn read(&self, wire: &Wire) -> TokenStream {
        if let Some(read) = self.existing.and_then(|existing| existing.read(self, wire)) {
            return read;
        }
        let varint = self.varint("");
        let varint_u32 = self.varint("_u32");
        match wire {
            Wire::Fixed(int) => {
                let int = names::ident(int.name());
                quote!(cursor.#int())
            }
            Wire::Bool => quote!(cursor.bool()),
            Wire::Varint(Int::U64) => quote!(cursor.#varint()),
            Wire::Varint(int) if int.signed() => {
                let unsigned = match int.bits() {
                    64 => varint,
                    bits => self.varint(&format!("_u{bits}")),
                };
                quote!(cursor.#unsigned().map(|bits| bits.cast_signed()))
            }
            Wire::Varint(int) => {
                let method = self.varint(&format!("_{}", int.name()));
                quote!(cursor.#method())
            }
            Wire::Zigzag => {
                let method = self.varint("_zigzag");
                quote!(cursor.#method())
            }
            Wire::Signed(bits) => {
                let bits = u32::from(*bits);
                let method = if bits > 32 { quote!(signed) } else { quote!(signed_i32) };
                quote!(cursor.#method::<#bits>())
            }
            Wire::Float(64) => quote!(cursor.u64().map(wire::F64)),
            Wire::Float(_) => quote!(cursor.u32().map(wire::F32)),
            Wire::Ref(table) => {
                let id = self.table_id(*table);
                quote!(cursor.#varint_u32().map(#id))
            }
            Wire::OptionalRef(table) => {
                let id = self.table_id(*table);
                quote!(cursor.#varint_u32().map(|code| code.checked_sub(1).map(#id)))
            }
            Wire::Flagged(inner) => {
                let runtime = &self.options.runtime;
                let (int, id) = match **inner {
                    Wire::Varint(int) => (int, None),
                    Wire::Ref(table) => (Int::U32, Some(self.table_id(table))),
                    _ => (Int::U64, None),
                };
                let (name, ty) = (int.name(), names::ident(int.name()));
                let id = id.map(|id| quote!(.map(|value| value.map(#id))));
                quote!({
                    let at = cursor.position();
                    cursor
                        .#varint()
                        .and_then(|code| #runtime::wire::unflag::<#ty>(at, code, #name))
                        #id
                })
            }
            Wire::List(element) => {
                let context = self.element_context(element);
                quote!(cursor.#varint().and_then(|count| List::read(cursor, #context, count)))
            }
            Wire::Rest(element) => {
                let context = self.element_context(element);
                quote!(List::rest(cursor, #context))
            }
            Wire::Balanced(element) => {
                let context = self.element_context(element);
                let ty = self.rust_type(element, Family::View);
                quote!(List::balanced(cursor, #context, |element: &#ty| element.nesting()))
            }
            Wire::Repeat(element, count) => {
                let context = self.element_context(element);
                let count = names::local(count);
                quote!(List::read(cursor, #context, u64::from(#count)))
            }
            Wire::AlignedList { element, align } => {
                let context = self.element_context(element);
                let align = *align as usize;
                quote!(cursor.#varint().and_then(|count| {
                    cursor.align(#align, origin)?;
                    List::read(cursor, #context, count)
                }))
            }
            Wire::OffsetTable { .. } => {
                quote!(cursor.#varint().and_then(|count| OffsetTable::read(cursor, count, origin)))
            }
            Wire::Blob => quote!(cursor.#varint().and_then(|size| {
                let size = cursor.check_count(size, 1)?;
                cursor.bytes(size)
            })),
            Wire::Text => quote!(cursor.#varint().and_then(|size| cursor.text(size))),
            Wire::Sized(inner) => {
                let context = self.element_context(inner);
                quote!(cursor.#varint().and_then(|size| wire::Enclosed::read(cursor, #context, size)))
            }
            Wire::Bytes => quote!(Ok::<_, Error>(cursor.take_rest())),
            Wire::Enum(_) | Wire::Record(_) | Wire::Union(_) => {
                let name = self.path(wire);
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

    /// The bare name of an enum, record or union.
    fn path(&self, wire: &Wire) -> TokenStream {
        let name = match wire {
            Wire::Enum(index) => &self.model.enums[*index].docs.name,
            Wire::Record(index) => &self.model.records[*index].docs.name,
            Wire::Union(index) => &self.model.unions[*index].docs.name,
            _ => return quote!(),
        };
        let name = names::camel(name);
        quote!(#name)
    }

    /// The number that stands for an index into a table.
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
        if self.rewriting
            && let Some(write) = self.rewrite(wire, value)
        {
            return write;
        }
        let varint = self.varint("");
        match wire {
            Wire::Fixed(int) => {
                let int = names::ident(int.name());
                quote!(writer.#int(#value);)
            }
            Wire::Bool => quote!(writer.bool(#value);),
            Wire::Varint(int) if int.signed() => {
                quote!(writer.#varint(u64::from(#value.cast_unsigned()));)
            }
            Wire::Varint(Int::U64) => quote!(writer.#varint(#value);),
            Wire::Varint(_) => quote!(writer.#varint(u64::from(#value));),
            Wire::Zigzag => {
                let method = self.varint("_zigzag");
                quote!(writer.#method(#value);)
            }
            Wire::Signed(bits) => {
                let bits = u32::from(*bits);
                quote!(writer.signed::<#bits>(i64::from(#value))?;)
            }
            Wire::Float(64) => quote!(writer.u64(#value.0);),
            Wire::Float(_) => quote!(writer.u32(#value.0);),
            Wire::Ref(index) => {
                let index = self.table_index(*index, value);
                quote!(writer.#varint(#index);)
            }
            Wire::OptionalRef(index) => {
                let index = self.table_index(*index, &quote!(id));
                quote! {
                    match #value {
                        Some(id) => writer.#varint(#index + 1),
                        None => writer.#varint(0),
                    }
                }
            }
            Wire::Flagged(inner) => {
                let runtime = &self.options.runtime;
                let number = self.number(inner, &quote!(some));
                quote! {
                    let code = match #value {
                        Some(some) => #runtime::wire::flag(Some(#number))?,
                        None => 0,
                    };
                    writer.#varint(code);
                }
            }
            Wire::List(element) => {
                let elements = self.write_elements(element, value);
                quote! {
                    writer.#varint(#value.len() as u64);
                    #elements
                }
            }
            Wire::Rest(element) | Wire::Repeat(element, _) => self.write_elements(element, value),
            Wire::AlignedList { element, align } => {
                let elements = self.write_elements(element, value);
                let align = *align as usize;
                quote! {
                    writer.#varint(#value.len() as u64);
                    writer.align(#align, PAD);
                    #elements
                }
            }
            Wire::OffsetTable { offset, .. } => {
                let offset = names::ident(offset.name());
                quote! {
                    writer.#varint(#value.len() as u64);
                    #value.write::<#offset>(writer, PAD)?;
                }
            }
            Wire::Balanced(element) => {
                let elements = self.write_elements(element, value);
                quote! {
                    wire::check_balanced(#value.iter().map(|element| element.nesting()))?;
                    #elements
                }
            }
            Wire::Text => quote! {
                writer.#varint(#value.len() as u64);
                writer.bytes(#value.as_bytes());
            },
            Wire::Blob | Wire::Sized(_) => quote! {
                writer.#varint(#value.len() as u64);
                writer.bytes(&#value);
            },
            Wire::Bytes => quote!(writer.bytes(&#value);),
            Wire::Enum(_) | Wire::Record(_) | Wire::Union(_) => {
                quote!(#value.write(writer, cx)?;)
            }
            Wire::Indirect(inner) => self.write(inner, value),
            Wire::Codec(index, _) if self.model.codecs[*index].derived => {
                let (host, ty) = (&self.options.host, self.codec_type(*index));
                quote! {
                    <#ty as wire::ToWire<#host::Encoder<'_>>>::to_wire(&#value, writer, cx)?;
                }
            }
            Wire::Codec(index, fields) => {
                let write = names::prefixed("write_", &self.model.codecs[*index].docs.name);
                let host = &self.options.host;
                let fields = fields.iter().map(|field| names::local(field));
                let borrow = self.model.codecs[*index].borrowed.then(|| quote!(&));
                quote!(#host::codec::#write(writer, cx, #borrow #value, #(*#fields),*)?;)
            }
        }
    }

    /// Statements that write the elements of a list; a reader takes no more of them than there are bytes.
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
            Wire::Record(_) | Wire::Union(_) => self.write(wire, &quote!(element)),
            _ => self.write(wire, &quote!((*element))),
        }
    }

    /// An expression of the owned type for `value`, a place of the borrowed type.
    pub(super) fn to_owned(&self, wire: &Wire, value: &TokenStream) -> TokenStream {
        if self.plain(wire) {
            return quote!(#value);
        }
        match wire {
            Wire::List(element)
            | Wire::Rest(element)
            | Wire::Balanced(element)
            | Wire::Repeat(element, _)
            | Wire::AlignedList { element, .. } => {
                if self.plain(element) {
                    quote!(#value.iter().collect())
                } else {
                    let element = self.to_owned(element, &quote!(element));
                    quote!(#value.iter().map(|element| #element).collect())
                }
            }
            Wire::Blob | Wire::Bytes => quote!(#value.to_vec()),
            Wire::Text => quote!(String::from(#value)),
            Wire::Sized(_) => quote!(#value.bytes().to_vec()),
            Wire::OffsetTable { .. } => quote!(#value.to_builder()),
            Wire::Indirect(inner) => {
                let inner = self.to_owned(inner, &quote!(#value.get()));
                quote!(Box::new(#inner))
            }
            _ => quote!(#value.to_owned()),
        }
    }
}
