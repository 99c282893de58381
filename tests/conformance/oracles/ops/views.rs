//! Views: making them, reading and writing through them, and multicast memory.

use super::memory::{LOADS, STORES, atomic_element, hints, scopes, spelled};
use crate::suite::Suite;
use bytespec::tile_ir::{
    AtomicRMWMode, MemoryOrderingSemantics, MemoryScope, MultimemReductionKind, PaddingValue,
    Version,
};
use bytespec_conformance::sample::{ty, value, values};

const TENSOR: &str = "tensor_view<16x32xf32, strides=[32,1]>";
const VIEW: &str = "partition_view<tile=(8x16), tensor_view<16x32xf32, strides=[32,1]>>";

pub(super) fn add(suite: &mut Suite) {
    makers(suite);
    loads(suite);
    stores(suite);
    if suite.since(Version::V13_3) {
        reductions(suite);
    }
    if suite.since(Version::V13_5) {
        multimem(suite);
    }
}

fn makers(suite: &mut Suite) {
    suite.line("make_tensor_view", |b| {
        let base = value(b, "tile<ptr<f32>>");
        let to = ty(b.module(), TENSOR);
        let result = b.make_tensor_view(to, base, [], []).build();
        format!(
            "{result} = make_tensor_view {base}, shape = [16, 32], strides = [32, 1] : {TENSOR}"
        )
    });
    suite.line("make_tensor_view_open", |b| {
        let [base, n, m] = values(b, ["tile<ptr<f32>>", "tile<i64>", "tile<i64>"]);
        let tensor = "tensor_view<?x32x?xf32, strides=[?,?,1]>";
        let to = ty(b.module(), tensor);
        let result = b.make_tensor_view(to, base, [n, m], [m, n]).build();
        format!(
            "{result} = make_tensor_view {base}, shape = [{n}, 32, {m}], strides = [{m}, {n}, 1] : \
             tile<i64> -> {tensor}"
        )
    });
    let paddings = PaddingValue::ALL.iter().map(|padding| {
        let name = padding.name();
        format!("partition_view<tile=(8x16), padding_value = {name}, {TENSOR}>")
    });
    let mapped = format!("partition_view<tile=(8x16), {TENSOR}, dim_map=[1, 0]>");
    for (index, view) in paddings.chain([VIEW.to_owned(), mapped]).enumerate() {
        suite.line(format!("make_partition_view_{index}"), move |b| {
            let tensor = value(b, TENSOR);
            let to = ty(b.module(), &view);
            let result = b.make_partition_view(to, tensor).build();
            format!("{result} = make_partition_view {tensor} : {view}")
        });
    }
    suite.line("get_index_space_shape", |b| {
        let view = value(b, VIEW);
        let i32 = ty(b.module(), "tile<i32>");
        let results = b.get_index_space_shape([i32, i32], view).build();
        format!(
            "{}, {} = get_index_space_shape {view} : {VIEW} -> tile<i32>",
            results[0], results[1]
        )
    });
    suite.line("get_tensor_shape", |b| {
        let view = value(b, TENSOR);
        let i64 = ty(b.module(), "tile<i64>");
        let results = b.get_tensor_shape([i64, i64], view).build();
        format!("{}, {} = get_tensor_shape {view} : {TENSOR} -> tile<i64>", results[0], results[1])
    });
    if !suite.since(Version::V13_3) {
        return;
    }
    for padding in ["", "padding_value = neg_inf, "] {
        suite.line(format!("make_gather_scatter_view_{padding}"), move |b| {
            let view = format!("gather_scatter_view<tile=(8x16), {padding}{TENSOR}, sparse_dim=1>");
            let tensor = value(b, TENSOR);
            let to = ty(b.module(), &view);
            let result = b.make_gather_scatter_view(to, tensor).build();
            format!("{result} = make_gather_scatter_view {tensor} : {view}")
        });
        suite.line(format!("make_strided_view_{padding}"), move |b| {
            let view = format!(
                "strided_view<tile=(8x16), traversal_strides=[3,5], {padding}{TENSOR}, dim_map=[1, 0]>"
            );
            let tensor = value(b, TENSOR);
            let to = ty(b.module(), &view);
            let result = b.make_strided_view(to, tensor).build();
            format!("{result} = make_strided_view {tensor} : {view}")
        });
    }
}

