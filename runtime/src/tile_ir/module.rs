//! A whole module, owned: to build, edit and write.

use super::body::Body;
use super::generated::{
    Attribute, ConstantId, DebugEntry, DebugId, Features, Global, StringId, Type, TypeId, Version,
};
use crate::error::{Error, ErrorKind, Result};
use crate::small::ThinVec;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A module, owned.
///
/// Strings, types, constants and debug entries stand in tables and are referred to by index; asking
/// for one that is there already gives the same index. What a file had in a table stays there under
/// its index, used or not.
#[derive(Clone, Debug)]
pub struct Module {
    /// The version that [`Module::encode`](super::Module::encode) writes unless told otherwise.
    pub version: Version,
    /// The features that the header announces.
    pub features: Features,
    /// The functions in order.
    pub functions: Vec<Function>,
    /// The global variables in order.
    pub globals: Vec<Global>,
    /// The name of the program that made the module.
    pub producer: Option<StringId>,
    /// How the file was laid out that the module was read from.
    pub layout: Option<Layout>,
    pub(super) strings: Vec<Box<[u8]>>,
    pub(super) types: Vec<Type>,
    pub(super) constants: Vec<Box<[u8]>>,
    pub(super) debug: Vec<DebugEntry>,
    index: Index,
}

/// Finds entries by content; built when first asked.
#[derive(Clone, Debug, Default)]
struct Index {
    strings: HashMap<Box<[u8]>, StringId>,
    constants: HashMap<Box<[u8]>, ConstantId>,
    types: HashMap<u64, Vec<TypeId>>,
    debug: HashMap<u64, Vec<DebugId>>,
    /// Entries of the tables that are in the index.
    done: [usize; 4],
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The name.
    pub name: StringId,
    /// The signature, a function type.
    pub signature: TypeId,
    /// Not visible outside the file.
    pub private: bool,
    /// A kernel that the host can launch.
    pub kernel: bool,
    /// The body is implemented outside the file.
    pub extern_implementation: bool,
    /// Hints by architecture, an `OptimizationHints` attribute.
    pub hints: Option<Attribute>,
    /// Attributes of the parameters, an `Array` of `Dictionary` attributes.
    pub arg_attrs: Attribute,
    /// Compile-time parameters of a preview function that is not a kernel.
    pub const_params: Option<Attribute>,
    /// The function has a list of locations: its own and those of its operations.
    pub has_locations: bool,
    /// The function's own location.
    pub location: Option<DebugId>,
    /// The operations.
    pub body: Body,
}

/// How a file is laid out, as far as it does not follow from the content.
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
    /// Location indices and lists of the debug section that are not one list a function in order.
    pub debug: Option<DebugLayout>,
    /// Bytes of entries of the type, constant and debug tables after their last field.
    pub rests: [HashMap<u32, Vec<u8>>; 3],
    /// Bytes before the first entry of the string, type, constant and debug tables.
    pub gaps: [Vec<u8>; 4],
    /// Header bits and sections that were carried as bytes: their sum.
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
    /// The payload, where it is carried as bytes: of an unknown id, or of a section that a later
    /// one of the same id replaces.
    pub payload: Option<Vec<u8>>,
}

/// The lists of a debug section as they stood in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugLayout {
    /// The location index of each function.
    pub locations: Vec<u32>,
    /// Start of each list, counted in elements.
    pub function_offsets: Vec<u32>,
    /// All lists.
    pub indices: Vec<u64>,
}

fn hash(value: &impl std::fmt::Debug) -> u64 {
    // Types and debug entries hold lists that are not hashable as a whole; their text is.
    let mut hasher = DefaultHasher::new();
    format!("{value:?}").hash(&mut hasher);
    hasher.finish()
}

