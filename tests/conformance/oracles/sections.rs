//! What stands in the file beside operations: globals, functions, the producer, locations.

use crate::ops::coverage::model;
use crate::suite::report;
use bytespec::tile_ir::{
    Attribute, DebugEntry, DebugId, Feature, Features, Function, Global, Module, NamedAttribute,
    PreviewAccess, SymbolVisibility, Type, Version,
};
use bytespec_conformance::sample::{ty, value};
use bytespec_conformance::tools::Tools;
use std::collections::BTreeSet;

fn text(module: &Module, flags: &[&str]) -> String {
    let bytes = match module.write(&Default::default()) {
        Ok(bytes) => bytes,
        Err(error) => panic!("{error}"),
    };
    match Tools::get().disassemble(&bytes, flags) {
        Ok(text) => text,
        Err(refusal) => panic!("{}: {refusal}", module.version),
    }
}

fn kernel(module: &mut Module) -> &mut Function {
    match module.kernel("k", &[], |b, _| b.return_([]).build()) {
        Ok(function) => module.function_at_mut(function).expect("it was made"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn globals_are_printed_as_built() {
    for &version in Version::ALL {
        let mut expected = String::new();
        let mut module = Module::new(version);
        let late = version >= Version::V13_3;
        for &symbol_visibility in SymbolVisibility::ALL {
            for constant in [false, true] {
                for alignment in [0, 16] {
                    let public = symbol_visibility == SymbolVisibility::Public;
                    if !late && (constant || !public) {
                        continue;
                    }
                    let name = format!("g{}", module.globals.len());
                    let r#type = ty(&mut module, "tile<2xi8>");
                    let global = Global {
                        name: module.string(&name),
                        r#type,
                        value: module.constant([1, 2]),
                        alignment,
                        symbol_visibility,
                        constant,
                    };
                    module.globals.push(global);
                    expected += &format!(
                        "global {} {}@{name}{} <i8: [1, 2]> : tile<2xi8>\n",
                        if public { "" } else { "private " },
                        if constant { "constant " } else { "" },
                        if alignment == 0 { "" } else { " alignment = 16" },
                    );
                }
            }
        }
        let text = text(&module, &[]);
        assert_eq!(text.trim_end(), expected.trim_end(), "{version}");
    }
}

#[test]
fn functions_without_parameters_and_the_producer_are_printed_as_built() {
    for &version in Version::ALL {
        let mut module = Module::new(version);
        kernel(&mut module);
        let f32 = module.scalar(Type::Float32);
        let built = module.kernel("second", &[f32, f32], |b, _| b.return_([]).build());
        assert!(built.is_ok());
        let mut expected = "entry @k() {\n  return\n}\n\
                            entry @second(%arg0: tile<f32>, %arg1: tile<f32>) {\n  return\n}"
            .to_owned();
        if version >= Version::V13_3 {
            module.producer = Some(module.string("a producer"));
            expected.insert_str(0, "// Producer: a producer\n");
        }
        assert_eq!(text(&module, &[]).trim_end(), expected, "{version}");
        let empty = Module::new(version);
        assert_eq!(text(&empty, &[]).trim_end(), "", "{version}");
    }
}

#[test]
fn known_hints_are_printed_as_built() {
    for &version in Version::ALL {
        let mut module = Module::new(version);
        let i32 = module.ty(Type::Int32);
        let mut named = |name: &str, value| NamedAttribute { name: module.string(name), value };
        let number = |value| Attribute::Integer { r#type: i32, value };
        let entries = vec![named("num_cta_in_cga", number(2)), named("occupancy", number(4))];
        let first = named("sm_100", Attribute::Dictionary { entries: entries.into() });
        let entries = vec![named("num_worker_warps_per_cta", number(4))];
        let second = named("default", Attribute::Dictionary { entries: entries.into() });
        let entries = vec![first, second].into();
        kernel(&mut module).hints = Some(Attribute::OptimizationHints { entries });
        assert_eq!(
            text(&module, &[]).lines().next(),
            Some(
                "entry @k() optimization_hints=<default = {num_worker_warps_per_cta = 4}, sm_100 = \
                 {num_cta_in_cga = 2, occupancy = 4}> {"
            ),
            "{version}"
        );
    }
}

/// A kernel with a location of every kind.
fn located(version: Version, declaration: bool) -> (Module, BTreeSet<String>) {
    let mut module = Module::new(version);
    let [file_name, folder, name, inner, linkage] =
        ["a.py", "/dir", "fn", "inner", "k"].map(|text| module.string(text));
    let file = module.debug(DebugEntry::File { name: file_name, directory: folder });
    let unit = module.debug(DebugEntry::CompileUnit { file: Some(file) });
    let subprogram = module.debug(DebugEntry::Subprogram {
        file: Some(file),
        line: 10,
        name,
        linkage_name: linkage,
        compile_unit: Some(unit),
        scope_line: 11,
        declaration: false,
    });
    let callee = module.debug(DebugEntry::Subprogram {
        file: Some(file),
        line: 50,
        name: inner,
        linkage_name: inner,
        compile_unit: Some(unit),
        scope_line: 51,
        declaration,
    });
    let block = module.debug(DebugEntry::LexicalBlock {
        scope: Some(subprogram),
        file: Some(file),
        line: 20,
        column: 5,
    });
    let mut place = |scope: DebugId, line: u32| {
        module.debug(DebugEntry::Location {
            scope: Some(scope),
            filename: file_name,
            line,
            column: 3,
        })
    };
    let (start, in_block, in_callee, call) =
        (place(subprogram, 10), place(block, 21), place(callee, 52), place(subprogram, 12));
    let call = module.debug(DebugEntry::CallSite { callee: Some(in_callee), caller: Some(call) });
    let unknown = module.debug(DebugEntry::Unknown);
    let built = module.kernel("k", &[], |b, _| {
        b.at(Some(in_block));
        b.i32(1);
        b.at(Some(call));
        b.i32(2);
        b.at(Some(unknown));
        b.i32(3);
        b.at(None);
        b.return_([]).build();
    });
    match built {
        Ok(function) => {
            let function = module.function_at_mut(function).expect("it was made");
            function.has_locations = true;
            function.location = Some(start);
        }
        Err(error) => panic!("{error}"),
    }
    let seen = module.debug_entries().iter().map(|entry| entry.variant_name().to_owned()).collect();
    (module, seen)
}

#[test]
fn locations_are_printed_as_built() {
    let model = model();
    let mut wrong = Vec::new();
    for (index, &version) in Version::ALL.iter().enumerate() {
        for declaration in [false, true] {
            if declaration && version < Version::V13_5 {
                continue;
            }
            let (module, seen) = located(version, declaration);
            let text = text(&module, &["-g"]);
            let expected = match declaration {
                true => LOCATED.replace("scopeLine = 51", "scopeLine = 51, flags = declaration"),
                false => LOCATED.to_owned(),
            };
            if text.trim_end() != expected.trim_end() {
                wrong.push(format!("{version}: expected\n{expected}\n  found\n{text}"));
            }
            let union = model.unions.iter().find(|union| union.docs.name == "DebugEntry");
            for variant in union.iter().flat_map(|union| &union.variants) {
                if variant.docs.gate.has(index) && !seen.contains(&variant.docs.name) {
                    wrong.push(format!("{version}: no entry {}", variant.docs.name));
                }
            }
        }
    }
    report(&wrong);
}

const LOCATED: &str = r##"entry @k() {
  %cst_1_i32 = constant <i32: 1> : tile<i32> loc(#loc8)
  %cst_2_i32 = constant <i32: 2> : tile<i32> loc(#loc9)
  %cst_3_i32 = constant <i32: 3> : tile<i32> loc(#loc4)
  return loc(#loc4)
} loc(#loc5)
#di_file = #cuda_tile.di_file<"a.py" in "/dir">
#loc = loc("a.py":10:3)
#loc1 = loc("a.py":21:3)
#loc2 = loc("a.py":52:3)
#loc3 = loc("a.py":12:3)
#loc4 = loc(unknown)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 10, name = "fn", linkageName = "k", compileUnit = #di_compile_unit, scopeLine = 11>
#di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file, line = 50, name = "inner", linkageName = "inner", compileUnit = #di_compile_unit, scopeLine = 51>
#di_lexical_block = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 20, column = 5>
#loc5 = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc6 = #cuda_tile.di_loc<#loc2 in #di_subprogram1>
#loc7 = #cuda_tile.di_loc<#loc3 in #di_subprogram>
#loc8 = #cuda_tile.di_loc<#loc1 in #di_lexical_block>
#loc9 = loc(callsite(#loc6 at #loc7))
"##;

#[test]
fn calls_are_printed_as_built() {
    let mut module = Module::new(Version::LATEST);
    module.features = Features::NONE.with(Feature::Preview);
    let tile = ty(&mut module, "tile<8xf32>");
    let params = [tile].into();
    let results = [].into();
    let signature = module.ty(Type::Function { params, results });
    let callee = module.string("f");
    let key = module.string("cuda_tile.preview$access");
    let access = Attribute::PreviewAccessValue { value: PreviewAccess::In };
    let entries = vec![NamedAttribute { name: key, value: access }].into();
    let elements = vec![Attribute::Dictionary { entries }].into();
    let mut function = Function::kernel(callee, signature, &[tile]);
    function.kernel = false;
    function.private = true;
    function.arg_attrs = Attribute::Array { elements };
    function.const_params = Some(Attribute::Array { elements: [].into() });
    let mut call = String::new();
    let built = module.kernel("k", &[], |b, _| {
        let x = value(b, "tile<8xf32>");
        b.preview_call([], [x], callee, []).build();
        b.return_([]).build();
        call = format!("preview$call @f({x}) : (!cuda_tile.tile<8xf32>) -> ()");
    });
    assert!(built.is_ok());
    module.functions.push(function);
    let text = text(&module, &["--preview=simt"]);
    let functions = bytespec_conformance::listing::functions(&text);
    assert_eq!(functions[0].lines[1], call);
    assert!(text.contains(
        "@f(%arg0: tile<8xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>})"
    ));
    // The announcement is what allows it.
    let bytes = module.write(&Default::default()).unwrap_or_default();
    assert!(Tools::get().disassemble(&bytes, &[]).is_err());
}
