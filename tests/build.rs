//! Generates the formats that exist for tests only.

use bytespec_codegen::build::Format;

fn main() {
    Format::new("third_party/schema").build("sensor_log.rs");
    Format::new("packing/parcels").samples(true).build("parcels.rs");
    Format::new("packing/seals").host("crate::host").samples(true).build("seals.rs");
    Format::new("dialects/schema").rewrite(true).build("toy_chest.rs");
}
