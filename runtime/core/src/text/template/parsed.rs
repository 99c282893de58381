//! Values that were parsed, before they have a type.

use std::any::Any;

/// A value that was parsed.
#[derive(Debug, Default)]
pub enum Parsed {
    /// Nothing: an absent value, or the default of the type.
    #[default]
    Absent,
    /// A truth value.
    Bool(bool),
    /// A number, an index into a table, or the position of a member of an enum.
    Number(i128),
    /// Elements.
    List(Vec<Parsed>),
    /// A value with a text of its own.
    Item(Box<dyn Any>),
}

impl Parsed {
    /// A value with a text of its own.
    pub fn of(value: impl Any) -> Self {
        Parsed::Item(Box::new(value))
    }

    /// The truth value; false if it is absent.
    #[must_use]
    pub fn bool(self) -> Option<bool> {
        match self {
            Parsed::Absent => Some(false),
            Parsed::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The number; zero if it is absent.
    #[must_use]
    pub fn number<T: TryFrom<i128>>(self) -> Option<T> {
        match self {
            Parsed::Absent => T::try_from(0).ok(),
            Parsed::Number(number) => T::try_from(number).ok(),
            _ => None,
        }
    }

    /// The member of an enum.
    #[must_use]
    pub fn member<T: Copy>(self, all: &[T]) -> Option<T> {
        let at: usize = match self {
            Parsed::Number(at) => at.try_into().ok()?,
            _ => return None,
        };
        all.get(at).copied()
    }

    /// The value that `read` makes of it; none if it is absent.
    #[must_use]
    pub fn optional<T>(self, read: fn(Parsed) -> Option<T>) -> Option<Option<T>> {
        match self {
            Parsed::Absent => Some(None),
            parsed => read(parsed).map(Some),
        }
    }

    /// The values that `read` makes of the elements; none if it is absent.
    #[must_use]
    pub fn list<T, L: From<Vec<T>>>(self, read: fn(Parsed) -> Option<T>) -> Option<L> {
        let elements = match self {
            Parsed::Absent => Some(Vec::new()),
            Parsed::List(elements) => elements.into_iter().map(read).collect(),
            _ => None,
        };
        elements.map(L::from)
    }

    /// The value with a text of its own.
    #[must_use]
    pub fn item<T: Any>(self) -> Option<T> {
        match self {
            Parsed::Item(item) => item.downcast().ok().map(|item| *item),
            _ => None,
        }
    }

    /// The value with a text of its own; the default of its type if it is absent.
    #[must_use]
    pub fn item_or_default<T: Any + Default>(self) -> Option<T> {
        match self {
            Parsed::Absent => Some(T::default()),
            parsed => parsed.item(),
        }
    }
}

/// The values of the fields of a variant. A field whose text is absent has none.
#[derive(Debug, Default)]
pub struct Values(pub(super) Vec<Option<Parsed>>);

impl Values {
    /// Takes the value of a field, by its position.
    #[must_use]
    pub fn take(&mut self, at: usize) -> Parsed {
        self.0.get_mut(at).and_then(Option::take).unwrap_or_default()
    }
}
