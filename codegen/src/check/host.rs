//! Features that need a host: handwritten codecs, and lookups of strings.

use super::Cx;
use crate::diagnostics::Diagnostics;

const RULE: &str = "host";
const HELP: &str = "name the module of the host: `Format::new(...).host(\"crate::host\")`";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for codec in cx.schema.codecs.iter().filter(|codec| !codec.native) {
        let name = &codec.common.name;
        let required = match (codec.derived, &codec.value) {
            (true, Some(value)) => format!("requires the type `codec::{}`", value.value),
            _ => format!("requires `codec::read_{0}` and `codec::write_{0}`", name.value),
        };
        out.found(RULE, format!("codec `{}` needs a host", name.value))
            .at(name.span, required)
            .help(HELP);
    }
    let owners = cx.owners().filter(|owner| !owner.run_only);
    for field in owners.flat_map(|owner| owner.fields).filter(|field| field.nonempty) {
        let name = &field.common.name;
        out.found(RULE, format!("`nonempty` of `{}` needs a host", name.value))
            .at(name.span, "requires a lookup of the string")
            .help(HELP);
    }
}
