//! The text of a file that an editor has open, and places in it as the protocol counts them.

use lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};
use std::ops::Range as Bytes;

/// How the client counts characters of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// The one that costs least, of those that a client offers.
    pub(super) fn of(offered: Option<&[PositionEncodingKind]>) -> Self {
        match offered.is_some_and(|kinds| kinds.contains(&PositionEncodingKind::UTF8)) {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn len(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// A text with its lines.
#[derive(Clone, Debug)]
pub(super) struct Text {
    text: String,
    /// Where lines begin.
    lines: Vec<usize>,
}

impl Text {
    pub(super) fn new(text: String) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Text { text, lines }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The byte of a position; one behind the end of its line is the end of the line.
    pub(super) fn byte(&self, position: Position, encoding: Encoding) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some(start) = self.lines.get(line).copied() else { return self.text.len() };
        let end = self.lines.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let mut left = usize::try_from(position.character).unwrap_or(usize::MAX);
        let mut at = start;
        for c in self.text[start..end].chars() {
            let len = encoding.len(c.encode_utf8(&mut [0; 4]));
            if left < len {
                break;
            }
            left -= len;
            at += c.len_utf8();
        }
        at
    }

    /// The position of a byte.
    pub(super) fn position(&self, byte: usize, encoding: Encoding) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.lines.partition_point(|start| *start <= byte).saturating_sub(1);
        let character = encoding.len(&self.text[self.lines[line]..byte]);
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(character) }
    }

    pub(super) fn range(&self, bytes: Bytes<usize>, encoding: Encoding) -> Range {
        let start = self.position(bytes.start, encoding);
        Range { start, end: self.position(bytes.end, encoding) }
    }

    /// Makes a change of the editor.
    pub(super) fn change(
        &mut self,
        change: TextDocumentContentChangeEvent,
        encoding: Encoding,
    ) -> Edit {
        let bytes = match change.range {
            Some(range) => {
                let start = self.byte(range.start, encoding);
                start..self.byte(range.end, encoding).max(start)
            }
            None => 0..self.text.len(),
        };
        let edit = Edit { bytes: bytes.clone(), len: change.text.len() };
        self.text.replace_range(bytes, &change.text);
        *self = Text::new(std::mem::take(&mut self.text));
        edit
    }

    /// The item around some bytes, from the mark of the list to that of the next one.
    pub(super) fn item(&self, bytes: Bytes<usize>) -> Bytes<usize> {
        let is_item = |start: &usize| self.text[*start..].starts_with("- ");
        let first = self.lines.partition_point(|start| *start <= bytes.start);
        let start = self.lines[..first].iter().rev().copied().find(is_item);
        let last = self.lines.partition_point(|start| *start <= bytes.end);
        let end = self.lines[last..].iter().copied().find(is_item);
        start.unwrap_or(0)..end.unwrap_or(self.text.len())
    }
}

/// What a change did to a text: which bytes went, and how many came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) bytes: Bytes<usize>,
    pub(super) len: usize,
}

impl Edit {
    /// Where some bytes are behind the change; none for those that it touches.
    pub(super) fn moved(&self, bytes: Bytes<usize>) -> Option<Bytes<usize>> {
        if bytes.end <= self.bytes.start {
            return Some(bytes);
        }
        let shift = |at: usize| at - self.bytes.len() + self.len;
        (bytes.start >= self.bytes.end).then(|| shift(bytes.start)..shift(bytes.end))
    }

    /// The bytes that came.
    pub(super) fn new_bytes(&self) -> Bytes<usize> {
        self.bytes.start..self.bytes.start + self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(range: [u32; 4], text: &str) -> TextDocumentContentChangeEvent {
        let [line, character, end_line, end] = range;
        let range = Range {
            start: Position { line, character },
            end: Position { line: end_line, character: end },
        };
        TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: text.into() }
    }

    #[test]
    fn positions_count_as_the_client_does() {
        let text = Text::new("a\n\u{1f600}é b\n".into());
        let at = text.as_str().find('b').unwrap();
        for (encoding, character) in [(Encoding::Utf16, 4), (Encoding::Utf8, 7)] {
            let position = Position { line: 1, character };
            assert_eq!(text.position(at, encoding), position);
            assert_eq!(text.byte(position, encoding), at);
        }
        let behind = Position { line: 0, character: 90 };
        assert_eq!(text.byte(behind, Encoding::Utf16), 1);
        assert_eq!(
            text.byte(Position { line: 9, character: 0 }, Encoding::Utf16),
            text.as_str().len()
        );
    }

    #[test]
    fn changes_are_made_and_reported() {
        let mut text = Text::new("- op: a\n- op: b\n  opcode: 1\n".into());
        let edit = text.change(change([1, 6, 1, 7], "cd"), Encoding::Utf16);
        assert_eq!(text.as_str(), "- op: a\n- op: cd\n  opcode: 1\n");
        assert_eq!(text.item(edit.new_bytes()), 8..text.as_str().len());
        assert_eq!(edit.moved(17..18), Some(18..19));
        assert_eq!(edit.moved(2..4), Some(2..4));
        assert_eq!(edit.moved(10..15), None);
    }
}
