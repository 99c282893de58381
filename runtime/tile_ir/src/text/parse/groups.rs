//! Deduces parts of an operation from the presence or absence of groups in its text.

use super::super::parts::Given;
use super::state::State;
use bytespec_core::operation_text::{Form, Part, Piece, Subject, Test};

impl State<'_> {
    /// Whether a condition holds; `None` if the parsed parts do not determine it.
    pub(super) fn decided(&self, any: &[&[Test]]) -> Option<bool> {
        let mut all_known = true;
        for all in any {
            let mut holds = Some(true);
            for test in *all {
                holds = match (holds, self.holds(test)) {
                    (_, Some(false)) | (Some(false), _) => Some(false),
                    (None, _) | (_, None) => None,
                    (Some(true), Some(true)) => Some(true),
                };
            }
            match holds {
                Some(true) => return Some(true),
                Some(false) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(false)
    }

    /// Whether a test holds; `None` if the parsed parts do not determine it.
    pub(super) fn holds(&self, test: &Test) -> Option<bool> {
        self.subject_holds(test.of).map(|holds| holds != test.negated)
    }

    fn subject_holds(&self, subject: Subject) -> Option<bool> {
        match subject {
            Subject::HasContent(part) => {
                let decided = || {
                    let found = self.decided_parts.iter().find(|(other, _)| *other == part);
                    found.map(|(_, has_content)| *has_content)
                };
                self.parsed_has_content(part).or_else(decided)
            }
            Subject::IsNot(Part::Attribute(index), member) => {
                match self.attributes.get(usize::from(index))?.as_ref()? {
                    Given::Member(found) => Some(*found != member),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a parsed part has content.
    fn parsed_has_content(&self, part: Part) -> Option<bool> {
        match part {
            Part::Operand(index) => {
                let group = self.operands.get(usize::from(index))?.as_ref()?;
                Some(!group.is_empty())
            }
            Part::Result(index) => match self.results.get(usize::from(index))? {
                Some(types) => Some(!types.is_empty()),
                None if self.variadic == Some(index) => self.count.map(|count| count > 0),
                None => None,
            },
            Part::Attribute(index) => {
                let given = self.attributes.get(usize::from(index))?.as_ref()?;
                Some(self.info.optional.contains(&index) || given.has_content())
            }
            Part::Region(_) | Part::Successor(_) | Part::Property(_) => None,
        }
    }

    /// Records the absence of a group: the parts that it shows are missing, and if it tests for a single part, that part is
    /// empty.
    pub(super) fn leave_out(&mut self, any: &[&[Test]], inner: &[Piece]) {
        for all in any {
            let mut unknown = all.iter().filter(|test| self.holds(test).is_none());
            if let (Some(Test { negated: false, of: Subject::HasContent(part) }), None) =
                (unknown.next(), unknown.next())
            {
                self.decided_parts.push((*part, false));
            }
        }
        self.leave_out_values(inner);
    }

    fn leave_out_values(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match *piece {
                Piece::If(_, inner) | Piece::AnyOrder(inner) => self.leave_out_values(inner),
                Piece::Value(part, _)
                | Piece::Symbol(part)
                | Piece::Mixed(_, _, part)
                | Piece::Assigned(_, _, part)
                | Piece::Expressions(part, _) => self.decided_parts.push((part, false)),
                _ => {}
            }
        }
    }

    /// Sets attributes that no place showed, if their absence determines their value.
    pub(super) fn fill_in(&mut self) {
        let info = self.info;
        for (index, (place, form)) in (0..).zip(self.attributes.iter_mut().zip(info.forms)) {
            let part = Part::Attribute(index);
            if place.is_none() && !info.optional.contains(&index) {
                *place = match form {
                    Form::Member(_) => member_left_out(info.text, part),
                    Form::Flag => Some(Given::Flag(false)),
                    // If the template tests for any true value, all are false, one for each operand.
                    Form::Flags if !tests_any_of(info.text, part) => Some(Given::Flags(Vec::new())),
                    Form::Integer => Some(Given::Integer(0)),
                    Form::Integers => Some(Given::Integers(Vec::new())),
                    Form::Items("Attribute") => Some(Given::Attributes(Vec::new())),
                    Form::Items("NamedAttribute") => Some(Given::Named(Vec::new())),
                    _ => None,
                };
            }
        }
    }

    /// Records the presence of a group: Booleans that it tests for are true.
    pub(super) fn put_in(&mut self, any: &[&[Test]]) {
        let [all] = any else { return };
        for test in all.iter().filter(|test| !test.negated) {
            if let Subject::HasContent(part @ Part::Attribute(index)) = test.of {
                let is_flag = self.info.forms.get(usize::from(index)) == Some(&Form::Flag)
                    && !self.info.optional.contains(&index);
                if let (Some(place @ None), true) =
                    (self.attributes.get_mut(usize::from(index)), is_flag)
                {
                    *place = Some(Given::Flag(true));
                    self.decided_parts.push((part, true));
                }
            }
        }
    }
}

/// The enum member of an attribute if a group that tests for another member is absent.
fn member_left_out(pieces: &[Piece], part: Part) -> Option<Given> {
    find_test(pieces, &|test| match test.of {
        Subject::IsNot(of, member) if of == part => Some(Given::Member(member)),
        _ => None,
    })
}

/// Whether a group tests whether one of the values of an attribute is true.
fn tests_any_of(pieces: &[Piece], part: Part) -> bool {
    find_test(pieces, &|test| (test.of == Subject::AnyOf(part)).then_some(())).is_some()
}

/// The first result for a test of a template.
fn find_test<T>(pieces: &[Piece], find: &impl Fn(&Test) -> Option<T>) -> Option<T> {
    pieces.iter().find_map(|piece| match piece {
        Piece::If(any, inner) => {
            any.iter().flat_map(|all| all.iter()).find_map(find).or_else(|| find_test(inner, find))
        }
        Piece::AnyOrder(inner) => find_test(inner, find),
        _ => None,
    })
}
