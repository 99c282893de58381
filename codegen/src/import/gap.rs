//! Facts that definitions do not state.

use std::fmt;

/// A fact that a definition does not state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The operation has handwritten C++ that writes its properties.
    CustomEncoding,
    /// Unknown C++ writes a native property.
    Writer {
        /// The property.
        property: String,
        /// The C++ code, on one line.
        text: String,
    },
    /// Unknown C++ computes a default value.
    Default {
        /// The property.
        property: String,
        /// The C++ code, on one line.
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
                write!(f, "property {property} has no C++ that writes it")
            }
            Gap::Writer { property, text } => write!(f, "property {property} is written by {text}"),
            Gap::Default { property, text } => {
                write!(f, "the default value of property {property} is {text}")
            }
        }
    }
}
