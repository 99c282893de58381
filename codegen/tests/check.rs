//! Schemas with one fault each, and what is said about them: `tests/check/<rule>/<case>.yaml` with
//! the expected findings beside it. `BLESS=1 cargo test` writes them anew.

#![cfg(feature = "yaml")]

use std::fs;
use std::path::{Path, PathBuf};

use bytespec_codegen::check::without_host;
use bytespec_codegen::diagnostics::Diagnostics;
use bytespec_codegen::rules::{self, RULES, Severity, Side};
use bytespec_codegen::syntax::{
    Made, SourceMap, fix, item_kinds, json_schema, list_folder, read_and_check, read_and_hold,
    read_folder, render, replaced, warnings,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check")
}

/// The cases as they are shown in findings, with their texts.
fn cases() -> Vec<(PathBuf, String)> {
    let root = folder();
    let files = list_folder(&root).expect("the folder of cases");
    let short = |path: &Path| path.strip_prefix(&root).expect("inside").to_owned();
    files
        .into_iter()
        .map(|path| (short(&path), fs::read_to_string(&path).expect("a case")))
        .collect()
}

/// The rule of a format without a host, which a schema alone does not break.
const HOST: &str = "host";

fn run(path: &Path, text: &str) -> (SourceMap, Diagnostics) {
    let (schema, sources, mut found) = read_and_check(vec![(path.to_owned(), text.to_owned())]);
    if rule(path) == HOST {
        found.extend(without_host(&schema));
    }
    if is_warning(path) {
        found.extend(warnings(&schema, &sources));
    }
    (sources, found)
}

/// Whether a case is of a rule that schemas may break.
fn is_warning(path: &Path) -> bool {
    rules::rule(rule(path)).is_some_and(|rule| rule.severity == Severity::Warning)
}

/// The folder of a case, which is the rule that it breaks.
fn rule(path: &Path) -> &str {
    let folder = path.parent().and_then(Path::to_str);
    folder.expect("a case lies in a folder")
}

