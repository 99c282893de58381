//! Stores the record of a build inside MLIR bytecode, and prints the one that is there.
//!
//! ```text
//! custom-attribute IN OUT INPUT...     stores a record of the inputs
//! custom-attribute FILE                prints the record
//! ```

use bytespec::mlir::Module;
use custom_attribute::{BuildRecord, Input, find, store};
use std::error::Error;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = match arguments.as_slice() {
        [] => return Err("usage: custom-attribute IN OUT INPUT... | custom-attribute FILE".into()),
        [path] => path,
        [from, to, paths @ ..] => {
            let inputs = paths.iter().map(|path| Ok(Input::new(path, &std::fs::read(path)?)));
            let record = BuildRecord {
                tool: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")),
                time: SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
                inputs: inputs.collect::<Result<_, std::io::Error>>()?,
            };
            std::fs::write(to, store(&std::fs::read(from)?, &record)?)?;
            to
        }
    };
    let bytes = std::fs::read(path)?;
    let module = Module::read(&bytes)?;
    let Some(record) = find(&module)? else { return Err("there is no record of a build".into()) };
    println!("tool: {}", record.tool);
    println!("time: {}", record.time);
    for Input { path, hash } in &record.inputs {
        println!("input: {hash:016x} {path}");
    }
    Ok(())
}
