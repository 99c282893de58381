//! Text in MLIR's generic form that means harm.

use bytespec::mlir::{Module, ParseErrors, ParseOptions, PrintOptions};
use bytespec_tests::mlir_corpus::mlir_texts;
use bytespec_tests::mutate::{Random, mutant};
use std::fmt::Write as _;
use std::panic::catch_unwind;

/// How many damaged texts are read.
const MUTANTS: u64 = 4000;

/// Texts that are not longer are damaged, in bytes.
const MAX_TEXT: usize = 24 << 10;

/// The most memory that reading may hold at once: bytes for each byte of the text, and for a text of no bytes.
const PEAK: (u64, u64) = (256, 1024 * 1024);

fn parse(text: &str) -> Result<Module<'static>, ParseErrors> {
    Module::parse(text, &ParseOptions::default())
}

/// Reads a text within bounds; its errors are places of it.
fn check(text: &str) -> Result<Module<'static>, ParseErrors> {
    let mut parsed = None;
    let memory = allocation_counter::measure(|| parsed = Some(parse(text)));
    let len = text.len() as u64;
    let peak = memory.bytes_max;
    assert!(peak <= PEAK.0 * len + PEAK.1, "{peak} bytes of memory for {len} bytes of text");
    let Some(parsed) = parsed else { panic!("nothing was read") };
    if let Err(errors) = &parsed {
        let lines = text.split('\n').count() as u32;
        assert!(errors.iter().next().is_some(), "an error without an error");
        for error in errors {
            assert!((1..=lines).contains(&error.line), "line {} of {lines}", error.line);
        }
    }
    parsed
}

#[track_caller]
fn refused(text: &str, why: &str) {
    match check(text) {
        Ok(_) => panic!("{}... was read", &text[..text.len().min(60)]),
        Err(errors) => {
            let is_reported = errors.iter().any(|error| error.kind.to_string().contains(why));
            assert!(is_reported, "{errors}");
        }
    }
}

fn with_attribute(attribute: &str) -> String {
    format!("\"t.op\"() {{a = {attribute}}} : () -> ()")
}

/// Damaged copies of what the tools print: whatever is still read is printed, and read again.
#[test]
fn damaged_texts() {
    let texts: Vec<&[u8]> = {
        let mut texts: Vec<_> = mlir_texts().iter().collect();
        texts.sort();
        let short = texts.into_iter().filter(|(_, text)| text.len() <= MAX_TEXT);
        short.map(|(_, text)| text.as_slice()).collect()
    };
    assert!(texts.len() > 100);
    let (mut read, mut failures) = (0, Vec::new());
    for seed in 0..MUTANTS {
        let mut random = Random::new(seed);
        let (one, other) = (texts[random.below(texts.len())], texts[random.below(texts.len())]);
        let bytes = mutant(&mut random, one, other);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let outcome = catch_unwind(|| {
            let Ok(module) = check(&text) else { return false };
            if let Ok(printed) = module.print(&PrintOptions::default()) {
                assert!(parse(&printed).is_ok(), "what is printed is not read again");
            }
            true
        });
        match outcome {
            Ok(found) => read += u64::from(found),
            Err(_) => failures.push(seed),
        }
    }
    assert!(failures.is_empty(), "these seeds fail: {failures:?}");
    assert!(read > MUTANTS / 50, "only {read} were read");
}

