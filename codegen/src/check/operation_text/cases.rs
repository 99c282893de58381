//! Checks the content of a text in each case. The values of an operation's parts determine which groups are present.
//!
//! Each case is tried. A part with a value is shown in one place, a shown part has a value, and what the parser needs for it
//! precedes it.

use super::{Cx, Part, RULE, adjacent, has_only_type, part, visible};
use crate::ast::{Common, Literal, Op, Spanned};
use crate::check::cx::{integer_range, is_list, may_be_none};
use crate::diagnostics::Diagnostics;
use crate::operation_text::{Piece, Test, Word};

/// The most conditions of a text, each true or false, whose cases are tried.
const MAX_CONDITIONS: usize = 12;

/// The kind of a part, for its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// It always has a value.
    Always,
    /// It can be absent, and then has no text.
    Optional,
    /// Any number of values or blocks; no values have a text, too.
    Many,
    /// A Boolean.
    Flag,
    /// A number or a list: zero or empty if it is not shown.
    Number,
}

/// The kind of a part of an operation; none for an unknown part.
pub(super) fn shape(op: &Op, name: &str) -> Option<Shape> {
    Some(match part(op, name)? {
        Part::Operand(port) | Part::Result(port) if port.variadic => Shape::Many,
        Part::Operand(port) if port.optional => Shape::Optional,
        Part::Operand(_) | Part::Result(_) => Shape::Always,
        Part::Region => {
            let region = op.regions.iter().find(|region| region.common.name.value == name)?;
            if region.may_be_empty { Shape::Many } else { Shape::Always }
        }
        Part::Attribute(field) => match field.ty.name.as_str() {
            "unit" => Shape::Flag,
            _ if field.optional || may_be_none(&field.ty) => Shape::Optional,
            "bool" => Shape::Flag,
            _ if is_list(&field.ty) || integer_range(&field.ty).is_some() => Shape::Number,
            _ => Shape::Always,
        },
    })
}

/// A condition that determines the content of a text: a part has a value, its type has a field, or an attribute differs from a
/// member.
#[derive(Clone, Copy, PartialEq)]
struct Condition<'p> {
    part: &'p str,
    of: Option<&'p str>,
}

fn condition<'p>(op: &'p Op, test: &'p Test) -> Condition<'p> {
    let of = test.field.as_deref().or(test.member.as_deref());
    Condition { part: &test.part, of: of.or_else(|| default_member(op, &test.part)) }
}

/// The default member of an attribute.
fn default_member<'p>(op: &'p Op, name: &str) -> Option<&'p str> {
    let Some(Part::Attribute(field)) = part(op, name) else { return None };
    match &field.default.as_ref()?.value {
        Literal::Text(member) if shape(op, name) == Some(Shape::Always) => Some(member),
        _ => None,
    }
}

/// Whether a test is about a part that always has a value.
pub(super) fn is_always(op: &Op, test: &Test) -> bool {
    let condition = condition(op, test);
    condition.of.is_none() && shape(op, condition.part) == Some(Shape::Always)
}

/// Whether an attribute that is not shown is read as a value that its group does not show.
fn is_read_otherwise(op: &Op, name: &str) -> bool {
    let Some(Part::Attribute(field)) = part(op, name) else { return false };
    match field.default.as_ref().map(|default| &default.value) {
        Some(Literal::Int(number)) => *number != 0,
        Some(Literal::Bool(truth)) => *truth,
        _ => false,
    }
}

