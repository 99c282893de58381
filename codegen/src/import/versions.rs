//! The versions in a definition.

use super::dump::Record;
use super::operation::Bounds;
use super::{ImportError, Result};

/// The first version of an argument or an operation, where the definition says it.
pub(super) fn since(record: Record<'_>) -> Result<Option<String>> {
    if let Some(version) = record.text("operationVersion")? {
        return Ok(Some(version.to_owned()));
    }
    for decorator in record.list("decorators")? {
        if let Some(version) = decorator.text("sinceVersion")? {
            return Ok(Some(version.to_owned()));
        }
    }
    Ok(None)
}

/// The versions of an operation, where the definition says them: as a field, or in its C++.
pub(super) fn bounds(record: Record<'_>) -> Result<Option<Bounds>> {
    if let Some(since) = since(record)? {
        return Ok(Some(Bounds { since, until: None }));
    }
    for key in ["extraClassDefinition", "extraClassDeclaration"] {
        let text = record.text(key)?.unwrap_or_default();
        let (since, until) = (bound(text, "getMinVersion()"), bound(text, "getMaxVersion()"));
        match (since, until) {
            (None, None) => {}
            (Some(Some(Bound::Version(since))), Some(Some(until))) => {
                let until = match until {
                    Bound::Version(version) => Some(version),
                    Bound::Newest => None,
                };
                return Ok(Some(Bounds { since, until }));
            }
            _ => {
                return Err(ImportError::new(format!(
                    "the versions in `{key}` of record `{}` are not understood",
                    record.name
                )));
            }
        }
    }
    Ok(None)
}

/// An end of a range of versions.
enum Bound {
    Version(String),
    Newest,
}

/// What a function of this name gives: nothing where there is none, or nothing known.
fn bound(text: &str, function: &str) -> Option<Option<Bound>> {
    let (_, rest) = text.split_once(function)?;
    let end = ["getMinVersion", "getMaxVersion"].iter().filter_map(|next| rest.find(next)).min();
    let body = &rest[..end.unwrap_or(rest.len())];
    if body.contains("getCurrentVersion()") {
        return Some(Some(Bound::Newest));
    }
    let arguments = body.split_once("Version(").and_then(|(_, rest)| rest.split_once(')'));
    let parts = arguments.map(|(arguments, _)| arguments.split(',').map(str::trim));
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    let numbers = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let known = !parts.is_empty() && parts.iter().all(numbers);
    Some(known.then(|| Bound::Version(parts.join("."))))
}
