//! The elements of constants as numbers of Rust are those that stand in the text.

use bytespec::Result;
use bytespec::mlir::{AttributeId, Element, Elements, Module};
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::fmt::Display;

/// The numbers of an array, from its text.
fn spelled(text: &str) -> Option<Vec<&str>> {
    let (_, rest) = text.strip_prefix("array<")?.strip_suffix('>')?.split_once(": ")?;
    Some(rest.split(", ").collect())
}

fn same<T: Element + Display + 'static>(elements: &Elements<'_>, spelled: &[&str]) -> Option<bool> {
    let found: Vec<String> = elements.iter::<T>()?.map(|number| number.to_string()).collect();
    Some(found == spelled)
}

/// Whether something reads the elements, and whether it reads what the text says of an array.
fn read(module: &Module<'_>, id: AttributeId) -> Result<Option<(bool, Option<bool>)>> {
    let Some(elements) = module.elements(id)? else { return Ok(None) };
    let is_number = elements.iter::<bool>().is_some()
        || elements.iter::<u8>().is_some()
        || elements.iter::<u16>().is_some()
        || elements.iter::<u32>().is_some()
        || elements.iter::<u64>().is_some();
    let text = module.display(id).to_string();
    let compared = spelled(&text).and_then(|spelled| {
        same::<bool>(&elements, &spelled)
            .or_else(|| same::<i8>(&elements, &spelled))
            .or_else(|| same::<i16>(&elements, &spelled))
            .or_else(|| same::<i32>(&elements, &spelled))
            .or_else(|| same::<i64>(&elements, &spelled))
    });
    Ok(Some((is_number, compared)))
}

#[test]
fn elements_are_the_numbers_of_the_text() -> Result<()> {
    let (mut all, mut numbers, mut compared) = (0, 0, 0);
    for file in mlir_corpus() {
        let module = Module::read(&file.bytes)?;
        for index in 0..module.attribute_count() as u32 {
            let id = AttributeId(index);
            let Some((is_number, same)) = read(&module, id).unwrap_or_default() else { continue };
            all += 1;
            numbers += usize::from(is_number);
            compared += usize::from(same.is_some());
            assert_ne!(same, Some(false), "{}: {}", file.name, module.display(id));
        }
    }
    println!("{all} attributes with elements, {numbers} of numbers, {compared} compared");
    assert!(compared > 500 && numbers * 10 > all * 9, "{all} {numbers} {compared}");
    Ok(())
}
