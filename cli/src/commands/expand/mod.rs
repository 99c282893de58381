//! `expand`: shows the generated Rust of an item, with the lines of the schema.

mod code;
mod items;

use crate::args::ExpandArgs;
use crate::failure::{Failure, Result, display};
use crate::output::{self, DIM, HEAD};
use crate::schema;
use bytespec_codegen::diagnostics::nearest;
use bytespec_codegen::emit::rust;
use items::Item;

/// Shows the generated code of an item, or lists the items.
pub(crate) fn run(args: &ExpandArgs) -> Result {
    let loaded = schema::load(&args.schema)?;
    let items = items::items(&args.schema, &loaded.written);
    let Some(name) = &args.item else { return list(&items) };
    let item = find(name, &items)?;
    let model = &loaded.model;
    let host = model.needs_host().then(|| format!("crate::{}::host", model.docs.name));
    let parsed = |path: &str| path.parse().map_err(|_| Failure::Usage(format!("{path}: no path")));
    let options = rust::Options {
        host: host.as_deref().map(parsed).transpose()?,
        plan: model.file.as_ref().map(|_| format!("{}.plan", model.docs.name)),
        ..rust::Options::default()
    };
    let text = code::of(rust::emit(model, &options), item)
        .map_err(|error| Failure::input(&args.schema, error))?;
    output::print(format_args!("{text}"))
}

fn list(items: &[Item]) -> Result {
    let width = items.iter().map(|item| item.kind.len() + item.name.len() + 1).max().unwrap_or(0);
    items.iter().try_for_each(|Item { kind, name, place, .. }| {
        let name = format!("{kind} {name}");
        output::line(format_args!("{HEAD}{name:width$}{HEAD:#}  {DIM}{place}{DIM:#}"))
    })
}

/// An item by its name, with or without its kind.
fn find<'i>(name: &str, items: &'i [Item]) -> Result<&'i Item> {
    let whole = |item: &Item| format!("{} {}", item.kind, item.name);
    let found: Vec<&Item> =
        items.iter().filter(|item| item.name == name || whole(item) == name).collect();
    match found.as_slice() {
        [one] => Ok(one),
        [] => {
            let names: Vec<String> = items.iter().map(whole).collect();
            let all =
                names.iter().map(String::as_str).chain(items.iter().map(|item| item.name.as_str()));
            let near = nearest(name, all);
            let near = near.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            Err(Failure::Usage(format!(
                "no item is named `{name}`{near}\n`bytespec expand` without a name lists those with code of their own"
            )))
        }
        several => {
            let names: Vec<String> =
                several.iter().map(|item| format!("`{}`", whole(item))).collect();
            let name = display(name.as_ref());
            Err(Failure::Usage(format!("`{name}` are several: {}", names.join(", "))))
        }
    }
}
