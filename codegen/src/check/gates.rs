//! `gate`: a field that states the presence of another is present wherever the other is, and parts have one meaning there.

use super::Cx;
use super::cx::{Gate, Named, Owner};
use super::flags::stated;
use crate::ast::{Common, Enum, Field, PresenceHow, Test};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "gate";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for owner in cx.owners() {
        for (at, field) in owner.fields.iter().enumerate() {
            check_values(cx, &owner, field, out);
            for way in &field.presence {
                match &way.how {
                    PresenceHow::Bit(_) if owner.op.is_none() => {
                        check_flags(cx, &owner, at, field, out);
                    }
                    PresenceHow::Field(name) => check_presence(cx, &owner, field, name, out),
                    PresenceHow::When(test) | PresenceHow::Unless(test) => {
                        let shown = stated(cx, &owner, field, way);
                        check_member(cx, &owner, test, shown, way.span, out);
                    }
                    PresenceHow::Bit(_) => {}
                }
            }
        }
        let results = owner.op.iter().flat_map(|op| &op.results).filter(|port| !port.variadic);
        for result in results {
            check_result(&result.common, owner.common, out);
        }
    }
    for format in &cx.schema.formats {
        if let Some(feature) = format.features.get(MAX_FEATURES) {
            out.found(RULE, format!("a format has at most {MAX_FEATURES} features"))
                .at(feature.name.span, "one too many");
        }
    }
}

/// The most features of a format.
const MAX_FEATURES: usize = 32;

/// The enum of a required field has a member in each version of the field.
fn check_values(cx: &Cx<'_>, owner: &Owner<'_>, field: &Field, out: &mut Diagnostics) {
    let Some(Named::Enum(item)) = cx.named(&field.ty.name) else { return };
    if field.optional || !field.presence.is_empty() || item.flags || item.members.is_empty() {
        return;
    }
    let gate = cx.gate_in(owner.common, &field.common).and(cx.gate(&item.common));
    let given = [feature(owner.common), feature(&field.common), feature(&item.common)];
    let is_there = |common: &Common, version: usize| {
        cx.gate(common).has(version)
            && (feature(common).is_none() || given.contains(&feature(common)))
    };
    let mut versions = cx.versions().iter().enumerate().filter(|(version, _)| gate.has(*version));
    let empty = versions
        .find(|(version, _)| !item.members.iter().any(|member| is_there(&member.common, *version)));
    if let Some((_, version)) = empty {
        let message =
            format!("`{}` has no possible value in version {version}", field.common.name.value);
        out.found(RULE, message)
            .at(field.ty.span, "required, so every file needs a value")
            .at(
                item.common.name.span,
                format!("no member exists in all files of version {version}"),
            )
            .help("give the field the same bounds as the members");
    }
}

/// Flags precede the fields whose presence they state, and exist in all files with these fields.
fn check_flags(cx: &Cx<'_>, owner: &Owner<'_>, at: usize, field: &Field, out: &mut Diagnostics) {
    let gate = cx.gate_in(owner.common, &field.common);
    let name = &field.common.name;
    for (place, flags) in owner.fields.iter().enumerate() {
        if flags.ty.name != "flags" || !cx.gate_in(owner.common, &flags.common).overlaps(gate) {
            continue;
        }
        if place > at && field.ty.name != "unit" {
            out.found(RULE, format!("the flags come after `{}`", name.value))
                .at(flags.ty.span, "not known when that field is read")
                .at(name.span, "its presence depends on the flags")
                .help("put the flags first");
        }
        out.extend(narrower(cx, &flags.common, &field.common, "the flags"));
    }
}

/// A presence field exists in all files with its optional field.
fn check_presence(
    cx: &Cx<'_>,
    owner: &Owner<'_>,
    field: &Field,
    name: &str,
    out: &mut Diagnostics,
) {
    let mut fields = owner.fields.iter();
    let Some(source) = fields.find(|other| other.common.name.value == name) else { return };
    if let Some(found) = narrower(cx, &source.common, &field.common, "the presence field") {
        return out.push(found);
    }
    let gate = Gate {
        from: field
            .presence
            .iter()
            .map(|way| stated(cx, owner, field, way).from)
            .min()
            .unwrap_or(0),
        to: field.presence.iter().map(|way| stated(cx, owner, field, way).to).max().unwrap_or(0),
    };
    let (of_field, of_source) = (&field.common, &source.common);
    let wider = !gate.covers(cx.gate_in(owner.common, of_source))
        || feature(of_field).is_some() && feature(of_field) != feature(of_source)
        || !cx.release_gate(of_field).covers(cx.release_gate(of_source));
    if wider {
        out.found(RULE, format!("`{name}` exists in files without `{}`", of_field.name.value))
            .at(of_source.name.span, "could state the presence of a field that these files lack")
            .at(bound(of_field), "not in all of these files")
            .help("give both the same bounds");
    }
}

