//! Loads, stores and atomics through pointers, and tokens.

use crate::suite::Suite;
use bytespec::tile_ir::{
    AtomicRMWMode, Attribute, MemoryOrderingSemantics, MemoryScope, Module, NamedAttribute, Type,
    Version,
};
use bytespec_conformance::sample::{ty, value, values};

/// The orderings that loads take.
pub(super) const LOADS: [MemoryOrderingSemantics; 3] = [
    MemoryOrderingSemantics::Weak,
    MemoryOrderingSemantics::Relaxed,
    MemoryOrderingSemantics::Acquire,
];
/// The orderings that stores take.
pub(super) const STORES: [MemoryOrderingSemantics; 3] = [
    MemoryOrderingSemantics::Weak,
    MemoryOrderingSemantics::Relaxed,
    MemoryOrderingSemantics::Release,
];
/// The orderings that atomics take.
pub(super) const ATOMICS: [MemoryOrderingSemantics; 4] = [
    MemoryOrderingSemantics::Relaxed,
    MemoryOrderingSemantics::Acquire,
    MemoryOrderingSemantics::Release,
    MemoryOrderingSemantics::AcqRel,
];

pub(super) fn add(suite: &mut Suite) {
    tokens(suite);
    loads(suite);
    stores(suite);
    atomics(suite);
    atomic_orderings(suite);
}

