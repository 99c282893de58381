//! Fields: their encoding, when they are present, and their meaning.

use super::cx::{Sheet, within};
use super::markdown::{code, codes, sentence};
use super::page::Table;
use super::target::Target;
use crate::ast::Test;
use crate::model::{Default, Docs, Field, FieldKind, Gate, PresenceHow, Wire};
use bytespec_plan::Base;

/// A version in which the presence of a field is encoded differently than before.
pub(super) struct OtherWay {
    pub(super) version: usize,
    /// The condition of the version before.
    pub(super) before: String,
    /// The condition of this version.
    pub(super) now: String,
}

/// The item that fields belong to.
pub(super) struct Owner<'a> {
    pub(super) gate: &'a Gate,
    pub(super) fields: &'a [Field],
    /// The versions that have flags, if the flags are not one of the fields.
    pub(super) flags: Option<Gate>,
}

impl<'a> Owner<'a> {
    pub(super) fn new(docs: &'a Docs, fields: &'a [Field]) -> Self {
        Owner { gate: &docs.gate, fields, flags: None }
    }

    fn field(&self, name: &str) -> Option<&'a Field> {
        self.fields.iter().find(|field| field.docs.name == name)
    }

    /// The flags fields and their versions.
    fn flags(&self) -> Vec<(&'a str, Gate)> {
        let fields = self.fields.iter().filter(|field| matches!(field.kind, FieldKind::Flags(_)));
        let mut flags: Vec<(&str, Gate)> = fields
            .map(|field| (field.docs.name.as_str(), within(self.gate, &field.docs.gate)))
            .collect();
        flags.extend(self.flags.iter().map(|gate| ("flags", within(self.gate, gate))));
        flags
    }
}

impl Sheet<'_, '_> {
    /// The fields in wire order.
    pub(super) fn fields(&mut self, title: &str, owner: &Owner<'_>) {
        let mut table = Table::new(["Field", "Type", "Present", "Default", "Versions", "Meaning"]);
        for field in owner.fields {
            let gate = within(owner.gate, &field.docs.gate);
            let row = table.part(
                &field.docs.name,
                &gate,
                [
                    code(&field.docs.name),
                    self.field_type(field),
                    self.presence(owner, field),
                    self.default(field),
                    self.cx.narrowed(owner.gate, &field.docs.gate),
                    self.meaning(owner, field),
                ],
            );
            row.changed =
                self.other_ways(owner, field).into_iter().map(|way| way.version).collect();
        }
        self.table(title, table);
    }

    /// When an optional field is present; empty for a field that always is.
    pub(super) fn presence(&self, owner: &Owner<'_>, field: &Field) -> String {
        let gate = within(owner.gate, &field.docs.gate);
        self.presence_within(owner, field, &gate)
    }

    /// When an optional field is present in one version.
    pub(super) fn presence_in(&self, owner: &Owner<'_>, field: &Field, version: usize) -> String {
        let one = Gate { since: version, until: Some(version), ..Gate::default() };
        let gate = within(&within(owner.gate, &field.docs.gate), &one);
        self.presence_within(owner, field, &gate)
    }

    /// The versions in which the presence of a field is encoded differently than in the version before.
    pub(super) fn other_ways(&self, owner: &Owner<'_>, field: &Field) -> Vec<OtherWay> {
        if !matches!(field.kind, FieldKind::Optional(..)) {
            return Vec::new();
        }
        let gate = within(owner.gate, &field.docs.gate);
        let versions = 1..self.cx.model.versions.len();
        let both = versions.filter(|version| gate.has(*version) && gate.has(version - 1));
        let ways = both.map(|version| OtherWay {
            version,
            before: self.presence_in(owner, field, version - 1),
            now: self.presence_in(owner, field, version),
        });
        ways.filter(|way| way.before != way.now).collect()
    }

    fn presence_within(&self, owner: &Owner<'_>, field: &Field, gate: &Gate) -> String {
        let ways = match &field.kind {
            FieldKind::Optional(_, ways) => ways,
            FieldKind::Unit { bit } => return self.bit(owner, *bit, gate, gate).join(", "),
            _ => return String::new(),
        };
        let mut words = Vec::new();
        for way in ways {
            let versions = within(gate, &way.gate);
            let answer = |test: &Test, yes: bool| answer(owner.field(&test.field), test, yes);
            let stated = |name: &str, value: &str| {
                // In a version without the field that decides, its default decides.
                let carrier = owner.field(name).filter(|field| field.default.is_none());
                let carrier = carrier.map(|field| within(owner.gate, &field.docs.gate));
                let versions = within(&versions, &carrier.unwrap_or_default());
                let stated = format!("{} is {value}", code(name));
                (!is_empty(&versions)).then(|| self.when(gate, &versions, stated))
            };
            match &way.how {
                PresenceHow::Bit(bit) => words.extend(self.bit(owner, *bit, gate, &versions)),
                PresenceHow::Field(name) => words.extend(stated(name, "1")),
                PresenceHow::When(test) => words.extend(stated(&test.field, &answer(test, true))),
                PresenceHow::Version => {}
                PresenceHow::Unless(test) => {
                    words.extend(stated(&test.field, &answer(test, false)));
                }
            }
        }
        match words.is_empty() {
            true => String::new(),
            false => format!("if {}", words.join(", ")),
        }
    }

