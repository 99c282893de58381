//! Older forms of an item: other types, from which it is made.

use bytespec_codegen::ast::{Common, Field, Span, Spanned, Tag, TypeExpr, Variant, before};
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Coding, Custom, Holds, Upgrade};
use quote::ToTokens;
use syn::{Path, Type};

use crate::fields::Lower;
use crate::item::{Item, named};
use crate::keys::Keys;
use crate::members::VALUE;
use crate::place::Places;
use crate::versions::{numbers, version};

/// One older form.
pub(crate) struct Older {
    pub(crate) upgrade: Upgrade,
    /// The type, and its place.
    ty: (Type, Span),
    /// The code, if it differs.
    code: Option<Spanned<i128>>,
    /// The versions that have it.
    pub(crate) since: Option<Spanned<String>>,
    before: Spanned<String>,
}

/// Reads the older forms of an item, oldest first. Sets `since` of the item itself to the end of the newest of them.
pub(crate) fn read(keys: &Keys, common: &mut Common, places: &mut Places) -> Vec<Older> {
    let mut found: Vec<Older> = Vec::new();
    for (keys, place) in keys.upgrades() {
        let mut lacks = false;
        for (key, help) in [
            ("from", "add the type of the older form: `from = OldNote`"),
            ("before", "add the first version without the older form: `before = \"1.1\"`"),
        ] {
            if keys.place(key).is_none() && !keys.broken {
                lacks = true;
                places.found(
                    Diagnostic::new("required-key", format!("an upgrade has no `{key}`"))
                        .at(place, "this upgrade requires it")
                        .help(help),
                );
            }
        }
        let before = version(keys, "before", places);
        let (Some(ty), Some(before), false) = (keys.ty("from"), before, lacks) else {
            common.broken = true;
            continue;
        };
        let code = keys.number("code").map(|code| Spanned::new(i128::from(code.value), code.span));
        let upgrade = Upgrade {
            name: last_name(ty),
            ty: ty.to_token_stream(),
            since: None,
            before: before.value.clone(),
            back: keys.place("back").is_some(),
        };
        let ty = (ty.clone(), places.of(ty));
        found.push(Older { upgrade, ty, code, since: None, before });
    }
    found.sort_by_key(|older| numbers(&older.before.value));
    let mut since = common.since.clone();
    for older in &mut found {
        if since.as_ref().is_some_and(|since| numbers(&since.value) >= numbers(&older.before.value))
        {
            let place = since.as_ref().map_or(older.before.span, |since| since.span);
            common.broken = true;
            places.found(
                Diagnostic::new("version-declared", "no version has the older form")
                    .at(older.before.span, format!("before {} ...", older.before.value))
                    .at(place, "... which is not after this version"),
            );
        }
        older.upgrade.since = since.as_ref().map(|since| since.value.clone());
        older.since = since.replace(older.before.clone());
    }
    common.since = since;
    found
}

/// Reports keys that cannot be combined with `upgrade`.
pub(crate) fn conflicts(keys: &Keys, others: &[(&str, &str)], places: &mut Places) {
    let Some((_, place)) = keys.upgrades().next() else { return };
    for (key, message) in others {
        if let Some(other) = keys.place(key) {
            places.found(
                Diagnostic::new("conflicting-keys", *message)
                    .at(place, "an upgrade is here")
                    .at(other, "this cannot be combined with it")
                    .help("remove one of them"),
            );
        }
    }
}

/// Reports codes of older forms of a record.
pub(crate) fn no_codes(older: &[Older], places: &mut Places) {
    for code in older.iter().filter_map(|older| older.code.as_ref()) {
        places.found(
            Diagnostic::new("conflicting-keys", "a record has no code")
                .at(code.span, "this upgrade is of a record")
                .help("remove `code`"),
        );
    }
}

/// The variants of the model for the older forms of an alternative with this code.
pub(crate) fn variants(
    older: &mut [Older],
    of: &Spanned<String>,
    name: &str,
    code: Option<&Spanned<i128>>,
    places: &mut Places,
    item: &mut Item,
) -> Vec<Variant> {
    let made = older.iter_mut().map(|older| {
        let (ty, place) = &older.ty;
        let custom = Custom { ty: ty.to_token_stream(), coding: Coding::Type, holds: Holds::One };
        let codec = Lower::new(places, item).codec(custom, 0, *place);
        let field = Field {
            common: named(VALUE.to_owned(), *place),
            ty: TypeExpr { name: codec, span: *place, ..TypeExpr::default() },
            ..Field::default()
        };
        let until = before::before(&older.before.value);
        let summary = format!("What `{name}` was before {}", older.before.value);
        Variant {
            common: Common {
                summary: Some(Spanned::new(summary, *place)),
                since: older.since.clone(),
                until: Some(Spanned::new(until, older.before.span)),
                ..named(older.upgrade.name.clone(), *place)
            },
            of: Some(of.clone()),
            tags: older.code.clone().or(code.cloned()).into_iter().map(Tag::from).collect(),
            fields: vec![field],
            ..Variant::default()
        }
    });
    made.collect()
}

/// The last name of a type: its name in a schema.
fn last_name(ty: &Type) -> String {
    let path: Option<&Path> = match ty {
        Type::Path(path) => Some(&path.path),
        _ => None,
    };
    let last = path.and_then(|path| path.segments.last());
    last.map_or_else(|| "Older".to_owned(), |last| last.ident.to_string())
}
