//! Random values of every type, and the list of everything that a version gates: what property
//! tests, gate tests and fuzzers are made of.

use super::fields::{Fields, both, boxed, visible};
use super::ops::{OpEmitter, instructions};
use super::versions::condition;
use super::{Cx, Family, names};
use crate::ast::Literal;
use crate::model::{Arity, Bounds, Default, Field, FieldKind, Gate, Int, PresenceHow, Wire};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let runtime = &cx.options.runtime;
    let model = cx.model;
    let enums = model.enums.iter().map(|item| {
        let name = names::camel(&item.docs.name);
        let function = names::prefixed("enum_", &item.docs.name);
        let members = item.members.iter().map(|member| {
            let ident = names::camel(&member.docs.name);
            let has = condition(cx, &member.docs.gate, &Gate::default()).unwrap_or(quote!(true));
            quote!((#name::#ident, #has))
        });
        quote! {
            pub fn #function(source: &mut Source, cx: &Scope, not: Option<#name>) -> #name {
                let version = cx.version();
                let members = [#(#members),*];
                let mut members: Vec<#name> =
                    members.into_iter().filter(|(_, has)| *has).map(|(member, _)| member).collect();
                if members.len() > 1 {
                    members.retain(|member| Some(*member) != not);
                }
                members.get(source.below(members.len())).copied().unwrap_or(#name::ALL[0])
            }
        }
    });
    let records = model.records.iter().map(|item| {
        let name = names::camel(&item.docs.name);
        let function = names::prefixed("record_", &item.docs.name);
        let fields =
            Fields { cx, fields: &item.fields, item: &item.docs.name, gate: &item.docs.gate };
        let lets = sample_fields(&fields);
        let bindings = fields.bindings();
        quote! {
            #[allow(unused_variables)]
            pub fn #function(source: &mut Source, cx: &Scope, force: Option<&str>) -> #name {
                let version = cx.version();
                #lets
                #name { #(#bindings),* }
            }
        }
    });
    let unions = model.unions.iter().map(|item| {
        let name = names::camel(&item.docs.name);
        let function = names::prefixed("union_", &item.docs.name);
        let any = names::prefixed("any_", &item.docs.name);
        let arms = item.variants.iter().enumerate().map(|(index, variant)| {
            let ident = names::camel(&variant.docs.name);
            let fields = Fields {
                cx,
                fields: &variant.fields,
                item: &variant.docs.name,
                gate: &variant.docs.gate,
            };
            let lets = sample_fields(&fields);
            let bindings = fields.bindings();
            if bindings.is_empty() {
                return quote!(#index => #name::#ident,);
            }
            quote!(#index => { #lets #name::#ident { #(#bindings),* } })
        });
        let has = item.variants.iter().enumerate().map(|(index, variant)| {
            let has = condition(cx, &variant.docs.gate, &Gate::default()).unwrap_or(quote!(true));
            let leaf = variant.fields.iter().all(|field| match &field.kind {
                FieldKind::Value(wire)
                | FieldKind::Optional(wire, _)
                | FieldKind::Part(wire, _) => cx.plain(wire),
                _ => true,
            });
            quote!((#index, #has, #leaf))
        });
        let first = item.variants.first().map(|variant| names::camel(&variant.docs.name));
        let first_is_plain = item.variants.first().is_some_and(|v| !v.fields.iter().any(visible));
        let fallback = if first_is_plain {
            quote!(_ => #name::#first,)
        } else {
            quote!(_ => #function(0, source, cx, None),)
        };
        quote! {
            #[allow(unused_variables)]
            pub fn #function(
                variant: usize,
                source: &mut Source,
                cx: &Scope,
                force: Option<&str>,
            ) -> #name {
                let version = cx.version();
                match variant { #(#arms)* #fallback }
            }

            #[allow(unused_variables)]
            pub fn #any(source: &mut Source, cx: &Scope) -> #name {
                let version = cx.version();
                let variants = [#(#has),*];
                let deep = source.enter();
                let variants: Vec<usize> = variants
                    .into_iter()
                    .filter(|&(_, has, leaf)| has && (leaf || !deep))
                    .map(|(index, ..)| index)
                    .collect();
                let variant = variants.get(source.below(variants.len())).copied().unwrap_or(0);
                let value = #function(variant, source, cx, None);
                source.leave();
                value
            }
        }
    });
    let clocks = model.clocks().next().is_some();
    let dialects_field = clocks.then(|| quote!(pub dialects: DialectReleases,));
    let dialects_method = clocks.then(|| {
        quote! {
            fn dialects(&self) -> DialectReleases {
                self.dialects
            }
        }
    });
    let releases = model.releases.is_some();
    let release_field = releases.then(|| quote!(pub release: Option<Release>,));
    let release_method = releases.then(|| {
        quote! {
            fn release(&self) -> Option<Release> {
                self.release
            }
        }
    });
    let sections = model.sections.iter().filter(|item| !item.fields.is_empty()).map(|item| {
        let name = format_ident!("{}Section", names::camel(&item.docs.name));
        let function = names::prefixed("section_", &item.docs.name);
        let fields =
            Fields { cx, fields: &item.fields, item: &item.docs.name, gate: &item.docs.gate };
        let lets = sample_fields(&fields);
        let bindings = fields.bindings();
        let trailing = super::sections::has_trailing(item).then(|| quote!(trailing: Vec::new(),));
        quote! {
            pub fn #function(source: &mut Source, cx: &Scope, force: Option<&str>) -> #name {
                let version = cx.version();
                #lets
                #name { #(#bindings,)* #trailing }
            }
        }
    });
    let ops = ops(cx);
    let subjects = subjects(cx);
    quote! {
        /// Random values of every type, and what versions gate.
        #[cfg(any(test, feature = "samples"))]
        #[allow(clippy::all, clippy::pedantic, missing_docs, unused_variables, unused_mut)]
        pub mod samples {
            use super::*;
            use #runtime::sample::Source;

            /// The version and the features that a value is made for.
            #[derive(Clone, Copy, Debug)]
            pub struct Scope {
                pub version: Version,
                pub features: Features,
                #release_field
                #dialects_field
            }

            impl Scope {
                #release_method
                #dialects_method

                fn version(&self) -> Version {
                    self.version
                }

                #[allow(dead_code)]
                fn has_feature(&self, feature: Feature) -> bool {
                    self.features.contains(feature)
                }
            }

            #(#enums)*
            #(#records)*
            #(#unions)*
            #(#sections)*
            #ops
            #subjects
        }
    }
}

/// An expression for a random value of a shape.
fn value(cx: &Cx<'_>, wire: &Wire) -> TokenStream {
    match wire {
        Wire::Fixed(int) | Wire::Varint(int) => {
            let ty = names::ident(int.name());
            let bits = int.bits();
            quote!((source.number(#bits) as #ty))
        }
        Wire::Bool => quote!(source.flag()),
        Wire::Zigzag => quote!((source.number(64) as i64)),
        Wire::Signed(bits) => {
            let (shift, ty) = (64 - u32::from(*bits), cx.rust_type(wire, Family::Owned));
            quote!(((source.number(64) as i64 >> #shift) as #ty))
        }
        Wire::Float(bits) => {
            let (bits, ty) = (u32::from(*bits), cx.rust_type(wire, Family::Owned));
            let int = names::ident(&format!("u{bits}"));
            quote!(#ty(source.number(#bits) as #int))
        }
        Wire::Text => {
            quote!((0..source.below(9)).map(|_| char::from(source.number(7) as u8)).collect())
        }
        Wire::Sized(inner) if cx.options.host.is_none() => {
            let inner = value(cx, inner);
            quote!({
                let content = #inner;
                let mut writer = Writer::new();
                let mut context = Context::new(cx.version);
                context.features = cx.features;
                content.write(&mut writer, &mut context).expect("a sample of this version");
                writer.into_bytes()
            })
        }
        // The context of a host is not known; nobody looks into the bytes but who asks for the value.
        Wire::Sized(_) => quote!(vec![source.number(8) as u8]),
        Wire::Balanced(element) => {
            let Wire::Union(index) = **element else {
                return quote!(std::default::Default::default());
            };
            let union = &cx.model.unions[index];
            let any = names::prefixed("any_", &union.docs.name);
            let function = names::prefixed("union_", &union.docs.name);
            let closing = union.variants.iter().position(|variant| variant.nesting < 0);
            quote!({
                let mut list = Vec::new();
                let mut open = 1i64;
                while open > 0 {
                    // After the first few only those that close, so that it ends.
                    let element = match list.len() < 24 {
                        true => #any(source, cx),
                        false => #function(#closing, source, cx, None),
                    };
                    open += i64::from(element.nesting());
                    list.push(element);
                }
                list.into()
            })
        }
        Wire::Ref(table) => {
            let id = cx.table_id(*table);
            quote!(#id(source.index(#id::TABLE)))
        }
        Wire::OptionalRef(table) => {
            let id = cx.table_id(*table);
            quote!(if source.flag() { Some(#id(source.index(#id::TABLE))) } else { None })
        }
        Wire::Flagged(inner) => {
            let inner = flagged(cx, inner);
            quote!(if source.flag() { Some(#inner) } else { None })
        }
        Wire::Repeat(element, count) => {
            let element = value(cx, element);
            let count = names::local(count);
            quote!((0..#count).map(|_| #element).collect())
        }
        Wire::List(element) | Wire::Rest(element) | Wire::AlignedList { element, .. } => {
            let recursive = matches!(**element, Wire::Record(index) if cx.recursive_records[index]);
            let element = value(cx, element);
            let len = match recursive {
                true => quote!(if source.enter() { 0 } else { source.below(4) }),
                false => quote!(source.below(4)),
            };
            let leave = recursive.then(|| quote!(source.leave();));
            quote!({
                let len = #len;
                let list = (0..len).map(|_| #element).collect();
                #leave
                list
            })
        }
        Wire::OffsetTable { .. } => quote!({
            let mut table = TableBuilder::new();
            for _ in 0..source.below(4) {
                table.entry().u16(source.number(16) as u16);
            }
            table
        }),
        Wire::Blob | Wire::Bytes => {
            quote!({
                let len = source.below(9);
                (0..len).map(|_| source.number(8) as u8).collect()
            })
        }
        Wire::Enum(index) => {
            let function = names::prefixed("enum_", &cx.model.enums[*index].docs.name);
            quote!(#function(source, cx, None))
        }
        Wire::Record(index) => {
            let function = names::prefixed("record_", &cx.model.records[*index].docs.name);
            quote!(#function(source, cx, None))
        }
        Wire::Union(index) => {
            let any = names::prefixed("any_", &cx.model.unions[*index].docs.name);
            quote!(#any(source, cx))
        }
        Wire::Codec(index, _) if cx.model.codecs[*index].borrowed => {
            let sample = names::prefixed("sample_", &cx.model.codecs[*index].docs.name);
            let host = &cx.options.host;
            quote!(#host::codec::#sample(source).0)
        }
        Wire::Codec(..) => quote!(std::default::Default::default()),
        Wire::Indirect(inner) => {
            let inner = value(cx, inner);
            quote!(Box::new(#inner))
        }
    }
}

/// A value that fits above the bit that tells of it.
fn flagged(cx: &Cx<'_>, wire: &Wire) -> TokenStream {
    match wire {
        Wire::Varint(Int::U64) => quote!(source.number(63)),
        _ => value(cx, wire),
    }
}

/// A number of elements that there can be in a sample.
fn few(field: &Field) -> TokenStream {
    let (int, most) = match &field.kind {
        FieldKind::Part(Wire::Varint(int), Some(bits)) => (*int, 1usize << bits.min(&2)),
        FieldKind::Value(Wire::Fixed(int) | Wire::Varint(int))
        | FieldKind::Part(Wire::Varint(int), None) => (*int, 4),
        _ => (Int::U64, 4),
    };
    let ty = names::ident(int.name());
    quote!((source.below(#most) as #ty))
}

/// A value of a part: of as many bits as it has, or as the parts below leave it.
fn part(fields: &Fields<'_, '_>, field: &Field, wire: &Wire, bits: Option<u32>) -> TokenStream {
    let Wire::Varint(int) = wire else { return value(fields.cx, wire) };
    let at = fields.fields.iter().position(|other| other.docs.name == field.docs.name);
    let before = fields.fields[..at.unwrap_or(0)].iter().rev();
    let below = before.map_while(|other| match other.kind {
        FieldKind::Part(_, bits) => bits,
        _ => None,
    });
    let bits = bits.unwrap_or(64 - below.sum::<u32>()).min(int.bits());
    let ty = names::ident(int.name());
    quote!((source.number(#bits) as #ty))
}

/// Statements that bind every visible field to a random value that the scope's version carries; the
/// field named by `force` gets one that is not its default.
fn sample_fields(fields: &Fields<'_, '_>) -> TokenStream {
    let cx = fields.cx;
    let lets = fields.fields.iter().filter(|field| visible(field)).map(|field| {
        let name = &field.docs.name;
        let local = names::local(name);
        let has = condition(cx, &field.docs.gate, fields.gate);
        match &field.kind {
            FieldKind::Value(Wire::Codec(index, arguments)) => {
                let sample = names::prefixed("sample_", &cx.model.codecs[*index].docs.name);
                let host = &cx.options.host;
                let arguments = arguments.iter().map(|argument| names::local(argument));
                quote!(let (#local, #(#arguments),*) = #host::codec::#sample(source);)
            }
            FieldKind::Value(wire) | FieldKind::Part(wire, _) => {
                let random = random(fields, field, wire);
                match has {
                    None => quote!(let #local = #random;),
                    Some(has) => {
                        let default = default(fields, field);
                        let other = not_default(fields, field, wire);
                        quote! {
                            let #local = if force == Some(#name) { #other }
                                else if #has { #random } else { #default };
                        }
                    }
                }
            }
            FieldKind::Unit { .. } => {
                let has = has.unwrap_or(quote!(true));
                quote!(let #local = force == Some(#name) || #has && source.flag();)
            }
            FieldKind::Optional(wire, presence) => {
                let mut random = allowed(cx, field, wire, &value(cx, wire));
                if boxed(wire) {
                    random = quote!(Box::new(#random));
                }
                let told = presence.iter().map(|way| {
                    let told = match &way.how {
                        PresenceHow::Bit(_) | PresenceHow::Field(_) => quote!(source.flag()),
                        PresenceHow::When(test) => {
                            let other = names::local(&test.field);
                            fields.test(test, &quote!(#other))
                        }
                        PresenceHow::Unless(test) => {
                            let other = names::local(&test.field);
                            let test = fields.test(test, &quote!(#other));
                            quote!(!#test)
                        }
                    };
                    match condition(cx, &both(&field.docs.gate, &way.gate), fields.gate) {
                        Some(has) => quote!((#has && #told)),
                        None => told,
                    }
                });
                quote! {
                    let #local = if force == Some(#name) #(|| #told)* { Some(#random) } else { None };
                }
            }
            FieldKind::Flags(_) | FieldKind::Presence | FieldKind::Packed { .. } => quote!(),
        }
    });
    quote!(#(#lets)*)
}

/// A random value that the field does not refuse.
fn random(fields: &Fields<'_, '_>, field: &Field, wire: &Wire) -> TokenStream {
    if let Some(Default::FalseTimes(other)) = &field.default {
        let other = names::local(other);
        return quote!((0..#other.len()).map(|_| source.flag()).collect());
    }
    let counts = fields.fields.iter().any(|other| match &other.kind {
        FieldKind::Value(Wire::Repeat(_, count))
        | FieldKind::Optional(Wire::Repeat(_, count), _) => *count == field.docs.name,
        _ => false,
    });
    let random = match &field.kind {
        _ if counts => few(field),
        FieldKind::Part(wire, bits) => part(fields, field, wire, *bits),
        _ => value(fields.cx, wire),
    };
    if field.reject.is_empty() {
        return random;
    }
    allowed(fields.cx, field, wire, &random)
}

/// A random value, without what the field refuses.
fn allowed(cx: &Cx<'_>, field: &Field, wire: &Wire, random: &TokenStream) -> TokenStream {
    if field.reject.is_empty() {
        return quote!(#random);
    }
    let literal = proc_macro2::Literal::i128_unsuffixed;
    let other = literal((1..).find(|value| !field.reject.contains(value)).unwrap_or(1));
    let reject = field.reject.iter().map(|value| literal(*value));
    let reject = quote!(#(#reject)|*);
    if wire.element().is_some() {
        let ty = cx.rust_type(wire, super::Family::Owned);
        return quote!({
            let list: #ty = #random;
            list.iter().map(|&e| if matches!(e, #reject) { #other } else { e }).collect()
        });
    }
    quote!(match #random { #reject => #other, value => value })
}

fn default(fields: &Fields<'_, '_>, field: &Field) -> TokenStream {
    match &field.default {
        Some(Default::FalseTimes(other)) => {
            let other = names::local(other);
            quote!(vec![false; #other.len()].into())
        }
        _ => fields.default_owned(field),
    }
}

/// A value that differs from the field's default.
fn not_default(fields: &Fields<'_, '_>, field: &Field, wire: &Wire) -> TokenStream {
    let cx = fields.cx;
    let default_value = default(fields, field);
    match (wire, &field.default) {
        (_, Some(Default::FalseTimes(other))) => {
            let other = names::local(other);
            quote!(vec![true; #other.len().max(1)].into())
        }
        (Wire::Enum(index), _) => {
            let function = names::prefixed("enum_", &cx.model.enums[*index].docs.name);
            quote!(#function(source, cx, Some(#default_value)))
        }
        (Wire::Bool, _) => quote!(!#default_value),
        (Wire::Fixed(_) | Wire::Varint(_) | Wire::Zigzag | Wire::Signed(_), _) => {
            quote!((#default_value ^ 1))
        }
        (Wire::Union(_), Some(Default::Literal(Literal::EmptyList))) => {
            let value = value(cx, wire);
            quote!({
                let mut other = #value;
                while other == (#default_value) { other = #value; }
                other
            })
        }
        (Wire::Flagged(inner), _) => {
            let inner = flagged(cx, inner);
            quote!(Some(#inner))
        }
        (wire, _) if let Some(element) = wire.element() => {
            let element = value(cx, element);
            quote!(vec![#element].into())
        }
        (Wire::OffsetTable { .. }, _) => quote!({
            let mut table = TableBuilder::new();
            table.entry().u8(1);
            table
        }),
        _ => value(cx, wire),
    }
}

fn ops(cx: &Cx<'_>) -> TokenStream {
    let Some(operations) = &cx.model.operations else { return quote!() };
    let ty = cx.table_id(operations.types);
    let arms = instructions(cx).map(|op| {
        let emitter = OpEmitter { cx, op, operations };
        let ident = emitter.ident();
        let mut lets = Vec::new();
        let mut members = Vec::new();
        let mut bind = |name: &str| {
            let (member, local) = (names::snake(name), names::local(name));
            members.push(quote!(#member: #local));
        };
        for operand in &op.operands {
            let name = &operand.docs.name;
            let local = names::local(name);
            bind(name);
            lets.push(match operand.arity {
                Arity::One => quote!(let #local = source.value();),
                Arity::Variadic => {
                    let some = quote!(source.below(4) + usize::from(force.is_some()));
                    let len = match emitter.gated(operand) {
                        Some(has) => quote! {
                            if force == Some(#name) || #has { #some } else { 0 }
                        },
                        None => some,
                    };
                    quote! {
                    let len = #len;
                    let #local: ValueList = (0..len).map(|_| source.value()).collect();
                    }
                }
                Arity::Optional => {
                    let has = emitter.gated(operand).unwrap_or(quote!(true));
                    quote! {
                        let #local = if force == Some(#name) || #has && source.flag() {
                            Some(source.value())
                        } else { None };
                    }
                }
            });
        }
        for result in &op.results {
            let name = &result.docs.name;
            let local = names::local(name);
            bind(name);
            let one = quote!(Typed { value: source.result(), ty: #ty(source.index(#ty::TABLE)) });
            lets.push(match (result.arity, emitter.gated(result)) {
                (Arity::Variadic, _) => quote! {
                    let len = source.below(4);
                    let #local: ThinVec<ResultValue> = (0..len).map(|_| #one).collect();
                },
                (_, Some(has)) => quote!(let #local = if #has { Some(#one) } else { None };),
                (_, None) => quote!(let #local = #one;),
            });
        }
        let attributes = emitter.attributes();
        lets.push(sample_fields(&attributes));
        members.extend(attributes.bindings());
        for (index, region) in op.regions.iter().enumerate() {
            let member = names::snake(&region.docs.name);
            let index = index as u32;
            members.push(quote!(#member: RegionId(#index)));
        }
        quote!(OpKind::#ident => { #(#lets)* ops::#ident { #(#members),* }.into() })
    });
    quote! {
        /// A random operation of a kind; its regions are numbered from zero.
        pub fn op(kind: OpKind, source: &mut Source, cx: &Scope, force: Option<&str>) -> Op {
            let version = cx.version();
            match kind { #(#arms)* }
        }
    }
}

/// The first version of a gate, the last one where there is one, whether it needs a feature, and the
/// releases that have it.
type Found = (Ident, Option<Ident>, bool, Bounds);

/// Everything that can be sampled, written and read back by itself.
fn subjects(cx: &Cx<'_>) -> TokenStream {
    let model = cx.model;
    let read_context = cx.read_context();
    let write_context = cx.write_context();
    let has_ops = model.operations.is_some();
    let mut variants = Vec::new();
    let mut writes = Vec::new();
    let mut reads = Vec::new();
    let mut makes = Vec::new();
    let mut all = Vec::new();
    let mut gates = Vec::new();
    let gate = |gate: &Gate, outer: &Gate| {
        condition(cx, gate, outer).map(|_| {
            let name = |version: usize| names::version(&model.versions[version].docs.name);
            let feature = gate.feature.is_some();
            (name(gate.since), gate.until.map(name), feature, gate.releases)
        })
    };
    let with_releases = model.releases.as_ref();
    let clocks = model.clocks().next().is_some();
    let mut push_gate =
        |subject: TokenStream, field: Option<&str>, name: String, found: Option<Found>| {
            if let Some((version, until, feature, bounds)) = found {
                let bound = bounds.since.or(bounds.until);
                let dialect = bounds.dialect.and_then(|dialect| {
                    let dialect = &model.dialects[dialect];
                    let names = &dialect.releases.as_ref()?.names;
                    let (name, release) = (&dialect.docs.name, names.get(bound?)?);
                    Some(quote!(dialect: Some((#name, #release)),))
                });
                let dialect = dialect.or_else(|| clocks.then(|| quote!(dialect: None,)));
                let release = with_releases.map(|releases| {
                    let bound = bound.filter(|_| bounds.dialect.is_none());
                    let ident = bound.and_then(|index| releases.names.get(index));
                    match ident.map(|name| names::release(name)) {
                        Some(ident) => quote!(release: Some(Release::#ident),),
                        None => quote!(release: None,),
                    }
                });
                let until = match until {
                    Some(version) => quote!(Some(Version::#version)),
                    None => quote!(None),
                };
                let field = match field {
                    Some(field) => quote!(Some(#field)),
                    None => quote!(None),
                };
                gates.push(quote!(Gated {
                    subject: #subject,
                    field: #field,
                    name: #name,
                    since: Version::#version,
                    until: #until,
                    needs_feature: #feature,
                    #release
                    #dialect
                }));
            }
        };
    for (item, &plain) in model.records.iter().zip(&cx.plain_records) {
        let ident = names::camel(&item.docs.name);
        let function = names::prefixed("record_", &item.docs.name);
        let variant = format_ident!("{ident}Record");
        let (label, owned) = (&item.docs.name, if plain { quote!() } else { quote!(.to_owned()) });
        let path = if plain { quote!(#ident) } else { quote!(view::#ident) };
        variants.push(quote!(#variant(#ident)));
        writes.push(quote!(Sample::#variant(value) => value.write(writer, cx),));
        reads.push(quote! {
            Sample::#variant(value) => Ok(#path::read(cursor, cx)? #owned == *value),
        });
        makes.push(
            quote!(Subject::Record(#label) => Sample::#variant(#function(source, cx, force)),),
        );
        all.push(quote!(Subject::Record(#label)));
        let found = gate(&item.docs.gate, &Gate::default());
        push_gate(quote!(Subject::Record(#label)), None, item.docs.name.clone(), found);
        for field in item.fields.iter().filter(|field| visible(field)) {
            let name = format!("{}.{}", item.docs.name, field.docs.name);
            let found = gate(&field.docs.gate, &item.docs.gate);
            push_gate(quote!(Subject::Record(#label)), Some(&field.docs.name), name, found);
        }
    }
    for (item, &plain) in model.unions.iter().zip(&cx.plain_unions) {
        let ident = names::camel(&item.docs.name);
        let function = names::prefixed("union_", &item.docs.name);
        let variant = format_ident!("{ident}Union");
        let (label, owned) = (&item.docs.name, if plain { quote!() } else { quote!(.to_owned()) });
        let path = if plain { quote!(#ident) } else { quote!(view::#ident) };
        variants.push(quote!(#variant(#ident)));
        writes.push(quote!(Sample::#variant(value) => value.write(writer, cx),));
        reads.push(quote! {
            Sample::#variant(value) => Ok(#path::read(cursor, cx)? #owned == *value),
        });
        makes.push(quote! {
            Subject::Union(#label, variant) => {
                Sample::#variant(#function(variant, source, cx, force))
            }
        });
        for (index, variant) in item.variants.iter().enumerate() {
            let subject = quote!(Subject::Union(#label, #index));
            all.push(subject.clone());
            let found = gate(&item.docs.gate, &Gate::default());
            push_gate(subject.clone(), None, item.docs.name.clone(), found);
            let found = gate(&variant.docs.gate, &item.docs.gate);
            push_gate(subject.clone(), None, variant.docs.name.clone(), found);
            for field in variant.fields.iter().filter(|field| visible(field)) {
                let name = format!("{}.{}", variant.docs.name, field.docs.name);
                let found = gate(&field.docs.gate, &variant.docs.gate);
                push_gate(subject.clone(), Some(&field.docs.name), name, found);
            }
        }
    }
    for item in &model.enums {
        let ident = names::camel(&item.docs.name);
        let variant = format_ident!("{ident}Enum");
        let label = &item.docs.name;
        variants.push(quote!(#variant(#ident)));
        writes.push(quote!(Sample::#variant(value) => value.write(writer, cx),));
        reads.push(quote!(Sample::#variant(value) => Ok(#ident::read(cursor, cx)? == *value),));
        makes.push(quote! {
            Subject::Enum(#label, member) => Sample::#variant(#ident::ALL[member]),
        });
        for (index, member) in item.members.iter().enumerate() {
            let subject = quote!(Subject::Enum(#label, #index));
            all.push(subject.clone());
            let name = format!("{}.{}", item.docs.name, member.docs.label);
            let found = gate(&item.docs.gate, &Gate::default());
            push_gate(subject.clone(), None, label.clone(), found);
            push_gate(subject, None, name, gate(&member.docs.gate, &item.docs.gate));
        }
    }
    let mut sections = Vec::new();
    for item in model.sections.iter().filter(|item| !item.fields.is_empty()) {
        let ident = format_ident!("{}Section", names::camel(&item.docs.name));
        let function = names::prefixed("section_", &item.docs.name);
        let label = &item.docs.name;
        variants.push(quote!(#ident(#ident)));
        writes.push(quote!(Sample::#ident(value) => value.write(writer, cx),));
        reads.push(quote! {
            Sample::#ident(value) => Ok(view::#ident::read(cursor, cx)?.to_owned()? == *value),
        });
        makes.push(
            quote!(Subject::Section(#label) => Sample::#ident(#function(source, cx, force)),),
        );
        let subject = quote!(Subject::Section(#label));
        sections.push(subject.clone());
        let found = gate(&item.docs.gate, &Gate::default());
        push_gate(subject.clone(), None, label.clone(), found);
        for field in item.fields.iter().filter(|field| visible(field)) {
            let name = format!("{label}.{}", field.docs.name);
            let found = gate(&field.docs.gate, &item.docs.gate);
            push_gate(subject.clone(), Some(&field.docs.name), name, found);
        }
    }
    let gated_dialect = clocks.then(|| {
        quote! {
            /// A dialect, and its first release that has it, or else the last one.
            pub dialect: Option<(&'static str, &'static str)>,
        }
    });
    let gated_release = with_releases.map(|_| {
        quote! {
            /// The first release that has it, or else the last one.
            pub release: Option<Release>,
        }
    });
    let mut subject_op = quote!();
    if has_ops {
        subject_op = quote! {
            /// An operation.
            Op(OpKind),
        };
        variants.push(quote!(Op(Op)));
        writes.push(quote!(Sample::Op(op) => op.write(writer, cx),));
        reads.push(quote! {
            Sample::Op(op) => {
                let (read, _) = view::Op::read(cursor, cx, defined)?;
                Ok(read.to_owned(&mut values::Same::default()) == *op)
            }
        });
        makes.push(quote!(Subject::Op(kind) => Sample::Op(op(kind, source, cx, force)),));
        for item in instructions(cx) {
            let ident = names::camel(&item.docs.name);
            let subject = quote!(Subject::Op(OpKind::#ident));
            all.push(subject.clone());
            let found = gate(&item.docs.gate, &Gate::default());
            push_gate(subject.clone(), None, item.docs.name.clone(), found);
            let fields = item
                .attributes
                .iter()
                .filter(|field| visible(field))
                .map(|field| &field.docs)
                .chain(item.operands.iter().map(|port| &port.docs));
            for docs in fields {
                let name = format!("{}.{}", item.docs.name, docs.name);
                let found = gate(&docs.gate, &item.docs.gate);
                push_gate(subject.clone(), Some(&docs.name), name, found);
            }
        }
    }
    quote! {
        /// Something that can be written and read by itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Subject {
            #subject_op
            /// A record, by name.
            Record(&'static str),
            /// A variant of a union, by name and position.
            Union(&'static str, usize),
            /// A member of an enum, by name and position.
            Enum(&'static str, usize),
            /// The payload of a section, by name.
            Section(&'static str),
        }

        /// Everything that can be written and read by itself, sections aside.
        pub const SUBJECTS: &[Subject] = &[#(#all),*];

        /// The sections that have fields.
        pub const SECTION_SUBJECTS: &[Subject] = &[#(#sections),*];

        /// An item or field that some versions do not have.
        #[derive(Clone, Copy, Debug)]
        pub struct Gated {
            pub subject: Subject,
            /// The field; none when the item itself is gated.
            pub field: Option<&'static str>,
            /// The name in errors.
            pub name: &'static str,
            /// The first version that has it.
            pub since: Version,
            /// The last version that has it, where it has ended.
            pub until: Option<Version>,
            /// It also needs a feature.
            pub needs_feature: bool,
            #gated_release
            #gated_dialect
        }

        /// Every item and field that some versions do not have.
        pub const GATED: &[Gated] = &[#(#gates),*];

        /// A random value of a subject.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Sample {
            #(#variants,)*
        }

        /// A random value of a subject that the scope's version carries, except that the field
        /// named by `force` gets a value that is not its default.
        ///
        /// # Panics
        /// A subject that the schema does not have.
        pub fn sample(
            subject: Subject,
            source: &mut Source,
            cx: &Scope,
            force: Option<&str>,
        ) -> Sample {
            match subject {
                #(#makes)*
                _ => panic!("{subject:?} is not in the schema"),
            }
        }

        impl Sample {
            /// Writes the value.
            ///
            /// # Errors
            /// A value that the version cannot carry.
            pub fn write(&self, writer: &mut Writer, cx: &mut #write_context) -> Result<()> {
                match self { #(#writes)* }
            }

            /// Reads a value of the same kind; whether it is the same. `defined` values are defined
            /// before an operation.
            ///
            /// # Errors
            /// Bytes that are not such a value.
            pub fn reads_back<'a>(
                &self,
                cursor: &mut Cursor<'a>,
                cx: &#read_context,
                defined: u32,
            ) -> Result<bool> {
                match self { #(#reads)* }
            }
        }
    }
}
