//! Says what is in a picture: its size, and its chunks.

use formats_to_copy::png::{Data, Png};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: png FILE")?;
    let bytes = std::fs::read(path)?;
    for chunk in Png::read(&bytes)?.chunks {
        print!("{} {}", chunk.kind, chunk.data.name());
        match &chunk.data {
            Data::Header { width, height, .. } => print!(", {width} x {height}"),
            Data::Text { keyword, text } | Data::CompressedText { keyword, text } => {
                print!(", {keyword}: {text}");
            }
            Data::InternationalText { keyword, text, deflated, .. } => {
                if let Some(text) = text.as_ref().or(deflated.as_ref()) {
                    print!(", {keyword}: {text}");
                }
            }
            _ => {}
        }
        println!();
    }
    Ok(())
}
