//! Code that reads bytes or text makes errors only with a place, unless its caller adds one.

use crate::sources::{LIBRARY, read, root, rust_files, short};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};

/// Functions that add a place, or a step of the path, to an error.
const PLACING: &[&str] = &[
    "or_at",
    "moved_to",
    "within",
    "field",
    "index",
    "item",
    "or_element",
    "at_entry",
    "at_properties",
    "within_entry",
    "within_properties",
    "in_bytes",
    "refused_in",
    "placed",
];

/// Files and folders of the library that read bytes or text. Everywhere else, an error names the handle or value of the
/// program that it is about.
const READERS: &[&str] = &[
    "runtime/core/src/container.rs",
    "runtime/core/src/plan/file",
    "runtime/core/src/plan/read",
    "runtime/core/src/text",
    "runtime/core/src/wire",
    "runtime/mlir/src/codec",
    "runtime/mlir/src/file",
    "runtime/mlir/src/file.rs",
    "runtime/mlir/src/module/kinds.rs",
    "runtime/mlir/src/module/read",
    "runtime/mlir/src/module/read.rs",
    "runtime/mlir/src/tables",
    "runtime/mlir/src/tables.rs",
    "runtime/mlir/src/text/parse",
    "runtime/tile_ir/src/codec",
    "runtime/tile_ir/src/file",
    "runtime/tile_ir/src/file.rs",
    "runtime/tile_ir/src/module/read.rs",
    "runtime/tile_ir/src/text/parse",
];

/// A function of a reader that makes an error without a place: its file, its name, and either the function that adds the place
/// and its file, or the reason for the missing place.
type Exception = (&'static str, &'static str, Reason);

