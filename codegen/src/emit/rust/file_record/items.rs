//! Functions that read items, step by step.

use super::Records;
use super::expressions::{Scope, local, run, word};
use super::shapes::Reading;
use super::types::is_conditional;
use crate::emit::rust::names;
use bytespec_plan::{Absent, ItemId, Kind, Place, Role, Run, Shape, ShapeId, Step, bits_of};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// The shape and the base of the number of a step, as Rust.
fn number_of(step: &Step) -> TokenStream {
    let (shape, base) = (step.shape.0, word(step.base));
    quote!((data::ShapeId(#shape), data::Base::#base))
}

/// A step, and its scope.
struct Reader<'s> {
    at: u32,
    step: &'s Step,
    scope: Scope,
}

impl Records<'_, '_> {
    /// The function that reads an item.
    pub(super) fn reader(&self, id: ItemId) -> TokenStream {
        let kind = self.kind(id);
        let Some(item) = self.plan.items.get(id.index()) else { return quote!() };
        let number = id.0;
        let own = quote!(data::ItemId(#number));
        let check = (!item.gate.is_empty()).then(|| {
            let gate = run(item.gate);
            quote!(r.check_gate(#own, #gate)?;)
        });
        let deep = self.reached.is_deep(id);
        let spans = self.reached.spans(&self.plan, id);
        let steps = (0..).zip(self.plan.steps_of(id));
        let steps = steps.map(|(at, step)| self.step(id, (at, step), spans.contains(&at)));
        let steps: Vec<TokenStream> = steps.collect();
        let (result, value) = self.result(id);
        let (begin, end) = self.around(id);
        let (ended, test) = (self.checks_at_end(id), self.test(id));
        let parameters = self.parameters(id);
        let function = self.read_name(id);
        let enter = deep.then(|| quote!(r.enter(#own)?;));
        let leave = deep.then(|| quote!(r.leave(#own);));
        let held = self.held(id);
        let inner = self.set_inner(id);
        let body = quote! {
            #held
            #begin
            #(#steps)*
            #ended
            #test
            #inner
            #end
            Ok(#value)
        };
        // An error belongs to the field that is read.
        let is_small = self.is_small(id);
        let has_field = !is_small && !kind.is_transparent();
        let field = has_field.then(|| quote!(let mut field = "";));
        let of_field = has_field.then(|| quote!(.field(field)));
        let of_item = (kind == Kind::Variant).then(|| {
            let name = self.name(id);
            quote!(.item(#name))
        });
        let located = match (of_field, of_item) {
            (None, None) => quote!({ #body }),
            (of_field, of_item) => quote!((|| -> Result<#result> { #body })()#of_field #of_item),
        };
        // Inlining avoids a copy of the value of a small item into its list.
        let inline = is_small.then(|| quote!(#[cfg_attr(not(debug_assertions), inline(always))]));
        quote! {
            #inline
            pub(super) fn #function<'i>(
                r: &mut record::RecordReader<'_, 'i>,
                #parameters
            ) -> Result<#result> {
                let start = r.position();
                #check
                #enter
                #field
                let value: Result<#result> = #located;
                #leave
                value
            }
        }
    }

    /// Whether an item consists of a few numbers, so that lists can have many such items.
    fn is_small(&self, id: ItemId) -> bool {
        const MAX: usize = 16;
        let steps = self.plan.steps_of(id);
        steps.len() <= MAX && steps.iter().all(|step| self.is_number(step.shape))
    }

    /// The parameters of a function besides the reader.
    fn parameters(&self, id: ItemId) -> TokenStream {
        let end = self.reached.ends.contains_key(&id).then(|| quote!(end: usize,));
        let rejects = self.reached.rejects && self.kind(id).is_transparent();
        let reject = rejects.then(|| quote!(reject: data::Run,));
        quote!(#end #reject)
    }

    /// The return type of a function, and an expression for the result from the values of steps.
    fn result(&self, id: ItemId) -> (TokenStream, TokenStream) {
        let kind = self.kind(id);
        if kind.is_transparent() {
            let steps = self.plan.steps_of(id);
            let at = self.plan.visible_step(id);
            let Some((step, at)) =
                at.and_then(|at| Some((steps.get(at)?, bytespec_plan::place(at))))
            else {
                return (quote!(((), u64)), quote!(((), 0u64)));
            };
            let (ty, value) = (self.field_type(id, step), local("value", at));
            let number = match kind {
                Kind::Transparent => {
                    let number = local("number", at);
                    quote!(#number)
                }
                _ => quote!(0u64),
            };
            return (quote!((#ty, u64)), quote!((#value, #number)));
        }
        let fields = self.fields(id).into_iter().map(|field| {
            let (name, value) = (field.name, local("value", field.step));
            quote!(#name: #value)
        });
        match self.union_of(id).filter(|_| kind == Kind::Variant) {
            Some(union) => {
                let (name, lifetime) = (self.union_name(union), self.union_lifetime(union));
                let variant = names::camel(self.name(id));
                (quote!(#name #lifetime), quote!(#name::#variant { #(#fields),* }))
            }
            None => {
                let (name, lifetime) = (self.type_name(id), self.lifetime(id));
                (quote!(#name #lifetime), quote!(#name { #(#fields),* }))
            }
        }
    }

    /// Reads a step; `starts` if expressions read its bytes.
    fn step(&self, id: ItemId, (at, step): (u32, &Step), starts: bool) -> TokenStream {
        let begin = starts.then(|| {
            let start = local("start", at);
            quote!(let #start = r.position();)
        });
        let finish = starts.then(|| {
            let (start, end, there) = (local("start", at), local("end", at), local("there", at));
            match self.shape(step.shape) {
                Some(Shape::At { .. }) => quote! {
                    let (#start, #end) = if #there { r.placed() } else { (#start, #start) };
                },
                _ => quote!(let #end = r.position();),
            }
        });
        let field = self.in_field(id, at);
        let scope = Scope { item: id, known: at + 1, current: Some(at) };
        let reader = Reader { at, step, scope };
        let there = self.there(&reader);
        let read = match self.shape(step.shape) {
            Some(Shape::Bits { number, .. }) => self.whole(&reader, number),
            Some(Shape::Part { place, width, value }) => self.part(&reader, (place, width), value),
            _ => self.read(&reader),
        };
        let around = self.reached.around.iter().position(|around| *around == (id, at));
        let around = around.map(|field| {
            let number = local("number", at);
            quote!(r.set_around(#field, #number);)
        });
        quote!(#field #begin #there #read #finish #around)
    }

    /// The statement that sets the current field, which errors name.
    fn in_field(&self, item: ItemId, step: u32) -> TokenStream {
        match self.kind(item).is_transparent() || self.is_small(item) {
            true => quote!(),
            false => {
                let name = self.step_name(item, step);
                quote!(field = #name;)
            }
        }
    }

    /// An expression whose errors name a field. In a small item this needs no copy of the value.
    fn located(&self, item: ItemId, step: u32, expression: TokenStream) -> TokenStream {
        match !self.kind(item).is_transparent() && self.is_small(item) {
            true => {
                let name = self.step_name(item, step);
                quote!((|| -> Result<_> { Ok(#expression) })().field(#name)?)
            }
            false => expression,
        }
    }

    /// The statement that determines whether a step is present.
    fn there(&self, reader: &Reader<'_>) -> TokenStream {
        let Reader { at, step, scope } = reader;
        let there = local("there", *at);
        let gate = (!step.gate.is_empty()).then(|| {
            let gate = run(step.gate);
            quote!(r.is_open(#gate))
        });
        let when = step.when.map(|when| {
            let when = self.expr(scope, when);
            self.located(scope.item, *at, quote!((#when != 0)))
        });
        match (gate, when) {
            (None, None) => quote!(let #there = true;),
            (Some(all), None) | (None, Some(all)) => quote!(let #there = #all;),
            (Some(gate), Some(when)) => quote!(let #there = #gate && #when;),
        }
    }

    /// Reads an integer whose bits are the next steps.
    fn whole(&self, reader: &Reader<'_>, number: ShapeId) -> TokenStream {
        let Reader { at, step, scope } = reader;
        let (there, own) = (local("there", *at), local("number", *at));
        let value = self.value(scope, number, Reading::default());
        let index = self.plan.items.get(scope.item.index()).map_or(0, |item| item.steps.start) + at;
        let push = step.list.map(|list| quote!(r.push(#list, #own);));
        quote! {
            let mut whole = if #there {
                let at = r.position();
                let (_, number) = #value;
                r.bits(#index, number, at)?
            } else {
                record::Bits::default()
            };
            let #own = whole.number;
            #push
        }
    }

    /// Takes bits of the preceding integer.
    fn part(
        &self,
        reader: &Reader<'_>,
        (place, width): (Place, Option<u8>),
        value: ShapeId,
    ) -> TokenStream {
        let Reader { at, step, .. } = reader;
        let (there, bound) = (local("there", *at), self.bound(reader));
        let from = match place {
            Place::Bit(bit) => {
                let bit = Literal::u32_unsuffixed(bit.into());
                quote!(Some(#bit))
            }
            Place::Next => quote!(None),
        };
        let width = match width {
            Some(width) => quote!(Some(#width)),
            None => quote!(None),
        };
        let absent = self.absent(reader);
        let id = value.0;
        let value = self.converted(value, &quote!(number), &quote!(whole.start));
        let checks = self.checks(reader, &quote!(whole.start));
        let finished = self.finished(reader);
        let name = self.step_name(reader.scope.item, *at);
        let zero = is_conditional(step).then(|| {
            let open = match step.gate.is_empty() {
                true => quote!(true),
                false => {
                    let gate = run(step.gate);
                    quote!(r.is_open(#gate))
                }
            };
            quote!(if !#there && #open { whole.check_zero(#from, #width, #name)?; })
        });
        quote! {
            #zero
            let #there = #there && whole.present;
            let #bound = if #there {
                let bits = whole.take(#from, #width);
                let number = r.take(data::ShapeId(#id), bits, whole.start)?;
                #checks
                let value = #value;
                #finished
            } else {
                #absent
            };
        }
    }

    /// Reads any other step.
    fn read(&self, reader: &Reader<'_>) -> TokenStream {
        let Reader { at, step, scope } = reader;
        let there = local("there", *at);
        let bound = self.bound(reader);
        let absent = self.absent(reader);
        let finished = self.finished(reader);
        let body = match self.shape(step.shape) {
            Some(Shape::Computed { value, shape }) => {
                let (id, number) = (shape.0, self.expr(scope, value));
                let take = match step.role {
                    Role::Derived(_) => format_ident!("take_computed"),
                    _ => format_ident!("take"),
                };
                // A field without bytes is where the next one begins.
                let at = match step.role {
                    Role::Derived(_) => quote!(r.position()),
                    _ => quote!(start),
                };
                let value = self.converted(shape, &quote!(number), &at);
                let checks = self.checks(reader, &quote!(start));
                quote! {
                    let number = #number;
                    let number = r.#take(data::ShapeId(#id), number, #at)?;
                    #checks
                    let value = #value;
                }
            }
            _ => {
                let constant = match step.role {
                    Role::Constant(bytes) => Some(bytes),
                    _ => None,
                };
                let is_number = self.is_number(step.shape);
                let list = step.list.filter(|_| !self.holds_number(step));
                let reject = if is_number { Run::EMPTY } else { step.reject };
                let is_step = true;
                let how = Reading { list, reject, constant, is_step, ..Reading::default() };
                let value = self.value(scope, step.shape, how);
                let checks = match self.holds_number(step) {
                    true => self.checks(reader, &quote!(began)),
                    false => quote!(),
                };
                quote! {
                    let began = r.position();
                    let (value, number) = #value;
                    #checks
                }
            }
        };
        let read = self.located(scope.item, *at, quote!({ #body #finished }));
        if is_conditional(step) {
            quote!(let #bound = if #there { #read } else { #absent };)
        } else {
            quote!(let #bound = #read;)
        }
    }

    /// The checks of the number of a step, which was read at `place`.
    fn checks(&self, reader: &Reader<'_>, place: &TokenStream) -> TokenStream {
        let Reader { step, scope, .. } = reader;
        let push = step.list.map(|list| quote!(r.push(#list, number);));
        let reject = (!step.reject.is_empty()).then(|| {
            let (reject, shape) = (run(step.reject), step.shape.0);
            let shape = quote!(data::ShapeId(#shape));
            quote!(r.reject(#reject, #shape, number, #place)?;)
        });
        let check = match (step.role, self.plan.rule(step)) {
            (_, Some(condition)) => {
                let place = self.ruled(reader);
                let numbers = self.plan.terms_in(scope.item, condition).into_iter();
                let numbers = numbers.map(|term| self.known_number(scope, term));
                let numbers = quote!(&[#(#numbers),*]);
                let (item, condition) = (scope.item.0, condition.0);
                let condition = quote!((data::ItemId(#item), data::ExprId(#condition)));
                quote!(if number == 0 { return Err(r.not_valid(#condition, #numbers, #place)); })
            }
            (Role::Checked(by), None) => {
                let is_later = self.plan.reads_later(by);
                let (by, of) = (self.expr(scope, by), number_of(step));
                let check = quote!(let expected = #by; r.check(#of, expected, number, #place)?;);
                match is_later {
                    true => quote!(if r.is_complete() { #check }),
                    false => check,
                }
            }
            _ => quote!(),
        };
        quote!(#push #reject #check)
    }

    /// The offset of the value that a rule restricts.
    fn ruled(&self, reader: &Reader<'_>) -> TokenStream {
        let item = reader.scope.item;
        let start = local("start", self.plan.whole_of(item, self.plan.ruled(item, reader.at)));
        quote!(#start)
    }

    /// The pattern for the value and the number of a step.
    fn bound(&self, reader: &Reader<'_>) -> TokenStream {
        let (value, number) = (local("value", reader.at), local("number", reader.at));
        match reader.step.role {
            Role::Visible => quote!((#value, #number)),
            _ => quote!(#number),
        }
    }

    /// The expression for this pattern, from `value` and `number`.
    fn finished(&self, reader: &Reader<'_>) -> TokenStream {
        let Reader { step, scope, .. } = reader;
        if step.role != Role::Visible {
            return quote!(number);
        }
        let mut value = quote!(value);
        if self.is_boxed(scope.item, step) {
            value = quote!(::std::boxed::Box::new(#value));
        }
        if self.is_optional(step) {
            value = quote!(Some(#value));
        }
        quote!((#value, number))
    }

    /// The expression for this pattern if the step is absent, with a statement that records the number in a list.
    fn absent(&self, reader: &Reader<'_>) -> TokenStream {
        let step = reader.step;
        let number = match step.absent {
            Absent::Number(number) => bits_of(number),
            _ => 0,
        };
        let is_sequence = matches!(self.shape(step.shape), Some(Shape::Sequence { .. }));
        let push = step.list.filter(|_| !is_sequence).map(|list| {
            let absent = matches!(step.absent, Absent::Nothing);
            let number = if absent { bytespec_plan::Plan::NOWHERE } else { number };
            quote!(r.push(#list, #number);)
        });
        if step.role != Role::Visible {
            return quote!({ #push #number });
        }
        let value = match self.is_optional(step) {
            true => quote!(None),
            false => self.default_value(step, number),
        };
        quote!({ #push (#value, #number) })
    }

    /// The default value of an absent step.
    fn default_value(&self, step: &Step, number: u64) -> TokenStream {
        let mut id = step.shape;
        loop {
            match self.shape(id) {
                Some(
                    Shape::Sized { value: inner, .. }
                    | Shape::At { value: inner, .. }
                    | Shape::With { value: inner, .. }
                    | Shape::Part { value: inner, .. }
                    | Shape::Computed { shape: inner, .. }
                    | Shape::Either { then: inner, .. },
                ) => id = inner,
                Some(Shape::Enum { name, members, .. }) => {
                    let members = members.of(&self.plan.members);
                    let member = members.iter().find(|member| member.bits() == number);
                    let name = names::camel(self.plan.name(name));
                    return match member.or(members.first()) {
                        Some(member) => {
                            let member = names::camel(self.plan.name(member.name));
                            quote!(#name::#member)
                        }
                        None => quote!(::core::default::Default::default()),
                    };
                }
                Some(Shape::Integer { .. } | Shape::Bool)
                    if matches!(step.absent, Absent::Number(_)) =>
                {
                    return self.converted(id, &quote!(#number), &quote!(start));
                }
                _ => return quote!(::core::default::Default::default()),
            }
        }
    }

    /// The scope after all steps of an item.
    fn at_end(&self, id: ItemId) -> Scope {
        let known = bytespec_plan::place(self.plan.steps_of(id).len());
        Scope { item: id, known, current: None }
    }

    /// Checks the steps that depend on the whole item.
    fn checks_at_end(&self, id: ItemId) -> TokenStream {
        let scope = self.at_end(id);
        let checks = (0..).zip(self.plan.steps_of(id)).filter_map(|(at, step)| {
            let Role::CheckedAtEnd(by) = step.role else { return None };
            let start = local("start", self.plan.whole_of(id, at));
            let (there, number) = (local("there", at), local("number", at));
            let field = self.in_field(id, at);
            let check = self.check_digest(&scope, (at, step)).unwrap_or_else(|| {
                let (by, of) = (self.expr(&scope, by), number_of(step));
                quote!({ let expected = #by; r.check(#of, expected, #number, #start)? })
            });
            let check = self.located(id, at, check);
            Some(quote!(if #there { #field #check; }))
        });
        checks.collect()
    }

    /// Determines whether the item is the last element of its sequence.
    fn test(&self, id: ItemId) -> TokenStream {
        let Some(tests) = self.reached.ends.get(&id) else { return quote!() };
        let scope = self.at_end(id);
        let last = bytespec_plan::place(self.plan.steps_of(id).len().saturating_sub(1));
        let field = self.in_field(id, last);
        let arms = tests.iter().enumerate().map(|(at, test)| {
            let (at, test) = (Literal::usize_unsuffixed(at + 1), self.expr(&scope, *test));
            quote!(#at => { let last = #test; r.set_last(last); })
        });
        let test = self.located(id, last, quote!(match end { #(#arms)* _ => {} }));
        quote!(#field #test;)
    }

    /// Statements that keep the numbers that outer items read after this one.
    fn set_inner(&self, id: ItemId) -> TokenStream {
        let own = self.inner.iter().enumerate().filter(|(_, (item, _))| *item == id);
        let statements = own.map(|(at, (_, step))| {
            let (at, number) = (Literal::usize_unsuffixed(at), local("number", *step));
            quote!(r.set_inner(#at, #number);)
        });
        statements.collect()
    }

    /// The values of fields of outer items that expressions of this item use.
    fn held(&self, id: ItemId) -> TokenStream {
        let used = self.reached.around_of(&self.plan, id);
        let fields = self.reached.around.iter().enumerate();
        let fields = fields.filter(|(_, field)| field.0 != id && used.contains(field));
        let fields = fields.map(|(field, _)| {
            let local = format_ident!("around{field}");
            quote!(let #local = r.around(#field);)
        });
        fields.collect()
    }

    /// Statements that provide the fields of this item to inner items.
    fn around(&self, id: ItemId) -> (TokenStream, TokenStream) {
        let fields = self.reached.around.iter().enumerate().filter(|(_, (item, _))| *item == id);
        let fields: Vec<(usize, Ident)> =
            fields.map(|(field, _)| (field, format_ident!("outer{field}"))).collect();
        let begin =
            fields.iter().map(|(field, outer)| quote!(let #outer = r.begin_around(#field);));
        let begin: TokenStream = begin.collect();
        let end = fields.iter().map(|(field, outer)| quote!(r.end_around(#field, #outer);));
        let end: TokenStream = end.collect();
        (begin, end)
    }
}
