//! Shapes of tiles, constants, reductions, and what else belongs to no group.

use crate::suite::Suite;
use bytespec::tile_ir::{Attribute, Global, Module, SymbolVisibility, Type, Version};
use bytespec_conformance::sample::{ty, value, values};

pub(super) fn add(suite: &mut Suite) {
    shapes(suite);
    constants(suite);
    reductions(suite);
    promises(suite);
    globals(suite);
    printing(suite);
}

fn shapes(suite: &mut Suite) {
    suite.line("broadcast", |b| {
        let x = value(b, "tile<1x4xf32>");
        let to = ty(b.module(), "tile<8x4xf32>");
        format!("{} = broadcast {x} : tile<1x4xf32> -> tile<8x4xf32>", b.broadcast(to, x).build())
    });
    for dim in [0, 1] {
        suite.line(format!("cat_{dim}"), move |b| {
            let [x, y] = values(b, ["tile<4x4xf32>"; 2]);
            let result = if dim == 0 { "tile<8x4xf32>" } else { "tile<4x8xf32>" };
            let to = ty(b.module(), result);
            format!(
                "{} = cat {x}, {y} dim = {dim} : tile<4x4xf32>, tile<4x4xf32> -> {result}",
                b.cat(to, x, y, dim).build()
            )
        });
    }
    suite.line("extract", |b| {
        let [x, i, j] = values(b, ["tile<4x8xf32>", "tile<i32>", "tile<i32>"]);
        let to = ty(b.module(), "tile<2x4xf32>");
        let result = b.extract(to, x, [i, j]).build();
        format!("{result} = extract {x}[{i}, {j}] : tile<4x8xf32> -> tile<2x4xf32>")
    });
    if suite.since(Version::V13_4) {
        suite.line("insert", |b| {
            let [x, y, i, j] =
                values(b, ["tile<2x4xf32>", "tile<4x8xf32>", "tile<i32>", "tile<i32>"]);
            let result = b.insert(x, y, [i, j]).build();
            format!("{result} = insert {x}, {y}[{i}, {j}] : tile<2x4xf32>, tile<4x8xf32>")
        });
    }
    suite.line("iota", |b| {
        let to = ty(b.module(), "tile<8xi32>");
        format!("{} = iota : tile<8xi32>", b.iota(to).build())
    });
    suite.line("offset", |b| {
        let [x, y] = values(b, ["tile<4xptr<f32>>", "tile<4xi64>"]);
        format!(
            "{} = offset {x}, {y} : tile<4xptr<f32>>, tile<4xi64> -> tile<4xptr<f32>>",
            b.offset(x, y).build()
        )
    });
    suite.line("permute", |b| {
        let x = value(b, "tile<2x4x8xf32>");
        let to = ty(b.module(), "tile<8x2x4xf32>");
        let result = b.permute(to, x, [2, 0, 1]).build();
        format!("{result} = permute {x} [2, 0, 1] : tile<2x4x8xf32> -> tile<8x2x4xf32>")
    });
    suite.line("reshape", |b| {
        let x = value(b, "tile<4x8xf32>");
        let to = ty(b.module(), "tile<32xf32>");
        format!("{} = reshape {x} : tile<4x8xf32> -> tile<32xf32>", b.reshape(to, x).build())
    });
    suite.line("select", |b| {
        let [condition, x, y] = values(b, ["tile<4xi1>", "tile<4xf32>", "tile<4xf32>"]);
        let result = b.select(condition, x, y).build();
        format!("{result} = select {condition}, {x}, {y} : tile<4xi1>, tile<4xf32>")
    });
    suite.line("get_tile_block_id", |b| {
        let [x, y, z] = b.tile_block_id();
        format!("{x}, {y}, {z} = get_tile_block_id : tile<i32>")
    });
    suite.line("get_num_tile_blocks", |b| {
        let i32 = ty(b.module(), "tile<i32>");
        let (x, y, z) = b.get_num_tile_blocks(i32, i32, i32).build();
        format!("{x}, {y}, {z} = get_num_tile_blocks : tile<i32>")
    });
}