#[test]
fn findings_are_as_expected() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for (path, text) in cases() {
        let (sources, found) = run(&path, &text);
        let shown = render(&found, &sources, false);
        let expected = folder().join(&path).with_extension("stderr");
        if rule(&path) == "pass" {
            if !shown.is_empty() {
                wrong.push(format!("{} should pass:\n{shown}", path.display()));
            }
        } else if bless {
            fs::write(&expected, &shown).expect("a place to write to");
        } else if fs::read_to_string(&expected).unwrap_or_default() != shown {
            wrong.push(format!("{} now says:\n{shown}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_case_breaks_its_own_rule_only() {
    for (path, text) in cases() {
        let (_, found) = run(&path, &text);
        match rule(&path) {
            "pass" | "several" => {}
            rule => {
                let rules: Vec<_> = found.iter().map(|finding| finding.rule).collect();
                assert!(!rules.is_empty(), "{} breaks nothing", path.display());
                assert!(
                    rules.iter().all(|found| *found == rule),
                    "{} breaks {rules:?}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn every_rule_has_a_case() {
    let cases = cases();
    for rule in bytespec_codegen::check::rules().chain([HOST]) {
        let has = cases.iter().any(|(path, _)| self::rule(path) == rule);
        assert!(has, "no case for `{rule}`");
    }
}

/// What `check --explain` shows is so.
#[test]
fn every_example_breaks_its_rule_and_keeps_all() {
    for rule in RULES {
        if rule.example().next().is_none() {
            assert_eq!(rule.name, "plan", "`{}` has no example", rule.name);
            continue;
        }
        let path = Path::new(rule.name).join("example.yaml");
        let (_, wrong) = run(&path, &rule.schema(Side::Wrong));
        assert!(!wrong.is_empty(), "the example of `{}` breaks nothing", rule.name);
        for finding in &wrong {
            assert_eq!(finding.rule, rule.name, "{finding}");
        }
        let (sources, right) = run(&path, &rule.schema(Side::Right));
        assert!(right.is_empty(), "{}", render(&right, &sources, false));
    }
    for name in bytespec_codegen::check::rules() {
        assert!(rules::rule(name).is_some(), "`{name}` is in no table");
    }
    for (path, _) in cases() {
        let name = rule(&path);
        assert!(["pass", "several"].contains(&name) || rules::rule(name).is_some(), "`{name}`");
    }
}

/// A warning about a schema that is meant as it stands would be a wrong one.
#[test]
fn shipped_schemas_have_no_warnings() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let formats = ["png", "gettext", "tar", "gguf", "elf", "zip"]
        .map(|format| format!("examples/formats/{format}/schema"));
    let others = ["schema/mlir", "schema/tile_ir", "examples/wasm/schema"].map(str::to_owned);
    for schema in others.iter().chain(&formats) {
        let (schema, sources) = read_folder(&top.join(schema)).expect("a right schema");
        let found = warnings(&schema, &sources);
        assert!(found.is_empty(), "{}", render(&found, &sources, false));
    }
}

/// One run says all that is wrong: findings of one rule differ in what they say, and each has its own place.
#[test]
fn thirty_faults_are_thirty_findings() {
    let path = Path::new("several/thirty.yaml");
    let text = fs::read_to_string(folder().join(path)).expect("the case");
    let (sources, found) = run(path, &text);
    let mut said: Vec<_> = found.iter().map(|finding| (finding.rule, &finding.message)).collect();
    said.sort();
    said.dedup();
    let mut places: Vec<_> = found.iter().filter_map(|finding| finding.primary()).collect();
    places.sort();
    places.dedup();
    let rules: std::collections::BTreeSet<_> = found.iter().map(|finding| finding.rule).collect();
    let shown = render(&found, &sources, false);
    assert!(said.len() >= 30 && places.len() >= 30, "{} of {rules:?}:\n{shown}", said.len());
    assert!(rules.len() >= 20, "{rules:?}");
}

/// What a reader is shown, or a program told.
#[test]
fn every_finding_has_a_place() {
    for (path, text) in cases() {
        let (sources, found) = run(&path, &text);
        for finding in &found {
            let primary = finding.primary().and_then(|span| sources.resolve(span));
            assert!(primary.is_some(), "{}: {finding}", path.display());
            for (span, label) in &finding.labels {
                assert!(sources.resolve(*span).is_some(), "{}: {label}", path.display());
            }
        }
    }
}

/// What is certain is changed, what was found is gone then, and a second time changes nothing.
#[test]
fn certain_changes_mend_what_they_are_for() {
    let mut listed = String::new();
    for (path, text) in cases() {
        let before = vec![(path.clone(), text)];
        let (_, sources, found) = read_and_check(before.clone());
        if found.iter().all(|finding| finding.edits.iter().all(|edit| !edit.is_certain)) {
            continue;
        }
        let fixed = fix(before.clone());
        assert_eq!(fixed.made.is_empty(), fixed.files == before, "{}", path.display());
        let again = fix(fixed.files.clone());
        assert_eq!(
            (again.files, again.made),
            (fixed.files.clone(), Vec::new()),
            "{}",
            path.display()
        );
        let (_, _, left) = read_and_check(fixed.files);
        for finding in &found {
            let certain = finding.edits.iter().filter(|edit| edit.is_certain);
            let edits: Vec<_> = certain.collect();
            let can_be_made = edits.iter().all(|edit| replaced(edit, &sources).is_some());
            if !edits.is_empty() && can_be_made {
                let is_left = left.iter().any(|other| other.message == finding.message);
                assert!(!is_left, "{}: {finding} is not mended", path.display());
            }
        }
        for Made { path, line, rule, from, to } in fixed.made {
            let path = path.to_string_lossy().replace('\\', "/");
            listed.push_str(&format!("{path}:{line} [{rule}]: `{from}` -> `{to}`\n"));
        }
    }
    let expected = folder().join("fixed.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected, &listed).expect("a place to write to");
    }
    assert_eq!(fs::read_to_string(&expected).unwrap_or_default(), listed);
}

/// Cuts and garbles of the cases: nothing panics, and whatever is found has a place.
#[test]
fn no_text_is_too_bad_to_read() {
    let cases = cases();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let share = cases.iter().skip(worker).step_by(workers);
            scope.spawn(move || share.for_each(|(path, text)| garbled_is_read(path, text)));
        }
    });
}

fn garbled_is_read(path: &Path, text: &str) {
    let bytes = text.len();
    for step in 1..12 {
        let cut = (0..=bytes * step / 12).rev().find(|at| text.is_char_boundary(*at));
        let (head, tail) = text.split_at(cut.unwrap_or(0));
        for bad in [head.to_owned(), format!("{head}]{tail}"), format!("{head}: é{tail}")] {
            let (_, sources, found) = read_and_hold(vec![(path.to_owned(), bad.clone())]);
            render(&found, &sources, true);
            for finding in &found {
                for (span, _) in &finding.labels {
                    assert!(sources.resolve(*span).is_some(), "{finding} in:\n{bad}");
                }
            }
        }
    }
}

#[test]
fn a_bad_file_does_not_hide_the_others() {
    let files = vec![
        (PathBuf::from("b.yaml"), "- format: a\n  : [".to_owned()),
        (PathBuf::from("a.yaml"), "- opp: a\n".to_owned()),
        (PathBuf::from("c.yaml"), "- op: c\n  opcodes: 1\n".to_owned()),
    ];
    let (_, sources, found) = read_and_check(files);
    let rules: Vec<_> = found.iter().map(|finding| finding.rule).collect();
    for rule in ["yaml-syntax", "unknown-item", "unknown-key", "required-key"] {
        assert!(rules.contains(&rule), "{}", render(&found, &sources, false));
    }
    let primaries = found.iter().filter_map(|finding| finding.primary());
    let paths: Vec<_> = primaries.filter_map(|span| Some(sources.resolve(span)?.path)).collect();
    assert!(paths.is_sorted(), "findings are in the order of the files: {paths:?}");
}

#[test]
fn an_empty_schema_lacks_its_format() {
    let (_, sources, found) = read_and_check(Vec::new());
    let shown = render(&found, &sources, false);
    assert!(shown.contains("the schema has no `format` item"), "{shown}");
}

#[test]
fn the_json_schema_names_every_key() {
    let text = json_schema();
    assert_eq!(text, json_schema());
    let (open, close) = (text.matches(['{', '[']).count(), text.matches(['}', ']']).count());
    assert!(open > 0 && close > 0);
    for kind in item_kinds() {
        for key in kind.keys() {
            assert!(text.contains(&format!("\"{}\"", key.name)), "{}", key.name);
        }
    }
}