/// The finding for a field that is missing in some files with the field whose presence it states.
fn narrower(cx: &Cx<'_>, source: &Common, stated: &Common, what: &str) -> Option<Diagnostic> {
    let feature_lacks = feature(source).is_some() && feature(source) != feature(stated);
    let releases_lack = !cx.release_gate(source).covers(cx.release_gate(stated));
    (feature_lacks || releases_lack).then(|| {
        let name = &stated.name.value;
        Diagnostic::new(RULE, format!("`{name}` exists in files without {what}"))
            .at(bound(source), "only in some files")
            .at(stated.name.span, "its presence is unknown in the other files")
            .help(format!("give `{name}` the same bounds"))
    })
}

fn feature(common: &Common) -> Option<&str> {
    common.feature.as_ref().map(|feature| feature.value.as_str())
}

fn bound(common: &Common) -> crate::ast::Span {
    let bounds = [&common.feature, &common.since_release, &common.until_release, &common.since];
    let bound = bounds.into_iter().flatten().next().or(common.until.as_ref());
    bound.unwrap_or(&common.name).span
}

/// A member in a test has a number that no other member has in the versions of the field.
fn check_member(
    cx: &Cx<'_>,
    owner: &Owner<'_>,
    test: &Test,
    shown: Gate,
    span: crate::ast::Span,
    out: &mut Diagnostics,
) {
    let mut fields = owner.all();
    let Some(source) = fields.find(|other| other.common.name.value == test.field) else { return };
    let Some(wanted) = &test.member else { return };
    let Some(Named::Enum(item)) = cx.named(&source.ty.name) else {
        let canonical = wanted.parse::<i128>().is_ok_and(|number| number.to_string() == *wanted);
        if !canonical && wanted.parse::<i128>().is_ok() {
            out.found(RULE, format!("`{wanted}` is not a number in its shortest form"))
                .at(span, "expected digits without `+` or leading zeros");
        }
        return;
    };
    let members = || item.members.iter();
    let number = |name: &str| {
        let member = members().find(|member| member.common.name.value == name);
        member.and_then(|member| member.value.as_ref()).map(|value| value.value)
    };
    let other = members().find(|other| {
        other.common.name.value != *wanted
            && other.value.as_ref().map(|value| value.value) == number(wanted)
            && cx.gate_in(&item.common, &other.common).overlaps(shown)
    });
    if let (Some(other), Some(_)) = (other, number(wanted)) {
        shared(item, wanted, &other.common, span, out);
    }
}

fn shared(
    item: &Enum,
    wanted: &str,
    other: &Common,
    span: crate::ast::Span,
    out: &mut Diagnostics,
) {
    let message = format!(
        "`{wanted}` is not the only member of `{}` with its number",
        item.common.name.value
    );
    out.found(RULE, message)
        .at(span, "compared here")
        .at(other.name.span, "has the same number in some versions")
        .help("restrict the condition to some versions with `since` and `until`");
}

/// The presence of a result depends only on the version: code that visits results has no other information.
fn check_result(result: &Common, op: &Common, out: &mut Diagnostics) {
    let own = [&result.feature, &result.since_release, &result.until_release];
    let outer = [&op.feature, &op.since_release, &op.until_release];
    let text = |key: Option<&crate::ast::Spanned<String>>| key.map(|key| key.value.clone());
    let key = own
        .into_iter()
        .zip(outer)
        .find(|(own, outer)| own.is_some() && text(own.as_ref()) != text(outer.as_ref()));
    if let Some((Some(key), _)) = key {
        out.found(
            RULE,
            format!(
                "the presence of result `{}` can depend only on the version",
                result.name.value
            ),
        )
        .at(key.span, "differs between files of one version")
        .at(op.name.span, "the op")
        .help("declare another op");
    }
}
