//! `extent`: types of run-only items are combined as the language allows, and types that extend to the end are last.

use super::exclusive::{are_exclusive, condition};
use super::graph::{Graph, Item, named};
use super::{left, parameters, transform};
use crate::ast::{Expression, Field, Repeat, Size, Spanned, TypeArg, TypeExpr};
use crate::builtin::encoding;
use crate::check::Cx;
use crate::check::cx::{Named, fixed_width, integer_range, show, type_arg};
use crate::check::type_shape;
use crate::diagnostics::{Diagnostic, Diagnostics};
use bytespec_plan::{Base, Encoding, find};

const RULE: &str = "extent";

/// The most bytes that `size: rest - N` can leave.
const MAX_LEFT: u64 = u32::MAX as u64;

pub(in crate::check) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    if cx.schema.incomplete || cx.run_only.is_empty() {
        return;
    }
    let graph = Graph::new(cx);
    for item in &graph.items {
        for field in item.fields.iter().filter(|field| !field.common.broken && cx.is_run(field)) {
            let before = out.len();
            check_type(&graph, &field.ty, out);
            check_bytes(field, out);
            check_rest(&graph, field, out);
            transform::check(&graph, field, out);
            if out.len() == before {
                check_elements(&graph, field, out);
            }
        }
        check_ends(&graph, item, out);
    }
    check_peeked(&graph, out);
    super::recursion::check(&graph, out);
}

/// A variant that begins with its tag has at least the bytes of the tag.
fn check_peeked(graph: &Graph<'_, '_>, out: &mut Diagnostics) {
    for union in graph.cx.schema.unions.iter().filter(|union| union.peeks_tag) {
        let name = &union.common.name;
        let width = union.tag.as_ref().and_then(fixed_width).map_or(1, u64::from);
        for variant in graph.union(&name.value).unwrap_or_default() {
            let least = graph.least_bytes(*variant);
            if least >= width {
                continue;
            }
            let own = &graph.items[*variant].common.name;
            let message = match least {
                0 => format!("`{}` can take no byte", own.value),
                least => format!("`{}` can have fewer bytes than its tag: {least}", own.value),
            };
            out.found(RULE, message)
                .at(own.span, "begins with its tag, so it must have the bytes of the tag")
                .at(name.span, "the tag is in the bytes ahead")
                .help("add a field with the tag at its start");
        }
    }
}

fn wrong(ty: &TypeExpr, message: String, label: &str) -> Diagnostic {
    Diagnostic::new(RULE, message).at(ty.span, label)
}

/// Whether a type is a text without its own size.
fn is_ended_text(name: &str) -> bool {
    encoding(name).is_some_and(|of| of != Encoding::Utf8)
}

fn check_type(graph: &Graph<'_, '_>, ty: &TypeExpr, out: &mut Diagnostics) {
    let name = ty.name.as_str();
    let given = ty.args.len();
    match name {
        "entry" if given != 1 => {
            out.push(wrong(ty, format!("`{name}` takes one argument"), &format!("{given} given")));
        }
        "entry" => {
            if type_arg(ty, 0).is_none() {
                let message = "the type needs a table in angle brackets".to_owned();
                out.push(wrong(ty, message, "expected a table"));
            }
        }
        _ if matches!(name, "filler" | "properties") || is_ended_text(name) => {
            if given != 0 {
                let message = format!("`{name}` takes no arguments");
                out.push(wrong(ty, message, &format!("{given} given")));
            }
        }
        _ if graph.is_item(name) => {
            check_arguments(graph, ty, out);
            if given != 0 {
                out.push(wrong(
                    ty,
                    format!("`{name}` takes no arguments"),
                    "expected the bare name",
                ));
            }
        }
        "list" | "rest" if given == 1 => {
            let Some(TypeArg::Type(inner)) = ty.args.first() else { return };
            if type_shape::is_run_only(&inner.name) {
                let message = format!("`{}` is only valid as the type of a field", inner.name);
                let found = wrong(inner, message, "cannot be inside another type");
                return out.push(found.help("put it into a record of its own"));
            }
            if !graph.is_item(&inner.name) {
                return check_wire(graph, ty, out);
            }
            check_type(graph, inner, out);
            check_element(graph, inner, false, out);
        }
        _ => check_wire(graph, ty, out),
    }
}

