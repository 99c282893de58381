//! `defaults`: a default value belongs to a property that the operation has in some release, and is stated once. A value that
//! is printed is the text of an attribute.

use std::collections::{HashMap, HashSet};

use super::Cx;
use super::per_operation::{self, Words};
use crate::ast::Span;
use crate::diagnostics::Diagnostics;

const RULE: &str = "defaults";

const WORDS: Words = Words { rule: RULE, item: "defaults", one: "defaults", shared: false };

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    per_operation::check(cx, &schema.defaults, &WORDS, out);
    // The properties of operations by name; none for an operation of which some release is open.
    let mut known: HashMap<(&str, &str), Option<HashSet<&str>>> = HashMap::new();
    let mut firsts: HashMap<&str, usize> = HashMap::new();
    for item in &schema.properties {
        let from = cx.release_gate(&item.common).from;
        let first = firsts.entry(item.common.name.value.as_str()).or_insert(from);
        *first = from.min(*first);
        for entry in &item.entries {
            let key = (item.common.name.value.as_str(), entry.operation.value.as_str());
            let names = known.entry(key).or_insert_with(|| Some(HashSet::new()));
            if let Some(known) = names {
                known.extend(entry.value.iter().map(|property| property.name.value.as_str()));
            }
            if entry.gone {
                *names = None;
            }
        }
    }
    for item in &schema.defaults {
        let dialect = item.common.name.value.as_str();
        for (at, entry) in item.entries.iter().enumerate() {
            let operation = entry.operation.value.as_str();
            let properties = known.get(&(dialect, operation));
            // Before the first layouts, there are only attributes, whose names are not declared.
            let next = item.entries.get(at + 1);
            let next = next.filter(|next| next.operation.span == entry.operation.span);
            let end = next.and_then(|next| cx.release(&item.common, next.release.as_ref()?));
            let before =
                end.is_some_and(|end| firsts.get(dialect).is_some_and(|first| end <= *first));
            let mut seen: HashMap<&str, Span> = HashMap::new();
            for default in &entry.value {
                let name = &default.name;
                if let Some(first) = seen.insert(&name.value, name.span) {
                    let message =
                        format!("`{dialect}.{operation}` has two defaults of `{}`", name.value);
                    out.found(RULE, message)
                        .at(name.span, "second default")
                        .at(first, "first default");
                }
                if default.given
                    && let Some(fault) = fault(&default.value.value)
                {
                    let message =
                        format!("the default of `{}` is not an attribute: {fault}", name.value);
                    out.found(RULE, message)
                        .at(
                            default.value.span,
                            "expected the text of an attribute, such as `0 : i32`",
                        )
                        .help(format!(
                            "write `{}? = ...` if the property stays absent",
                            name.value
                        ));
                }
                let has = |properties: &Option<HashSet<&str>>| {
                    properties.as_ref().is_none_or(|known| known.contains(&*name.value))
                };
                if !schema.incomplete && !before && !properties.is_some_and(has) {
                    let message =
                        format!("`{dialect}.{operation}` has no property `{}`", name.value);
                    out.found(RULE, message).at(name.span, "unknown property");
                }
            }
        }
    }
}

/// The fault in the text of an attribute.
fn fault(text: &str) -> Option<&'static str> {
    const WORDS: [&str; 7] =
        ["true", "false", "unit", "array", "dense", "affine_map", "affine_set"];
    let word = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or("");
    let starts = text.starts_with(|c: char| "#\"@[{!-".contains(c) || c.is_ascii_digit());
    if !starts && !WORDS.contains(&word) {
        return Some("it does not begin like an attribute");
    }
    let mut open = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => loop {
                match rest.next() {
                    Some('"') => break,
                    Some('\\') => _ = rest.next(),
                    Some(_) => {}
                    None => return Some("a string is not closed"),
                }
            },
            '-' if rest.next_if_eq(&'>').is_some() => {}
            ':' if rest.peek() == Some(&':') => {
                rest.next();
                if rest.peek() != Some(&'@') {
                    return Some("`::` is C++");
                }
            }
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            '<' => open.push('>'),
            ')' | ']' | '}' | '>' if open.pop() != Some(c) => {
                return Some("a closing bracket does not match");
            }
            _ => {}
        }
    }
    (!open.is_empty()).then_some("a bracket is not closed")
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn attributes_are_recognized() {
        for text in [
            "#arith.fastmath<none>",
            "#acc<data_clause acc_copy>",
            "0 : i32",
            "-1 : i64",
            "false",
            "unit",
            "array<i64: 1, 2>",
            "[]",
            "{}",
            "\"memref.copy <(\\\" \"",
            "@a::@b",
            "[affine_map<(d0) -> (d0)>]",
            "!toy.ptr",
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
        for (text, found) in [
            ("arith::FastMathFlags::none", "it does not begin like an attribute"),
            ("none", "it does not begin like an attribute"),
            ("", "it does not begin like an attribute"),
            ("{1, ns::A}", "`::` is C++"),
            ("#a<none", "a bracket is not closed"),
            ("#a<none]", "a closing bracket does not match"),
            ("\"a", "a string is not closed"),
        ] {
            assert_eq!(fault(text), Some(found), "{text}");
        }
    }
}
