//! Loops, branches, assertions.

use crate::suite::Suite;
use bytespec::tile_ir::Version;
use bytespec_conformance::sample::{ty, value, values};

pub(super) fn add(suite: &mut Suite) {
    suite.line("assert", |b| {
        let x = value(b, "tile<4xi1>");
        let message = b.string("bad \"thing\"\n");
        b.assert(x, message).build();
        format!("assert {x}, \"bad \\22thing\\22\\0A\" : tile<4xi1>")
    });
    loops(suite);
    endless_loops(suite);
    branches(suite);
}

fn loops(suite: &mut Suite) {
    for unsigned in [false, true] {
        if unsigned && !suite.since(Version::V13_2) {
            continue;
        }
        suite.add(format!("for_unsigned_{unsigned}"), move |b| {
            let [from, to, step] = values(b, ["tile<i32>"; 3]);
            let i32 = ty(b.module(), "tile<i32>");
            let op = b.for_(from, to, step, []);
            let op = if unsigned { op.unsigned_cmp() } else { op };
            let mut index = from;
            op.body(&[i32], |b, arguments| {
                index = arguments[0];
                b.continue_([]).build();
            })
            .build();
            let flag = if unsigned { "unsigned " } else { "" };
            vec![
                format!("for {flag}{index} in ({from} to {to}, step {step}) : tile<i32> {{"),
                "}".to_owned(),
            ]
        });
    }
    suite.add("for_carried", |b| {
        let [from, to, step] = values(b, ["tile<i64>"; 3]);
        let [x, y] = values(b, ["tile<f32>", "tile<4xi32>"]);
        let types = ["tile<i64>", "tile<f32>", "tile<4xi32>"].map(|text| ty(b.module(), text));
        let mut arguments = [from; 3];
        let op = b.for_(from, to, step, [x, y]).body(&types, |b, values| {
            arguments.copy_from_slice(values);
            b.continue_([values[1], values[2]]).build();
        });
        let results = op.build();
        let [index, p, q] = arguments;
        vec![
            format!(
                "{}, {} = for {index} in ({from} to {to}, step {step}) : tile<i64> \
                 iter_values({p} = {x}, {q} = {y}) -> (tile<f32>, tile<4xi32>) {{",
                results[0], results[1]
            ),
            format!("continue {p}, {q} : tile<f32>, tile<4xi32>"),
            "}".to_owned(),
        ]
    });
}

/// Loops that end by `break`.
fn endless_loops(suite: &mut Suite) {
    suite.add("loop", |b| {
        b.loop_([], [])
            .body(&[], |b, _| {
                let condition = value(b, "tile<i1>");
                b.if_([], condition)
                    .then(&[], |b, _| b.break_([]).build())
                    .else_(&[], |b, _| b.continue_([]).build())
                    .build();
                b.continue_([]).build();
            })
            .build();
        [
            "loop {",
            "%0 = constant <i1: false> : tile<i1>",
            "if %0 {",
            "break",
            "} else {",
            "continue",
            "}",
            "}",
        ]
        .map(str::to_owned)
        .to_vec()
    });
    suite.add("loop_carried", |b| {
        let x = value(b, "tile<f32>");
        let f32 = ty(b.module(), "tile<f32>");
        let mut argument = x;
        let op = b.loop_([f32], [x]).body(&[f32], |b, arguments| {
            argument = arguments[0];
            b.break_([argument]).build();
        });
        let results = op.build();
        vec![
            format!(
                "{} = loop iter_values({argument} = {x}) : tile<f32> -> tile<f32> {{",
                results[0]
            ),
            format!("break {argument} : tile<f32>"),
            "}".to_owned(),
        ]
    });
}

fn branches(suite: &mut Suite) {
    suite.add("if_values", |b| {
        let [condition, x, y] = values(b, ["tile<i1>", "tile<f32>", "tile<4xi32>"]);
        let types = ["tile<f32>", "tile<4xi32>"].map(|text| ty(b.module(), text));
        let op = b
            .if_(types, condition)
            .then(&[], |b, _| b.yield_([x, y]).build())
            .else_(&[], |b, _| b.yield_([x, y]).build());
        let results = op.build();
        let end = format!("yield {x}, {y} : tile<f32>, tile<4xi32>");
        vec![
            format!(
                "{}, {} = if {condition} -> (tile<f32>, tile<4xi32>) {{",
                results[0], results[1]
            ),
            end.clone(),
            "} else {".to_owned(),
            end,
            "}".to_owned(),
        ]
    });
    suite.add("if_without_else", |b| {
        let condition = value(b, "tile<i1>");
        b.if_([], condition).then(&[], |b, _| b.yield_([]).build()).build();
        vec![format!("if {condition} {{"), "}".to_owned()]
    });
    suite.add("if_return", |b| {
        let condition = value(b, "tile<i1>");
        b.if_([], condition).then(&[], |b, _| b.return_([]).build()).build();
        vec![format!("if {condition} {{"), "return".to_owned(), "}".to_owned()]
    });
}
