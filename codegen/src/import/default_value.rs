//! The values that definitions give to properties that are absent.

use super::cpp::plain;
use super::default_text::DefaultText;
use super::gap::Gap;
use super::operation::{ArgumentKind, Operation};
use crate::ast::defaults::SEPARATOR;
use crate::model::{DefaultValue, Property};

/// The default values of an operation's properties and of the attributes that stand for some, in the order of the definition.
pub(super) fn derive(operation: &Operation) -> Result<Vec<DefaultValue>, Gap> {
    let mut found = Vec::new();
    for argument in &operation.arguments {
        let (default, text, stays) = match &argument.kind {
            ArgumentKind::Attribute { default, text, optional, .. } => (default, text, *optional),
            ArgumentKind::Property { default, text, .. } => (default, text, false),
            ArgumentKind::Operand { .. } => continue,
        };
        let Some(default) = default else { continue };
        let value = plain(default);
        let gap = |text| Err(Gap::Default { property: argument.name.clone(), text });
        let (given, value) = match text {
            _ if stays => (false, value),
            DefaultText::Nothing => (false, value),
            DefaultText::Text(text) => (true, text.clone()),
            DefaultText::Unknown => return gap(value),
        };
        // An attribute that is no property and may be absent is no matter of any file.
        let has = |layout: &Vec<Property>| layout.iter().any(|known| known.name == argument.name);
        if !given && !operation.layout.as_ref().map_or(true, has) {
            continue;
        }
        if value.contains(SEPARATOR) {
            return gap(value);
        }
        if !value.is_empty() {
            found.push(DefaultValue { name: argument.name.clone(), given, value });
        }
    }
    Ok(found)
}
