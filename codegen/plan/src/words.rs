//! Enums whose members have words.

/// Declares an enum whose members have a word each, in the order in which they are listed.
#[doc(hidden)]
#[macro_export]
macro_rules! words {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$of:meta])* $member:ident = $word:literal;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$of])* $member,)*
        }

        impl $name {
            /// All members.
            pub const ALL: [$name; [$($word),*].len()] = [$($name::$member),*];

            /// The word in schemas.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$member => $word,)*
                }
            }

            /// The member with this word.
            #[must_use]
            pub fn of_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|member| member.word() == word)
            }
        }
    };
}
