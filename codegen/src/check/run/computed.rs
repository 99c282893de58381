//! No number is computed from itself. A field whose content is computed has no value, so that writers evaluate its condition when
//! an expression asks whether it is present.

use super::exclusive::condition;
use crate::ast::described::Property;
use crate::ast::{Expression, Field, TypeArg};
use crate::check::Cx;
use crate::check::cx::{Owner, fixed_width};
use crate::diagnostics::Diagnostics;
use bytespec_plan::Checksum;

/// Something that writers evaluate, by the position of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Number(usize),
    Presence(usize),
}

pub(super) fn check(cx: &Cx<'_>, owner: &Owner<'_>, out: &mut Diagnostics) {
    for (at, field) in owner.fields.iter().enumerate() {
        let start = Node::Number(at);
        let (mut seen, mut path) = (Vec::new(), Vec::new());
        let mut leads = || returns(cx, owner.fields, (start, start), &mut seen, &mut path);
        if field.run().equals.is_none() || !leads() {
            continue;
        }
        let name = &field.common.name;
        let found = out
            .found("expression", format!("`{}` is computed from itself", name.value))
            .at(name.span, "writers compute this number");
        let present = path.iter().find_map(|node| match node {
            Node::Presence(at) => owner.fields.get(*at),
            Node::Number(_) => None,
        });
        // Without another number between, one that was tried has bytes that the expression needs.
        let number = path.iter().chain(&seen).find_map(|node| match node {
            Node::Number(other) if *other != at => owner.fields.get(*other),
            _ => None,
        });
        match (present, number) {
            (Some(other), _) => found
                .at(other.common.name.span, "present depending on that number")
                .help(format!(
                    "remove the computed value of `{}`, so that an edit decides whether it is present",
                    other.common.name.value
                )),
            (None, Some(other)) => found
                .at(other.common.name.span, "depends on that number")
                .help("compute one of them from other fields"),
            (None, None) => found.help("compute it from other fields"),
        };
    }
}

/// Whether the evaluation of a node leads to `end`, with the nodes between. `seen` are all nodes that were tried.
fn returns(
    cx: &Cx<'_>,
    fields: &[Field],
    (from, end): (Node, Node),
    seen: &mut Vec<Node>,
    path: &mut Vec<Node>,
) -> bool {
    for next in needs(cx, fields, from) {
        if next == end {
            return true;
        }
        if !seen.contains(&next) {
            seen.push(next);
            path.push(next);
            if returns(cx, fields, (next, end), seen, path) {
                return true;
            }
            path.pop();
        }
    }
    false
}

/// What writers evaluate for a node.
fn needs(cx: &Cx<'_>, fields: &[Field], node: Node) -> Vec<Node> {
    let (Node::Number(at) | Node::Presence(at)) = node;
    let Some(field) = fields.get(at).filter(|field| is_computed(field)) else { return Vec::new() };
    let keys = field.run();
    let number = [&keys.equals, &keys.value].into_iter().flatten();
    let number = number.filter(|_| matches!(node, Node::Number(_)));
    let mut nodes = Vec::new();
    for expression in number.chain(&condition(field)) {
        expression.walk(&mut |part| {
            let place = |name: &str| fields.iter().position(|of| of.common.name.value == name);
            nodes.extend(match part {
                Expression::Field(name) => place(&name.value).map(Node::Number),
                Expression::Of(Property::Present, name) => place(&name.value).map(Node::Presence),
                _ => None,
            });
            // The bytes of a computed field are none if it is absent.
            let read = match part {
                Expression::Element(name, _) | Expression::Digits(name, _) => Some(name),
                _ => None,
            };
            let read = part.measured().chain(read).filter_map(|name| place(&name.value));
            let read: Vec<usize> = read.collect();
            let is_conditional = |field: &Field| is_computed(field) && condition(field).is_some();
            let conditional = read.iter().copied().filter(|at| is_conditional(&fields[*at]));
            nodes.extend(conditional.map(Node::Presence));
            // Its own bytes are zeros in a checksum.
            let is_own = |other: usize| other == at && !part.covered().is_empty();
            let others = read.into_iter().filter(|other| !is_own(*other));
            let others = others.filter(|other| depends_on_number(cx, part, &fields[*other]));
            nodes.extend(others.flat_map(|other| numbers(fields, other)).map(Node::Number));
            let measured = part.measured().filter_map(|name| fields.get(place(&name.value)?));
            for expression in measured.flat_map(of_bytes) {
                expression.walk(&mut |part| {
                    let names = part.fields();
                    nodes.extend(names.filter_map(|name| place(&name.value)).map(Node::Number));
                });
            }
        });
    }
    nodes
}

/// The numbers in the bytes of a field: the field itself, or its bits.
fn numbers(fields: &[Field], at: usize) -> impl Iterator<Item = usize> {
    let bits = fields.iter().skip(at + 1).take_while(|field| field.part.is_some());
    at..=at + bits.count()
}

/// Whether an expression that reads the bytes of a field needs its number. A size of fixed width does not.
fn depends_on_number(cx: &Cx<'_>, reader: &Expression, field: &Field) -> bool {
    let is_size = matches!(
        reader,
        Expression::Of(Property::Size, _) | Expression::Checksum(Checksum::SIZE, _)
    );
    let number = match field.ty.args.first() {
        Some(TypeArg::Type(number)) if field.ty.name == "packed" => Some(number),
        _ => cx.number_of(&field.ty),
    };
    let has_fixed_width = field.run().size.is_some() || number.and_then(fixed_width).is_some();
    !(is_size && has_fixed_width)
}

/// The expressions without which the bytes of a field are not known, although writers have its value.
fn of_bytes(field: &Field) -> impl Iterator<Item = &Expression> {
    let keys = field.run();
    // The bytes of a whole value are its size.
    let size = keys.bytes().filter(|_| keys.count.is_some());
    let size = size.filter(|size| !matches!(size, Expression::Element(..)));
    size.into_iter().chain(keys.transform.iter().flat_map(|transform| &transform.key))
}

/// Whether writers compute the content of a field.
fn is_computed(field: &Field) -> bool {
    let keys = field.run();
    let computed = keys.equals.is_some() || keys.value.is_some() || keys.constant.is_some();
    computed || field.ty.name == "filler"
}
