//! Prints resources, in a section at the end.

use super::super::generated::{DialectId, Release};
use super::printer::Printer;
use super::strings;
use crate::tables::resources::Resource;
use bytespec_core::error::Result;
use bytespec_core::text::output::FLUSH_SIZE;
use bytespec_core::text::write_hexadecimal;
use std::fmt::Write as _;

/// The first release with a comma and a line end between groups.
pub(super) const SEPARATED_SINCE: Release = Release::R17;

/// The prefix of the text of bytes.
const BYTES: &str = "\"0x";

/// A group of entries: its owner, and each key with its value.
struct Group<'m> {
    owner: &'m [u8],
    entries: Vec<(&'m [u8], Resource<'m>)>,
}

impl<'p> Printer<'p, '_> {
    /// Prints the resources that were referred to, and the external ones.
    pub(super) fn resource_section(&mut self) -> Result<()> {
        let dialects = self.dialect_groups()?;
        let external = self.external_groups()?;
        if dialects.is_empty() && external.is_empty() {
            return Ok(());
        }
        self.out.push_str("\n{-#\n");
        let max = self.options.elide_resources.unwrap_or(usize::MAX);
        let mut first = true;
        for (title, mut groups) in
            [("dialect_resources", dialects), ("external_resources", external)]
        {
            for group in &mut groups {
                group.entries.retain(|(_, value)| self.length(value) <= max);
            }
            groups.retain(|group| !group.entries.is_empty());
            if groups.is_empty() {
                continue;
            }
            if !std::mem::take(&mut first) {
                self.separate();
            }
            let _ = writeln!(self.out, "  {title}: {{");
            for (index, group) in groups.iter().enumerate() {
                if index > 0 {
                    self.separate();
                }
                self.group(group)?;
            }
            self.out.push_str("\n  }");
        }
        if !first {
            self.out.push('\n');
        }
        self.out.push_str("#-}\n");
        Ok(())
    }

    fn separate(&mut self) {
        if self.release >= SEPARATED_SINCE {
            self.out.push_str(",\n");
        }
    }

    fn group(&mut self, group: &Group<'_>) -> Result<()> {
        self.out.push_str("    ");
        strings::name(&mut self.out, group.owner);
        self.out.push_str(": {\n");
        for (index, (key, value)) in group.entries.iter().enumerate() {
            if index > 0 {
                self.out.push_str(",\n");
            }
            self.out.push_str("      ");
            strings::name(&mut self.out, key);
            self.out.push_str(": ");
            self.value(value)?;
            self.out.flush_if_full()?;
        }
        self.out.push_str("\n    }");
        Ok(())
    }

    /// The groups of dialects, in reverse alphabetical order.
    fn dialect_groups(&self) -> Result<Vec<Group<'p>>> {
        let module = self.module;
        let mut groups: Vec<(DialectId, Group<'p>)> = Vec::new();
        for id in &self.resources {
            let Some(data) = module.resources.get(id.0 as usize) else { continue };
            let Some(dialect) = data.dialect else { continue };
            let value = module.resource_of(data)?;
            if value == Resource::None {
                continue;
            }
            let entry = (module.string(data.key)?, value);
            match groups.iter_mut().find(|(of, _)| *of == dialect) {
                Some((_, group)) => group.entries.push(entry),
                None => {
                    let owner = module.dialect_name(dialect.0);
                    groups.push((dialect, Group { owner, entries: vec![entry] }));
                }
            }
        }
        groups.sort_by(|(_, one), (_, other)| other.owner.cmp(one.owner));
        Ok(groups.into_iter().map(|(_, group)| group).collect())
    }

    fn external_groups(&self) -> Result<Vec<Group<'p>>> {
        let module = self.module;
        let mut groups = Vec::new();
        for (owner, resources) in &module.external_groups {
            let mut entries = Vec::new();
            for data in resources {
                let value = module.resource_of(data)?;
                if value != Resource::None {
                    entries.push((module.string(data.key)?, value));
                }
            }
            if !entries.is_empty() {
                groups.push(Group { owner: module.string(*owner)?, entries });
            }
        }
        Ok(groups)
    }

    /// The number of characters of a value; for a string, an upper bound.
    fn length(&self, value: &Resource<'_>) -> usize {
        const QUOTES: usize = 2;
        match value {
            Resource::None => 0,
            Resource::Bool(value) => value.to_string().len(),
            Resource::String(id) => {
                let mut text = String::new();
                strings::quote(&mut text, self.module.string(*id).unwrap_or_default());
                text.len()
            }
            Resource::Blob { bytes, .. } => {
                QUOTES + "0x".len() + (size_of::<u32>() + bytes.len()).saturating_mul(2)
            }
        }
    }

    fn value(&mut self, value: &Resource<'_>) -> Result<()> {
        match value {
            Resource::None => {}
            Resource::Bool(value) => {
                let _ = write!(self.out, "{value}");
            }
            Resource::String(id) => {
                let start = self.out.len();
                self.string(*id)?;
                // A string that begins like bytes would be parsed as bytes.
                if self.out[start..].starts_with(BYTES) {
                    self.out.replace_range(start..start + BYTES.len(), "\"\\30x");
                }
            }
            Resource::Blob { alignment, bytes, .. } => {
                // Empty data has no alignment.
                let alignment = if bytes.is_empty() { 0 } else { *alignment as u32 };
                self.out.push_str(BYTES);
                write_hexadecimal(&mut self.out, &alignment.to_le_bytes());
                for piece in bytes.chunks(FLUSH_SIZE) {
                    write_hexadecimal(&mut self.out, piece);
                    self.out.flush_if_full()?;
                }
                self.out.push('"');
            }
        }
        Ok(())
    }
}
