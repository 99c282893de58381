//! Lists the files of an archive: how they are compressed, their bytes before and after, and their names.

use bytespec::plan::{File, Value};
use formats_to_copy::zip::plan;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: zip FILE")?;
    let bytes = std::fs::read(path)?;
    let file = File::open(plan(), &bytes, &[])?.read()?;
    let end =
        file.record().and_then(|archive| archive.get(plan(), "end")).ok_or("no end record")?;
    let entries = ["entries", "entries64"].map(|name| end.get(plan(), name));
    for entry in entries.into_iter().flatten().flat_map(Value::elements) {
        let number = |name| entry.get(plan(), name).and_then(Value::number).unwrap_or_default();
        let mut method = String::new();
        entry.get(plan(), "method").ok_or("a file of no method")?.spell(plan(), &mut method)?;
        let name = entry.get(plan(), "name").and_then(Value::text).unwrap_or_default();
        println!("{method:<10} {:>8} {:>8} {name}", number("length"), number("compressed"));
    }
    Ok(())
}
