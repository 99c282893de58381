//! Entries as text for listings.

use bytespec::mlir::{AttributeId, BuiltinAttribute, Entry, Module, Spelling};
use bytespec::{Error, Result};

/// What is longer is spelled apart, in bytes.
const MAX_SPELLED: usize = 512;
/// Entries are spelled inside one another up to this depth.
const MAX_NESTED: usize = 64;

fn spell(spelling: &mut Spelling<'_>, id: AttributeId) -> String {
    let mut text = String::new();
    spelling.attribute(&mut text, id);
    text
}

/// A module with an attribute that is spelled so.
fn module(text: &str) -> Result<(Module<'static>, AttributeId)> {
    let mut module = Module::new("test");
    let id = module.parse_attribute(text).map_err(|error| Error::invalid(error.to_string()))?;
    Ok((module, id))
}

#[test]
fn many_elements_are_shown_by_the_first_ones() -> Result<()> {
    let numbers: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    let (numbers, first) = (numbers.join(", "), numbers[..16].join(", "));
    for (text, expected) in [
        (format!("array<i32: {numbers}>"), format!("array<i32: {first}, ... 40 elements>")),
        (
            format!("dense<[{numbers}]> : tensor<40xi64>"),
            format!("dense<[{first}, ... 40 elements]> : tensor<40xi64>"),
        ),
        (
            format!("dense<[[{}], [{}]]> : tensor<2x40xi8>", numbers, numbers),
            format!("dense<[[{first}, ... 80 elements]]> : tensor<2x40xi8>"),
        ),
    ] {
        let (module, id) = module(&text)?;
        assert_eq!(spell(&mut Spelling::new(&module), id), expected);
    }
    Ok(())
}

#[test]
fn long_and_deep_entries_are_listed_by_number() -> Result<()> {
    let long = "x".repeat(MAX_SPELLED);
    let (mut module, string) = module(&format!("\"{long}\""))?;
    let mut deep = string;
    for _ in 0..200 {
        let value = [deep].into_iter().collect();
        deep = module.add_attribute(BuiltinAttribute::ArrayAttr { value })?;
    }
    let mut spelling = Spelling::new(&module);
    let text = spell(&mut spelling, deep);
    let nested = MAX_NESTED;
    assert!(text.starts_with(&"[".repeat(nested)), "{text}");
    let mut levels = nested;
    while let Some((entry, text)) = spelling.next_numbered() {
        match entry {
            Entry::String(_) => assert_eq!(text, format!("\"{long}\"")),
            _ => levels += text.bytes().filter(|byte| *byte == b'[').count(),
        }
    }
    assert_eq!(levels, 200);
    assert_eq!(spelling.failure().map(|error| error.to_string()), None);
    spelling.by_number();
    assert_eq!(spell(&mut spelling, string), format!("#{}", string.0));
    Ok(())
}

#[test]
fn entries_that_cannot_be_spelled_are_marked() -> Result<()> {
    let (mut module, _) = module("unit")?;
    let beyond = AttributeId(1000);
    let bytes = module.add_attribute_bytes(b"other", &[0xff; 40])?;
    let mut spelling = Spelling::new(&module);
    assert_eq!(spell(&mut spelling, beyond), "<bad attribute 1000>");
    assert!(spelling.failure().is_some());
    let text = format!("#other<bytecode \"0x{}...\", 40 bytes>", "FF".repeat(16));
    assert_eq!(spell(&mut spelling, bytes), text);
    assert!(spelling.failure().is_none());
    Ok(())
}
