//! The example kernels, from the builders to machine code.

use bytespec::tile_ir::{Module, Version};
use bytespec_conformance::tools::Tools;
use std::fs;
use std::path::Path;

#[allow(dead_code, reason = "of the example only the kernel is used here")]
#[path = "../../../runtime/examples/matmul.rs"]
mod matmul;
#[allow(dead_code, reason = "of the example only the kernel is used here")]
#[path = "../../../runtime/examples/vector_add.rs"]
mod vector_add;

type Example = (&'static str, fn(Version) -> bytespec::Result<Module>);

const KERNELS: [Example; 2] = [("vector_add", vector_add::vector_add), ("matmul", matmul::matmul)];

#[test]
fn the_assembler_makes_cubins_of_the_examples() {
    for (name, build) in KERNELS {
        for &version in Version::ALL {
            let bytes = match build(version).and_then(|module| module.write(&Default::default())) {
                Ok(bytes) => bytes,
                Err(error) => panic!("{name} in {version}: {error}"),
            };
            // The oldest version is what every release of the tools reads.
            let gpus: &[&str] =
                if version == Version::V13_1 { &["sm_90", "sm_100"] } else { &["sm_100"] };
            for gpu in gpus {
                let cubin = match Tools::get().assemble(&bytes, gpu) {
                    Ok(cubin) => cubin,
                    Err(refusal) => panic!("{name} in {version} for {gpu}: {refusal}"),
                };
                assert!(cubin.starts_with(b"\x7fELF"), "{name} in {version} for {gpu}");
                let name = name.as_bytes();
                assert!(cubin.windows(name.len()).any(|window| window == name));
            }
        }
    }
}

#[test]
fn cubins_have_the_parameters_that_the_script_passes() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/run_on_gpu.py");
    for gpu in ["sm_90", "sm_100"] {
        for (name, build) in KERNELS {
            let bytes = build(Version::V13_1).and_then(|module| module.write(&Default::default()));
            let cubin = bytes
                .map_err(|error| error.to_string())
                .and_then(|bytes| Tools::get().assemble(&bytes, gpu))
                .unwrap_or_else(|error| panic!("{name} for {gpu}: {error}"));
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.{gpu}.cubin"));
            fs::write(&path, cubin).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let arguments = [Path::new(script), Path::new("--inspect"), &path];
            let output = Tools::get().python(&arguments.map(Path::as_os_str));
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{text}");
            assert!(text.contains("as expected"), "{text}");
        }
    }
}