fn loads(suite: &mut Suite) {
    for ordering in LOADS {
        for scope in scopes(ordering) {
            suite.line(format!("load_view_{}", spelled(ordering, scope)), move |b| {
                let [view, i] = values(b, [VIEW, "tile<i32>"]);
                let to = ty(b.module(), "tile<8x16xf32>");
                let op = b.load_view_tko(to, view, [i, i], ordering);
                let op = match scope {
                    Some(scope) => op.memory_scope(scope),
                    None => op,
                };
                let (tile, token) = op.build();
                let access = spelled(ordering, scope);
                format!(
                    "{tile}, {token} = load_view_tko {access} {view}[{i}, {i}] : {VIEW}, tile<i32> \
                     -> tile<8x16xf32>, token"
                )
            });
        }
    }
    let promises = suite.since(Version::V13_4);
    for flags in 0..if promises { 8_u8 } else { 4 } {
        let [after, hinted, promised] = [0, 1, 2].map(|bit| flags >> bit & 1 == 1);
        suite.line(format!("load_view_flags_{flags}"), move |b| {
            let [view, i, token] = values(b, [VIEW, "tile<i32>", "token"]);
            let (list, printed_hints) = hints(b.module());
            let to = ty(b.module(), "tile<8x16xf32>");
            let mut op = b.load_view_tko(to, view, [i, i], MemoryOrderingSemantics::Weak);
            let mut tail = String::new();
            if after {
                op = op.token(token);
                tail += &format!(" token = {token}");
            }
            if hinted {
                op = op.optimization_hints(list);
                tail += printed_hints;
            }
            if promised {
                op = op.inbounds([true, false]);
                tail += " inbounds = [true, false]";
            }
            let (tile, token) = op.build();
            format!(
                "{tile}, {token} = load_view_tko weak {view}[{i}, {i}]{tail} : {VIEW}, tile<i32> -> \
                 tile<8x16xf32>, token"
            )
        });
    }
    if suite.since(Version::V13_3) {
        suite.line("load_view_strided", |b| {
            let text = format!("strided_view<tile=(8x16), traversal_strides=[3,5], {TENSOR}>");
            let [view, i] = values(b, [&text, "tile<i32>"]);
            let to = ty(b.module(), "tile<8x16xf32>");
            let weak = MemoryOrderingSemantics::Weak;
            let (tile, token) = b.load_view_tko(to, view, [i, i], weak).build();
            format!(
                "{tile}, {token} = load_view_tko weak {view}[{i}, {i}] : {text}, tile<i32> -> \
                 tile<8x16xf32>, token"
            )
        });
        suite.line("load_view_gather", |b| {
            let text = format!("gather_scatter_view<tile=(8x16), {TENSOR}, sparse_dim=0>");
            let [view, i, j] = values(b, [&text, "tile<8xi32>", "tile<i32>"]);
            let to = ty(b.module(), "tile<8x16xf32>");
            let weak = MemoryOrderingSemantics::Weak;
            let (tile, token) = b.load_view_tko(to, view, [i, j], weak).build();
            format!(
                "{tile}, {token} = load_view_tko weak {view}[{i}, {j}] : {text}, tile<8xi32>, \
                 tile<i32> -> tile<8x16xf32>, token"
            )
        });
    }
}

fn stores(suite: &mut Suite) {
    for ordering in STORES {
        for scope in scopes(ordering) {
            suite.line(format!("store_view_{}", spelled(ordering, scope)), move |b| {
                let [tile, view, i] = values(b, ["tile<8x16xf32>", VIEW, "tile<i32>"]);
                let op = b.store_view_tko(tile, view, [i, i], ordering);
                let op = match scope {
                    Some(scope) => op.memory_scope(scope),
                    None => op,
                };
                let token = op.build();
                let access = spelled(ordering, scope);
                format!(
                    "{token} = store_view_tko {access} {tile}, {view}[{i}, {i}] : tile<8x16xf32>, \
                     {VIEW}, tile<i32> -> token"
                )
            });
        }
    }
    let promises = suite.since(Version::V13_4);
    for flags in 0..if promises { 8_u8 } else { 4 } {
        let [after, hinted, promised] = [0, 1, 2].map(|bit| flags >> bit & 1 == 1);
        suite.line(format!("store_view_flags_{flags}"), move |b| {
            let [tile, view, i, token] = values(b, ["tile<8x16xf32>", VIEW, "tile<i32>", "token"]);
            let (list, printed_hints) = hints(b.module());
            let mut op = b.store_view_tko(tile, view, [i, i], MemoryOrderingSemantics::Weak);
            let mut tail = String::new();
            if after {
                op = op.token(token);
                tail += &format!(" token = {token}");
            }
            if hinted {
                op = op.optimization_hints(list);
                tail += printed_hints;
            }
            if promised {
                op = op.inbounds([false, true]);
                tail += " inbounds = [false, true]";
            }
            let token = op.build();
            format!(
                "{token} = store_view_tko weak {tile}, {view}[{i}, {i}]{tail} : tile<8x16xf32>, \
                 {VIEW}, tile<i32> -> token"
            )
        });
    }
}