/// Checks the content of a text in each case.
pub(super) fn check<'p>(
    cx: &Cx<'p>,
    op: &'p Op,
    text: &Spanned<String>,
    pieces: &'p [Piece],
    out: &mut Diagnostics,
) {
    let name = &op.common.name.value;
    let mut conditions = Vec::new();
    let can_be_absent = |name: &str| shape(op, name) != Some(Shape::Always);
    for common in parts(op).filter(|common| can_be_absent(&common.name.value)) {
        conditions.push(Condition { part: &common.name.value, of: None });
    }
    collect(op, pieces, &mut conditions);
    if conditions.len() > MAX_CONDITIONS {
        let count = conditions.len();
        out.found(RULE, format!("the text of `{name}` depends on too many conditions"))
            .at(text.span, format!("{count} conditions; at most {MAX_CONDITIONS} are supported"));
        return;
    }
    let cases = (0..1usize << conditions.len())
        .map(|truths| Case { cx, op, conditions: &conditions, truths })
        .map(|case| (case.shown(pieces), case));
    let cases: Vec<(Shown<'_>, Case<'_, '_>)> = cases.collect();
    let before = out.len();
    for common in parts(op) {
        let faults = cases.iter().find_map(|(shown, case)| {
            let fault = case.value_fault(common, shown).or_else(|| case.type_fault(common, shown));
            fault.map(|fault| (fault, case.described(Some(common))))
        });
        let name_of_part = &common.name.value;
        let is_shown = cases.iter().any(|(shown, case)| {
            let shows = |piece: &&Piece| {
                shows_value(piece, name_of_part) || case.shows_type(piece, name_of_part)
            };
            shown.pieces.iter().any(shows)
        });
        if let Some((fault, case)) = faults {
            let case = if is_shown { case } else { "never shown".to_owned() };
            out.found(RULE, format!("the text of `{name}` {fault}"))
                .at(text.span, case)
                .at(common.name.span, "this part");
        }
    }
    if out.len() > before {
        return;
    }
    let fault = cases.iter().find_map(|(shown, case)| {
        let fault = case.order_fault(shown).or_else(|| adjacent::fault(cx, op, &shown.pieces));
        fault.map(|fault| (fault, case.described(None)))
    });
    if let Some((fault, case)) = fault {
        out.found(RULE, format!("the text of `{name}` {fault}")).at(text.span, case);
    }
}

/// The parts of an operation.
fn parts(op: &Op) -> impl Iterator<Item = &Common> {
    let ports = op.operands.iter().chain(&op.results).map(|port| &port.common);
    let regions = op.regions.iter().map(|region| &region.common);
    ports.chain(regions).chain(visible(op).map(|field| &field.common))
}

/// Adds the conditions of groups to the known ones.
fn collect<'p>(op: &'p Op, pieces: &'p [Piece], conditions: &mut Vec<Condition<'p>>) {
    for piece in pieces {
        match piece {
            Piece::If(any, inner) => {
                for condition in any.iter().flatten().map(|test| condition(op, test)) {
                    if !conditions.contains(&condition) {
                        conditions.push(condition);
                    }
                }
                collect(op, inner, conditions);
            }
            Piece::AnyOrder(inner) => collect(op, inner, conditions),
            _ => {}
        }
    }
}

/// The pieces that are present in a case.
#[derive(Default)]
struct Shown<'p> {
    pieces: Vec<&'p Piece>,
    /// Parts that have text only together with an absent operand.
    hidden: Vec<&'p str>,
    /// Booleans that an enclosing group shows to be true.
    flags: Vec<&'p str>,
}

/// The operands in groups of an absent group.
fn hide<'p>(pieces: &'p [Piece], hidden: &mut Vec<&'p str>) {
    for piece in pieces {
        let Piece::If(any, inner) = piece else { continue };
        let tests = any.iter().flatten().map(|test| test.part.as_str());
        hidden.extend(tests.filter(|name| inner.iter().any(|piece| shows_value(piece, name))));
        hide(inner, hidden);
    }
}

/// A case: whether each condition is true, one bit for each.
struct Case<'p, 'c> {
    cx: &'c Cx<'p>,
    op: &'p Op,
    conditions: &'c [Condition<'p>],
    truths: usize,
}

