//! The public methods that take handles, from the sources.

use std::collections::BTreeSet;
use std::path::Path;
use syn::visit::Visit;

/// The public methods of a type, in any file of a folder of the runtime, that have a parameter in whose
/// type one of `handles` is named.
pub(crate) fn methods(folder: &str, of: &str, handles: &[&str]) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime").join(folder).join("src");
    let mut finder = Finder { of, handles, found: BTreeSet::new() };
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                finder.visit_file(&syn::parse_file(&text).unwrap());
            }
        }
    }
    finder.found
}

struct Finder<'t> {
    of: &'t str,
    handles: &'t [&'t str],
    found: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let syn::Type::Path(path) = &*item.self_ty else { return };
        let is_it = path.path.segments.last().is_some_and(|last| last.ident == self.of);
        if !is_it || item.trait_.is_some() {
            return;
        }
        for method in &item.items {
            let syn::ImplItem::Fn(method) = method else { continue };
            if !matches!(method.vis, syn::Visibility::Public(_)) {
                continue;
            }
            let mut names = Names::default();
            for input in &method.sig.inputs {
                if let syn::FnArg::Typed(input) = input {
                    names.visit_type(&input.ty);
                }
            }
            // A type parameter may stand for a handle.
            names.visit_generics(&method.sig.generics);
            if self.handles.iter().any(|handle| names.0.contains(*handle)) {
                self.found.insert(method.sig.ident.to_string());
            }
        }
    }
}

/// The names in a type.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        self.0.insert(segment.ident.to_string());
        syn::visit::visit_path_segment(self, segment);
    }

    fn visit_parenthesized_generic_arguments(
        &mut self,
        _: &'ast syn::ParenthesizedGenericArguments,
    ) {
        // What a closure is given is no wrong handle.
    }
}
