//! Determines whether two text templates have a common text.

use super::Cx;
use super::cx::{Named, integer_range};
use crate::ast::{Field, Variant};
use crate::model::TextPiece;
use std::collections::{BTreeMap, HashMap};

/// A pair of states of two automata.
type Pair = (usize, usize);

/// A character, or a class of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    This(char),
    Digit,
}

impl Letter {
    /// A character in both classes.
    fn and(self, other: Letter) -> Option<char> {
        match (self, other) {
            (Letter::This(a), Letter::This(b)) => (a == b).then_some(a),
            (Letter::This(c), Letter::Digit) | (Letter::Digit, Letter::This(c)) => {
                c.is_ascii_digit().then_some(c)
            }
            (Letter::Digit, Letter::Digit) => Some('1'),
        }
    }
}

/// The texts of a template whose fields are numbers, enums and Booleans, as a finite automaton. Its last state accepts.
pub(super) struct Texts {
    /// For each state, its transitions: the characters and the next state.
    states: Vec<Vec<(Letter, usize)>>,
    /// The common prefix of all texts.
    start: String,
    /// The common suffix of all texts.
    end: String,
    /// Whether the template has only one text.
    is_one: bool,
}

impl Texts {
    /// None if the template has a piece of another kind.
    pub(super) fn new(cx: &Cx<'_>, variant: &Variant, pieces: &[TextPiece]) -> Option<Texts> {
        let mut texts = Texts {
            states: vec![Vec::new()],
            start: String::new(),
            end: String::new(),
            is_one: true,
        };
        for piece in pieces {
            match piece {
                TextPiece::Literal(text) => {
                    let at = texts.states.len() - 1;
                    let last = texts.word(at, text);
                    texts.join(last);
                    texts.end += text;
                    if texts.is_one {
                        texts.start += text;
                    }
                }
                TextPiece::Field { name, separator, .. } if separator.is_empty() => {
                    let field = variant.fields.iter().find(|f| f.common.name.value == *name)?;
                    texts.field(cx, field)?;
                    texts.is_one = false;
                    texts.end.clear();
                }
                _ => return None,
            }
        }
        Some(texts)
    }

    fn state(&mut self) -> usize {
        self.states.push(Vec::new());
        self.states.len() - 1
    }

    /// Adds a word from a state on, except its last transition. Returns the state and the character of the latter.
    fn word(&mut self, from: usize, word: &str) -> Vec<(usize, Letter)> {
        let mut at = from;
        let mut last = None;
        for letter in word.chars().map(Letter::This) {
            if let Some(before) = last.take() {
                let next = self.state();
                self.states[at].push((before, next));
                at = next;
            }
            last = Some(letter);
        }
        last.map(|letter| (at, letter)).into_iter().collect()
    }

    /// Adds a new last state with transitions from all of these.
    fn join(&mut self, ends: Vec<(usize, Letter)>) {
        if ends.is_empty() {
            return;
        }
        let last = self.state();
        ends.into_iter().for_each(|(at, letter)| self.states[at].push((letter, last)));
    }

    fn field(&mut self, cx: &Cx<'_>, field: &Field) -> Option<()> {
        if field.optional || field.names.is_some() || !field.spelled.is_empty() {
            return None;
        }
        let from = self.states.len() - 1;
        let words: Vec<&str> = match cx.named(&field.ty.name) {
            Some(Named::Enum(item)) => item
                .members
                .iter()
                .map(|member| member.common.label.as_ref().unwrap_or(&member.common.name))
                .map(|label| label.value.as_str())
                .collect(),
            Some(_) => return None,
            None if field.ty.name == "bool" => vec!["true", "false"],
            None => {
                let (low, _) = integer_range(&field.ty)?;
                self.number(from, low < 0);
                return Some(());
            }
        };
        let ends = words.iter().flat_map(|word| self.word(from, word)).collect();
        self.join(ends);
        Some(())
    }

    /// Digits, with an optional minus sign.
    fn number(&mut self, from: usize, signed: bool) {
        let mut starts = vec![from];
        if signed {
            let behind = self.state();
            self.states[from].push((Letter::This('-'), behind));
            starts.push(behind);
        }
        let last = self.state();
        starts.into_iter().for_each(|at| self.states[at].push((Letter::Digit, last)));
        self.states[last].push((Letter::Digit, last));
    }

    /// A text of both templates.
    fn common(&self, other: &Texts) -> Option<String> {
        let goal = (self.states.len() - 1, other.states.len() - 1);
        // For each pair of states, the previous pair and the character between them.
        let mut from: HashMap<Pair, Option<(Pair, char)>> = HashMap::new();
        let mut open = vec![(0, 0)];
        from.insert((0, 0), None);
        while let Some(at) = open.pop() {
            if at == goal {
                let mut text = String::new();
                let mut at = at;
                while let Some(Some((before, letter))) = from.get(&at) {
                    text.insert(0, *letter);
                    at = *before;
                }
                return Some(text);
            }
            for (a, to_a) in &self.states[at.0] {
                for (b, to_b) in &other.states[at.1] {
                    let Some(letter) = a.and(*b) else { continue };
                    let to = (*to_a, *to_b);
                    from.entry(to).or_insert_with(|| {
                        open.push(to);
                        Some((at, letter))
                    });
                }
            }
        }
        None
    }
}

/// Pairs of templates with a common text, each with that text. Each template is in at most one pair.
pub(super) fn pairs(
    all: &[Texts],
    may_meet: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize, String)> {
    let mut by_start: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, texts) in all.iter().enumerate() {
        by_start.entry(&texts.start).or_default().push(at);
    }
    let ends = |a: &Texts, b: &Texts| a.end.ends_with(&b.end) || b.end.ends_with(&a.end);
    let mut found = Vec::new();
    for (at, texts) in all.iter().enumerate().filter(|(_, texts)| !texts.is_one) {
        let behind = by_start.range(texts.start.as_str()..);
        let behind = behind.take_while(|(start, _)| start.starts_with(&texts.start));
        let others = behind.flat_map(|(_, others)| others);
        let mut others = others.filter(|other| **other != at && ends(texts, &all[**other]));
        let clash = others.find_map(|other| {
            let text = texts.common(&all[*other])?;
            may_meet(at, *other).then_some((at, *other, text))
        });
        // Of two templates with the same prefix, each finds the other.
        found.extend(clash.filter(|(a, b, _)| {
            !found.iter().any(|(one, other, _): &(usize, usize, String)| (one, other) == (b, a))
        }));
    }
    found
}
