//! Every kind of entry of `builtin`, spelled out in the file.

use bytespec::ErrorKind;
use bytespec::mlir::internals::set_text;
use bytespec::mlir::view::{AttributeEntry, BuiltinAttribute, TypeEntry};
use bytespec::mlir::{
    Attribute, AttributeId, BuiltinAttribute as OwnedAttribute, Handle, Losses, Module,
    ParseOptions, PrintOptions, Release, Type, TypeId, Version, WriteOptions,
};

/// All kinds of attributes, types and locations that text can say.
const TEXT: &str = r#"
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, memref<?xi8, strided<[2]>>) -> (), sym_name = "f g"}> ({
  ^bb0(%a: tensor<4xf32> loc("a.c":1:2), %b: memref<?xi8, strided<[2]>> loc(unknown)):
    %0:2 = "t.types"(%a) {x = 1 : si7} : (tensor<4xf32>) -> (vector<2x[4]xindex>, tuple<i1, complex<f64>, none>) loc("n"("b.c":3:4))
    "t.more"(%0#0) : (vector<2x[4]xindex>) -> (tensor<*xbf16>, tensor<2xi4, #t.enc>, memref<*xi8, 1>, memref<2x2xi8, affine_map<(d0, d1) -> (d1, d0)>, 2>) loc(callsite("c" at fused<"m">["d.c":5:6, unknown]))
    %d = "t.truth"() : () -> i1
    "cf.cond_br"(%d, %d, %d)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i1, i1) -> ()
  ^bb1(%c: i1):
    "func.return"() : () -> ()
  }) {a = [1, "x", [], {}], b = {c = 1.5 : f32, "d e"}, d = @s::@"t u", e = loc("f.c":1:2), f = affine_map<(d0) -> (d0 + 1)>,
      g = dense<[1, 2]> : tensor<2xi32>, h = array<i8: 1, -1>, i = dense_resource<k> : tensor<1xi8>, j = unit, l = true,
      m = affine_set<(d0) : (d0 >= 0)>, n = strided<[1], offset: ?>, o = "s" : !t.str, p = (i32) -> f8E5M2, q = tf32,
      r = dense<["a", "b"]> : tensor<2x!t.str>, s = sparse<[[0]], [1.0]> : tensor<4xf32>, t = "q\22\0A", u = @flat} : () -> ()
}) : () -> ()
{-# dialect_resources: {builtin: {k: "0x0400000001"}} #-}
"#;

fn module(release: Release) -> Module<'static> {
    let options = ParseOptions::default().release(release);
    Module::parse(TEXT, &options).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Makes entries text that have an encoding, each of which `is_wanted` by its place among them; how many there are.
fn spell_out(module: &mut Module<'_>, is_wanted: impl Fn(usize) -> bool) -> usize {
    let mut texts: Vec<(Handle, String)> = Vec::new();
    for id in (0..module.attribute_count() as u32).map(AttributeId) {
        match module.attribute(id) {
            Ok(Attribute::Typed(AttributeEntry::Builtin(BuiltinAttribute::DistinctAttr {
                ..
            }))) => {}
            Ok(Attribute::Typed(AttributeEntry::Builtin(_))) => {
                texts.push((id.into(), spelled(module, id.into())));
            }
            _ => {}
        }
    }
    for id in (0..module.type_count() as u32).map(TypeId) {
        if let Ok(Type::Typed(TypeEntry::Builtin(_))) = module.ty(id) {
            texts.push((id.into(), spelled(module, id.into())));
        }
    }
    let count = texts.len();
    for (entry, text) in (1..).zip(texts).filter(|(place, _)| is_wanted(*place)).map(|of| of.1) {
        set_text(module, entry, &text).unwrap();
    }
    count
}

/// The whole text of an entry.
fn spelled(module: &Module<'_>, entry: Handle) -> String {
    match entry {
        Handle::Attribute(id) => module.display(id).to_string(),
        Handle::Type(id) => module.display(id).to_string(),
    }
}

fn printed(module: &Module<'_>) -> String {
    module.print(&PrintOptions::default().locations(true)).unwrap()
}

/// Spelled out or not, a module is the same: printed, written and read, and in every version.
#[test]
fn parsed_entries_match_their_text() {
    for release in [Release::R17, Release::R19, Release::R22, Release::R23] {
        let original = module(release);
        let text = printed(&original);
        let entries = spell_out(&mut original.clone(), |_| true);
        assert!(entries > 60, "{entries} entries");
        let check = |mut module: Module<'_>, what: &str| {
            assert_eq!(printed(&module), text, "{what}");
            let bytes = module.write(&WriteOptions::default()).unwrap();
            let read = Module::read(&bytes).unwrap();
            assert_eq!(printed(&read), text, "{what}, written");
            read.reencode().unwrap();
            for version in Version::ALL {
                let mut module = read.clone();
                if module.convert(*version, Losses::Allow).is_ok_and(|lost| lost.is_empty()) {
                    assert_eq!(printed(&module), text, "{what}, version {version}");
                }
            }
            module.resolve_texts().unwrap();
            assert_eq!(printed(&module), text, "{what}, resolved");
            let op = module.symbol(&["f g"]).unwrap();
            assert!(op.is_some(), "{what}");
            assert_eq!(module.resolve_texts().unwrap(), 0, "{what}");
        };
        let mut all = original.clone();
        spell_out(&mut all, |_| true);
        check(all, "all");
        for wanted in (1..=entries).step_by(7) {
            let mut one = original.clone();
            spell_out(&mut one, |entry| entry == wanted);
            check(one, &format!("entry {wanted}"));
        }
    }
}

/// Text that cannot be read is an error where it stands, wherever it is looked at.
#[test]
fn text_that_is_wrong_has_its_place() {
    for (text, is_type) in [
        ("i3(", true),
        ("tensor<4x", true),
        ("i32 i32", true),
        ("", true),
        ("#map", false),
        ("[1, 2", false),
        ("{a = 1, a = 2}", false),
        ("loc(\"a\":1:)", false),
        ("affine_map<(d0) -> (d1)>", false),
        ("1 : tensor<i8>", false),
        ("\"open", false),
    ] {
        let mut module = Module::new("example");
        let id = module.add_attribute_text(b"builtin", text);
        let ty = module.add_type_text(b"builtin", text).unwrap();
        let id = match is_type {
            true => module.add_attribute(OwnedAttribute::TypeAttr { value: ty }).unwrap(),
            false => id.unwrap(),
        };
        let name = module.add_string(b"a").unwrap();
        let dictionary = module.dictionary_attribute(vec![(name, id)]).unwrap();
        let top = module.ops(module.root()).next().unwrap();
        module.set_attributes(top, dictionary).unwrap();
        let bytes = module.write(&WriteOptions::default()).unwrap();
        let mut read = Module::read(&bytes).unwrap();
        let mut zero = text.as_bytes().to_vec();
        zero.push(0);
        let first = bytes.windows(zero.len()).position(|window| window == zero).unwrap();
        let last = bytes.windows(zero.len()).rposition(|window| window == zero).unwrap();
        let errors = [
            read.print(&PrintOptions::default()).unwrap_err(),
            read.reencode().unwrap_err(),
            read.check_texts().unwrap_err(),
            read.resolve_texts().unwrap_err(),
        ];
        for error in errors {
            let at = error.offset().unwrap_or_default();
            assert!((first..=last + text.len()).contains(&at), "{text}: {error}");
            assert!(error.path().contains('['), "{text}: {error}");
            assert!(!matches!(error.kind(), ErrorKind::Invalid(_)), "{text}: {error}");
        }
    }
}
