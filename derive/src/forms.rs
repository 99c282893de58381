//! Several forms of one thing, which its content tells apart.

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

/// The most contents that forms may tell apart: each of them is looked at.
const MAX_CONTENTS: usize = 256;

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
    /// What the name of the variant ends with: members that fields are, and fields that are there.
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

    /// The fields that are there and the members that fields are, in words.
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

/// What fields hold, in words.
fn words<'h>(held: impl Iterator<Item = (&'h str, &'h Held)>) -> String {
    let words = held.map(|(name, held)| match held {
        Held::Some | Held::Bool(true) => format!("with `{name}`"),
        Held::None | Held::Bool(false) => format!("without `{name}`"),
        Held::Member(path) => format!("with the `{name}` `{}`", last_word(path)),
    });
    words.collect::<Vec<_>>().join(" and ")
}

/// Whether two forms say the same of a field.
fn is_same(one: &Held, other: &Held) -> bool {
    match (one, other) {
        (Held::Member(one), Held::Member(other)) => same(one, other),
        (Held::Bool(one), Held::Bool(other)) => one == other,
        (Held::Some, Held::Some) | (Held::None, Held::None) => true,
        _ => false,
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

/// What the keys `with`, `without` and `is` say of fields.
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
                        Diagnostic::new(RULE, format!("`{name}` cannot tell forms apart"))
                            .at(place, "expected an `Option` or `bool`")
                            .at(list.span, "because of this form")
                            .help(format!(
                                "of an enum say its member: `is({name} = Enum::Member)`"
                            )),
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
                Diagnostic::new(RULE, format!("`{name}` is no enum"))
                    .at(type_place, "this is there, or is not")
                    .at(place, "because of this form")
                    .help(format!("say `with = \"{name}\"` or `without = \"{name}\"`")),
            );
            hold(form, &name, held, place, places);
            continue;
        }
        hold(form, &name, Held::Member(path.to_token_stream()), place, places);
    }
}

/// The type of a field that tells forms apart.
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

/// Lets a form say of a field what it holds.
fn hold(form: &mut Form, name: &str, held: Held, place: Span, places: &mut Places) {
    if form.held.iter().any(|(other, _)| other == name) {
        let message = format!("a form says twice what `{name}` is");
        return places.found(Diagnostic::new(RULE, message).at(place, "said again here"));
    }
    form.held.push((name.to_owned(), held));
}

/// The fields whose presence forms tell.
pub(crate) fn held(forms: &[Form]) -> Vec<(String, Held)> {
    forms.iter().flat_map(|form| form.held.iter().cloned()).collect()
}

/// Every content must have one form, and only one. Members of enums that no form names are a matter of the compiler.
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
        let unsaid = |name: &str| form.held.iter().all(|(held, _)| held != name);
        for (name, values) in choices.iter().filter(|(name, _)| unsaid(name)) {
            silent = true;
            let help = match values.as_slice() {
                [Held::Member(_), ..] => format!("add `is({name} = ...)`"),
                _ => format!("add `{name}` to its `with` or `without`"),
            };
            places.found(
                Diagnostic::new(RULE, format!("a form does not say what `{name}` is"))
                    .at(*place, "this form, while another one does")
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
        let message = format!("forms tell more than {MAX_CONTENTS} contents apart");
        places.found(Diagnostic::new(RULE, message).at(common.name.span, "these are too many"));
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
            // One finding is enough: the other contents usually share the cause.
            return places.found(finding);
        }
    }
}

/// What is wrong with the forms that a content has.
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
                .at(item.span, "every content needs one")
                .help(format!("add a `form(code = ..., ...)` for it: {words}")),
        ),
        [(_, first), (_, second), ..] => {
            let message = match words.as_str() {
                "" => format!("`{}` has two forms that nothing tells apart", item.value),
                words => format!("`{}` {words} has two forms", item.value),
            };
            let help =
                "say what tells them apart: `with` or `without` a field, or which member one `is`";
            Some(
                Diagnostic::new(RULE, message)
                    .at(*second, "this one")
                    .at(*first, "and this one")
                    .help(help),
            )
        }
    }
}