fn constants(suite: &mut Suite) {
    let lists: [(&'static str, &'static str, &'static [u8], &'static str); 12] = [
        (
            "list",
            "tile<4xi32>",
            &[1, 0, 0, 0, 2, 0, 0, 0, 253, 255, 255, 255, 4, 0, 0, 0],
            "i32: [1, 2, -3, 4]",
        ),
        ("nested", "tile<2x2xi8>", &[1, 2, 3, 128], "i8: [[1, 2], [3, -128]]"),
        ("splat", "tile<4xi16>", &[7, 0], "i16: 7"),
        ("scalar", "tile<i64>", &[255, 255, 255, 255, 255, 255, 255, 255], "i64: -1"),
        // Truth values are bits, lowest first; one byte of ones is all true.
        ("bits", "tile<4xi1>", &[0b0101], "i1: [true, false, true, false]"),
        ("bits_splat", "tile<4xi1>", &[255], "i1: true"),
        ("f16", "tile<f16>", &[0, 60], "f16: 1.000000e+00"),
        ("bf16", "tile<bf16>", &[192, 127], "bf16: 0x7FC0"),
        ("tf32", "tile<tf32>", &[0, 248, 1], "tf32: 5.000000e-01"),
        ("f64", "tile<f64>", &[0, 0, 0, 0, 0, 0, 240, 191], "f64: -1.000000e+00"),
        ("f8", "tile<f8E4M3FN>", &[0x38], "f8E4M3FN: 1.000000e+00"),
        ("e5m2", "tile<2xf8E5M2>", &[0x3c, 0xbc], "f8E5M2: [1.000000e+00, -1.000000e+00]"),
    ];
    for (name, tile, bytes, printed) in lists {
        suite.line(format!("constant_{name}"), move |b| {
            let to = ty(b.module(), tile);
            let bytes = b.bytes(bytes);
            format!("{} = constant <{printed}> : {tile}", b.constant(to, bytes).build())
        });
    }
}

