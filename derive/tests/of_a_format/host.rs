//! What the owner of the format of shelves writes in Rust: the contexts, and the types that he derives.

use crate::shelf::{Feature, Version};

/// What reading needs.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub version: Version,
    /// Names in the file.
    pub names: &'a [&'a str],
}

impl Context<'_> {
    pub fn version(&self) -> Version {
        self.version
    }

    #[allow(dead_code, reason = "for fields that need a feature")]
    pub fn has_feature(&self, _: Feature) -> bool {
        false
    }
}

/// What writing needs.
#[derive(Debug)]
pub struct Encoder<'a> {
    pub version: Version,
    /// Names in the file.
    pub names: &'a [&'a str],
}

impl Encoder<'_> {
    pub fn version(&self) -> Version {
        self.version
    }

    #[allow(dead_code, reason = "for fields that need a feature")]
    pub fn has_feature(&self, _: Feature) -> bool {
        false
    }
}

/// Gives the contexts for an example of the schema.
pub fn example(
    example: &crate::shelf::examples::Example,
    attempt: &mut dyn FnMut(&Context<'_>, &mut Encoder<'_>),
) {
    let version = example.version;
    attempt(&Context { version, names: &[] }, &mut Encoder { version, names: &[] });
}

/// The number of a name in the file, for `with`.
pub mod name {
    use super::{Context, Encoder};
    use bytespec::wire::{Cursor, Writer};
    use bytespec::{Error, Result};

    fn known(number: u8, names: &[&str]) -> Result<u8> {
        match names.get(usize::from(number)) {
            Some(_) => Ok(number),
            None => Err(Error::invalid("nobody has this name")),
        }
    }

    pub fn read(cursor: &mut Cursor<'_>, cx: &Context<'_>) -> Result<u8> {
        known(cursor.u8()?, cx.names)
    }

    pub fn write(value: &u8, writer: &mut Writer, cx: &mut Encoder<'_>) -> Result<()> {
        writer.u8(known(*value, cx.names)?);
        Ok(())
    }
}

/// Types of the schema that read and write themselves.
pub mod codec {
    use crate::shelf::{self, Binding};
    use bytespec::BytecodeRecord;
    use std::fmt;

    /// Of no format: any context reads it.
    #[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Position {
        pub row: u8,
        #[bytecode(wire = "varint<u32>")]
        pub column: u32,
    }

    impl fmt::Display for Position {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}/{}", self.row, self.column)
        }
    }

    /// Of the format: it holds a type of the schema that holds it.
    #[derive(BytecodeRecord, Clone, Debug, PartialEq)]
    #[bytecode(format = shelf)]
    pub struct Note {
        pub text: String,
        pub on: Binding,
    }

    /// What is borrowed from the input.
    pub mod view {
        use super::{Binding, BytecodeRecord, fmt, shelf};

        #[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
        #[bytecode(format = shelf)]
        pub struct Note<'a> {
            pub text: &'a str,
            pub on: Binding,
        }

        impl Note<'_> {
            pub fn to_owned(self) -> super::Note {
                super::Note { text: self.text.to_owned(), on: self.on }
            }
        }

        impl fmt::Display for Note<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?} on {}", self.text, self.on.name())
            }
        }
    }
}
