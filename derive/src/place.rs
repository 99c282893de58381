//! Places: the tokens of [`ast::Span`]s in Rust source.

use bytespec_codegen::ast::{Span, Spanned};
use bytespec_codegen::diagnostics::{Diagnostic, Diagnostics};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};

/// The faults of an item, as errors of the compiler.
pub(crate) struct Faults(pub(crate) TokenStream);

/// The places of an item, and its findings.
#[derive(Default)]
pub(crate) struct Places {
    tokens: Vec<TokenStream>,
    hints: Vec<(Span, &'static str, String)>,
    words: Vec<(&'static str, &'static str)>,
    /// The findings of this front end, without those of the rules of the language.
    pub(crate) findings: Diagnostics,
}

impl Places {
    /// The place of some tokens.
    pub(crate) fn of(&mut self, tokens: impl ToTokens) -> Span {
        self.tokens.push(tokens.into_token_stream());
        Span(u32::try_from(self.tokens.len() - 1).unwrap_or(u32::MAX))
    }

    /// A value and the place of its tokens.
    pub(crate) fn spanned<T>(&mut self, value: T, tokens: impl ToTokens) -> Spanned<T> {
        Spanned::new(value, self.of(tokens))
    }

    /// A help in terms of Rust, if `rule` finds a fault at a place.
    pub(crate) fn hint(&mut self, place: Span, rule: &'static str, hint: impl Into<String>) {
        self.hints.push((place, rule, hint.into()));
    }

    /// The Rust term for a word of the language.
    pub(crate) fn word(&mut self, language: &'static str, rust: &'static str) {
        self.words.push((language, rust));
    }

    /// Adds a finding.
    pub(crate) fn found(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// Adds an error of the parser.
    pub(crate) fn syntax(&mut self, error: &syn::Error) {
        for error in error.clone() {
            let place = self.of(quote_spanned!(error.span()=> error));
            self.found(Diagnostic::new("attribute-syntax", error.to_string()).at(place, ""));
        }
    }

    /// Every finding as an error of the compiler at its place.
    pub(crate) fn report(&self, mut findings: Diagnostics) -> Faults {
        findings.sort_by_place(|place| (self.position(place), place));
        findings.dedup();
        Faults(findings.iter().map(|finding| self.error(finding).into_compile_error()).collect())
    }

    fn error(&self, finding: &Diagnostic) -> syn::Error {
        let mut message = finding.message.clone();
        for (language, rust) in &self.words {
            message = message.replace(language, rust);
        }
        let mut text = format!("{message} [{}]", finding.rule);
        for (at, (place, label)) in finding.labels.iter().enumerate() {
            match (at, self.line(*place)) {
                _ if label.is_empty() => {}
                (1.., Some(line)) => text.push_str(&format!("\nline {line}: {label}")),
                _ => text.push_str(&format!("\nhere: {label}")),
            }
        }
        let primary = finding.primary();
        let mut hints = self.hints.iter();
        let hint = hints.find(|(place, rule, _)| Some(*place) == primary && *rule == finding.rule);
        let hint = hint.map(|(_, _, hint)| hint);
        if let Some(help) = hint.or(finding.help.as_ref()) {
            text.push_str(&format!("\nhelp: {help}"));
        }
        match primary.and_then(|place| self.tokens.get(place.0 as usize)) {
            Some(tokens) => syn::Error::new_spanned(tokens, text),
            None => syn::Error::new(proc_macro2::Span::call_site(), text),
        }
    }

    /// The start of a place, for errors of the compiler itself.
    pub(crate) fn span(&self, place: Span) -> proc_macro2::Span {
        let first =
            self.tokens.get(place.0 as usize).and_then(|tokens| tokens.clone().into_iter().next());
        first.map_or_else(proc_macro2::Span::call_site, |token| token.span())
    }

    fn line(&self, place: Span) -> Option<usize> {
        self.position(place).map(|(line, _)| line)
    }

    /// The line and the column of the start of a place.
    fn position(&self, place: Span) -> Option<(usize, usize)> {
        let tokens = self.tokens.get(place.0 as usize)?;
        let first = tokens.clone().into_iter().next()?.span().unwrap();
        Some((first.line(), first.column()))
    }
}
