//! Keys that a type needs, and keys that exclude each other.

use crate::ast::{Expression, Field, PresenceHow, Repeat};
use crate::check::cx::{Cx, Named, integer_range, show};
use crate::diagnostics::Diagnostics;
use crate::run_only::What;

const RULE: &str = "run-only";

pub(super) fn check(cx: &Cx<'_>, field: &Field, out: &mut Diagnostics) {
    if field.common.broken {
        return;
    }
    check_needs(field, out);
    check_together(cx, field, out);
    check_plain(cx, field, out);
}

/// The keys that a type needs, and those that other types do not use.
fn check_needs(field: &Field, out: &mut Diagnostics) {
    let (name, ty, given) = (&field.common.name, field.ty.name.as_str(), field.run());
    if ty == "filler" && given.align.is_some() && given.size.is_some() {
        out.found(RULE, format!("field `{}` has both `align` and `size`", name.value))
            .at(name.span, "each of them determines its end");
    }
    let keys = [
        (
            "align",
            given.align.is_some(),
            ty == "filler" && (given.size.is_none() || given.align.is_some()),
        ),
        ("dialect", given.dialect.is_some(), matches!(ty, "entry" | "properties")),
        ("operation", given.operation.is_some(), ty == "properties"),
    ];
    for (key, given, needed) in keys {
        if given != needed {
            let message = match needed {
                true => format!("field `{}` has no `{key}`", name.value),
                false => format!("field `{}` cannot have `{key}`", name.value),
            };
            let label = if needed { "this type requires it" } else { "this type does not use it" };
            out.found(RULE, message).at(field.ty.span, label);
        }
    }
    let of_types = [
        ("from", given.from.is_some() && given.align.is_none()),
        ("version_record", given.version_record.is_some() && ty != "properties"),
    ];
    for (key, _) in of_types.into_iter().filter(|(_, useless)| *useless) {
        out.found(RULE, format!("field `{}` cannot have `{key}`", name.value))
            .at(field.ty.span, "this type does not use it");
    }
    if given.reversed && !matches!(given.count, Some(Repeat::Count(_))) {
        out.found(RULE, format!("reversed field `{}` has no number of elements", name.value))
            .at(name.span, "needs `count`: the first element is the last that is read");
    }
    if (given.equals.is_some() || given.constant.is_some()) && given.value.is_some() {
        out.found(RULE, format!("field `{}` has both `equals` and `let`", name.value))
            .at(name.span, "`equals` requires bytes, and `let` has none");
    }
}

/// Keys that exclude each other.
fn check_together(cx: &Cx<'_>, field: &Field, out: &mut Diagnostics) {
    let (name, keys) = (&field.common.name, field.run());
    let filler = field.ty.name == "filler";
    let (equals, value) = (keys.equals.is_some(), keys.value.is_some());
    let count = match keys.count {
        Some(Repeat::While(..)) => "while",
        Some(Repeat::Last(..)) => "last",
        _ => "count",
    };
    let constant = keys.constant.is_some();
    let digest = keys.equals.as_ref().and_then(Expression::digest_size);
    let exclusive = [
        (count, keys.count.is_some(), value || filler),
        ("size", keys.size.is_some(), value || equals && digest.is_none()),
        ("stop", keys.stop.is_some(), value || equals || filler),
        ("pad", keys.pad.is_some(), value || equals || filler),
        ("transform", keys.transform.is_some(), value || equals || constant || filler),
        ("at", keys.at.is_some(), value || equals || constant || filler || field.table.is_some()),
        ("table", field.table.is_some(), value || equals || filler || constant),
        (count, keys.count.is_some(), constant),
        ("equals", equals, filler),
        ("let", value, filler),
    ];
    for (key, given, useless) in exclusive {
        if given && useless {
            let (with, why) = match (filler, value) {
                (true, _) => ("filler", "filler has only an alignment or a size"),
                (false, true) => ("`let`", "a field with `let` has no bytes"),
                (false, false) if key == "at" => {
                    ("`equals`", "a field with `equals` follows the field before it")
                }
                (false, false) => ("`equals`", "a field with `equals` has a single value"),
            };
            out.found(RULE, format!("field `{}` has {with} and `{key}`", name.value))
                .at(name.span, why)
                .help(match (key, with) {
                    ("at", "`equals`") => {
                        "put it into a record, and give the field with that record the `at`"
                            .to_owned()
                    }
                    _ => format!("remove `{key}`"),
                });
        }
    }
    if let Some(size) = digest {
        check_digest(field, size, out);
    } else if equals || value {
        let number = field.ty.name.is_empty()
            || matches!(field.ty.name.as_str(), "bool" | "ref")
            || integer_range(&field.ty).is_some()
            || matches!(cx.named(&field.ty.name), Some(Named::Enum(_)));
        if !number {
            let ty = show(&field.ty);
            out.found(RULE, format!("field `{}` cannot be computed", name.value))
                .at(field.ty.span, format!("`{ty}` is not a number"))
                .help("an expression is a number: use an integer, a `bool` or a `ref`");
        }
    }
}