/// Whether the units of a text have several bytes.
pub(super) fn is_wide(encoding: Option<Encoding>) -> bool {
    encoding.is_some_and(|encoding| encoding.unit() > 1)
}

/// A record gets an argument for each of its parameters. A union without its own tag names the field with its tag.
fn check_arguments(graph: &Graph<'_, '_>, ty: &TypeExpr, out: &mut Diagnostics) {
    let union = match graph.cx.named(&ty.name) {
        Some(Named::Union(union)) => union,
        Some(Named::Record(record)) => return parameters::check_given(record, ty, out),
        _ => return,
    };
    let name = &union.common.name;
    match (&union.tag, ty.arguments.len()) {
        (Some(_), 0) | (None, 1) => {}
        (Some(_), _) => {
            let message = format!("`{}` has a tag of its own", name.value);
            out.push(
                wrong(ty, message, "another tag is given here")
                    .at(name.span, "declared with `tag`")
                    .help(format!("write `{}`, or remove `tag`", name.value)),
            );
        }
        (None, _) => {
            let message = format!("`{}` needs a field with its tag", name.value);
            out.push(
                wrong(ty, message, "expected one earlier field")
                    .at(name.span, "declared without `tag`")
                    .help(format!("write `{}(field)`", name.value)),
            );
        }
    }
}

/// A type that generated Rust supports, too.
fn check_wire(graph: &Graph<'_, '_>, ty: &TypeExpr, out: &mut Diagnostics) {
    let mut held = crate::run_only::held(ty).into_iter().skip(1);
    match held.find(|inner| graph.is_item(&inner.name) || type_shape::is_run_only(&inner.name)) {
        Some(inner) => {
            let name = &inner.name;
            let message = format!("`{}` cannot contain `{name}`", ty.name);
            out.push(
                wrong(inner, message, "is run only")
                    .help("use `list`, `rest`, or `count` and `size`"),
            );
        }
        None => type_shape::check_type(graph.cx, ty, true, out),
    }
}

/// Only some fields can take all remaining bytes.
fn check_rest(graph: &Graph<'_, '_>, field: &Field, out: &mut Diagnostics) {
    let (keys, name) = (field.run(), field.ty.name.as_str());
    let takes_all =
        matches!(name, "bytes" | "filler") || encoding(name).is_some() || keys.transform.is_some();
    if !matches!(keys.size, Some(Size::Rest)) || takes_all {
        return;
    }
    let message = format!("`{}` cannot have `size: rest`", field.common.name.value);
    let label = "only `bytes`, texts and filler can take all remaining bytes";
    let found = wrong(&field.ty, message, label);
    out.push(match graph.cx.named(name) {
        Some(Named::Record(_) | Named::Union(_)) => {
            found.help("leave out `size`: its fields take the bytes that they need")
        }
        _ => found,
    });
}

