//! Expressions of the plan, as Rust.

use super::Records;
use bytespec_plan::{
    Checksum, Coding, Covered, Crc, Digits, Encoding, Expr, ExprId, ItemId, Length, Operator, Run,
    Shape, ShapeId, Sign, Step, Text, Transform, Until,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens as _, format_ident, quote};

/// The scope of an expression.
pub(super) struct Scope {
    /// The item whose steps it reads.
    pub(super) item: ItemId,
    /// The number of its steps that are known, including the current one.
    pub(super) known: u32,
    /// The current step, whose end is not known yet.
    pub(super) current: Option<u32>,
}

/// The local variable for a property of a step: `number`, `there`, `start`, `end`, or its value.
pub(super) fn local(what: &str, step: u32) -> Ident {
    format_ident!("{what}{step}")
}

/// The name of an operator or another enum member in the runtime's plan.
pub(super) fn word(of: impl std::fmt::Debug) -> Ident {
    format_ident!("{of:?}")
}

/// A checksum of the runtime's plan.
fn checksum(of: Checksum) -> TokenStream {
    let Crc { bits, poly, init, reflect_in, reflect_out, xor } = match of {
        Checksum::Crc(crc) => crc,
        Checksum::Of(of) => {
            let of = word(of);
            return quote!(data::Checksum::Of(data::Algorithm::#of));
        }
    };
    quote! {
        data::Checksum::Crc(data::Crc {
            bits: #bits,
            poly: #poly,
            init: #init,
            reflect_in: #reflect_in,
            reflect_out: #reflect_out,
            xor: #xor,
        })
    }
}

/// A run, as Rust.
pub(super) fn run(run: Run) -> TokenStream {
    let (start, len) = (Literal::u32_unsuffixed(run.start), Literal::u32_unsuffixed(run.len));
    quote!(data::Run { start: #start, len: #len })
}

/// The result of an operator on two numbers; none for an operator that can fail.
pub(super) fn binary(operator: Operator, a: &TokenStream, b: &TokenStream) -> Option<TokenStream> {
    Some(match operator {
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
        | Operator::ShiftRight => return None,
    })
}

impl Records<'_, '_> {
    /// An expression, as a number of 64 bits. The code can return from the function with an error.
    pub(super) fn expr(&self, scope: &Scope, id: ExprId) -> TokenStream {
        self.evaluated(scope, id, false)
    }

    /// The same. `inner` is set for a part of another expression, whose errors belong to the item.
    fn evaluated(&self, scope: &Scope, id: ExprId, inner: bool) -> TokenStream {
        let Some(&expr) = self.plan.exprs.get(id.index()) else { return quote!(0u64) };
        let part = |id: ExprId| self.evaluated(scope, id, true);
        match expr {
            Expr::Number(number) => quote!(#number),
            Expr::Field(step) | Expr::Elements(step) => match step < scope.known {
                true if scope.current != Some(step) => {
                    let number = local("number", step);
                    quote!(#number)
                }
                _ => quote!(0u64),
            },
            Expr::Present(step) if step < scope.known => {
                let there = local("there", step);
                quote!(u64::from(#there))
            }
            Expr::Present(_) => quote!(0u64),
            Expr::Open(gate) => {
                let gate = run(gate);
                quote!(u64::from(r.is_open(#gate)))
            }
            Expr::Inner(_, item, part) => self.inner_number((item, part)),
            Expr::Is(_, ItemId(item)) => quote!(u64::from(r.is_chosen(data::ItemId(#item)))),
            Expr::Argument(at) => quote!(r.argument(#at)),
            Expr::Index => quote!(r.index()),
            Expr::Position => quote!((r.position() as u64)),
            Expr::Left => quote!((r.left() as u64)),
            Expr::Peek(coding, bits) => {
                let number = self.integer_arguments(coding, bits, Sign::Unsigned);
                quote!(r.peek(#number)?)
            }
            Expr::Count(list) => quote!(r.count(#list)),
            Expr::Find(list, number) => {
                let number = part(number);
                quote!({ let number = #number; r.find(#list, number) })
            }
            Expr::Bytes(step) => {
                let bytes = self.content(scope, step);
                quote!((#bytes.len() as u64))
            }
            Expr::Matches(step, bytes) => {
                let (found, bytes) = (self.content(scope, step), self.bytes(bytes));
                quote!(u64::from(#found == #bytes))
            }
            Expr::Big(step) => {
                let bytes = self.content(scope, step);
                self.tag_of(&bytes)
            }
            Expr::Not(a) => {
                let a = part(a);
                quote!(u64::from(#a == 0))
            }
            Expr::If(a, b, c) => {
                let (a, b, c) = (part(a), part(b), part(c));
                quote!((if #a != 0 { #b } else { #c }))
            }
            Expr::Binary(operator, a, b) => self.operation(operator, (a, part(a)), part(b)),
            Expr::Signed(operator, a, b) => {
                let (operator, a, b) = (self.operator(operator), part(a), part(b));
                quote!(record::apply_signed(#operator, #a, #b, r.position())?)
            }
            Expr::Float(operator, bits, a, b) => {
                let (operator, a, b) = (self.operator(operator), part(a), part(b));
                quote!(#operator.apply_float(#bits, #a, #b))
            }
            Expr::Natural(a, signed) => {
                let a = part(a);
                quote!(record::natural(#a, #signed, r.position())?)
            }
            _ => {
                // Only writers evaluate other expressions.
                let Some(asked) = self.fallible(scope, expr) else { return quote!(0u64) };
                let at = inner.then(|| quote!(.map_err(|error| error.or_at(r.position()))));
                quote!(#asked #at ?)
            }
        }
    }

    /// The result of an operator on two unsigned numbers; `left` is the expression `a`.
    fn operation(
        &self,
        operator: Operator,
        (left, a): (ExprId, TokenStream),
        b: TokenStream,
    ) -> TokenStream {
        binary(operator, &a, &b).unwrap_or_else(|| match self.plan.exprs.get(left.index()) {
            Some(Expr::Left) if operator == Operator::Subtract => {
                quote!(record::left_without(r.left(), #b, r.position())?)
            }
            _ => {
                let operator = self.operator(operator);
                quote!(record::apply(#operator, #a, #b, r.position())?)
            }
        })
    }

    /// The number of a term of a condition as an option: none if no item around this one has the field, and if the bytes do not
    /// have the term.
    pub(super) fn known_number(&self, scope: &Scope, id: ExprId) -> TokenStream {
        match self.plan.exprs.get(id.index()) {
            Some(&Expr::Around(item, step)) => {
                match self.reached.around.iter().position(|of| *of == (item, step)) {
                    Some(field) => self.around_field(scope.item, field),
                    None => quote!(None),
                }
            }
            Some(Expr::Field(_) | Expr::Inner(..) | Expr::Elements(_)) => {
                let number = self.expr(scope, id);
                quote!(Some(#number))
            }
            _ => {
                let number = self.expr(scope, id);
                quote!((|| -> Result<u64> { Ok(#number) })().ok())
            }
        }
    }

    fn inner_number(&self, step: (ItemId, u32)) -> TokenStream {
        let at = self.inner.binary_search(&step).ok().map(Literal::usize_unsuffixed);
        quote!(r.inner(#at))
    }

    /// An operator, as Rust.
    pub(super) fn operator(&self, operator: Operator) -> TokenStream {
        let operator = word(operator);
        quote!(data::Operator::#operator)
    }

    /// An expression that can fail because of the bytes, as a result; none for an expression that readers do not evaluate.
    fn fallible(&self, scope: &Scope, expr: Expr) -> Option<TokenStream> {
        let part = |id: ExprId| self.evaluated(scope, id, false);
        Some(match expr {
            Expr::Digits(step, base) => {
                let bytes = self.content(scope, step);
                quote!(record::digits(#bytes, #base))
            }
            Expr::Element(step, at) => {
                let (bytes, at) = (self.content(scope, step), part(at));
                let integer = self.element_of(scope, step);
                let item = self.name(scope.item);
                let name = format!("{item}.{}", self.step_name(scope.item, step));
                quote!({ let at = #at; r.element(#bytes, at, #integer, (#name, r.position())) })
            }
            Expr::Checksum(kind, steps) => {
                let sum = self.checksum(scope, (kind, steps));
                quote!(r.checksum(#sum))
            }
            Expr::FindLast(bytes) => {
                let bytes = run(bytes);
                quote!(r.find_last(#bytes))
            }
            Expr::Listed(list, at) => {
                let at = part(at);
                quote!({ let at = #at; r.listed(#list, at) })
            }
            Expr::Later(list, at) => {
                let at = part(at);
                quote!({ let at = #at; r.later(#list, at) })
            }
            Expr::Total(list) => quote!(r.total(#list)),
            Expr::Around(item, step) => {
                let field = self.reached.around.iter().position(|around| *around == (item, step));
                let (field, item) = (self.around_field(scope.item, field?), self.name(item));
                quote!(record::held(#field, #item))
            }
            _ => return None,
        })
    }

    /// The kind of a checksum, and the pieces of bytes that it is of.
    fn checksum(&self, scope: &Scope, (kind, covered): (Checksum, Run)) -> TokenStream {
        let kind = checksum(kind);
        let pieces = Covered::all(covered, &self.plan.numbers).map(|piece| match piece {
            Covered::Step(step) => self.span(scope, step),
            Covered::Plain(step) => self.before_transform(scope, step),
            Covered::Number(step) => self.bytes_of_number(scope, step),
            Covered::Zeros(count) => quote!(&[0; #count][..]),
        });
        quote!(#kind, &[#(#pieces),*])
    }

    /// The bytes that the number of a computed step would have.
    fn bytes_of_number(&self, scope: &Scope, step: u32) -> TokenStream {
        let of = self.step_of(scope.item, step);
        match of.and_then(|of| self.plan.computed_shape(of.shape)) {
            Some(shape) if step < scope.known => {
                let (shape, number) = (shape.0, local("number", step));
                quote!(&r.bytes_of_number(data::ShapeId(#shape), #number)?[..])
            }
            _ => quote!(&[][..]),
        }
    }

    /// The bytes before the transform of a step.
    fn before_transform(&self, scope: &Scope, step: u32) -> TokenStream {
        let bytes = self.span(scope, step);
        let of = self.step_of(scope.item, step);
        match of.and_then(|of| self.plan.transform_of(of.shape)) {
            Some((by, key)) => {
                let (by, key) = (transform_name(by), self.key(scope, key));
                quote!(&r.plain(#by, #key, #bytes)?[..])
            }
            None => bytes,
        }
    }

    /// The key of a transform.
    pub(super) fn key(&self, scope: &Scope, key: ExprId) -> TokenStream {
        let bytes = match self.plan.exprs.get(key.index()) {
            Some(Expr::Content(step)) => self.content(scope, *step),
            Some(Expr::Constant(bytes)) => {
                let bytes = self.bytes(*bytes);
                quote!(&#bytes[..])
            }
            _ => {
                let number = self.evaluated(scope, key, false);
                return quote!(record::Key::Number(#number));
            }
        };
        quote!(record::Key::Bytes(::std::borrow::Cow::Borrowed(#bytes)))
    }

    /// The check of a step that is a digest; none for a step that is a number.
    pub(super) fn check_digest(
        &self,
        scope: &Scope,
        (at, step): (u32, &Step),
    ) -> Option<TokenStream> {
        let sum = self.checksum(scope, self.plan.digest(step)?);
        let (found, start) = (self.span(scope, at), local("start", at));
        Some(quote!(r.check_digest(#sum, (#found, #start))?))
    }

    /// A field of an enclosing item: its value when this item began, or for the item itself its current value.
    fn around_field(&self, of: ItemId, field: usize) -> TokenStream {
        match self.reached.around.get(field) {
            Some((item, _)) if *item != of => {
                let field = format_ident!("around{field}");
                quote!(#field)
            }
            _ => quote!(r.around(#field)),
        }
    }

    /// The bytes of a step. The code can return from the function with an error.
    fn span(&self, scope: &Scope, step: u32) -> TokenStream {
        if step >= scope.known {
            let name = self.step_name(scope.item, step);
            return quote!(r.no_span(#name)?);
        }
        let (start, end) = (local("start", step), local("end", step));
        let end = match scope.current == Some(step) {
            true => quote!(r.position()),
            false => quote!(#end),
        };
        quote!(r.span(#start, #end))
    }

    /// The bytes of the value of a step, without a marker or filler at their end.
    fn content(&self, scope: &Scope, step: u32) -> TokenStream {
        let span = self.span(scope, step);
        let length = self.shape_of(scope.item, step).and_then(Shape::length);
        let Some((length, unit)) = length else { return span };
        match length {
            Length::Marker(marker) => {
                let len = Literal::u32_unsuffixed(marker.len);
                quote!(record::without_end(#span, #len))
            }
            Length::Padded(_, pad) => {
                let unit = Literal::usize_unsuffixed(unit);
                quote!(record::trimmed(#span, #pad, #unit))
            }
            Length::Ended(_, marker) => self.ended(&span, marker, unit),
            _ => span,
        }
    }

    /// The bytes that are a tag, if a field of the item has them.
    pub(super) fn tag_bytes(&self, scope: &Scope, tag: ExprId) -> Option<TokenStream> {
        self.plan.step_of_tag(scope.item, tag).map(|step| self.content(scope, step))
    }

    /// The coding, the width and the sign of the numbers in a step; single bytes if it is no sequence of numbers.
    fn element_of(&self, scope: &Scope, step: u32) -> TokenStream {
        let counted = |until| matches!(until, Until::Count(_) | Until::End);
        match self.shape_of(scope.item, step) {
            Some(Shape::Sequence { element, until, .. }) if counted(until) => {
                self.integer_of(scope, self.plan.value_of_element(element))
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

    /// The coding, the width and the sign of an integer, as a tuple.
    pub(super) fn integer(&self, coding: Coding, bits: u8, sign: Sign) -> TokenStream {
        let arguments = self.integer_arguments(coding, bits, sign);
        quote!((#arguments))
    }

    /// The same, as arguments.
    pub(super) fn integer_arguments(&self, coding: Coding, bits: u8, sign: Sign) -> TokenStream {
        let kind = match coding {
            Coding::Vlq(kind) => {
                let kind = word(kind);
                quote!(Vlq(data::Vlq::#kind))
            }
            Coding::Digits(Digits { base, width, pad }) => {
                let base = word(base);
                let pad = match pad {
                    Some(pad) => quote!(Some(#pad)),
                    None => quote!(None),
                };
                quote!(Digits(data::Digits { base: data::Base::#base, width: #width, pad: #pad }))
            }
            coding => word(coding).into_token_stream(),
        };
        let sign = word(sign);
        quote!(data::Coding::#kind, #bits, data::Sign::#sign)
    }

    /// Bytes of the plan, as Rust.
    pub(super) fn bytes(&self, bytes: Run) -> Literal {
        Literal::byte_string(bytes.of(&self.plan.bytes))
    }

    /// The number of bytes as a tag.
    pub(super) fn tag_of(&self, bytes: &TokenStream) -> TokenStream {
        let tags = self.plan.tags.iter().map(|tag| self.bytes(*tag));
        quote!(record::tag_of(#bytes, &[#(&#tags[..]),*]))
    }

    pub(super) fn step_name(&self, item: ItemId, step: u32) -> &str {
        self.step_of(item, step).map_or("?", |step| self.plan.name(step.name))
    }

    fn step_of(&self, item: ItemId, step: u32) -> Option<&Step> {
        self.plan.steps_of(item).get(usize::try_from(step).ok()?)
    }

    /// The shape of the value of a step, without its offset.
    pub(super) fn shape_of(&self, item: ItemId, step: u32) -> Option<Shape> {
        match *self.plan.shapes.get(self.step_of(item, step)?.shape.index())? {
            Shape::At { value, .. } => self.plan.shapes.get(value.index()).copied(),
            shape => Some(shape),
        }
    }
}

/// An encoding of texts, as Rust.
pub(super) fn encoding_name(encoding: Encoding) -> TokenStream {
    match encoding {
        Encoding::Legacy(_) => {
            let position = Encoding::ALL.iter().position(|known| *known == encoding);
            let position = Literal::usize_unsuffixed(position.unwrap_or(usize::MAX));
            quote!(data::Encoding::ALL[#position])
        }
        encoding => {
            let name = word(encoding);
            quote!(data::Encoding::#name)
        }
    }
}

/// A transform, as Rust.
pub(super) fn transform_name(by: Transform) -> TokenStream {
    match by {
        Transform::Host(Text(name)) => {
            let name = run(name);
            quote!(data::Transform::Host(data::Text(#name)))
        }
        by => {
            let name = word(by);
            quote!(data::Transform::#name)
        }
    }
}
