//! Members that an operation does not take: the tools refuse exactly those that no case has.

use super::arithmetic::rounding_modes;
use super::memory::{ATOMICS, LOADS, STORES};
use super::views::{MULTIMEM_REDUCE, RED_SCOPES};
use crate::suite::report;
use bytespec::tile_ir::{
    AtomicRMWMode, Builder, IntegerOverflow, MemoryOrderingSemantics, MemoryScope, Module, OpKind,
    RoundingMode, Signedness, Version, WriteOptions,
};
use bytespec_conformance::sample::{ty, value, values};
use bytespec_conformance::tools::Tools;

/// The members that an operation takes for a field; none when it takes all.
pub(crate) fn accepted(op: &str, field: &str, version: Version) -> Option<Vec<&'static str>> {
    let orderings = |list: &[MemoryOrderingSemantics]| {
        Some(list.iter().map(|ordering| ordering.name()).collect::<Vec<_>>())
    };
    match (op, field) {
        (_, "rounding_mode" | "rounding") => {
            let kind = OpKind::ALL.iter().find(|kind| kind.info().name == op)?;
            Some(rounding_modes(*kind, version).iter().map(|mode| mode.name()).collect())
        }
        ("negi", "overflow") => Some(vec!["none", "no_signed_wrap", "no_wrap"]),
        (
            "load_ptr_tko" | "load_view_tko" | "multimem_load_reduce_view_tko",
            "memory_ordering_semantics",
        ) => orderings(&LOADS),
        (
            "store_ptr_tko" | "store_view_tko" | "multimem_store_view_tko",
            "memory_ordering_semantics",
        ) => orderings(&STORES),
        ("atomic_cas_tko" | "atomic_rmw_tko", "memory_ordering_semantics") => orderings(&ATOMICS),
        ("atomic_red_view_tko", "memory_ordering_semantics") => Some(vec!["relaxed"]),
        ("atomic_red_view_tko", "memory_scope") => {
            Some(RED_SCOPES.iter().map(|scope| scope.name()).collect())
        }
        ("atomic_red_view_tko", "mode") => {
            let modes = AtomicRMWMode::ALL.iter().filter(|&&mode| mode != AtomicRMWMode::Xchg);
            Some(modes.map(|mode| mode.name()).collect())
        }
        ("multimem_reduce_view_tko", "memory_ordering_semantics") => orderings(&MULTIMEM_REDUCE),
        _ => None,
    }
}

