//! `presence`: in every version, exactly one source states whether an optional field is present.

use super::Cx;
use super::cx::{Named, Owner, integer_range};
use super::flags::{Flags, flags, stated};
use crate::ast::{Field, Presence, PresenceHow, Test};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "presence";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for owner in cx.owners() {
        let flags = flags(cx, &owner);
        for (at, field) in owner.fields.iter().enumerate() {
            if check_kind(cx, &owner, field, out) && check_names(cx, &owner, at, field, out) {
                check_versions(cx, &owner, &flags, field, out);
            }
            check_named(&owner, field, out);
        }
    }
}

/// Whether the field is optional and its presence is stated.
fn check_kind(cx: &Cx<'_>, owner: &Owner<'_>, field: &Field, out: &mut Diagnostics) -> bool {
    let name = &field.common.name;
    let may_lack = field.optional || field.ty.name == "unit";
    if let (false, Some(way)) = (may_lack || field.common.broken, field.presence.first()) {
        out.found(RULE, format!("`{}` is always present", name.value))
            .at(way.span, "only optional fields have such a key")
            .help("add `optional: true`");
        return false;
    }
    let stated = field.presence.iter().find(|way| !matches!(way.how, PresenceHow::Bit(_)));
    if let ("unit", Some(way)) = (field.ty.name.as_str(), stated) {
        out.found(RULE, format!("the presence of unit `{}` must be a bit", name.value))
            .at(way.span, "not a bit")
            .at(field.ty.span, "its type")
            .help("use `bit`, or the type `bool`");
        return false;
    }
    if may_lack
        && field.presence.is_empty()
        && field.run().when.is_none()
        && !field.common.broken
        && !by_version(cx, owner, field)
    {
        let (kind, ways) = match field.ty.name.as_str() {
            "unit" => ("a unit", "`bit`"),
            _ => ("optional", "`bit`, `present` or `when`"),
        };
        out.found(RULE, format!("nothing states whether `{}` is present", name.value))
            .at(name.span, format!("it is {kind}"))
            .help(format!("add {ways}"));
    }
    may_lack && !field.presence.is_empty()
}

/// Whether the version determines the presence of a field: it is present in all of its versions, and other versions have the
/// owner.
fn by_version(cx: &Cx<'_>, owner: &Owner<'_>, field: &Field) -> bool {
    let narrower = cx.gate_in(owner.common, &field.common) != cx.gate(owner.common);
    narrower && owner.op.is_none() && field.optional && field.ty.name != "unit"
}

/// Whether the fields that state the presence of a field exist, precede it, and have a suitable type.
fn check_names(
    cx: &Cx<'_>,
    owner: &Owner<'_>,
    at: usize,
    field: &Field,
    out: &mut Diagnostics,
) -> bool {
    let before = out.len();
    for way in &field.presence {
        let (name, what, expected) = match &way.how {
            PresenceHow::Bit(_) => continue,
            PresenceHow::Field(name) => (name, "presence field", "a field of type `presence`"),
            PresenceHow::When(test) | PresenceHow::Unless(test) => match &test.member {
                Some(_) => {
                    let expected = "a field whose type is an enum, or an integer";
                    (&test.field, "enum", expected)
                }
                None => {
                    let expected = "a boolean, a unit or an integer";
                    (&test.field, "boolean field", expected)
                }
            },
        };
        let can_state = |f: &&Field| can_state(cx, &way.how, f);
        let named = |f: &&Field| f.common.name.value == *name;
        let found = if let Some(other) = owner.earlier(at).find(named) {
            if can_state(&other) {
                check_member(cx, way, other, out);
                continue;
            }
            if let Some(found) = out_of_range(way, other) {
                out.push(found);
                continue;
            }
            let article = if what.starts_with('e') { "an" } else { "a" };
            let found = Diagnostic::new(RULE, format!("`{name}` is not {article} {what}"))
                .at(way.span, format!("expected {expected}"))
                .at(other.ty.span, "its type");
            match matches!(other.ty.name.as_str(), "bool" | "unit") {
                true => found.help(format!("it is a truth value: write `{name}`, or `not {name}`")),
                false => found,
            }
        } else if let Some(other) = owner.fields[at..].iter().find(named) {
            Diagnostic::new(
                RULE,
                format!("`{name}` comes after the field whose presence it states"),
            )
            .at(way.span, "not known when this field is read")
            .at(other.common.name.span, "declared here")
        } else {
            let names = owner.earlier(at).filter(can_state);
            Diagnostic::new(RULE, format!("no {what} is named `{name}`"))
                .at(way.span, "unknown field")
                .suggest(name, names.map(|f| f.common.name.value.as_str()))
        };
        out.push(found);
    }
    out.len() == before
}