/// The scopes that a reduction through a view takes.
pub(super) const RED_SCOPES: [MemoryScope; 2] = [MemoryScope::TlBlk, MemoryScope::Device];

fn reductions(suite: &mut Suite) {
    for &mode in AtomicRMWMode::ALL.iter().filter(|&&mode| mode != AtomicRMWMode::Xchg) {
        for scope in RED_SCOPES {
            suite.line(format!("atomic_red_view_{}_{}", mode.name(), scope.name()), move |b| {
                let element = atomic_element(mode);
                let text = VIEW.replace("f32", element);
                let types = [text.as_str(), "tile<i32>", &format!("tile<8x16x{element}>")];
                let [view, i, x] = values(b, types);
                let relaxed = MemoryOrderingSemantics::Relaxed;
                let token = b.atomic_red_view_tko(view, [i, i], x, relaxed, scope, mode).build();
                format!(
                    "{token} = atomic_red_view_tko relaxed {} {view}[{i}, {i}], {}, {x} : \
                     tile<8x16x{element}>, {text}, tile<i32> -> token",
                    scope.name(),
                    mode.name()
                )
            });
        }
    }
    let promises = suite.since(Version::V13_5);
    for flags in 1..if promises { 4_u8 } else { 2 } {
        let [after, promised] = [0, 1].map(|bit| flags >> bit & 1 == 1);
        suite.line(format!("atomic_red_view_flags_{flags}"), move |b| {
            let text = VIEW.replace("f32", "i64");
            let [view, i, x, token] = values(b, [&text, "tile<i32>", "tile<8x16xi64>", "token"]);
            let (ordering, scope) = (MemoryOrderingSemantics::Relaxed, MemoryScope::Device);
            let mode = AtomicRMWMode::Umin;
            let mut op = b.atomic_red_view_tko(view, [i, i], x, ordering, scope, mode);
            let mut tail = String::new();
            if after {
                op = op.token(token);
                tail += &format!(" token = {token}");
            }
            if promised {
                op = op.inbounds([true, true]);
                tail += " inbounds = [true, true]";
            }
            let token = op.build();
            format!(
                "{token} = atomic_red_view_tko relaxed device {view}[{i}, {i}], umin, {x}{tail} : \
                 tile<8x16xi64>, {text}, tile<i32> -> token"
            )
        });
    }
}

/// How a reduction kind is printed; addition is the default.
fn reduction(kind: MultimemReductionKind) -> String {
    match kind {
        MultimemReductionKind::Add => " ".to_owned(),
        kind => format!(
            "  attributes {{reduction = #cuda_tile.multimem_reduction_kind<{}>}}",
            kind.name()
        ),
    }
}

/// A view of multicast memory.
const MULTICAST: &str = "partition_view<tile=(8x16), tensor_view<16x32xi32, strides=[32,1], \
                         #cuda_tile.ptr_attr<multicast>>>";

/// A tile of it.
const TILE: &str = "tile<8x16xi32>";

fn multimem(suite: &mut Suite) {
    multimem_kinds(suite);
    multimem_orderings(suite);
}