impl<'p> Case<'p, '_> {
    fn is_true(&self, condition: Condition<'_>) -> bool {
        let at = self.conditions.iter().position(|known| *known == condition);
        at.is_none_or(|at| self.truths >> at & 1 == 1)
    }

    /// Whether a part has a value that a text must show.
    fn has_value(&self, name: &str) -> bool {
        let mut of_part = self.conditions.iter().filter(|known| known.part == name);
        let is_member = |known: &Condition<'_>| {
            known.of.is_none() || matches!(part(self.op, name), Some(Part::Attribute(_)))
        };
        of_part.all(|known| !is_member(known) || self.is_true(*known))
    }

    /// Describes the case for a part, without the part itself.
    fn described(&self, of: Option<&Common>) -> String {
        let others = self.conditions.iter().filter(|known| {
            of.is_none_or(|common| known.of.is_some() || known.part != common.name.value)
        });
        let described = others.map(|known| {
            let not = if self.is_true(*known) { "" } else { "no " };
            match known.of {
                Some(of) => format!("{not}`{}` other than `{of}`", known.part),
                None => format!("{not}`{}`", known.part),
            }
        });
        let described: Vec<String> = described.collect();
        match described.is_empty() {
            true => "always".to_owned(),
            false => format!("in operations with {}", described.join(", ")),
        }
    }

    /// The pieces that are present.
    fn shown(&self, pieces: &'p [Piece]) -> Shown<'p> {
        let mut shown = Shown::default();
        self.show(pieces, &mut shown);
        shown
    }

    fn show(&self, pieces: &'p [Piece], shown: &mut Shown<'p>) {
        for piece in pieces {
            match piece {
                Piece::If(any, inner) => {
                    let holds =
                        |test: &Test| self.is_true(condition(self.op, test)) != test.negated;
                    if !any.iter().any(|all| all.iter().all(holds)) {
                        if self.is_of_operand(any) {
                            hide(inner, &mut shown.hidden);
                        }
                        continue;
                    }
                    if let [all] = any.as_slice() {
                        let positive = all.iter().filter(|test| !test.negated);
                        shown.flags.extend(positive.map(|test| test.part.as_str()));
                    }
                    self.show(inner, shown);
                }
                Piece::AnyOrder(inner) => self.show(inner, shown),
                piece => shown.pieces.push(piece),
            }
        }
    }

    /// Whether a group belongs to an optional operand.
    fn is_of_operand(&self, any: &[Vec<Test>]) -> bool {
        let [all] = any else { return false };
        let [Test { negated: false, part: name, .. }] = all.as_slice() else { return false };
        matches!(part(self.op, name), Some(Part::Operand(port)) if port.optional)
    }

    /// The fault of a part that is not shown, or that is shown without a value.
    fn value_fault(&self, common: &Common, shown: &Shown<'_>) -> Option<String> {
        let name = common.name.value.as_str();
        let shape = shape(self.op, name)?;
        let places = shown.pieces.iter().filter(|piece| shows_value(piece, name)).count();
        // A dictionary contains the attributes that are present.
        let is_entry = shown.pieces.iter().any(|piece| {
            let is_dictionary = matches!(piece, Piece::Part { word: Word::Dictionary, .. });
            is_dictionary && shows_value(piece, name)
        });
        let is_true = shape == Shape::Flag && shown.flags.contains(&name);
        let is_result = matches!(part(self.op, name), Some(Part::Result(_)));
        let of: Vec<_> = self.conditions.iter().filter(|known| known.part == name).collect();
        let fault = match (self.has_value(name), places) {
            _ if of.iter().filter(|known| known.of.is_some()).count() > 1 && !is_result => {
                format!("depends on two members of `{name}`")
            }
            _ if is_result => return None,
            (_, 2..) => format!("shows `{name}` twice"),
            (true, 0) if shape == Shape::Optional && shown.hidden.contains(&name) => return None,
            (true, 0) if !is_true => format!("does not show `{name}`"),
            (false, 1) if shape == Shape::Optional && !is_entry => {
                format!("shows `{name}` where it is absent")
            }
            (false, 0) if is_read_otherwise(self.op, name) => {
                format!("omits `{name}`, which is then read as its default")
            }
            _ => return None,
        };
        Some(fault)
    }

    /// The fault of a result whose type is not shown and cannot be inferred.
    fn type_fault(&self, common: &Common, shown: &Shown<'_>) -> Option<String> {
        let name = common.name.value.as_str();
        let port = self.op.results.iter().find(|port| port.common.name.value == name)?;
        let shows = |name: &str| shown.pieces.iter().any(|piece| self.shows_type(piece, name));
        let is_same = |name: &str| self.op.same_type.iter().any(|other| other.value == name);
        let follows = is_same(name)
            && self.op.same_type.iter().map(|other| other.value.as_str()).any(|other| {
                match part(self.op, other) {
                    // Both have the same number of values.
                    Some(Part::Operand(operand)) => operand.variadic || self.has_value(other),
                    Some(Part::Result(_)) => shows(other),
                    _ => false,
                }
            });
        let only = !port.variadic && has_only_type(self.cx, port);
        if !self.has_value(name) || shows(name) || follows || only {
            return None;
        }
        Some(format!("does not show the type of `{name}`"))
    }

    fn shows_type(&self, piece: &Piece, result: &str) -> bool {
        let Piece::Part { word, of, .. } = piece else { return false };
        let of: Vec<&str> = of.iter().map(String::as_str).collect();
        match (word, of.as_slice()) {
            (Word::Type | Word::FullType | Word::FullResults, [name]) => *name == result,
            (Word::Elements, [_, name]) => *name == result,
            (Word::FirstType, names) => {
                let first = names.iter().find(|name| self.has_value(name));
                first.is_some_and(|name| *name == result)
            }
            _ => false,
        }
    }

    /// The fault of a piece that the parser reads before it knows what it needs.
    fn order_fault(&self, shown: &Shown<'_>) -> Option<String> {
        for (at, piece) in shown.pieces.iter().enumerate() {
            let Piece::Part { word, of, .. } = piece else { continue };
            let before = &shown.pieces[..at];
            let is_known = |name: &str| {
                let is_shown = before.iter().any(|piece| shows_value(piece, name));
                is_shown || !self.has_value(name) || shown.hidden.contains(&name)
            };
            let is_operand = |name: &str| matches!(part(self.op, name), Some(Part::Operand(_)));
            let typed = match word {
                Word::Type | Word::Types | Word::FullType => &of[..1],
                Word::FirstType => {
                    let first = of.iter().position(|name| self.has_value(name));
                    &of[..first.map_or(of.len(), |first| first + 1)]
                }
                _ => &[],
            };
            if let Some(name) = typed.iter().find(|name| is_operand(name) && !is_known(name)) {
                return Some(format!("shows the type of `{name}` before its values"));
            }
            if let Some(fault) = argument_fault(*word, of, &shown.pieces, at) {
                return Some(fault);
            }
        }
        None
    }
}

