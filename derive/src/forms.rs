//! Several forms of one variant, selected by its fields.

use bytespec_codegen::ast::{Common, Span, Spanned};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::Held;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Type;
use syn::ext::IdentExt;

use crate::item::camel;
use crate::keys::Keys;
use crate::members::{Source, on_the_wire};
use crate::place::Places;
use crate::types::{FieldType, look, same};
use crate::versions::version;

const RULE: &str = "form";

/// The maximum number of combinations of fields in forms: each one is checked.
const MAX_CONTENTS: usize = 256;

/// One form.
#[derive(Default)]
pub(crate) struct Form {
    /// The end of the variant's name.
    pub(crate) suffix: String,
    pub(crate) code: Option<Spanned<i128>>,
    /// It has a fault.
    pub(crate) broken: bool,
    pub(crate) since: Option<Spanned<String>>,
    pub(crate) until: Option<Spanned<String>>,
    /// The template of its text.
    pub(crate) text: Option<Spanned<String>>,
    /// The values of the fields that select the form.
    pub(crate) held: Vec<(String, Held)>,
}

impl Form {
    /// The end of the variant's name: the members of fields, and the present fields.
    fn suffix(&self) -> String {
        let members = self.held.iter().filter_map(|(_, held)| match held {
            Held::Member(path) => Some(camel(&last_word(path))),
            _ => None,
        });
        let there =
            self.held.iter().filter(|(_, held)| matches!(held, Held::Some | Held::Bool(true)));
        let with: Vec<_> = there.map(|(name, _)| camel(name)).collect();
        let members: String = members.collect();
        if with.is_empty() { members } else { format!("{members}With{}", with.join("And")) }
    }

    /// The present fields and the members of fields, in words.
    pub(crate) fn words(&self) -> String {
        let shown =
            self.held.iter().filter(|(_, held)| !matches!(held, Held::None | Held::Bool(false)));
        words(shown.map(|(name, held)| (name.as_str(), held)))
    }
}

/// The name of a member, without the enum.
fn last_word(path: &TokenStream) -> String {
    path.clone().into_iter().last().map(|word| word.to_string()).unwrap_or_default()
}

/// The values of fields, in words.
fn words<'h>(held: impl Iterator<Item = (&'h str, &'h Held)>) -> String {
    let words = held.map(|(name, held)| match held {
        Held::Some | Held::Bool(true) => format!("with `{name}`"),
        Held::None | Held::Bool(false) => format!("without `{name}`"),
        Held::Member(path) => format!("with the `{name}` `{}`", last_word(path)),
    });
    words.collect::<Vec<_>>().join(" and ")
}

/// Whether two forms have the same value of a field.
fn is_same(one: &Held, other: &Held) -> bool {
    match (one, other) {
        (Held::Member(one), Held::Member(other)) => same(one, other),
        (Held::Bool(one), Held::Bool(other)) => one == other,
        (Held::Some, Held::Some) | (Held::None, Held::None) => true,
        _ => false,
    }
}

/// The forms of a variant; a variant without `form` has one.
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
            Diagnostic::new("conflicting-keys", "a variant with forms has a `code`")
                .at(code.span, "the variant has a code here")
                .at(*first, "a form with its own code")
                .help("remove `code`: every form has its own"),
        );
    }
    let mut forms: Vec<(Form, Span)> = Vec::new();
    for (keys, place) in &given {
        let code = keys.number("code").map(|code| Spanned::new(i128::from(code.value), code.span));
        if code.is_none() && !keys.broken {
            places.found(
                Diagnostic::new("required-key", "a form has no `code`")
                    .at(*place, "this form requires it")
                    .help("write `form(code = 13, ...)`"),
            );
        }
        let mut form = Form { broken: code.is_none(), code, ..Form::default() };
        form.broken |= keys.broken;
        form.since = version(keys, "since", places);
        form.until = version(keys, "until", places);
        form.text = keys.text("text", places);
        choose(&mut form, sources, keys, places);
        form.suffix = form.suffix();
        forms.push((form, *place));
    }
    if forms.iter().all(|(form, _)| !form.broken) {
        exclusive(&forms, common, places);
    }
    forms.into_iter().map(|(form, _)| form).collect()
}

/// Reads the keys `with`, `without` and `is`.
fn choose(form: &mut Form, sources: &[Source<'_>], keys: &Keys, places: &mut Places) {
    for (key, there) in [("with", true), ("without", false)] {
        let Some(list) = keys.text(key, places) else { continue };
        for name in list.value.split(',').map(str::trim) {
            let Some(ty) = field(name, list.span, sources, places) else { continue };
            let held = match (look(ty), there) {
                (FieldType::Option(_), true) => Held::Some,
                (FieldType::Option(_), false) => Held::None,
                (FieldType::Bool, there) => Held::Bool(there),
                _ => {
                    let place = places.of(ty);
                    places.found(
                        Diagnostic::new(RULE, format!("`{name}` cannot select a form"))
                            .at(place, "expected an `Option` or `bool`")
                            .at(list.span, "used in this form")
                            .help(format!("for an enum, write `is({name} = Enum::Member)`")),
                    );
                    continue;
                }
            };
            hold(form, name, held, list.span, places);
        }
    }
    let Some((members, _)) = keys.members() else { return };
    for (name, path) in members {
        let (place, name) = (places.of(name), name.unraw().to_string());
        let Some(ty) = field(&name, place, sources, places) else { continue };
        if let FieldType::Option(_) | FieldType::Bool = look(ty) {
            let type_place = places.of(ty);
            let held = match look(ty) {
                FieldType::Bool => Held::Bool(true),
                _ => Held::Some,
            };
            places.found(
                Diagnostic::new(RULE, format!("`{name}` in `is` is not an enum"))
                    .at(type_place, "not an enum")
                    .at(place, "used in this form")
                    .help(format!("write `with = \"{name}\"` or `without = \"{name}\"`")),
            );
            hold(form, &name, held, place, places);
            continue;
        }
        hold(form, &name, Held::Member(path.to_token_stream()), place, places);
    }
}

/// The type of a field that selects a form.
fn field<'s>(
    name: &str,
    place: Span,
    sources: &'s [Source<'_>],
    places: &mut Places,
) -> Option<&'s Type> {
    let found = on_the_wire(sources).find(|source| source.name() == name);
    if found.is_none() {
        let names: Vec<_> = on_the_wire(sources).map(Source::name).collect();
        places.found(
            Diagnostic::new(RULE, format!("no field is named `{name}`"))
                .at(place, "unknown field")
                .suggest(name, names.iter().copied()),
        );
    }
    found.map(|source| &source.field.ty)
}

