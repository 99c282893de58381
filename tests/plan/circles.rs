//! Numbers that are computed from values after them: what `check` accepts has files, and writers write them.

use crate::language::{comes_back, item, lowered, schema};
use bytespec::plan::File;
use bytespec::plan::data::Plan;
use std::fmt::Write as _;

/// How a number is computed from the value `r`, the fields after `r`, and how much it is more than the bytes of `data`.
const NUMBERS: [(&str, &str, u8); 11] = [
    ("size(r)", "", 2),
    ("total", "{name: total, type: u32, let: size(r)}", 2),
    ("total", "{name: total, type: u32, let: r.len + 1}", 1),
    ("total", "{name: total, type: u32, let: if has(r) then r.len + 1 else 0}", 1),
    ("total", "{name: total, type: u32, let: r.end}", 1),
    ("total", "{name: total, type: u32, let: r.inner.size}", 2),
    ("total", "{name: total, type: u8, equals: r.len}", 0),
    ("total", "{name: total, type: u32, let: position}", 3),
    ("R.len[0]", "", 0),
    ("sum(r) & 0xff", "", 1),
    ("total", "{name: total, type: u32, let: sum(r) & 0xff}", 1),
];

/// What in the value depends on the number, `N`; `C` is how much that is more than the bytes.
const USES: [&str; 7] = [
    "{name: data, type: bytes, size: 2}",
    "{name: data, type: bytes, size: 'N - C'}",
    "{name: data, type: ascii, size: 'N - C', stop: 7}",
    "{name: data, type: u8, count: 'N - C'}",
    "{name: data, type: bytes, size: 2}\n{name: more, type: u8, when: 'N > C'}",
    "{name: data, type: bytes, size: 2}\n{name: other, type: u8, equals: 'N + C'}",
    "{name: data, type: bytes, size: 2, valid: 'N > C'}",
];

/// The type of the value, the parameter of its record, and the number in it.
const WAYS: [(&str, &str, &str); 3] = [
    ("R(n)", "{name: n, type: u8, let: parameter}", "n"),
    ("R", "", "E.n"),
    ("R", "", "E.n[count(E.n) - 1]"),
];

/// What the value itself depends on.
const OWN: [&str; 3] = ["", ", size: n + 2 - C", ", when: n > C"];

fn record(name: &str, lines: &[&str]) -> String {
    let fields = lines.iter().flat_map(|lines| lines.lines()).map(item);
    format!("- record: {name}\n  summary: A record\n  fields:\n{}", fields.collect::<String>())
}

/// A number of files that are read, and what is wrong with how they are written.
fn files(plan: &Plan, is_sum: bool) -> (usize, Option<String>) {
    let (mut count, mut fault) = (0, None);
    for n in 0..=if is_sum { u8::MAX } else { 9 } {
        for tail in [[3, 5, 4, 2, n, 5], [n, 7, n, n ^ 1, n, 8]] {
            for length in 1..=tail.len() {
                let file = [&[n], &tail[..length]].concat();
                let read = File::open(plan, &file, &[]).and_then(|mut file| file.read());
                count += usize::from(read.is_ok());
                if let (Ok(_), Err(error)) = (read, comes_back(plan, &file)) {
                    fault = Some(format!("{file:02x?}: {error}"));
                }
            }
        }
    }
    (count, fault)
}

#[test]
fn numbers_that_their_values_depend_on_are_written() {
    let inner = record(
        "I",
        &["{name: b, type: bytes, size: 1}", "{name: size, type: u8, let: size(b) + 3}"],
    );
    let (mut faults, mut without, mut accepted) = (String::new(), 0, 0);
    for (at, (equals, after, more)) in NUMBERS.into_iter().enumerate() {
        let mut found = 0;
        for (ty, parameter, number) in WAYS {
            for (using, own) in USES.iter().flat_map(|using| OWN.map(|own| (using, own))) {
                let more = more.to_string();
                let using = using.replace('C', &more).replace('N', number);
                let ends = "{name: len, type: u32, let: size(data)}\n{name: inner, type: I}\n{name: end, type: u32, let: len + 1}";
                let r = record("R", &[parameter, "{name: a, type: u8}", &using, ends]);
                let own = own.replace('C', &more);
                let value = format!("{{name: r, type: {ty}{own}}}");
                let e = format!("{{name: n, type: u8, equals: '{equals}'}}");
                let held = match at % 2 {
                    0 => "{name: e, type: E}",
                    _ => "{name: e, type: E, count: rest}",
                };
                let schema = schema(&[held.to_owned()]);
                let schema = schema + &record("E", &[&e, &value, after]) + &r + &inner;
                let Ok(plan) = lowered(&schema) else { continue };
                accepted += 1;
                let (count, fault) = files(&plan, equals.contains("sum") || after.contains("sum"));
                found += count;
                without += usize::from(count == 0);
                if let Some(fault) = fault {
                    _ = writeln!(faults, "{fault}\n{schema}");
                }
            }
        }
        assert!(found > 0, "no files with {equals}, {after}");
    }
    println!("{accepted} schemas, {without} without such files");
    assert!(accepted > 400 && without < accepted / 4, "{accepted}, {without}");
    assert!(faults.is_empty(), "{} faults\n{faults}", faults.matches("- record: I").count());
}
