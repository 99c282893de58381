//! Adds a text to a picture: its length and its check sum follow.

use formats_to_copy::png::{Chunk, Data, Png};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let usage = "usage: annotate FROM TO KEYWORD TEXT";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to, keyword, text] = arguments.as_slice() else { return Err(usage.into()) };
    let bytes = std::fs::read(from)?;
    let mut picture = Png::read(&bytes)?;
    let text = Data::Text { keyword: keyword.as_str().into(), text: text.as_str().into() };
    // Behind the header, which comes first.
    picture.chunks.insert(1, Chunk { kind: "tEXt".into(), data: text });
    std::fs::write(to, picture.rewrite(&bytes)?)?;
    Ok(())
}