/// A digest is bytes of its size.
fn check_digest(field: &Field, size: u64, out: &mut Diagnostics) {
    let sized = matches!(field.run().bytes(), Some(Expression::Number(own)) if *own == size);
    if field.ty.name != "bytes" || !sized {
        out.found(RULE, format!("field `{}` cannot be a digest", field.common.name.value))
            .at(field.ty.span, format!("the digest has {size} bytes"))
            .help(format!("write `type: bytes, size: {size}`"));
    }
}

/// Keys and types of generated code that run-only fields do not support.
fn check_plain(cx: &Cx<'_>, field: &Field, out: &mut Diagnostics) {
    let Some(what) = cx.run_only.what(field) else { return };
    let name = &field.common.name;
    let what = match what {
        What::Key(key) => format!("`{key}`"),
        What::Untagged => "a union without a tag".to_owned(),
        What::Type(ty) | What::Holds(ty) => {
            format!("the type `{ty}`")
        }
    };
    let is_key = field.run().first().is_some();
    let own = match field.ty.name.as_str() {
        "unit" | "flags" | "presence" | "packed" if !is_key => return,
        "packed" => Some("put it into a record of its own"),
        "unit" | "flags" | "presence" => Some("use a field of another type"),
        "repeat" => Some("write `type: X, count: field` instead of `repeat<X, field>`"),
        "aligned_list" | "offset_table" => Some("use `filler`, and `count` or `size`"),
        _ => None,
    };
    if let Some(help) = own {
        out.found(RULE, format!("field `{}` has {what} and is `{}`", name.value, field.ty.name))
            .at(field.ty.span, "not possible for this type")
            .help(help);
    }
    let keys = [
        ("default", field.default.is_some()),
        ("reject", !field.reject.is_empty()),
        ("spelled", !field.spelled.is_empty()),
        ("names", field.names.is_some()),
        ("short", field.short.is_some()),
        ("kinds", !field.kinds.is_empty()),
        ("nonempty", field.nonempty),
    ];
    for (key, _) in keys.into_iter().filter(|(_, given)| *given) {
        out.found(RULE, format!("field `{}` has {what} and `{key}`", name.value))
            .at(name.span, "cannot be combined")
            .help(format!("remove `{key}`, or move it to a field in a record of its own"));
    }
    let unsupported = field.presence.iter().find(|way| {
        let is_condition = matches!(way.how, PresenceHow::When(_) | PresenceHow::Unless(_));
        !is_condition || way.since.is_some() || way.until.is_some() || field.presence.len() > 1
    });
    let twice = field.run().when.as_ref().and(field.presence.first());
    if let Some(way) = unsupported.or(twice) {
        let (of, help) = match way.how {
            PresenceHow::Bit(_) => {
                ("bit", "add a `unit` with the bit, and refer to it with `when`")
            }
            PresenceHow::Field(_) => ("present", "add a `bool` field, and refer to it with `when`"),
            _ => ("present", "state its presence with a single `when`"),
        };
        out.found(RULE, format!("field `{}` has {what} and `{of}`", name.value))
            .at(way.span, "cannot be combined")
            .help(help);
    }
}
