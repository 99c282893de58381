//! The context of lowering: the names of a schema, and the lowering of numbers and gates.

use crate::ast;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::model::kinds;
use crate::model::{Bounds, Docs, Example, Gate, VersionIndex};
use crate::run_only::RunOnly;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Display;

pub(super) struct Lower<'p> {
    /// Returns the file and line of a span.
    pub(super) place: &'p dyn Fn(ast::Span) -> String,
    pub(super) versions: Vec<String>,
    pub(super) features: Vec<String>,
    /// The releases of the format's producer.
    pub(super) releases: Vec<String>,
    /// The dialects, with their releases if they have any.
    pub(super) dialects: Vec<(String, Option<Vec<String>>)>,
    pub(super) tables: HashMap<String, usize>,
    pub(super) codecs: HashMap<String, usize>,
    pub(super) enums: HashMap<String, usize>,
    pub(super) records: HashMap<String, usize>,
    pub(super) unions: HashMap<String, usize>,
    /// Records and unions that are run only.
    pub(super) run_records: HashMap<String, usize>,
    pub(super) run_unions: HashMap<String, usize>,
    pub(super) run_only: RunOnly<'p>,
    /// The variants of each union, by index.
    pub(super) variants: HashMap<String, Vec<usize>>,
    pub(super) members: Vec<Vec<(i128, String)>>,
    /// The entries that names of kinds select.
    pub(super) kinds: kinds::Named,
    pub(super) findings: RefCell<Diagnostics>,
}

pub(super) fn index<'a>(names: impl Iterator<Item = &'a ast::Common>) -> HashMap<String, usize> {
    names.enumerate().map(|(index, common)| (common.name.value.clone(), index)).collect()
}

pub(super) fn text(value: &Option<ast::Spanned<String>>) -> String {
    value.as_ref().map_or_else(String::new, |text| text.value.trim().to_owned())
}

pub(super) fn texts(values: &[ast::Spanned<String>]) -> Vec<String> {
    values.iter().map(|text| text.value.clone()).collect()
}

pub(super) fn pairs(
    values: &[(ast::Spanned<String>, ast::Spanned<String>)],
) -> Vec<(String, String)> {
    values.iter().map(|(key, value)| (key.value.clone(), value.value.clone())).collect()
}

fn variants(schema: &ast::Schema) -> HashMap<String, Vec<usize>> {
    let mut variants: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, variant) in schema.variants.iter().enumerate() {
        variants.entry(text(&variant.of)).or_default().push(at);
    }
    variants
}

/// Bytes from hexadecimal pairs.
pub(super) fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|c| u8::try_from(c.to_digit(16)?).ok()).collect();
    digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | *digit)).collect()
}

impl<'p> Lower<'p> {
    pub(super) fn new(schema: &'p ast::Schema, place: &'p dyn Fn(ast::Span) -> String) -> Self {
        let format = schema.formats.first();
        let names = |list: &Vec<ast::Common>| list.iter().map(|c| c.name.value.clone()).collect();
        let run_only = RunOnly::of(schema);
        let of = |runs: bool| {
            let is = |common: &&ast::Common| run_only.has(&common.name.value) == runs;
            let records = schema.records.iter().map(|item| &item.common).filter(is);
            (index(records), index(schema.unions.iter().map(|item| &item.common).filter(is)))
        };
        let ((records, unions), (run_records, run_unions)) = (of(false), of(true));
        Lower {
            place,
            versions: format.map_or_else(Vec::new, |f| names(&f.versions)),
            features: format.map_or_else(Vec::new, |f| names(&f.features)),
            releases: format
                .and_then(|f| f.releases.as_ref())
                .map_or(Vec::new(), |releases| texts(&releases.names)),
            dialects: schema
                .dialects
                .iter()
                .map(|item| {
                    let names = item.releases.as_ref().map(|releases| texts(&releases.names));
                    (item.common.name.value.clone(), names)
                })
                .collect(),
            tables: index(schema.tables.iter().map(|item| &item.common)),
            codecs: index(schema.codecs.iter().map(|item| &item.common)),
            enums: index(schema.enums.iter().map(|item| &item.common)),
            records,
            unions,
            run_records,
            run_unions,
            run_only,
            variants: variants(schema),
            members: schema
                .enums
                .iter()
                .map(|item| {
                    let mut members: Vec<_> = item
                        .members
                        .iter()
                        .map(|member| {
                            let value = member.value.as_ref().map(|value| value.value);
                            (value.unwrap_or(i128::MAX), member.common.name.value.clone())
                        })
                        .collect();
                    members.sort();
                    members
                })
                .collect(),
            kinds: kinds::named(schema),
            findings: RefCell::default(),
        }
    }

