//! Small owned lists: most lists of an operation have at most three elements.

use crate::values::Value;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// An owned list in one machine word. An empty list allocates no memory, and a short list allocates once.
#[derive(Clone)]
pub struct ThinVec<T>(Option<Box<Few<T>>>);

/// The elements of a list that has some.
#[derive(Clone)]
enum Few<T> {
    One([T; 1]),
    Two([T; 2]),
    Three([T; 3]),
    Many(Vec<T>),
}

impl<T> Few<T> {
    fn as_slice(&self) -> &[T] {
        match self {
            Few::One(elements) => elements,
            Few::Two(elements) => elements,
            Few::Three(elements) => elements,
            Few::Many(elements) => elements,
        }
    }

    fn as_mut_slice(&mut self) -> &mut [T] {
        match self {
            Few::One(elements) => elements,
            Few::Two(elements) => elements,
            Few::Three(elements) => elements,
            Few::Many(elements) => elements,
        }
    }

    /// The elements as a vector.
    fn vector(&mut self) -> &mut Vec<T> {
        if !matches!(self, Few::Many(_)) {
            let elements = match std::mem::replace(self, Few::Many(Vec::new())) {
                Few::One(elements) => elements.into(),
                Few::Two(elements) => elements.into(),
                Few::Three(elements) => elements.into(),
                Few::Many(elements) => elements,
            };
            *self = Few::Many(elements);
        }
        match self {
            Few::Many(elements) => elements,
            _ => unreachable!("it was made a vector above"),
        }
    }
}

/// The first elements as a vector with room for as many more, and for one.
fn vector_of<T>(first: &mut [Option<T>; 3], more: usize) -> Vec<T> {
    let mut elements = Vec::with_capacity(more.saturating_add(4));
    elements.extend(first.iter_mut().filter_map(Option::take));
    elements
}

impl<T> ThinVec<T> {
    /// At most three elements.
    fn of_few(elements: [Option<T>; 3]) -> Self {
        ThinVec(match elements {
            [None, ..] => None,
            [Some(a), None, _] => Some(Box::new(Few::One([a]))),
            [Some(a), Some(b), None] => Some(Box::new(Few::Two([a, b]))),
            [Some(a), Some(b), Some(c)] => Some(Box::new(Few::Three([a, b, c]))),
        })
    }

    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        ThinVec(None)
    }

    /// Adds an element at the end.
    pub fn push(&mut self, element: T) {
        match &mut self.0 {
            None => self.0 = Some(Box::new(Few::One([element]))),
            Some(few) => few.vector().push(element),
        }
    }

    /// The list as a vector, to edit it.
    pub fn edit(&mut self) -> &mut Vec<T> {
        self.0.get_or_insert_with(|| Box::new(Few::Many(Vec::new()))).vector()
    }
}

impl<T: PartialEq> PartialEq for ThinVec<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for ThinVec<T> {}

impl<T: Hash> Hash for ThinVec<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T> Default for ThinVec<T> {
    fn default() -> Self {
        ThinVec(None)
    }
}

impl<T> Deref for ThinVec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Few::as_slice)
    }
}

impl<T> DerefMut for ThinVec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_deref_mut().map_or(&mut [], Few::as_mut_slice)
    }
}

impl<T> FromIterator<T> for ThinVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        // Compiled for each of many iterators, so it calls `next` at two places, and the rest is done in other functions.
        let mut elements = elements.into_iter();
        let mut first = [const { None }; 3];
        for place in &mut first {
            *place = elements.next();
            if place.is_none() {
                return ThinVec::of_few(first);
            }
        }
        let mut many = Vec::new();
        while let Some(element) = elements.next() {
            if many.is_empty() {
                many = vector_of(&mut first, elements.size_hint().0);
            }
            many.push(element);
        }
        match many.is_empty() {
            true => ThinVec::of_few(first),
            false => ThinVec(Some(Box::new(Few::Many(many)))),
        }
    }
}

