//! Prints constants by their types.

use bytespec::tile_ir::view::Type;
use bytespec::tile_ir::{File, Spelling, TypeId};

/// The maximum number of elements of a constant that are listed.
const SHOWN: usize = 8;

/// A tile type with numeric elements.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    /// The number of elements.
    count: usize,
    element: TypeId,
    /// The text of the element type.
    spelled: String,
    /// The size of an element in bytes, and its width in bits.
    size: usize,
    bits: Option<u64>,
}

impl Tile {
    /// The tile type of a type; `None` if it is not a tile of numbers.
    pub(super) fn of(file: &File<'_>, ty: TypeId) -> Option<Self> {
        let Ok(Type::Tile { element, shape, .. }) = file.ty(ty) else { return None };
        let count = shape.iter().try_fold(1usize, |count, dimension| {
            usize::try_from(dimension).ok().and_then(|dimension| count.checked_mul(dimension))
        })?;
        let found = file.ty(element).ok()?;
        let size = usize::try_from(found.bytes()?).ok()?.max(1);
        let spelled = Spelling::new(file).ty(element);
        Some(Tile { count, element, spelled, size, bits: found.bits() })
    }

    /// The elements of a constant of this type; `None` if the bytes do not fit it.
    pub(super) fn elements(&self, file: &File<'_>, bytes: &[u8]) -> Option<String> {
        let Tile { count, element, ref spelled, size, bits } = *self;
        let packed = bits == Some(1) && (bytes.len() == 1 || bytes.len() != count);
        let (len, at): (usize, Box<dyn Fn(usize) -> u64 + '_>) = if packed {
            let splat = matches!(bytes, [0x00 | 0xff]);
            if !splat && bytes.len() != count.div_ceil(8) {
                return None;
            }
            let len = if splat { 1 } else { count };
            (len, Box::new(|index| u64::from(bytes[index / 8] >> (index % 8) & 1)))
        } else {
            let len = bytes.len() / size;
            if !bytes.len().is_multiple_of(size) || size > 8 || len != count && len != 1 {
                return None;
            }
            let at = move |index: usize| {
                let mut number = [0; 8];
                number[..size].copy_from_slice(&bytes[index * size..][..size]);
                u64::from_le_bytes(number)
            };
            (len, Box::new(at))
        };
        let spelling = Spelling::new(file);
        let spell = |index: usize| spelling.number(element, at(index));
        let text = match len {
            0 => return None,
            1 => spell(0),
            _ => {
                let mut parts: Vec<String> = (0..len.min(SHOWN)).map(spell).collect();
                if len > SHOWN {
                    parts.push(format!("... {len} elements"));
                }
                format!("[{}]", parts.join(", "))
            }
        };
        Some(format!("<{spelled}: {text}>"))
    }
}