/// Records the value of a field in a form.
fn hold(form: &mut Form, name: &str, held: Held, place: Span, places: &mut Places) {
    if form.held.iter().any(|(other, _)| other == name) {
        let message = format!("a form states `{name}` twice");
        return places.found(Diagnostic::new(RULE, message).at(place, "the second one is here"));
    }
    form.held.push((name.to_owned(), held));
}

/// The fields that select forms.
pub(crate) fn held(forms: &[Form]) -> Vec<(String, Held)> {
    forms.iter().flat_map(|form| form.held.iter().cloned()).collect()
}

/// Every combination of fields must have exactly one form. The compiler reports missing members of enums.
fn exclusive(forms: &[(Form, Span)], common: &Common, places: &mut Places) {
    let mut choices: Vec<(&str, Vec<Held>)> = Vec::new();
    for (name, held) in forms.iter().flat_map(|(form, _)| &form.held) {
        let known = choices.iter().position(|(other, _)| other == name);
        let at = known.unwrap_or(choices.len());
        if known.is_none() {
            choices.push((name, Vec::new()));
        }
        let (_, values) = &mut choices[at];
        let all = match held {
            Held::None | Held::Some => vec![Held::None, Held::Some],
            Held::Bool(_) => vec![Held::Bool(false), Held::Bool(true)],
            Held::Member(_) => vec![held.clone()],
        };
        for held in all {
            if !values.iter().any(|value| is_same(value, &held)) {
                values.push(held);
            }
        }
    }
    let mut silent = false;
    for (form, place) in forms {
        let is_missing = |name: &str| form.held.iter().all(|(held, _)| held != name);
        for (name, values) in choices.iter().filter(|(name, _)| is_missing(name)) {
            silent = true;
            let help = match values.as_slice() {
                [Held::Member(_), ..] => format!("add `is({name} = ...)`"),
                _ => format!("add `{name}` to its `with` or `without`"),
            };
            places.found(
                Diagnostic::new(RULE, format!("a form does not state `{name}`"))
                    .at(*place, "another form states it, and this one must too")
                    .help(help),
            );
        }
    }
    if silent {
        return;
    }
    let count = choices.iter().try_fold(1usize, |count, (_, values)| {
        count.checked_mul(values.len()).filter(|count| *count <= MAX_CONTENTS)
    });
    let Some(count) = count else {
        let message = format!("forms have more than {MAX_CONTENTS} combinations of fields");
        places.found(Diagnostic::new(RULE, message).at(common.name.span, "too many combinations"));
        return;
    };
    for number in 0..count {
        let mut left = number;
        let mut content: Vec<(&str, &Held)> = Vec::new();
        for (name, values) in &choices {
            content.push((name, &values[left % values.len()]));
            left /= values.len();
        }
        if let Some(finding) = of_content(&content, forms, common) {
            // One finding is enough: the other combinations usually have the same cause.
            return places.found(finding);
        }
    }
}

/// Checks that a combination of fields has exactly one form.
fn of_content(
    content: &[(&str, &Held)],
    forms: &[(Form, Span)],
    common: &Common,
) -> Option<Diagnostic> {
    let fits = |form: &Form| {
        let mut held = form.held.iter();
        held.all(|(name, held)| {
            content.iter().any(|(other, value)| other == name && is_same(value, held))
        })
    };
    let words = words(content.iter().copied());
    let fitting: Vec<_> = forms.iter().filter(|(form, _)| fits(form)).collect();
    let item = &common.name;
    match fitting.as_slice() {
        [_] => None,
        [] => Some(
            Diagnostic::new(RULE, format!("`{}` {words} has no form", item.value))
                .at(item.span, "every combination of fields requires a form")
                .help(format!("add a `form(code = ..., ...)` for it: {words}")),
        ),
        [(_, first), (_, second), ..] => {
            let message = match words.as_str() {
                "" => format!("`{}` has two forms with the same fields", item.value),
                words => format!("`{}` {words} has two forms", item.value),
            };
            let help = "distinguish them by `with`, `without` or `is`";
            Some(
                Diagnostic::new(RULE, message)
                    .at(*second, "the second form")
                    .at(*first, "the first form")
                    .help(help),
            )
        }
    }
}
