//! `type-shape`: types are combined as the language allows.

use super::Cx;
use super::cx::Extents;
use super::cx::{Named, Owner, fixed_width, integer_range, is_builtin, is_list, show, type_arg};
use super::run::are_exclusive;
use crate::ast::{Field, TypeArg, TypeExpr};
use crate::builtin::RUN_ONLY;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::integer::{Coding, Integer, Sign, is_sized};
use bytespec_plan::{Base, Digits, Vlq};

const RULE: &str = "type-shape";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for owner in cx.owners() {
        for (at, field) in owner.fields.iter().enumerate() {
            check_base(field, out);
            // The rule `extent` checks run-only fields.
            if cx.is_run(field) {
                continue;
            }
            let before = out.len();
            check_type(cx, &field.ty, true, out);
            if out.len() == before {
                check_place(&owner, field, out);
            }
            check_elements(cx, &owner, field, out);
            check_open(cx, &owner, at, field, out);
            check_counter(&owner, field, out);
            check_given(cx, &owner, field, out);
            check_marks(cx, &owner, field, out);
        }
    }
    let schema = cx.schema;
    for codec in schema.codecs.iter().filter(|codec| codec.borrowed) {
        if let Some(value) = &codec.value
            && fixed_width(&plain(&value.value)).is_some()
        {
            out.found(RULE, format!("`{}` cannot be borrowed", value.value))
                .at(value.span, "a number, which borrows nothing");
        }
    }
    for codec in schema.codecs.iter().filter(|codec| codec.derived) {
        let Some(first) = codec.args.first() else { continue };
        let message = format!("derived codec `{}` cannot have arguments", codec.common.name.value);
        out.found(RULE, message)
            .at(first.span, "expected no `args`")
            .help("remove `derived`, and write its functions by hand");
    }
    let wires = schema.enums.iter();
    let tags = schema.unions.iter().filter_map(|item| item.tag.as_ref());
    let operations = schema.formats.iter().filter_map(|f| f.operations.as_ref());
    let opcodes = operations.map(|operations| &operations.opcode);
    let flags = wires.clone().filter(|item| item.flags).filter_map(|item| item.wire.as_ref());
    let wires = wires.filter(|item| !item.flags).filter_map(|item| item.wire.as_ref());
    wires.for_each(|ty| check_number(cx, ty, Number::OfMembers, out));
    flags.for_each(|ty| check_number(cx, ty, Number::OfFlags, out));
    tags.chain(opcodes).for_each(|ty| check_number(cx, ty, Number::Told, out));
}

/// A type that consists only of a name.
fn plain(name: &str) -> TypeExpr {
    TypeExpr { name: name.to_owned(), ..TypeExpr::default() }
}

fn wrong(ty: &TypeExpr, message: String, label: &str) -> Diagnostic {
    Diagnostic::new(RULE, message).at(ty.span, label)
}

/// Whether only a field of what is run only has a type with this name.
pub(super) fn is_run_only(name: &str) -> bool {
    RUN_ONLY.iter().any(|ty| ty.name == name)
}

/// What a number is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    /// That of a member of an enum.
    OfMembers,
    /// That of members of an enum with `flags`.
    OfFlags,
    /// A tag, or an opcode.
    Told,
}

/// Checks the type of a number.
fn check_number(cx: &Cx<'_>, ty: &TypeExpr, of: Number, out: &mut Diagnostics) {
    let before = out.len();
    check_type(cx, ty, true, out);
    let fits = integer_range(ty).is_some_and(|(low, _)| low == 0 || of == Number::OfMembers);
    let known = is_run_only(&ty.name) || is_builtin(&ty.name) || cx.named(&ty.name).is_some();
    if out.len() == before && known && !fits {
        let (what, expected) = match of {
            Number::OfMembers => ("enums", "expected an integer of up to 64 bits"),
            Number::OfFlags => ("enums with `flags`", "expected an unsigned integer"),
            Number::Told => ("tags and opcodes", "expected an unsigned integer"),
        };
        let found = wrong(ty, format!("`{}` is not a type for {what}", show(ty)), expected);
        let unsigned = ty.name.strip_prefix('i').map(|rest| format!("u{rest}"));
        let unsigned = unsigned.filter(|name| is_run_only(name) || is_builtin(name));
        out.push(match unsigned {
            Some(unsigned) if of == Number::Told => found.help(format!(
                "write `{unsigned}`, and add 2 to the power of its bits to negative numbers: -1 is 0xff in 8 bits"
            )),
            Some(unsigned) => found.help(format!("write `{unsigned}`")),
            None => found,
        });
    }
}

