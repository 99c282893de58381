//! Arithmetic on floats and integers, comparisons, conversions.

use crate::suite::Suite;
use bytespec::tile_ir::{
    Builder, ComparisonOrdering, ComparisonPredicate, IntegerOverflow, OpKind, RoundingMode,
    Signedness, Version,
};
use bytespec::values::Value;
use bytespec_conformance::sample::{ty, value, values};

type Unary = fn(&mut Builder<'_>, Value) -> Value;
type Binary = fn(&mut Builder<'_>, Value, Value) -> Value;

const FLOATS: [&str; 4] = ["f16", "bf16", "f32", "f64"];
const INTEGERS: [&str; 5] = ["i1", "i8", "i16", "i32", "i64"];
const DIRECTIONS: [RoundingMode; 4] = [
    RoundingMode::NearestEven,
    RoundingMode::Zero,
    RoundingMode::NegativeInf,
    RoundingMode::PositiveInf,
];

pub(super) fn add(suite: &mut Suite) {
    plain(suite);
    rounded(suite);
    flags(suite);
    integers(suite);
    signed_integers(suite);
    comparisons(suite);
    conversions(suite);
    bit_conversions(suite);
    products(suite);
}

/// The rounding modes that an operation takes; the schema's text says the same.
pub(super) fn rounding_modes(kind: OpKind, version: Version) -> Vec<RoundingMode> {
    let mut modes = match kind {
        OpKind::Addf | OpKind::Subf | OpKind::Mulf | OpKind::Fma => DIRECTIONS.to_vec(),
        OpKind::Divf => [&DIRECTIONS[..], &[RoundingMode::Approx, RoundingMode::Full]].concat(),
        OpKind::Sqrt => [&DIRECTIONS[..], &[RoundingMode::Approx]].concat(),
        OpKind::Tanh | OpKind::Exp => vec![RoundingMode::Full, RoundingMode::Approx],
        OpKind::Ftof => vec![RoundingMode::NearestEven, RoundingMode::Zero],
        OpKind::Itof => vec![RoundingMode::NearestEven],
        OpKind::Ftoi => vec![RoundingMode::NearestIntToZero],
        OpKind::Divi => DIRECTIONS[1..].to_vec(),
        _ => Vec::new(),
    };
    if kind == OpKind::Ftof && version >= Version::V13_4 {
        modes.push(RoundingMode::NearestAway);
    }
    modes
}

/// How a mode is printed where `default` is left out: with two spaces in its place.
pub(super) fn rounding(mode: RoundingMode, default: RoundingMode) -> String {
    if mode == default { String::new() } else { format!("rounding<{}>", mode.name()) }
}

fn plain(suite: &mut Suite) {
    let unary: [(&'static str, Unary); 14] = [
        ("absf", |b, x| b.absf(x).build()),
        ("ceil", |b, x| b.ceil(x).build()),
        ("cos", |b, x| b.cos(x).build()),
        ("cosh", |b, x| b.cosh(x).build()),
        ("exp2", |b, x| b.exp2(x).build()),
        ("floor", |b, x| b.floor(x).build()),
        ("log", |b, x| b.log(x).build()),
        ("log2", |b, x| b.log2(x).build()),
        ("negf", |b, x| b.negf(x).build()),
        ("rsqrt", |b, x| b.rsqrt(x).build()),
        ("sin", |b, x| b.sin(x).build()),
        ("sinh", |b, x| b.sinh(x).build()),
        ("tan", |b, x| b.tan(x).build()),
        ("absi", |b, x| b.absi(x).build()),
    ];
    for (name, build) in unary {
        for &element in if name == "absi" { &INTEGERS[..] } else { &FLOATS } {
            suite.line(format!("{name}_{element}"), move |b| {
                let tile = format!("tile<4x{element}>");
                let x = value(b, &tile);
                format!("{} = {name} {x} : {tile}", build(b, x))
            });
        }
    }
    let binary: [(&'static str, Version, Binary); 9] = [
        ("remf", Version::V13_1, |b, x, y| b.remf(x, y).build()),
        ("fpowf", Version::V13_1, |b, x, y| b.fpowf(x, y).build()),
        ("maxf", Version::V13_1, |b, x, y| b.maxf(x, y).build()),
        ("minf", Version::V13_1, |b, x, y| b.minf(x, y).build()),
        ("atan2", Version::V13_2, |b, x, y| b.atan2(x, y).build()),
        ("andi", Version::V13_1, |b, x, y| b.andi(x, y).build()),
        ("ori", Version::V13_1, |b, x, y| b.ori(x, y).build()),
        ("xori", Version::V13_1, |b, x, y| b.xori(x, y).build()),
        ("mulhii", Version::V13_1, |b, x, y| b.mulhii(x, y).build()),
    ];
    for (name, since, build) in binary {
        if !suite.since(since) {
            continue;
        }
        let elements = if matches!(name, "andi" | "ori" | "xori" | "mulhii") {
            &INTEGERS[..]
        } else {
            &FLOATS
        };
        for &element in elements {
            suite.line(format!("{name}_{element}"), move |b| {
                let tile = format!("tile<4x{element}>");
                let [x, y] = values(b, [&tile, &tile]);
                format!("{} = {name} {x}, {y} : {tile}", build(b, x, y))
            });
        }
    }
    if suite.since(Version::V13_4) {
        for exponent in ["i8", "i16", "i32"] {
            suite.line(format!("fpowi_{exponent}"), move |b| {
                let tile = format!("tile<4x{exponent}>");
                let [x, y] = values(b, ["tile<4xf32>", &tile]);
                format!("{} = fpowi {x}, {y} : tile<4xf32>, {tile}", b.fpowi(x, y).build())
            });
        }
    }
}

fn rounded(suite: &mut Suite) {
    type Rounded = fn(&mut Builder<'_>, [Value; 3], RoundingMode) -> Value;
    let ops: [(&'static str, OpKind, usize, RoundingMode, Rounded); 8] = [
        ("addf", OpKind::Addf, 2, RoundingMode::NearestEven, |b, [x, y, _], mode| {
            b.addf(x, y).rounding_mode(mode).build()
        }),
        ("subf", OpKind::Subf, 2, RoundingMode::NearestEven, |b, [x, y, _], mode| {
            b.subf(x, y).rounding_mode(mode).build()
        }),
        ("mulf", OpKind::Mulf, 2, RoundingMode::NearestEven, |b, [x, y, _], mode| {
            b.mulf(x, y).rounding_mode(mode).build()
        }),
        ("divf", OpKind::Divf, 2, RoundingMode::NearestEven, |b, [x, y, _], mode| {
            b.divf(x, y).rounding_mode(mode).build()
        }),
        ("fma", OpKind::Fma, 3, RoundingMode::NearestEven, |b, [x, y, z], mode| {
            b.fma(x, y, z).rounding_mode(mode).build()
        }),
        ("sqrt", OpKind::Sqrt, 1, RoundingMode::NearestEven, |b, [x, ..], mode| {
            b.sqrt(x).rounding_mode(mode).build()
        }),
        ("exp", OpKind::Exp, 1, RoundingMode::Full, |b, [x, ..], mode| {
            b.exp(x).rounding_mode(mode).build()
        }),
        ("tanh", OpKind::Tanh, 1, RoundingMode::Full, |b, [x, ..], mode| {
            b.tanh(x).rounding_mode(mode).build()
        }),
    ];
    for (name, kind, operands, default, build) in ops {
        for mode in rounding_modes(kind, suite.version) {
            let carried = match kind {
                OpKind::Exp => suite.since(Version::V13_3),
                OpKind::Tanh => suite.since(Version::V13_2),
                _ => true,
            };
            if !carried && mode != default {
                continue;
            }
            suite.line(format!("{name}_{}", mode.name()), move |b| {
                let inputs = values(b, ["tile<4xf32>"; 3]);
                let spelled: Vec<String> =
                    inputs[..operands].iter().map(ToString::to_string).collect();
                let result = build(b, inputs, mode);
                let mode = rounding(mode, default);
                format!("{result} = {name} {} {mode} : tile<4xf32>", spelled.join(", "))
            });
        }
        for element in FLOATS {
            suite.line(format!("{name}_{element}"), move |b| {
                let tile = format!("tile<4x{element}>");
                let inputs = values(b, [tile.as_str(); 3]);
                let spelled: Vec<String> =
                    inputs[..operands].iter().map(ToString::to_string).collect();
                let result = build(b, inputs, default);
                format!("{result} = {name} {}  : {tile}", spelled.join(", "))
            });
        }
    }
}

/// Flags; several together where an operation has several.
fn flags(suite: &mut Suite) {
    type Flagged = fn(&mut Builder<'_>, [Value; 3]) -> Value;
    let ops: [(&'static str, &'static str, usize, Flagged); 14] = [
        ("addf", "  flush_to_zero", 2, |b, [x, y, _]| b.addf(x, y).flush_to_zero().build()),
        ("subf", "  flush_to_zero", 2, |b, [x, y, _]| b.subf(x, y).flush_to_zero().build()),
        ("mulf", "  flush_to_zero", 2, |b, [x, y, _]| b.mulf(x, y).flush_to_zero().build()),
        ("divf", "  flush_to_zero", 2, |b, [x, y, _]| b.divf(x, y).flush_to_zero().build()),
        ("fma", "  flush_to_zero", 3, |b, [x, y, z]| b.fma(x, y, z).flush_to_zero().build()),
        ("sqrt", "  flush_to_zero", 1, |b, [x, ..]| b.sqrt(x).flush_to_zero().build()),
        ("sqrt", " rounding<zero> flush_to_zero", 1, |b, [x, ..]| {
            b.sqrt(x).rounding_mode(RoundingMode::Zero).flush_to_zero().build()
        }),
        ("rsqrt", " flush_to_zero", 1, |b, [x, ..]| b.rsqrt(x).flush_to_zero().build()),
        ("exp2", " flush_to_zero", 1, |b, [x, ..]| b.exp2(x).flush_to_zero().build()),
        ("maxf", " flush_to_zero", 2, |b, [x, y, _]| b.maxf(x, y).flush_to_zero().build()),
        ("maxf", " propagate_nan", 2, |b, [x, y, _]| b.maxf(x, y).propagate_nan().build()),
        ("maxf", " flush_to_zero propagate_nan", 2, |b, [x, y, _]| {
            b.maxf(x, y).flush_to_zero().propagate_nan().build()
        }),
        ("minf", " flush_to_zero", 2, |b, [x, y, _]| b.minf(x, y).flush_to_zero().build()),
        ("minf", " propagate_nan", 2, |b, [x, y, _]| b.minf(x, y).propagate_nan().build()),
    ];
    for (name, flags, operands, build) in ops {
        suite.line(format!("{name}{flags}"), move |b| {
            let inputs = values(b, ["tile<4xf32>"; 3]);
            let spelled: Vec<String> = inputs[..operands].iter().map(ToString::to_string).collect();
            let result = build(b, inputs);
            format!("{result} = {name} {}{flags} : tile<4xf32>", spelled.join(", "))
        });
    }
}

fn integers(suite: &mut Suite) {
    type Wrapping = fn(&mut Builder<'_>, Value, Value, IntegerOverflow) -> Value;
    let wrapping: [(&'static str, Wrapping); 4] = [
        ("addi", |b, x, y, overflow| b.addi(x, y).overflow(overflow).build()),
        ("subi", |b, x, y, overflow| b.subi(x, y).overflow(overflow).build()),
        ("muli", |b, x, y, overflow| b.muli(x, y).overflow(overflow).build()),
        ("shli", |b, x, y, overflow| b.shli(x, y).overflow(overflow).build()),
    ];
    for (name, build) in wrapping {
        for &overflow in IntegerOverflow::ALL {
            suite.line(format!("{name}_{}", overflow.name()), move |b| {
                let [x, y] = values(b, ["tile<4xi32>"; 2]);
                let result = build(b, x, y, overflow);
                format!("{result} = {name} {x}, {y}{} : tile<4xi32>", wrap(overflow))
            });
        }
        for element in INTEGERS {
            suite.line(format!("{name}_{element}"), move |b| {
                let tile = format!("tile<4x{element}>");
                let [x, y] = values(b, [&tile, &tile]);
                format!("{} = {name} {x}, {y} : {tile}", build(b, x, y, IntegerOverflow::None))
            });
        }
    }
    for &overflow in IntegerOverflow::ALL {
        // A negation of an unsigned number always wraps, so there is no promise of that alone.
        let accepted = overflow != IntegerOverflow::NoUnsignedWrap;
        if accepted && (suite.since(Version::V13_2) || overflow == IntegerOverflow::None) {
            suite.line(format!("negi_{}", overflow.name()), move |b| {
                let x = value(b, "tile<4xi32>");
                let result = b.negi(x).overflow(overflow).build();
                format!("{result} = negi {x}{} : tile<4xi32>", wrap(overflow))
            });
        }
        suite.line(format!("trunci_{}", overflow.name()), move |b| {
            let x = value(b, "tile<4xi32>");
            let to = ty(b.module(), "tile<4xi16>");
            let result = b.trunci(to, x).overflow(overflow).build();
            format!("{result} = trunci {x}{} : tile<4xi32> -> tile<4xi16>", wrap(overflow))
        });
    }
}

/// Operations on integers that have a sign or have none.
fn signed_integers(suite: &mut Suite) {
    type Signed = fn(&mut Builder<'_>, Value, Value, Signedness) -> Value;
    let signed: [(&'static str, Signed); 4] = [
        ("maxi", |b, x, y, sign| b.maxi(x, y, sign).build()),
        ("mini", |b, x, y, sign| b.mini(x, y, sign).build()),
        ("remi", |b, x, y, sign| b.remi(x, y, sign).build()),
        ("shri", |b, x, y, sign| b.shri(x, y, sign).build()),
    ];
    for &sign in Signedness::ALL {
        let spelled = sign.name();
        for (name, build) in signed {
            suite.line(format!("{name}_{spelled}"), move |b| {
                let [x, y] = values(b, ["tile<4xi32>"; 2]);
                format!("{} = {name} {x}, {y} {spelled} : tile<4xi32>", build(b, x, y, sign))
            });
        }
        for mode in rounding_modes(OpKind::Divi, suite.version) {
            if sign == Signedness::Unsigned && mode == RoundingMode::NegativeInf {
                continue;
            }
            suite.line(format!("divi_{spelled}_{}", mode.name()), move |b| {
                let [x, y] = values(b, ["tile<4xi32>"; 2]);
                let result = b.divi(x, y, sign).rounding(mode).build();
                let mode = match mode {
                    RoundingMode::Zero => String::new(),
                    mode => format!(" rounding<{}>", mode.name()),
                };
                format!("{result} = divi {x}, {y} {spelled}{mode} : tile<4xi32>")
            });
        }
        for &other in Signedness::ALL {
            suite.line(format!("mmai_{spelled}_{}", other.name()), move |b| {
                let types = ["tile<16x16xi8>", "tile<16x32xi8>", "tile<16x32xi32>"];
                let [x, y, acc] = values(b, types);
                let result = b.mmai(x, y, acc, sign, other).build();
                format!(
                    "{result} = mmai {x}, {y}, {acc} {spelled} {} : {}",
                    other.name(),
                    types.join(", ")
                )
            });
        }
    }
}

fn wrap(overflow: IntegerOverflow) -> String {
    match overflow {
        IntegerOverflow::None => String::new(),
        overflow => format!(" overflow<{}>", overflow.name()),
    }
}

fn comparisons(suite: &mut Suite) {
    for &predicate in ComparisonPredicate::ALL {
        let relation = predicate.name();
        for &ordering in ComparisonOrdering::ALL {
            suite.line(format!("cmpf_{relation}_{}", ordering.name()), move |b| {
                let [x, y] = values(b, ["tile<4xf32>"; 2]);
                let to = ty(b.module(), "tile<4xi1>");
                let result = b.cmpf(to, x, y, predicate, ordering).build();
                let ordering = ordering.name();
                format!(
                    "{result} = cmpf {relation} {ordering} {x}, {y} : tile<4xf32> -> tile<4xi1>"
                )
            });
        }
        for &sign in Signedness::ALL {
            suite.line(format!("cmpi_{relation}_{}", sign.name()), move |b| {
                let [x, y] = values(b, ["tile<4xi32>"; 2]);
                let to = ty(b.module(), "tile<4xi1>");
                let result = b.cmpi(to, x, y, predicate, sign).build();
                let sign = sign.name();
                format!("{result} = cmpi {relation} {x}, {y}, {sign} : tile<4xi32> -> tile<4xi1>")
            });
        }
    }
}

fn conversions(suite: &mut Suite) {
    for &sign in Signedness::ALL {
        let spelled = sign.name();
        suite.line(format!("exti_{spelled}"), move |b| {
            let x = value(b, "tile<4xi16>");
            let to = ty(b.module(), "tile<4xi32>");
            format!(
                "{} = exti {x} {spelled} : tile<4xi16> -> tile<4xi32>",
                b.exti(to, x, sign).build()
            )
        });
        suite.line(format!("itof_{spelled}"), move |b| {
            let x = value(b, "tile<4xi32>");
            let to = ty(b.module(), "tile<4xf32>");
            let result = b.itof(to, x, sign, RoundingMode::NearestEven).build();
            format!("{result} = itof {x} {spelled}  : tile<4xi32> -> tile<4xf32>")
        });
        for saturating in [false, true] {
            if saturating && !suite.since(Version::V13_4) {
                continue;
            }
            suite.line(format!("ftoi_{spelled}_{saturating}"), move |b| {
                let x = value(b, "tile<4xf32>");
                let to = ty(b.module(), "tile<4xi32>");
                let op = b.ftoi(to, x, sign, RoundingMode::NearestIntToZero);
                let op = if saturating { op.saturating() } else { op };
                let result = op.build();
                let flag = if saturating { "saturating " } else { "" };
                format!("{result} = ftoi {x} {spelled}  {flag}: tile<4xf32> -> tile<4xi32>")
            });
        }
    }
    for mode in rounding_modes(OpKind::Ftof, suite.version) {
        suite.line(format!("ftof_{}", mode.name()), move |b| {
            let target = if mode == RoundingMode::NearestAway { "tf32" } else { "f16" };
            let x = value(b, "tile<4xf32>");
            let to = ty(b.module(), &format!("tile<4x{target}>"));
            let result = b.ftof(to, x).rounding_mode(mode).build();
            let mode = rounding(mode, RoundingMode::NearestEven);
            format!("{result} = ftof {x} {mode} : tile<4xf32> -> tile<4x{target}>")
        });
    }
}

/// Conversions that keep bits, and those to and from narrow integers.
fn bit_conversions(suite: &mut Suite) {
    if suite.since(Version::V13_3) {
        suite.line("exti_i4", |b| {
            let x = value(b, "tile<4xi4>");
            let to = ty(b.module(), "tile<4xi32>");
            let result = b.exti(to, x, Signedness::Signed).build();
            format!("{result} = exti {x} signed : tile<4xi4> -> tile<4xi32>")
        });
        suite.line("trunci_i4", |b| {
            let x = value(b, "tile<4xi32>");
            let to = ty(b.module(), "tile<4xi4>");
            format!("{} = trunci {x} : tile<4xi32> -> tile<4xi4>", b.trunci(to, x).build())
        });
        suite.line("pack", |b| {
            let x = value(b, "tile<4xf32>");
            let to = ty(b.module(), "tile<16xi8>");
            format!("{} = pack {x} : tile<4xf32> -> tile<16xi8>", b.pack(to, x).build())
        });
        suite.line("unpack", |b| {
            let x = value(b, "tile<16xi8>");
            let to = ty(b.module(), "tile<4xf32>");
            format!("{} = unpack {x} : tile<16xi8> -> tile<4xf32>", b.unpack(to, x).build())
        });
    }
    suite.line("bitcast", |b| {
        let x = value(b, "tile<4xf32>");
        let to = ty(b.module(), "tile<4xi32>");
        format!("{} = bitcast {x} : tile<4xf32> -> tile<4xi32>", b.bitcast(to, x).build())
    });
    suite.line("int_to_ptr", |b| {
        let x = value(b, "tile<4xi64>");
        let to = ty(b.module(), "tile<4xptr<f32>>");
        format!(
            "{} = int_to_ptr {x} : tile<4xi64> -> tile<4xptr<f32>>",
            b.int_to_ptr(to, x).build()
        )
    });
    suite.line("ptr_to_int", |b| {
        let x = value(b, "tile<4xptr<f32>>");
        let to = ty(b.module(), "tile<4xi64>");
        format!(
            "{} = ptr_to_int {x} : tile<4xptr<f32>> -> tile<4xi64>",
            b.ptr_to_int(to, x).build()
        )
    });
    suite.line("ptr_to_ptr", |b| {
        let x = value(b, "tile<ptr<f32>>");
        let to = ty(b.module(), "tile<ptr<i8>>");
        format!(
            "{} = ptr_to_ptr {x} : tile<ptr<f32>> -> tile<ptr<i8>>",
            b.ptr_to_ptr(to, x).build()
        )
    });
}

fn products(suite: &mut Suite) {
    let elements = [
        ("f16", "f16"),
        ("f16", "f32"),
        ("bf16", "f32"),
        ("f32", "f32"),
        ("tf32", "f32"),
        ("f64", "f64"),
        ("f8E4M3FN", "f32"),
        ("f8E5M2", "f16"),
    ];
    for (element, acc) in elements {
        suite.line(format!("mmaf_{element}_{acc}"), move |b| {
            let types = [
                format!("tile<16x16x{element}>"),
                format!("tile<16x32x{element}>"),
                format!("tile<16x32x{acc}>"),
            ];
            let [x, y, z] = values(b, [&types[0], &types[1], &types[2]]);
            format!("{} = mmaf {x}, {y}, {z} : {}", b.mmaf(x, y, z).build(), types.join(", "))
        });
    }
    if !suite.since(Version::V13_3) {
        return;
    }
    suite.line("mmaf_fast_acc", |b| {
        let types = ["tile<16x16xf8E4M3FN>", "tile<16x16xf8E4M3FN>", "tile<16x16xf32>"];
        let [x, y, acc] = values(b, types);
        let result = b.mmaf(x, y, acc).fast_acc().build();
        format!("{result} = mmaf {x}, {y}, {acc} fast_acc : {}", types.join(", "))
    });
    suite.line("mmaf_scaled", |b| {
        let types = [
            "tile<16x32xf8E4M3FN>",
            "tile<32x16xf8E4M3FN>",
            "tile<16x16xf32>",
            "tile<16x1xf8E8M0FNU>",
            "tile<1x16xf8E8M0FNU>",
        ];
        let [x, y, acc, left, right] = values(b, types);
        let result = b.mmaf_scaled(x, y, acc, left, right).build();
        format!("{result} = mmaf_scaled {x}, {y}, {acc}, {left}, {right} : {}", types.join(", "))
    });
}
