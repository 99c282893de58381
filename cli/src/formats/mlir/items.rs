//! Items by what the schema says of them: names of fields, or a spelling.

use super::speller::{Speller, Text};
use super::strings;
use crate::formats::hex;
use bytespec::mlir::{AttributeId, ResourceId, StringId, TypeId};
use bytespec::reflect::{FieldValue, Names, Reflect, write_value};
use std::fmt::{self, Write};

/// Spells references for the spelling that the schema gives an item.
struct Nested<'s, 'f, 'a> {
    speller: &'s Speller<'f, 'a>,
    depth: u32,
}

impl Names for Nested<'_, '_, '_> {
    fn reference(&self, f: &mut dyn Write, table: &'static str, index: u32) -> fmt::Result {
        let mut text = self.speller.nested(self.depth);
        text.reference(table, index);
        f.write_str(&text.out)
    }
}

impl<'s, 'f, 'a> Text<'s, 'f, 'a> {
    /// Adds an item as the schema spells it.
    pub(super) fn by_schema(&mut self, item: &dyn bytespec::reflect::Text) {
        let names = self.names();
        // A string takes whatever is written.
        let _ = item.text(&mut self.out, &names);
    }

    /// Adds an entry of another dialect as the schema spells it, in angle brackets of the
    /// dialect where the spelling is more than a name that angle brackets may follow.
    pub(super) fn spelled(
        &mut self,
        sigil: char,
        dialect: &str,
        item: &dyn bytespec::reflect::Text,
    ) {
        let start = self.out.len();
        self.format(format_args!("{sigil}{dialect}."));
        let body = self.out.len();
        self.by_schema(item);
        if !is_pretty(&self.out[body..]) {
            self.out.replace_range(start..body, &format!("{sigil}{dialect}<"));
            self.push(">");
        }
    }

    fn names(&self) -> Nested<'s, 'f, 'a> {
        Nested { speller: self.speller, depth: self.depth }
    }

    /// Adds an entry that no schema describes.
    pub(super) fn opaque(&mut self, sigil: char, dialect: &[u8], bytes: &[u8]) {
        let dialect = strings::label(dialect);
        let (len, bytes) = (bytes.len(), hex::preview(bytes));
        self.format(format_args!("{sigil}{dialect}<opaque {len} bytes: {bytes}>"));
    }

    /// Adds an entry of another dialect, by the names of its fields; what is absent is left out.
    pub(super) fn item(&mut self, sigil: char, dialect: &str, item: &dyn Reflect) {
        self.format(format_args!("{sigil}{dialect}."));
        self.record(item);
    }

    fn record(&mut self, item: &dyn Reflect) {
        self.push(item.item_name());
        let mut between = "<";
        item.fields(&mut |name, value| {
            if matches!(value, FieldValue::Absent | FieldValue::Bool(false)) || self.is_full() {
                return;
            }
            self.format(format_args!("{between}{name}"));
            between = ", ";
            if !matches!(value, FieldValue::Bool(true)) {
                self.push(" = ");
                self.field(&value);
            }
        });
        if between == ", " {
            self.push(">");
        }
    }

    /// Adds an item inside another; one that does nothing but hold a value is not worth a name.
    fn nested_record(&mut self, item: &dyn Reflect) {
        let mut fields = 0;
        item.fields(&mut |_, _| fields += 1);
        if fields == 1 {
            item.fields(&mut |_, value| self.field(&value));
        } else {
            self.record(item);
        }
    }

    fn reference(&mut self, table: &'static str, index: u32) {
        match table {
            AttributeId::TABLE => self.attribute(AttributeId(index)),
            TypeId::TABLE => self.ty(TypeId(index)),
            StringId::TABLE => self.string(StringId(index)),
            ResourceId::TABLE => self.resource(ResourceId(index)),
            table => self.format(format_args!("{table} {index}")),
        }
    }

    fn field(&mut self, value: &FieldValue<'_>) {
        match value {
            FieldValue::Ref { table, index } => self.reference(table, *index),
            FieldValue::Bytes(bytes) => {
                self.format(format_args!("<{} bytes: {}>", bytes.len(), hex::preview(bytes)));
            }
            FieldValue::List(_, each) => {
                let mut between = "[";
                each(&mut |element| {
                    if !self.is_full() {
                        self.push(std::mem::replace(&mut between, ", "));
                        self.field(&element);
                    }
                });
                self.push(if between == "[" { "[]" } else { "]" });
            }
            FieldValue::Item(item) => self.nested_record(*item),
            value => {
                let names = self.names();
                let _ = write_value(&mut self.out, value, &names);
            }
        }
    }
}

/// Whether a spelling is a name, alone or with something in angle brackets.
fn is_pretty(spelling: &str) -> bool {
    let name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let rest = spelling.trim_start_matches(name);
    rest.is_empty() || rest.starts_with('<') && rest.ends_with('>')
}