/// `whole` is set for the type of a field itself, which is not an argument of another type.
pub(super) fn check_type(cx: &Cx<'_>, ty: &TypeExpr, whole: bool, out: &mut Diagnostics) {
    let name = ty.name.as_str();
    if name.is_empty() {
        return;
    }
    let builtin = is_builtin(name) || is_run_only(name);
    let codec = match cx.named(name) {
        Some(Named::Codec(codec)) if !builtin => Some(codec),
        _ => None,
    };
    if let Some(codec) = codec {
        let (expected, found) = (codec.args.len(), ty.arguments.len());
        if expected != found {
            let label = format!("{found} given");
            let found = wrong(ty, format!("codec `{name}` takes {}", count(expected)), &label);
            out.push(found.at(codec.common.name.span, "declared here"));
        }
    } else if !ty.arguments.is_empty() {
        out.push(match cx.named(name) {
            Some(Named::Record(_)) if !builtin => {
                wrong(ty, format!("`{name}` takes no arguments"), "expected the bare name")
                    .help("a field with `let: parameter` is a parameter of a record")
            }
            _ => wrong(ty, format!("`{name}` is not a codec"), "only codecs take fields"),
        });
    }
    if !builtin {
        if !ty.args.is_empty() && cx.named(name).is_some() {
            out.push(wrong(ty, format!("`{name}` takes no arguments"), "expected the bare name"));
        }
        return;
    }
    if !whole && matches!(name, "unit" | "flags" | "presence" | "packed") {
        let message = format!("`{name}` is only valid as the type of a field");
        out.push(wrong(ty, message, "cannot be inside another type"));
    }
    let expected = match name {
        "varint" | "zigzag" => 0..=1,
        name if Vlq::named(name).is_some() => 0..=1,
        name if Base::of_word(name).is_some() => 0..=3,
        "ref" | "optional_ref" | "flagged" | "shifted" | "list" | "rest" | "flags" | "presence"
        | "signed" | "sized" | "balanced" => 1..=1,
        "aligned_list" | "offset_table" | "repeat" => 2..=2,
        "packed" => 0..=2,
        _ => 0..=0,
    };
    if !expected.contains(&ty.args.len()) {
        let count = match *expected.end() {
            0 => "no arguments".into(),
            1 => "one argument".into(),
            n => format!("{n} arguments"),
        };
        out.push(wrong(ty, format!("`{name}` takes {count}"), &format!("{} given", ty.args.len())));
        return;
    }
    check_args(cx, ty, out);
}

fn check_args(cx: &Cx<'_>, ty: &TypeExpr, out: &mut Diagnostics) {
    let name = ty.name.as_str();
    for (at, arg) in ty.args.iter().enumerate() {
        let number = name == "aligned_list" && at == 1;
        match arg {
            TypeArg::Number(1..=64) if name == "signed" => {}
            TypeArg::Number(n) if name == "signed" => {
                out.push(wrong(ty, format!("{n} is not a width"), "expected 1 to 64 bits"));
            }
            TypeArg::Type(inner) if name == "packed" => check_packed(ty, at, inner, out),
            _ if Base::of_word(name).is_some() && at > 0 => check_digits(ty, at, arg, out),
            TypeArg::Type(inner) if name == "signed" => {
                out.push(wrong(inner, "a width is a number".into(), "expected 1 to 64 bits"));
            }
            TypeArg::Type(inner) if number => {
                out.push(wrong(
                    inner,
                    "an alignment is a number".into(),
                    "expected a power of two",
                ));
            }
            TypeArg::Number(n) if !number => {
                let message = format!("`{name}` does not take a number");
                out.push(wrong(ty, message, &format!("{n} is not a type")));
            }
            TypeArg::Number(n) if !u32::try_from(*n).is_ok_and(u32::is_power_of_two) => {
                out.push(wrong(ty, format!("{n} is not an alignment"), "expected a power of two"));
            }
            // Another rule checks the field with the count.
            TypeArg::Type(_) if name == "repeat" && at == 1 => {}
            TypeArg::Type(inner) if !matches!(name, "ref" | "optional_ref") => {
                check_type(cx, inner, false, out);
                check_inner(cx, ty, at, inner, out);
            }
            _ => {}
        }
    }
}

