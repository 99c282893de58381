//! Text that means harm: damaged, deep, or about itself.

use bytespec::tile_ir::{Module, ParseOptions, PrintOptions};
use bytespec_tests::corpus::valid;
use bytespec_tests::mutate::{Random, mutant};
use bytespec_tests::preview;
use std::panic::catch_unwind;

/// How often the text with all preview content is among those that are damaged.
const PREVIEW: usize = 40;
/// How many damaged texts there are.
const MUTANTS: u64 = 4_000;
/// The most that reading and printing a text may hold at once, in bytes for each byte of it, and on top.
const PEAK: (u64, u64) = (2_000, 8 << 20);

/// Reads a text, and prints what was read.
fn read(text: &str) -> bool {
    match Module::parse(text, &ParseOptions::default()) {
        Ok(module) => {
            // A module may have too much text; it is none of what is asked here.
            let _ = module.print(&PrintOptions::default().locations(true).max_bytes(1 << 20));
            let _ = module.write(&Default::default());
            true
        }
        Err(errors) => {
            assert!(!errors.to_string().is_empty());
            false
        }
    }
}

#[track_caller]
fn bounded(text: &str) -> bool {
    let mut is_read = false;
    let info = allocation_counter::measure(|| is_read = read(text));
    let max = PEAK.0 * text.len() as u64 + PEAK.1;
    assert!(info.bytes_max <= max, "{} bytes for a text of {}", info.bytes_max, text.len());
    is_read
}

fn texts() -> Vec<String> {
    let modules = valid().filter_map(|file| Module::read(&file.bytes).ok());
    let how = PrintOptions::default().locations(true);
    let texts = modules.step_by(3).filter_map(|module| module.print(&how).ok());
    // Of preview content the corpus has little.
    let preview = preview::module().print(&how).into_iter();
    texts.chain(preview.cycle().take(PREVIEW)).collect()
}

#[test]
fn damaged_texts_are_refused_or_read() {
    let texts = texts();
    let mut random = Random::new(13);
    let mut readable = 0;
    for number in 0..MUTANTS {
        let (text, other) = (random.below(texts.len()), random.below(texts.len()));
        let bytes = mutant(&mut random, texts[text].as_bytes(), texts[other].as_bytes());
        let text = String::from_utf8_lossy(&bytes);
        match catch_unwind(|| bounded(&text)) {
            Ok(is_read) => readable += u64::from(is_read),
            Err(_) => panic!("mutant {number}:\n{text}"),
        }
    }
    println!("{MUTANTS} damaged texts, of which {readable} can be read");
    assert!(readable > 0 && readable < MUTANTS);
}

/// Text that nests something as often as it has bytes for it.
#[test]
fn deep_texts_have_an_end() {
    let many = 20_000;
    let entry = |inside: &str| format!("entry @k(%c: tile<i1>) {{\n{inside}\nreturn }}");
    let within = |open: &str, close: &str| format!("{}{}", open.repeat(many), close.repeat(many));
    for text in [
        entry(&within("if %c {\n", "}\n")),
        entry(&within("loop {\n", "break }\n")),
        entry(&format!("%0 = constant <i32: {}> : tile<i32>", within("[", "]"))),
        entry(&format!("%0 = iota : {}i32{}", "tile<".repeat(many), ">".repeat(many))),
        entry(&format!("%0 = iota : {}i32{}", "tile<ptr<".repeat(many), ">".repeat(many))),
        format!("entry @k(%c: tile<i1> {{a = {}}}) {{}}", within("[", "]")),
        format!("entry @k(%c: tile<i1> {{a = {}}}) {{}}", within("{a = ", "}")),
        within("cuda_tile.module @m {\n", "}\n"),
        format!("#loc = {}", within("loc(callsite(", " at loc(unknown)))")),
        entry(&"%0 = ".repeat(many)),
        entry(&"%c, ".repeat(many)),
        "(".repeat(many),
        "\"".repeat(many),
    ] {
        bounded(&text);
    }
}

#[test]
fn aliases_about_themselves() {
    let entry = "entry @k() { return loc(#loc) }\n";
    for aliases in [
        "#loc = loc(callsite(#loc at #loc))",
        "#loc = loc(callsite(#loc1 at #loc1))\n#loc1 = loc(callsite(#loc at #loc))",
        "#loc = #cuda_tile.di_loc<#loc in #loc>",
        "#loc = #cuda_tile.di_lexical_block<scope = #loc, file = #loc, line = 1>",
    ] {
        assert!(!bounded(&format!("{entry}{aliases}\n")), "{aliases}");
    }
    // Each of many refers to the one before twice.
    let mut chain = format!("{entry}#loc0 = loc(unknown)\n");
    for number in 1..200 {
        let before = number - 1;
        chain.push_str(&format!("#loc{number} = loc(callsite(#loc{before} at #loc{before}))\n"));
    }
    chain.push_str("#loc = loc(callsite(#loc199 at #loc199))\n");
    bounded(&chain);
}

#[test]
fn large_numbers_take_no_memory() {
    let entry = |inside: &str| format!("entry @k(%c: tile<i32>) {{\n{inside}\nreturn }}");
    for text in [
        entry("%0:4294967295 = get_tensor_shape %c : tile<i32> -> tile<i32>"),
        entry("%0:99999999999999999999 = addi %c, %c : tile<i32>"),
        entry("%0 = addi %c#4294967295, %c : tile<i32>"),
        entry("%0 = constant <i32: 99999999999999999999999999999999999999999999> : tile<i32>"),
        entry("%0 = constant <i32: 1> : tile<4294967296x4294967296x4294967296xi32>"),
        entry("%0 = constant <f32: 1.0e999999999> : tile<f32>"),
        entry(&format!("%0 = constant <f32: 0.{}1> : tile<f32>", "0".repeat(100_000))),
        entry("%0 = constant <i1: true> : tile<16777216xi1>"),
    ] {
        bounded(&text);
    }
}
