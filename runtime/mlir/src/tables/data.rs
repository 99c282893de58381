//! The bytes of a file and those that were added to it, by span.

/// A range of bytes: in the file or, from the file's length on, in the added bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) len: usize,
}

/// The bytes that spans refer to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Data<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) added: &'a [u8],
}

impl<'a> Data<'a> {
    /// The slice that contains a span, and the offset of the span in it. Offsets of errors count from the start of this slice,
    /// which is the file for everything that was read.
    pub(crate) fn slice(self, span: Span) -> (&'a [u8], usize) {
        match span.start.checked_sub(self.input.len()) {
            Some(start) if span.len > 0 || !self.added.is_empty() => (self.added, start),
            _ => (self.input, span.start),
        }
    }

    /// The bytes of a span; empty for a span out of range.
    pub(crate) fn bytes(self, span: Span) -> &'a [u8] {
        let (slice, start) = self.slice(span);
        slice.get(start..start + span.len).unwrap_or_default()
    }
}

/// An entry of the attribute table or of the type table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Entry {
    pub(crate) start: usize,
    pub(crate) len: u32,
    /// Dialect index; the top bit is set for a custom encoding.
    packed: u32,
}

const CUSTOM: u32 = 1 << 31;

impl Entry {
    pub(crate) fn new(dialect: u32, custom: bool, span: Span) -> Option<Entry> {
        if dialect >= CUSTOM {
            return None;
        }
        let packed = dialect | if custom { CUSTOM } else { 0 };
        Some(Entry { start: span.start, len: u32::try_from(span.len).ok()?, packed })
    }

    pub(crate) fn dialect(self) -> u32 {
        self.packed & !CUSTOM
    }

    pub(crate) fn custom(self) -> bool {
        self.packed & CUSTOM != 0
    }

    /// Whether it belongs to a dialect and is text.
    pub(crate) fn is_text_of(self, dialect: u32) -> bool {
        self.packed == dialect
    }

    pub(crate) fn span(self) -> Span {
        Span { start: self.start, len: self.len as usize }
    }
}
