//! Turns each schema into a plan: the schema as data, which executors run.

use bytespec_codegen::build::Format;

fn main() {
    for format in ["png", "gettext", "tar", "gguf", "elf", "zip"] {
        let plan = format!("{format}.plan");
        Format::new(format!("{format}/schema")).plan(&plan).build(&format!("{format}.rs"));
    }
}
