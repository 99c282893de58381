//! Attributes of other dialects: their aliases, and printing by a template of the schema.

use super::super::generated::{AttributeId, Release, ResourceId, StringId, TypeId};
use super::aliases::Base;
use super::llvm::Part;
use super::printer::Printer;
use super::strings;
use crate::dialect::Index;
use crate::tables::entry::Handle;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::reflect::{IndexNames, Reflect, Text};
use bytespec_core::text::print_entries::{PrintEntries, with_names};
use bytespec_core::text::write_hexadecimal;
use std::fmt::Write as _;

/// The number of bytes in a listing of an entry that no schema describes.
const PREVIEW: usize = 16;

/// Attributes with an alias that the dialect names, by their mnemonic, with the alias and the first release that has it.
const NAMED: &[(&str, &str, &str, Release)] = &[
    ("ml_program", "extern", "extern", Release::R16),
    ("sparse_tensor", "encoding", "sparse", Release::R17),
];

/// Attributes of the dialect `llvm` with aliases, and the first release whose printer gives them one.
const LLVM: &[(&str, Release)] = &[
    ("access_group", Release::R17),
    ("alias_scope", Release::R17),
    ("alias_scope_domain", Release::R17),
    ("di_basic_type", Release::R16),
    ("di_common_block", Release::R20),
    ("di_compile_unit", Release::R16),
    ("di_composite_type", Release::R16),
    ("di_derived_type", Release::R16),
    ("di_file", Release::R16),
    ("di_global_variable", Release::R17),
    ("di_global_variable_expression", Release::R17),
    ("di_imported_entity", Release::R20),
    ("di_label", Release::R17),
    ("di_lexical_block", Release::R16),
    ("di_lexical_block_file", Release::R16),
    ("di_local_variable", Release::R16),
    ("di_module", Release::R17),
    ("di_namespace", Release::R17),
    ("di_null_type", Release::R17),
    ("di_string_type", Release::R17),
    ("di_subprogram", Release::R16),
    ("di_subroutine_type", Release::R16),
    ("loop_annotation", Release::R17),
    ("loop_distribute", Release::R17),
    ("loop_interleave", Release::R17),
    ("loop_licm", Release::R17),
    ("loop_peeled", Release::R17),
    ("loop_pipeline", Release::R17),
    ("loop_unroll", Release::R17),
    ("loop_unroll_and_jam", Release::R17),
    ("loop_unswitch", Release::R17),
    ("loop_vectorize", Release::R17),
    ("mmra_tag", Release::R20),
    ("tbaa_root", Release::R17),
    ("tbaa_tag", Release::R17),
    ("tbaa_type_desc", Release::R17),
];

/// The alias name of a dialect's attribute. The printers of LLVM 16, 19 and 22 were observed. For a release between them, the
/// behavior of the next observed one is assumed.
pub(super) fn alias(dialect: &str, mnemonic: &str, release: Release) -> Option<Base> {
    if dialect == "llvm" {
        let found = LLVM.iter().find(|(name, since)| *name == mnemonic && *since <= release);
        return found.map(|(name, _)| Base::Borrowed(*name));
    }
    let mut named = NAMED.iter();
    let found =
        named.find(|(of, name, _, since)| *of == dialect && *name == mnemonic && *since <= release);
    found.map(|(_, _, alias, _)| Base::Borrowed(*alias))
}

impl<'p> Printer<'p, '_> {
    /// The parsed content of an attribute that is text, if it was parsed.
    pub(super) fn llvm_part(&self, id: AttributeId) -> Option<Part<'p>> {
        self.texts?.part(self.module, id)
    }

    /// Refuses an entry with text that cannot be parsed.
    pub(super) fn check_text(&self, entry: Handle) -> Result<()> {
        match self.texts.and_then(|texts| texts.wrong.get(&entry)) {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }
}

