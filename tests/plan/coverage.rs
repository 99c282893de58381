//! Every byte of every file of the corpora is some step of the schema, or carries the name of what no schema describes.

use crate::mlir::mlir_plan;
use crate::tile_ir_plan;
use crate::wasm::{MODULES, wasm_plan};
use bytespec::Result;
use bytespec::plan::data::{Plan, Shape};
use bytespec::plan::{At, Executor, File, Leaf, Sink};
use bytespec_codegen::syntax::{list_folder, read_and_check, render};
use bytespec_tests::corpus::valid;
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What no schema describes: how often and how many bytes, by the name.
type Opaque = BTreeMap<String, (usize, usize)>;

/// The bytes that steps are.
#[derive(Default)]
struct Coverage {
    spans: Vec<Range<usize>>,
    opaque: Opaque,
}

impl<'i> Sink<'i> for Coverage {
    fn value(&mut self, _: At, _: &Shape, leaf: Leaf<'_, 'i>, span: Range<usize>) -> Result<()> {
        let name = match leaf {
            Leaf::Unknown(name, _) => Some(name.to_string()),
            Leaf::Opaque(..) => Some("a tag that no variant has".to_owned()),
            _ => None,
        };
        if let Some(name) = name {
            let (count, bytes) = self.opaque.entry(name).or_default();
            *count += 1;
            *bytes += span.len();
        }
        self.spans.push(span);
        Ok(())
    }
}

/// The first byte of a section that is no step.
fn hole(mut spans: Vec<Range<usize>>, section: Range<usize>) -> Option<usize> {
    spans.sort_by_key(|span| span.start);
    let mut next = section.start;
    for span in spans {
        if span.start > next {
            return Some(next);
        }
        next = next.max(span.end);
    }
    (next != section.end).then_some(next)
}

fn covered<'f>(plan: &Plan, files: impl Iterator<Item = (&'f str, &'f [u8])>) -> (Opaque, usize) {
    let (mut wrong, mut all, mut size) = (Vec::new(), Opaque::new(), 0);
    let executor = Executor::new(plan, &[]).expect("a plan");
    for (name, bytes) in files {
        let read = File::with(&executor, bytes).and_then(|mut file| {
            let mut seen = 0;
            file.read_with(
                |_| Coverage::default(),
                |section, coverage| {
                    seen += 1;
                    for (what, (count, bytes)) in coverage.opaque {
                        let (all_count, all_bytes) = all.entry(what).or_default();
                        *all_count += count;
                        *all_bytes += bytes;
                    }
                    let found = hole(coverage.spans, section.payload.clone());
                    wrong.extend(found.map(|at| format!("{name}: {:?} at {at}", section.name)));
                    Ok(())
                },
            )?;
            let described = file.sections().iter().filter(|section| section.item.is_some());
            Ok(seen == described.count())
        });
        if read.as_ref() != Ok(&true) {
            wrong.push(format!("{name}: {read:?}"));
        }
        size += bytes.len();
    }
    let some: Vec<&str> = wrong.iter().take(12).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} are not covered: {}", wrong.len(), some.join("\n"));
    (all, size)
}

#[test]
fn every_byte_is_a_step() {
    let files = mlir_corpus().iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
    let (opaque, size) = covered(mlir_plan(), files);
    let bytes: usize = opaque.values().map(|(_, bytes)| bytes).sum();
    println!("MLIR: {bytes} of {size} bytes are not described");
    for (name, (count, bytes)) in &opaque {
        println!("  {count} {name}: {bytes} bytes");
    }
    let files = valid().map(|file| (file.name.as_str(), file.bytes.as_slice()));
    let (opaque, _) = covered(tile_ir_plan(), files);
    assert!(opaque.is_empty(), "Tile IR: {opaque:?}");
    let (opaque, _) = covered(wasm_plan(), MODULES.iter().copied());
    assert!(opaque.is_empty(), "WebAssembly: {opaque:?}");
}

/// A layout for every operation of a dialect, added to a copy of the schema, describes the properties of files that nothing described.
#[test]
fn a_layout_of_all_operations_describes_files() {
    const TORCH: &str = r#"
- properties: torch
  since_release: "17"
  summary: Properties of the operations of `torch`
  operations:
    "*": "value"
    vtensor.literal: "value"
"#;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/mlir");
    let files = list_folder(&folder).unwrap_or_default().into_iter();
    let mut files: Vec<(PathBuf, String)> = files
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            (path, text)
        })
        .collect();
    files.push((folder.join("properties/torch.yaml"), TORCH.to_owned()));
    let (schema, sources, found) = read_and_check(files);
    assert!(found.is_empty(), "{}", render(&found, &sources, false));
    let Ok(model) = bytespec_codegen::model::lower(&schema) else { panic!("the schema is right") };
    let plan = bytespec_codegen::plan::lower(&model);
    let torch = || {
        let files = mlir_corpus().iter().filter(|file| file.name.starts_with("real/torch-mlir/"));
        files.map(|file| (file.name.as_str(), file.bytes.as_slice()))
    };
    let of_torch = |opaque: &Opaque| -> Vec<String> {
        let of_torch = |name: &&String| name.starts_with("properties of torch.");
        opaque.keys().filter(of_torch).cloned().collect()
    };
    assert_eq!(of_torch(&covered(mlir_plan(), torch()).0).len(), 5);
    assert_eq!(of_torch(&covered(&plan, torch()).0), Vec::<String>::new());
}
