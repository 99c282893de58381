//! Lists the files of an archive: how they are compressed, their bytes before and after, and their names.

use formats_to_copy::zip::Archive;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: zip FILE")?;
    let bytes = std::fs::read(path)?;
    let end = Archive::read(&bytes)?.end;
    for entry in end.entries.into_iter().chain(end.entries64).flatten() {
        let (method, name) = (entry.method.name(), entry.name);
        println!("{method:<10} {:>8} {:>8} {name}", entry.length, entry.compressed);
    }
    Ok(())
}
