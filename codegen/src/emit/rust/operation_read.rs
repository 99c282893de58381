//! Code that reads operations.

use super::fields::check_flags;
use super::frame::of_method;
use super::names;
use super::operation::OpEmitter;
use super::versions::item_gate;
use crate::model::{Arity, OpPart, OperandLayout, Port, VarintKind, Wire};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

impl OpEmitter<'_, '_> {
    /// The methods that read an operation, and the trait for one of short numbers.
    pub(super) fn reader(&self, lifetime: &TokenStream) -> (TokenStream, Option<TokenStream>) {
        let name = self.ident();
        let context = self.cx.read_context();
        let of_method = of_method(lifetime);
        let gate = item_gate(self.cx, &self.op.docs, true);
        let known = self.read_known();
        // Code that has looked up the opcode has checked the gate.
        let checked = (!gate.is_empty()).then(|| {
            quote! {
                /// Reads what follows the opcode, like `visit_op`.
                ///
                /// # Errors
                /// An operation that the version does not have, or the first field that cannot be
                /// read, with its offset.
                #[inline]
                pub fn read #of_method(
                    cursor: &mut Cursor<'a>,
                    cx: &#context,
                    defined: u32,
                ) -> Result<(Self, values::Shape)> {
                    let version = cx.version();
                    let start = cursor.position();
                    #gate
                    Self::read_known(cursor, cx, defined)
                }
            }
        });
        let visibility = if gate.is_empty() { quote!(pub) } else { quote!(pub(super)) };
        let body = match self.window() {
            None => quote! {
                // A copy can stay in registers; a borrowed cursor must stay in memory.
                let mut copy = *cursor;
                let read = Self::read_parts(&mut copy, cx, defined);
                *cursor = copy;
                read
            },
            Some(window) => quote!(Self::read_short::<#window>(cursor, cx, defined)),
        };
        let parts = self.read_parts(&of_method);
        let (inherent, of_trait) = match self.window() {
            None => (Some(parts), None),
            Some(_) => (
                None,
                Some(quote! {
                    impl<'a> values::ReadParts<'a, #context> for #name #lifetime { #parts }
                }),
            ),
        };
        let methods = quote! {
            #checked

            /// Reads what follows the opcode, like `visit_op`.
            ///
            /// # Errors
            /// The first field that cannot be read, with its offset.
            #[cfg_attr(not(debug_assertions), inline(always))]
            #visibility fn #known #of_method(
                cursor: &mut Cursor<'a>,
                cx: &#context,
                defined: u32,
            ) -> Result<(Self, values::Shape)> {
                #body
            }

            #inherent
        };
        (methods, of_trait)
    }

    /// The function that reads the parts of an operation in the order of the layout.
    fn read_parts(&self, of_method: &TokenStream) -> TokenStream {
        let context = self.cx.read_context();
        let parts = self.operations.layout.iter().map(|part| match part {
            OpPart::Opcode => quote!(),
            OpPart::ResultCount => self.read_result_count(),
            OpPart::ResultTypes => self.read_results(),
            OpPart::Flags => self.read_flags(),
            OpPart::Attributes => self.attributes().read(),
            OpPart::Operands => self.read_operands(),
            OpPart::Regions => self.read_regions(),
        });
        let late = self.attributes().late_defaults();
        let bindings = self.bindings(self.attributes().bindings());
        let regions = Literal::usize_unsuffixed(self.op.regions.len());
        let terminator = self.op.terminator;
        let runtime = &self.cx.options.runtime;
        let (source, generic) = match self.window() {
            None => (quote!(Cursor<'a>), of_method.clone()),
            Some(_) => (quote!(S), quote!(<S: #runtime::wire::Leb128Source>)),
        };
        quote! {
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unused_variables, unused_mut, unused_assignments)]
            fn read_parts #generic(
                cursor: &mut #source,
                cx: &#context,
                defined: u32,
            ) -> Result<(Self, values::Shape)> {
                let version = cx.version();
                let start = cursor.position();
                let mut next = defined;
                #(#parts)*
                #late
                let shape = values::Shape::new(next - defined, #regions, #terminator);
                Ok((Self { #(#bindings),* }, shape))
            }
        }
    }

    fn read_result_count(&self) -> TokenStream {
        if !self.op.result_count {
            return quote!();
        }
        let read = self.cx.varint("_u32");
        quote!(let result_count = cursor.#read().field("result count")?;)
    }

    fn read_results(&self) -> TokenStream {
        let ty = self.ty();
        let read_ty = self.cx.read(&Wire::Index(self.operations.types));
        let variadic = self.op.results.iter().any(|port| port.arity == Arity::Variadic);
        let fixed = self.fixed_results();
        let check = if !self.op.result_count {
            quote!()
        } else if variadic {
            quote! {
                let fixed = #fixed;
                let Some(group) = result_count.checked_sub(fixed) else {
                    return Err(values::wrong_count(start, "results", fixed, result_count));
                };
            }
        } else {
            quote! {
                let expected = #fixed;
                if result_count != expected {
                    return Err(values::wrong_count(start, "results", expected, result_count));
                }
            }
        };
        let results = self.op.results.iter().map(|port| {
            let name = &port.docs.name;
            let local = names::local(name);
            if port.arity == Arity::Variadic {
                return quote! {
                    let types = List::<#ty>::read(cursor, &(), u64::from(group)).field(#name)?;
                    let #local = TypedValues::new(next, types);
                    next += group;
                };
            }
            let (read, define) =
                (quote!(#read_ty.field(#name)?), quote!(values::define(&mut next, ty)));
            match self.gated(port) {
                Some(condition) => quote! {
                    let #local = if #condition {
                        let ty = #read;
                        Some(#define)
                    } else {
                        None
                    };
                },
                None => quote! {
                    let ty = #read;
                    let #local = #define;
                },
            }
        });
        quote!(#check #(#results)*)
    }

    fn read_flags(&self) -> TokenStream {
        if self.op.flags.is_none() {
            return quote!();
        }
        let read = match self.window() {
            Some(_) if self.low_flags() => quote!(leb128_low),
            _ => {
                let varint = self.cx.varint("");
                quote!(#varint)
            }
        };
        let check = check_flags(self.cx, self.claimed(), &self.op.docs.gate);
        let read = quote! {{
            let start = cursor.position();
            let flags = cursor.#read().field("flags")?;
            #check
            flags
        }};
        match self.flags_condition() {
            Some(condition) => quote!(let flags: u64 = if #condition #read else { 0 };),
            None => quote!(let flags: u64 = #read;),
        }
    }

    fn prefix(&self) -> bool {
        self.cx.model.varint == VarintKind::Prefix
    }

    /// Statements that read the operands.
    fn read_operands(&self) -> TokenStream {
        let ones = self.op.operands.iter().filter(|port| port.arity == Arity::One).count();
        let fixed = Literal::usize_unsuffixed(ones);
        let total = (self.op.operand_layout == OperandLayout::Counted)
            .then(|| self.read_operand_count(ones, &fixed));
        let operands = self.op.operands.iter().map(|port| self.read_operand(port, &fixed));
        quote!(#total #(#operands)*)
    }

    /// Statements that read the number of all operands and check it.
    fn read_operand_count(&self, ones: usize, fixed: &Literal) -> TokenStream {
        let count = self.cx.varint("");
        // One count determines the last operand, which a version may lack.
        let lacks = self.op.operands.iter().filter(|port| port.arity != Arity::One).map(|port| {
            let condition = self.gated(port)?;
            let error = self.port_refusal(port);
            Some(quote!(if group != 0 && !(#condition) { return Err(#error.or_at(start)); }))
        });
        // Without such an operand, the count must match.
        let only = (ones == self.op.operands.len()).then(|| {
            quote! {
                if group != 0 {
                    return Err(values::wrong_count(
                        start, "operands", #fixed, operand_count as u32,
                    ));
                }
            }
        });
        quote! {
            let operand_count = cursor.#count().field("operand count")?;
            let Some(group) = operand_count.checked_sub(#fixed) else {
                return Err(values::wrong_count(
                    start, "operands", #fixed, operand_count as u32,
                ));
            };
            #(#lacks)*
            #only
        }
    }

    /// A statement that reads one operand, or one group of them.
    fn read_operand(&self, port: &Port, fixed: &Literal) -> TokenStream {
        let prefix = self.prefix();
        let count = self.cx.varint("");
        let read_value = match self.window() {
            Some(_) => quote!(read_short_value),
            None => quote!(read_value::<#prefix>),
        };
        let name = &port.docs.name;
        let local = names::local(name);
        let gate = self.gated(port);
        let read_one = quote!(values::#read_value(cursor, defined).field(#name)?);
        match (port.arity, self.op.operand_layout, port.bit) {
            (Arity::One, ..) => quote!(let #local = #read_one;),
            (Arity::Variadic, OperandLayout::Counted, _) => quote! {
                let #local = Values::<#prefix>::read(cursor, group, defined).field(#name)?;
            },
            (Arity::Variadic, ..) => {
                let read = quote! {
                    cursor.#count()
                        .and_then(|count| Values::<#prefix>::read(cursor, count, defined))
                        .field(#name)?
                };
                match gate {
                    Some(condition) => quote! {
                        let #local =
                            if #condition { #read } else { Values::<#prefix>::empty() };
                    },
                    None => quote!(let #local = #read;),
                }
            }
            (Arity::Optional, OperandLayout::Counted, _) | (Arity::Optional, _, None) => {
                quote! {
                    let #local = match group {
                        0 => None,
                        1 => Some(#read_one),
                        _ => return Err(values::wrong_count(
                            start, "operands", #fixed + 1, operand_count as u32,
                        )),
                    };
                }
            }
            (Arity::Optional, _, Some(bit)) => {
                let stated = quote!(flags >> #bit & 1 != 0);
                let stated = match gate {
                    Some(condition) => quote!(#condition && #stated),
                    None => stated,
                };
                quote!(let #local = if #stated { Some(#read_one) } else { None };)
            }
        }
    }

    fn read_regions(&self) -> TokenStream {
        if self.op.regions.is_empty() {
            return quote!();
        }
        let read = self.cx.varint("_u32");
        let regions = Literal::usize_unsuffixed(self.op.regions.len());
        quote! {
            let region_count = cursor.#read().field("region count")?;
            if region_count != #regions {
                return Err(values::wrong_count(start, "regions", #regions, region_count));
            }
        }
    }
}
