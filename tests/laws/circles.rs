//! No two files of a package import each other, directly, through others, or through re-exports of module files.

use crate::sources::{packages, read, rust_files, short};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Module = Vec<String>;

#[test]
fn no_files_import_each_other() {
    let (mut circles, mut imports) = (BTreeSet::new(), 0);
    for package in packages() {
        let source = package.join("src");
        let modules = modules(&source);
        let texts: BTreeMap<&Module, TokenStream> =
            modules.iter().map(|(module, path)| (module, tokens_of(path))).collect();
        let reexports: BTreeMap<&Module, BTreeMap<String, Module>> =
            texts.iter().map(|(module, tokens)| (*module, reexports(tokens, module))).collect();
        let mut arrows: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
        for (module, tokens) in &texts {
            let module = *module;
            let mut found = Vec::new();
            named(tokens.clone(), module, &mut found);
            let targets = found.iter().filter_map(|path| file_of(path, &modules, &reexports));
            // A file that re-exports items of its own folder does not depend on that folder.
            let others: BTreeSet<_> =
                targets.filter(|target| !target.starts_with(module)).collect();
            imports += others.len();
            arrows.insert(module, others);
        }
        while trim(&mut arrows) {}
        let around = arrows.keys().filter(|module| reached(module, &arrows).contains(*module));
        for module in around {
            let back = reached(module, &arrows).into_iter();
            let back = back.filter(|other| reached(other, &arrows).contains(module));
            let files: BTreeSet<_> = back.map(|module| short(&modules[module])).collect();
            circles.insert(files.into_iter().collect::<Vec<_>>().join(", "));
        }
    }
    let circles: Vec<_> = circles.into_iter().collect();
    assert!(circles.is_empty(), "these import each other:\n{}", circles.join("\n"));
    assert!(imports > 500, "only {imports} imports were seen");
}

/// Files by their module; test modules are excluded, because they may import everything.
fn modules(source: &Path) -> BTreeMap<Module, PathBuf> {
    let mut modules = BTreeMap::new();
    for path in rust_files(source) {
        let relative = path.strip_prefix(source).unwrap_or(&path).with_extension("");
        let parts = relative.components().map(|part| part.as_os_str().to_string_lossy());
        let mut module: Module = parts.map(|part| part.into_owned()).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        if !module.iter().any(|part| part == "tests") {
            modules.insert(module, path);
        }
    }
    modules
}

fn tokens_of(path: &Path) -> TokenStream {
    let Ok(tokens) = read(path).parse() else {
        panic!("{} is no Rust", short(path));
    };
    tokens
}

/// The items that a module re-exports from its own folder, by name, with their paths in the package.
fn reexports(tokens: &TokenStream, module: &Module) -> BTreeMap<String, Module> {
    let is = |token: &TokenTree, expected: &str| matches!(token, TokenTree::Ident(word) if word == expected);
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut found = Vec::new();
    for (at, _) in tokens.iter().enumerate().filter(|(_, token)| is(token, "pub")) {
        let after = &tokens[at + 1..];
        // `pub(crate)` and the like.
        let after = match after {
            [TokenTree::Group(_), rest @ ..] => rest,
            _ => after,
        };
        match after {
            [word, path @ ..] if is(word, "use") => tree(path, Some(module), module, &mut found),
            _ => continue,
        };
    }
    let inside = found.into_iter().filter(|path| path.len() > module.len() + 1);
    let inside = inside.filter(|path| path.starts_with(module));
    inside.filter_map(|path| Some((path.last()?.clone(), path))).collect()
}

/// The file of a path: its deepest module, or the source of what that module re-exports.
fn file_of<'m>(
    path: &[String],
    modules: &'m BTreeMap<Module, PathBuf>,
    reexports: &BTreeMap<&Module, BTreeMap<String, Module>>,
) -> Option<&'m Module> {
    let known = |len: usize| modules.get_key_value(&path[..len]);
    let (module, _) = (0..=path.len()).rev().find_map(known)?;
    let rest = &path[module.len()..];
    match rest.first().and_then(|name| reexports[module].get(name)) {
        Some(source) => file_of(&[source, &rest[1..]].concat(), modules, reexports),
        None => Some(module),
    }
}

