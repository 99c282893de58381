//! Numbers of a format are only in its schema: handwritten code has no opcode, tag, section id, bit or version.

use crate::sources::{LIBRARY, read, root, rust_files, short};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprLit, Lit};

/// Folders of code about one format.
const FORMAT_FOLDERS: [&str; 3] = ["runtime/tile_ir/src", "runtime/mlir/src", "cli/src/formats"];

/// Files of these folders about a subject that has numbers of its own, and the subject.
const EXEMPT: [(&str, &str); 1] = [(
    "runtime/mlir/src/text/parse/use_orders.rs",
    "the hash of the table whose order a writer keeps",
)];

/// Small numbers and powers of two up to the bits of a word: code cannot do without them, and one of
/// them in the place of a format's number is found by the other rule.
const SMALL: [u128; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 16, 31, 32, 63, 64];

/// Functions that take or return a number of the format: none of them has a literal argument.
const NUMBERED: [&str; 9] = [
    "from_opcode",
    "from_number",
    "from_parts",
    "u8",
    "u16",
    "leb128",
    "leb128_zigzag",
    "prefix",
    "prefix_zigzag",
];

/// Names of numbers of the format: none of them is compared with a literal.
const NUMBERS: [&str; 4] = ["opcode", "tag", "number", "id"];

struct Finder {
    file: String,
    /// Literals are numbers of a format here.
    format: bool,
    found: Vec<String>,
}

impl Finder {
    fn report(&mut self, span: proc_macro2::Span, what: &str) {
        self.found.push(format!("{}:{}: {what}", self.file, span.start().line));
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::NameValue(_) => false,
    })
}

fn integer(expr: &Expr) -> Option<u128> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok(),
        _ => None,
    }
}

/// Whether an expression ends in the name of a number of the format.
fn names_number(expr: &Expr) -> bool {
    match expr {
        Expr::MethodCall(call) => NUMBERS.iter().any(|name| call.method == name),
        Expr::Field(field) => match &field.member {
            syn::Member::Named(name) => NUMBERS.iter().any(|number| name == number),
            syn::Member::Unnamed(_) => false,
        },
        Expr::Path(path) => NUMBERS.iter().any(|name| path.path.is_ident(name)),
        Expr::Paren(inner) => names_number(&inner.expr),
        Expr::Reference(inner) => names_number(&inner.expr),
        _ => false,
    }
}

fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte.is_ascii_graphic() || byte == b' ')
}

fn is_version(text: &str) -> bool {
    let mut parts = text.split('.');
    text.contains('.')
        && parts.all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    /// A limit has a name and any value.
    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        let name = item.ident.to_string();
        if !name.starts_with("MAX_") && !name.starts_with("MIN_") {
            visit::visit_item_const(self, item);
        }
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_lit(&mut self, literal: &'ast Lit) {
        match literal {
            Lit::Int(int) if self.format => {
                let value: u128 = int.base10_parse().unwrap_or(u128::MAX);
                if !SMALL.contains(&value) {
                    self.report(int.span(), &format!("the number {int}"));
                }
            }
            Lit::Str(text) if is_version(&text.value()) => {
                self.report(text.span(), &format!("the version {}", text.value()));
            }
            Lit::ByteStr(bytes) if self.format && !is_text(&bytes.value()) => {
                self.report(bytes.span(), "bytes that are not text");
            }
            _ => {}
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if self.format && NUMBERED.iter().any(|name| call.method == name) {
            for number in call.args.iter().filter_map(integer).filter(|&number| number != 0) {
                self.report(call.method.span(), &format!("{}({number})", call.method));
            }
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if self.format
            && let Expr::Path(path) = &*call.func
            && let Some(last) = path.path.segments.last()
            && NUMBERED.iter().any(|name| last.ident == name)
            && let Some(number) = call.args.iter().find_map(integer)
        {
            self.report(last.ident.span(), &format!("{}({number})", last.ident));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if self.format
            && let Some(number) = integer(&binary.left).or_else(|| integer(&binary.right))
            && (names_number(&binary.left) || names_number(&binary.right))
            && matches!(binary.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_))
        {
            self.report(binary.left.span(), &format!("a comparison with {number}"));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_match(&mut self, matched: &'ast syn::ExprMatch) {
        if self.format && names_number(&matched.expr) {
            for arm in &matched.arms {
                if let syn::Pat::Lit(literal) = &arm.pat {
                    self.report(literal.span(), "a match of a number of the format");
                }
            }
        }
        visit::visit_expr_match(self, matched);
    }
}

fn find(file: &str, text: &str, format: bool) -> Vec<String> {
    let parsed = match syn::parse_file(text) {
        Ok(parsed) => parsed,
        Err(error) => panic!("{file}: {error}"),
    };
    let mut finder = Finder { file: file.to_owned(), format, found: Vec::new() };
    finder.visit_file(&parsed);
    finder.found
}

#[test]
fn hand_written_code_has_no_number_of_a_format() {
    let mut found = Vec::new();
    let mut files = 0;
    for folder in LIBRARY.into_iter().chain(["cli/src"]) {
        for path in rust_files(&root().join(folder)) {
            let name = short(&path);
            let tests = path.file_name().is_some_and(|name| name == "tests.rs");
            if tests || EXEMPT.iter().any(|(exempt, _)| *exempt == name) {
                continue;
            }
            let format = FORMAT_FOLDERS.iter().any(|folder| name.starts_with(folder));
            found.extend(find(&name, &read(&path), format));
            files += 1;
        }
    }
    assert!(files > 20, "only {files} files were looked at");
    assert!(found.is_empty(), "these numbers belong into a schema:\n{}", found.join("\n"));
}

#[test]
fn the_search_finds_what_it_is_for() {
    let text = r#"
        const MAX_DEPTH: u32 = 1000;
        fn f(op: &Op, writer: &mut Writer) -> u32 {
            if op.opcode() == 2 { writer.u8(3); }
            match op.tag { 1 => {} _ => {} }
            let kind = OpKind::from_opcode(4);
            let version: Version = "13.1".parse();
            let magic = b"\x7fTile";
            let id = 0x5c;
            MAX_DEPTH
        }
        #[cfg(test)]
        mod tests { const OPCODE: u32 = 0x5c; }
    "#;
    expect_test::expect![[r#"
        example:4: a comparison with 2
        example:4: u8(3)
        example:5: a match of a number of the format
        example:6: from_opcode(4)
        example:7: the version 13.1
        example:8: bytes that are not text
        example:9: the number 0x5c"#]]
    .assert_eq(&find("example", text, true).join("\n"));
}
