//! Text of functions of every kind, and omissions of text.

use bytespec::text::Scanner;
use bytespec::tile_ir::{
    Attribute, DebugEntry, Feature, Features, Function, Global, Module, NamedAttribute, Numbering,
    OmittedPart, ParseOptions, PrintOptions, Profile, SectionLayout, SymbolVisibility, Type,
    Version, WriteOptions, begins_module,
};
use std::collections::BTreeSet;

const VERSION: Version = Version::V13_4;
fn with_locations() -> PrintOptions {
    PrintOptions::default().locations(true)
}

fn canonical(module: &Module) -> Option<Vec<u8>> {
    let numbering = Numbering::Canonical(Profile::Cxx);
    module.write_unverified(&WriteOptions::default().numbering(numbering)).ok()
}

fn printed(module: &Module) -> String {
    match module.print(&with_locations()) {
        Ok(text) => text,
        Err(error) => panic!("{error}"),
    }
}

fn again(module: &Module) -> Result<Module, String> {
    let options = ParseOptions::default().version(module.version);
    Module::parse(&printed(module), &options).map_err(|errors| errors.to_string())
}

/// A module with a function of one parameter, to be changed.
fn made(version: Version, change: impl FnOnce(&mut Module, &mut Function)) -> Module {
    let mut module = Module::new(version);
    let scalar = module.scalar(Type::Int32);
    let built = module.kernel("k", &[scalar], |b, params| {
        let _ = b.addi(params[0], params[0]).build();
        b.return_([]).build();
    });
    assert!(built.is_ok());
    let mut function = module.functions.remove(0);
    change(&mut module, &mut function);
    module.functions.push(function);
    module
}

fn array(elements: Vec<Attribute>) -> Attribute {
    Attribute::Array { elements: elements.into() }
}

fn hints(entries: Vec<NamedAttribute>) -> Attribute {
    Attribute::OptimizationHints { entries: entries.into() }
}