/// An operation, a field, and how to build the operation with a member by its place in the enum;
/// false when there is no such member.
type Probe = (&'static str, &'static str, fn(&mut Builder<'_>, usize) -> Option<&'static str>);

fn float(
    b: &mut Builder<'_>,
    index: usize,
    build: impl FnOnce(&mut Builder<'_>, bytespec::values::Value, RoundingMode),
) -> Option<&'static str> {
    let mode = *RoundingMode::ALL.get(index)?;
    let x = value(b, "tile<4xf32>");
    build(b, x, mode);
    Some(mode.name())
}

const PROBES: [Probe; 25] = [
    ("addf", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| _ = b.addf(x, x).rounding_mode(mode).build())
    }),
    ("subf", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| _ = b.subf(x, x).rounding_mode(mode).build())
    }),
    ("mulf", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| _ = b.mulf(x, x).rounding_mode(mode).build())
    }),
    ("divf", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| _ = b.divf(x, x).rounding_mode(mode).build())
    }),
    ("fma", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| _ = b.fma(x, x, x).rounding_mode(mode).build())
    }),
    ("sqrt", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| _ = b.sqrt(x).rounding_mode(mode).build())
    }),
    ("exp", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| _ = b.exp(x).rounding_mode(mode).build())
    }),
    ("tanh", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| _ = b.tanh(x).rounding_mode(mode).build())
    }),
    ("ftof", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| {
            let to = if mode == RoundingMode::NearestAway { "tile<4xtf32>" } else { "tile<4xf16>" };
            let to = ty(b.module(), to);
            b.ftof(to, x).rounding_mode(mode).build();
        })
    }),
    ("ftoi", "rounding_mode", |b, index| {
        float(b, index, |b, x, mode| {
            let to = ty(b.module(), "tile<4xi32>");
            b.ftoi(to, x, Signedness::Signed, mode).build();
        })
    }),
    ("itof", "rounding_mode", |b, index| {
        let mode = *RoundingMode::ALL.get(index)?;
        let x = value(b, "tile<4xi32>");
        let to = ty(b.module(), "tile<4xf32>");
        b.itof(to, x, Signedness::Signed, mode).build();
        Some(mode.name())
    }),
    ("divi", "rounding", |b, index| {
        let mode = *RoundingMode::ALL.get(index)?;
        let x = value(b, "tile<4xi32>");
        b.divi(x, x, Signedness::Signed).rounding(mode).build();
        Some(mode.name())
    }),
    ("negi", "overflow", |b, index| {
        let overflow = *IntegerOverflow::ALL.get(index)?;
        let x = value(b, "tile<4xi32>");
        b.negi(x).overflow(overflow).build();
        Some(overflow.name())
    }),
    ("load_ptr_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        let x = value(b, "tile<4xptr<f32>>");
        let to = ty(b.module(), "tile<4xf32>");
        let op = b.load_ptr_tko(to, x, ordering);
        let op = if index == 0 { op } else { op.memory_scope(MemoryScope::Device) };
        op.build();
        Some(ordering.name())
    }),
    ("store_ptr_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        let [x, y] = values(b, ["tile<4xptr<f32>>", "tile<4xf32>"]);
        let op = b.store_ptr_tko(x, y, ordering);
        let op = if index == 0 { op } else { op.memory_scope(MemoryScope::Device) };
        op.build();
        Some(ordering.name())
    }),
    ("load_view_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        let [view, i] = values(b, [VIEW, "tile<i32>"]);
        let to = ty(b.module(), TILE);
        let op = b.load_view_tko(to, view, [i], ordering);
        let op = if index == 0 { op } else { op.memory_scope(MemoryScope::Device) };
        op.build();
        Some(ordering.name())
    }),
    ("store_view_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        let [view, i, tile] = values(b, [VIEW, "tile<i32>", TILE]);
        let op = b.store_view_tko(tile, view, [i], ordering);
        let op = if index == 0 { op } else { op.memory_scope(MemoryScope::Device) };
        op.build();
        Some(ordering.name())
    }),
    ("atomic_cas_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        let [x, y] = values(b, ["tile<4xptr<i32>>", "tile<4xi32>"]);
        b.atomic_cas_tko(x, y, y, ordering, MemoryScope::Device).build();
        Some(ordering.name())
    }),
    ("atomic_rmw_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        let [x, y] = values(b, ["tile<4xptr<i32>>", "tile<4xi32>"]);
        b.atomic_rmw_tko(x, y, ordering, MemoryScope::Device, AtomicRMWMode::Add).build();
        Some(ordering.name())
    }),
    ("atomic_red_view_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        red(b, ordering, MemoryScope::Device, AtomicRMWMode::Add);
        Some(ordering.name())
    }),
    ("atomic_red_view_tko", "memory_scope", |b, index| {
        let scope = *MemoryScope::ALL.get(index)?;
        red(b, MemoryOrderingSemantics::Relaxed, scope, AtomicRMWMode::Add);
        Some(scope.name())
    }),
    ("atomic_red_view_tko", "mode", |b, index| {
        let mode = *AtomicRMWMode::ALL.get(index)?;
        red(b, MemoryOrderingSemantics::Relaxed, MemoryScope::Device, mode);
        Some(mode.name())
    }),
    ("multimem_load_reduce_view_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        let [view, i] = values(b, [MULTICAST, "tile<i32>"]);
        let to = ty(b.module(), TILE);
        let op = b.multimem_load_reduce_view_tko(to, view, [i], ordering).inbounds([false]);
        let op = if index == 0 { op } else { op.memory_scope(MemoryScope::Device) };
        op.build();
        Some(ordering.name())
    }),
    ("multimem_store_view_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        let [view, i, tile] = values(b, [MULTICAST, "tile<i32>", TILE]);
        let op = b.multimem_store_view_tko(view, tile, [i], ordering).inbounds([false]);
        let op = if index == 0 { op } else { op.memory_scope(MemoryScope::Device) };
        op.build();
        Some(ordering.name())
    }),
    ("multimem_reduce_view_tko", "memory_ordering_semantics", |b, index| {
        let ordering = *MemoryOrderingSemantics::ALL.get(index)?;
        let [view, i, tile] = values(b, [MULTICAST, "tile<i32>", TILE]);
        let scope = MemoryScope::Device;
        b.multimem_reduce_view_tko(view, tile, [i], ordering, scope).inbounds([false]).build();
        Some(ordering.name())
    }),
];

const VIEW: &str = "partition_view<tile=(8), tensor_view<16xi32, strides=[1]>>";
const MULTICAST: &str =
    "partition_view<tile=(8), tensor_view<16xi32, strides=[1], #cuda_tile.ptr_attr<multicast>>>";
const TILE: &str = "tile<8xi32>";

fn red(
    b: &mut Builder<'_>,
    ordering: MemoryOrderingSemantics,
    scope: MemoryScope,
    mode: AtomicRMWMode,
) {
    let element = super::memory::atomic_element(mode);
    let types = [&VIEW.replace("i32", element), "tile<i32>", &TILE.replace("i32", element)];
    let [view, i, x] = values(b, types);
    b.atomic_red_view_tko(view, [i], x, ordering, scope, mode).build();
}

#[test]
fn the_tools_take_exactly_the_members_that_cases_have() {
    let (mut names, mut files) = (Vec::new(), Vec::new());
    for &version in Version::ALL {
        for (op, field, build) in PROBES {
            let mut member = Some("");
            for index in 0.. {
                let mut module = Module::new(version);
                let built = module.kernel("k", &[], |b, _| {
                    member = build(b, index);
                    b.return_([]).build();
                });
                let Some(member) = member else { break };
                if let Err(error) = built {
                    panic!("{op}: {error}");
                }
                // What the version cannot carry is the matter of other tests.
                let options = WriteOptions::default();
                let Ok(bytes) = module.write_unverified(&options) else { continue };
                names.push((version, op, field, member));
                files.push(bytes);
            }
        }
    }
    let results = Tools::get().disassemble_all(&files, &[]);
    assert_eq!(results.len(), names.len());
    println!("{} files", files.len());
    let mut wrong = Vec::new();
    for ((version, op, field, member), result) in names.into_iter().zip(results) {
        let expected = accepted(op, field, version).is_none_or(|list| list.contains(&member));
        if expected != result.is_ok() {
            let verdict = result.err().unwrap_or_else(|| "accepted".to_owned());
            wrong.push(format!("{version} {op}.{field} = {member}: {verdict}"));
        }
    }
    report(&wrong);
}