/// Hints for one architecture, and how they are printed.
pub(super) fn hints(module: &mut Module) -> (Vec<NamedAttribute>, &'static str) {
    let ty = module.ty(Type::Int32);
    let name = module.string("latency");
    let latency = NamedAttribute { name, value: Attribute::Integer { r#type: ty, value: 3 } };
    let name = module.string("sm_100");
    let entries = vec![latency].into();
    let hints = vec![NamedAttribute { name, value: Attribute::Dictionary { entries } }];
    (hints, " optimization_hints = <sm_100 = {latency = 3}>")
}

/// The ordering and the scope: there is one except for weak accesses.
pub(super) fn spelled(ordering: MemoryOrderingSemantics, scope: Option<MemoryScope>) -> String {
    match scope {
        Some(scope) => format!("{} {}", ordering.name(), scope.name()),
        None => ordering.name().to_owned(),
    }
}

fn tokens(suite: &mut Suite) {
    suite.line("make_token", |b| format!("{} = make_token : token", b.make_token().build()));
    suite.line("join_tokens", |b| {
        let [x, y, z] = values(b, ["token"; 3]);
        format!("{} = join_tokens {x}, {y}, {z} : token", b.join_tokens([x, y, z]).build())
    });
    if suite.since(Version::V13_3) {
        for global in [false, true] {
            suite.line(format!("alloca_{global}"), move |b| {
                let to = ty(b.module(), "tile<ptr<f32>>");
                let op = b.alloca(to, 128, 16);
                let result = if global { op.global().build() } else { op.build() };
                let flag = if global { " global" } else { "" };
                format!("{result} = alloca num_elem = 128, alignment = 16{flag} : tile<ptr<f32>>")
            });
        }
    }
    if suite.since(Version::V13_4) {
        suite.line("gdc_launch_dependents", |b| {
            format!(
                "{} = gdc_launch_dependents_tko -> token",
                b.gdc_launch_dependents_tko().build()
            )
        });
        suite.line("gdc_launch_dependents_token", |b| {
            let x = value(b, "token");
            let result = b.gdc_launch_dependents_tko().token(x).build();
            format!("{result} = gdc_launch_dependents_tko token = {x} -> token")
        });
        suite.line("gdc_wait", |b| format!("{} = gdc_wait_tko -> token", b.gdc_wait_tko().build()));
        suite.line("gdc_wait_token", |b| {
            let x = value(b, "token");
            format!("{} = gdc_wait_tko token = {x} -> token", b.gdc_wait_tko().token(x).build())
        });
        suite.line("memory_fence_alias", |b| {
            let x = value(b, "token");
            format!("{} = memory_fence_alias_tko {x}", b.memory_fence_alias_tko(x).build())
        });
    }
}

fn loads(suite: &mut Suite) {
    for ordering in LOADS {
        for scope in scopes(ordering) {
            suite.line(format!("load_ptr_{}", spelled(ordering, scope)), move |b| {
                let pointers = value(b, "tile<4xptr<f32>>");
                let to = ty(b.module(), "tile<4xf32>");
                let op = b.load_ptr_tko(to, pointers, ordering);
                let op = match scope {
                    Some(scope) => op.memory_scope(scope),
                    None => op,
                };
                let (result, token) = op.build();
                let access = spelled(ordering, scope);
                format!(
                    "{result}, {token} = load_ptr_tko {access} {pointers} : tile<4xptr<f32>> -> \
                     tile<4xf32>, token"
                )
            });
        }
    }
    // A padding value needs a mask; all else is free.
    for flags in 0..16_u8 {
        let [masked, padded, after, hinted] = [0, 1, 2, 3].map(|bit| flags >> bit & 1 == 1);
        if padded && !masked {
            continue;
        }
        suite.line(format!("load_ptr_flags_{flags}"), move |b| {
            let types = ["tile<4xptr<f32>>", "tile<4xi1>", "tile<4xf32>", "token"];
            let [pointers, mask, padding, token] = values(b, types);
            let (list, printed_hints) = hints(b.module());
            let to = ty(b.module(), "tile<4xf32>");
            let mut op = b.load_ptr_tko(to, pointers, MemoryOrderingSemantics::Weak);
            let mut operands = pointers.to_string();
            let mut operand_types = types[0].to_owned();
            if masked {
                op = op.mask(mask);
                operands += &format!(", {mask}");
                operand_types += ", tile<4xi1>";
            }
            if padded {
                op = op.padding_value(padding);
                operands += &format!(", {padding}");
                operand_types += ", tile<4xf32>";
            }
            if after {
                op = op.token(token);
                operands += &format!(" token={token}");
            }
            if hinted {
                op = op.optimization_hints(list);
                operands += printed_hints;
            }
            let (result, token) = op.build();
            format!(
                "{result}, {token} = load_ptr_tko weak {operands} : {operand_types} -> \
                 tile<4xf32>, token"
            )
        });
    }
}

fn stores(suite: &mut Suite) {
    for ordering in STORES {
        for scope in scopes(ordering) {
            suite.line(format!("store_ptr_{}", spelled(ordering, scope)), move |b| {
                let [pointers, x] = values(b, ["tile<4xptr<f32>>", "tile<4xf32>"]);
                let op = b.store_ptr_tko(pointers, x, ordering);
                let op = match scope {
                    Some(scope) => op.memory_scope(scope),
                    None => op,
                };
                let token = op.build();
                let access = spelled(ordering, scope);
                format!(
                    "{token} = store_ptr_tko {access} {pointers}, {x} : tile<4xptr<f32>>, \
                     tile<4xf32> -> token"
                )
            });
        }
    }
    for flags in 0..8_u8 {
        let [masked, after, hinted] = [0, 1, 2].map(|bit| flags >> bit & 1 == 1);
        suite.line(format!("store_ptr_flags_{flags}"), move |b| {
            let types = ["tile<4xptr<f32>>", "tile<4xf32>", "tile<4xi1>", "token"];
            let [pointers, x, mask, token] = values(b, types);
            let (list, printed_hints) = hints(b.module());
            let mut op = b.store_ptr_tko(pointers, x, MemoryOrderingSemantics::Weak);
            let mut operands = format!("{pointers}, {x}");
            let mut operand_types = "tile<4xptr<f32>>, tile<4xf32>".to_owned();
            if masked {
                op = op.mask(mask);
                operands += &format!(", {mask}");
                operand_types += ", tile<4xi1>";
            }
            if after {
                op = op.token(token);
                operands += &format!(" token={token}");
            }
            if hinted {
                op = op.optimization_hints(list);
                operands += printed_hints;
            }
            let token = op.build();
            format!("{token} = store_ptr_tko weak {operands} : {operand_types} -> token")
        });
    }
}

/// The scopes to try with an ordering: none with `weak`, all with the others.
pub(super) fn scopes(ordering: MemoryOrderingSemantics) -> Vec<Option<MemoryScope>> {
    match ordering {
        MemoryOrderingSemantics::Weak => vec![None],
        _ => MemoryScope::ALL.iter().copied().map(Some).collect(),
    }
}

/// The elements that an atomic mode works on.
pub(super) fn atomic_element(mode: AtomicRMWMode) -> &'static str {
    if mode == AtomicRMWMode::Addf { "f32" } else { "i32" }
}

fn atomics(suite: &mut Suite) {
    for flags in 0..4_u8 {
        let [masked, after] = [0, 1].map(|bit| flags >> bit & 1 == 1);
        for kind in ["cas", "rmw"] {
            suite.line(format!("atomic_{kind}_flags_{flags}"), move |b| {
                let types = ["tile<4xptr<i32>>", "tile<4xi32>", "tile<4xi32>", "tile<4xi1>", "token"];
                let [pointers, x, y, mask, token] = values(b, types);
                let (ordering, scope) = (MemoryOrderingSemantics::Relaxed, MemoryScope::Device);
                let mut tail = String::new();
                let mut operand_types = "tile<4xptr<i32>>, tile<4xi32>".to_owned();
                if masked {
                    tail += &format!(", {mask}");
                    operand_types += ", tile<4xi1>";
                }
                if after {
                    tail += &format!(" token={token}");
                }
                let (result, result_token, operands) = if kind == "cas" {
                    let mut op = b.atomic_cas_tko(pointers, x, y, ordering, scope);
                    if masked {
                        op = op.mask(mask);
                    }
                    if after {
                        op = op.token(token);
                    }
                    let (result, token) = op.build();
                    (result, token, format!("{pointers}, {x}, {y}"))
                } else {
                    let mode = AtomicRMWMode::Umax;
                    let mut op = b.atomic_rmw_tko(pointers, x, ordering, scope, mode);
                    if masked {
                        op = op.mask(mask);
                    }
                    if after {
                        op = op.token(token);
                    }
                    let (result, token) = op.build();
                    (result, token, format!("{pointers}, umax, {x}"))
                };
                format!(
                    "{result}, {result_token} = atomic_{kind}_tko relaxed device {operands}{tail} : \
                     {operand_types} -> tile<4xi32>, token"
                )
            });
        }
    }
}

/// The orderings, scopes and modes of atomics.
fn atomic_orderings(suite: &mut Suite) {
    for ordering in ATOMICS {
        for &scope in MemoryScope::ALL {
            let access = format!("{} {}", ordering.name(), scope.name());
            let spelled = access.clone();
            suite.line(format!("atomic_cas_{access}"), move |b| {
                let [pointers, x, y] = values(b, ["tile<ptr<f64>>", "tile<f64>", "tile<f64>"]);
                let (result, token) = b.atomic_cas_tko(pointers, x, y, ordering, scope).build();
                format!(
                    "{result}, {token} = atomic_cas_tko {spelled} {pointers}, {x}, {y} : \
                     tile<ptr<f64>>, tile<f64> -> tile<f64>, token"
                )
            });
            suite.line(format!("atomic_rmw_{access}"), move |b| {
                let [pointers, x] = values(b, ["tile<ptr<i64>>", "tile<i64>"]);
                let mode = AtomicRMWMode::Add;
                let (result, token) = b.atomic_rmw_tko(pointers, x, ordering, scope, mode).build();
                format!(
                    "{result}, {token} = atomic_rmw_tko {access} {pointers}, add, {x} : \
                     tile<ptr<i64>>, tile<i64> -> tile<i64>, token"
                )
            });
        }
    }
    for &mode in AtomicRMWMode::ALL {
        suite.line(format!("atomic_rmw_{}", mode.name()), move |b| {
            let element = atomic_element(mode);
            let (pointer, tile) = (format!("tile<4xptr<{element}>>"), format!("tile<4x{element}>"));
            let [pointers, x] = values(b, [&pointer, &tile]);
            let (ordering, scope) = (MemoryOrderingSemantics::Relaxed, MemoryScope::Sys);
            let (result, token) = b.atomic_rmw_tko(pointers, x, ordering, scope, mode).build();
            format!(
                "{result}, {token} = atomic_rmw_tko relaxed sys {pointers}, {}, {x} : {pointer}, \
                 {tile} -> {tile}, token",
                mode.name()
            )
        });
    }
}
