//! Prints the messages of a catalog and their translations.

use bytespec::plan::{File, Value};
use formats_to_copy::gettext::plan;

/// The text of an entry.
fn text(entry: &Value) -> &str {
    let text = entry.get(plan(), "text").and_then(|text| text.get(plan(), "string"));
    text.and_then(Value::text).unwrap_or("?")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: gettext FILE")?;
    let bytes = std::fs::read(path)?;
    let file = File::open(plan(), &bytes, &[])?.read()?;
    let catalog = file.record().ok_or("not a catalog")?;
    let table = |name| catalog.get(plan(), name).map_or(&[][..], Value::elements);
    for (message, translation) in table("messages").iter().zip(table("translations")) {
        println!("{:?}\n    {:?}", text(message), text(translation));
    }
    Ok(())
}
