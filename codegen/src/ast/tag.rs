//! Tags of variants.

use super::described::MemberName;
use super::{Span, Spanned};
use bytespec_plan::Encoding;
use std::borrow::Cow;

/// A tag of a variant, or a range of tags.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The number on the wire, or the least one. For a text, its number as a tag ([`bytespec_plan::tag_of`]).
    pub number: Spanned<i128>,
    /// The greatest number of a range.
    pub last: Option<Spanned<i128>>,
    /// The text that the tag is.
    pub text: Option<String>,
    /// The encoding of the fields that contain the text.
    pub encoding: Encoding,
    /// The digits of a number in hexadecimal, as the schema has them.
    pub digits: Option<String>,
    /// The bytes of these digits, if fields with bytes contain the tag.
    pub raw: Option<Vec<u8>>,
    /// The member of an enum that the number is, if the schema names it.
    pub member: Option<MemberName>,
}

impl Tag {
    /// A text as a tag, in an encoding; in UTF-8 if the encoding lacks one of its characters, which `check` refuses.
    pub fn of_text(text: Spanned<String>, encoding: Encoding) -> Self {
        let bytes = encoded(&text.value, encoding);
        let number = Spanned::new(bytespec_plan::tag_of(&bytes).into(), text.span);
        Tag { text: Some(text.value), encoding, ..Tag::from(number) }
    }

    /// The range of all tags, numbers and texts.
    pub fn all(span: Span) -> (Spanned<i128>, Spanned<i128>) {
        (Spanned::new(0, span), Spanned::new(u64::MAX.into(), span))
    }

    /// Whether it stands for all tags that no other variant has.
    pub fn is_any(&self) -> bool {
        let last = self.last.as_ref().map(|last| last.value);
        self.number.value == 0 && last == Some(u64::MAX.into())
    }

    /// Bytes as a tag.
    pub fn of_bytes(bytes: Vec<u8>, span: Span) -> Self {
        let number = Spanned::new(bytespec_plan::tag_of(&bytes).into(), span);
        Tag { raw: Some(bytes), ..Tag::from(number) }
    }

    /// The bytes of a text, or those that it is.
    pub fn bytes(&self) -> Option<Cow<'_, [u8]>> {
        let raw = self.raw.as_deref().map(Cow::Borrowed);
        raw.or_else(|| self.text.as_ref().map(|text| encoded(text, self.encoding)))
    }
}

fn encoded(text: &str, encoding: Encoding) -> Cow<'_, [u8]> {
    encoding.encode(text).unwrap_or(Cow::Borrowed(text.as_bytes()))
}

impl From<Spanned<i128>> for Tag {
    fn from(number: Spanned<i128>) -> Self {
        let (last, text, encoding) = (None, None, Encoding::Utf8);
        Tag { number, last, text, encoding, digits: None, raw: None, member: None }
    }
}
