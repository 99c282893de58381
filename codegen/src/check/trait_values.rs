//! `trait-values`: the values of a trait have one kind, and fit it.

use super::Cx;
use crate::ast::{Literal, Spanned};
use crate::diagnostics::Diagnostics;

const RULE: &str = "trait-values";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for union in &cx.schema.unions {
        for name in &union.traits {
            let mut first: Option<&Spanned<Literal>> = None;
            for variant in cx.variants(union) {
                let stated = variant.traits.iter().find(|(stated, _)| stated.value == name.value);
                let Some((_, value)) = stated else { continue };
                check_value(&name.value, value, out);
                match first {
                    Some(known) if kind(&known.value) != kind(&value.value) => {
                        out.found(RULE, format!("values of `{}` have two kinds", name.value))
                            .at(value.span, kind(&value.value))
                            .at(known.span, kind(&known.value))
                            .help("put all of them in quotes, or declare two traits");
                    }
                    Some(_) => {}
                    None => first = Some(value),
                }
            }
        }
        for variant in cx.variants(union) {
            for (at, (name, _)) in variant.traits.iter().enumerate() {
                let mut before = variant.traits[..at].iter();
                if let Some((first, _)) = before.find(|(first, _)| first.value == name.value) {
                    out.found(RULE, format!("`{}` is stated twice", name.value))
                        .at(name.span, "second value")
                        .at(first.span, "first value");
                }
            }
        }
    }
}

fn check_value(name: &str, value: &Spanned<Literal>, out: &mut Diagnostics) {
    match &value.value {
        Literal::Int(number) if u64::try_from(*number).is_err() => {
            out.found(RULE, format!("{number} is not a value of `{name}`"))
                .at(value.span, "expected an unsigned number of 64 bits");
        }
        Literal::EmptyList => {
            out.found(RULE, format!("a list is not a value of `{name}`"))
                .at(value.span, "expected a number, a text, or true or false");
        }
        _ => {}
    }
}

fn kind(value: &Literal) -> &'static str {
    match value {
        Literal::Text(_) => "a text",
        Literal::Bool(_) => "true or false",
        _ => "a number",
    }
}
