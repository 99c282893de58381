//! What the owner of the format of seals writes by hand: the contexts and the codecs.

#[cfg(test)]
use crate::seals::examples::Example;
use crate::seals::{Feature, NameId, Version};
use bytespec::Result;

/// What reading needs.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub names: &'a [&'a str],
}

impl Context<'_> {
    pub fn version(&self) -> Version {
        Version::LATEST
    }

    #[allow(dead_code, reason = "for fields that need a feature")]
    pub fn has_feature(&self, _: Feature) -> bool {
        false
    }
}

/// What writing needs.
#[derive(Debug)]
pub struct Encoder<'a> {
    pub names: &'a [&'a str],
}

impl Encoder<'_> {
    pub fn version(&self) -> Version {
        Version::LATEST
    }

    pub fn name_index(&mut self, id: NameId) -> Result<u32> {
        match self.names.get(id.0 as usize) {
            Some(_) => Ok(id.0),
            None => Err(bytespec::Error::invalid("nobody has this name")),
        }
    }
}

/// Gives the contexts for an example of the schema.
#[cfg(test)]
pub fn example(_: &Example, attempt: &mut dyn FnMut(&Context<'_>, &mut Encoder<'_>)) {
    let names = &["Ann", "Bob"];
    attempt(&Context { names }, &mut Encoder { names });
}

/// Codecs that the schema names and does not describe.
pub mod codec {
    use super::{Context, Encoder};
    use bytespec::wire::{Cursor, Writer};
    use bytespec::{Error, Result};
    use std::fmt;

    /// Characters, owned.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Text(pub(crate) String);

    /// What is borrowed from the input.
    pub mod view {
        /// Characters.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Text<'a>(pub(crate) &'a str);

        impl Text<'_> {
            pub fn to_owned(self) -> super::Text {
                super::Text(self.0.to_owned())
            }
        }
    }

    impl fmt::Display for view::Text<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{:?}", self.0)
        }
    }

    fn text<'a>(cursor: &mut Cursor<'a>, len: usize) -> Result<view::Text<'a>> {
        let start = cursor.position();
        let text = std::str::from_utf8(cursor.bytes(len)?);
        text.map(view::Text).map_err(|_| Error::invalid("no characters").or_at(start))
    }

    pub fn read_text<'a>(cursor: &mut Cursor<'a>, _: &Context<'a>) -> Result<view::Text<'a>> {
        let len = cursor.prefix()?;
        let len = cursor.check_count(len, 1)?;
        text(cursor, len)
    }

    pub fn write_text(writer: &mut Writer, _: &mut Encoder<'_>, value: &Text) -> Result<()> {
        writer.prefix(value.0.len() as u64);
        writer.bytes(value.0.as_bytes());
        Ok(())
    }

    pub fn read_padded<'a>(
        cursor: &mut Cursor<'a>,
        _: &Context<'a>,
        len: u8,
    ) -> Result<view::Text<'a>> {
        text(cursor, usize::from(len))
    }

    pub fn write_padded(
        writer: &mut Writer,
        _: &mut Encoder<'_>,
        value: &Text,
        len: u8,
    ) -> Result<()> {
        if value.0.len() != usize::from(len) {
            return Err(Error::invalid("the motto has another length"));
        }
        writer.bytes(value.0.as_bytes());
        Ok(())
    }
}
