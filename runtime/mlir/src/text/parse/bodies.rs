//! Parses attributes and types of dialects: text in brackets.

use super::super::super::generated::{TypeId, view};
use super::super::dialects::is_pretty;
use super::names::Meaning;
use super::parser::Parser;
use bytespec_core::error::{Error, ErrorKind, Result, TextFault};
use bytespec_core::text::bracket_end;
use bytespec_core::text::wrong::{breaks, too_deep};
use bytespec_core::wire::MAX_DEPTH;
use std::borrow::Cow;
use std::rc::Rc;

/// The maximum size of text after replacing aliases, for each byte of the input, in bytes.
pub(super) const MAX_LONGER: usize = 64;
/// The prefix of the bytes of an entry, after the name of its dialect.
const BYTES: &str = "<bytecode \"0x";
/// Replaced text of up to this size is always allowed, in bytes.
pub(super) const MIN_LIMIT: usize = 1 << 17;

/// An attribute or type of a dialect in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol<'t> {
    pub(super) dialect: &'t str,
    /// Whether it is written with a dot.
    dotted: bool,
    at: usize,
    /// The range of the text that the dialect defines.
    pub(super) start: usize,
    pub(super) body_end: usize,
    end: usize,
}

impl<'t> Parser<'t, '_> {
    /// Whether the next token belongs to a dialect; otherwise it is the name of an alias.
    pub(super) fn is_symbol(&self, spelling: &str) -> bool {
        spelling.contains('.') || self.bytes().get(self.scanner.token().end) == Some(&b'<')
    }

    /// Whether a type is the none type.
    pub(super) fn is_none(&self, ty: TypeId) -> bool {
        let ty = self.module.ty(ty).ok().and_then(|ty| ty.builtin());
        matches!(ty, Some(view::BuiltinType::NoneType))
    }

    /// Skips an attribute or type of a dialect.
    pub(super) fn dialect_symbol(&mut self) -> Result<Symbol<'t>> {
        let token = self.scanner.token();
        let name = &self.scanner.spelling()[1..];
        let (dialect, data) = name.split_once('.').unwrap_or((name, ""));
        let letters = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
        if dialect.is_empty()
            || !dialect.bytes().all(letters)
            || dialect.starts_with(|first: char| first.is_ascii_digit())
        {
            return Err(self.scanner.expected("the name of a dialect"));
        }
        let end = match self.bytes().get(token.end) {
            Some(b'<') => bracket_end(self.bytes(), token.end)
                .ok_or_else(|| breaks(token.end, TextFault::Brackets))?,
            _ => token.end,
        };
        self.scanner.resume(end);
        // `#d.x` and `#d<x>` are the same.
        let dotted = name.contains('.');
        let (start, body_end) = match dotted {
            true => (token.end - data.len(), end),
            false => (token.end + 1, end - 1),
        };
        Ok(Symbol { dialect, dotted, at: token.start, start, body_end, end })
    }

    /// The text of an attribute or type of a dialect as it is printed, without aliases.
    pub(super) fn symbol_text(&mut self, sigil: char, symbol: &Symbol<'t>) -> Result<Cow<'t, str>> {
        let Symbol { dialect, dotted, at, start, body_end, end } = *symbol;
        let source = &self.text()[at..end];
        check_no_bytes(source, at)?;
        let whole = self.without_aliases(source, at)?;
        let body = &whole[start - at..whole.len() - (end - body_end)];
        if dotted == is_pretty(body) {
            return Ok(whole);
        }
        Ok(match dotted {
            true => format!("{sigil}{dialect}<{body}>").into(),
            false => format!("{sigil}{dialect}.{body}").into(),
        })
    }

    /// Text in which aliases are replaced by their definitions. `offset` is its place.
    pub(super) fn without_aliases(&mut self, text: &'t str, offset: usize) -> Result<Cow<'t, str>> {
        self.expand(text, offset, 0)
    }

    fn expand(&mut self, text: &'t str, offset: usize, depth: u32) -> Result<Cow<'t, str>> {
        let bytes = text.as_bytes();
        let mut whole = String::new();
        let (mut done, mut at) = (0, 0);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    at += 1;
                    while let Some(byte) = bytes.get(at) {
                        at += 1;
                        match byte {
                            b'"' => break,
                            b'\\' => at += 1,
                            _ => {}
                        }
                    }
                }
                b'#' | b'!' => {
                    let start = at;
                    at += 1;
                    let name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$-".contains(byte);
                    while bytes.get(at).is_some_and(name) {
                        at += 1;
                    }
                    if matches!(bytes.get(at), Some(b'<' | b'.')) {
                        continue;
                    }
                    let Some(meant) = self.whole(&text[start..at], offset, depth)? else {
                        continue;
                    };
                    whole.push_str(&text[done..start]);
                    whole.push_str(&meant);
                    done = at;
                }
                _ => at += 1,
            }
        }
        if done == 0 {
            return Ok(Cow::Borrowed(text));
        }
        whole.push_str(&text[done..]);
        Ok(Cow::Owned(whole))
    }

    /// The definition of an alias, as text without aliases; `None` if there is no such alias.
    fn whole(&mut self, name: &str, offset: usize, depth: u32) -> Result<Option<Rc<str>>> {
        let Some(alias) = self.aliases.get(name) else { return Ok(None) };
        if alias.meaning == Meaning::Nothing {
            return Ok(None);
        }
        let text = alias.text;
        let whole = match &alias.whole {
            Some(whole) => Rc::clone(whole),
            None if depth == MAX_DEPTH => {
                return Err(too_deep("nested aliases").moved_to(offset));
            }
            None => {
                let whole: Rc<str> = self.expand(text, offset, depth + 1)?.into();
                if let Some(alias) = self.aliases.get_mut(name) {
                    alias.whole = Some(Rc::clone(&whole));
                }
                whole
            }
        };
        self.expanded += whole.len();
        let max = self.text().len().saturating_mul(MAX_LONGER).max(MIN_LIMIT);
        if self.expanded > max {
            let (found, max) = (self.expanded as u64, max as u64);
            let kind = ErrorKind::Limit { limit: "bytes of aliases in text", found, max };
            return Err(Error::at(offset, kind));
        }
        Ok(Some(whole))
    }
}

/// Refuses entries that were printed as their bytes because no schema describes them. `offset` is the place of the text.
fn check_no_bytes(text: &str, offset: usize) -> Result<()> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_$".contains(c);
    for (end, _) in text.match_indices(BYTES) {
        let name = text[..end].trim_end_matches(is_name);
        if name.ends_with(['#', '!']) {
            let start = offset + name.len() - 1;
            return Err(breaks(start, TextFault::Bytes { what: "an entry" }));
        }
    }
    Ok(())
}
