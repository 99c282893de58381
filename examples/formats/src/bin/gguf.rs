//! Prints what a file of weights says of its model, and its tensors.

use bytespec::plan::{File, Value};
use formats_to_copy::gguf::plan;

/// The text of a record of a length and a text.
fn text(value: Option<&Value>) -> &str {
    value.and_then(|value| value.get(plan(), "text")).and_then(Value::text).unwrap_or("?")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: gguf FILE")?;
    let bytes = std::fs::read(path)?;
    let file = File::open(plan(), &bytes, &[])?.read()?;
    let model = file.record().ok_or("not a model")?;
    let list = |name| model.get(plan(), name).map_or(&[][..], Value::elements);
    for pair in list("metadata") {
        let value = pair.get(plan(), "value").ok_or("a key of no value")?;
        let held = value.get(plan(), "value").unwrap_or(value);
        let mut spelled = String::new();
        match (held.get(plan(), "text"), held.get(plan(), "values")) {
            (Some(text), _) => text.spell(plan(), &mut spelled)?,
            (None, Some(values)) => spelled = format!("{} values", values.elements().len()),
            (None, None) => held.spell(plan(), &mut spelled)?,
        }
        println!("{} = {spelled}", text(pair.get(plan(), "key")));
    }
    for tensor in list("tensors") {
        let dimensions = tensor.get(plan(), "dimensions").map_or(&[][..], Value::elements);
        let sizes: Vec<u64> = dimensions.iter().filter_map(Value::number).collect();
        println!("{} {sizes:?}", text(tensor.get(plan(), "name")));
    }
    Ok(())
}
