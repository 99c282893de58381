//! Text of Tile IR: the disassembler prints what we print, also of what we read of its text.

use crate::rewriting::without_producer;
use bytespec::tile_ir::{
    Features, Module, Numbering, ParseOptions, PrintOptions, Profile, WriteOptions,
};
use bytespec_conformance::tools::Tools;
use bytespec_tests::corpus::{CorpusFile, valid};
use bytespec_tests::preview::TEXTS;

/// The files that the disassembler takes without a flag.
fn files() -> Vec<(&'static CorpusFile, Module)> {
    let read = valid().filter(|file| file.printed.is_some()).filter_map(|file| {
        let module = Module::read(&file.bytes).ok()?;
        (module.features == Features::NONE).then_some((file, module))
    });
    read.collect()
}

fn with_locations() -> PrintOptions {
    PrintOptions::default().locations(true)
}

#[test]
fn files_are_printed_as_by_the_disassembler() {
    let files = files();
    let bytes: Vec<Vec<u8>> = files.iter().map(|(file, _)| file.bytes.clone()).collect();
    let texts = Tools::get().disassemble_all(&bytes, &["-g"]);
    for ((file, module), text) in files.iter().zip(texts) {
        assert_eq!(module.print(&with_locations()).ok(), text.ok(), "{}", file.name);
    }
    println!("{} files are printed as the tool prints them", files.len());
}

#[test]
fn texts_that_we_read_are_those_of_the_files_that_we_write() {
    let mut written = Vec::new();
    let mut texts = Vec::new();
    for (file, module) in files() {
        let text = module.print(&with_locations()).expect("the corpus is printed");
        let how = ParseOptions::default().version(module.version);
        let module = match Module::parse(&text, &how) {
            Ok(module) => module,
            Err(errors) => panic!("{}: {errors}", file.name),
        };
        let numbering = Numbering::Canonical(Profile::Cxx);
        let how = WriteOptions::default().numbering(numbering);
        written.push(module.write(&how).expect("what was read is written"));
        texts.push((file, text));
    }
    let printed = Tools::get().disassemble_all(&written, &["-g"]);
    for ((file, text), printed) in texts.iter().zip(printed) {
        // The C++ writer leaves the producer out where a version has no section for it.
        let printed = printed.as_deref().map(without_producer);
        assert_eq!(printed, Ok(without_producer(text)), "{}", file.name);
    }
    println!("{} files made of text are printed as that text", texts.len());
}

#[test]
fn texts_of_preview_content_are_printed_as_they_were_read() {
    let written: Vec<Vec<u8>> = TEXTS
        .iter()
        .map(|text| match Module::parse(text, &ParseOptions::default()) {
            Ok(module) => module.write(&Default::default()).expect("what was read is written"),
            Err(errors) => panic!("{errors}"),
        })
        .collect();
    let printed = Tools::get().disassemble_all(&written, &["--preview=simt"]);
    for (text, printed) in TEXTS.iter().zip(printed) {
        assert_eq!(printed.as_deref(), Ok(*text));
    }
}
