//! Says what is in a picture: its size, and its chunks.

use bytespec::plan::{File, Value};
use formats_to_copy::png::plan;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: png FILE")?;
    let bytes = std::fs::read(path)?;
    let file = File::open(plan(), &bytes, &[])?.read()?;
    let chunks = file.record().and_then(|picture| picture.get(plan(), "chunks"));
    for chunk in chunks.map_or(&[][..], Value::elements) {
        let kind = chunk.get(plan(), "kind").and_then(Value::text).ok_or("a chunk of no kind")?;
        let data = chunk.get(plan(), "data").ok_or("a chunk of no data")?;
        print!("{kind} {}", data.item_name(plan()).unwrap_or("that the schema does not have"));
        let number = |name| data.get(plan(), name).and_then(Value::number);
        let text = |name| data.get(plan(), name).and_then(Value::text);
        if let (Some(width), Some(height)) = (number("width"), number("height")) {
            print!(", {width} x {height}");
        }
        if let Some(keyword) = text("keyword") {
            print!(", {keyword}: {}", text("text").unwrap_or("compressed"));
        }
        println!();
    }
    Ok(())
}