enum Reason {
    /// The place is added by a function of a file.
    By(&'static str, &'static str),
    /// The error is not about bytes.
    None(&'static str),
}

use Reason::{By, None as Nowhere};

/// Written data has no place in an input.
const WRITTEN: Reason = Nowhere("it is about what is written");
/// Reading is repeated in another way at the place of the fault, and that makes the error.
const AGAIN: Reason = Nowhere("what is short is read once more, and refused there");
/// The number comes from a program; a reader adds the place of numbers from a file.
const NUMBER: Reason =
    Nowhere("the number is one that a program gave, or its reader adds the place");

const EXCEPTIONS: &[Exception] = &[
    ("runtime/core/src/container.rs", "check", WRITTEN),
    ("runtime/core/src/container.rs", "check_alignment", WRITTEN),
    ("runtime/core/src/plan/file/combine.rs", "overlap", WRITTEN),
    ("runtime/core/src/plan/file/combine.rs", "reach", WRITTEN),
    ("runtime/core/src/plan/file/corrected.rs", "check_again", WRITTEN),
    ("runtime/core/src/plan/file/facts.rs", "entry", NUMBER),
    ("runtime/core/src/plan/file/mod.rs", "as_far_as_read", Nowhere("it is about the schema")),
    ("runtime/core/src/plan/file/placed.rs", "check_undescribed", WRITTEN),
    ("runtime/core/src/plan/file/relocate.rs", "advised", WRITTEN),
    ("runtime/core/src/plan/file/value.rs", "check_composed", WRITTEN),
    ("runtime/core/src/plan/file/value.rs", "check_sections", WRITTEN),
    ("runtime/core/src/plan/file/value.rs", "compose", WRITTEN),
    ("runtime/core/src/plan/file/value.rs", "compose_with", WRITTEN),
    ("runtime/core/src/plan/file/value.rs", "payloads", WRITTEN),
    ("runtime/core/src/plan/read/expression.rs", "eval_at", Nowhere("it is about the schema")),
    ("runtime/core/src/text/output.rs", "too_long", WRITTEN),
    ("runtime/core/src/text/output.rs", "whole", WRITTEN),
    ("runtime/core/src/text/round_trip.rs", "check_round_trip", Nowhere("it is about a value")),
    ("runtime/core/src/text/wrong.rs", "too_deep", By("runtime/core/src/text/scanner.rs", "enter")),
    ("runtime/core/src/wire/digits.rs", "digits", WRITTEN),
    ("runtime/core/src/wire/leb128_reader.rs", "not_bool", AGAIN),
    (
        "runtime/core/src/wire/budget.rs",
        "over",
        Nowhere("`spend` has the place, and `count` is for what stands nowhere"),
    ),
    ("runtime/core/src/wire/enclosed.rs", "check_balanced", WRITTEN),
    ("runtime/core/src/wire/packed.rs", "check_repeat", WRITTEN),
    ("runtime/core/src/wire/packed.rs", "flag", WRITTEN),
    ("runtime/core/src/wire/packed.rs", "pack", WRITTEN),
    ("runtime/core/src/wire/packed.rs", "plus_one", WRITTEN),
    ("runtime/core/src/wire/table.rs", "entry", NUMBER),
    ("runtime/core/src/wire/table.rs", "write", WRITTEN),
    (
        "runtime/core/src/wire/value.rs",
        "extent_error",
        Nowhere("`check_extent` hands it on to who has the place"),
    ),
    ("runtime/core/src/wire/writer.rs", "depth_error", WRITTEN),
    ("runtime/core/src/wire/writer.rs", "signed_of", WRITTEN),
    ("runtime/mlir/src/codec/encoder.rs", "unnumbered", WRITTEN),
    ("runtime/mlir/src/codec/numbers.rs", "write_bits", WRITTEN),
    (
        "runtime/mlir/src/codec/widths.rs",
        "width",
        By("runtime/mlir/src/codec/numbers.rs", "read_bits"),
    ),
    (
        "runtime/mlir/src/file/use_lists.rs",
        "check_uses",
        By("runtime/mlir/src/module/read.rs", "finish"),
    ),
    ("runtime/mlir/src/tables/names.rs", "past_end", NUMBER),
    (
        "runtime/mlir/src/tables/names.rs",
        "wrong_entry",
        By("runtime/mlir/src/module/places.rs", "wrong_entry"),
    ),
    (
        "runtime/mlir/src/text/parse/texts.rs",
        "utf8",
        By("runtime/mlir/src/text/parse/texts.rs", "parse"),
    ),
    (
        "runtime/tile_ir/src/codec/custom.rs",
        "fits",
        By("runtime/tile_ir/src/codec/custom.rs", "read_integer_bits"),
    ),
    (
        "runtime/tile_ir/src/codec/custom.rs",
        "width",
        By("runtime/tile_ir/src/codec/custom.rs", "read_integer_bits"),
    ),
    (
        "runtime/tile_ir/src/codec/context.rs",
        "no_function",
        By("runtime/tile_ir/src/file.rs", "params"),
    ),
    ("runtime/tile_ir/src/file.rs", "locations", NUMBER),
    (
        "runtime/tile_ir/src/module/read.rs",
        "read_function",
        By("runtime/tile_ir/src/module/read.rs", "from_file"),
    ),
];

/// The functions that make errors without a place, and for each file the functions that call them and add places.
#[derive(Default)]
struct Found {
    functions: Vec<String>,
    /// The number of enclosing calls that add a place.
    placing: usize,
    bare: BTreeSet<String>,
    /// For each function, the names in it, and whether it adds a place.
    named: BTreeMap<String, (BTreeSet<String>, bool)>,
}

impl Found {
    fn name(&mut self, name: String, places: bool) {
        for function in &self.functions {
            let (names, placed) = self.named.entry(function.clone()).or_default();
            names.insert(name.clone());
            *placed |= places;
        }
    }

    fn function(&mut self, name: &syn::Ident, inside: impl FnOnce(&mut Self)) {
        let placing = std::mem::take(&mut self.placing);
        self.functions.push(name.to_string());
        inside(self);
        self.functions.pop();
        self.placing = placing;
    }

