//! Extracts the generated code of an item, with places in the schema as comments.

use super::items::Item;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::BTreeMap;
use syn::{Attribute, Block, Expr, Fields, ImplItem, Item as Code, Meta, Stmt, Type};

/// Marks the place of a comment in the code until it is text.
const MARK: &str = "__schema_line";

/// The prefix of the place of an item in its documentation.
const SCHEMA_PLACE: &str = "Schema: `";

/// Modules with other forms of the types in the modules around them.
const FORMS: [&str; 3] = ["view", "parts", "build"];

/// The code of an item, formatted.
///
/// # Errors
/// Code that is not Rust, and code without the item.
pub(super) fn of(code: TokenStream, item: &Item) -> Result<String, String> {
    let file: syn::File = syn::parse2(code).map_err(|error| error.to_string())?;
    let name = type_at(&file.items, &item.place, &mut Vec::new());
    let Some((module, name)) = name else {
        return Err(format!("nothing is generated for {} `{}` alone", item.kind, item.name));
    };
    let wanted = Wanted { item, name, module: without_forms(&module) };
    let mut found = BTreeMap::new();
    wanted.collect(file.items, &mut Vec::new(), &mut found);
    let mut text = format!("// {} `{}`: {}\n", item.kind, item.name, item.place);
    for (module, items) in found {
        // The outermost module holds everything, and is not named.
        let title = match &module[module.len().min(1)..] {
            [] => "At the top".to_owned(),
            inner => format!("In the module `{}`", inner.join("::")),
        };
        let file = syn::File { shebang: None, attrs: Vec::new(), items };
        text.push_str(&format!("\n// {title}:\n\n{}", comments(&prettyplease::unparse(&file))));
    }
    Ok(text)
}

/// The type whose documentation states a place in the schema, with its module.
fn type_at(items: &[Code], place: &str, module: &mut Vec<String>) -> Option<(Vec<String>, String)> {
    items.iter().find_map(|item| match item {
        Code::Struct(item) if is_from(&item.attrs, place) => {
            Some((module.clone(), item.ident.to_string()))
        }
        Code::Enum(item) if is_from(&item.attrs, place) => {
            Some((module.clone(), item.ident.to_string()))
        }
        Code::Mod(inner) => {
            let (_, items) = inner.content.as_ref()?;
            module.push(inner.ident.to_string());
            let found = type_at(items, place, module);
            module.pop();
            found
        }
        _ => None,
    })
}

fn is_from(attributes: &[Attribute], place: &str) -> bool {
    attributes.iter().any(|attribute| {
        let Meta::NameValue(meta) = &attribute.meta else { return false };
        let text = meta.value.to_token_stream().to_string();
        meta.path.is_ident("doc") && text.contains(&format!("{SCHEMA_PLACE}{place}`"))
    })
}

fn without_forms(module: &[String]) -> Vec<String> {
    module.iter().filter(|name| !FORMS.contains(&name.as_str())).cloned().collect()
}

/// The item to find.
struct Wanted<'i> {
    item: &'i Item,
    /// The name of the type.
    name: String,
    module: Vec<String>,
}