impl Printer<'_, '_> {
    /// The first word of the spelling of an entry.
    pub(super) fn mnemonic(&self, item: &dyn Text) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = item.text(&mut text, &IndexNames);
        text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .next()
            .unwrap_or_default()
            .to_owned()
    }

    /// Prints an entry of a dialect by the template of the schema.
    pub(super) fn symbol(&mut self, sigil: char, dialect: &str, item: &dyn Text) -> Result<()> {
        let start = self.out.len();
        self.template(item)?;
        self.enclose(sigil, dialect, start);
        Ok(())
    }

    /// Prints a builtin attribute, location or type by the template of the schema.
    pub(super) fn builtin_template(&mut self, item: &impl Reflect) -> Result<()> {
        match item.template() {
            Some(template) if !template.pieces.is_empty() => self.template(item),
            _ => Err(Error::new(ErrorKind::NoText { item: item.item_name().into() })),
        }
    }

    /// Prints by the template of the schema.
    fn template(&mut self, item: &dyn Text) -> Result<()> {
        let no_text = |_| Error::new(ErrorKind::NoText { item: "an entry".into() });
        with_names(self, |text, names| item.text(text, names).map_err(no_text))
    }

    /// Prints an entry that no schema describes by its dialect in the registry.
    pub(super) fn derived<I: Index>(
        &mut self,
        sigil: char,
        id: I,
        dialect: &[u8],
        bytes: &[u8],
    ) -> Result<()> {
        let (module, start) = (self.module, self.out.len());
        let printed =
            with_names(self, |text, names| module.print_entry(I::TABLE, id.number(), text, names))?;
        if !printed {
            return self.opaque(sigil, dialect, bytes);
        }
        let dialect = std::str::from_utf8(dialect).map_err(|_| Error::new(ErrorKind::Utf8))?;
        self.enclose(sigil, dialect, start);
        self.out.room()
    }

    /// Puts the dialect and brackets around the text from an offset on.
    fn enclose(&mut self, sigil: char, dialect: &str, start: usize) {
        if is_pretty(&self.out[start..]) {
            self.out.insert_str(start, &format!("{sigil}{dialect}."));
        } else {
            self.out.insert_str(start, &format!("{sigil}{dialect}<"));
            self.out.push('>');
        }
    }

    /// Prints an entry that no schema describes as its bytes.
    pub(super) fn opaque(&mut self, sigil: char, dialect: &[u8], bytes: &[u8]) -> Result<()> {
        let dialect = std::str::from_utf8(dialect).map_err(|_| Error::new(ErrorKind::Utf8))?;
        let _ = write!(self.out, "{sigil}{dialect}<bytecode \"0x");
        if self.folds.is_some() && bytes.len() > PREVIEW {
            write_hexadecimal(&mut self.out, &bytes[..PREVIEW]);
            let _ = write!(self.out, "...\", {} bytes>", bytes.len());
            return Ok(());
        }
        write_hexadecimal(&mut self.out, bytes);
        self.out.push_str("\">");
        let what = if sigil == '#' { "attributes" } else { "types" };
        self.found.bytes(what, dialect.as_bytes());
        self.out.room()
    }

    /// Prints the key of a resource. The resource is then listed at the end of the text.
    pub(super) fn resource(&mut self, id: ResourceId) -> Result<()> {
        strings::name(&mut self.out, self.module.resource_key(id)?);
        if self.named.insert(id) {
            self.resources.push(id);
        }
        Ok(())
    }
}

impl PrintEntries for Printer<'_, '_> {
    fn hold(&mut self, hold: bool) {
        self.out.hold(hold);
    }

    fn count(&mut self, size: usize) {
        self.out.count(size);
    }

    fn reference(&mut self, table: &'static str, index: u32) -> Result<()> {
        match table {
            AttributeId::TABLE => self.attribute(AttributeId(index), false),
            TypeId::TABLE => self.ty(TypeId(index)),
            StringId::TABLE => self.string(StringId(index)),
            ResourceId::TABLE => self.resource(ResourceId(index)),
            table => {
                let _ = write!(self.out, "{table} {index}");
                Ok(())
            }
        }
    }

    /// Prints an entry of a table without the word that it starts with, unless it has an alias or starts with another word; or
    /// prints only a word.
    fn shortened(
        &mut self,
        table: &'static str,
        index: u32,
        before: &str,
        after: &str,
    ) -> Result<()> {
        let start = self.out.len();
        self.reference(table, index)?;
        if let Some(rest) = without(&self.out[start..], before, after) {
            let rest = rest.to_owned();
            self.out.truncate(start);
            self.out.push_str(&rest);
        }
        Ok(())
    }
}

/// The text of an entry of a dialect without its sigil, the dialect and a word that follows; only the word, if the rest equals
/// `before` and `after` around it.
fn without<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let word = before.split(|c| !is_part(c)).next().unwrap_or_default();
    let body = text.strip_prefix(['#', '!'])?;
    let (dialect, body) = body.split_once(['.', '<'])?;
    let body = match text.as_bytes().get(dialect.len() + 1) {
        Some(b'<') => body.strip_suffix('>')?,
        _ => body,
    };
    let inner = body.strip_prefix(before).and_then(|body| body.strip_suffix(after));
    if !after.is_empty() {
        return inner.filter(|inner| inner.chars().all(is_part));
    }
    let rest = body.strip_prefix(word)?;
    match rest.bytes().next() {
        Some(b' ') => Some(rest.trim_start()),
        Some(b'<') => Some(rest),
        _ => None,
    }
}

/// Whether the text after the dialect is a word, alone or with angle brackets (`mlir-opt` 22, observed).
pub(super) fn is_pretty(body: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let rest = body.trim_start_matches(word);
    body.starts_with(|first: char| first.is_ascii_alphabetic())
        && (rest.is_empty() || rest.starts_with('<') && rest.ends_with('>'))
}
