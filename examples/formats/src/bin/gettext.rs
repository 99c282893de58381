//! Prints the messages of a catalog and their translations.

use formats_to_copy::gettext::Catalog;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: gettext FILE")?;
    let bytes = std::fs::read(path)?;
    let catalog = Catalog::read(&bytes)?;
    for (message, translation) in catalog.messages.iter().zip(&catalog.translations) {
        println!("{:?}\n    {:?}", message.text.string, translation.text.string);
    }
    Ok(())
}
