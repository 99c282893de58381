//! Where names lead: definitions, uses, other names, and lists of what is declared.

use super::analysis::Analysis;
use super::findings::workspace_edit;
use super::places;
use super::state::{Answer, Server};
use bytespec_codegen::check::Declared;
use bytespec_codegen::syntax::read_and_hold;
use lsp_types::{DocumentSymbol, Location, SymbolInformation, SymbolKind, TextEdit, Uri};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// What is named where a question asks.
fn asked(
    server: &Server,
    root: &Path,
    params: &Value,
) -> Option<(PathBuf, std::ops::Range<usize>, usize)> {
    let (_, analysis) = server.analysis(root)?;
    let (path, byte) = server.place(params)?;
    let (bytes, declared) = analysis.at(&path, byte)?;
    Some((path, bytes, declared))
}

fn locations(server: &Server, analysis: &Analysis, declared: usize) -> Vec<Location> {
    let places = analysis.places(declared).into_iter();
    let place =
        |(file, bytes, _)| server.location(&analysis.sources, analysis.sources.path(file), bytes);
    places.filter_map(place).collect()
}

pub(super) fn definition(server: &Server, root: &Path, params: &Value) -> Answer {
    let found = asked(server, root, params).zip(server.analysis(root));
    let Some(((_, _, declared), (_, analysis))) = found else { return Ok(Value::Null) };
    Ok(json!(locations(server, analysis, declared).into_iter().next()))
}

pub(super) fn references(server: &Server, root: &Path, params: &Value) -> Answer {
    let found = asked(server, root, params).zip(server.analysis(root));
    let Some(((_, _, declared), (_, analysis))) = found else { return Ok(Value::Null) };
    let own = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
    let all = locations(server, analysis, declared);
    Ok(json!(all[usize::from(!own && !all.is_empty())..]))
}

pub(super) fn prepare_rename(server: &Server, root: &Path, params: &Value) -> Answer {
    let found = asked(server, root, params).zip(server.analysis(root));
    let Some(((path, bytes, declared), (_, analysis))) = found else {
        return Err("this is no name of something in the schema".to_owned());
    };
    let name = &analysis.references.declared[declared].name.value;
    let is_name = analysis
        .sources
        .file(&path)
        .is_some_and(|file| &analysis.sources.text(file)[bytes.clone()] == name);
    if !is_name {
        return Err(format!("this is how texts spell `{name}`, not its name"));
    }
    let range = server.location(&analysis.sources, &path, bytes).map(|place| place.range);
    Ok(json!({"range": range, "placeholder": name}))
}

/// Changes a name at all its places, unless the rules find something in what comes of it.
pub(super) fn rename(server: &Server, root: &Path, params: &Value) -> Answer {
    let found = asked(server, root, params).zip(server.analysis(root));
    let Some(((_, _, declared), (_, analysis))) = found else {
        return Err("this is no name of something in the schema".to_owned());
    };
    let to = params["newName"].as_str().unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    if to.is_empty() || !to.chars().all(is_part) {
        return Err(format!("`{to}` is no name: letters, digits and underscores"));
    }
    let mut places = analysis.places(declared);
    places.retain(|(_, _, is_name)| *is_name);
    places.sort_by_key(|(file, bytes, _)| (*file, bytes.start));
    let sources = &analysis.sources;
    let mut texts: BTreeMap<PathBuf, String> =
        sources.files().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
    let mut changes: BTreeMap<PathBuf, Vec<TextEdit>> = BTreeMap::new();
    for (file, bytes, _) in places.into_iter().rev() {
        let path = sources.path(file);
        if let Some(text) = texts.get_mut(path) {
            text.replace_range(bytes.clone(), to);
        }
        if let Some(Location { range, .. }) = server.location(sources, path, bytes) {
            let edit = TextEdit { range, new_text: to.to_owned() };
            changes.entry(path.to_owned()).or_default().push(edit);
        }
    }
    let before: BTreeSet<&str> = analysis.found.iter().map(|found| found.rule).collect();
    let (_, _, after) = read_and_hold(texts.into_iter().collect());
    if let Some(found) = after.iter().find(|found| !before.contains(found.rule)) {
        return Err(format!("then {} [{}]", found.message, found.rule));
    }
    Ok(json!(workspace_edit(changes)))
}

