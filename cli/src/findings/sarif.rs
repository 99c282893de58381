//! Findings in the Static Analysis Results Interchange Format (SARIF), version 2.1.0.

use super::{Region, Shown};
use crate::failure::Result;
use crate::output;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Prints one document with all findings.
pub(crate) fn sarif(findings: &[Shown]) -> Result {
    let rules: BTreeMap<&str, &str> =
        findings.iter().map(|found| (found.rule, found.requirement.as_str())).collect();
    let names: Vec<&str> = rules.keys().copied().collect();
    let rules: Vec<Value> =
        rules.iter().map(|(name, requirement)| rule(name, requirement)).collect();
    let results: Vec<Value> = findings
        .iter()
        .map(|found| result(found, names.iter().position(|name| *name == found.rule)))
        .collect();
    let driver = json!({
        "name": "bytespec",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    output::json(&json!({
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": driver},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn rule(name: &str, requirement: &str) -> Value {
    if requirement.is_empty() {
        return json!({"id": name});
    }
    json!({"id": name, "shortDescription": {"text": requirement}})
}

fn result(found: &Shown, rule: Option<usize>) -> Value {
    let mut result = json!({
        "ruleId": found.rule,
        "ruleIndex": rule,
        "level": if found.is_error { "error" } else { "warning" },
        "message": {"text": found.message},
        "locations": [location(&found.file, found.region.as_ref())],
    });
    if let Some(fingerprint) = &found.fingerprint {
        result["partialFingerprints"] = json!({"bytespec/v1": fingerprint});
    }
    if let Some(reason) = &found.allowed {
        result["suppressions"] = json!([{"kind": "external", "justification": reason}]);
    }
    result
}

fn location(file: &str, region: Option<&Region>) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(file)}});
    if let Some(Region { line, end_line, columns }) = region {
        place["region"] = json!({"startLine": line, "endLine": end_line});
        if let Some((from, to)) = columns {
            place["region"]["startColumn"] = json!(from);
            place["region"]["endColumn"] = json!(to);
        }
    }
    json!({"physicalLocation": place})
}

/// A path as a URI reference. Characters with a meaning in a URI are escaped.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
