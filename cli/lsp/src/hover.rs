//! What is said of what the mouse points at.

use super::context::context;
use super::state::{Answer, Server};
use bytespec_codegen::builtin::{BUILTIN, RUN_ONLY};
use bytespec_codegen::rules::rule;
use serde_json::{Value, json};
use std::path::Path;

/// What stands at a place: a name, a type, a key, and what is found there.
pub(super) fn hover(server: &Server, root: &Path, params: &Value) -> Answer {
    let found = server.place(params).zip(server.analysis(root));
    let Some(((path, byte), (known, analysis))) = found else { return Ok(Value::Null) };
    let mut parts = Vec::new();
    if let Some((_, at)) = analysis.at(&path, byte) {
        let declared = &analysis.references.declared[at];
        let mut text = format!("**{}** `{}`", declared.kind, declared.name.value);
        if let Some(owner) = declared.owner {
            let owner = &analysis.references.declared[owner];
            text.push_str(&format!(" of {} `{}`", owner.kind, owner.name.value));
        }
        text.push_str(
            &declared.summary.as_ref().map(|line| format!(": {line}")).unwrap_or_default(),
        );
        parts.push(text);
        parts.extend(declared.bounds.clone());
        let place = analysis.sources.line_in(root, declared.name.span);
        let uses = analysis.places(at).len().saturating_sub(1);
        parts.push(format!(
            "Declared in `{place}`, used in {uses} place{}",
            if uses == 1 { "" } else { "s" }
        ));
        parts.extend(known.diagrams.get(&place).map(|text| format!("```text\n{text}```")));
    } else {
        parts.extend(word(server, &path, byte));
    }
    for finding in analysis.found.iter().chain(&known.built) {
        let place = finding.primary().and_then(|span| analysis.place(span));
        let is_here = place.is_some_and(|(of, bytes)| of == path && bytes.contains(&byte));
        if let Some(rule) = rule(finding.rule).filter(|_| is_here) {
            parts.push(format!(
                "`{}` requires: {}. `bytespec check --explain {0}` has an example.",
                rule.name, rule.requirement
            ));
        }
    }
    match parts.is_empty() {
        true => Ok(Value::Null),
        false => Ok(json!({"contents": {"kind": "markdown", "value": parts.join("\n\n")}})),
    }
}

/// What a word of the language is.
fn word(server: &Server, path: &Path, byte: usize) -> Option<String> {
    let text = &server.open.get(path)?.text;
    let item = text.item(byte..byte);
    let line = text.as_str();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let end = byte + line[byte..].find(|c| !is_part(c)).unwrap_or(line.len() - byte);
    let start = line[..byte].rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
    let word = line.get(start..end).filter(|word| !word.is_empty())?;
    let found = context(&line[item.start..end]);
    if line[end..].starts_with(':') && found.key.is_none() {
        let kind = found.kind?;
        let key = kind.key(word)?;
        let must = if key.required { ", required" } else { "" };
        return Some(format!(
            "**{}** of {}{must}: {}\n\nExpected: {}",
            key.name,
            kind.name,
            key.doc,
            key.shape.describe()
        ));
    }
    let ty = BUILTIN.iter().chain(RUN_ONLY.iter()).find(|ty| ty.name == word)?;
    Some(format!("`{}`: {}", ty.form, ty.doc))
}
