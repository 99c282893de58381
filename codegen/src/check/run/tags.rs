//! `expression`: the fields with tags of a union contain the tags of its variants.

use super::scope::{At, Kind, RULE, Scopes};
use crate::ast::{Expression, Field, Union};
use crate::builtin::encoding;
use crate::check::cx::{Named, integer_range};
use crate::diagnostics::Diagnostics;
use bytespec_plan::Encoding;

impl<'a> Scopes<'_, 'a, '_> {
    /// The tag of a union is a number, or a field with bytes.
    pub(super) fn tagged(
        &self,
        at: &At<'_, 'a>,
        tag: &Expression,
        union: &Union,
        out: &mut Diagnostics,
    ) {
        let before = out.len();
        let kind = if matches!(tag, Expression::Field(_)) || tag.path().is_some() {
            let Some(source) = self.source(at, tag, out) else { return };
            self.in_range(source, at.field, union, out);
            self.members(source, at.field, union, out);
            self.tag_in_bytes(source, at.field, union, out);
            self.of_field(source)
        } else {
            self.expression(at, tag, out);
            Kind::Number
        };
        if out.len() == before {
            self.tag(at.field, union, kind, out);
        }
    }

    /// Tags are texts if bytes contain them, and numbers if a number does.
    fn tag(&self, field: &Field, union: &Union, kind: Kind, out: &mut Diagnostics) {
        let of_union = self.graph.cx.variants(union);
        let tags = of_union.flat_map(|variant| &variant.tags).filter(|tag| !tag.is_any());
        let texts: Vec<bool> = tags.map(|tag| tag.bytes().is_some()).collect();
        let by_bytes = texts.first().copied().unwrap_or(kind == Kind::Bytes);
        if texts.iter().any(|text| *text != by_bytes) {
            let name = &union.common.name;
            out.found(RULE, format!("tags of `{}` are both numbers and texts", name.value))
                .at(name.span, "one field contains all of them");
            return;
        }
        let fits = match kind {
            Kind::Number | Kind::Index => !by_bytes,
            Kind::Bytes => by_bytes,
            _ => false,
        };
        if !fits {
            let expected = if by_bytes { "bytes or text" } else { "a number" };
            let name = &union.common.name.value;
            let found = out
                .found(RULE, format!("`{name}` cannot take its tag from this field"))
                .at(field.ty.span, format!("expected an earlier field that is {expected}"));
            let mut tags = self.graph.cx.variants(union).flat_map(|variant| &variant.tags);
            if let Some(tag) = tags.next().filter(|_| kind == Kind::Bytes) {
                let number = tag.number.value;
                found
                    .at(tag.number.span, "a number, but the field is bytes or a text")
                    .help(format!("write the tag as a text: `tag: \"{number}\"`"));
            }
        }
    }

    /// The number that gives the tag can be each tag.
    fn in_range(&self, source: &Field, field: &Field, union: &Union, out: &mut Diagnostics) {
        let ty = match self.graph.cx.named(&source.ty.name) {
            Some(Named::Enum(item)) => item.wire.as_ref(),
            _ => Some(&source.ty),
        };
        let Some((low, high)) = ty.and_then(integer_range) else { return };
        for tag in self.graph.cx.variants(union).flat_map(|variant| &variant.tags) {
            let numbers = [Some(&tag.number), tag.last.as_ref()].into_iter().flatten();
            let mut outside = numbers.filter(|number| !(low..=high).contains(&number.value));
            if let Some(number) = outside.next().filter(|_| !tag.is_any() && tag.text.is_none()) {
                let found = out
                    .found(RULE, format!("`{}` never equals this tag", source.common.name.value))
                    .at(number.span, format!("expected {low} to {high}"))
                    .at(source.ty.span, "the type of the number")
                    .at(field.ty.span, "gives the tag");
                let negative = number.value + low - high - 1;
                if low < 0 && (low..0).contains(&negative) {
                    found.help(format!("write `{negative}`, which has the same bits"));
                }
            }
        }
    }