fn reductions(suite: &mut Suite) {
    suite.add("reduce", |b| {
        let [x, y] = values(b, ["tile<4x8xf32>", "tile<4x8xi32>"]);
        let [f32, i32] = ["f32", "i32"].map(|name| ty(b.module(), name));
        let to = ["tile<4xf32>", "tile<4xi32>"].map(|text| ty(b.module(), text));
        let elements =
            ["tile<f32>", "tile<f32>", "tile<i32>", "tile<i32>"].map(|text| ty(b.module(), text));
        let identities = [
            Attribute::Float { r#type: f32, value: u64::from(1.5_f32.to_bits()).into() },
            Attribute::Integer { r#type: i32, value: 0xffff_ffff },
        ];
        let mut arguments = [x; 4];
        let op = b.reduce(to, [x, y], 1, identities).body(&elements, |b, values| {
            arguments.copy_from_slice(values);
            b.yield_([values[0], values[2]]).build();
        });
        let results = op.build();
        let [p, q, r, s] = arguments;
        vec![
            format!(
                "{}, {} = reduce {x}, {y} dim=1 identities=[1.500000e+00 : f32, -1 : i32] : \
                 tile<4x8xf32>, tile<4x8xi32> -> tile<4xf32>, tile<4xi32>",
                results[0], results[1]
            ),
            format!("({p}: tile<f32>, {q}: tile<f32>, {r}: tile<i32>, {s}: tile<i32>) {{"),
            format!("yield {p}, {r} : tile<f32>, tile<i32>"),
            "}".to_owned(),
        ]
    });
    for reverse in [false, true] {
        suite.add(format!("scan_{reverse}"), move |b| {
            let x = value(b, "tile<4x8xf32>");
            let f32 = ty(b.module(), "f32");
            let element = ty(b.module(), "tile<f32>");
            let to = ty(b.module(), "tile<4x8xf32>");
            let identity = Attribute::Float { r#type: f32, value: 0.into() };
            let mut arguments = [x; 2];
            let mut sum = x;
            let op = b.scan([to], [x], 0, reverse, [identity]).body(&[element; 2], |b, values| {
                arguments.copy_from_slice(values);
                sum = b.addf(values[0], values[1]).build();
                b.yield_([sum]).build();
            });
            let results = op.build();
            let [p, q] = arguments;
            vec![
                format!(
                    "{} = scan {x} dim=0 reverse={reverse} identities=[0.000000e+00 : f32] : \
                     tile<4x8xf32> -> tile<4x8xf32>",
                    results[0]
                ),
                format!("({p}: tile<f32>, {q}: tile<f32>) {{"),
                format!("{sum} = addf {p}, {q}  : tile<f32>"),
                format!("yield {sum} : tile<f32>"),
                "}".to_owned(),
            ]
        });
    }
}

fn promises(suite: &mut Suite) {
    let predicates: [(Attribute, &'static str); 8] = [
        (Attribute::DivBy { divisor: 16, every: None, along: None }, "div_by<16>"),
        (
            Attribute::DivBy { divisor: 16, every: Some(4), along: Some(0) },
            "div_by<16, every 4 along 0>",
        ),
        (Attribute::Bounded { lower: None, upper: None }, "bounded<?, ?>"),
        (Attribute::Bounded { lower: Some(-5), upper: None }, "bounded<-5, ?>"),
        (Attribute::Bounded { lower: None, upper: Some(100) }, "bounded<?, 100>"),
        (
            Attribute::Bounded { lower: Some(-2_147_483_648), upper: Some(2_147_483_647) },
            "bounded<-2147483648, 2147483647>",
        ),
        (Attribute::SameElements { values: [4].into() }, "same_elements<[4]>"),
        (Attribute::SameElements { values: [1].into() }, "same_elements<[1]>"),
    ];
    for (index, (predicate, printed)) in predicates.into_iter().enumerate() {
        suite.line(format!("assume_{index}"), move |b| {
            let x = value(b, "tile<8xi32>");
            let result = b.assume(x, predicate.clone()).build();
            format!("{result} = assume {printed}, {x} : tile<8xi32>")
        });
    }
}

fn globals(suite: &mut Suite) {
    let prepare = |module: &mut Module| {
        let f32 = module.tile(Type::Float32, &[4]);
        for (name, alignment) in [("plain", 0), ("aligned", 64)] {
            let name = module.string(name);
            let value = module.constant([0; 4]);
            module.globals.push(Global {
                name,
                r#type: f32,
                value,
                alignment,
                symbol_visibility: SymbolVisibility::Public,
                constant: false,
            });
        }
    };
    suite.prepared("get_global", prepare, |b| {
        let to = ty(b.module(), "tile<ptr<f32>>");
        let name = b.string("aligned");
        vec![format!("{} = get_global @aligned : tile<ptr<f32>>", b.get_global(to, name).build())]
    });
}

fn printing(suite: &mut Suite) {
    // The token exists since 13.2. Before, the operation has no result on the wire, and the
    // disassembler shows one all the same; writing leaves out a result that nothing uses.
    suite.line("print", |b| {
        let text = b.string("x=%d y=%f\n");
        let [x, y] = values(b, ["tile<i32>", "tile<4xf32>"]);
        let token = b.print_tko([x, y], text).build();
        format!(
            "{} = print_tko \"x=%d y=%f\\0A\", {x}, {y} : tile<i32>, tile<4xf32> -> token",
            token
        )
    });
    suite.line("print_nothing", |b| {
        let text = b.string("hi");
        format!("{} = print_tko \"hi\" -> token", b.print_tko([], text).build())
    });
    if suite.since(Version::V13_2) {
        suite.line("print_token", |b| {
            let text = b.string("x=%d\n");
            let [x, token] = values(b, ["tile<i32>", "token"]);
            let result = b.print_tko([x], text).token(token).build();
            format!("{} = print_tko \"x=%d\\0A\", {x} token={token} : tile<i32> -> token", result)
        });
    }
}
