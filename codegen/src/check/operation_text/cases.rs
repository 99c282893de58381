//! Checks the content of a text in each case. The values of an operation's parts determine which groups are present.
//!
//! Each case is tried. A part with a value is shown in one place, a shown part has a value, and what the parser needs for it
//! precedes it.

use super::{Cx, Part, RULE, glue, has_only_type, part, visible};
use crate::ast::{Common, Literal, Op, Spanned};
use crate::check::cx::{integer_range, is_list, may_be_none};
use crate::diagnostics::Diagnostics;
use crate::operation_text::{Piece, Test, Word};

/// The most questions, each with two answers, that are tried.
const MAX_QUESTIONS: usize = 12;

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

/// A question that determines the content of a text: whether a part has a value, whether its type has a field, or whether an
/// attribute differs from a member.
#[derive(Clone, Copy, PartialEq)]
struct Question<'p> {
    part: &'p str,
    of: Option<&'p str>,
}

fn asked<'p>(op: &'p Op, test: &'p Test) -> Question<'p> {
    let of = test.field.as_deref().or(test.member.as_deref());
    Question { part: &test.part, of: of.or_else(|| default_member(op, &test.part)) }
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
    let question = asked(op, test);
    question.of.is_none() && shape(op, question.part) == Some(Shape::Always)
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
    let mut questions = Vec::new();
    let has_two_answers = |name: &str| shape(op, name) != Some(Shape::Always);
    for common in parts(op).filter(|common| has_two_answers(&common.name.value)) {
        questions.push(Question { part: &common.name.value, of: None });
    }
    collect(op, pieces, &mut questions);
    if questions.len() > MAX_QUESTIONS {
        let count = questions.len();
        out.found(RULE, format!("the text of `{name}` depends on too much"))
            .at(text.span, format!("on {count} answers, of at most {MAX_QUESTIONS}"));
        return;
    }
    let cases = (0..1usize << questions.len())
        .map(|answers| Case { cx, op, questions: &questions, answers })
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
                shows_value(piece, name_of_part) || case.says_type(piece, name_of_part)
            };
            shown.pieces.iter().any(shows)
        });
        if let Some((fault, case)) = faults {
            let case = if is_shown { case } else { "no place shows it".to_owned() };
            out.found(RULE, format!("the text of `{name}` {fault}"))
                .at(text.span, case)
                .at(common.name.span, "this part");
        }
    }
    if out.len() > before {
        return;
    }
    let fault = cases.iter().find_map(|(shown, case)| {
        let fault = case.order_fault(shown).or_else(|| glue::fault(cx, op, &shown.pieces));
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

/// Adds the questions of conditions to the known ones.
fn collect<'p>(op: &'p Op, pieces: &'p [Piece], questions: &mut Vec<Question<'p>>) {
    for piece in pieces {
        match piece {
            Piece::If(any, inner) => {
                for question in any.iter().flatten().map(|test| asked(op, test)) {
                    if !questions.contains(&question) {
                        questions.push(question);
                    }
                }
                collect(op, inner, questions);
            }
            Piece::AnyOrder(inner) => collect(op, inner, questions),
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

/// A case: an answer to each question, one bit for each.
struct Case<'p, 'c> {
    cx: &'c Cx<'p>,
    op: &'p Op,
    questions: &'c [Question<'p>],
    answers: usize,
}

impl<'p> Case<'p, '_> {
    fn answer(&self, question: Question<'_>) -> bool {
        let at = self.questions.iter().position(|known| *known == question);
        at.is_none_or(|at| self.answers >> at & 1 == 1)
    }

    /// Whether a part has a value that a text must show.
    fn has_value(&self, name: &str) -> bool {
        let mut of_part = self.questions.iter().filter(|known| known.part == name);
        let is_member = |known: &Question<'_>| {
            known.of.is_none() || matches!(part(self.op, name), Some(Part::Attribute(_)))
        };
        of_part.all(|known| !is_member(known) || self.answer(*known))
    }

    /// Describes the case for a part, without the part itself.
    fn described(&self, of: Option<&Common>) -> String {
        let others = self.questions.iter().filter(|known| {
            of.is_none_or(|common| known.of.is_some() || known.part != common.name.value)
        });
        let described = others.map(|known| {
            let not = if self.answer(*known) { "" } else { "no " };
            match known.of {
                Some(of) => format!("{not}`{}` other than `{of}`", known.part),
                None => format!("{not}`{}`", known.part),
            }
        });
        let described: Vec<String> = described.collect();
        match described.is_empty() {
            true => "always".to_owned(),
            false => format!("where there is {}", described.join(", ")),
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
                    let holds = |test: &Test| self.answer(asked(self.op, test)) != test.negated;
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
        let of: Vec<_> = self.questions.iter().filter(|known| known.part == name).collect();
        let fault = match (self.has_value(name), places) {
            _ if of.iter().filter(|known| known.of.is_some()).count() > 1 && !is_result => {
                format!("asks for two members of `{name}`")
            }
            _ if is_result => return None,
            (_, 2..) => format!("shows `{name}` twice"),
            (true, 0) if shape == Shape::Optional && shown.hidden.contains(&name) => return None,
            (true, 0) if !is_true => format!("does not say `{name}`"),
            (false, 1) if shape == Shape::Optional && !is_entry => {
                format!("shows `{name}` where it is absent")
            }
            (false, 0) if is_read_otherwise(self.op, name) => {
                format!("leaves out `{name}`, which is then read as its default")
            }
            _ => return None,
        };
        Some(fault)
    }

    /// The fault of a result whose type is not shown and cannot be inferred.
    fn type_fault(&self, common: &Common, shown: &Shown<'_>) -> Option<String> {
        let name = common.name.value.as_str();
        let port = self.op.results.iter().find(|port| port.common.name.value == name)?;
        let says = |name: &str| shown.pieces.iter().any(|piece| self.says_type(piece, name));
        let is_same = |name: &str| self.op.same_type.iter().any(|other| other.value == name);
        let follows = is_same(name)
            && self.op.same_type.iter().map(|other| other.value.as_str()).any(|other| {
                match part(self.op, other) {
                    // Both have the same number of values.
                    Some(Part::Operand(operand)) => operand.variadic || self.has_value(other),
                    Some(Part::Result(_)) => says(other),
                    _ => false,
                }
            });
        let only = !port.variadic && has_only_type(self.cx, port);
        if !self.has_value(name) || says(name) || follows || only {
            return None;
        }
        Some(format!("does not say the type of `{name}`"))
    }

    fn says_type(&self, piece: &Piece, result: &str) -> bool {
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
                return Some(format!("has the type of `{name}` in front of its values"));
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
        return Some(format!("shows arguments of `{region}` and not `{region}` behind them"));
    };
    let is_read =
        |name: &String| pieces[..at + behind].iter().any(|piece| shows_value(piece, name));
    if word == Word::Argument && !is_read(&of[2]) {
        return Some(format!("has `{region}` in front of `{}`, whose type an argument has", of[2]));
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
    (!in_order).then(|| format!("shows the arguments of `{region}` in another order than theirs"))
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