/// The end of bytes and texts: a size, a marker, or all but the last bytes.
fn check_bytes(field: &Field, out: &mut Diagnostics) {
    let keys = field.run();
    let name = &field.common.name.value;
    let is_bytes = field.ty.name == "bytes";
    let encoding = encoding(&field.ty.name);
    let ends = keys.size.is_some() || keys.stop.is_some() || keys.ends_itself();
    if let Some(stop) = &keys.stop {
        let found =
            |message: String, label: &str| Diagnostic::new(RULE, message).at(stop.span, label);
        if !is_bytes && encoding.is_none() {
            out.push(found(
                format!("`{name}` cannot have `stop`"),
                "only `bytes` and texts can end at a marker",
            ));
        } else if keys.left().is_some() || keys.pad.is_some() {
            let key = if keys.pad.is_some() { "pad" } else { "size: rest - N" };
            out.push(found(
                format!("`{name}` has both `stop` and `{key}`"),
                "each of them determines its end",
            ));
        } else if let Some(unit @ 2..) = encoding.map(Encoding::unit)
            && stop.value.len() % unit != 0
        {
            let label = format!("each unit of the text has {unit} bytes");
            out.push(found(format!("`{name}` ends inside a unit"), &label));
        }
    }
    check_pad(field, out);
    if encoding.is_some_and(|of| of != Encoding::Utf8) && !ends && keys.value.is_none() {
        let message = format!("the end of `{name}` is unknown");
        out.push(
            wrong(&field.ty, message, "a text without a size")
                .help("give it a `size`, which can be `rest`, or a `stop`"),
        );
    }
    check_constant_size(field, out);
    check_constant(field, out);
    if keys.constant.is_some() && !ends {
        let message = format!("the size of `{name}` is unknown");
        out.push(wrong(&field.ty, message, "extends to the end").help("give it a `size`"));
    }
    let Some(Spanned { value: left, span }) = keys.left().cloned() else { return };
    let found = |message: String, label: &str| Diagnostic::new(RULE, message).at(span, label);
    if !(1..MAX_LEFT).contains(&left) {
        let message = format!("{left} is not a number of bytes to leave");
        out.push(found(message, &format!("expected 1 to {}", MAX_LEFT - 1)));
    } else if keys.at.is_some() {
        let message = format!("`{name}` is at an offset and cannot leave bytes");
        out.push(
            found(message, "no bytes come after it").help("state its size in bytes with `size`"),
        );
    } else if keys.count.is_some() {
        let message = format!("elements of `{name}` cannot leave bytes");
        out.push(found(message, "no second element could follow"));
    }
}

/// Padding fills up to a size.
fn check_pad(field: &Field, out: &mut Diagnostics) {
    let (keys, name) = (field.run(), &field.common.name.value);
    let encoding = encoding(&field.ty.name);
    let Some(pad) = &keys.pad else { return };
    let found = |message: String, label: &str| Diagnostic::new(RULE, message).at(pad.span, label);
    if field.ty.name != "bytes" && encoding.is_none() {
        let label = "only `bytes` and texts can be padded";
        out.push(found(format!("`{name}` cannot have `pad`"), label));
    } else if is_wide(encoding) && pad.value != 0 {
        let label = "units of several bytes can only be zeros";
        out.push(found(format!("`{name}` cannot have this `pad`"), label));
    } else if !(0..=255).contains(&pad.value) {
        out.push(found(format!("{} is not a byte", pad.value), "expected 0 to 255"));
    } else if keys.bytes().map_or(!matches!(keys.size, Some(Size::Rest)), Expression::reads_left) {
        let label = "padding requires a `size` that does not depend on the bytes left";
        out.push(found(format!("`{name}` has `pad` but no `size` for writers"), label));
    } else if let (Some(Expression::Number(size)), Some(encoding)) = (keys.bytes(), encoding)
        && size % encoding.unit() as u64 != 0
    {
        let label = format!("fills units of {} bytes, but `size` is {size}", encoding.unit());
        out.push(found(format!("`{name}` cannot have `pad` with this `size`"), &label));
    }
}

/// The size of a constant is that of its bytes.
fn check_constant_size(field: &Field, out: &mut Diagnostics) {
    let (keys, name) = (field.run(), &field.common.name.value);
    if let (Some(bytes), Some(Expression::Number(size))) = (&keys.constant, keys.bytes())
        && keys.filled().is_none()
        && bytes.value.len() as u64 != *size
    {
        let message = format!("`{name}` equals {} bytes, but has {size}", bytes.value.len());
        let found = Diagnostic::new(RULE, message).at(bytes.span, "a different size");
        // A backslash and what follows are letters, except in YAML's double quotes.
        out.push(match bytes.value.contains(&b'\\') {
            true if field.ty.name == "bytes" => {
                found.help("texts have no escapes of their own: write the bytes in hexadecimal")
            }
            true => found.help(
                "texts have no escapes of their own: write the letter itself, or an escape of YAML in double quotes, or `type: bytes` with bytes in hexadecimal",
            ),
            false => found,
        });
    }
}

