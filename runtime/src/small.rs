//! Small owned lists: most lists of an operation have none to three elements.

use crate::values::Value;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// An owned list in one machine word: empty lists cost no memory of their own.
#[derive(Clone, PartialEq, Eq, Hash)]
#[allow(clippy::box_collection, reason = "one word instead of three is the point")]
pub struct ThinVec<T>(Option<Box<Vec<T>>>);

impl<T> ThinVec<T> {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        ThinVec(None)
    }

    /// Adds an element at the end.
    pub fn push(&mut self, element: T) {
        self.0.get_or_insert_default().push(element);
    }

    /// The list as a vector, to edit it.
    pub fn edit(&mut self) -> &mut Vec<T> {
        self.0.get_or_insert_default()
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
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl<T> DerefMut for ThinVec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_deref_mut().map_or(&mut [], Vec::as_mut_slice)
    }
}

impl<T> FromIterator<T> for ThinVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let elements: Vec<T> = elements.into_iter().collect();
        elements.into()
    }
}

impl<T> From<Vec<T>> for ThinVec<T> {
    fn from(elements: Vec<T>) -> Self {
        ThinVec(if elements.is_empty() { None } else { Some(Box::new(elements)) })
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

/// An owned list of values; up to three stay in place.
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
    fn value_list_grows_out_of_place() {
        let list: ValueList = (0..9).map(Value::new).collect();
        assert_eq!(list.len(), 9);
        assert_eq!(list[8], Value::new(8));
    }
}
