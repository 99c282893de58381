//! Text of Tile IR that no tool prints: other forms of the same, and what is wrong.

use bytespec::tile_ir::{Module, ParseOptions, PrintOptions};
use expect_test::{Expect, expect};

/// The text that is printed of another one.
#[track_caller]
fn normal(text: &str) -> String {
    let module = match Module::parse(text, &ParseOptions::default()) {
        Ok(module) => module,
        Err(errors) => panic!("{errors}"),
    };
    module.print(&PrintOptions::default().locations(text.contains("loc("))).expect("a text")
}

/// Both texts are the same module.
#[track_caller]
fn same(text: &str, expected: &str) {
    assert_eq!(normal(text), expected);
}

/// Wraps operations into an entry with some values.
fn entry(ops: &str) -> String {
    format!("entry @k(%arg0: tile<i32>, %arg1: tile<ptr<f32>>) {{\n{ops}  return\n}}\n")
}

#[test]
fn the_module_around() {
    let inner = entry("");
    same(&format!("cuda_tile.module @m {{\n{inner}}}\n"), &inner);
    same(&format!("module {{ cuda_tile.module @m {{ {inner} }} }}"), &inner);
    let with = format!("cuda_tile.module @m attributes {{producer = \"p\"}} {{ {inner} }}");
    same(&with, &format!("// Producer: p\n{inner}"));
    same(&format!("// Producer: p\n{inner}"), &format!("// Producer: p\n{inner}"));
}

#[test]
fn blanks_comments_and_names() {
    let plain = entry("  %0 = addi %arg0, %arg0 : tile<i32>\n");
    same("entry@k(%a:tile<i32>,%b:tile<ptr<f32>>){%x.y-1$=addi%a,%a:tile<i32>return}", &plain);
    same(
        "entry @k(%a : tile < i32 >, // comment\n %b: tile<ptr<f32>>) {\n%9 = addi %a , %a : tile<i32>}",
        &plain,
    );
    // Results that nobody names.
    same(&entry("addi %arg0, %arg0 : tile<i32>\n"), &plain);
}

#[test]
fn the_dialect_in_front() {
    let plain = entry("  %0 = addi %arg0, %arg0 : tile<i32>\n");
    let text = "cuda_tile.entry @k(%a: !cuda_tile.tile<i32>, %b: !cuda_tile.tile<ptr<f32>>) {
        %0 = cuda_tile.addi %a, %a : !cuda_tile.tile<i32>
        cuda_tile.return }";
    same(text, &plain);
    let plain = entry("  %assume = assume div_by<16>, %arg1 : tile<ptr<f32>>\n");
    same(&entry("%1 = assume #cuda_tile.div_by<16>, %arg1 : tile<ptr<f32>>\n"), &plain);
}

#[test]
fn explicit_defaults() {
    let plain = entry("  %0 = addi %arg0, %arg0 : tile<i32>\n");
    same(&entry("%0 = addi %arg0, %arg0 overflow<none> : tile<i32>\n"), &plain);
    same(
        "global public @g alignment = 0 <i32: [1, 2]> : tile<2xi32>",
        "global  @g <i32: [1, 2]> : tile<2xi32>\n",
    );
    let plain = "  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32>\n  %0 = addf %cst_0_f32, %cst_0_f32  : tile<f32>\n";
    let text = "%c = constant <f32: 0.0> : tile<f32>\n%0 = addf %c, %c rounding < nearest_even > : tile<f32>\n";
    same(&entry(text), &entry(plain));
    let plain = "  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<f32>\n  %0 = maxf %cst_0_f32, %cst_0_f32 flush_to_zero propagate_nan : tile<f32>\n";
    let text = "%c = constant <f32: 0x0> : tile<f32>\n%0 = maxf %c, %c propagate_nan flush_to_zero : tile<f32>\n";
    same(&entry(text), &entry(plain));
    let text = "%c = constant <f32: 0.0> : tile<f32>\n%0 = maxf %c, %c {propagate_nan, flush_to_zero, other = 1} : tile<f32>\n";
    same(&entry(text), &entry(plain));
}

/// As many results as the view has dimensions, named or not.
#[test]
fn shapes_without_names() {
    let view = "tensor_view<8x16xf32, strides=[16,1]>";
    let made = format!("make_tensor_view %arg1, shape = [8, 16], strides = [16, 1] : {view}");
    let of = |names: &str| {
        let get = format!("get_tensor_shape %tview : {view} -> tile<i32>");
        entry(&format!("  %tview = {made}\n  {names}{get}\n"))
    };
    same(&of(""), &of("%0:2 = "));
    same(&of("%a, %b = "), &of("%0:2 = "));
}