/// Functions with every flag, with and without results, hints, parameters of preview content and operations: what a file can hold is
/// read back from its text, which is told to be one of Tile IR, or listed.
#[test]
fn functions_of_every_kind_are_read_back() {
    let (mut files, mut words) = (0, BTreeSet::new());
    for version in Version::ALL.iter().copied() {
        for bits in 0u32..1 << 9 {
            let bit = |index: u32| bits >> index & 1 != 0;
            let module = made(version, |module, function| {
                function.kernel = bit(0);
                function.private = bit(1);
                function.extern_implementation = bit(2);
                if bit(3) {
                    function.const_params = Some(array(Vec::new()));
                }
                if bit(4) {
                    let (name, ty) = (module.string("N"), module.ty(Type::PreviewIndex));
                    let param = Attribute::PreviewConstParam { name, r#type: ty };
                    function.const_params = Some(array(vec![param]));
                }
                if bit(5) {
                    function.hints = Some(hints(Vec::new()));
                }
                if bit(6) {
                    let value = Attribute::Dictionary { entries: Vec::new().into() };
                    let entry = NamedAttribute { name: module.string("sm_100"), value };
                    function.hints = Some(hints(vec![entry]));
                }
                if bit(7) {
                    let scalar = module.scalar(Type::Int32);
                    let (params, results) = (vec![scalar], vec![scalar, scalar]);
                    let (params, results) = (params.into(), results.into());
                    function.signature = module.ty(Type::Function { params, results });
                }
                if bit(8) {
                    let params: Vec<_> =
                        function.body.params().iter().map(|param| param.ty).collect();
                    function.body = bytespec::tile_ir::Body::new(&params);
                }
                if version == Version::LATEST && (bit(2) || bit(3) || bit(4)) {
                    module.features = Features::NONE.with(Feature::Preview);
                }
            });
            // What no file of the version can hold is no module of it.
            let Some(bytes) = canonical(&module) else { continue };
            let Ok(module) = Module::read(&bytes) else { continue };
            let text = printed(&module);
            let word = Scanner::new(&text).spelling();
            assert!(begins_module(word), "{text}");
            words.insert(word.to_owned());
            let read = match again(&module) {
                Ok(read) => read,
                Err(errors) => panic!("{errors}\n{text}"),
            };
            assert_eq!(printed(&read), text);
            let Ok(omissions) = module.omissions() else { panic!("{text}") };
            assert_eq!(canonical(&read) == canonical(&module), omissions.is_empty(), "{text}");
            files += 1;
        }
    }
    println!("{files} functions are read back from text");
    assert_eq!(files, 376);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(words, ["entry", "function", "preview$func"]);
}

/// A module with one hint.
fn hinted(name: &str, value: fn(&mut Module) -> Attribute) -> Module {
    let dictionary =
        |entries: Vec<NamedAttribute>| Attribute::Dictionary { entries: entries.into() };
    made(VERSION, |module, function| {
        let value = value(module);
        let value = dictionary(vec![NamedAttribute { name: module.string(name), value }]);
        let name = module.string("sm_100");
        function.hints = Some(hints(vec![NamedAttribute { name, value }]));
    })
}

/// A module with one global.
fn constant(ty: Type, shape: &[i64], bytes: &[u8]) -> Module {
    let mut module = Module::new(VERSION);
    let r#type = module.tile(ty, shape);
    let (name, value) = (module.string("g"), module.constant(bytes));
    let symbol_visibility = SymbolVisibility::Public;
    let (alignment, constant) = (0, false);
    module.globals.push(Global { name, r#type, value, alignment, symbol_visibility, constant });
    module
}

fn producer(text: &str) -> Module {
    let mut module = made(VERSION, |_, _| {});
    module.producer = Some(module.string(text));
    module
}

/// Every part that is listed is lost indeed.
#[test]
fn listed_omissions_are_lost() {
    let mut announced = made(Version::LATEST, |_, _| {});
    announced.features = Features::NONE.with(Feature::Preview);
    let located = made(VERSION, |module, function| {
        let location = module.debug(DebugEntry::Opaque { tag: 99, bytes: vec![1, 2] });
        function.has_locations = true;
        function.location = Some(location);
    });
    let cases = [
        (OmittedPart::Producer, producer("")),
        (OmittedPart::Producer, producer("a\nb")),
        (OmittedPart::Preview, announced),
        (OmittedPart::Hints, made(VERSION, |_, function| function.hints = Some(hints(Vec::new())))),
        (
            OmittedPart::ParameterAttributes,
            made(Version::LATEST, |_, function| {
                function.arg_attrs =
                    array(vec![Attribute::Dictionary { entries: Vec::new().into() }]);
            }),
        ),
        (OmittedPart::Names, hinted("a b", |_| Attribute::Bool { value: true })),
        (
            OmittedPart::NumberTypes,
            hinted("a", |module| Attribute::Integer { r#type: module.ty(Type::Int64), value: 5 }),
        ),
        (
            OmittedPart::NumberTypes,
            hinted("a", |module| Attribute::Integer { r#type: module.ty(Type::Int1), value: 1 }),
        ),
        (OmittedPart::Storage, constant(Type::Int8, &[2], &[7, 7])),
        (OmittedPart::Storage, constant(Type::Int1, &[2], &[0, 1])),
        (OmittedPart::Storage, constant(Type::Int1, &[3], &[0xf9])),
        (OmittedPart::Locations, located),
    ];
    let mut parts = BTreeSet::new();
    for (part, module) in cases {
        let Ok(omissions) = module.omissions() else { panic!("{part:?}") };
        assert_eq!(omissions.iter().map(|omission| omission.part).collect::<Vec<_>>(), [part]);
        if let Ok(read) = again(&module) {
            assert_ne!(canonical(&read), canonical(&module), "{part:?}: {}", printed(&module));
        }
        parts.insert(part);
    }
    assert_eq!(parts.len(), 8, "{parts:?}");
}

/// Values that are stored in the usual way and printed are not listed.
#[test]
fn printed_content_is_not_listed_as_omitted() {
    for module in [
        producer("a b"),
        hinted("a", |module| Attribute::Integer { r#type: module.ty(Type::Int32), value: 5 }),
        constant(Type::Int8, &[2], &[7]),
        constant(Type::Int8, &[2], &[7, 8]),
        constant(Type::Int1, &[3], &[1]),
        constant(Type::Int1, &[3], &[0xff]),
        constant(Type::Int1, &[], &[1]),
    ] {
        assert_eq!(module.omissions(), Ok(Vec::new()), "{}", printed(&module));
        assert_eq!(again(&module).ok().and_then(|read| canonical(&read)), canonical(&module));
    }
}

/// Sections that no schema has, and bytes around entries, are listed with how many there are.
#[test]
fn bytes_that_are_carried_are_listed() {
    let module = made(Version::V13_4, |_, _| {});
    let Ok(bytes) = module.write(&Default::default()) else { panic!("the module is not written") };
    let Ok(mut module) = Module::read(&bytes) else { panic!("the module is not read") };
    assert_eq!(module.omissions(), Ok(Vec::new()));
    let Some(layout) = &mut module.layout else { panic!("the module has no layout") };
    let payload = Some(vec![1, 2, 3]);
    let unknown = SectionLayout { id: 60, alignment: None, padding: Vec::new(), payload };
    layout.sections.insert(0, unknown);
    layout.function_tail = vec![1, 2];
    let Ok(bytes) = module.write(&Default::default()) else { panic!("the module is not written") };
    let Ok(omissions) = Module::read(&bytes).and_then(|module| module.omissions()) else {
        panic!("the module is not read")
    };
    let listed: Vec<String> = omissions.iter().map(ToString::to_string).collect();
    assert_eq!(
        listed,
        ["3 bytes of sections that are not decoded", "2 bytes around entries of tables"]
    );
}
