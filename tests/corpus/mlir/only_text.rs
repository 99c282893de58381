//! Attributes of `llvm` that are text in bytecode are printed with aliases of what lies in them, and written without.
//!
//! The texts are what `mlir-opt` 17.0.6 and 19.1.7, or 22.1.8 and 23.1.4, print of bytecode that they wrote.

use bytespec::mlir::{Module, ParseOptions, PrintOptions, Release, WriteOptions};

const TEXTS: &[(&[Release], &str)] = &[
    (&[Release::R17, Release::R18, Release::R19], include_str!("../../data/llvm_text/17.mlir")),
    (&[Release::R22, Release::R23], include_str!("../../data/llvm_text/22.mlir")),
];

fn parse(text: &str, release: Release) -> Module<'static> {
    let options = ParseOptions::default().release(release);
    match Module::parse(text, &options) {
        Ok(module) => module,
        Err(errors) => panic!("{release}: {errors}"),
    }
}

#[test]
fn entries_inside_text_have_aliases() {
    for (releases, text) in TEXTS {
        for release in *releases {
            let Ok(bytes) = parse(text, *release).write(&WriteOptions::default()) else {
                panic!("{release}: it cannot be written")
            };
            let again =
                Module::read(&bytes).and_then(|module| module.print(&PrintOptions::default()));
            assert_eq!(again.as_deref(), Ok(*text), "{release}");
        }
    }
}

/// Bytes have no aliases, and omit what follows from the place.
#[test]
fn text_is_written_as_tools_do() {
    let (releases, text) = TEXTS[0];
    let Ok(bytes) = parse(text, releases[0]).write(&WriteOptions::default()) else {
        panic!("it cannot be written")
    };
    let has = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(has(
        "#llvm.alias_scope<id = distinct[0]<>, domain = <id = distinct[1]<>, description = \"The domain\">>\0"
    ));
    assert!(has("members = {<#llvm.tbaa_root<id = \"Simple C/C++ TBAA\">, 0>}"));
}

/// Attributes with the same spelling stay distinct.
#[test]
fn distinct_attributes_stay_distinct() {
    let text = "\"t.x\"() {a = #llvm.access_group<id = distinct[0]<>>, b = #llvm.access_group<id = distinct[1]<>>, c = #llvm.access_group<id = distinct[0]<>>} : () -> ()";
    let module = parse(text, Release::R19);
    let Some(op) = module.walk().nth(1) else { panic!("it has an operation") };
    let get = |name| module.get_attribute(op, name).ok().flatten();
    assert_eq!(get("a"), get("c"));
    assert_ne!(get("a"), get("b"));
}