    /// The bit of each flags field that holds it in `versions`, with the versions if they are not those of `gate`.
    fn bit(&self, owner: &Owner<'_>, bit: u32, gate: &Gate, versions: &Gate) -> Vec<String> {
        let flags = owner.flags().into_iter();
        let flags = flags.map(|(name, carrier)| (name, within(versions, &carrier)));
        flags
            .filter(|(_, versions)| !is_empty(versions))
            .map(|(name, versions)| {
                self.when(gate, &versions, format!("bit {bit} of {}", code(name)))
            })
            .collect()
    }

    /// Words, with the versions in parentheses if they are not all of `gate`.
    pub(super) fn when(&self, gate: &Gate, versions: &Gate, words: String) -> String {
        match self.cx.narrowed(gate, versions) {
            narrowed if narrowed.is_empty() => words,
            narrowed => format!("{words} ({narrowed})"),
        }
    }

    pub(super) fn default(&self, field: &Field) -> String {
        match &field.default {
            None => String::new(),
            Some(Default::FalseTimes(name)) => {
                format!("{} for each of {}", code("false"), code(name))
            }
            Some(_) => self.cx.model.spell_default(field).map_or(String::new(), |text| code(&text)),
        }
    }

    pub(super) fn meaning(&self, owner: &Owner<'_>, field: &Field) -> String {
        let docs = &field.docs;
        let mut parts = vec![sentence(&docs.summary), sentence(&docs.doc)];
        if matches!(field.kind, FieldKind::Flags(_)) {
            let gate = within(owner.gate, &docs.gate);
            let bits = self.claimed(owner, &gate, &[]);
            if !bits.is_empty() {
                parts.push(format!("Bits: {bits}."));
            }
        }
        if !field.reject.is_empty() {
            let values = field.reject.iter().map(i128::to_string).collect::<Vec<_>>();
            parts.push(format!("Refused: {}.", codes(values.iter().map(String::as_str))));
        }
        for (value, text) in &field.spelled {
            let value = code(&value.to_string());
            parts.push(format!("{value} is spelled {} in listings.", code(text)));
        }
        if field.base != Base::Decimal {
            parts.push(shown_in(field.base));
        }
        if let Some(names) = field.names {
            let link = self.link(Target::Enum(names));
            parts.push(format!("Listings have the names of {link} in the place of its numbers."));
        }
        if let Some(word) = &field.short {
            parts.push(format!("Text leaves out {} in front of it.", code(word)));
        }
        if let Some(kinds) = &field.kinds {
            let names = codes(kinds.names.iter().map(String::as_str));
            parts.push(format!("Readers refuse one that leads to another entry than {names}."));
        }
        if field.nonempty {
            parts.push("The string is not empty.".to_owned());
        }
        if let Some(table) = field.table {
            parts.push(format!("Entries of the table {}.", self.link(Target::Table(table))));
        }
        if !docs.source.is_empty() {
            parts.push(format!("Source: {}", sentence(&docs.source)));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }

    /// The bits of flags that are in use in the versions of `gate`, and the fields that use them.
    pub(super) fn claimed(
        &self,
        owner: &Owner<'_>,
        gate: &Gate,
        others: &[(u32, &Docs)],
    ) -> String {
        let mut bits: Vec<(u32, Gate, &str)> = Vec::new();
        for field in owner.fields {
            let claims = field.claims().into_iter();
            bits.extend(claims.map(|(bit, claim)| (bit, within(gate, &claim), &*field.docs.name)));
        }
        for (bit, docs) in others {
            bits.push((*bit, within(gate, &docs.gate), &docs.name));
        }
        bits.sort_by_key(|(bit, versions, _)| (*bit, versions.since));
        let words = bits.into_iter().map(|(bit, versions, name)| {
            self.when(gate, &versions, format!("{bit} {}", code(name)))
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// The value that the field of a test must have for the test to be true (`yes`) or false.
fn answer(field: Option<&Field>, test: &Test, yes: bool) -> String {
    let number = field.and_then(Field::wire).is_some_and(Wire::is_whole);
    match (&test.member, yes) {
        (Some(member), true) => code(member),
        (Some(member), false) => format!("not {}", code(member)),
        (None, true) if number => "not 0".to_owned(),
        (None, false) if number => "0".to_owned(),
        (None, yes) => yes.to_string(),
    }
}

/// Whether a gate contains no version.
fn is_empty(gate: &Gate) -> bool {
    gate.until.is_some_and(|until| until < gate.since)
}

/// The base of a number, as a sentence.
pub(super) fn shown_in(base: Base) -> String {
    format!(
        "Listings show it as {} number.",
        match base {
            Base::Octal => "an octal".to_owned(),
            base => format!("a {}", base.word()),
        }
    )
}
