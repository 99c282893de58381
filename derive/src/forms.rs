//! Several forms of one thing, which its content tells apart.

use bytespec_codegen::ast::{Common, Span, Spanned};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::Held;

use crate::item::camel;
use crate::keys::Keys;
use crate::members::{Source, on_the_wire};
use crate::place::Places;
use crate::types::{FieldType, look};
use crate::versions::version;

const RULE: &str = "form";

/// The most fields that may tell forms apart: every choice among them is looked at.
const MAX_CHOICES: usize = 8;

/// One form.
#[derive(Default)]
pub(crate) struct Form {
    /// What the name of the variant ends with.
    pub(crate) suffix: String,
    pub(crate) code: Option<Spanned<i128>>,
    /// Something was found to be wrong with it.
    pub(crate) broken: bool,
    pub(crate) since: Option<Spanned<String>>,
    pub(crate) until: Option<Spanned<String>>,
    /// The template of its text.
    pub(crate) text: Option<Spanned<String>>,
    /// What the fields hold that tell the forms apart.
    pub(crate) held: Vec<(String, Held)>,
}

impl Form {
    /// The fields that are there.
    pub(crate) fn with(&self) -> impl Iterator<Item = &str> {
        let there =
            self.held.iter().filter(|(_, held)| matches!(held, Held::Some | Held::Bool(true)));
        there.map(|(name, _)| name.as_str())
    }
}

/// The forms of a variant; one where nothing is said of forms.
pub(crate) fn read(
    sources: &[Source<'_>],
    keys: &Keys,
    common: &Common,
    places: &mut Places,
) -> Vec<Form> {
    let code = keys.number("code").map(|code| Spanned::new(i128::from(code.value), code.span));
    let given: Vec<_> = keys.forms().collect();
    let Some((_, first)) = given.first() else {
        return vec![Form { code, ..Form::default() }];
    };
    if let Some(code) = &code {
        places.found(
            Diagnostic::new("conflicting-keys", "`code` and `form` both say a code")
                .at(code.span, "said here")
                .at(*first, "and here")
                .help("leave `code`: every form has its own"),
        );
    }
    let mut forms: Vec<(Form, Span)> = Vec::new();
    for (keys, place) in &given {
        let code = keys.number("code").map(|code| Spanned::new(i128::from(code.value), code.span));
        if code.is_none() && !keys.broken {
            places.found(
                Diagnostic::new("required-key", "a form has no `code`")
                    .at(*place, "this form needs it")
                    .help("write `form(code = 13, ...)`"),
            );
        }
        let mut form = Form { broken: code.is_none(), code, ..Form::default() };
        form.since = version(keys, "since", places);
        form.until = version(keys, "until", places);
        form.text = keys.text("text", places);
        choose(&mut form, sources, keys, places);
        form.suffix = match form.with().map(camel).collect::<Vec<_>>() {
            with if with.is_empty() => String::new(),
            with => format!("With{}", with.join("And")),
        };
        forms.push((form, *place));
    }
    exclusive(&forms, common, places);
    forms.into_iter().map(|(form, _)| form).collect()
}

/// What the keys `with` and `without` say of fields.
fn choose(form: &mut Form, sources: &[Source<'_>], keys: &Keys, places: &mut Places) {
    for (key, there) in [("with", true), ("without", false)] {
        let Some(list) = keys.text(key, places) else { continue };
        for name in list.value.split(',').map(str::trim) {
            let Some(Source { field, .. }) =
                on_the_wire(sources).find(|source| source.name() == name)
            else {
                let names: Vec<_> = on_the_wire(sources).map(Source::name).collect();
                places.found(
                    Diagnostic::new(RULE, format!("no field is named `{name}`"))
                        .at(list.span, "unknown field")
                        .suggest(name, names.iter().copied()),
                );
                continue;
            };
            let held = match (look(&field.ty), there) {
                (FieldType::Option(_), true) => Held::Some,
                (FieldType::Option(_), false) => Held::None,
                (FieldType::Bool, there) => Held::Bool(there),
                _ => {
                    let place = places.of(&field.ty);
                    places.found(
                        Diagnostic::new(RULE, format!("`{name}` cannot tell forms apart"))
                            .at(place, "expected an `Option` or `bool`")
                            .at(list.span, "because of this form"),
                    );
                    continue;
                }
            };
            if form.held.iter().any(|(other, _)| other == name) {
                let message = format!("a form says twice whether `{name}` is there");
                places.found(Diagnostic::new(RULE, message).at(list.span, "said again here"));
                continue;
            }
            form.held.push((name.to_owned(), held));
        }
    }
}

/// The fields whose presence forms tell.
pub(crate) fn told(forms: &[Form]) -> Vec<(String, Held)> {
    forms.iter().flat_map(|form| form.held.iter().cloned()).collect()
}

/// Every content must have one form, and only one.
fn exclusive(forms: &[(Form, Span)], common: &Common, places: &mut Places) {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in forms.iter().flat_map(|(form, _)| &form.held) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let mut silent = false;
    for (form, place) in forms {
        for name in names.iter().filter(|name| form.held.iter().all(|(held, _)| held != *name)) {
            silent = true;
            places.found(
                Diagnostic::new(RULE, format!("a form does not say whether `{name}` is there"))
                    .at(*place, "this form, while another one does")
                    .help(format!("add `{name}` to its `with` or `without`")),
            );
        }
    }
    if silent {
        return;
    }
    if names.len() > MAX_CHOICES {
        let message = format!("more than {MAX_CHOICES} fields tell forms apart");
        places.found(Diagnostic::new(RULE, message).at(common.name.span, "these are too many"));
        return;
    }
    for choice in 0..1u32 << names.len() {
        let there = |name: &str| {
            let at = names.iter().position(|other| *other == name);
            at.is_some_and(|at| choice >> at & 1 == 1)
        };
        let fits = |form: &Form| {
            form.held
                .iter()
                .all(|(name, held)| there(name) == matches!(held, Held::Some | Held::Bool(true)))
        };
        let words: Vec<_> = names
            .iter()
            .map(|name| format!("{} `{name}`", if there(name) { "with" } else { "without" }))
            .collect();
        let words = words.join(" and ");
        let fitting: Vec<_> = forms.iter().filter(|(form, _)| fits(form)).collect();
        let item = &common.name;
        match fitting.as_slice() {
            [_] => continue,
            [] => places.found(
                Diagnostic::new(RULE, format!("`{}` {words} has no form", item.value))
                    .at(item.span, "every content needs one")
                    .help(format!("add a `form(code = ..., ...)` for it: {words}")),
            ),
            [(_, first), (_, second), ..] => {
                let message = match words.as_str() {
                    "" => format!("`{}` has two forms that nothing tells apart", item.value),
                    words => format!("`{}` {words} has two forms", item.value),
                };
                places.found(
                    Diagnostic::new(RULE, message)
                        .at(*second, "this one")
                        .at(*first, "and this one")
                        .help("say what tells them apart: `with` or `without` a field"),
                );
            }
        }
        // One finding is enough: the other choices usually share the cause.
        return;
    }
}
