//! `file`: a file is described once, and the byte order is known before it is needed.

use crate::ast::{ByteOrder, Expression, Field, Format};
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
    if let Some(word) = field.run().offset_word() {
        out.found(RULE, format!("`{word}` is not valid in a file with sections"))
            .at(field.common.name.span, "part of a section, whose offset is unknown")
            .help("describe the whole file as a record: `file: NAME` in the format");
    } else if let Some(from) = &field.run().from
        && *from != Expression::Number(0)
    {
        out.found(RULE, "`from` is always 0 in a file with sections")
            .at(field.common.name.span, "part of a section, whose offset is unknown")
            .help("write `from: 0` to count from the start of the file, or remove `from` to count from the start of the section");
    }
}

/// The expression of the byte order reads fields of records.
fn check_byte_order(cx: &Cx<'_>, format: &Format, test: &Expression, out: &mut Diagnostics) {
    test.walk(&mut |part| match part {
        Expression::Around(place) | Expression::InnerAround(place, _) => {
            let mut records = cx.schema.records.iter();
            let Some(owner) = records.find(|item| item.common.name.value == place.item.value)
            else {
                out.found(RULE, format!("no record is named `{}`", place.item.value))
                    .at(place.item.span, "expected the record that states the byte order");
                return;
            };
            let fields = owner.fields.iter().map(|field| field.common.name.value.as_str());
            super::super::cx::known(RULE, Some(&place.field), "field", fields, out);
            if let Some(owner) = cx.owner(&place.item.value) {
                super::check_parts(cx, &owner, (part, None), out);
            }
        }
        Expression::Number(_)
        | Expression::Text(_)
        | Expression::Bytes(_)
        | Expression::Hexadecimal(_)
        | Expression::Decimal(_)
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
            out.found(RULE, "the byte order can depend only on numbers of records")
                .at(format.common.name.span, "in `byte_order`")
                .help("compare a field of a record with a number");
        }
    });
}
