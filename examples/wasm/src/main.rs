//! Lists what a module imports and exports, counts its instructions, and writes it again with a mark of its own.
//!
//! `wasm-modules MODULE.wasm [-o MARKED.wasm]`

use bytespec::Result;
use std::collections::BTreeMap;
use std::process::ExitCode;
use wasm_modules::Module;
use wasm_modules::wasm::Version;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (input, output) = match arguments.as_slice() {
        [input] => (input, None),
        [input, flag, output] if flag == "-o" => (input, Some(output)),
        _ => {
            eprintln!("usage: wasm-modules MODULE.wasm [-o MARKED.wasm]");
            return ExitCode::from(2);
        }
    };
    let bytes = match std::fs::read(input) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{input}: {error}");
            return ExitCode::from(3);
        }
    };
    let marked = match look(&bytes) {
        Ok(marked) => marked,
        Err(error) => {
            eprintln!("{input}: {error}");
            return ExitCode::FAILURE;
        }
    };
    if let Some(output) = output
        && let Err(error) = std::fs::write(output, marked)
    {
        eprintln!("{output}: {error}");
        return ExitCode::from(3);
    }
    ExitCode::SUCCESS
}

/// Prints what is in a module, and gives back the module with a section that says so.
fn look(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::open(bytes, Version::LATEST)?;
    for import in module.imports()? {
        println!("import {} {}.{}", import.r#type.label(), import.module, import.name);
    }
    for export in module.exports()? {
        println!("export {} {} = {}", export.kind.name(), export.name, export.index);
    }
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    module.instructions(|instruction| *counts.entry(instruction.label()).or_default() += 1)?;
    let mut counts: Vec<(&str, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let all: u64 = counts.iter().map(|(_, count)| count).sum();
    println!("{all} instructions");
    for (name, count) in counts.iter().take(10) {
        println!("  {count} {name}");
    }
    module.add_custom("looked-at", format!("{all} instructions").as_bytes())?;
    module.write()
}
