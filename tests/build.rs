//! Generates the format of the test of a third-party schema.

use bytespec_codegen::build::Format;

fn main() {
    Format::new("third_party/schema").build("sensor_log.rs");
}