/// What lies too deep inside of something else is refused.
#[test]
fn deep_texts() {
    const DEEP: usize = 100_000;
    for open in [
        "[",
        "{a = ",
        "tuple<",
        "tensor<1xtuple<",
        "dense<[",
        "complex<",
        "() -> (",
        "(",
        "affine_map<() -> ((",
        "affine_map<() -> (-",
        "loc(fused[",
        "loc(callsite(",
        "loc(\"a\"(",
        "distinct[0]<",
        "#d.x<[",
        "array<tuple<",
        "memref<4xi32, ",
        "tensor<4xi32, ",
        "sparse<[",
        "#stablehlo.bounds<",
        "!vhlo.tuple_v1<",
        "#vhlo.array_v1<[",
    ] {
        let text = with_attribute(&open.repeat(DEEP));
        assert!(check(&text).is_err(), "{open}");
    }
    let nested = |open: &str, close: &str| {
        with_attribute(&format!("{}1{}", open.repeat(DEEP), close.repeat(DEEP)))
    };
    refused(&nested("[", "]"), "nested text");
    refused(&nested("{a = ", "}"), "nested text");
    // What is wrong lies in entries that a schema spells.
    for (open, close) in [
        ("#vhlo.dict_v1<{1 = ", "}>"),
        ("#vhlo.array_v1<[", "]>"),
        ("#vhlo.type_v1<!vhlo.tuple_v1<", ">>"),
        ("#stablehlo<bounds ", ">"),
        ("#sdy.sharding_per_value<[", "]>"),
    ] {
        for inner in ["1 2", "nonsense", "{"] {
            let text = format!("{}{inner}{}", open.repeat(100), close.repeat(100));
            // Whether it is read as text or refused: soon.
            let _ = check(&with_attribute(&text));
        }
    }
    let sum = vec!["d0 floordiv 2"; DEEP].join(" + ");
    assert!(check(&with_attribute(&format!("affine_map<(d0) -> ({sum})>"))).is_ok());
    let sum: Vec<String> = (0..DEEP).map(|number| format!("d{number}")).collect();
    let sum = sum.join(" + ");
    let text = format!("affine_map<({}) -> ({sum})>", sum.replace(" + ", ", "));
    refused(&with_attribute(&text), "nested operators");
}

/// Regions may lie in each other as deep as they like.
#[test]
fn deep_regions() {
    const DEEP: usize = 20_000;
    let text = format!("{}{}", "\"t.op\"() ({".repeat(DEEP), "}) : () -> ()".repeat(DEEP));
    assert!(check(&text).is_ok());
    let open = "\"t.op\"() ({".repeat(DEEP);
    refused(&open, "to end the region");
}

/// Aliases that stand for themselves, and those that grow each time that they are replaced.
#[test]
fn aliases() {
    refused("#a = [#a]", "there is no alias");
    refused("#a = [#b]\n#b = [#a]", "there is no alias");
    refused("!a = tuple<!a>", "there is no alias");
    refused("\"t.op\"() : () -> () loc(#a)\n#a = loc(fused[#a])", "there is no alias");
    let mut text = String::from("#a0 = #d.x<1>\n");
    for number in 1..100 {
        let before = number - 1;
        let _ = writeln!(text, "#a{number} = #d.x<#a{before}, #a{before}>");
    }
    refused(&text, "bytes of aliases");
    let mut text = String::from("#a0 = [1]\n");
    for number in 1..1000 {
        let before = number - 1;
        let _ = writeln!(text, "#a{number} = [#a{before}, #a{before}]");
    }
    assert!(check(&text).is_ok());
}

/// Numbers that are larger than anything.
#[test]
fn huge_numbers() {
    let digits = "9".repeat(100_000);
    for text in [
        format!("\"t.op\"() : () -> i{digits}"),
        format!("\"t.op\"() : () -> tensor<{digits}xi8>"),
        format!("\"t.op\"() : () -> vector<{digits}xi8>"),
        format!("%0:{digits} = \"t.op\"() : () -> i8"),
        "%0:4294967295 = \"t.op\"() : () -> i8".to_owned(),
        format!("\"t.op\"(%0#{digits}) : (i8) -> ()"),
        format!("\"t.op\"() : () -> () loc(\"a\":{digits}:1)"),
        with_attribute(&digits),
        with_attribute(&format!("{digits} : i16777215")),
        with_attribute(&format!("0x{digits} : i64")),
        with_attribute(&format!("distinct[{digits}]<>")),
        with_attribute(&format!("affine_map<() -> ({digits})>")),
        with_attribute(&format!("strided<[{digits}]>")),
        with_attribute("dense<1> : tensor<9223372036854775807x9223372036854775807xi8>"),
        with_attribute("dense<[1]> : tensor<9223372036854775807xi8>"),
        with_attribute("dense<\"0x01\"> : tensor<9223372036854775807x2xf64>"),
    ] {
        assert!(check(&text).is_err(), "{}", &text[..60.min(text.len())]);
    }
    for text in [
        with_attribute(&format!("{digits}.0")),
        with_attribute(&format!("1.0e{digits}")),
        with_attribute(&format!("0x{digits} : i16777215")),
        with_attribute("dense<1> : tensor<9223372036854775807xi8>"),
        format!("\"t.op\"() : () -> tensor<{}xi8>", vec!["1"; 20_000].join("x")),
        format!("\"t.op\"() : () -> memref<{}xi8>", vec!["1"; 2_000].join("x")),
    ] {
        assert!(check(&text).is_ok(), "{}", &text[..60.min(text.len())]);
    }
}