impl Wanted<'_> {
    /// Finds the items of the type, by module.
    fn collect(
        &self,
        items: Vec<Code>,
        module: &mut Vec<String>,
        found: &mut BTreeMap<Vec<String>, Vec<Code>>,
    ) {
        for item in items {
            if let Code::Mod(inner) = item {
                let Some((_, items)) = inner.content else { continue };
                module.push(inner.ident.to_string());
                self.collect(items, module, found);
                module.pop();
                continue;
            }
            // All builders are in one module.
            let is_near = without_forms(module) == self.module
                || module.last().is_some_and(|last| last == "build");
            if is_near && self.is_of(&item) {
                let place = &self.item.place;
                let of_module = found.entry(module.clone()).or_default();
                let mark = mark(place);
                of_module.push(syn::parse_quote!(#mark));
                of_module.push(self.marked(item));
            }
        }
    }

    fn is_of(&self, item: &Code) -> bool {
        match item {
            Code::Struct(item) => item.ident == self.name,
            Code::Enum(item) => item.ident == self.name,
            Code::Impl(item) => match &*item.self_ty {
                Type::Path(of) => {
                    of.path.segments.last().is_some_and(|last| last.ident == self.name)
                }
                _ => false,
            },
            // A macro of the runtime that implements what is the same for all items: its first argument is the type.
            Code::Macro(item) => {
                let first = item.mac.tokens.clone().into_iter().next();
                matches!(first, Some(TokenTree::Ident(first)) if first == self.name)
            }
            _ => false,
        }
    }

    /// The item with a mark before each part that comes from a part of the schema.
    fn marked(&self, mut item: Code) -> Code {
        match &mut item {
            Code::Struct(item) => self.fields(&mut item.fields),
            Code::Enum(item) => {
                for variant in &mut item.variants {
                    self.attribute(&variant.ident.to_string(), &mut variant.attrs);
                }
            }
            Code::Impl(item) => {
                for inner in &mut item.items {
                    if let ImplItem::Fn(function) = inner {
                        self.block(&mut function.block);
                    }
                }
            }
            _ => {}
        }
        item
    }

    fn fields(&self, fields: &mut Fields) {
        for field in fields {
            if let Some(name) = &field.ident {
                self.attribute(&name.to_string(), &mut field.attrs);
            }
        }
    }

    fn attribute(&self, name: &str, attributes: &mut Vec<Attribute>) {
        if let Some(place) = self.place(name) {
            let text = format!(" {MARK} {place}");
            attributes.insert(0, syn::parse_quote!(#[doc = #text]));
        }
    }

    /// Marks statements about a single part, once for each run of them.
    fn block(&self, block: &mut Block) {
        let mut before = None;
        let mut marked = Vec::new();
        for mut statement in std::mem::take(&mut block.stmts) {
            let about = self.about(&statement);
            match about {
                Some(place) if before != Some(place) => {
                    let mark = mark(place);
                    marked.push(syn::parse_quote!(#mark));
                }
                Some(_) => {}
                None => self.inside(&mut statement),
            }
            before = about;
            marked.push(statement);
        }
        block.stmts = marked;
    }

    fn inside(&self, statement: &mut Stmt) {
        if let Stmt::Expr(expression, _) = statement {
            self.expression(expression);
        }
    }

    fn expression(&self, expression: &mut Expr) {
        match expression {
            Expr::If(inner) => {
                self.block(&mut inner.then_branch);
                if let Some((_, otherwise)) = &mut inner.else_branch {
                    self.expression(otherwise);
                }
            }
            Expr::Block(inner) => self.block(&mut inner.block),
            Expr::ForLoop(inner) => self.block(&mut inner.body),
            _ => {}
        }
    }

    /// The place of the only part that a statement mentions.
    fn about(&self, statement: &Stmt) -> Option<&str> {
        let mut found = Vec::new();
        self.mentioned(statement.to_token_stream(), &mut found);
        found.dedup();
        match found.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// The places of the parts that tokens mention, as a field or as a variable.
    fn mentioned<'s>(&'s self, tokens: TokenStream, found: &mut Vec<&'s str>) {
        let mut after_point = false;
        for token in tokens {
            match &token {
                TokenTree::Group(group) => self.mentioned(group.stream(), found),
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    let name = match (word.strip_prefix("f_"), after_point) {
                        (Some(name), _) => Some(name),
                        (None, true) => Some(word.as_str()),
                        (None, false) => None,
                    };
                    found.extend(name.and_then(|name| self.place(name)));
                }
                _ => {}
            }
            after_point = matches!(&token, TokenTree::Punct(point) if point.as_char() == '.');
        }
    }

    /// The place of a part, by its name in Rust.
    fn place(&self, name: &str) -> Option<&str> {
        let plain = |name: &str| -> String {
            let name = name.strip_prefix("r#").unwrap_or(name);
            name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
        };
        let name = plain(name);
        let part = self.item.parts.iter().find(|(part, _)| plain(part) == name);
        part.map(|(_, place)| place.as_str())
    }
}

/// A mark between items or statements.
fn mark(place: &str) -> TokenStream {
    let mark = format_ident!("{MARK}");
    quote!(#mark!(#place);)
}

/// Formatted code with comments in place of marks.
fn comments(text: &str) -> String {
    let mut found = String::new();
    for line in text.lines() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let of_item =
            code.strip_prefix(&format!("{MARK}!(\"")).and_then(|rest| rest.strip_suffix("\");"));
        let of_part = code.strip_prefix(&format!("/// {MARK} "));
        match of_item.or(of_part) {
            Some(place) => found.push_str(&format!("{indent}// {place}")),
            None => found.push_str(line),
        }
        found.push('\n');
    }
    found
}