fn kind(declared: &Declared) -> SymbolKind {
    match declared.kind {
        "format" => SymbolKind::MODULE,
        "record" | "variant" => SymbolKind::STRUCT,
        "union" | "dialect" => SymbolKind::INTERFACE,
        "enum" => SymbolKind::ENUM,
        "member" => SymbolKind::ENUM_MEMBER,
        "op" | "operation" => SymbolKind::FUNCTION,
        "field" | "attribute" => SymbolKind::FIELD,
        "operand" | "result" | "region" => SymbolKind::VARIABLE,
        "table" => SymbolKind::ARRAY,
        "section" | "group" => SymbolKind::NAMESPACE,
        "constant" | "version" | "release" | "feature" => SymbolKind::CONSTANT,
        "constraint" | "codec" => SymbolKind::CLASS,
        _ => SymbolKind::PROPERTY,
    }
}

pub(super) fn document_symbols(server: &Server, root: &Path, params: &Value) -> Answer {
    let uri = serde_json::from_value::<Uri>(params["textDocument"]["uri"].clone()).ok();
    let path = uri.and_then(|uri| places::path(&uri));
    let (Some((_, analysis)), Some(path)) = (server.analysis(root), path) else {
        return Ok(Value::Null);
    };
    let Some(open) = server.open.get(&path) else { return Ok(Value::Null) };
    let mut symbols: Vec<DocumentSymbol> = Vec::new();
    let mut at_declared: HashMap<usize, usize> = HashMap::new();
    for (at, bytes) in analysis.declared_in(&path) {
        let declared = &analysis.references.declared[at];
        let outer = declared.owner.and_then(|owner| at_declared.get(&owner).copied());
        let outer = outer.filter(|_| declared.kind != "variant");
        let selection_range = open.text.range(bytes.clone(), server.encoding);
        let range = match outer {
            Some(_) => selection_range,
            None => open.text.range(open.text.item(bytes), server.encoding),
        };
        #[allow(deprecated)]
        let symbol = DocumentSymbol {
            name: declared.name.value.clone(),
            detail: Some(declared.kind.to_owned()),
            kind: kind(declared),
            tags: None,
            deprecated: None,
            range,
            selection_range,
            children: None,
        };
        match outer {
            Some(outer) => symbols[outer].children.get_or_insert_default().push(symbol),
            None => {
                at_declared.insert(at, symbols.len());
                symbols.push(symbol);
            }
        }
    }
    Ok(json!(symbols))
}

/// The most symbols of an answer.
const MAX_SYMBOLS: usize = 500;

pub(super) fn workspace_symbols(server: &Server, params: &Value) -> Answer {
    let query = params["query"].as_str().unwrap_or_default().to_lowercase();
    let mut symbols: Vec<SymbolInformation> = Vec::new();
    for root in server.known.keys() {
        let Some((_, analysis)) = server.analysis(root) else { continue };
        for declared in &analysis.references.declared {
            let name = &declared.name.value;
            if symbols.len() == MAX_SYMBOLS || !name.to_lowercase().contains(&query) {
                continue;
            }
            let place = analysis.place(declared.name.span);
            let location = place.and_then(|(path, bytes)| {
                server.location(&analysis.sources, path, server.now(path, bytes)?)
            });
            let owner =
                declared.owner.map(|at| analysis.references.declared[at].name.value.clone());
            #[allow(deprecated)]
            symbols.extend(location.map(|location| SymbolInformation {
                name: name.clone(),
                kind: kind(declared),
                tags: None,
                deprecated: None,
                location,
                container_name: owner,
            }));
        }
    }
    Ok(json!(symbols))
}
