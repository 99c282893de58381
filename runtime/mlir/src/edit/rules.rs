//! Restrictions in the definitions of builtin types and attributes. They apply to entries that you add, in memory or in text.
//!
//! Entries of a file are not checked: `mlir-opt` 22 reads and prints entries that it would refuse in text (observed).

use crate::BUILTIN;
use crate::generated::{
    AttributeEntry, AttributeId, BuiltinAttribute, BuiltinType, TypeEntry, TypeId, view,
};
use crate::module::Module;
use crate::tables::entry::{Attribute, Type};
use bytespec_core::dimension::DYNAMIC;
use bytespec_core::error::{EntryFault, Error, ErrorKind, Result};

/// The widest integer, in bits (`IntegerType::kMaxWidth` of LLVM 22).
pub(crate) const MAX_WIDTH: u64 = (1 << 24) - 1;

/// The size of an index of a sparse element, in bytes.
const INDEX_BYTES: usize = size_of::<i64>();

/// The class of a type when it is used as an element type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Integer,
    Float,
    Index,
    Complex,
    Vector,
    MemRef,
    /// A type of another dialect, which has rules of its own, or an unknown type.
    Foreign,
    /// A type that is not a valid element type of any builtin type.
    Other(&'static str),
}

impl Class {
    fn of(ty: &Type<'_>) -> Class {
        use view::BuiltinType as T;
        let Type::Typed(view::TypeEntry::Builtin(ty)) = ty else { return Class::Foreign };
        match ty {
            T::IntegerType { .. } => Class::Integer,
            T::IndexType => Class::Index,
            T::ComplexType { .. } => Class::Complex,
            T::VectorType { .. }
            | T::VectorTypeWithNumScalableDims { .. }
            | T::VectorTypeWithScalableDims { .. } => Class::Vector,
            T::MemRefType { .. }
            | T::MemRefTypeWithMemSpace { .. }
            | T::UnrankedMemRefType { .. }
            | T::UnrankedMemRefTypeWithMemSpace { .. } => Class::MemRef,
            T::FunctionType { .. } | T::GraphType { .. } => Class::Other("function"),
            T::NoneType => Class::Other("none"),
            T::TokenType => Class::Other("token"),
            T::TupleType { .. } => Class::Other("tuple"),
            T::RankedTensorType { .. }
            | T::RankedTensorTypeWithEncoding { .. }
            | T::UnrankedTensorType { .. } => Class::Other("tensor"),
            _ => Class::Float,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Class::Integer => "integer",
            Class::Float => "float",
            Class::Index => "index",
            Class::Complex => "complex",
            Class::Vector => "vector",
            Class::MemRef => "memref",
            Class::Foreign => "another dialect",
            Class::Other(name) => name,
        }
    }
}

/// A type with an element type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Complex,
    Vector,
    Tensor,
    MemRef,
}

impl Around {
    fn name(self) -> &'static str {
        match self {
            Around::Complex => "complex",
            Around::Vector => "vector",
            Around::Tensor => "tensor",
            Around::MemRef => "memref",
        }
    }

    /// Whether a type of the class is a valid element type (`ComplexType::verify`, and `isValidElementType` of the shaped
    /// types).
    fn takes(self, class: Class) -> bool {
        match class {
            Class::Integer | Class::Float | Class::Foreign => true,
            Class::Index => self != Around::Complex,
            Class::Complex | Class::Vector => matches!(self, Around::Tensor | Around::MemRef),
            Class::MemRef => self == Around::MemRef,
            Class::Other(_) => false,
        }
    }

    /// The least size of a dimension.
    fn least(self) -> i64 {
        if self == Around::Vector { 1 } else { 0 }
    }
}

/// The number of items in a comma-separated list before a character.
fn listed_before(text: &[u8], end: u8) -> u64 {
    let list: Vec<u8> = text.iter().copied().take_while(|byte| *byte != end).collect();
    match list.iter().all(u8::is_ascii_whitespace) {
        true => 0,
        false => list.iter().filter(|byte| **byte == b',').count() as u64 + 1,
    }
}

fn refused(fault: EntryFault) -> Error {
    Error::new(ErrorKind::Entry(fault))
}

