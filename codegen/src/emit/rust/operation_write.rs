//! Code that writes operations.

use super::names;
use super::operation::OpEmitter;
use super::versions::item_gate;
use crate::model::{Arity, Coding, OpPart, OperandLayout, Wire};
use proc_macro2::TokenStream;
use quote::quote;

impl OpEmitter<'_, '_> {
    /// The methods that write an operation, and the trait for one of short numbers.
    pub(super) fn writer(&self) -> (TokenStream, Option<TokenStream>) {
        let name = self.ident();
        let context = self.cx.write_context();
        let gate = item_gate(self.cx, &self.op.docs, false);
        let parts = self.operations.layout.iter().map(|part| self.write_part(*part));
        let runtime = &self.cx.options.runtime;
        let write = match self.write_window() {
            Some(_) => quote!(self.write_long(writer, cx)),
            None => quote! {
                // A writer that is taken out can stay in registers; a borrowed writer must stay in memory.
                let mut own = std::mem::take(writer);
                let written = self.write_parts(&mut own, cx);
                *writer = own;
                written
            },
        };
        let (generic, sink) = match self.write_window() {
            Some(_) => (quote!(<W_: #runtime::wire::Leb128Sink>), quote!(W_)),
            None => (quote!(), quote!(Writer)),
        };
        let parts = quote! {
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(unused_variables)]
            fn write_parts #generic(&self, writer: &mut #sink, cx: &mut #context) -> Result<()> {
                let version = cx.version();
                #gate
                #(#parts)*
                Ok(())
            }
        };
        let (inherent, of_trait) = match self.write_window() {
            None => (Some(parts), None),
            Some(_) => (None, Some(quote!(impl values::WriteParts<#context> for #name { #parts }))),
        };
        let methods = quote! {
            /// Writes the operation. The number of its regions and their content are not included.
            ///
            /// # Errors
            /// A value that the version cannot encode.
            #[inline(never)]
            pub fn write(&self, writer: &mut Writer, cx: &mut #context) -> Result<()> {
                #write
            }

            #inherent
        };
        (methods, of_trait)
    }

    /// Statements that write one part of the layout.
    fn write_part(&self, part: OpPart) -> TokenStream {
        let varint = self.cx.varint("");
        match part {
            OpPart::Opcode => {
                let opcode = proc_macro2::Literal::u64_unsuffixed(self.op.opcode);
                let write = self.cx.write(&self.operations.opcode, &quote!(#opcode));
                // The literal has the type of the wire encoding.
                if self.operations.opcode.integer().is_some_and(|of| of.coding == Coding::Varint) {
                    match self.write_window() {
                        Some(_) if self.is_low() => quote!(writer.leb128_low(#opcode);),
                        _ => quote!(writer.#varint(#opcode);),
                    }
                } else {
                    write
                }
            }
            OpPart::ResultCount => self.write_result_count(),
            OpPart::ResultTypes => self.write_results(),
            OpPart::Flags => self.write_flags(),
            OpPart::Attributes => {
                let self_locals = self.attributes().self_locals();
                let write = self.attributes().write();
                quote!(#self_locals #write)
            }
            OpPart::Operands => self.write_operands(),
            OpPart::Regions if !self.op.regions.is_empty() => {
                let regions = proc_macro2::Literal::usize_unsuffixed(self.op.regions.len());
                quote!(writer.#varint(#regions);)
            }
            OpPart::Regions => quote!(),
        }
    }

    fn write_result_count(&self) -> TokenStream {
        if !self.op.result_count {
            return quote!();
        }
        let varint = self.cx.varint("");
        let fixed = self.fixed_results();
        let groups = self
            .op
            .results
            .iter()
            .filter(|port| port.arity == Arity::Variadic)
            .map(|port| names::snake(&port.docs.name));
        quote!(writer.#varint(u64::from(#fixed) #(+ self.#groups.len() as u64)*);)
    }

    fn write_results(&self) -> TokenStream {
        let write_ty = |ty: TokenStream| self.cx.write(&Wire::Index(self.operations.types), &ty);
        let write = write_ty(quote!(result.ty));
        let results = self.op.results.iter().map(|port| {
            let field = names::snake(&port.docs.name);
            if port.arity == Arity::Variadic {
                return quote!(for result in self.#field.iter() { #write });
            }
            match self.gated(port) {
                Some(condition) => {
                    let error = self.port_refusal(port);
                    let missing = format!("`{}.{}`", self.op.docs.name, port.docs.name);
                    let runtime = &self.cx.options.runtime;
                    quote! {
                        if #condition {
                            let Some(result) = self.#field else {
                                return Err(Error::new(#runtime::error::ErrorKind::Absent {
                                    item: #missing.into(),
                                    why: "is missing",
                                }));
                            };
                            #write
                        } else if let Some(result) = self.#field {
                            if cx.is_used(result.value) {
                                return Err(#error);
                            }
                        }
                    }
                }
                None => write_ty(quote!(self.#field.ty)),
            }
        });
        quote!(#(#results)*)
    }

    fn write_flags(&self) -> TokenStream {
        if self.op.flags.is_none() {
            return quote!();
        }
        let varint = match self.write_window() {
            Some(_) if self.low_flags() => quote!(leb128_low),
            _ => {
                let varint = self.cx.varint("");
                quote!(#varint)
            }
        };
        let locals = self.attributes().flag_locals();
        let bits = self.attributes().write_flags();
        let operands = self.op.operands.iter().filter_map(|port| {
            let mask = 1u64 << port.bit?;
            let field = names::snake(&port.docs.name);
            let set = quote!(if self.#field.is_some() { flags |= #mask; });
            Some(match self.gated(port) {
                Some(condition) => quote!(if #condition { #set }),
                None => set,
            })
        });
        let write = quote! {
            #locals
            let mut flags = 0u64;
            #bits
            #(#operands)*
            writer.#varint(flags);
        };
        match self.flags_condition() {
            Some(condition) => quote!(if #condition { #write }),
            None => quote!({ #write }),
        }
    }

    fn write_value(&self, value: &TokenStream) -> TokenStream {
        let varint = self.cx.varint("");
        if self.cx.options.host.is_some() {
            quote!(writer.#varint(u64::from(cx.value_index(#value)?));)
        } else {
            quote!(writer.#varint(u64::from(#value.index()));)
        }
    }

    fn write_operands(&self) -> TokenStream {
        let varint = self.cx.varint("");
        let layout = self.op.operand_layout;
        let total = (layout == OperandLayout::Counted).then(|| {
            let counts = self.op.operands.iter().map(|port| {
                let field = names::snake(&port.docs.name);
                match port.arity {
                    Arity::One => quote!(1),
                    Arity::Optional => quote!(u64::from(self.#field.is_some())),
                    Arity::Variadic => quote!(self.#field.len() as u64),
                }
            });
            quote!(writer.#varint(0 #(+ #counts)*);)
        });
        let operands = self.op.operands.iter().map(|port| {
            let field = names::snake(&port.docs.name);
            match port.arity {
                Arity::One => self.write_value(&quote!(self.#field)),
                Arity::Optional => {
                    let write = self.write_value(&quote!(value));
                    let refuse = self.gated(port).map(|condition| {
                        let error = self.port_refusal(port);
                        quote!(if !(#condition) { return Err(#error); })
                    });
                    quote!(if let Some(value) = self.#field { #refuse #write })
                }
                Arity::Variadic => {
                    let count = (layout == OperandLayout::Segments)
                        .then(|| quote!(writer.#varint(self.#field.len() as u64);));
                    let write = self.write_value(&quote!(value));
                    let write = quote!(#count for &value in self.#field.iter() { #write });
                    match self.gated(port) {
                        Some(condition) => {
                            let error = self.port_refusal(port);
                            quote! {
                                if #condition {
                                    #write
                                } else if !self.#field.is_empty() {
                                    return Err(#error);
                                }
                            }
                        }
                        None => write,
                    }
                }
            }
        });
        quote!(#total #(#operands)*)
    }
}