    /// Tags that are words are members of the enum of each field that gives a tag.
    fn members(&self, source: &Field, field: &Field, union: &Union, out: &mut Diagnostics) {
        let name = source.names.as_ref().map_or(&source.ty.name, |names| &names.value);
        let of_enum = match self.graph.cx.named(name) {
            Some(Named::Enum(item)) => Some(item),
            _ => None,
        };
        for tag in self.graph.cx.variants(union).flat_map(|variant| &variant.tags) {
            let span = tag.number.span;
            match (&tag.member, of_enum, &tag.text) {
                (Some(member), found, _)
                    if found.is_none_or(|own| own.common.name.value != member.item) =>
                {
                    out.found(
                        RULE,
                        format!("`{}` cannot contain this tag", source.common.name.value),
                    )
                    .at(span, format!("a member of `{}`", member.item))
                    .at(source.ty.span, "its type")
                    .at(field.ty.span, "contains the tag")
                    .help(format!("give it the type `{}`, or write tags as numbers", member.item));
                }
                (_, Some(item), Some(text)) => {
                    let item_name = &item.common.name.value;
                    let members =
                        item.members.iter().map(|member| member.common.name.value.as_str());
                    out.found(RULE, format!("no member of `{item_name}` is named `{text}`"))
                        .at(span, "the tag of a variant")
                        .at(field.ty.span, "gives the tag")
                        .suggest(text, members);
                }
                _ => {}
            }
        }
    }

    /// The bytes of a tag are within the item, do not begin with zeros, and have the size of the variants' tags.
    fn tag_in_bytes(&self, source: &Field, field: &Field, union: &Union, out: &mut Diagnostics) {
        let name = &source.common.name.value;
        if let Some(&Expression::Number(size)) = source.run().bytes() {
            self.fit(union, (source, size), out);
        }
        let of = encoding(&source.ty.name);
        if self.of_field(source) != Kind::Bytes {
            return;
        }
        // A tag is a number, which does not have zeros at the start.
        if matches!(of, Some(Encoding::Utf16Big | Encoding::Utf32Big)) {
            out.found(RULE, format!("`{name}` cannot contain a tag"))
                .at(field.ty.span, "expected earlier bytes of the item")
                .at(source.common.name.span, "has zeros before each character")
                .help("use a field of type `bytes` or `latin1`");
            return;
        }
        self.encoded(union, source, of.unwrap_or(Encoding::Utf8), out);
    }

    /// Tags that are texts have the same bytes in all fields that contain them.
    fn encoded(&self, union: &Union, source: &Field, of: Encoding, out: &mut Diagnostics) {
        let (name, word) = (&source.common.name, of.word());
        for tag in self.graph.cx.variants(union).flat_map(|variant| &variant.tags) {
            let Some((text, bytes)) = tag.text.as_ref().zip(tag.bytes()) else { continue };
            let (why, help) = match of.encode(text) {
                None => (
                    format!("`{word}` lacks a character of it"),
                    "use another encoding, or the type `bytes`",
                ),
                Some(own) if own != bytes => (
                    format!("has other bytes in `{word}` than in `{}`", tag.encoding.word()),
                    "use one encoding for all fields with tags of the union",
                ),
                Some(_) => continue,
            };
            out.found(RULE, format!("`{}` cannot contain this tag", name.value))
                .at(tag.number.span, why)
                .at(name.span, "contains the tag")
                .help(help);
        }
    }

    /// Tags that are texts have the length of the field with the tag. In a padded field they can be shorter.
    fn fit(&self, union: &Union, (source, size): (&Field, u64), out: &mut Diagnostics) {
        let tags = self.graph.cx.variants(union).flat_map(|variant| &variant.tags);
        for (tag, bytes) in tags.filter_map(|tag| Some((&tag.number, tag.bytes()?))) {
            let length = bytes.len() as u64;
            let fits = length == size || length < size && source.run().filled().is_some();
            if !fits {
                let name = &source.common.name;
                out.found(RULE, format!("`{}` never equals this tag", name.value))
                    .at(tag.span, format!("size in bytes: {length}"))
                    .at(name.span, format!("size in bytes: {size}"))
                    .help(
                        "a tag is the text itself, with all spaces and without additional quotes",
                    );
            }
        }
    }
}
