//! Generates Rust for a file that is one record, and for a file with sections whose contents are records, from the plan: types of their
//! items, a reader for each, and the conversion of each to a value.
//!
//! The plan determines what is read, in which order and under which conditions. Names and documentation of fields come from the
//! model. Records become structs, unions enums. Transparent items of the plan (a list, an optional value) have no type of their
//! own. Types do not contain fields that writers compute. A borrowed field is a `Cow`, so one type serves reading and editing.

mod computed;
mod expressions;
mod items;
mod reached;
mod sections;
mod shapes;
mod types;
mod values;

use super::{Cx, context, enums, plan, releases, versions};
use crate::plan::lower;
use bytespec_plan::{Expr, ItemId, Kind, Plan};
use proc_macro2::TokenStream;
use quote::quote;
use reached::Reached;

pub(super) use sections::contents;

/// The shared context of this module.
struct Records<'c, 'm> {
    cx: &'c Cx<'m>,
    plan: Plan,
    reached: Reached,
    /// The steps of [`Plan::inner_steps`].
    inner: Vec<(ItemId, u32)>,
    /// Whether expressions compare fields with variants.
    compares_variants: bool,
}

/// The part of a file's record that generated Rust does not support, if there is one.
#[must_use]
pub fn missing(plan: &Plan) -> Option<&'static str> {
    let content = plan.file.and_then(|file| file.content)?;
    Reached::new(plan, &[content]).missing
}

/// The items in the module of a format whose files are one record; none for another format.
pub(super) fn items(cx: &Cx<'_>) -> Option<TokenStream> {
    cx.model.file.as_ref()?;
    let plan = lower(cx.model);
    let content = plan.file?.content?;
    let records = Records::new(cx, plan, &[content]);
    let runtime = &cx.options.runtime;
    let versions = versions::emit(cx);
    let (releases, context) = (releases::emit(cx), context(cx));
    let enums = cx.model.enums.iter().map(|item| enums::emit(cx, item));
    let plan = plan::emit(cx);
    let is_complete = cx.options.plan.is_some() || cx.declarations;
    let own = match records.reached.missing {
        None if is_complete => records.all(&records.file(content)),
        None => records.all(&quote!()),
        Some(_) => quote!(),
    };
    Some(quote! {
        #[allow(unused_imports)]
        use #runtime::error::{Context as _, Error, ErrorKind, Result};
        #[allow(unused_imports)]
        use #runtime::plan::{self, data, record};
        #versions
        #releases
        #context
        #(#enums)*
        #plan
        #own
    })
}

impl<'c, 'm> Records<'c, 'm> {
    fn new(cx: &'c Cx<'m>, plan: Plan, contents: &[ItemId]) -> Self {
        let reached = Reached::new(&plan, contents);
        let inner = plan.inner_steps();
        let compares_variants = plan.exprs.iter().any(|expr| matches!(expr, Expr::Is(..)));
        Records { cx, plan, reached, inner, compares_variants }
    }
}

impl Records<'_, '_> {
    /// The types and functions of all items; `methods` are those of the outermost items.
    fn all(&self, methods: &TokenStream) -> TokenStream {
        let types = self.types();
        if self.cx.declarations {
            return quote!(#types #methods);
        }
        let values = self.values();
        let readers = self.reached.items.iter().map(|item| self.reader(*item));
        let choices = self.reached.unions.iter().map(|union| self.choice_reader(union));
        quote! {
            #types
            #values
            #methods
            /// Functions that read items.
            // Conditions of a schema can be true for every number.
            #[allow(unused_comparisons, unused_imports)]
            mod read {
                use super::*;
                #(#readers)*
                #(#choices)*
            }
        }
    }

    /// The methods of the record that a file consists of.
    fn file(&self, content: ItemId) -> TokenStream {
        let runtime = &self.cx.options.runtime;
        let (name, lifetime) = (self.type_name(content), self.lifetime(content));
        let (item, read, around) = (content.0, self.read_name(content), self.reached.around.len());
        let owned = generics(self.reached.borrows(content), &quote!('static));
        quote! {
            impl<'i> #name #lifetime {
                /// Reads a file.
                ///
                /// # Errors
                /// The first value that does not follow the schema, with its offset and path.
                pub fn read(input: &'i [u8]) -> #runtime::error::Result<Self> {
                    Self::read_with(executor(), input)
                }

                /// Reads a file of a known version; `executor` has the plan of this format.
                ///
                /// # Errors
                /// Those of `read`, and an item that the version does not have.
                pub fn read_with(
                    executor: &plan::Executor<'_>,
                    input: &'i [u8],
                ) -> #runtime::error::Result<Self> {
                    let cursor = &#runtime::wire::Cursor::new(input);
                    let item = data::ItemId(#item);
                    record::RecordReader::read(executor, item, cursor, #around, read::#read)
                }

                /// Writes a new file. Computes the sizes, counts, offsets and checksums from the values.
                ///
                /// # Errors
                /// A value that does not follow the schema, and two values that require different bytes at the same offset.
                pub fn write(&self) -> #runtime::error::Result<::std::vec::Vec<u8>> {
                    self.write_with(executor(), &[])
                }

                /// Writes an edited file. The original provides the bytes that no value determines: filler, superfluous bytes of
                /// varints, and bytes between values at offsets.
                ///
                /// # Errors
                /// Those of `write`, an original that cannot be read, and a value over bytes of it that no field describes.
                pub fn rewrite(
                    &self,
                    original: &[u8],
                ) -> #runtime::error::Result<::std::vec::Vec<u8>> {
                    self.write_with(executor(), original)
                }

                /// Writes a file of a known version. `executor` has the plan of this format; `original` is empty for a new file.
                ///
                /// # Errors
                /// Those of `rewrite`, and an item that the version does not have.
                pub fn write_with(
                    &self,
                    executor: &plan::Executor<'_>,
                    original: &[u8],
                ) -> #runtime::error::Result<::std::vec::Vec<u8>> {
                    record::write(executor, record::RecordField::to_value(self), original)
                }

                /// The same value with copies of the borrowed parts.
                #[must_use]
                pub fn into_owned(self) -> #name #owned {
                    record::RecordField::into_owned(self)
                }
            }
        }
    }

    fn kind(&self, item: ItemId) -> Kind {
        self.plan.items.get(item.index()).map_or(Kind::Transparent, |item| item.kind)
    }
}

/// A lifetime for a type that borrows; nothing for another type.
fn generics(borrows: bool, lifetime: &TokenStream) -> TokenStream {
    if borrows { quote!(<#lifetime>) } else { quote!() }
}
