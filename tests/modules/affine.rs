//! Affine maps and sets made at random.

use bytespec::mlir::{Attribute, AttributeId, Module, ParseOptions, Release};
use bytespec::sample::Source;
use bytespec::{Error, Result};

/// Expressions in expressions.
const MAX_DEPTH: u32 = 3;

/// So often an expression is read until it stays.
const MAX_FOLDS: usize = 8;

/// A map or a set, as a release spells it: what is made is read and folded first.
pub(crate) fn attribute(
    module: &mut Module<'_>,
    source: &mut Source,
    release: Release,
) -> Result<Option<AttributeId>> {
    let (dimensions, symbols) = (source.below(4), source.below(3));
    let names = |letter: char, count: usize| {
        let names: Vec<String> = (0..count).map(|number| format!("{letter}{number}")).collect();
        names.join(", ")
    };
    let mut head = format!("({})", names('d', dimensions));
    if symbols > 0 {
        head += &format!("[{}]", names('s', symbols));
    }
    let list = |source: &mut Source, end: &[&str]| {
        let count = source.below(4);
        let parts: Vec<String> = (0..count)
            .map(|_| {
                let part = expression(source, dimensions, symbols, 0);
                let end = if end.is_empty() { "" } else { end[source.below(end.len())] };
                format!("{part}{end}")
            })
            .collect();
        parts.join(", ")
    };
    let text = match source.flag() {
        true => format!("affine_map<{head} -> ({})>", list(source, &[])),
        false => {
            let parts = list(source, &[" >= 0", " == 0"]);
            // A set of nothing is written otherwise.
            let parts = if parts.is_empty() { "1 == 0".to_owned() } else { parts };
            format!("affine_set<{head} : ({parts})>")
        }
    };
    let options = ParseOptions::default().release(release);
    let spelled = |text: &str| format!("\"a.b\"() {{a = {text}}} : () -> ()");
    // What divides by zero is refused.
    let Some((dialect, mut text)) = read(&spelled(&text), &options)? else { return Ok(None) };
    // Text has no brackets around a sum at the right of another, so that it may be folded once more when it is read.
    for _ in 0..MAX_FOLDS {
        match read(&spelled(&text), &options)? {
            Some((_, again)) if again != text => text = again,
            _ => break,
        }
    }
    module.add_attribute_text(&dialect, &text).map(Some)
}

/// How an operation that is read has its attribute, and whose it is.
fn read(text: &str, options: &ParseOptions) -> Result<Option<(Vec<u8>, String)>> {
    let Ok(read) = Module::parse(text, options) else { return Ok(None) };
    let op = read.walk().nth(1).ok_or_else(|| Error::invalid("there is no operation"))?;
    let Some(id) = read.get_attribute(op, "a")? else { return Ok(None) };
    Ok(match read.attribute(id)? {
        Attribute::Text { dialect, text } => {
            Some((dialect.to_vec(), String::from_utf8_lossy(text).into_owned()))
        }
        _ => None,
    })
}

fn expression(source: &mut Source, dimensions: usize, symbols: usize, depth: u32) -> String {
    let leaf = depth == MAX_DEPTH || source.below(3) == 0;
    match source.below(if leaf { 3 } else { 8 }) {
        0 if dimensions > 0 => format!("d{}", source.below(dimensions)),
        1 if symbols > 0 => format!("s{}", source.below(symbols)),
        0..=2 => (source.below(20) as i64 - 10).to_string(),
        kind => {
            let mut part = || expression(source, dimensions, symbols, depth + 1);
            let (one, other) = (part(), part());
            match kind {
                3 => format!("({one} + {other})"),
                4 => format!("({one} - {other})"),
                // One of the two is a number or a symbol.
                5 => format!("({one} * {})", source.below(9) as i64 - 4),
                6 => format!("({one} floordiv {})", 1 + source.below(8)),
                _ => match source.flag() {
                    true => format!("({one} mod {})", 1 + source.below(8)),
                    false => format!("({one} ceildiv {})", 1 + source.below(8)),
                },
            }
        }
    }
}
