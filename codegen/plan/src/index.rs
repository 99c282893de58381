//! The indices into the pools of a plan.

macro_rules! ids {
    ($($name:ident $doc:literal;)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The index as a `usize`.
            #[inline(always)]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    ItemId "An item, by index in [`crate::Plan::items`].";
    ShapeId "A shape, by index in [`crate::Plan::shapes`].";
    ExprId "An expression, by index in [`crate::Plan::exprs`].";
}

/// Consecutive entries of a pool. The owner of the run determines the pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    /// The first entry.
    pub start: u32,
    /// The number of entries.
    pub len: u32,
}

impl Run {
    /// No entries.
    pub const EMPTY: Run = Run { start: 0, len: 0 };

    /// The entries of `pool`; none if the run exceeds the pool.
    #[inline(always)]
    #[must_use]
    pub fn of<T>(self, pool: &[T]) -> &[T] {
        let start = self.start as usize;
        pool.get(start..start + self.len as usize).unwrap_or_default()
    }

    /// Whether the run has no entries.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A name, as a run of bytes of [`crate::Plan::text`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(pub Run);
