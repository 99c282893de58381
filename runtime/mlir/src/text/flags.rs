//! Numeric properties whose bits have names. Some releases print an attribute instead of the number.

use super::super::generated::{IntegerOverflowFlags, Release};

/// The dialect, the property, the attribute that represents it, and the first release that prints the number (`mlir-opt` 19, 21
/// and 22, observed).
const PROPERTIES: &[(&str, &str, &str, Release)] =
    &[("llvm", "overflowFlags", "overflow", Release::R21)];

/// The text if no bit is set.
const NONE: &str = "none";

/// The attribute that a release prints for a property of a dialect; `None` if it prints the number, or if a bit has no name.
pub(super) fn attribute(
    dialect: &[u8],
    property: &str,
    number: u64,
    release: Release,
) -> Option<String> {
    let (dialect, _, attribute, _) = PROPERTIES.iter().find(|(of, name, _, until)| {
        of.as_bytes() == dialect && *name == property && release < *until
    })?;
    let mut left = number;
    let mut names = Vec::new();
    for flag in IntegerOverflowFlags::ALL {
        if left & flag.number() != 0 {
            left &= !flag.number();
            names.push(flag.name());
        }
    }
    if names.is_empty() {
        names.push(NONE);
    }
    (left == 0).then(|| format!("#{dialect}.{attribute}<{}>", names.join(", ")))
}

/// The number for the text of an attribute, `#dialect.attribute<names>`.
pub(super) fn number(dialect: &[u8], text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let (name, names) = text.strip_suffix('>')?.split_once('<')?;
    if names == NONE {
        return Some(0);
    }
    let (_, name) = name.split_once('.')?;
    PROPERTIES
        .iter()
        .find(|(of, _, attribute, _)| of.as_bytes() == dialect && *attribute == name)?;
    let mut number = 0;
    for name in names.split(',') {
        let name = name.trim();
        let flag = IntegerOverflowFlags::ALL.iter().find(|flag| flag.name() == name)?;
        number |= flag.number();
    }
    Some(number)
}
