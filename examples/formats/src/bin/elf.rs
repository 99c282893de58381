//! Lists the sections of a program, a library or an object file: what they are, how long, and their names.

use formats_to_copy::elf::Elf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: elf FILE")?;
    let bytes = std::fs::read(path)?;
    let elf = Elf::read(&bytes)?;
    println!("{}", elf.machine.name());
    for section in &elf.sections {
        let length = section.length().unwrap_or_default();
        let name = section.name.as_ref().and_then(|name| name.as_str()).unwrap_or_default();
        println!("{}", format!("{length:>8} {:<24} {name}", section.kind.name()).trim_end());
    }
    Ok(())
}
