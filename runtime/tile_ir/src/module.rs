//! An owned module, to build, edit and write.

pub(crate) mod arguments;
pub(crate) mod body;
pub(crate) mod functions;
pub(crate) mod read;
pub(crate) mod uses;
pub(crate) mod walks;

use super::generated::{
    Attribute, ConstantId, DebugEntry, DebugId, Features, Global, StringId, Type, TypeId, Version,
};
use crate::module::body::Body;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::interner::Interner;
use bytespec_core::small::ThinVec;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};

/// An owned module.
///
/// Strings, types, constants and debug entries are stored in tables and referred to by index. Adding an entry that a table
/// already has returns its index. Entries that were read from a file keep their indices, even if nothing refers to them.
#[derive(Clone, Debug)]
pub struct Module {
    /// The default version of [`Module::write`](super::Module::write).
    pub version: Version,
    /// The features in the header.
    pub features: Features,
    /// The functions in order.
    pub functions: Vec<Function>,
    /// The global variables in order.
    pub globals: Vec<Global>,
    /// The name of the program that created the module.
    pub producer: Option<StringId>,
    /// The layout of the file from which the module was read.
    pub layout: Option<Layout>,
    pub(super) strings: Vec<Box<[u8]>>,
    pub(super) types: Vec<Type>,
    pub(super) constants: Vec<Box<[u8]>>,
    pub(super) debug: Vec<DebugEntry>,
    known: Interners,
}

/// The interners of the tables.
#[derive(Clone, Debug, Default)]
struct Interners {
    strings: Interner,
    types: Interner,
    constants: Interner,
    debug: Interner,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The name.
    pub name: StringId,
    /// The signature, a function type.
    pub signature: TypeId,
    /// Whether it is invisible outside the file.
    pub private: bool,
    /// Whether it is a kernel, which the host can launch.
    pub kernel: bool,
    /// Whether its body is implemented outside the file.
    pub extern_implementation: bool,
    /// Hints by architecture: an `OptimizationHints` attribute.
    pub hints: Option<Attribute>,
    /// Attributes of the parameters: an `Array` of `Dictionary` attributes.
    pub arg_attrs: Attribute,
    /// Compile-time parameters of a preview function that is not a kernel.
    pub const_params: Option<Attribute>,
    /// Whether the function has a list of locations: its own and those of its operations.
    pub has_locations: bool,
    /// The function's own location.
    pub location: Option<DebugId>,
    /// The operations.
    pub body: Body,
}

/// The layout of a file, as far as the content does not determine it.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The sections in order.
    pub sections: Vec<SectionLayout>,
    /// Bytes after the last function.
    pub function_tail: Vec<u8>,
    /// Bytes after the last global.
    pub global_tail: Vec<u8>,
    /// Bytes after the producer.
    pub producer_tail: Vec<u8>,
    /// Location indices and lists of the debug section, unless they are one list for each function, in order.
    pub debug: Option<DebugLayout>,
    /// Bytes of entries of the type, constant and debug tables after their last field, by index.
    pub rests: [HashMap<u32, Vec<u8>>; 3],
    /// Bytes before the first entry of the string, type, constant and debug tables.
    pub gaps: [Vec<u8>; 4],
    /// The number of bytes that were not decoded: sections with an unknown id, sections that a later one replaces, `gaps`,
    /// `rests`, and tails other than filler.
    pub opaque: usize,
}

/// A section of a [`Layout`].
#[derive(Clone, Debug, PartialEq)]
pub struct SectionLayout {
    /// The id.
    pub id: u8,
    /// The alignment in the header, in bytes.
    pub alignment: Option<u64>,
    /// The filler before the payload.
    pub padding: Vec<u8>,
    /// The payload, if it is kept as bytes: for an unknown id, or a section that a later one of the same id replaces.
    pub payload: Option<Vec<u8>>,
}

/// The lists of a debug section as they are in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugLayout {
    /// The location index of each function.
    pub locations: Vec<u32>,
    /// The start of each list, as an index into `indices`.
    pub function_offsets: Vec<u32>,
    /// All lists.
    pub indices: Vec<u64>,
}

/// A type or a debug entry, hashed by its debug output, because its lists are not hashable.
#[derive(PartialEq)]
struct Shown<'v, T>(&'v T);

impl<T: fmt::Debug> Hash for Shown<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        struct Written<'h, H>(&'h mut H);
        impl<H: Hasher> fmt::Write for Written<'_, H> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0.write(text.as_bytes());
                Ok(())
            }
        }
        // Writing to a hasher cannot fail.
        let _ = fmt::write(&mut Written(state), format_args!("{:?}", self.0));
    }
}