/// The kinds of reductions in multicast memory.
fn multimem_kinds(suite: &mut Suite) {
    for &kind in MultimemReductionKind::ALL {
        suite.line(format!("multimem_load_reduce_{}", kind.name()), move |b| {
            let [view, i] = values(b, [MULTICAST, "tile<i32>"]);
            let to = ty(b.module(), TILE);
            let weak = MemoryOrderingSemantics::Weak;
            let op =
                b.multimem_load_reduce_view_tko(to, view, [i, i], weak).inbounds([false, false]);
            let (tile, token) = op.reduction(kind).build();
            format!(
                "{tile}, {token} = multimem_load_reduce_view_tko weak {view}[{i}, {i}]{} : {MULTICAST}, \
                 tile<i32> -> {TILE}, token",
                reduction(kind)
            )
        });
        suite.line(format!("multimem_reduce_{}", kind.name()), move |b| {
            let [view, tile, i] = values(b, [MULTICAST, TILE, "tile<i32>"]);
            let (ordering, scope) = (MemoryOrderingSemantics::Relaxed, MemoryScope::Device);
            let op = b
                .multimem_reduce_view_tko(view, tile, [i, i], ordering, scope)
                .inbounds([false, false]);
            let token = op.reduction(kind).build();
            format!(
                "{token} = multimem_reduce_view_tko relaxed device {view}, {tile}[{i}, {i}]{} : \
                 {MULTICAST}, {TILE}, tile<i32> -> token",
                reduction(kind)
            )
        });
    }
}

/// The orderings and scopes that accesses of multicast memory take.
fn multimem_orderings(suite: &mut Suite) {
    for ordering in LOADS {
        for scope in scopes(ordering) {
            suite.line(format!("multimem_load_reduce_{}", spelled(ordering, scope)), move |b| {
                let [view, i, token] = values(b, [MULTICAST, "tile<i32>", "token"]);
                let to = ty(b.module(), TILE);
                let op = b.multimem_load_reduce_view_tko(to, view, [i, i], ordering).inbounds([true, false]);
                let op = match scope {
                    Some(scope) => op.memory_scope(scope),
                    None => op,
                };
                let (tile, after) = op.token(token).build();
                let access = spelled(ordering, scope);
                format!(
                    "{tile}, {after} = multimem_load_reduce_view_tko {access} {view}[{i}, {i}] token \
                     = {token} inbounds = [true, false] : {MULTICAST}, tile<i32>, token -> {TILE}, token"
                )
            });
        }
    }
    for ordering in STORES {
        for scope in scopes(ordering) {
            for after in [false, true] {
                let name = format!("multimem_store_{}_{after}", spelled(ordering, scope));
                suite.line(name, move |b| {
                    let [view, tile, i, token] = values(b, [MULTICAST, TILE, "tile<i32>", "token"]);
                    let mut op =
                        b.multimem_store_view_tko(view, tile, [i, i], ordering).inbounds([false, true]);
                    let (mut tail, mut last) = (String::new(), "");
                    if let Some(scope) = scope {
                        op = op.memory_scope(scope);
                    }
                    if after {
                        op = op.token(token);
                        tail = format!(" token = {token}");
                        last = ", token";
                    }
                    let result = op.build();
                    let access = spelled(ordering, scope);
                    format!(
                        "{result} = multimem_store_view_tko {access} {view}, {tile}[{i}, {i}]{tail} \
                         inbounds = [false, true] : {MULTICAST}, {TILE}, tile<i32>{last} -> token"
                    )
                });
            }
        }
    }
    for ordering in MULTIMEM_REDUCE {
        for &scope in MemoryScope::ALL {
            let name = format!("multimem_reduce_{} {}", ordering.name(), scope.name());
            suite.line(name, move |b| {
                let [view, tile, i, token] = values(b, [MULTICAST, TILE, "tile<i32>", "token"]);
                let op = b
                    .multimem_reduce_view_tko(view, tile, [i, i], ordering, scope)
                    .inbounds([true, true]);
                let result = op.token(token).build();
                format!(
                    "{result} = multimem_reduce_view_tko {} {} {view}, {tile}[{i}, {i}] token = \
                     {token} inbounds = [true, true] : {MULTICAST}, {TILE}, tile<i32>, token -> token",
                    ordering.name(),
                    scope.name()
                )
            });
        }
    }
}

/// The orderings that a reduction into multicast memory takes.
pub(super) const MULTIMEM_REDUCE: [MemoryOrderingSemantics; 2] =
    [MemoryOrderingSemantics::Relaxed, MemoryOrderingSemantics::Release];
