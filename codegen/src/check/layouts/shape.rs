//! `layout-type`: types of steps are put together as the language allows, and what reaches to the end stands last.

use super::graph::{Graph, named};
use crate::ast::{Described, DescribedStep, Expression, Repeat, TypeArg, TypeExpr};
use crate::check::Cx;
use crate::check::cx::{integer_range, is_builtin, show};
use crate::check::type_shape;
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "layout-type";

/// The most bytes that `all_but` leaves.
const MAX_LEFT: u64 = u32::MAX as u64;

pub(in crate::check) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    if cx.schema.incomplete || cx.schema.described.is_empty() {
        return;
    }
    let graph = Graph::new(cx);
    for item in &graph.layouts {
        for step in item.steps.iter().filter(|step| !step.common.broken) {
            let before = out.len();
            check_type(&graph, &step.ty, out);
            if out.len() == before {
                check_elements(&graph, step, out);
            }
        }
        check_ends(&graph, item, out);
    }
    check_recursion(&graph, out);
}

fn wrong(ty: &TypeExpr, message: String, label: &str) -> Diagnostic {
    Diagnostic::new(RULE, message).at(ty.span, label)
}

fn check_type(graph: &Graph<'_, '_>, ty: &TypeExpr, out: &mut Diagnostics) {
    let name = ty.name.as_str();
    let given = ty.args.len();
    match name {
        // What a layout cannot have at all is another rule's matter.
        _ if super::NOT_IN_LAYOUTS.contains(&name) => {}
        "all_but" | "up_to" | "entry" if given > 1 => {
            out.push(wrong(ty, format!("`{name}` takes one argument"), &format!("{given} given")));
        }
        "filler" | "properties" if given != 0 => {
            out.push(wrong(ty, format!("`{name}` takes no arguments"), &format!("{given} given")));
        }
        "all_but" => {
            if let Some(TypeArg::Number(left @ (0 | MAX_LEFT..))) = ty.args.first() {
                let message = format!("{left} is not a number of bytes to leave");
                out.push(wrong(ty, message, &format!("expected 1 to {}", MAX_LEFT - 1)));
            }
        }
        "up_to" | "entry" | "filler" | "properties" => {}
        _ if graph.layout(name).is_some() => {
            if given != 0 {
                out.push(wrong(ty, format!("`{name}` takes no arguments"), "a layout"));
            }
        }
        "list" | "rest" if given == 1 => {
            let Some(TypeArg::Type(inner)) = ty.args.first() else { return };
            if matches!(
                inner.name.as_str(),
                "all_but" | "up_to" | "entry" | "filler" | "properties"
            ) {
                let message = format!("`{}` is a step's own type", inner.name);
                let found = wrong(inner, message, "cannot stand inside another type");
                return out.push(found.help("put it into a layout of its own"));
            }
            if graph.layout(&inner.name).is_none() {
                return check_wire(graph, ty, out);
            }
            check_type(graph, inner, out);
            check_element(graph, inner, false, out);
        }
        _ => {
            let mut layout = None;
            crate::check::cx::walk(ty, &mut |inner| {
                layout = layout.or(graph.layout(&inner.name).map(|_| inner));
            });
            match layout {
                Some(inner) => out.push(
                    wrong(inner, format!("`{name}` cannot hold a layout"), "a layout")
                        .help("use `list`, `rest`, or `repeat` and `size`"),
                ),
                None => check_wire(graph, ty, out),
            }
        }
    }
}