/// A packed number is an unsigned integer of fixed width, and can state that its first part has the highest bits.
fn check_packed(ty: &TypeExpr, at: usize, arg: &TypeExpr, out: &mut Diagnostics) {
    let is_number = |of: Integer| of.width().is_some() && of.sign == Sign::Unsigned;
    let fits = || Integer::of(arg).is_some_and(|of| is_number(of) && !of.is_wide());
    let expected = match at {
        0 if !fits() => "expected an unsigned integer of fixed width, of up to 64 bits",
        1 if arg.name != "high" => "expected `high`, or nothing for the lowest bits first",
        _ => return,
    };
    out.push(wrong(ty, format!("`{}` does not take `{}`", ty.name, show(arg)), expected));
}

/// Digits can have a width, and a byte after them up to this width.
fn check_digits(ty: &TypeExpr, at: usize, arg: &TypeArg, out: &mut Diagnostics) {
    let number = match arg {
        TypeArg::Number(number) => *number,
        TypeArg::Type(_) => u64::MAX,
    };
    let Some(base) = Base::of_word(&ty.name) else { return };
    let (width, pad) = if at == 1 { (number, None) } else { (1, Some(number)) };
    if Digits::of(base, Some(width), pad).is_some() {
        return;
    }
    let (message, label) = match at {
        1 => (
            format!("`{}` has no number of digits", show(ty)),
            format!("expected 1 to {}", Digits::MAX),
        ),
        _ => (
            format!("`{}` cannot be filled up", show(ty)),
            "expected a byte that is no digit, such as 0x20".to_owned(),
        ),
    };
    out.push(wrong(ty, message, &label));
}

fn count(fields: usize) -> String {
    match fields {
        0 => "no field".into(),
        1 => "one field".into(),
        n => format!("{n} fields"),
    }
}

/// The label of an element that extends to the end.
const OPEN: &str = "extends to the end of the enclosing bytes, so no element can follow";

/// The label of an element that ends where something else than a digit follows.
pub(super) const DIGIT: &str = "the digits of the next element would belong to it";

/// Whether a type is a number that ends where something else than a digit follows.
pub(super) fn is_open_digits(ty: &TypeExpr) -> bool {
    let coding = Integer::of(ty).map(|integer| integer.coding);
    matches!(coding, Some(Coding::Digits(of)) if of.is_open())
}

/// Checks the argument of a built-in type.
fn check_inner(cx: &Cx<'_>, ty: &TypeExpr, at: usize, inner: &TypeExpr, out: &mut Diagnostics) {
    let arg = inner.name.as_str();
    let (fits, expected) = match (ty.name.as_str(), at) {
        ("varint", _) => {
            (Integer::of_rust(arg).is_some(), "expected u8, u16, u32, u64, i8, i16, i32 or i64")
        }
        (name, 0) if is_sized(name) => {
            (Integer::of_rust(arg).is_some(), "expected u8, u16, u32, u64, i8, i16, i32 or i64")
        }
        ("zigzag", _) => {
            (Integer::of_rust(arg).is_some_and(Integer::signed), "expected i8, i16, i32 or i64")
        }
        ("flags", _) => (
            integer_range(inner).is_some_and(|(low, _)| low == 0),
            "expected an unsigned integer, such as u8 or varint",
        ),
        ("flagged", _) => (
            arg == "ref"
                || arg == "varint" && integer_range(inner).is_some_and(|(low, _)| low == 0),
            "expected a reference or an unsigned varint",
        ),
        ("shifted", _) => (
            arg == "varint" && integer_range(inner).is_some_and(|(low, _)| low == 0),
            "expected an unsigned varint",
        ),
        ("presence", _) => (arg == "u8", "expected u8"),
        ("sized", _) => (
            matches!(cx.named(arg), Some(Named::Record(_) | Named::Union(_))),
            "expected a record or a union",
        ),
        ("balanced", _) if is_open(cx, inner) => (false, OPEN),
        ("balanced", _) => (
            matches!(cx.named(arg), Some(Named::Union(union)) if closes(cx, union)),
            "expected a union of which a variant has `nesting: close`",
        ),
        ("offset_table", 0) => (matches!(arg, "u32" | "u64"), "expected u32 or u64"),
        ("aligned_list", _) => (fixed_width(inner).is_some(), "expected a type of fixed width"),
        ("list" | "rest" | "repeat", 0) if !is_element(cx, inner) => {
            (false, "expected a type that depends only on its own bytes; put it into a record")
        }
        ("list" | "rest" | "repeat", 0) => (!is_open(cx, inner), OPEN),
        _ => return,
    };
    // Another rule reports undeclared names.
    let known = is_builtin(arg) || cx.named(arg).is_some();
    if !fits && known {
        out.push(wrong(inner, format!("`{}` does not take `{}`", ty.name, show(inner)), expected));
    }
}

