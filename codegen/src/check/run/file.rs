//! `file`: a file is described once, and the byte order is known before it is needed.

use crate::ast::{ByteOrder, Expression, Field, Format, Record};
use crate::check::Cx;
use crate::diagnostics::Diagnostics;

const RULE: &str = "file";

pub(in crate::check) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let Some(format) = cx.schema.formats.first() else { return };
    if let Some(file) = &format.file {
        let others = [
            ("magic", format.magic.as_ref().map(|magic| magic.span)),
            ("header", format.header.as_ref().map(|header| header.record.span)),
            ("sections", format.sections.as_ref().map(|sections| sections.id_bits.span)),
        ];
        for (key, span) in others {
            let Some(span) = span else { continue };
            out.found(RULE, format!("the format has both `file` and `{key}`"))
                .at(span, "also describes the file")
                .at(file.span, "the whole file is this record")
                .help(format!("remove `{key}`: fields of the record describe it"));
        }
        if !cx.schema.incomplete {
            let records = cx.schema.records.iter();
            let names = records.map(|record| record.common.name.value.as_str());
            super::super::cx::known(RULE, Some(file), "record", names, out);
        }
    } else if let (Some(sections), Some(_)) = (&format.sections, &format.header)
        && cx.schema.sections.is_empty()
        && !cx.schema.incomplete
    {
        out.found(RULE, "a file has sections, but none is declared")
            .at(sections.id_bits.span, "the header of a section")
            .help("name the record of the whole file with `file`");
    }
    if let Some(ByteOrder::Selected(test)) = &format.byte_order {
        check_byte_order(cx, format, test, out);
    }
    if format.file.is_none() && format.sections.is_some() {
        cx.owners().flat_map(|owner| owner.fields).for_each(|field| check_places(field, out));
    }
}

/// Sections are written before their offsets are known.
fn check_places(field: &Field, out: &mut Diagnostics) {
    let keys = field.run();
    let mut offset = keys.at.is_some().then_some("at");
    for expression in keys.expressions().chain(keys.last()) {
        expression.walk(&mut |part| match part {
            Expression::Position => offset = Some("position"),
            Expression::FindLast(_) => offset = Some("find_last"),
            _ => {}
        });
    }
    if let Some(word) = offset {
        out.found(RULE, format!("`{word}` is not valid in a file with sections"))
            .at(field.common.name.span, "part of a section, whose offset is unknown")
            .help("describe the whole file as a record: `file: NAME` in the format");
    }
}

/// The expression of the byte order reads fields of the file's record that precede all numbers of that order.
fn check_byte_order(cx: &Cx<'_>, format: &Format, test: &Expression, out: &mut Diagnostics) {
    let root = format.file.as_ref();
    let mut records = cx.schema.records.iter();
    let root = root.and_then(|file| records.find(|item| item.common.name.value == file.value));
    test.walk(&mut |part| match part {
        Expression::Around(place) => match root {
            Some(root) if root.common.name.value == place.item.value => {
                let mut fields = root.fields.iter();
                let at = fields.position(|field| field.common.name.value == place.field.value);
                check_order(root, at, place, out);
            }
            _ => {
                out.found(RULE, format!("`{place}` is not a field of the file"))
                    .at(place.item.span, "expected the record that `file` names");
            }
        },
        Expression::Number(_)
        | Expression::Member(_)
        | Expression::Binary(..)
        | Expression::Not(_)
        | Expression::Minus(_)
        | Expression::If(..) => {}
        Expression::Field(name) => {
            out.found(RULE, format!("`{}` does not name a record", name.value))
                .at(name.span, "expected `Record.field`");
        }
        _ => {
            out.found(RULE, "the byte order can depend only on numbers of the file")
                .at(format.common.name.span, "in `byte_order`")
                .help("compare a field of the file's record with a number");
        }
    });
}

/// Numbers up to the one that determines the byte order state their own byte order.
fn check_order(root: &Record, at: Option<usize>, place: &crate::ast::Place, out: &mut Diagnostics) {
    let Some(at) = at else {
        let fields = root.fields.iter().map(|field| field.common.name.value.as_str());
        out.found(RULE, format!("no field is named `{}`", place.field.value))
            .at(place.field.span, "unknown field")
            .suggest(&place.field.value, fields);
        return;
    };
    let early = |field: &&Field| field.ty.has_selected_order;
    for field in root.fields.iter().take(at + 1).filter(early) {
        let ty = &field.ty.name;
        out.found(
            RULE,
            format!("the byte order of `{}` is not known yet", field.common.name.value),
        )
        .at(field.ty.span, format!("depends on `{}`, which is not read earlier", place.field.value))
        .help(format!("write `{ty}le` or `{ty}be`"));
    }
}
