//! Text of preview content, of which the corpus has a single file.

use bytespec::tile_ir::{
    Feature, Module, Numbering, ParseOptions, PrintOptions, Profile, WriteOptions,
};
use bytespec_tests::preview::{self, TEXTS};

fn printed(module: &Module) -> String {
    match module.print(&PrintOptions::default()) {
        Ok(text) => text,
        Err(error) => panic!("{error}"),
    }
}

fn parsed(text: &str) -> Module {
    match Module::parse(text, &ParseOptions::default()) {
        Ok(module) => module,
        Err(errors) => panic!("{errors}\n{text}"),
    }
}

fn written(module: &Module) -> Vec<u8> {
    let numbering = Numbering::Canonical(Profile::Cxx);
    match module.write(&WriteOptions::default().numbering(numbering)) {
        Ok(bytes) => bytes,
        Err(error) => panic!("{error}"),
    }
}

/// Expressions of each kind in each other, in every place that has some.
#[test]
fn printed_expressions_are_parsed() {
    let module = preview::module();
    let text = printed(&module);
    let again = parsed(&text);
    assert_eq!(printed(&again), text);
    let read = match Module::read(&written(&module)) {
        Ok(read) => read,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(printed(&read), text);
    assert!(again.features.contains(Feature::Preview));
}

#[test]
fn texts_of_the_disassembler_are_read_and_printed_the_same() {
    for text in TEXTS {
        let module = parsed(text);
        assert_eq!(printed(&module), text);
        assert_eq!(written(&parsed(&printed(&module))), written(&module));
    }
}

/// Attributes that are no expressions have the same text inside of expressions as elsewhere.
#[test]
fn other_attributes_in_expressions_are_printed_and_parsed() {
    for attribute in [
        r##"#cuda_tile<preview$expr_add<3 : i32, 1.500000e+00 : f32>>"##,
        r##"#cuda_tile<preview$symbolic_tuple<[[true, "a"], {b = #cuda_tile.div_by<8>, c = index}]>>"##,
        r##"#cuda_tile<preview$layout<(3 : i32 + #cuda_tile.bounded<0, ?>):([1 : i32], -"a")>>"##,
        r##"#cuda_tile<preview$scratch_request<smem.size = {d = 1 : i32}, smem.alignment = f32>>"##,
    ] {
        let text = TEXTS[1].replace("a = 1 : i32", &format!("a = {attribute}"));
        assert!(text.contains(attribute), "{text}");
        assert_eq!(printed(&parsed(&text)), text);
    }
}

/// Names that are no words are printed as they are, and then nobody can tell where they end.
#[test]
fn names_that_are_no_words_are_refused() {
    for (from, to) in [("context.x]", "a b]"), ("[N*5]", "[a b*5]")] {
        let text = TEXTS.iter().find(|text| text.contains(from)).map(|text| text.replace(from, to));
        let text = text.unwrap_or_default();
        assert!(Module::parse(&text, &ParseOptions::default()).is_err(), "{text}");
    }
}

/// Expressions that lie in each other are bounded, however they do.
#[test]
fn depth_has_an_end() {
    let many = 10_000;
    for expression in [
        format!("{}1{}", "(".repeat(many), ")".repeat(many)),
        format!("{}N", "-".repeat(many)),
        format!("1{}", "+1".repeat(many)),
        format!("1{}", "*(1+1)".repeat(many)),
        format!("{}1{}", "(1,".repeat(many), ")".repeat(many)),
        format!("{}1", "#cuda_tile<preview$expr_neg<".repeat(many)),
        format!("{}f32", "!cuda_tile<preview$sym_t<#cuda_tile<preview$concrete_type<".repeat(many)),
    ] {
        let text = TEXTS[2].replace("N*5", &expression);
        assert!(Module::parse(&text, &ParseOptions::default()).is_err());
    }
}