fn next(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
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
            index: Index::default(),
        }
    }

    /// The index of a string, which is added when it is not there.
    pub fn string(&mut self, text: impl AsRef<[u8]>) -> StringId {
        for (position, text) in self.strings.iter().enumerate().skip(self.index.done[0]) {
            self.index.strings.entry(text.clone()).or_insert(StringId(next(position)));
        }
        let text = text.as_ref();
        let id = match self.index.strings.get(text) {
            Some(&id) => id,
            None => {
                let id = StringId(next(self.strings.len()));
                self.strings.push(text.into());
                self.index.strings.insert(text.into(), id);
                id
            }
        };
        self.index.done[0] = self.strings.len();
        id
    }

    /// The index of a type, which is added when it is not there.
    pub fn ty(&mut self, ty: Type) -> TypeId {
        for (position, ty) in self.types.iter().enumerate().skip(self.index.done[1]) {
            self.index.types.entry(hash(ty)).or_default().push(TypeId(next(position)));
        }
        let same = self.index.types.entry(hash(&ty)).or_default();
        let found = same.iter().copied().find(|id| self.types.get(id.0 as usize) == Some(&ty));
        let id = found.unwrap_or_else(|| {
            let id = TypeId(next(self.types.len()));
            same.push(id);
            self.types.push(ty);
            id
        });
        self.index.done[1] = self.types.len();
        id
    }

    /// The index of a constant's element bytes, which are added when they are not there.
    pub fn constant(&mut self, bytes: impl AsRef<[u8]>) -> ConstantId {
        for (position, bytes) in self.constants.iter().enumerate().skip(self.index.done[2]) {
            self.index.constants.entry(bytes.clone()).or_insert(ConstantId(next(position)));
        }
        let bytes = bytes.as_ref();
        let id = match self.index.constants.get(bytes) {
            Some(&id) => id,
            None => {
                let id = ConstantId(next(self.constants.len()));
                self.constants.push(bytes.into());
                self.index.constants.insert(bytes.into(), id);
                id
            }
        };
        self.index.done[2] = self.constants.len();
        id
    }

    /// The index of a debug entry, which is added when it is not there.
    pub fn debug(&mut self, entry: DebugEntry) -> DebugId {
        for (position, entry) in self.debug.iter().enumerate().skip(self.index.done[3]) {
            self.index.debug.entry(hash(entry)).or_default().push(DebugId(next(position)));
        }
        let same = self.index.debug.entry(hash(&entry)).or_default();
        let found = same.iter().copied().find(|id| self.debug.get(id.0 as usize) == Some(&entry));
        let id = found.unwrap_or_else(|| {
            let id = DebugId(next(self.debug.len()));
            same.push(id);
            self.debug.push(entry);
            id
        });
        self.index.done[3] = self.debug.len();
        id
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

    /// All constants: their element bytes.
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

    /// The function with a name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| {
            self.string_at(function.name).is_ok_and(|found| found == name.as_bytes())
        })
    }

    /// The function at a place among the functions.
    pub(super) fn function_at(&self, index: usize) -> Result<&Function> {
        let missing = || no_function(index, self.functions.len());
        self.functions.get(index).ok_or_else(missing)
    }

    /// The function at a place among the functions, to change it.
    pub(super) fn function_at_mut(&mut self, index: usize) -> Result<&mut Function> {
        let len = self.functions.len();
        self.functions.get_mut(index).ok_or_else(|| no_function(index, len))
    }

    /// Number of bytes of the file it was read from that were carried without being decoded.
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
    /// A kernel without operations; its signature must be a function type with these parameters.
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

#[cold]
fn no_function(index: usize, len: usize) -> Error {
    let (found, len) = (index as u64, len as u64);
    Error::new(ErrorKind::Index { table: "function", found, len })
}

pub(super) fn entry<'t, T>(table: &'t [T], index: u32, name: &'static str) -> Result<&'t T> {
    table.get(index as usize).ok_or_else(|| {
        Error::new(ErrorKind::Index {
            table: name,
            found: u64::from(index),
            len: table.len() as u64,
        })
    })
}
