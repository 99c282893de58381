//! Generates the codecs of a format that Bytespec has never heard of.

fn main() {
    bytespec_codegen::build::Format::new("schema").build("sensor_log.rs");
}
