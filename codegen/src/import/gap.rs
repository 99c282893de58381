//! What definitions do not tell.

use std::fmt;

/// What a definition does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The operation's properties are written by C++ of its own.
    CustomEncoding,
    /// A native property is written by C++ that is not known.
    Writer {
        /// The property.
        property: String,
        /// The C++, on one line.
        text: String,
    },
    /// It is not known what the C++ of a default value makes.
    Default {
        /// The property.
        property: String,
        /// The C++, on one line.
        text: String,
    },
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::CustomEncoding => {
                f.write_str("properties are written by hand (useCustomPropertiesEncoding)")
            }
            Gap::Writer { property, text } if text.is_empty() => {
                write!(f, "property {property} says no way to be written")
            }
            Gap::Writer { property, text } => write!(f, "property {property} is written by {text}"),
            Gap::Default { property, text } => {
                write!(f, "the default value of property {property} is {text}")
            }
        }
    }
}
