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

/// The type of the value, the fields in front of its others, and the number in it.
const WAYS: [(&str, &str, &str); 5] = [
    ("R(n)", "{name: n, type: u8, let: parameter}", "n"),
    ("R", "", "E.n"),
    ("R", "", "E.n[count(E.n) - 1]"),
    ("R", "{name: k, type: u8, let: E.n}", "R.k"),
    (
        "R(n)",
        "{name: n, type: u8, let: parameter}\n{name: k, type: u8, let: n}\n{name: m, type: u8, let: k}",
        "R.m",
    ),
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
        for (ty, before, number) in WAYS {
            for (using, own) in USES.iter().flat_map(|using| OWN.map(|own| (using, own))) {
                let more = more.to_string();
                // What the value itself depends on is another question than where its numbers are.
                if !own.is_empty() && number.starts_with("R.") {
                    continue;
                }
                let using = using.replace('C', &more).replace('N', number);
                let ends = "{name: len, type: u32, let: size(data)}\n{name: inner, type: I}\n{name: end, type: u32, let: len + 1}";
                // A record inside of the value uses a number of the value.
                let r = match number.starts_with("R.") {
                    true => {
                        let inside = "{name: q, type: Q}\n{name: len, type: u32, let: q.len}";
                        let ends =
                            ends.replacen("{name: len, type: u32, let: size(data)}", inside, 1);
                        let len = "{name: len, type: u32, let: size(data)}";
                        record("R", &[before, "{name: a, type: u8}", &ends])
                            + &record("Q", &[&using, len])
                    }
                    false => record("R", &[before, "{name: a, type: u8}", &using, ends]),
                };
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

/// Where the values of a list are, as the order of the fields of a file and of a group: `g` is the groups, `n` the number, and `v` the
/// values.
const ORDERS: [(&str, &str); 8] = [
    ("g", "nv"),
    ("g", "vn"),
    ("gv", "n"),
    ("vg", "n"),
    ("vg", "nv"),
    ("gv", "nv"),
    ("gv", "vn"),
    ("g", "vnv"),
];

/// What a number is computed from.
const LISTED: [&str; 6] = [
    "count(V.x)",
    "V.x[0]",
    "V.x[index]",
    "V.x[Group.base + index]",
    "if count(V.x) > 0 then V.x[count(V.x) - 1] else 0",
    "count(V.x) + V.x[1]",
];

/// The record of a number, and the field of a group that is the number or contains it.
const HOLDERS: [(&str, &str); 3] = [
    ("Row", "{name: n, type: Row}"),
    ("Row", "{name: n, type: Row, count: 2}"),
    ("Group", "{name: n, type: u8, equals: 'EQUALS'}"),
];

#[test]
fn numbers_about_lists_in_what_repeats_are_read() {
    let (mut faults, mut accepted, mut repeated) = (String::new(), 0, 0);
    for (file, group) in ORDERS {
        for equals in LISTED {
            for (holder, number) in HOLDERS {
                // These groups have no values of their own.
                if equals.contains("base") && (file, group) == ("vg", "n") {
                    continue;
                }
                for groups in [1, 2] {
                    let equals = match holder {
                        "Group" => equals.replace("Group.", ""),
                        _ => equals.to_owned(),
                    };
                    let number = number.replace("EQUALS", &equals);
                    let numbers = if number.contains("count: 2") { 2 } else { 1 };
                    let field = |order: &str, at: usize| match order.as_bytes()[at] {
                        b'g' if groups == 1 => "{name: g, type: Group}".to_owned(),
                        b'g' => format!("{{name: g, type: Group, count: {groups}}}"),
                        b'n' => number.clone(),
                        _ => format!("{{name: v{at}, type: V, count: 2}}"),
                    };
                    let fields = |order: &str| -> Vec<String> {
                        (0..order.len()).map(|at| field(order, at)).collect()
                    };
                    let base = "{name: base, type: u32, let: count(V.x)}";
                    let own = fields(group).join("\n");
                    let mut schema = schema(&fields(file)) + &record("Group", &[base, &own]);
                    schema += &record("V", &["{name: x, type: u8}"]);
                    if holder == "Row" {
                        let row = format!("{{name: n, type: u8, equals: '{equals}'}}");
                        schema += &record("Row", &[&row]);
                    }
                    let Ok(plan) = lowered(&schema) else { continue };
                    accepted += 1;
                    repeated += usize::from(groups > 1);
                    // The numbers are the places of zeros.
                    let own = group.replace('n', if numbers == 2 { "nn" } else { "n" });
                    let own = own.replace('v', "vv");
                    let whole = file.replace('v', "vv").replace('g', &own.repeat(groups));
                    if let Err(fault) = some_file(&plan, &whole) {
                        _ = writeln!(faults, "{fault}\n{schema}");
                    }
                }
            }
        }
    }
    println!("{accepted} schemas, {repeated} with several groups");
    assert!(accepted > 130 && repeated > 100, "{accepted}, {repeated}");
    assert!(faults.is_empty(), "{} faults\n{faults}", faults.matches("- record: V").count());
}

/// Tries files of numbers and values until one is read, and writes it.
fn some_file(plan: &Plan, layout: &str) -> Result<(), String> {
    const TRIED: [u8; 13] = [0, 2, 4, 6, 8, 11, 12, 13, 14, 15, 16, 18, 20];
    let numbers = layout.matches('n').count() as u32;
    for at in 0..TRIED.len().pow(numbers) {
        let (mut at, mut value) = (at, 10);
        let file = layout.bytes().map(|of| {
            if of == b'n' {
                let tried = TRIED[at % TRIED.len()];
                at /= TRIED.len();
                return tried;
            }
            value += 1;
            value
        });
        let file: Vec<u8> = file.collect();
        let read = File::open(plan, &file, &[]).and_then(|mut file| file.read());
        if read.is_ok() {
            return comes_back(plan, &file).map_err(|error| format!("{file:02x?}: {error}"));
        }
    }
    Err(format!("no file of {layout}"))
}