/// Whether a variant of a union ends a block.
fn closes(cx: &Cx<'_>, union: &crate::ast::Union) -> bool {
    let mut words = cx.variants(union).filter_map(|variant| variant.nesting.as_ref());
    words.any(|word| word.value == "close")
}

/// Alignment counts from the start of a section.
fn check_place(owner: &Owner<'_>, field: &Field, out: &mut Diagnostics) {
    if owner.is_section {
        return;
    }
    if let "aligned_list" | "offset_table" = field.ty.name.as_str() {
        let message = format!("`{}` is only valid in a section", field.ty.name);
        out.push(
            wrong(&field.ty, message, "alignment counts from the start of a section")
                .help("use a `list`, or make it a field of a section"),
        );
    }
}

/// An element takes at least one byte, because a reader checks counts against the number of bytes.
fn check_elements(cx: &Cx<'_>, owner: &Owner<'_>, field: &Field, out: &mut Diagnostics) {
    let gate = cx.gate_in(owner.common, &field.common);
    super::cx::walk(&field.ty, &mut |ty| {
        let Some(element) = type_arg(ty, 0).filter(|_| is_list(ty)) else { return };
        let Some(Named::Record(record)) = cx.named(&element.name) else { return };
        let mut versions = gate.from..=gate.to;
        let empty =
            versions.find(|version| Extents::of(cx).is_empty(&record.common.name.value, *version));
        if let Some(version) = empty {
            let name = &record.common.name;
            let number = cx.versions().get(version).copied().unwrap_or("?");
            let message = format!("elements of `{}` can have no bytes", ty.name);
            out.push(
                wrong(element, message, "a reader could not limit their number")
                    .at(name.span, format!("can have no bytes in version {number}"))
                    .help("give the record a field that always has bytes"),
            );
        }
    });
}

/// Whether a record can take no byte in some version.
pub(super) fn may_be_empty(cx: &Cx<'_>, record: &crate::ast::Record) -> bool {
    let gate = cx.gate(&record.common);
    let name = &record.common.name.value;
    (gate.from..=gate.to).any(|version| Extents::of(cx).is_empty(name, version))
}

/// Whether a type takes all bytes up to the end of its enclosing bytes.
pub(super) fn is_open(cx: &Cx<'_>, ty: &TypeExpr) -> bool {
    Extents::of(cx).is_open(cx, ty)
}

/// The field with the number of another field's elements is a number.
fn check_counter(owner: &Owner<'_>, field: &Field, out: &mut Diagnostics) {
    let Some(counter) = type_arg(&field.ty, 1).filter(|_| field.ty.name == "repeat") else {
        return;
    };
    let mut fields = owner.all();
    let Some(other) = fields.find(|other| other.common.name.value == counter.name) else {
        return;
    };
    let is_one = !other.optional && other.run().count.is_none();
    let counts = integer_range(&other.ty).is_some_and(|(low, _)| low == 0) && is_one;
    if !counts && !other.ty.name.is_empty() {
        let message = format!("`{}` cannot be a number of elements", counter.name);
        let found = wrong(counter, message, "expected an unsigned integer that is always present");
        out.push(found.at(other.ty.span, "its type"));
    }
}

