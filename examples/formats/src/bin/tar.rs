//! Lists the members of an archive: what they are, how long, and their names.

use bytespec::plan::{File, Value};
use formats_to_copy::tar::plan;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: tar FILE")?;
    let bytes = std::fs::read(path)?;
    let file = File::open(plan(), &bytes, &[])?.read()?;
    let entries = file.record().and_then(|archive| archive.get(plan(), "entries"));
    for entry in entries.map_or(&[][..], Value::elements) {
        let text = |name| entry.get(plan(), name).and_then(Value::text).unwrap_or_default();
        let (name, link) = (text("name"), text("link"));
        let mut kind = String::new();
        entry.get(plan(), "kind").ok_or("a member of no kind")?.spell(plan(), &mut kind)?;
        match (name.is_empty(), link.is_empty()) {
            (true, _) => {}
            (false, true) => println!("{kind:<16} {} {name}", text("length")),
            (false, false) => println!("{kind:<16} {} {name} -> {link}", text("length")),
        }
    }
    Ok(())
}
