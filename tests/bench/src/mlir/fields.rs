//! Fields of attributes, counted.

use bytespec::reflect::{FieldValue, Reflect};

/// The values in an item: each number, reference, text or blob is one, and those of lists and of
/// records inside count like its own. What is absent counts, too: it was read.
#[must_use]
pub fn fields(item: &dyn Reflect) -> u64 {
    let mut count = 0;
    item.fields(&mut |_, value| count += of_value(&value));
    count
}

fn of_value(value: &FieldValue<'_>) -> u64 {
    match value {
        FieldValue::Item(item) => fields(*item),
        FieldValue::List(_, each) => {
            let mut count = 0;
            each(&mut |element| count += of_value(&element));
            count
        }
        _ => 1,
    }
}
