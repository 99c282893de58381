//! Prints a program, moves operations out of loops, erases what nothing uses, and prints it again.
//!
//! `small-ir PROGRAM.smir [-o SMALLER.smir]`

use small_ir::Program;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (input, output) = match arguments.as_slice() {
        [input] => (input, None),
        [input, flag, output] if flag == "-o" => (input, Some(output)),
        _ => return Err("usage: small-ir PROGRAM.smir [-o SMALLER.smir]".into()),
    };
    let bytes = std::fs::read(input)?;
    let mut program = Program::read(&bytes)?;
    print!("version {}, {} bytes\n{program}\n", program.version(), bytes.len());
    let (moved, erased) = (program.hoist()?, program.erase_unused()?);
    let written = program.write()?;
    print!("{moved} moved, {erased} erased, {} bytes\n{program}", written.len());
    if let Some(output) = output {
        std::fs::write(output, written)?;
    }
    Ok(())
}
