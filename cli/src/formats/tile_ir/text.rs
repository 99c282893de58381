//! Prints a module in the syntax of Tile IR.

use crate::args::PrintArgs;
use crate::failure::{Failure, Result, display};
use crate::report;
use bytespec::tile_ir::{Module, OmittedPart, PrintOptions};
use std::io::Write;

/// Reads a file for printing. Reports the content that its text lacks and, if requested, why the format's disassembler would
/// refuse it.
pub(crate) fn printable(args: &PrintArgs, bytes: &[u8]) -> Result<Module> {
    let others = [
        ("--to-release", args.to_release.is_some()),
        ("--release", !args.release.is_empty()),
        ("--symbol", args.symbol.is_some()),
        ("--elide-elements", args.elide_elements.is_some()),
        ("--elide-resources", args.elide_resources.is_some()),
    ];
    if let Some((name, _)) = others.iter().find(|(_, given)| *given) {
        return Err(Failure::Usage(format!("print: {name} is for MLIR bytecode")));
    }
    let failure = |error| Failure::input(&args.file, error);
    let module = Module::read(bytes).map_err(failure)?;
    let name = display(&args.file);
    let unasked = |part| part == OmittedPart::Locations && !args.debug;
    let omissions = module.omissions().map_err(failure)?;
    for omission in omissions.iter().filter(|omission| !unasked(omission.part)) {
        report::note(&format!("{name}: the text does not say this: {omission}"));
    }
    if args.warn {
        for refusal in module.refusals().map_err(failure)? {
            report::note(&format!("{name}: the disassembler refuses this: {refusal}"));
        }
    }
    Ok(module)
}

/// Prints a module.
pub(crate) fn text(args: &PrintArgs, module: &Module, out: &mut dyn Write) -> Result {
    let how = PrintOptions::default().locations(args.debug);
    let printed = module.print_to(out, &how);
    printed.map_err(|error| Failure::output(&args.file, &args.output, error))
}
