//! Which values properties have where they are absent.

use super::cx::Sheet;
use super::markdown::{Table, code};
use super::span::span;
use crate::model::{DefaultRange, Defaults};

/// The default values of a dialect.
pub(super) fn values(sheet: &mut Sheet<'_, '_>, dialect: &str) {
    let model = sheet.cx.model;
    let items: Vec<&Defaults> =
        model.defaults.iter().filter(|item| item.docs.name == dialect).collect();
    if items.is_empty() {
        return;
    }
    sheet.heading("Default values");
    for item in &items {
        sheet.about(&item.docs);
        sheet.source(&item.docs.source);
    }
    let mut rows: Vec<(&Defaults, &DefaultRange)> =
        items.iter().flat_map(|item| item.operations.iter().map(|one| (*item, one))).collect();
    // The sort is stable: the releases of an operation stay in their order.
    rows.sort_by_key(|(_, one)| &one.operation);
    let mut table = Table::new(["Operation", "Releases", "Where it is absent"]);
    for (item, one) in rows {
        let values: Vec<String> = one.values.iter().map(|value| code(&value.to_string())).collect();
        table.row([
            code(&format!("{dialect}.{}", one.operation)),
            span(sheet.cx, item.dialect, one.range),
            values.join(", "),
        ]);
    }
    sheet.table("", &table);
}