/// A reader gets the bytes of a constant field as they are written.
fn check_constant(field: &Field, out: &mut Diagnostics) {
    let (keys, name) = (field.run(), &field.common.name.value);
    let Some(Spanned { value: bytes, span }) = &keys.constant else { return };
    let mut found = |message: String, label: &str| {
        out.push(Diagnostic::new(RULE, message).at(*span, label));
    };
    if let Some(stop) = &keys.stop {
        let unit = encoding(&field.ty.name).map_or(1, Encoding::unit);
        let all = [bytes.as_slice(), stop.value.as_slice()].concat();
        if find(&all, &stop.value, unit) != Some(bytes.len()) {
            found(
                format!("`{name}` contains its own `stop` bytes"),
                "would be read as fewer bytes",
            );
        }
    }
    if let (Some(_), Some(Expression::Number(size))) = (keys.filled(), keys.bytes())
        && bytes.len() as u64 > *size
    {
        let message = format!("`{name}` equals {} bytes, but has {size}", bytes.len());
        return found(message, "does not fit");
    }
    let unit = encoding(&field.ty.name).map_or(1, Encoding::unit);
    let last = bytes.rchunks_exact(unit).next().unwrap_or_default();
    let is_filler = |pad: i128| last.iter().all(|byte| i128::from(*byte) == pad);
    if keys.pad.as_ref().is_some_and(|pad| !last.is_empty() && is_filler(pad.value)) {
        found(format!("`{name}` ends with its own padding"), "would be read as fewer bytes");
    }
}

/// The most records without bytes whose number the schema states.
const MAX_EMPTY: u64 = 4096;

/// Checks the elements of a field that repeats.
fn check_elements(graph: &Graph<'_, '_>, field: &Field, out: &mut Diagnostics) {
    let (keys, ty) = (field.run(), &field.ty);
    if keys.count.is_some() && !keys.ends_at_stop() {
        let is_limited = graph.record(&ty.name).is_some()
            && match &keys.count {
                Some(Repeat::Count(Expression::Number(count))) => *count <= MAX_EMPTY,
                Some(Repeat::Count(_)) => true,
                _ => false,
            };
        if keys.bytes().is_none() && !keys.ends_itself() {
            check_element(graph, ty, is_limited, out);
        }
    }
    if let (Some(Repeat::Last(..) | Repeat::While(..)), Some(Expression::Number(0))) =
        (&keys.count, keys.bytes())
    {
        let message = format!("elements of `{}` have no bytes", field.common.name.value);
        let label = "a reader could not limit their number";
        out.push(wrong(ty, message, label).help("state their number with `count`"));
    }
    let number = match keys.equals.as_ref().or(keys.value.as_ref()) {
        Some(Expression::Number(number)) => Some(i128::from(*number)),
        Some(Expression::Minus(number)) => match &**number {
            Expression::Number(number) => Some(-i128::from(*number)),
            _ => None,
        },
        _ => None,
    };
    if let Some(number) = number
        && let Some((low, high)) = integer_range(ty)
        && !(low..=high).contains(&number)
    {
        let message = format!("{number} does not fit `{}`", show(ty));
        out.push(wrong(ty, message, "because of this type"));
    }
    // A number in a window of another size cannot be read or written.
    if let (Some(Expression::Number(size)), Some(width)) = (keys.bytes(), fixed_width(ty))
        && *size != u64::from(width)
        && keys.transform.is_none()
    {
        let message = format!("`{}` has {width} bytes, not {size}", show(ty));
        out.push(wrong(ty, message, "because of this type"));
    }
}

