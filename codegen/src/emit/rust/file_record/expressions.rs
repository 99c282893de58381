//! Expressions, as Rust.

use super::Records;
use bytespec_plan::{
    Checksum, Coding, Expr, ExprId, ItemId, Length, Operator, Run, Shape, ShapeId, Sign, Until,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// Where an expression is evaluated.
pub(super) struct Scope {
    /// The item whose steps it asks for.
    pub(super) item: ItemId,
    /// How many of its steps were begun.
    pub(super) begun: u32,
    /// The step that is read, and has no end yet.
    pub(super) current: Option<u32>,
}

/// The local variable of what is known of a step: `number`, `there`, `start`, `end`, or its value.
pub(super) fn local(what: &str, step: u32) -> Ident {
    format_ident!("{what}{step}")
}

/// An operator as a path below the runtime's plan.
fn word(of: impl std::fmt::Debug) -> Ident {
    format_ident!("{of:?}")
}

/// A run, as Rust.
pub(super) fn run(runtime: &TokenStream, run: Run) -> TokenStream {
    let (start, len) = (Literal::u32_unsuffixed(run.start), Literal::u32_unsuffixed(run.len));
    quote!(#runtime::plan::data::Run { start: #start, len: #len })
}

impl Records<'_, '_> {
    /// A number of 64 bits; the code may return an error.
    pub(super) fn expr(&self, scope: &Scope, id: ExprId) -> TokenStream {
        self.evaluated(scope, id, false)
    }

    /// The same; `inner` where it is a part of another one, whose errors are those of the item.
    fn evaluated(&self, scope: &Scope, id: ExprId, inner: bool) -> TokenStream {
        let Some(&expr) = self.plan.exprs.get(id.index()) else { return quote!(0u64) };
        let runtime = &self.cx.options.runtime;
        let part = |id: ExprId| self.evaluated(scope, id, true);
        match expr {
            Expr::Number(number) => quote!(#number),
            Expr::Field(step) | Expr::Elements(step) => match step < scope.begun {
                true if scope.current != Some(step) => {
                    let number = local("number", step);
                    quote!(#number)
                }
                _ => quote!(0u64),
            },
            Expr::Present(step) => match step < scope.begun {
                true => {
                    let there = local("there", step);
                    quote!(u64::from(#there))
                }
                false => quote!(0u64),
            },
            Expr::Open(gate) => {
                let gate = run(runtime, gate);
                quote!(u64::from(r.is_open(#gate)))
            }
            Expr::Index => quote!(r.index()),
            Expr::Position => quote!((r.position() as u64)),
            Expr::Count(list) => quote!(r.count(#list)),
            Expr::Not(a) => {
                let a = part(a);
                quote!(u64::from(#a == 0))
            }
            Expr::If(a, b, c) => {
                let (a, b, c) = (part(a), part(b), part(c));
                quote!((if #a != 0 { #b } else { #c }))
            }
            Expr::Binary(operator, a, b) => self.binary(operator, part(a), part(b)),
            // What only writers ask for.
            Expr::Tag(_) | Expr::Starts(_) | Expr::Sizes(_) => quote!(0u64),
            _ => {
                let asked = self.of_reader(scope, expr);
                let at = inner.then(|| quote!(.map_err(|error| error.or_at(start))));
                quote!(#asked #at ?)
            }
        }
    }

    fn binary(&self, operator: Operator, a: TokenStream, b: TokenStream) -> TokenStream {
        let runtime = &self.cx.options.runtime;
        match operator {
            Operator::And => quote!(u64::from(#a != 0 && #b != 0)),
            Operator::Or => quote!(u64::from(#a != 0 || #b != 0)),
            Operator::Equal => quote!(u64::from(#a == #b)),
            Operator::Differs => quote!(u64::from(#a != #b)),
            Operator::Less => quote!(u64::from((#a) < #b)),
            Operator::AtMost => quote!(u64::from(#a <= #b)),
            Operator::Greater => quote!(u64::from(#a > #b)),
            Operator::AtLeast => quote!(u64::from(#a >= #b)),
            Operator::BitAnd => quote!((#a & #b)),
            Operator::BitOr => quote!((#a | #b)),
            Operator::BitXor => quote!((#a ^ #b)),
            Operator::Min => quote!(::core::cmp::Ord::min(#a, #b)),
            Operator::Max => quote!(::core::cmp::Ord::max(#a, #b)),
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Remainder
            | Operator::ShiftLeft
            | Operator::ShiftRight => {
                let operator = word(operator);
                quote! {
                    #runtime::plan::record::apply(
                        #runtime::plan::data::Operator::#operator, #a, #b, start,
                    )?
                }
            }
        }
    }

    /// What an expression asks the reader for: a result.
    fn of_reader(&self, scope: &Scope, expr: Expr) -> TokenStream {
        let runtime = &self.cx.options.runtime;
        let part = |id: ExprId| self.evaluated(scope, id, false);
        let content = |step: u32| self.content(scope, step);
        match expr {
            Expr::Bytes(step) => {
                let bytes = content(step);
                quote!(#bytes.map(|bytes| bytes.len() as u64))
            }
            Expr::Matches(step, bytes) => {
                let (found, bytes) = (content(step), self.bytes(bytes));
                quote!(#found.map(|found| u64::from(found == #bytes)))
            }
            Expr::Big(step) => {
                let bytes = content(step);
                quote!(#bytes.map(|bytes| r.big(bytes)))
            }
            Expr::Digits(step, base) => {
                let bytes = content(step);
                quote!(#bytes.and_then(|bytes| r.digits(bytes, #base)))
            }
            Expr::Element(step, at) => {
                let (bytes, at) = (content(step), part(at));
                let integer = self.element_of(scope, step);
                let item = self.plan.items.get(scope.item.index());
                let item = item.map_or("?", |item| self.plan.name(item.name));
                let name = format!("{item}.{}", self.step_name(scope.item, step));
                quote! {{
                    let at = #at;
                    #bytes.and_then(|bytes| r.element(bytes, at, #integer, (#name, start)))
                }}
            }
            Expr::Checksum(kind, steps) => self.checksum(scope, kind, steps),
            Expr::FindLast(bytes) => {
                let bytes = run(runtime, bytes);
                quote!(r.find_last(#bytes))
            }
            Expr::Listed(list, at) => {
                let at = part(at);
                quote!({ let at = #at; r.listed(#list, at) })
            }
            Expr::Find(list, number) => {
                let number = part(number);
                quote!({
                    let number = #number;
                    ::core::result::Result::Ok::<u64, #runtime::Error>(r.find(#list, number))
                })
            }
            Expr::Around(item, step) => {
                let field = self.reached.around.iter().position(|around| *around == (item, step));
                let item = self.plan.items.get(item.index());
                let item = item.map_or("?", |item| self.plan.name(item.name));
                match field {
                    Some(field) => {
                        let field = self.around_field(scope.item, field);
                        quote!(#runtime::plan::record::held(#field, #item))
                    }
                    None => quote!(::core::result::Result::Ok::<u64, #runtime::Error>(0)),
                }
            }
            _ => quote!(::core::result::Result::Ok::<u64, #runtime::Error>(0)),
        }
    }

    /// A field of an item around one: what it was when that began, or, of the item itself, what it is.
    fn around_field(&self, of: ItemId, field: usize) -> TokenStream {
        match self.reached.around.get(field) {
            Some((item, _)) if *item != of => {
                let field = format_ident!("around{field}");
                quote!(#field)
            }
            _ => quote!(r.around(#field)),
        }
    }

    fn checksum(&self, scope: &Scope, kind: Checksum, steps: Run) -> TokenStream {
        let runtime = &self.cx.options.runtime;
        let kind = word(kind);
        let steps = steps.of(&self.plan.numbers).iter();
        let steps = steps.filter_map(|step| u32::try_from(*step).ok());
        let pieces = steps.map(|step| self.span(scope, step));
        quote! {
            r.checksum(#runtime::plan::data::Checksum::#kind, &[#(#pieces?),*])
        }
    }

    /// The bytes of a step: a result.
    fn span(&self, scope: &Scope, step: u32) -> TokenStream {
        let runtime = &self.cx.options.runtime;
        if step >= scope.begun {
            let name = self.step_name(scope.item, step);
            return quote!(::core::result::Result::Err::<&[u8], _>(r.not_read(#name)));
        }
        let (start, end) = (local("start", step), local("end", step));
        let end = match scope.current == Some(step) {
            true => quote!(r.position()),
            false => quote!(#end),
        };
        quote!(::core::result::Result::Ok::<&[u8], #runtime::Error>(r.span(#start, #end)))
    }

    /// The bytes that the value of a step is, without what ends or fills it: a result.
    fn content(&self, scope: &Scope, step: u32) -> TokenStream {
        let runtime = &self.cx.options.runtime;
        let span = self.span(scope, step);
        let length = match self.shape_of(scope.item, step) {
            Some(Shape::Bytes(length) | Shape::Text { length, .. }) => Some(length),
            _ => None,
        };
        match length {
            Some(Length::Marker(marker)) => {
                let len = Literal::u32_unsuffixed(marker.len);
                quote!(#span.map(|bytes| #runtime::plan::record::without_end(bytes, #len)))
            }
            Some(Length::Padded(_, pad)) => {
                quote!(#span.map(|bytes| #runtime::plan::record::trimmed(bytes, #pad)))
            }
            _ => span,
        }
    }

    /// The coding, the width and the sign of the numbers that a step is: single bytes where it is no sequence of numbers.
    fn element_of(&self, scope: &Scope, step: u32) -> TokenStream {
        let counted = |until| matches!(until, Until::Count(_) | Until::End);
        match self.shape_of(scope.item, step) {
            Some(Shape::Sequence { element, until, .. }) if counted(until) => {
                self.integer_of(scope, element)
            }
            _ => self.integer(Coding::Little, 8, Sign::Unsigned),
        }
    }

    fn integer_of(&self, scope: &Scope, id: ShapeId) -> TokenStream {
        match self.plan.shapes.get(id.index()) {
            Some(&Shape::Integer { coding, bits, sign }) => self.integer(coding, bits, sign),
            Some(&Shape::Either { test, then, otherwise }) => {
                let test = self.expr(scope, test);
                let (then, otherwise) =
                    (self.integer_of(scope, then), self.integer_of(scope, otherwise));
                quote!((if #test != 0 { #then } else { #otherwise }))
            }
            _ => self.integer(Coding::Little, 8, Sign::Unsigned),
        }
    }

    /// What readers of integers are told.
    pub(super) fn integer(&self, coding: Coding, bits: u8, sign: Sign) -> TokenStream {
        let arguments = self.integer_arguments(coding, bits, sign);
        quote!((#arguments))
    }

    /// The same as arguments.
    pub(super) fn integer_arguments(&self, coding: Coding, bits: u8, sign: Sign) -> TokenStream {
        let runtime = &self.cx.options.runtime;
        let (coding, sign) = (word(coding), word(sign));
        quote!(#runtime::plan::data::Coding::#coding, #bits, #runtime::plan::data::Sign::#sign)
    }

    /// Bytes of the plan, as Rust.
    pub(super) fn bytes(&self, bytes: Run) -> Literal {
        Literal::byte_string(bytes.of(&self.plan.bytes))
    }

    pub(super) fn step_name(&self, item: ItemId, step: u32) -> &str {
        let step = usize::try_from(step).ok().and_then(|at| self.plan.steps_of(item).get(at));
        step.map_or("?", |step| self.plan.name(step.name))
    }

    fn shape_of(&self, item: ItemId, step: u32) -> Option<Shape> {
        let step = self.plan.steps_of(item).get(usize::try_from(step).ok()?)?;
        self.plan.shapes.get(step.shape.index()).copied()
    }
}