/// Whether a field can state the presence of another in this way.
fn can_state(cx: &Cx<'_>, how: &PresenceHow, field: &Field) -> bool {
    let name = field.ty.name.as_str();
    match how {
        PresenceHow::Bit(_) => false,
        PresenceHow::Field(_) => name == "presence",
        PresenceHow::When(test) | PresenceHow::Unless(test) => {
            !field.optional
                && field.run().count.is_none()
                && match &test.member {
                    Some(member) => {
                        let named = matches!(cx.named(name), Some(Named::Enum(_)));
                        named
                            || integer_range(&field.ty).is_some_and(|(low, high)| {
                                member.parse().is_ok_and(|number| (low..=high).contains(&number))
                            })
                    }
                    None => matches!(name, "bool" | "unit") || integer_range(&field.ty).is_some(),
                }
        }
    }
}

/// The finding for a number in a test that the field cannot have.
fn out_of_range(way: &Presence, field: &Field) -> Option<Diagnostic> {
    let (PresenceHow::When(test) | PresenceHow::Unless(test)) = &way.how else { return None };
    let number = test.member.as_ref()?;
    let (low, high) = integer_range(&field.ty).filter(|_| !field.optional)?;
    // A text that is not a number is the name of a member, which an integer does not have.
    number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-').then(|| {
        let name = &field.common.name.value;
        Diagnostic::new(RULE, format!("`{name}` is never {number}"))
            .at(way.span, format!("expected a number from {low} to {high}"))
            .at(field.ty.span, "its type")
    })
}

/// The member in a test belongs to the enum.
fn check_member(cx: &Cx<'_>, way: &Presence, field: &Field, out: &mut Diagnostics) {
    let (PresenceHow::When(Test { member: Some(name), .. })
    | PresenceHow::Unless(Test { member: Some(name), .. })) = &way.how
    else {
        return;
    };
    let Some(Named::Enum(item)) = cx.named(&field.ty.name) else { return };
    let members = || item.members.iter().map(|member| member.common.name.value.as_str());
    if !members().any(|member| member == name) {
        out.found(RULE, format!("enum `{}` has no member `{name}`", item.common.name.value))
            .at(way.span, "unknown member")
            .at(item.common.name.span, "the enum")
            .suggest(name, members());
    }
}

fn check_versions(
    cx: &Cx<'_>,
    owner: &Owner<'_>,
    flags: &[Flags],
    field: &Field,
    out: &mut Diagnostics,
) {
    // Another rule reports bits without flags.
    let bits = field.presence.iter().any(|way| matches!(way.how, PresenceHow::Bit(_)));
    if bits && flags.is_empty() {
        return;
    }
    let name = &field.common.name;
    let gate = cx.gate_in(owner.common, &field.common);
    let states = |way: &Presence, version: usize| {
        stated(cx, owner, field, way).has(version)
            && match &way.how {
                PresenceHow::Bit(_) => flags.iter().any(|f| f.gate.has(version)),
                PresenceHow::Field(name)
                | PresenceHow::When(Test { field: name, .. })
                | PresenceHow::Unless(Test { field: name, .. }) => {
                    let mut fields = owner.all();
                    fields.any(|f| {
                        // A field that a version lacks has its default there.
                        f.common.name.value == *name
                            && (f.default.is_some()
                                || cx.gate_in(owner.common, &f.common).has(version))
                    })
                }
            }
    };
    for version in gate.from..=gate.to {
        let ways: Vec<_> = field.presence.iter().filter(|way| states(way, version)).collect();
        let number = cx.versions().get(version).copied().unwrap_or("?");
        // In a format with one version, findings do not mention versions.
        let (when, help) = match cx.versions().len() {
            0 | 1 => (String::new(), "remove one of them".to_owned()),
            _ => (
                format!("in version {number}, "),
                "restrict each to some versions with `since` and `until`".to_owned(),
            ),
        };
        let found = match ways.as_slice() {
            [_] => continue,
            [] => Diagnostic::new(
                RULE,
                format!("{when}nothing states whether `{}` is present", name.value),
            )
            .at(name.span, format!("exists in version {}", cx.words(gate))),
            [first, second, ..] => Diagnostic::new(
                RULE,
                format!("{when}two keys state whether `{}` is present", name.value),
            )
            .at(second.span, "second key")
            .at(first.span, "first key")
            .help(help),
        };
        // One finding is sufficient: the other versions usually have the same cause.
        return out.push(found);
    }
}

/// A presence field states the presence of exactly one field.
fn check_named(owner: &Owner<'_>, field: &Field, out: &mut Diagnostics) {
    if field.ty.name != "presence" {
        return;
    }
    let name = &field.common.name;
    let ways = owner.fields.iter().flat_map(|f| &f.presence);
    let named = ways.filter(|way| way.how == PresenceHow::Field(name.value.clone()));
    let spans: Vec<_> = named.map(|way| way.span).collect();
    match spans.as_slice() {
        [_] => {}
        [] => {
            out.found(RULE, format!("`{}` states the presence of no field", name.value))
                .at(name.span, "no field refers to it")
                .help(format!("add `present: {}` to a field", name.value));
        }
        [first, second, ..] => {
            out.found(RULE, format!("`{}` states the presence of two fields", name.value))
                .at(*second, "second reference")
                .at(*first, "first reference");
        }
    }
}
