//! Finds the item at a byte of a file.

use bytespec::mlir::{AttributeId, Event, File, OpenOptions, TypeId};

/// The section that contains a byte, and the entry or operation, if there is one.
pub(crate) fn locate(bytes: &[u8], at: usize, options: &OpenOptions) -> String {
    let Ok(file) = File::open_with(bytes, options) else { return "in no file".to_owned() };
    let sections = file.sections().iter();
    let Some(section) = sections.rev().find(|section| section.header <= at) else {
        return "in the header of the file".to_owned();
    };
    let name = section.name.unwrap_or("unknown");
    if at < section.offset {
        return format!("in the header of section {name}");
    }
    match entry(&file, at).or_else(|| operation(&file, at)) {
        Some(what) => format!("in section {name}, {what}"),
        None => format!("in section {name}"),
    }
}

fn entry(file: &File<'_>, at: usize) -> Option<String> {
    let holds = |(start, bytes): (usize, &[u8])| (start..start + bytes.len()).contains(&at);
    let attributes = file.attribute_count().ok()? as u32;
    let types = file.type_count().ok()? as u32;
    for index in 0..attributes {
        if file.attribute_bytes(AttributeId(index)).is_ok_and(holds) {
            return Some(format!("attribute {index}"));
        }
    }
    for index in 0..types {
        if file.type_bytes(TypeId(index)).is_ok_and(holds) {
            return Some(format!("type {index}"));
        }
    }
    None
}

fn operation(file: &File<'_>, at: usize) -> Option<String> {
    let section = file.sections().iter().find(|section| section.name == Some("ir"))?;
    if !(section.offset..section.offset + section.len).contains(&at) {
        return None;
    }
    let mut walker = file.walk();
    let mut last = None;
    while let Ok(Some(event)) = walker.next() {
        if let Event::Operation(op) = event {
            if op.offset > at {
                break;
            }
            let number = last.map_or(0, |(number, _)| number + 1);
            last = Some((number, op.name));
        }
    }
    let (number, name) = last?;
    Some(format!("operation {number}, {}", file.op_name(name).ok()?.full()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_a_place() {
        let bytes = include_bytes!("../../../samples/regions.6.mlirbc");
        let options = OpenOptions::default();
        let places: Vec<String> = (0..bytes.len()).map(|at| locate(bytes, at, &options)).collect();
        assert_eq!(places[0], "in the header of the file");
        assert!(places.iter().any(|place| place == "in the header of section ir"));
        assert!(places.iter().any(|place| place == "in section attr_type, attribute 0"));
        assert!(places.iter().any(|place| place.starts_with("in section attr_type, type ")));
        assert!(places.iter().any(|place| place == "in section ir, operation 0, builtin.module"));
        assert!(places.iter().any(|place| place.ends_with("func.return")));
    }
}
