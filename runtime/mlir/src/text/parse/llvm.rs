//! Parses attributes that are text in a file.

use super::super::super::generated::{AttributeEntry, AttributeId, LlvmText};
use super::super::super::module::Module;
use super::super::llvm::{Bytes, DIALECT, ENCODED_SINCE, LlvmAttributes, releases};
use super::super::options::PrintOptions;
use super::super::printer::Printer;
use super::bodies::{MAX_LONGER, MIN_LIMIT};
use super::options::ParseOptions;
use super::parser::Parser;
use super::texts::Texts;
use crate::dialect::Table;
use crate::tables::data::Entry;
use crate::tables::entry::Attribute;
use bytespec_core::error::Result;
use bytespec_core::text::{Kind, Scanner};
use bytespec_core::wire::{MAX_DEPTH, Writer};

/// A copy of a module in which entries that are text are parsed, with the references of attributes that are text in its tables;
/// `None` if there are no such entries.
pub(in super::super) fn llvm_attributes(
    module: &Module<'_>,
) -> Result<Option<(Module<'static>, LlvmAttributes)>> {
    let read = Texts::of(module);
    let has_others = texts(module).any(|(_, text)| holds_others(text));
    if !has_others && read.is_plain() {
        return Ok(None);
    }
    let release = PrintOptions::default().release_of(module);
    let options = ParseOptions::default().release(release);
    let (mut copy, mut llvm) = (module.clone().into_owned(), LlvmAttributes::of_file(release));
    read.put_into(&mut copy)?;
    llvm.wrong.extend(read.into_wrong());
    for (id, text) in texts(module).filter(|_| has_others) {
        let mut parser = Parser::new(text, &options);
        (parser.module, parser.llvm) = (copy, llvm);
        let read = parser.attribute().ok().filter(|_| parser.scanner.kind() == Kind::End);
        (copy, llvm) = (parser.module, parser.llvm);
        let made = read.filter(|read| llvm.has(*read) && is_spelled(&copy, &llvm, *read, text));
        llvm.same.extend(made.map(|made| (id, made)));
    }
    Ok(Some((copy, llvm)))
}

/// The attributes of the dialect that are text.
fn texts<'m>(module: &'m Module<'_>) -> impl Iterator<Item = (AttributeId, &'m str)> {
    let dialect = module.find_dialect(DIALECT);
    // Few files have such entries. Their form is known without reading them.
    let is_text = move |entry: &Entry| dialect.is_some_and(|dialect| entry.is_text_of(dialect));
    let entries = (0..).zip(module.attributes.iter()).filter(move |(_, entry)| is_text(entry));
    entries.map(|(id, _)| AttributeId(id)).filter_map(|id| match module.attribute(id) {
        Ok(Attribute::Text { dialect, text }) if dialect == DIALECT.as_bytes() => {
            Some((id, std::str::from_utf8(text).ok()?))
        }
        _ => None,
    })
}

/// Whether the text of an attribute can contain other attributes: it has more than its own sigil and bracket.
fn holds_others(text: &str) -> bool {
    text.bytes().filter(|byte| matches!(byte, b'#' | b'<')).nth(2).is_some()
}

/// Whether the parsed attribute is printed as the same text.
fn is_spelled(module: &Module<'_>, llvm: &LlvmAttributes, id: AttributeId, text: &str) -> bool {
    // Nested text counts again at each depth.
    let max = text.len().saturating_mul(MAX_DEPTH as usize);
    let mut printer = Printer::of_entry(module, PrintOptions::default(), max);
    printer.texts = Some(llvm);
    printer.attribute(id, false).is_ok() && *printer.out == text
}

/// An attribute with a template in the schema.
pub(super) enum Spelled {
    Entry(AttributeEntry),
    /// An attribute that is text in every file.
    Text(LlvmText),
}

impl Parser<'_, '_> {
    /// Whether attributes of a dialect are text with the fields of a later encoding.
    fn is_before_encoding(&self, dialect: &str) -> bool {
        dialect == DIALECT && self.release < ENCODED_SINCE
    }

    /// Parses an attribute of a dialect by the templates of the schema; `None` if it has none.
    pub(super) fn spelled(
        &mut self,
        dialect: &str,
        scanner: &mut Scanner<'_>,
    ) -> Option<Result<Spelled>> {
        let cx = self.module.plain_context();
        let later = self.is_before_encoding(dialect).then(|| releases(&self.module));
        let before = scanner.mark();
        match AttributeEntry::from_text(dialect, scanner, self, &cx.under(later)) {
            Some(Err(_)) if dialect == DIALECT => {
                scanner.reset(before);
                Some(LlvmText::from_text(scanner, self, &cx).map(Spelled::Text))
            }
            read => read.map(|read| read.map(Spelled::Entry)),
        }
    }

    /// The number of a parsed attribute; `None` if the release has no encoding for it, so that it is text.
    pub(super) fn add_spelled(&mut self, dialect: &str, spelled: Spelled) -> Option<AttributeId> {
        let mut writer = Writer::new();
        let bytes = match spelled {
            Spelled::Entry(entry) if self.is_before_encoding(dialect) => {
                entry
                    .write(&mut writer, &mut self.module.adding_under(releases(&self.module)))
                    .ok()?;
                Bytes::Encoded(writer.as_slice().to_vec())
            }
            Spelled::Entry(entry) => return self.module.add_attribute(entry).ok(),
            Spelled::Text(text) => {
                text.write(&mut writer, &mut self.module.adding()).ok()?;
                Bytes::Text(writer.as_slice().to_vec())
            }
        };
        self.add_llvm(bytes).ok()
    }

    /// Adds an attribute that the release stores as text, under a new number by which it can be found.
    fn add_llvm(&mut self, bytes: Bytes) -> Result<AttributeId> {
        if let Some(id) = self.llvm.number(&bytes) {
            return Ok(id);
        }
        let dialect = self.module.add_dialect(DIALECT.as_bytes())?;
        let id = self.module.append_entry(Table::Attribute, dialect, false, &[0])?;
        let id = AttributeId(id);
        self.llvm.insert(id, bytes);
        Ok(id)
    }

    /// Writes the text of the attributes that are text. Their references are known only after all text is parsed.
    pub(super) fn spell_llvm(&mut self) -> Result<()> {
        let mut left = self.text().len().saturating_mul(MAX_LONGER).max(MIN_LIMIT);
        for id in self.llvm.ids() {
            let mut printer = Printer::of_entry(&self.module, PrintOptions::default(), left);
            printer.texts = Some(&self.llvm);
            printer.attribute(id, false)?;
            let text = printer.out.into_text();
            left = left.saturating_sub(text.len());
            self.module.set_text(id.into(), &text)?;
        }
        Ok(())
    }
}
