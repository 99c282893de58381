//! Prints what a file of weights says of its model, and its tensors.

use formats_to_copy::gguf::{Model, Value};

fn spelled(value: &Value<'_>) -> String {
    match value {
        Value::Uint8 { value } => value.to_string(),
        Value::Int8 { value } => value.to_string(),
        Value::Uint16 { value } => value.to_string(),
        Value::Int16 { value } => value.to_string(),
        Value::Uint32 { value } => value.to_string(),
        Value::Int32 { value } => value.to_string(),
        Value::Uint64 { value } => value.to_string(),
        Value::Int64 { value } => value.to_string(),
        Value::Float32 { value } => value.to_string(),
        Value::Float64 { value } => value.to_string(),
        Value::Bool { value } => value.to_string(),
        Value::String { value } => format!("{:?}", value.text),
        Value::Array { values, .. } => format!("{} values", values.len()),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: gguf FILE")?;
    let bytes = std::fs::read(path)?;
    let model = Model::read(&bytes)?;
    for pair in &model.metadata {
        println!("{} = {}", pair.key.text, spelled(&pair.value));
    }
    for tensor in &model.tensors {
        println!("{} {:?}", tensor.name.text, tensor.dimensions);
    }
    Ok(())
}
