//! Lists the sections of a program, a library or an object file: what they are, how long, and their names.

use bytespec::plan::{File, Value};
use formats_to_copy::elf::plan;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: elf FILE")?;
    let bytes = std::fs::read(path)?;
    let file = File::open(plan(), &bytes, &[])?.read()?;
    let elf = file.record().ok_or("no file")?;
    let mut machine = String::new();
    elf.get(plan(), "machine").ok_or("no machine")?.spell(plan(), &mut machine)?;
    println!("{machine}");
    for section in elf.get(plan(), "sections").map_or(&[][..], Value::elements) {
        let number = |name| section.get(plan(), name).and_then(Value::number);
        let length = number("size32").or(number("size64")).unwrap_or_default();
        let mut kind = String::new();
        section.get(plan(), "kind").ok_or("a section of no kind")?.spell(plan(), &mut kind)?;
        let name = section.get(plan(), "name").and_then(Value::text).unwrap_or_default();
        println!("{}", format!("{length:>8} {kind:<24} {name}").trim_end());
    }
    Ok(())
}
