//! Turns each schema into types, and into a plan: the schema as data.

use bytespec_codegen::build::Format;

fn main() {
    for format in ["png", "gettext", "tar", "gguf", "elf", "zip"] {
        Format::new(format!("{format}/schema")).build(&format!("{format}.rs"));
    }
}
