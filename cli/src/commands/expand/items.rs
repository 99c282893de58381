//! The items of a schema with generated code, and the places of their parts.

use crate::schema::Written;
use bytespec_codegen::ast::{Common, Field};
use std::path::Path;

/// An item with generated code.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: &'static str,
    pub(super) name: String,
    /// The file and the line.
    pub(super) place: String,
    /// Names of fields, members, operands and results, with their places.
    pub(super) parts: Vec<(String, String)>,
}

/// All items, in the order of their kinds.
pub(super) fn items(path: &Path, written: &Written) -> Vec<Item> {
    let Written { tree, sources } = written;
    let place = |common: &Common| sources.line_in(path, common.name.span);
    let part = |common: &Common| (common.name.value.clone(), place(common));
    let of_fields = |fields: &[Field]| -> Vec<(String, String)> {
        fields.iter().map(|field| part(&field.common)).collect()
    };
    let mut found = Vec::new();
    let mut add = |kind, common: &Common, parts| {
        let name = common.name.value.clone();
        found.push(Item { kind, name, place: place(common), parts });
    };
    for item in &tree.enums {
        let members = item.members.iter().map(|member| part(&member.common));
        add("enum", &item.common, members.collect());
    }
    for item in &tree.records {
        add("record", &item.common, of_fields(&item.fields));
    }
    for item in &tree.unions {
        let is_of = |of: &str| of == item.common.name.value;
        let variants = tree.variants.iter();
        let variants =
            variants.filter(|variant| variant.of.as_ref().is_some_and(|of| is_of(&of.value)));
        add("union", &item.common, variants.map(|variant| part(&variant.common)).collect());
    }
    for item in &tree.sections {
        add("section", &item.common, of_fields(&item.fields));
    }
    for item in &tree.ops {
        let mut parts = of_fields(&item.attributes);
        let ports = [&item.results, &item.operands].into_iter().flatten();
        parts.extend(ports.map(|port| part(&port.common)));
        add("op", &item.common, parts);
    }
    found
}