impl Module<'_> {
    /// Refuses a builtin type that its definition does not allow.
    pub(super) fn check_made_type(&self, ty: &TypeEntry) -> Result<()> {
        use BuiltinType as T;
        let TypeEntry::Builtin(ty) = ty else { return Ok(()) };
        match ty {
            T::IntegerType { width, .. } if *width > MAX_WIDTH => {
                Err(refused(EntryFault::Width { found: *width, max: MAX_WIDTH }))
            }
            T::ComplexType { element } => self.check_elements(Around::Complex, &[], *element),
            T::VectorType { shape, element }
            | T::VectorTypeWithNumScalableDims { shape, element, .. }
            | T::VectorTypeWithScalableDims { shape, element, .. } => {
                self.check_elements(Around::Vector, shape, *element)
            }
            T::RankedTensorType { shape, element }
            | T::RankedTensorTypeWithEncoding { shape, element, .. } => {
                self.check_elements(Around::Tensor, shape, *element)
            }
            T::UnrankedTensorType { element } => self.check_elements(Around::Tensor, &[], *element),
            T::UnrankedMemRefType { element } => self.check_elements(Around::MemRef, &[], *element),
            T::UnrankedMemRefTypeWithMemSpace { memory_space, element } => {
                self.check_elements(Around::MemRef, &[], *element)?;
                self.check_memory_space(*memory_space)
            }
            T::MemRefType { shape, element, layout } => {
                self.check_elements(Around::MemRef, shape, *element)?;
                self.check_layout(shape.len(), *layout)
            }
            T::MemRefTypeWithMemSpace { memory_space, shape, element, layout } => {
                self.check_elements(Around::MemRef, shape, *element)?;
                self.check_layout(shape.len(), *layout)?;
                self.check_memory_space(*memory_space)
            }
            _ => Ok(()),
        }
    }

    fn check_elements(&self, around: Around, shape: &[i64], element: TypeId) -> Result<()> {
        let of = around.name();
        let is_size =
            |size: i64| size >= around.least() || size == DYNAMIC && around != Around::Vector;
        if let Some(found) = shape.iter().copied().find(|size| !is_size(*size)) {
            return Err(refused(EntryFault::Size { of, found }));
        }
        let class = Class::of(&self.ty(element)?);
        match around.takes(class) {
            true => Ok(()),
            false => Err(refused(EntryFault::Element { of, found: class.name() })),
        }
    }

    /// Refuses a builtin layout with another number of dimensions.
    fn check_layout(&self, rank: usize, layout: AttributeId) -> Result<()> {
        use view::BuiltinAttribute as A;
        let found = match self.attribute(layout)? {
            Attribute::Typed(view::AttributeEntry::Builtin(A::AffineMapAttr {
                num_dims, ..
            })) => Some(num_dims),
            Attribute::Typed(view::AttributeEntry::Builtin(A::StridedLayoutAttr {
                strides,
                ..
            })) => Some(strides.len() as u64),
            Attribute::Text { dialect, text } if dialect == BUILTIN.as_bytes() => {
                let listed = text.strip_prefix(b"affine_map<(").map(|rest| (rest, b')'));
                let listed = listed.or(text.strip_prefix(b"strided<[").map(|rest| (rest, b']')));
                listed.map(|(rest, end)| listed_before(rest, end))
            }
            _ => None,
        };
        let (rank, found) = (rank as u64, found.unwrap_or(rank as u64));
        if found == rank { Ok(()) } else { Err(refused(EntryFault::Layout { rank, found })) }
    }

    /// Refuses a builtin attribute that is not a memory space.
    fn check_memory_space(&self, space: AttributeId) -> Result<()> {
        use view::BuiltinAttribute as A;
        let fits = match self.attribute(space)? {
            Attribute::Typed(view::AttributeEntry::Builtin(attribute)) => matches!(
                attribute,
                A::IntegerAttr { .. }
                    | A::StringAttr { .. }
                    | A::StringAttrWithType { .. }
                    | A::DictionaryAttr { .. }
            ),
            Attribute::Text { dialect, .. } => dialect != BUILTIN.as_bytes(),
            _ => true,
        };
        if fits { Ok(()) } else { Err(refused(EntryFault::MemorySpace)) }
    }

    /// Refuses a builtin attribute that its definition does not allow.
    pub(super) fn check_made_attribute(&self, attribute: &AttributeEntry) -> Result<()> {
        let AttributeEntry::Builtin(BuiltinAttribute::SparseElementsAttr {
            r#type, indices, ..
        }) = attribute
        else {
            return Ok(());
        };
        let ty = self.ty(*r#type)?;
        let Some((shape, _)) = ty.sizes() else { return Ok(()) };
        let shape: Vec<i64> = shape.iter().collect();
        let indices = self.attribute(*indices)?;
        let Some(view::BuiltinAttribute::DenseIntOrFPElementsAttr { raw_data, .. }) =
            indices.builtin()
        else {
            return Ok(());
        };
        let numbers = raw_data.chunks_exact(INDEX_BYTES).map(|bytes| {
            bytes
                .iter()
                .rev()
                .fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
                .cast_signed()
        });
        // One number represents all elements.
        let is_one = raw_data.len() == INDEX_BYTES;
        for (place, found) in numbers.enumerate() {
            let rank = shape.len().max(1);
            let sizes = if is_one { 0..shape.len() } else { place % rank..place % rank + 1 };
            for dimension in sizes {
                let size = shape.get(dimension).copied().unwrap_or(0);
                if found < 0 || found >= size {
                    let (element, dimension) = ((place / rank) as u64, dimension as u64);
                    return Err(refused(EntryFault::Outside { element, dimension, found, size }));
                }
            }
        }
        Ok(())
    }
}