/// The modules that a module imports, directly or through others.
fn reached<'m>(
    module: &Module,
    arrows: &BTreeMap<&'m Module, BTreeSet<&'m Module>>,
) -> BTreeSet<&'m Module> {
    let mut found = BTreeSet::new();
    let mut next: Vec<&Module> = arrows.get(module).into_iter().flatten().copied().collect();
    while let Some(module) = next.pop() {
        if found.insert(module) {
            next.extend(arrows.get(module).into_iter().flatten().copied());
        }
    }
    found
}

/// Removes modules that import nothing or that nothing imports; whether there were any.
fn trim(arrows: &mut BTreeMap<&Module, BTreeSet<&Module>>) -> bool {
    let before = arrows.len();
    let left: BTreeSet<&Module> = arrows.keys().copied().collect();
    arrows.values_mut().for_each(|targets| targets.retain(|target| left.contains(target)));
    let targets: BTreeSet<&Module> = arrows.values().flatten().copied().collect();
    arrows.retain(|module, own| !own.is_empty() && targets.contains(module));
    arrows.len() < before
}

/// The paths in the code of a module that begin at the package or at a module, as paths from the package.
fn named(tokens: TokenStream, module: &Module, found: &mut Vec<Module>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let next = &tokens[at + 1..];
        at += match (token, next) {
            (TokenTree::Punct(mark), [TokenTree::Group(group), rest @ ..])
                if mark.as_char() == '#' && is_of_tests(&group.stream()) =>
            {
                2 + item_len(rest)
            }
            // The content of a macro is code of another package.
            (TokenTree::Ident(name), [TokenTree::Punct(mark), _, ..])
                if mark.as_char() == '!' && name.to_string().starts_with("quote") =>
            {
                3
            }
            (TokenTree::Ident(word), [TokenTree::Ident(name), TokenTree::Group(group), ..])
                if word == "mod" =>
            {
                let inner = [module.as_slice(), &[name.to_string()]].concat();
                named(group.stream(), &inner, found);
                3
            }
            (TokenTree::Ident(word), _) if word == "crate" || word == "super" || word == "self" => {
                tree(&tokens[at..], None, module, found)
            }
            (TokenTree::Group(group), _) => {
                named(group.stream(), module, found);
                1
            }
            _ => 1,
        };
    }
}

/// Whether an attribute restricts an item to tests.
fn is_of_tests(attribute: &TokenStream) -> bool {
    let text = attribute.to_string().replace(' ', "");
    text == "cfg(test)" || text.starts_with("cfg(all(test")
}

/// The number of tokens of the first item.
fn item_len(tokens: &[TokenTree]) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    };
    tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1)
}

/// Adds the path at the start of the tokens, or all paths of a group at its end. Returns its length in tokens.
fn tree(
    tokens: &[TokenTree],
    from: Option<&Module>,
    module: &Module,
    found: &mut Vec<Module>,
) -> usize {
    let mut path = from.cloned();
    let mut at = 0;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => {
                let word = word.to_string();
                let so_far = path.get_or_insert_with(|| module.clone());
                match word.as_str() {
                    "crate" => so_far.clear(),
                    "super" => drop(so_far.pop()),
                    "self" => {}
                    _ => so_far.push(word),
                }
                at += 1;
            }
            Some(TokenTree::Group(group)) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
                for part in inner.split(comma).filter(|part| !part.is_empty()) {
                    tree(part, path.as_ref(), module, found);
                }
                return at + 1;
            }
            _ => break,
        }
        let colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
        if !colon(tokens.get(at)) || !colon(tokens.get(at + 1)) {
            break;
        }
        at += 2;
    }
    // A word alone, as in `pub(super)`, names no file.
    if from.is_some() || at > 1 {
        found.extend(path);
    }
    at.max(1)
}