/// A type that records have, too, of whose names all are known.
fn check_wire(graph: &Graph<'_, '_>, ty: &TypeExpr, out: &mut Diagnostics) {
    let cx = graph.cx;
    let mut elsewhere = false;
    crate::check::cx::walk(ty, &mut |ty| {
        elsewhere |= super::NOT_IN_LAYOUTS.contains(&ty.name.as_str())
    });
    if elsewhere {
        return;
    }
    let mut unknown = None;
    crate::check::cx::walk(ty, &mut |outer| {
        for arg in &outer.args {
            if let TypeArg::Type(inner) = arg
                && !matches!(outer.name.as_str(), "ref" | "optional_ref")
                && !is_builtin(&inner.name)
                && cx.named(&inner.name).is_none()
            {
                unknown = unknown.or(Some(inner));
            }
        }
    });
    match unknown {
        Some(inner) => {
            let names = crate::check::cx::builtin().chain(cx.type_names());
            let found = wrong(inner, format!("no type is named `{}`", inner.name), "unknown type");
            out.push(found.suggest(&inner.name, names));
        }
        None => type_shape::check_type(cx, ty, true, out),
    }
}

/// What a step that repeats has as elements.
fn check_elements(graph: &Graph<'_, '_>, step: &DescribedStep, out: &mut Diagnostics) {
    if step.repeat.is_some() {
        check_element(graph, &step.ty, step.size.is_some(), out);
    }
    if let Some(Expression::Number(number)) = &step.is
        && let Some((low, high)) = integer_range(&step.ty)
        && !(low..=high).contains(&i128::from(*number))
    {
        let message = format!("{number} does not fit `{}`", show(&step.ty));
        out.push(wrong(&step.ty, message, "because of this type"));
    }
    // A number in a window of another size could be neither read nor written.
    let fixed = crate::check::cx::fixed_width(&step.ty);
    if let (Some(Expression::Number(size)), Some(width)) = (&step.size, fixed)
        && *size != u64::from(width)
    {
        let message = format!("`{}` has {width} bytes, and not {size}", show(&step.ty));
        out.push(wrong(&step.ty, message, "because of this type"));
    }
}

fn check_element(graph: &Graph<'_, '_>, ty: &TypeExpr, sized: bool, out: &mut Diagnostics) {
    if sized {
        return;
    }
    if graph.is_open_type(ty) {
        let message = format!("elements cannot be `{}`", show(ty));
        let label = "reaches to the end of what it stands in, so nothing can follow";
        out.push(wrong(ty, message, label).help("say with `size` how many bytes each has"));
    } else if graph.is_empty_type(ty) {
        let message = format!("elements of `{}` may take no byte", show(ty));
        let label = "so that no number of them could be believed";
        out.push(wrong(ty, message, label).help("give it a field that is always there"));
    }
}

/// What reaches to the end stands last, and `all_but` leaves what follows it.
fn check_ends(graph: &Graph<'_, '_>, item: &Described, out: &mut Diagnostics) {
    let cx = graph.cx;
    if let (Some(record), Some(first)) = (&item.record, item.steps.first())
        && graph.is_open_type(&named(&record.value))
    {
        out.found(RULE, format!("`{}` must stand last", record.value))
            .at(record.span, "reaches to the end of the layout")
            .at(first.common.name.span, "stands after it");
    }
    for (at, step) in item.steps.iter().enumerate() {
        if !graph.is_open(step) || step.common.broken {
            continue;
        }
        let left = match (step.ty.name.as_str(), step.ty.args.first()) {
            ("all_but", Some(TypeArg::Number(left))) if step.size.is_none() => Some(*left),
            _ => None,
        };
        if let Some(left) = left {
            check_left(step, left, &item.steps[at + 1..], out);
            continue;
        }
        let gate = cx.gate(&step.common);
        let after = item.steps[at + 1..].iter().find(|other| {
            other.value.is_none()
                && cx.gate(&other.common).overlaps(gate)
                && !are_exclusive(step, other)
        });
        if let Some(after) = after {
            let ty = show(&step.ty);
            out.push(
                wrong(
                    &step.ty,
                    format!("`{ty}` must stand last"),
                    "reaches to the end of the layout",
                )
                .at(after.common.name.span, "stands after it")
                .help("say with `size` how many bytes it has"),
            );
        }
    }
}

