//! Lists the members of an archive: what they are, how long, and their names.

use formats_to_copy::tar::Archive;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: tar FILE")?;
    let bytes = std::fs::read(path)?;
    for entry in Archive::read(&bytes)?.entries {
        let (name, link) = (entry.name.to_string(), entry.link.to_string());
        let (kind, length) = (entry.kind.name(), entry.content.len());
        match (name.is_empty(), link.is_empty()) {
            (true, _) => {}
            (false, true) => println!("{kind:<16} {length} {name}"),
            (false, false) => println!("{kind:<16} {length} {name} -> {link}"),
        }
    }
    Ok(())
}