/// The fault of arguments of a region that follow the region, or are not in order.
fn argument_fault(word: Word, of: &[String], pieces: &[&Piece], at: usize) -> Option<String> {
    let (Word::Argument | Word::Assigned | Word::Parameters) = word else { return None };
    let region = &of[0];
    let is_region = |piece: &&Piece| shows_value(piece, region);
    let Some(behind) = pieces[at..].iter().position(is_region) else {
        return Some(format!("shows arguments of `{region}` without `{region}` after them"));
    };
    let is_read =
        |name: &String| pieces[..at + behind].iter().any(|piece| shows_value(piece, name));
    if word == Word::Argument && !is_read(&of[2]) {
        return Some(format!("shows `{region}` before `{}`, whose type an argument has", of[2]));
    }
    let earlier: Vec<Word> = pieces[..at]
        .iter()
        .filter_map(|piece| match piece {
            Piece::Part {
                word: word @ (Word::Argument | Word::Assigned | Word::Parameters),
                of,
                ..
            } if of[0] == *region => Some(*word),
            _ => None,
        })
        .collect();
    let position = of.get(1).and_then(|number| number.parse::<usize>().ok());
    let in_order = match word {
        Word::Parameters => earlier.is_empty(),
        _ => position == Some(earlier.len()) && earlier.iter().all(|word| *word == Word::Argument),
    };
    (!in_order).then(|| format!("shows the arguments of `{region}` in the wrong order"))
}

/// Whether a piece shows the value of a part.
pub(super) fn shows_value(piece: &Piece, name: &str) -> bool {
    let Piece::Part { word, of, .. } = piece else { return false };
    match word {
        Word::Value | Word::Symbol | Word::Expressions | Word::Elements => of[0] == name,
        Word::Dictionary => of.iter().any(|of| of == name),
        Word::Mixed => of[1] == name,
        Word::Assigned => of[2] == name,
        Word::Parameters => of.get(1).is_some_and(|of| of == name),
        _ => false,
    }
}