impl<T> From<Vec<T>> for ThinVec<T> {
    fn from(elements: Vec<T>) -> Self {
        match elements.len() {
            ..=3 => elements.into_iter().collect(),
            _ => ThinVec(Some(Box::new(Few::Many(elements)))),
        }
    }
}

impl<T: Clone> From<&[T]> for ThinVec<T> {
    fn from(elements: &[T]) -> Self {
        elements.to_vec().into()
    }
}

impl<T, const N: usize> From<[T; N]> for ThinVec<T> {
    fn from(elements: [T; N]) -> Self {
        Vec::from(elements).into()
    }
}

impl<'a, T> IntoIterator for &'a ThinVec<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: fmt::Debug> fmt::Debug for ThinVec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

const INLINE: usize = 3;

/// An owned list of values, which stores up to three values inline.
#[derive(Clone)]
pub struct ValueList(Repr);

#[derive(Clone)]
#[allow(clippy::box_collection, reason = "one word instead of three is the point")]
enum Repr {
    Inline(u8, [Value; INLINE]),
    Heap(Box<Vec<Value>>),
}

impl ValueList {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        ValueList(Repr::Inline(0, [Value::new(0); INLINE]))
    }

    /// Adds a value at the end.
    pub fn push(&mut self, value: Value) {
        match &mut self.0 {
            Repr::Inline(len, values) => match values.get_mut(usize::from(*len)) {
                Some(place) => {
                    *place = value;
                    *len += 1;
                }
                None => {
                    let mut heap = values.to_vec();
                    heap.push(value);
                    self.0 = Repr::Heap(Box::new(heap));
                }
            },
            Repr::Heap(values) => values.push(value),
        }
    }
}

impl Default for ValueList {
    fn default() -> Self {
        ValueList::new()
    }
}

impl Deref for ValueList {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        match &self.0 {
            Repr::Inline(len, values) => values.get(..usize::from(*len)).unwrap_or_default(),
            Repr::Heap(values) => values,
        }
    }
}

impl DerefMut for ValueList {
    fn deref_mut(&mut self) -> &mut [Value] {
        match &mut self.0 {
            Repr::Inline(len, values) => values.get_mut(..usize::from(*len)).unwrap_or_default(),
            Repr::Heap(values) => values,
        }
    }
}

impl PartialEq for ValueList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for ValueList {}

impl FromIterator<Value> for ValueList {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut list = ValueList::new();
        for value in values {
            list.push(value);
        }
        list
    }
}

impl From<&[Value]> for ValueList {
    fn from(values: &[Value]) -> Self {
        values.iter().copied().collect()
    }
}

impl From<Vec<Value>> for ValueList {
    fn from(values: Vec<Value>) -> Self {
        values.into_iter().collect()
    }
}

impl<const N: usize> From<[Value; N]> for ValueList {
    fn from(values: [Value; N]) -> Self {
        values.into_iter().collect()
    }
}

impl<'a> IntoIterator for &'a ValueList {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for ValueList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_small() {
        assert_eq!(size_of::<ThinVec<u8>>(), size_of::<usize>());
        assert_eq!(size_of::<ValueList>(), 16);
        assert_eq!(size_of::<Option<Value>>(), 4);
    }

    #[test]
    fn thin_lists_are_what_was_put_in() {
        for len in 0..9u8 {
            let elements: Vec<u8> = (0..len).collect();
            let list: ThinVec<u8> = elements.iter().copied().collect();
            assert_eq!(*list, *elements);
            assert_eq!(list, ThinVec::from(elements.clone()));
            let mut pushed = ThinVec::new();
            elements.iter().for_each(|element| pushed.push(*element));
            assert_eq!(pushed, list, "however it was made");
            pushed.edit().push(len);
            assert_eq!(pushed.len(), list.len() + 1);
            assert_eq!(pushed.last(), Some(&len));
        }
    }

    #[test]
    fn value_list_grows_out_of_place() {
        let list: ValueList = (0..9).map(Value::new).collect();
        assert_eq!(list.len(), 9);
        assert_eq!(list[8], Value::new(8));
    }
}