/// The arguments of a codec are numbers that are always present.
fn check_given(cx: &Cx<'_>, owner: &Owner<'_>, field: &Field, out: &mut Diagnostics) {
    let Some(Named::Codec(codec)) = cx.named(&field.ty.name) else { return };
    for name in field.ty.spelled_arguments().filter(|_| !codec.native) {
        let mut fields = owner.all();
        let Some(other) = fields.find(|other| other.common.name.value == *name) else { continue };
        let number = match (other.ty.name.as_str(), cx.named(&other.ty.name)) {
            ("bool" | "unit" | "ref" | "", _) | (_, Some(Named::Enum(_))) => true,
            _ => integer_range(&other.ty).is_some(),
        };
        let number = number && other.run().count.is_none();
        if !number || other.optional {
            let what = if other.optional { "can be absent" } else { "is not a number" };
            out.push(
                wrong(&field.ty, format!("codec `{}` cannot take `{name}`", field.ty.name), what)
                    .at(other.ty.span, "its type")
                    .help("use a number or a reference that is always present"),
            );
        }
    }
}

/// Whether a value can be an element of a list: it depends only on its own bytes.
fn is_element(cx: &Cx<'_>, ty: &TypeExpr) -> bool {
    match ty.name.as_str() {
        "flagged" | "shifted" | "aligned_list" | "rest" | "repeat" | "offset_table"
        | "balanced" => false,
        name => !matches!(cx.named(name), Some(Named::Codec(_))),
    }
}

/// A field that extends to the end is last, and its item has a known end.
fn check_open(cx: &Cx<'_>, owner: &Owner<'_>, at: usize, field: &Field, out: &mut Diagnostics) {
    if owner.run_only || !is_open(cx, &field.ty) {
        return;
    }
    let ty = show(&field.ty);
    if owner.op.is_some() {
        let message = format!("an attribute cannot be `{ty}`");
        out.push(wrong(&field.ty, message, "its end is unknown"));
        return;
    }
    let gate = cx.gate_in(owner.common, &field.common);
    // Code of a file that is one record follows the plan, which has conditions for all types.
    let follows_plan = cx.schema.formats.first().is_some_and(|format| format.file.is_some());
    let mut later = owner.fields[at + 1..].iter();
    let after = later.find(|f| {
        cx.gate_in(owner.common, &f.common).overlaps(gate)
            && !f.common.broken
            && !(follows_plan && are_exclusive(field, f))
    });
    if let Some(after) = after {
        let found =
            wrong(&field.ty, format!("`{ty}` must come last"), "extends to the end of the item");
        out.push(found.at(after.common.name.span, "comes after it"));
    }
}

/// Whether a type is an integer, or a list of integers.
fn is_number(ty: &TypeExpr) -> bool {
    match type_arg(ty, 0) {
        Some(element) if is_list(ty) || ty.name == "rest" => is_number(element),
        _ if Integer::of(ty).is_some_and(Integer::is_wide) => true,
        _ => ty.name.is_empty() || integer_range(ty).is_some() && ty.name != "bool",
    }
}

/// Only integers have a base.
fn check_base(field: &Field, out: &mut Diagnostics) {
    let (name, ty) = (&field.common.name.value, &field.ty);
    if let Some(base) = &field.base
        && !is_number(ty)
    {
        out.push(
            wrong(ty, format!("`{name}` is no number, so it has no `base`"), "expected an integer")
                .at(base.span, "the base"),
        );
    }
}

/// Checks keys that only some types can have.
fn check_marks(cx: &Cx<'_>, owner: &Owner<'_>, field: &Field, out: &mut Diagnostics) {
    let name = &field.common.name.value;
    let ty = &field.ty;
    let string = matches!(ty.name.as_str(), "ref" | "optional_ref")
        && type_arg(ty, 0).is_some_and(|table| {
            cx.tables.get(table.name.as_str()).is_none_or(|table| table.is_of("strings"))
        });
    if field.nonempty && !string && !ty.name.is_empty() {
        let message = format!("`{name}` is not a string, so it cannot be `nonempty`");
        out.push(wrong(ty, message, "expected a `ref` to the table that `holds: strings`"));
    }
    let list = is_list(ty) || matches!(ty.name.as_str(), "offset_table" | "");
    if let (Some(table), false) = (&field.table, list || owner.run_only) {
        out.push(
            wrong(ty, format!("`{name}` cannot contain a table"), "expected a list")
                .at(table.span, "the table"),
        );
    }
}
