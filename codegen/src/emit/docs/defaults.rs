//! The values that absent properties have.

use super::cx::Sheet;
use super::markdown::code;
use super::page::Table;
use super::span::{gate, rows, span};

/// The default values of a dialect.
pub(super) fn values(sheet: &mut Sheet<'_, '_>, dialect: &str) {
    let rows = rows(sheet, "Default values", &sheet.cx.model.defaults, dialect);
    if rows.is_empty() {
        return;
    }
    let mut table = Table::new(["Operation", "Releases", "Where it is absent"]);
    for (item, one) in rows {
        let values: Vec<String> = one.value.iter().map(|value| code(&value.to_string())).collect();
        table.row_of(
            &gate(item, one),
            [
                code(&format!("{dialect}.{}", one.operation)),
                span(sheet.cx, item.dialect, one.range),
                values.join(", "),
            ],
        );
    }
    sheet.table("", table);
}