/// Keys of hints are printed as they are: a blank in one cannot be read, unless it stands in quotation marks.
#[test]
fn keys_of_hints() {
    let hints = |key: &str| format!("entry @k() optimization_hints=<sm_90 = {{{key} = 4}}> {{}}");
    same(&hints("\"q r\""), "entry @k() optimization_hints=<sm_90 = {q r = 4}> {\n  return\n}\n");
    refused(
        &hints("q r"),
        expect![[r#"
            <stdin>:1:43: expected `=`; a name that is not a word needs quotation marks, found `r`
            entry @k() optimization_hints=<sm_90 = {q r = 4}> {}
                                                      ^"#]],
    );
}

#[test]
fn ends_of_blocks() {
    let plain = entry("  for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> {\n  }\n");
    same(&entry("for %i in (%arg0 to %arg0, step %arg0) : tile<i32> {\ncontinue }\n"), &plain);
    same("entry @k() {}", "entry @k() {\n  return\n}\n");
}

#[test]
fn constants() {
    let of = |text: &str| entry(&format!("%c = constant {text}\n"));
    let is = |name: &str, text: &str| entry(&format!("  %{name} = constant {text}\n"));
    same(&of("<i32: -0x10> : tile<i32>"), &is("cst_-16_i32", "<i32: -16> : tile<i32>"));
    same(&of("<i32: 4294967295> : tile<i32>"), &is("cst_-1_i32", "<i32: -1> : tile<i32>"));
    same(&of("<i8: 255> : tile<i8>"), &is("cst_-1_i8", "<i8: -1> : tile<i8>"));
    same(&of("<i1: [1, 0]> : tile<2xi1>"), &is("cst_i1", "<i1: [true, false]> : tile<2xi1>"));
    same(&of("<f32: 0x7F800000> : tile<f32>"), &is("cst_f32", "<f32: 0x7F800000> : tile<f32>"));
    same(
        &of("<i16: \"0x0100FFFF\"> : tile<2xi16>"),
        &is("cst_i16", "<i16: [1, -1]> : tile<2xi16>"),
    );
}

#[test]
fn locations_in_place_of_aliases() {
    let text = "entry @k() {
        return loc(#cuda_tile.di_loc<loc(\"f\":3:4) in #s>)
      } loc(#cuda_tile.di_loc<loc(\"f\":1:1) in #s>)
      #f = #cuda_tile.di_file<\"f\" in \"d\">
      #u = #cuda_tile.di_compile_unit<file = #f>
      #s = #cuda_tile.di_subprogram<file = #f, line = 1, name = \"k\", linkageName = \"k\", compileUnit = #u>";
    expect![[r#"
        entry @k() {
          return loc(#loc3)
        } loc(#loc2)
        #di_file = #cuda_tile.di_file<"f" in "d">
        #loc = loc("f":1:1)
        #loc1 = loc("f":3:4)
        #di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
        #di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 1, name = "k", linkageName = "k", compileUnit = #di_compile_unit>
        #loc2 = #cuda_tile.di_loc<#loc in #di_subprogram>
        #loc3 = #cuda_tile.di_loc<#loc1 in #di_subprogram>
    "#]].assert_eq(&normal(text));
}

/// Texts with one error each.
#[track_caller]
fn refused(text: &str, expected: Expect) {
    match Module::parse(text, &ParseOptions::default()) {
        Ok(_) => panic!("the text is read:\n{text}"),
        Err(errors) => expected.assert_eq(&errors.to_string()),
    }
}

#[test]
fn several_errors_at_once() {
    let ops = "  %0 = addi %arg0, %arg9 : tile<i32>
  %1 = addi %0, %arg0 : tile<i32>
  %2 = adddi %arg0, %arg0 : tile<i32>
  for %i in (%arg0 to %arg0, step %arg0) : tile<i32> {
    %3 = addi %arg0, %arg0 : tile<i16>
  }
  %4 = addi %2, %i : tile<i32>
  %5 = muli %arg0, %arg0 overflow<nope> : tile<i32>
";
    refused(
        &entry(ops),
        expect![[r#"
            <stdin>:2:20: there is no value `%arg9` here
              %0 = addi %arg0, %arg9 : tile<i32>
                               ^^^^^
            <stdin>:4:8: there is no operation `adddi` here
              %2 = adddi %arg0, %arg0 : tile<i32>
                   ^^^^^
            <stdin>:6:5: `result` and `lhs` must have the same type, found tile<i16> and tile<i32>
                %3 = addi %arg0, %arg0 : tile<i16>
                ^^
            <stdin>:9:35: expected one of `none`, `no_signed_wrap`, `no_unsigned_wrap`, `no_wrap`, found `nope`
              %5 = muli %arg0, %arg0 overflow<nope> : tile<i32>
                                              ^^^^"#]],
    );
}

/// Operations of which each is wrong in another way, but for one that nothing checks.
const WRONG: &[&str] = &[
    "%a = iota : tile<4xi3>",
    "%a = addi %arg0 : tile<i32>",
    "%a, %b = addi %arg0, %arg0 : tile<i32>",
    "%a:2 = addi %arg0, %arg0 : tile<i32>",
    "%arg0 = addi %arg0, %arg0 : tile<i32>",
    "%a = addi %arg0, %arg0 : tile<i32> extra",
    "%a = constant <i32: [1, 2]> : tile<4xi32>",
    "%a = constant <i32: 1.5> : tile<i32>",
    "%a = constant <f32: 1> : tile<f32>",
    "%a = constant <i8: 256> : tile<i8>",
    "%a = cmpi equal %arg0, %arg0 : tile<i32> -> tile<i1>",
    "%a = addi %arg1, %arg1 : tile<i32>",
    "%a = addi %arg0#1, %arg0 : tile<i32>",
    "%a = make_tensor_view %arg1, shape = [8], strides = [1] : tensor_view<9xf32, strides=[1]>",
    "if %arg0 -> tile<i32> { }",
    "break loc(#nowhere)",
    "%a = get_tensor_shape %arg0 : tile<i32> -> tile<i32>",
    "return } }",
    "for %i in (%arg0 to %arg0, step %arg0) : tile<i32> {",
];

#[test]
fn each_error_has_its_position() {
    let mut messages = String::new();
    for text in WRONG {
        match Module::parse(&entry(&format!("  {text}\n")), &ParseOptions::default()) {
            Ok(_) => messages.push_str(&format!("{text}\n  is read\n")),
            Err(errors) => {
                let first = errors.iter().next().map(ToString::to_string).unwrap_or_default();
                messages.push_str(&format!("{first}\n"));
            }
        }
    }
    expect![[r#"
        2:22: expected a value of Type, found `i3`
          %a = iota : tile<4xi3>
                             ^^
        2:19: expected `,`, found `:`
          %a = addi %arg0 : tile<i32>
                          ^
        2:3: expected 1 names of results, found 2
          %a, %b = addi %arg0, %arg0 : tile<i32>
          ^^
        2:3: expected 1 names of results, found 2
          %a:2 = addi %arg0, %arg0 : tile<i32>
          ^^
        2:3: there is a second value `%arg0`
          %arg0 = addi %arg0, %arg0 : tile<i32>
          ^^^^^
        2:38: there is no operation `extra` here
          %a = addi %arg0, %arg0 : tile<i32> extra
                                             ^^^^^
        2:23: the shape of the elements is [2], not [4]
          %a = constant <i32: [1, 2]> : tile<4xi32>
                              ^
        2:23: `1.5` is not an integer, which has no point
          %a = constant <i32: 1.5> : tile<i32>
                              ^^^
        2:23: `1` is not a number with a point, or the bits of one with `0x`
          %a = constant <f32: 1> : tile<f32>
                              ^
        2:22: `256` is not an integer of 8 bits
          %a = constant <i8: 256> : tile<i8>
                             ^^^
        2:32: expected `,`, found `:`
          %a = cmpi equal %arg0, %arg0 : tile<i32> -> tile<i1>
                                       ^
        2:3: `result` and `lhs` must have the same type, found tile<i32> and tile<ptr<f32>>
          %a = addi %arg1, %arg1 : tile<i32>
          ^^
        2:13: `%arg0` index 1 is out of bounds (there are 1)
          %a = addi %arg0#1, %arg0 : tile<i32>
                    ^^^^^
        2:41: `shape` differs from that of the result's type
          %a = make_tensor_view %arg1, shape = [8], strides = [1] : tensor_view<9xf32, strides=[1]>
                                                ^
        2:15: expected `(`, found `tile`
          if %arg0 -> tile<i32> { }
                      ^^^^
        2:13: there is no alias `#nowhere` here
          break loc(#nowhere)
                    ^^^^^^^^
        %a = get_tensor_shape %arg0 : tile<i32> -> tile<i32>
          is read
        2:12: expected `entry`, `function`, `preview$func`, `global`, `cuda_tile.module` or an alias, found `}`
          return } }
                   ^
        5:1: expected an operation, found the end

        ^
    "#]]
    .assert_eq(&messages);
}