    pub(super) fn finding(&self, span: ast::Span, message: String) {
        self.findings.borrow_mut().push(Diagnostic::new("plan", message).at(span, "here"));
    }

    /// A number in the width of the model; a finding if it does not fit.
    pub(super) fn fit<N: Copy + Display, T: TryFrom<N> + std::default::Default>(
        &self,
        span: ast::Span,
        number: N,
    ) -> T {
        T::try_from(number).unwrap_or_else(|_| {
            self.finding(span, format!("{number} is too large or too small"));
            T::default()
        })
    }

    /// A number of 64 bits, with or without a sign; a finding for any other.
    pub(super) fn in_64_bits(&self, value: &ast::Spanned<i128>) -> i128 {
        match i64::try_from(value.value) {
            Ok(signed) => signed.into(),
            Err(_) => self.fit::<_, u64>(value.span, value.value).into(),
        }
    }

    pub(super) fn number<T: TryFrom<i128> + std::default::Default>(
        &self,
        value: &Option<ast::Spanned<i128>>,
    ) -> T {
        value.as_ref().map_or_else(T::default, |value| self.fit(value.span, value.value))
    }

    /// Parses a template; a finding if that fails.
    pub(super) fn parsed<T>(
        &self,
        template: &Option<ast::Spanned<String>>,
        parse: impl Fn(&str) -> Result<Vec<T>, String>,
    ) -> Vec<T> {
        let Some(template) = template else { return Vec::new() };
        parse(template.value.trim()).unwrap_or_else(|why| {
            self.finding(template.span, why);
            Vec::new()
        })
    }

    /// The index of a table by its name.
    pub(super) fn table_named(&self, name: &str, span: ast::Span) -> usize {
        self.tables.get(name).copied().unwrap_or_else(|| {
            self.finding(span, format!("no table is named `{name}`"));
            0
        })
    }

    pub(super) fn version(&self, name: &Option<ast::Spanned<String>>) -> Option<VersionIndex> {
        self.position("version", &self.versions, name)
    }

    /// The first version of a gate: that of its bound, or the first version of all.
    pub(super) fn since(&self, bound: &Option<ast::Spanned<String>>) -> VersionIndex {
        let Some(version) = self.version(bound) else { return 0 };
        version
    }

    /// The index of a name among others; a finding if it does not exist.
    fn position(
        &self,
        what: &str,
        names: &[String],
        name: &Option<ast::Spanned<String>>,
    ) -> Option<usize> {
        let name = name.as_ref()?;
        let found = names.iter().position(|known| *known == name.value);
        if found.is_none() {
            self.finding(name.span, format!("no {what} is named `{}`", name.value));
        }
        found
    }

    pub(super) fn gate(&self, common: &ast::Common) -> Gate {
        Gate {
            since: self.since(&common.since),
            until: self.version(&common.until),
            feature: self.position("feature", &self.features, &common.feature),
            releases: self.bounds(common),
        }
    }

    fn bounds(&self, common: &ast::Common) -> Bounds {
        let (dialect, names) = match self.axis(common) {
            Some((index, names)) => (Some(index), names),
            None => (None, self.releases.as_slice()),
        };
        let position = |name| self.position("release", names, name);
        let (since, until) = (position(&common.since_release), position(&common.until_release));
        Bounds { dialect: dialect.filter(|_| since.or(until).is_some()), since, until }
    }

    /// The dialect of an item, by index, and the dialect's own releases.
    pub(super) fn axis(&self, common: &ast::Common) -> Option<(usize, &[String])> {
        let dialect = common.dialect.as_ref()?;
        let index = self.dialects.iter().position(|(name, _)| *name == dialect.value)?;
        Some((index, self.dialects[index].1.as_deref()?))
    }

    pub(super) fn docs(&self, common: &ast::Common) -> Docs {
        let name = common.name.value.clone();
        let label = common.label.as_ref().map_or_else(|| name.clone(), |label| label.value.clone());
        let gate = self.gate(common);
        let examples = common
            .examples
            .iter()
            .map(|example| Example {
                bytes: hex(&example.bytes.value),
                value: example.value.value.clone(),
                summary: text(&example.summary),
                context: text(&example.context),
                version: self
                    .version(&example.version)
                    .or(gate.until)
                    .unwrap_or(self.versions.len().saturating_sub(1)),
                span: example.bytes.span,
                value_span: example.value.span,
            })
            .collect();
        Docs {
            name,
            label,
            summary: text(&common.summary),
            doc: text(&common.doc),
            source: text(&common.source),
            place: (self.place)(common.name.span),
            gate,
            examples,
        }
    }
}