/// Checks the type of elements without a size. A limited number of them can have no bytes.
fn check_element(graph: &Graph<'_, '_>, ty: &TypeExpr, is_limited: bool, out: &mut Diagnostics) {
    if graph.is_open_type(ty) {
        let message = format!("elements cannot be `{}`", show(ty));
        let label = "extends to the end of the enclosing bytes, so no element can follow";
        out.push(wrong(ty, message, label).help("state the size of each in bytes with `size`"));
    } else if type_shape::is_open_digits(ty) {
        let message = format!("elements of `{}` have no end", show(ty));
        let help =
            "give them a number of digits, or make a record of the number and what follows it";
        out.push(wrong(ty, message, type_shape::DIGIT).help(help));
    } else if graph.is_empty_type(ty) && !is_limited {
        let message = format!("elements of `{}` can have no bytes", show(ty));
        let label = "a reader could not limit their number";
        let help = "give it a field that always has bytes, state the size of each with `size`, or the number of records with `count`";
        out.push(wrong(ty, message, label).help(help));
    }
}

/// Digits without a width end before a byte that is no digit, so that no other digits follow them.
fn check_digits(cx: &Cx<'_>, field: &Field, after: &[Field], out: &mut Diagnostics) {
    let takes_bytes = |field: &Field| {
        let keys = field.run();
        keys.value.is_none() && keys.at.is_none() && !field.common.broken
    };
    let is_open = type_shape::is_open_digits(&field.ty) && field.run().size.is_none();
    if !is_open || !takes_bytes(field) || field.run().count.is_some() {
        return;
    }
    let Some(next) = after.iter().find(|next| takes_bytes(next)) else { return };
    let is_digits = Base::of_word(&next.ty.name).is_some() && condition(next).is_none();
    if is_digits && cx.gate(&next.common).overlaps(cx.gate(&field.common)) {
        let message = format!("`{}` and `{}` follow each other", show(&field.ty), show(&next.ty));
        out.push(
            wrong(&field.ty, message, "takes the digits of the next field, too")
                .at(next.common.name.span, "its digits follow without a byte between")
                .help("give it a number of digits, or put a field between"),
        );
    }
}

/// A field that extends to the end is last, or leaves exactly the size of the fields after it.
fn check_ends(graph: &Graph<'_, '_>, item: &Item<'_>, out: &mut Diagnostics) {
    let cx = graph.cx;
    if let (Some(record), Some(first)) = (item.begins_with, item.fields.first())
        && graph.is_open_type(&named(&record.value))
    {
        out.found(RULE, format!("`{}` must come last", record.value))
            .at(record.span, "extends to the end of the record")
            .at(first.common.name.span, "comes after it");
    }
    for (at, field) in item.fields.iter().enumerate() {
        check_digits(cx, field, &item.fields[at + 1..], out);
        // These types have a finding of their own.
        let is_single = matches!(field.ty.name.as_str(), "unit" | "flags" | "presence" | "packed");
        if !graph.is_open(field) || field.common.broken || is_single {
            continue;
        }
        if let Some(left) = field.run().left() {
            left::check(cx, field, left, &item.fields[at + 1..], out);
            continue;
        }
        let gate = cx.gate(&field.common);
        let after = item.fields[at + 1..].iter().find(|other| {
            other.run().value.is_none()
                && other.run().at.is_none()
                && !other.common.broken
                && cx.gate(&other.common).overlaps(gate)
                && !are_exclusive(field, other)
        });
        if let Some(after) = after {
            let message = format!("`{}` must come last", show(&field.ty));
            out.push(
                wrong(&field.ty, message, "extends to the end of the record")
                    .at(after.common.name.span, "comes after it")
                    .help("state its size in bytes with `size`"),
            );
        }
    }
}
