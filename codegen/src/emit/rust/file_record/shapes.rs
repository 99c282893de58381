//! Reading values of shapes.

use super::Records;
use super::expressions::{Scope, encoding_name, run, transform_name};
use super::reached::Choice;
use crate::emit::rust::names;
use bytespec_plan::{
    Case, Coding, Encoding, ExprId, ItemId, Kind, Length, Otherwise, Run, Shape, ShapeId, Sign,
    Step, Transform, Until, bits_of,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// The use of a value that is read.
#[derive(Clone, Copy, Default)]
pub(super) struct Reading {
    /// The list that records its number, or those of its elements.
    pub(super) list: Option<u32>,
    /// Numbers that its elements must not have.
    pub(super) reject: Run,
    /// Its constant bytes.
    pub(super) constant: Option<Run>,
    /// It is the value of a step, without a size or an offset in between.
    pub(super) is_step: bool,
    /// It is an element of a sequence that this expression ends.
    pub(super) end: Option<ExprId>,
}

impl Records<'_, '_> {
    pub(super) fn read_name(&self, item: ItemId) -> Ident {
        format_ident!("read_{}", item.0)
    }

    fn choice_name(&self, union: Choice) -> Ident {
        let at = self.reached.unions.iter().position(|known| *known == union);
        format_ident!("choose_{}", at.unwrap_or(usize::MAX))
    }

    /// A pair of the value of a shape and its number. A value without a number has that of its elements, or zero. The code can
    /// return an error.
    pub(super) fn value(&self, scope: &Scope, id: ShapeId, how: Reading) -> TokenStream {
        let inner = |id| self.value(scope, id, Reading { is_step: false, ..how });
        let Some(shape) = self.shape(id) else { return quote!(((), 0u64)) };
        match shape {
            Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. } => {
                self.number(id, shape)
            }
            Shape::Wide { coding, bits, sign } => self.wide_value(coding, bits, sign),
            Shape::Either { test, then, otherwise } => {
                let test = self.expr(scope, test);
                let then = self.value(scope, then, how);
                let otherwise = self.value(scope, otherwise, how);
                quote!(if #test != 0 { #then } else { #otherwise })
            }
            Shape::Bytes(length) => self.bytes_value(scope, length, how),
            Shape::Text { .. } => self.text_value(scope, shape, how),
            Shape::Sized { size, value } => {
                let (size, value) = (self.expr(scope, size), inner(value));
                quote!({
                    let size = #size;
                    let around = r.begin_sized(size)?;
                    let value = #value;
                    r.end_sized(around)?;
                    value
                })
            }
            Shape::At { offset, value } => {
                let (offset, value) = (self.expr(scope, offset), inner(value));
                quote!({
                    let offset = #offset;
                    let placed = r.go_to(offset)?;
                    let value = #value;
                    r.return_from(placed)?;
                    value
                })
            }
            Shape::Transformed { by, key, value } => {
                transformed(by, &self.key(scope, key), &inner(value))
            }
            Shape::With { argument, by, value } => {
                // It has no bytes of its own.
                let (by, value) = (self.expr(scope, by), self.value(scope, value, how));
                quote!({ let argument = #by; r.set_argument(#argument, argument); #value })
            }
            Shape::Padding { align, strict, from } => {
                let (align, strict) = (self.expr(scope, align), self.expr(scope, strict));
                let from = from.map_or(quote!(r.origin()), |from| self.expr(scope, from));
                quote!({
                    let (align, strict, from) = (#align, #strict, #from);
                    r.filler(align, strict, from)?;
                    ((), 0u64)
                })
            }
            Shape::Item(item) => self.item_value_read(item, how),
            Shape::Choice { tag, .. } => self.choice_value(scope, (shape, tag), how),
            Shape::Sequence { element, until, reversed } => {
                self.sequence(scope, element, (until, reversed), how)
            }
            // These are steps, or shapes without generated code.
            Shape::Bits { .. }
            | Shape::Part { .. }
            | Shape::Computed { .. }
            | Shape::Offsets { .. }
            | Shape::Named { .. }
            | Shape::Function { .. } => quote!(((), 0u64)),
        }
    }

    /// A union whose variant a tag selects.
    fn choice_value(
        &self,
        scope: &Scope,
        (shape, by): (Shape, ExprId),
        how: Reading,
    ) -> TokenStream {
        let Some(union) = Choice::of(shape) else { return quote!(((), 0u64)) };
        let (read, tag) = (self.choice_name(union), self.expr(scope, by));
        // A union with a tag of its own begins at the tag.
        let is_tagged = how.is_step && self.kind(scope.item) == Kind::Union;
        let at = if is_tagged { quote!(start) } else { quote!(r.position()) };
        let text = self.plan.has_text_tags(union.cases).then(|| {
            let bytes = self.tag_bytes(scope, by);
            bytes.map_or(quote!(, None), |bytes| quote!(, Some(#bytes)))
        });
        quote!({
            let tag = #tag;
            let at = #at;
            (#read(r, tag, at #text)?, 0u64)
        })
    }

    /// A number with bytes of its own.
    fn number(&self, id: ShapeId, shape: Shape) -> TokenStream {
        let read = match shape {
            Shape::Integer { coding, bits, sign } => self.integer_read(coding, bits, sign),
            Shape::Enum { number, .. } | Shape::Index { number, .. } => match self.shape(number) {
                Some(Shape::Integer { coding, bits, sign }) => {
                    self.integer_read(coding, bits, sign)
                }
                _ => quote!(0u64),
            },
            _ => quote!(r.boolean()?),
        };
        let value = self.converted(id, &quote!(number), &quote!(at));
        quote!({
            let at = r.position();
            let number = #read;
            (#value, number)
        })
    }

    fn wide_value(&self, coding: Coding, bits: u8, sign: Sign) -> TokenStream {
        let ty = self.integer_type(bits, sign);
        let arguments = self.integer_arguments(coding, bits, sign);
        quote!((r.wide(#arguments)? as #ty, 0u64))
    }

    fn integer_read(&self, coding: Coding, bits: u8, sign: Sign) -> TokenStream {
        let arguments = self.integer_arguments(coding, bits, sign);
        quote!(r.integer(#arguments)?)
    }

    /// Converts a number of 64 bits, read at `at`, into the Rust type of its shape.
    pub(super) fn converted(
        &self,
        id: ShapeId,
        number: &TokenStream,
        at: &TokenStream,
    ) -> TokenStream {
        match self.shape_in_any_order(id) {
            Some(Shape::Integer { bits, sign: Sign::Float, .. }) => {
                let ty = self.integer_type(bits, Sign::Float);
                let bits = self.integer_type(bits, Sign::Unsigned);
                quote!(#ty(#number as #bits))
            }
            Some(Shape::Integer { bits, sign, .. }) => {
                let ty = self.integer_type(bits, sign);
                quote!((#number as #ty))
            }
            Some(Shape::Index { table, .. }) => {
                quote!(record::TableIndex::<#table>(#number))
            }
            Some(Shape::Enum { name, members, gate, open, number: integer }) => {
                let own = self.of_bits(integer, number);
                let (of, id) = (names::camel(self.plan.name(name)), id.0);
                let id = quote!(data::ShapeId(#id));
                let all = members.of(&self.plan.members);
                if gate.is_empty() && all.iter().all(|member| member.gate.is_empty()) {
                    return quote! {
                        match #of::from_number(#own) {
                            Some(member) => member,
                            None => return Err(r.no_member(#id, #number, #at)),
                        }
                    };
                }
                let arms = (members.start..).zip(all).filter(|(_, member)| !member.removed);
                let arms = arms.map(|(at, member)| {
                    let name = names::camel(self.plan.name(member.name));
                    quote!(Some(#at) => #of::#name,)
                });
                let unknown = open.then(|| quote!(None => #of::Unknown(#own),));
                quote! {
                    match r.member(#id, #number, #at)? {
                        #(#arms)*
                        #unknown
                        _ => return Err(r.no_member(#id, #number, #at)),
                    }
                }
            }
            _ => quote!((#number != 0)),
        }
    }

    /// Whether an integer has a sign.
    pub(super) fn is_signed(&self, integer: ShapeId) -> bool {
        let sign = match self.shape_in_any_order(integer) {
            Some(Shape::Integer { sign, .. }) => sign,
            _ => Sign::Unsigned,
        };
        sign != Sign::Unsigned
    }

    /// The number of an enum with an integer, from its 64 bits.
    pub(super) fn of_bits(&self, integer: ShapeId, bits: &TokenStream) -> TokenStream {
        if self.is_signed(integer) { quote!(#bits.cast_signed()) } else { bits.clone() }
    }

    /// The bytes of a length.
    fn taken(&self, scope: &Scope, length: Length, unit: usize) -> TokenStream {
        match length {
            Length::Rest => quote!(r.rest()),
            Length::Except(left) => quote!(r.all_but(#left)?),
            Length::Marker(marker) => {
                let (marker, unit) = (self.bytes(marker), Literal::usize_unsuffixed(unit));
                quote!(r.until(#marker, #unit)?)
            }
            Length::Count(count) => {
                let count = self.expr(scope, count);
                quote!({ let count = #count; r.bytes(count)? })
            }
            Length::Padded(count, pad) => {
                let count = self.expr(scope, count);
                let unit = Literal::usize_unsuffixed(unit);
                quote!({ let count = #count; record::trimmed(r.bytes(count)?, #pad, #unit) })
            }
            Length::Ended(count, marker) => {
                let count = self.expr(scope, count);
                let value = self.ended(&quote!(r.bytes(count)?), marker, unit);
                quote!({ let count = #count; #value })
            }
            Length::First(_) => quote!(r.rest()),
        }
    }

    /// The bytes before a marker.
    pub(super) fn ended(&self, bytes: &TokenStream, marker: Run, unit: usize) -> TokenStream {
        let (marker, unit) = (self.bytes(marker), Literal::usize_unsuffixed(unit));
        quote!(record::before(#bytes, #marker, #unit))
    }

    fn checked(&self, how: Reading) -> TokenStream {
        let check = how.constant.filter(|_| how.is_step).map(|bytes| {
            let bytes = self.bytes(bytes);
            quote!(r.check_bytes(#bytes, bytes, at)?;)
        });
        let push = how.list.map(|list| quote!(r.push_bytes(#list, bytes);));
        quote!(#check #push)
    }

    fn bytes_value(&self, scope: &Scope, length: Length, how: Reading) -> TokenStream {
        let (taken, checked) = (self.taken(scope, length, 1), self.checked(how));
        quote!({
            let at = r.position();
            let bytes = #taken;
            #checked
            (::std::borrow::Cow::Borrowed(bytes), 0u64)
        })
    }

    fn text_value(&self, scope: &Scope, shape: Shape, how: Reading) -> TokenStream {
        let Shape::Text { length, encoding, strict } = shape else { return quote!(((), 0u64)) };
        if let (Length::Count(size), Encoding::Utf8, true) = (length, encoding, strict) {
            let size = self.expr(scope, size);
            return quote!({ let size = #size; (r.utf8(size)?, 0u64) });
        }
        let (taken, checked) = (self.taken(scope, length, encoding.unit()), self.checked(how));
        let encoding = encoding_name(encoding);
        let text = match strict {
            true => quote!(r.strict_text(bytes, #encoding, at)?),
            false => quote!(r.text(bytes, #encoding)),
        };
        quote!({
            let at = r.position();
            let bytes = #taken;
            #checked
            (#text, 0u64)
        })
    }

    /// Calls the function of an item.
    fn item_value_read(&self, item: ItemId, how: Reading) -> TokenStream {
        let read = self.read_name(item);
        let ends = self.reached.ends.get(&item);
        let end = ends.map(|ends| {
            let at = how.end.and_then(|end| ends.iter().position(|known| *known == end));
            let end = Literal::usize_unsuffixed(at.map_or(0, |at| at + 1));
            quote!(, #end)
        });
        if !self.kind(item).is_transparent() {
            return quote!((#read(r #end)?, 0u64));
        }
        let reject = self.reached.rejects.then(|| {
            let reject = run(how.reject);
            quote!(, #reject)
        });
        quote!(#read(r #end #reject)?)
    }

    fn sequence(
        &self,
        scope: &Scope,
        element: ShapeId,
        (until, reversed): (Until, bool),
        how: Reading,
    ) -> TokenStream {
        let of_element = |end| Reading { end, ..Reading::default() };
        let value = |end| self.value(scope, element, of_element(end));
        let push = how.list.filter(|list| !self.plan.element_records(element, *list));
        let push = push.map(|list| quote!(r.push(#list, number);));
        let (declared, reject, refused) = self.element_reject(scope, element, how);
        let closure = |end, value: TokenStream| {
            let read = value;
            let result = match end {
                true => quote!((value, r.is_last())),
                false => quote!(value),
            };
            quote!(|r| {
                let at = r.position();
                let (value, number) = #read;
                #push
                #reject
                Ok(#result)
            })
        };
        let all = match until {
            Until::Count(count) => {
                let limit = self.plan.element_limit(count, element);
                let limit = format_ident!("{limit:?}");
                let (count, element) = (self.expr(scope, count), closure(false, value(None)));
                let list = match how.list {
                    Some(list) => quote!(Some(#list)),
                    None => quote!(None),
                };
                quote!({
                    let count = record::Count {
                        count: #count,
                        limit: data::ElementLimit::#limit,
                        reversed: #reversed,
                        list: #list,
                    };
                    r.counted(count, #element)?
                })
            }
            Until::End => {
                let element = closure(false, value(None));
                quote!(r.to_end(#element)?)
            }
            Until::Holds(test) => {
                let element = closure(true, value(Some(test)));
                quote!(r.to_last(#element)?)
            }
            Until::Reached(have, want) => {
                let (have, want) = (self.expr(scope, have), self.expr(scope, want));
                let element = closure(false, value(None));
                quote!(r.reached(|r| Ok((#have, #want)), #element)?)
            }
            Until::Balanced => {
                let element = closure(false, value(None));
                quote!(r.balanced(#element)?)
            }
        };
        quote!({
            #declared
            let all: ::std::vec::Vec<_> = #all;
            #refused
            let count = all.len() as u64;
            (all, count)
        })
    }

    /// Statements that declare the first rejected element, record it, and refuse it after all elements.
    fn element_reject(
        &self,
        scope: &Scope,
        element: ShapeId,
        how: Reading,
    ) -> (TokenStream, TokenStream, TokenStream) {
        let runtime = &self.cx.options.runtime;
        let own = (!how.reject.is_empty()).then(|| run(how.reject));
        let is_passed = self.reached.rejects && self.kind(scope.item).is_transparent();
        let reject = own.or(is_passed.then(|| quote!(reject)));
        let Some(reject) = reject.filter(|_| self.is_number(element)) else {
            return (quote!(), quote!(), quote!());
        };
        let shape = element.0;
        let record = quote! {
            if rejected.is_none() {
                let shape = data::ShapeId(#shape);
                let found = r.rejects(#reject, shape, number);
                rejected = found.map(|value| (at, r.index(), value));
            }
        };
        let refuse = quote! {
            if let Some((at, index, value)) = rejected {
                return Err(#runtime::values::rejected(at, value)).index(index);
            }
        };
        (quote!(let mut rejected: Option<(usize, u64, i128)> = None;), record, refuse)
    }

    /// The function that reads the case of a union for a tag; errors of tags are at `at`.
    pub(super) fn choice_reader(&self, union: &Choice) -> TokenStream {
        let union = *union;
        let (function, name) = (self.choice_name(union), self.union_name(union));
        let (lifetime, label) = (self.union_lifetime(union), self.plan.name(union.name));
        let cases = union.cases.of(&self.plan.cases);
        let number = match cases.iter().any(|case| case.tag < 0) {
            true => quote!(tag.cast_signed().into()),
            false => quote!(tag.into()),
        };
        let (text, unknown) = match self.plan.has_text_tags(union.cases) {
            true => (
                Some(quote!(text: Option<&[u8]>,)),
                quote!(Err(r.unknown(#label, #number, Some(text), at))),
            ),
            false => (None, quote!(Err(r.unknown(#label, #number, None, at)))),
        };
        let arms = arms(cases);
        let arms = arms.iter().map(|(tags, cases)| {
            let body = self.cases_of_tag(cases.iter().copied(), &unknown);
            let tags = tags.iter().map(|(first, last)| match first == last {
                true => quote!(#first),
                false => quote!(#first..=#last),
            });
            quote!(#(#tags)|* => { #body })
        });
        let none = self.compares_variants.then(|| quote!(r.set_chosen(None);));
        let otherwise = match union.otherwise {
            Otherwise::Error => unknown.clone(),
            Otherwise::Opaque => quote! {{
                #none
                let bytes = ::std::borrow::Cow::Borrowed(r.rest());
                Ok(#name::Opaque { tag, bytes })
            }},
        };
        quote! {
            pub(super) fn #function<'i>(
                r: &mut record::RecordReader<'_, 'i>,
                tag: u64,
                at: usize,
                #text
            ) -> Result<#name #lifetime> {
                match tag {
                    #(#arms)*
                    _ => #otherwise,
                }
            }
        }
    }

    /// The first case whose gate is open.
    fn cases_of_tag<'c>(
        &self,
        cases: impl Iterator<Item = &'c Case>,
        unknown: &TokenStream,
    ) -> TokenStream {
        let (mut body, mut closed) = (quote!(), unknown.clone());
        for case in cases {
            let Some(item) = case.item else { return quote!(#body #unknown) };
            let (read, nesting) = (self.read_name(item), i64::from(case.nesting));
            let nest = (nesting != 0).then(|| quote!(r.nest(#nesting);));
            let read = match self.compares_variants {
                true => {
                    let id = item.0;
                    quote!({
                        #nest
                        let value = #read(r)?;
                        r.set_chosen(Some(data::ItemId(#id)));
                        Ok(value)
                    })
                }
                false => quote!({ #nest #read(r) }),
            };
            if case.gate.is_empty() {
                return quote!(#body #read);
            }
            let (gate, id) = (run(case.gate), item.0);
            closed = quote!(Err(r.closed(data::ItemId(#id), #gate, at)));
            body = quote!(#body if r.is_open(#gate) { return #read; });
        }
        quote!(#body #closed)
    }

    /// Whether a step is a number with bytes of its own, also in both shapes of an `Either`.
    pub(super) fn is_number(&self, id: ShapeId) -> bool {
        match self.shape(id) {
            Some(
                Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. },
            ) => true,
            Some(Shape::Either { then, otherwise, .. }) => {
                self.is_number(then) && self.is_number(otherwise)
            }
            _ => false,
        }
    }

    /// Whether the number of a step is recorded in a list, also if it has a size or an offset.
    pub(super) fn holds_number(&self, step: &Step) -> bool {
        let mut id = step.shape;
        while let Some(
            Shape::Sized { value, .. } | Shape::At { value, .. } | Shape::With { value, .. },
        ) = self.shape(id)
        {
            id = value;
        }
        self.is_number(id)
    }
}

/// Ranges of tags that select the same cases, with these cases.
type Arm<'c> = (Vec<(u64, u64)>, Vec<&'c Case>);

/// The cases that each tag selects, in the order in which they count.
fn arms(all: &[Case]) -> Vec<Arm<'_>> {
    // A range with negative tags goes on at zero.
    let ends = all.iter().flat_map(|case| [case.bits(), bits_of(case.last).wrapping_add(1)]);
    let mut starts: Vec<u64> = ends.chain([0]).collect();
    starts.sort_unstable();
    starts.dedup();
    let mut arms: Vec<Arm<'_>> = Vec::new();
    for (at, first) in starts.iter().enumerate() {
        let cases: Vec<&Case> = all.iter().filter(|case| case.has(*first)).collect();
        let last = starts.get(at + 1).map_or(u64::MAX, |next| next - 1);
        let selects = |case: &&Case| (case.gate, case.item, case.nesting);
        let same =
            |(_, known): &&mut Arm<'_>| known.iter().map(selects).eq(cases.iter().map(selects));
        match arms.iter_mut().find(same) {
            _ if cases.is_empty() => {}
            Some((tags, _)) => tags.push((*first, last)),
            None => arms.push((vec![(*first, last)], cases)),
        }
    }
    arms
}

/// Reads a value from transformed bytes. What it borrows is not in the file.
fn transformed(by: Transform, key: &TokenStream, value: &TokenStream) -> TokenStream {
    let read = quote! {
        |r| {
            let (value, _) = #value;
            Ok(record::RecordField::into_owned(value))
        }
    };
    let transform = transform_name(by);
    if by.host().is_some() {
        return quote!((r.hosted(#transform, #read)?, 0u64));
    }
    quote!({
        let key = #key;
        let value = r.transformed(#transform, key, #read)?;
        (value, 0u64)
    })
}
