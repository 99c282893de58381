//! A release is taken out of the shipped layouts, and comes back from its definitions.

use super::{Texts, defined, dumps, imported, scope, texts};
use std::path::Path;

/// The entries of a mapping on one line, or the text that stands for one; every name and layout is quoted.
fn entries(value: &str, first: &str) -> Vec<(String, String)> {
    let Some(inside) = value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        return vec![(first.to_owned(), value.to_owned())];
    };
    let mut found = Vec::new();
    let mut rest = inside;
    while let Some(key) = rest.trim_start_matches([',', ' ']).strip_prefix('"') {
        let (key, behind) = key.split_once("\": ").expect("a release");
        let end = match behind.strip_prefix('"') {
            Some(text) => text.find('"').expect("the end of a layout") + 2,
            None => behind.find(',').unwrap_or(behind.len()),
        };
        found.push((key.to_owned(), behind[..end].to_owned()));
        rest = &behind[end..];
    }
    found
}

/// The layouts as if nobody had looked at `release`: what it has is what was before, and what it brought
/// comes with `next`.
fn without(text: &str, release: &str, next: Option<&str>) -> (String, usize) {
    let mut taken = 0;
    let mut kept = String::new();
    let first = text.split("since_release: \"").nth(1).and_then(|rest| rest.split('"').next());
    let first = first.expect("the first release");
    for line in text.split_inclusive('\n') {
        let named = format!("\"{release}\": ");
        let entry = line.strip_prefix("    ").filter(|entry| entry.contains(&named));
        let Some((name, value)) = entry.and_then(|entry| entry.trim_end().split_once(": ")) else {
            kept += line;
            continue;
        };
        taken += 1;
        let mut found = entries(value, first);
        let at = found.iter().position(|(key, _)| key == release).expect("the release");
        let (_, layout) = found.remove(at);
        if let Some(next) = next
            && found.get(at).is_none_or(|(key, _)| key != next)
        {
            found.insert(at, (next.to_owned(), layout));
        }
        // What says nothing new is left out.
        let mut before = "none".to_owned();
        found.retain(|(_, layout)| std::mem::replace(&mut before, layout.clone()) != *layout);
        match found.as_slice() {
            [] => {}
            [(key, only)] if key == first => kept += &format!("    {name}: {only}\n"),
            _ => {
                let found: Vec<_> =
                    found.iter().map(|(key, layout)| format!("\"{key}\": {layout}")).collect();
                kept += &format!("    {name}: {{{}}}\n", found.join(", "));
            }
        }
    }
    (kept, taken)
}

/// Takes a release out of the layouts of some dialects, and imports its definitions.
fn there_and_back(release: &str, next: Option<&str>, only: &[&str], names: &[&str], min: usize) {
    let shipped = texts("mlir");
    let mut texts: Texts = shipped.clone();
    let mut all = 0;
    for (path, text) in &mut texts {
        let of = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let facts = ["properties", "signatures", "defaults"];
        let folder = path.parent().unwrap_or(path);
        if facts.iter().any(|name| folder.ends_with(name)) && only.contains(&of) {
            // Only values begin with a release that is not the first of any: theirs begin with the next one, if at all.
            let since = format!("since_release: \"{release}\"");
            if folder.ends_with("defaults") && text.contains(&since) {
                let next =
                    next.map(|next| text.replace(&since, &format!("since_release: \"{next}\"")));
                *text = next.unwrap_or_default();
            }
            if text.is_empty() {
                continue;
            }
            let (kept, taken) = without(text, release, next);
            *text = kept;
            all += taken;
        }
    }
    texts.retain(|_, text| !text.is_empty());
    assert!(all >= min, "{release}: only {all} operations name it");
    let dumps = dumps();
    let definitions = defined(&dumps, names);
    imported(&mut texts, &definitions, &scope(Some(release), only, false)).unwrap();
    for (path, text) in &shipped {
        assert!(texts[path] == *text, "{}\n{}", Path::display(path), texts[path]);
    }
}

const UPSTREAM: [&str; 6] = ["arith", "func", "gpu", "memref", "scf", "vector"];

#[test]
fn a_release_between_others_comes_back_to_the_character() {
    there_and_back("22", Some("23"), &UPSTREAM, &["llvm22-"], 10);
    there_and_back("23", Some("24"), &UPSTREAM, &["llvm23-"], 10);
}

#[test]
fn the_newest_release_comes_back_to_the_character() {
    there_and_back("0.0.2", None, &["sdy"], &["sdy"], 2);
    there_and_back("1.20.0", None, &["stablehlo", "chlo"], &["stablehlo", "chlo"], 1);
}

/// Definitions that tell versions need no release.
#[test]
fn versions_in_definitions_come_back_to_the_character() {
    let shipped = texts("mlir");
    let dumps = dumps();
    let definitions = defined(&dumps, &["vhlo"]);
    let path = shipped.keys().find(|path| path.ends_with("properties/vhlo.yaml")).unwrap().clone();
    let lines =
        || shipped[&path].lines().filter(|line| line.starts_with("    ") && line.contains(": "));
    // Each one that came or ended, as if it had always been there.
    let ended: Vec<&str> = lines().filter(|line| line.ends_with('}')).collect();
    assert!(ended.len() > 20, "only {} operations came or ended", ended.len());
    let mut texts = shipped.clone();
    for line in ended {
        let (name, value) = line.split_once(": ").expect("an operation");
        let (_, layout) = &entries(value, "")[0];
        let text = texts.get_mut(&path).expect("the layouts");
        *text = text.replacen(line, &format!("{name}: {layout}"), 1);
    }
    // Two that are not there at all.
    for removed in ["    abs_v1: \"\"\n", "    xor_v1: \"\"\n"] {
        let text = texts.get_mut(&path).expect("the layouts");
        assert!(text.contains(removed), "{removed}");
        *text = text.replacen(removed, "", 1);
    }
    imported(&mut texts, &definitions, &scope(None, &[], false)).unwrap();
    assert!(texts == shipped, "{}", texts[&path]);
}
