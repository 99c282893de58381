//! `check`: checks schemas.

use crate::args::CheckArgs;
use crate::failure::{Failure, Result, display};
use crate::files;
use crate::findings::{Finding, Report};
use crate::formats::interpreted::Schema;
use crate::output::{self, BAD, GOOD, HEAD};
use crate::report::note;
use crate::schema::{self, Loaded, Written};
use bytespec_codegen::diagnostics::{Diagnostic, Diagnostics, nearest};
use bytespec_codegen::rules::{self, RULES, Rule, Severity, Side};
use bytespec_codegen::syntax::{self, SourceMap};
use std::path::Path;

/// Checks all given schemas, or explains rules.
pub(crate) fn run(args: &CheckArgs) -> Result {
    match &args.explain {
        Some(Some(name)) => return explain(name),
        Some(None) => return list(),
        None => {}
    }
    if args.json_schema {
        return output::json(&schemars::schema_for!(Finding<'_>));
    }
    let mut shown = Report::new(args.shown);
    let mut wrong = false;
    for path in schema::named(&args.schemas)? {
        let mut texts = schema::texts(&path)?;
        if args.fix {
            let fixed = syntax::fix(texts.clone());
            let changed = fixed.files.iter().zip(&texts).filter(|(new, old)| new != old);
            for ((file, text), _) in changed {
                files::write(file, text.as_bytes())?;
            }
            if args.shown.is_for_people() {
                fixed.made.iter().try_for_each(print_change)?;
            }
            texts = fixed.files;
        }
        match schema::lower(&path, texts) {
            Ok(loaded) => {
                let Written { tree, sources } = &loaded.written;
                let proof = Schema::of(&loaded.model).prove(&loaded.model)?;
                if !proof.wrong.is_empty() {
                    wrong = true;
                    report(args, &path, &proof.wrong, sources, &mut shown)?;
                    continue;
                }
                let warnings = syntax::warnings(tree, sources);
                if !warnings.is_empty() {
                    wrong |= args.strict;
                    report(args, &path, &warnings, sources, &mut shown)?;
                }
                if args.shown.is_for_people() {
                    print_content(&loaded)?;
                }
            }
            Err((found, sources)) => {
                wrong = true;
                report(args, &path, &found, &sources, &mut shown)?;
            }
        }
    }
    shown.end()?;
    if wrong { Err(Failure::Reported) } else { Ok(()) }
}

/// Lists the rules.
fn list() -> Result {
    let width = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    RULES.iter().try_for_each(|Rule { name, requirement, severity, .. }| {
        let only = if *severity == Severity::Warning { " (warning)" } else { "" };
        output::line(format_args!("{HEAD}{name:width$}{HEAD:#}  {requirement}{only}"))
    })
}

/// Explains a rule, with an example.
fn explain(name: &str) -> Result {
    let Some(rule) = rules::rule(name) else {
        let near = nearest(name, RULES.iter().map(|rule| rule.name));
        let near = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        return Err(Failure::Usage(format!("no rule is named `{name}`{near}")));
    };
    output::line(format_args!("{HEAD}{name}{HEAD:#}: {}", rule.requirement))?;
    let wrong = rule.schema(Side::Wrong);
    if wrong.is_empty() {
        return Ok(());
    }
    output::line(format_args!(
        "\n{HEAD}Example{HEAD:#}, wrong lines with `-`, right lines with `+`:"
    ))?;
    for (side, line) in rule.example() {
        let mark = side.mark();
        match side {
            Side::Both => output::line(format_args!("{mark} {line}"))?,
            Side::Wrong => output::line(format_args!("{BAD}{mark} {line}{BAD:#}"))?,
            Side::Right => output::line(format_args!("{GOOD}{mark} {line}{GOOD:#}"))?,
        }
    }
    output::line(format_args!("\n{HEAD}Findings{HEAD:#}:"))?;
    // If the output has no colors, it removes them.
    output::print(format_args!("{}", syntax::example_findings(rule, true)))
}

/// Prints the content of a schema without findings.
fn print_content(loaded: &Loaded) -> Result {
    let items = schema::items(&loaded.model);
    let total: usize = items.iter().map(|items| items.gates.len()).sum();
    let kinds: Vec<_> = items.iter().map(ToString::to_string).collect();
    let files = loaded.files.len();
    output::line(format_args!(
        "{GOOD}ok{GOOD:#}: {files} file{}, {total} item{}: {}",
        if files == 1 { "" } else { "s" },
        if total == 1 { "" } else { "s" },
        kinds.join(", ")
    ))
}

/// Prints a change.
fn print_change(made: &syntax::Made) -> Result {
    let syntax::Made { path, line, rule, from, to } = made;
    let path = display(path);
    match from.is_empty() {
        true => output::line(format_args!("{path}:{line}: added `{to}` [{rule}]")),
        false => output::line(format_args!("{path}:{line}: changed `{from}` to `{to}` [{rule}]")),
    }
}

/// Reports findings, and how many of them the command can fix.
fn report(
    args: &CheckArgs,
    path: &Path,
    found: &Diagnostics,
    sources: &SourceMap,
    shown: &mut Report,
) -> Result {
    shown.add(found, sources)?;
    let is_certain = |found: &&Diagnostic| {
        let certain = found.edits.iter().filter(|edit| edit.is_certain);
        let placed = certain.map(|edit| syntax::replaced(edit, sources).is_some());
        placed.reduce(|all, one| all && one) == Some(true)
    };
    let count = found.iter().filter(is_certain).count();
    if count > 0 && !args.fix && args.shown.is_for_people() {
        note(&format!("`bytespec check --fix {}` fixes {count} of them", display(path)));
    }
    Ok(())
}
