//! Uses of symbols, and renaming a symbol with them.

use bytespec::mlir::{Module, OpId, ParseOptions, PrintOptions, Version};
use bytespec::{Error, ErrorKind};

/// References of every kind: nested, in lists and dictionaries, of operations that nobody registered, from inside of tables of
/// symbols, and one that leads to an inner symbol of the same name.
const NESTED: &str = r#""builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.call"() <{callee = @f}> : () -> ()
    "func.call"() <{callee = @inner::@f}> : () -> ()
    "my.op"() {one = @f, list = [@f, @inner, {deep = @inner::@f, same = @f}], @f_2, "@f" = "@f"} : () -> ()
    "my.op"() <{unregistered = [@f, @g]}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "f_2", sym_visibility = "private"}> ({
  }) : () -> ()
  "builtin.module"() <{sym_name = "inner"}> ({
    "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
      "func.call"() <{callee = @f}> : () -> ()
      "func.call"() <{callee = @f_2}> : () -> ()
      "func.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
"#;

fn parsed(text: &str) -> Module<'static> {
    Module::parse(text, &ParseOptions::default()).expect("the text is read").into_owned()
}

fn printed(module: &Module<'_>) -> String {
    module.print(&PrintOptions::default()).expect("the module is printed")
}

fn symbol(module: &Module<'_>, path: &[&str]) -> OpId {
    module.symbol(path).expect("the names are read").expect("the symbol is there")
}

/// The names of the operations that use a symbol, and their references.
fn uses(module: &Module<'_>, path: &[&str]) -> Vec<String> {
    let found = module.symbol_uses(symbol(module, path)).expect("the uses are found");
    assert_eq!(found.unknown, []);
    let spelled = found.uses.iter().map(|used| {
        format!("{} @{} {}", module.name(used.op).full(), used.path.join("::@"), used.position)
    });
    spelled.collect()
}

#[test]
fn uses_are_what_references_resolve_to() {
    let text = NESTED.replace(", @f_2, ", ", ");
    let module = parsed(&text);
    let of_f = ["func.call @f 0", "my.op @f 0", "my.op @f 0"];
    assert_eq!(uses(&module, &["f"]), of_f);
    assert_eq!(uses(&module, &["f_2"]), ["func.call @f_2 0"]);
    assert_eq!(
        uses(&module, &["inner"]),
        ["func.call @inner::@f 0", "my.op @inner 0", "my.op @inner::@f 0"]
    );
    assert_eq!(
        uses(&module, &["inner", "f"]),
        ["func.call @inner::@f 1", "my.op @inner::@f 1", "func.call @f 0"]
    );
}

#[test]
fn renaming_changes_every_use_and_nothing_else() {
    let text = NESTED.replace(", @f_2, ", ", ");
    // Without properties, none are unregistered.
    let old: String =
        text.split_inclusive('\n').filter(|line| !line.contains("<{unregistered")).collect();
    for (version, text) in [(Version::ALL[1], &old), (Version::LATEST, &text)] {
        let mut module = parsed(text);
        module.convert(version, Default::default()).expect("every version has it");
        let before = printed(&module);
        let inner = symbol(&module, &["inner", "f"]);
        assert_eq!(module.rename_symbol(inner, "h"), Ok(3));
        let expected = before.replace("@inner::@f", "@inner::@h");
        let (outside, inside) =
            expected.rsplit_once("sym_name = \"f\"").expect("the inner function");
        let (call, rest) = match inside.split_once("callee = @f}") {
            Some((call, rest)) => (call, rest),
            None => panic!("{inside}"),
        };
        let expected = format!("{outside}sym_name = \"h\"{call}callee = @h}}{rest}");
        assert_eq!(printed(&module), expected);
        // Back again, and a second symbol.
        assert_eq!(module.rename_symbol(inner, "f"), Ok(3));
        assert_eq!(printed(&module), before);
        let outer = symbol(&module, &["inner"]);
        assert_eq!(module.rename_symbol(outer, "with blank"), Ok(3));
        assert_eq!(
            printed(&module),
            before.replace("@inner", "@\"with blank\"").replace("\"inner\"", "\"with blank\"")
        );
        assert_eq!(module.rename_symbol(outer, "with blank"), Ok(0));
        let read = module.write(&Default::default()).expect("the module is written");
        let read = Module::read(&read).expect("and read");
        assert_eq!(printed(&read), printed(&module));
    }
}

#[test]
fn no_reference_leads_elsewhere_after_renaming() {
    let text = NESTED.replace(", @f_2, ", ", ");
    let mut module = parsed(&text);
    let before = printed(&module);
    let kind = |result: Result<usize, Error>| result.expect_err("it is refused").kind().clone();
    let duplicate = |name: &str| ErrorKind::Duplicate { what: "symbol", name: name.to_owned() };
    let (f, inner) = (symbol(&module, &["f"]), symbol(&module, &["inner", "f"]));
    // Another symbol of the table has the name.
    assert_eq!(kind(module.rename_symbol(f, "f_2")), duplicate("f_2"));
    // The call of the outer `f_2` would lead to the inner one.
    assert_eq!(kind(module.rename_symbol(inner, "f_2")), duplicate("f_2"));
    // The call inside of `inner` would lead to the function there.
    let f_2 = symbol(&module, &["f_2"]);
    assert_eq!(module.rename_symbol(f, "outer"), Ok(3));
    assert_eq!(kind(module.rename_symbol(f_2, "f")), duplicate("f"));
    assert_eq!(module.rename_symbol(f, "f"), Ok(3));
    assert_eq!(printed(&module), before);
    // A reference that leads nowhere would lead to it: `@g`.
    assert_eq!(kind(module.rename_symbol(f, "g")), duplicate("g"));
    let call = module.ops_named("func.call")[0];
    let missing = kind(module.rename_symbol(call, "a"));
    assert!(matches!(missing, ErrorKind::Missing { what: "symbol", .. }), "{missing:?}");
    assert_eq!(printed(&module), before);
}

#[test]
fn entries_that_may_refer_to_a_symbol_are_reported() {
    let text = r#""builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "my.op"() {a = #my.launch<@f>, b = #my.launch<@f_2>} : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "g"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
"#;
    let mut module = parsed(text);
    let before = printed(&module);
    let f = symbol(&module, &["f"]);
    let found = module.symbol_uses(f).expect("the uses are found");
    assert_eq!((found.uses.len(), found.unknown), (0, module.ops_named("my.op")));
    let refused = module.rename_symbol(f, "h").expect_err("it is refused");
    expect_test::expect![
        "the encoding of an entry of my.op, which may refer to @f, is unknown, so its references cannot be renumbered"
    ]
    .assert_eq(&refused.to_string());
    let g = symbol(&module, &["g"]);
    assert_eq!(module.rename_symbol(g, "h"), Ok(0));
    assert_eq!(printed(&module), before.replace("\"g\"", "\"h\""));
}

#[test]
fn functions_and_globals_of_tile_ir_are_renamed_with_their_uses() {
    use bytespec::tile_ir::{Module, ParseOptions, PrintOptions, Symbol};

    let text = "cuda_tile.module @m {
  global @table <f32: 1.000000e+00> : tile<1xf32>
  global @other <f32: 2.000000e+00> : tile<1xf32>
  entry @run() {
    %0 = get_global @table : tile<ptr<f32>>
    %1 = get_global @other : tile<ptr<f32>>
    return
  }
  entry @again() {
    %0 = get_global @table : tile<ptr<f32>>
    return
  }
}
";
    let mut module = Module::parse(text, &ParseOptions::default()).expect("the text is read");
    let print = |module: &Module| module.print(&PrintOptions::default()).expect("it is printed");
    let before = print(&module);
    let table = module.symbol("table").expect("the module has it");
    assert_eq!(table, Symbol::Global(module.global_id("table").unwrap()));
    let uses = module.symbol_uses(table).unwrap();
    let functions: Vec<_> = uses.iter().map(|found| found.function).collect();
    assert_eq!(functions, module.function_ids().collect::<Vec<_>>());
    let run = module.symbol("run").expect("the module has it");
    assert_eq!(module.symbol_uses(run), Ok(Vec::new()));

    for (symbol, taken) in [(table, "other"), (table, "run"), (run, "again"), (run, "table")] {
        let error = module.rename_symbol(symbol, taken).expect_err("another symbol has the name");
        assert!(matches!(error.kind(), ErrorKind::Duplicate { .. }), "{error}");
    }
    assert_eq!(module.rename_symbol(table, "table"), Ok(0));
    assert_eq!(module.rename_symbol(table, "weights"), Ok(2));
    assert_eq!(module.rename_symbol(run, "main"), Ok(0));
    assert_eq!(print(&module), before.replace("@table", "@weights").replace("@run", "@main"));
    let read = Module::read(&module.write(&Default::default()).unwrap()).unwrap();
    assert_eq!(read.symbol_uses(read.symbol("weights").unwrap()).unwrap().len(), 2);
}
