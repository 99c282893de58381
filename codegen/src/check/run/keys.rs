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
    let keys = [
        ("align", given.align.is_some(), ty == "filler"),
        ("dialect", given.dialect.is_some(), matches!(ty, "entry" | "properties")),
        ("operation", given.operation.is_some(), ty == "properties"),
    ];
    for (key, given, needed) in keys {
        if given != needed {
            let message = match needed {
                true => format!("field `{}` has no `{key}`", name.value),
                false => format!("field `{}` has no use for `{key}`", name.value),
            };
            let label = if needed { "this type needs it" } else { "of this type" };
            out.found(RULE, message).at(field.ty.span, label);
        }
    }
    let of_types = [
        ("of_file", given.of_file && ty != "filler"),
        ("version_record", given.version_record.is_some() && ty != "properties"),
    ];
    for (key, _) in of_types.into_iter().filter(|(_, useless)| *useless) {
        out.found(RULE, format!("field `{}` has no use for `{key}`", name.value))
            .at(field.ty.span, "of this type");
    }
    if given.reversed && !matches!(given.count, Some(Repeat::Count(_))) {
        out.found(
            RULE,
            format!("field `{}` is reversed and has no number of elements", name.value),
        )
        .at(name.span, "needs `count`: the first element is the last that is read");
    }
    if (given.equals.is_some() || given.constant.is_some()) && given.value.is_some() {
        out.found(RULE, format!("field `{}` has both `equals` and `let`", name.value))
            .at(name.span, "either it takes bytes or not");
    }
}

/// Keys that exclude each other.
fn check_together(cx: &Cx<'_>, field: &Field, out: &mut Diagnostics) {
    let (name, keys) = (&field.common.name, field.run());
    let filler = field.ty.name == "filler";
    let (equals, value) = (keys.equals.is_some(), keys.value.is_some());
    let count = match keys.count {
        Some(Repeat::While(..)) => "while",
        Some(Repeat::Last(_)) => "last",
        _ => "count",
    };
    let constant = keys.constant.is_some();
    let digest = keys.equals.as_ref().and_then(Expression::digest_size);
    let said = [
        (count, keys.count.is_some(), value || filler),
        ("size", keys.size.is_some(), value || equals && digest.is_none() || filler),
        ("stop", keys.stop.is_some(), value || equals || filler),
        ("pad", keys.pad.is_some(), value || equals || filler),
        ("at", keys.at.is_some(), value || equals || constant || filler || field.table.is_some()),
        ("table", field.table.is_some(), value || equals || filler || constant),
        (count, keys.count.is_some(), constant),
        ("equals", equals, filler),
        ("let", value, filler),
    ];
    for (key, given, useless) in said {
        if given && useless {
            let (with, why) = match (filler, value) {
                (true, _) => ("filler", "filler is what it leads to"),
                (false, true) => ("`let`", "what is given takes no bytes"),
                (false, false) => ("`equals`", "what is computed is one number"),
            };
            out.found(RULE, format!("field `{}` has {with} and `{key}`", name.value))
                .at(name.span, why)
                .help(format!("leave `{key}`"));
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
                .help("an expression gives a number: say so of an integer, a `bool` or a `ref`");
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
        "unit" | "flags" | "presence" | "packed" => Some("say so of a field of another type"),
        "repeat" => Some("write `type: X, count: field` in place of `repeat<X, field>`"),
        "aligned_list" | "offset_table" => Some("use `filler`, and `count` or `size`"),
        _ => None,
    };
    if let Some(help) = own {
        out.found(RULE, format!("field `{}` has {what} and is `{}`", name.value, field.ty.name))
            .at(field.ty.span, "not of this type")
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
            .at(name.span, "these do not go together")
            .help(format!("leave `{key}`, or say it of a field in a record of its own"));
    }
    let told = field.presence.iter().find(|way| {
        let asked = matches!(way.how, PresenceHow::When(_) | PresenceHow::Unless(_));
        !asked || way.since.is_some() || way.until.is_some() || field.presence.len() > 1
    });
    let twice = field.run().when.as_ref().and(field.presence.first());
    if let Some(way) = told.or(twice) {
        let (of, help) = match way.how {
            PresenceHow::Bit(_) => ("bit", "let a `unit` have the bit, and name that with `when`"),
            PresenceHow::Field(_) => {
                ("present", "let a `bool` tell of it, and name that with `when`")
            }
            _ => ("present", "say with one `when` whether it is there"),
        };
        out.found(RULE, format!("field `{}` has {what} and `{of}`", name.value))
            .at(way.span, "these do not go together")
            .help(help);
    }
}
