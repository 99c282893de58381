//! Edits of lists, together with the spellings of numbers in them.

use crate::plan::{Spelling, Value};

/// A change of the elements of a list.
#[derive(Debug)]
pub(super) enum ListChange {
    /// Inserts an element before the one at this index.
    Insert(usize, Value),
    /// Removes the element at this index.
    Remove(usize),
    /// Inserts a copy of the element at this index behind it.
    Copy(usize),
}

/// The effect of a change on the positions of values in the elements of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    /// The first element that moves.
    first: usize,
    /// The element that goes.
    removed: Option<usize>,
    /// The element that comes from a text.
    inserted: Option<usize>,
}

impl ListChange {
    pub(super) fn shift(&self) -> Shift {
        match *self {
            ListChange::Insert(at, _) => Shift { first: at, removed: None, inserted: Some(at) },
            ListChange::Remove(at) => Shift { first: at + 1, removed: Some(at), inserted: None },
            ListChange::Copy(at) => Shift { first: at + 1, removed: None, inserted: None },
        }
    }
}

impl Shift {
    /// Adapts the positions of edited values to the change of the list at `list`, and adds a new element.
    pub(super) fn apply(self, edited: &mut Vec<Vec<usize>>, list: &[usize]) {
        edited.retain_mut(|positions| {
            let Some(([at, ..], true)) = positions
                .split_at_mut_checked(list.len())
                .map(|(outer, inner)| (inner, outer == list))
            else {
                return true;
            };
            let is_removed = self.removed == Some(*at);
            if *at >= self.first {
                *at = if self.removed.is_some() { *at - 1 } else { *at + 1 };
            }
            !is_removed
        });
        edited.extend(self.inserted.map(|at| [list, &[at]].concat()));
    }
}

/// Changes the list in a value, and returns whether the element exists. `levels` is the number of levels of the value that can note
/// spellings, the innermost of which is the list, and `reversed` whether the last element is first in the file.
pub(super) fn change(
    value: &mut Value,
    (levels, reversed): (usize, bool),
    change: ListChange,
) -> bool {
    let mut notes = 0;
    let (mut inside, mut spellings): (&mut Value, Option<&mut Vec<(u32, Spelling)>>) =
        (value, None);
    loop {
        match inside {
            Value::Padded(inner, noted) => {
                notes += 1;
                (inside, spellings) = (inner, Some(noted));
            }
            Value::Transformed(inner, _) => {
                notes = 0;
                (inside, spellings) = (inner, None);
            }
            _ => break,
        }
    }
    // The spellings are of a number beside the list, such as its count, unless each level has some.
    let spellings = spellings.filter(|_| notes == levels);
    if *inside == Value::Absent {
        *inside = Value::List(Vec::new());
    }
    let Value::List(elements) = inside else { return false };
    let len = elements.len();
    let place = |at: usize| if reversed { len - 1 - at } else { at };
    // The position among the spellings of the element that goes or comes, and of the element with the spelling of a copy.
    let (at, from) = match &change {
        ListChange::Insert(at, _) if *at > len => return false,
        ListChange::Remove(at) | ListChange::Copy(at) if *at >= len => return false,
        ListChange::Insert(at, _) => (if reversed { len - at } else { *at }, None),
        ListChange::Remove(at) => (place(*at), None),
        ListChange::Copy(at) => (if reversed { place(*at) } else { at + 1 }, Some(place(*at))),
    };
    let is_removal = matches!(change, ListChange::Remove(_));
    match change {
        ListChange::Insert(at, value) => elements.insert(at, value),
        ListChange::Remove(at) => drop(elements.remove(at)),
        ListChange::Copy(at) => elements.insert(at + 1, elements[at].clone()),
    }
    if let Some(spellings) = spellings {
        let copy = spellings.iter().find(|(place, _)| Some(*place as usize) == from);
        let copy = copy.map(|(_, spelling)| (at as u32, spelling.clone()));
        if is_removal {
            spellings.retain(|(place, _)| *place as usize != at);
        }
        for (place, _) in spellings.iter_mut().filter(|(place, _)| *place as usize >= at) {
            *place = if is_removal { *place - 1 } else { *place + 1 };
        }
        spellings.extend(copy);
        spellings.sort_by_key(|(place, _)| *place);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{ListChange, change};
    use crate::plan::{Spelling, Value};

    #[test]
    fn spellings_move_with_their_elements() {
        let list = |numbers: &[u64]| {
            Value::List(numbers.iter().map(|number| Value::Unsigned(*number)).collect())
        };
        let wide = |places: &[u32]| places.iter().map(|at| (*at, Spelling::Width(2))).collect();
        for (reversed, edit, numbers, places) in [
            (false, ListChange::Insert(1, Value::Unsigned(9)), &[1, 9, 2, 3][..], &[0, 3][..]),
            (false, ListChange::Insert(3, Value::Unsigned(9)), &[1, 2, 3, 9], &[0, 2]),
            (false, ListChange::Remove(0), &[2, 3], &[1]),
            (false, ListChange::Copy(0), &[1, 1, 2, 3], &[0, 1, 3]),
            // The spellings are of 3 and of 1.
            (true, ListChange::Insert(0, Value::Unsigned(9)), &[9, 1, 2, 3], &[0, 2]),
            (true, ListChange::Remove(1), &[1, 3], &[0, 1]),
            (true, ListChange::Copy(2), &[1, 2, 3, 3], &[0, 1, 3]),
        ] {
            let before = Value::Padded(Box::new(list(&[1, 2, 3])), wide(&[0, 2]));
            let mut value = before.clone();
            assert!(change(&mut value, (1, reversed), edit));
            assert_eq!(value, Value::Padded(Box::new(list(numbers)), wide(places)));
        }
        let mut counted = Value::Padded(Box::new(list(&[1, 2])), wide(&[0]));
        assert!(change(&mut counted, (2, false), ListChange::Remove(0)));
        assert_eq!(counted, Value::Padded(Box::new(list(&[2])), wide(&[0])));
        for edit in
            [ListChange::Remove(2), ListChange::Copy(2), ListChange::Insert(3, Value::Absent)]
        {
            assert!(!change(&mut list(&[1, 2]), (1, false), edit));
        }
    }
}