/// The steps behind bytes have as many bytes as these leave.
fn check_left(step: &DescribedStep, left: u64, behind: &[DescribedStep], out: &mut Diagnostics) {
    let width = |step: &DescribedStep| {
        let common = &step.common;
        let bounds = [&common.since, &common.until, &common.since_release, &common.until_release];
        let plain = bounds.into_iter().all(Option::is_none)
            && common.feature.is_none()
            && step.when.is_none();
        let once = match &step.repeat {
            None => Some(1),
            Some(Repeat::Count(Expression::Number(count))) => Some(*count),
            _ => None,
        };
        if step.value.is_some() {
            return Some(0);
        }
        let width = u64::from(crate::check::cx::fixed_width(&step.ty)?);
        once.filter(|_| plain)?.checked_mul(width)
    };
    let found = behind.iter().try_fold(0u64, |sum, step| sum.checked_add(width(step)?));
    if found != Some(left) {
        let what = match found {
            Some(found) => format!("{found} bytes"),
            None => "no fixed number of bytes".to_owned(),
        };
        let last = behind.last().map_or(step.common.name.span, |last| last.common.name.span);
        out.push(
            wrong(&step.ty, format!("what follows takes {what}, and not {left}"), "leaves so many")
                .at(last, "the last step behind it")
                .help("let numbers of fixed width follow, as many bytes as are left"),
        );
    }
}

/// Whether of two steps one is there where the other is not.
fn are_exclusive(a: &DescribedStep, b: &DescribedStep) -> bool {
    let (Some(a), Some(b)) = (&a.when, &b.when) else { return false };
    let is_not = |a: &Expression, b: &Expression| matches!(a, Expression::Not(inner) if inner.to_string() == b.to_string());
    is_not(a, b) || is_not(b, a)
}

/// No layout begins with itself, and none holds itself whatever the bytes are.
fn check_recursion(graph: &Graph<'_, '_>, out: &mut Diagnostics) {
    // The steps that are reached before any byte was read, and those that are there in any case.
    let first = |item: &Described| {
        let record = item.record.as_ref();
        let consumed = record.is_some_and(|name| !graph.is_empty_type(&named(&name.value)));
        let count = item.steps.iter().position(|step| !graph.may_be_empty(step));
        if consumed { 0 } else { count.map_or(item.steps.len(), |count| count + 1) }
    };
    let always = |step: &DescribedStep| {
        let elements = match &step.repeat {
            None => !matches!(step.ty.name.as_str(), "list" | "rest"),
            Some(Repeat::Count(Expression::Number(count))) => *count > 0,
            Some(_) => false,
        };
        step.when.is_none() && elements
    };
    let mut done = vec![false; graph.layouts.len()];
    let mut is_open = vec![false; graph.layouts.len()];
    for start in 0..graph.layouts.len() {
        // Layouts that are open, each with its next step.
        let mut path: Vec<(usize, usize)> = Vec::new();
        if !done[start] {
            path.push((start, 0));
            is_open[start] = true;
        }
        while let Some((at, next)) = path.last_mut() {
            let item = graph.layouts[*at];
            let Some(step) = item.steps.get(*next) else {
                (done[*at], is_open[*at]) = (true, false);
                path.pop();
                continue;
            };
            let begins = *next < first(item) && step.ty.name != "list";
            *next += 1;
            if !begins && !always(step) {
                continue;
            }
            for inner in graph.held(&step.ty) {
                if is_open[inner] {
                    let name = &graph.layouts[inner].common.name.value;
                    out.push(
                        wrong(&step.ty, format!("layout `{name}` holds itself"), "without an end")
                            .at(graph.layouts[inner].common.name.span, "the layout")
                            .help("put a number in front that says with `when` or `repeat` whether it goes on"),
                    );
                } else if !done[inner] {
                    is_open[inner] = true;
                    path.push((inner, 0));
                }
            }
        }
    }
}