/// The number of an entry that is appended.
fn push<T>(table: &mut Vec<T>, entry: T) -> u32 {
    table.push(entry);
    u32::try_from(table.len() - 1).unwrap_or(u32::MAX)
}

impl Module {
    /// A module without functions.
    #[must_use]
    pub fn new(version: Version) -> Self {
        Module {
            version,
            features: Features::NONE,
            functions: Vec::new(),
            globals: Vec::new(),
            producer: None,
            layout: None,
            strings: Vec::new(),
            types: Vec::new(),
            constants: Vec::new(),
            debug: Vec::new(),
            known: Interners::default(),
        }
    }

    /// The index of a string; adds the string if the table does not have it.
    pub fn string(&mut self, text: impl AsRef<[u8]>) -> StringId {
        let text = text.as_ref();
        let content = |id: u32| self.strings.get(id as usize).map(|text| &**text);
        let found = self.known.strings.place(self.strings.len(), content, &Some(text));
        StringId(found.unwrap_or_else(|| push(&mut self.strings, text.into())))
    }

    /// The index of a type; adds the type if the table does not have it.
    pub fn ty(&mut self, ty: Type) -> TypeId {
        let content = |id: u32| self.types.get(id as usize).map(Shown);
        let found = self.known.types.place(self.types.len(), content, &Some(Shown(&ty)));
        TypeId(found.unwrap_or_else(|| push(&mut self.types, ty)))
    }

    /// The index of a constant's element bytes; adds them if the table does not have them.
    pub fn constant(&mut self, bytes: impl AsRef<[u8]>) -> ConstantId {
        let bytes = bytes.as_ref();
        let content = |id: u32| self.constants.get(id as usize).map(|bytes| &**bytes);
        let found = self.known.constants.place(self.constants.len(), content, &Some(bytes));
        ConstantId(found.unwrap_or_else(|| push(&mut self.constants, bytes.into())))
    }

    /// The index of a debug entry; adds the entry if the table does not have it.
    pub fn debug(&mut self, entry: DebugEntry) -> DebugId {
        let content = |id: u32| self.debug.get(id as usize).map(Shown);
        let found = self.known.debug.place(self.debug.len(), content, &Some(Shown(&entry)));
        DebugId(found.unwrap_or_else(|| push(&mut self.debug, entry)))
    }

    /// All strings.
    #[must_use]
    pub fn strings(&self) -> &[Box<[u8]>] {
        &self.strings
    }

    /// All types.
    #[must_use]
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// The element bytes of all constants.
    #[must_use]
    pub fn constants(&self) -> &[Box<[u8]>] {
        &self.constants
    }

    /// All debug entries.
    #[must_use]
    pub fn debug_entries(&self) -> &[DebugEntry] {
        &self.debug
    }

    /// The type at an index.
    ///
    /// # Errors
    /// An index past the table.
    pub fn type_at(&self, id: TypeId) -> Result<&Type> {
        entry(&self.types, id.0, "type")
    }

    /// The string at an index.
    ///
    /// # Errors
    /// An index past the table.
    pub fn string_at(&self, id: StringId) -> Result<&[u8]> {
        entry(&self.strings, id.0, "string").map(|text| &**text)
    }

    /// The element bytes of the constant at an index.
    ///
    /// # Errors
    /// An index past the table.
    pub fn constant_at(&self, id: ConstantId) -> Result<&[u8]> {
        entry(&self.constants, id.0, "constant").map(|bytes| &**bytes)
    }

    /// Number of bytes of the original file that were kept without decoding.
    #[must_use]
    pub fn opaque_bytes(&self) -> usize {
        let entries = self.debug.iter().map(|entry| match entry {
            DebugEntry::Opaque { bytes, .. } => bytes.len(),
            _ => 0,
        });
        entries.sum::<usize>() + self.layout.as_ref().map_or(0, |layout| layout.opaque)
    }
}

impl Function {
    /// A kernel without operations. Its signature must be a function type with these parameters.
    #[must_use]
    pub fn kernel(name: StringId, signature: TypeId, params: &[TypeId]) -> Self {
        Function {
            name,
            signature,
            private: false,
            kernel: true,
            extern_implementation: false,
            hints: None,
            arg_attrs: Attribute::Array { elements: ThinVec::new() },
            const_params: None,
            has_locations: false,
            location: None,
            body: Body::new(params),
        }
    }
}

pub(super) fn entry<'t, T>(table: &'t [T], index: u32, name: &'static str) -> Result<&'t T> {
    table.get(index as usize).ok_or_else(|| {
        Error::new(ErrorKind::Index {
            table: name.into(),
            found: u64::from(index),
            len: table.len() as u64,
        })
    })
}