    fn around(&mut self, places: bool, inside: impl FnOnce(&mut Self)) {
        self.placing += usize::from(places);
        inside(self);
        self.placing -= usize::from(places);
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

impl<'s> Visit<'s> for Found {
    fn visit_item_mod(&mut self, item: &'s syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'s syn::ItemFn) {
        self.function(&item.sig.ident, |found| visit::visit_item_fn(found, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'s syn::ImplItemFn) {
        self.function(&item.sig.ident, |found| visit::visit_impl_item_fn(found, item));
    }

    fn visit_expr_method_call(&mut self, call: &'s syn::ExprMethodCall) {
        let name = call.method.to_string();
        let places = PLACING.contains(&name.as_str());
        self.name(name, places);
        self.around(places, |found| visit::visit_expr_method_call(found, call));
    }

    fn visit_expr_call(&mut self, call: &'s syn::ExprCall) {
        let mut places = false;
        if let syn::Expr::Path(path) = &*call.func {
            let names: Vec<String> =
                path.path.segments.iter().map(|part| part.ident.to_string()).collect();
            places = names.last().is_some_and(|name| PLACING.contains(&name.as_str()));
            if names == ["Error", "new"] && self.placing == 0 {
                self.bare.extend(self.functions.last().cloned());
            }
        }
        self.around(places, |found| visit::visit_expr_call(found, call));
    }

    fn visit_path(&mut self, path: &'s syn::Path) {
        if let Some(last) = path.segments.last() {
            let name = last.ident.to_string();
            let places = PLACING.contains(&name.as_str());
            self.name(name, places);
        }
        visit::visit_path(self, path);
    }
}

fn looked_at(source: &str) -> Found {
    let file = syn::parse_file(source).unwrap_or_else(|error| panic!("{error}"));
    let mut found = Found::default();
    found.visit_file(&file);
    found
}

#[test]
fn errors_of_readers_have_a_place() {
    let known = "fn bare() { Err(Error::new(kind)) } fn good() { Err(Error::new(kind).or_at(3)) }";
    assert_eq!(looked_at(known).bare, BTreeSet::from(["bare".to_owned()]));
    let (mut files, mut bare) = (0, BTreeSet::new());
    let folders = LIBRARY.into_iter().map(|folder| root().join(folder));
    for path in folders.flat_map(|folder| rust_files(&folder)) {
        let name = short(&path);
        let is_reader = READERS.iter().any(|reader| {
            name == *reader || name.strip_prefix(reader).is_some_and(|rest| rest.starts_with('/'))
        });
        if is_reader && !name.ends_with("tests.rs") {
            files += 1;
            let found = looked_at(&read(&path)).bare.into_iter();
            bare.extend(found.map(|function| (name.clone(), function)));
        }
    }
    assert!(files > 80, "only {files} files were looked at");
    let expected =
        EXCEPTIONS.iter().map(|(file, function, _)| (file.to_string(), function.to_string()));
    let expected: BTreeSet<_> = expected.collect();
    let more: Vec<_> = bare.difference(&expected).collect();
    assert!(more.is_empty(), "these make errors without a place: {more:#?}");
    let fewer: Vec<_> = expected.difference(&bare).collect();
    assert!(fewer.is_empty(), "these make none: {fewer:#?}");
}

#[test]
fn who_adds_a_place_does() {
    for (_, function, reason) in EXCEPTIONS {
        match reason {
            By(file, placer) => {
                let found = looked_at(&read(&root().join(file)));
                let adds = found
                    .named
                    .get(*placer)
                    .is_some_and(|(names, places)| *places && names.contains(*function));
                assert!(adds, "`{placer}` of {file} adds no place to an error of `{function}`");
            }
            Nowhere(why) => assert!(!why.is_empty()),
        }
    }
}
