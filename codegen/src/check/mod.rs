//! The rules of the schema language, one per file. Rules that only warn share a file.
//!
//! A rule reads only the syntax tree, so the same rules apply to derive macros and YAML files. A rule reports only faults of its
//! own kind: an unknown name is `unknown-type`, and every other rule ignores it.

mod conversions;
mod cx;
mod default_fits;
mod default_values;
mod duplicate_name;
mod duplicate_number;
mod entries;
mod examples;
mod extent;
mod flag_bits;
mod flags;
mod gates;
mod host;
mod kinds;
mod late_field;
mod missing_documentation;
mod named_item;
mod no_value;
mod number_range;
mod operand_layout;
mod operation_parts;
mod operation_text;
mod packed;
mod per_operation;
mod presence;
mod property_layout;
mod reached;
mod recursion;
mod references;
mod releases;
mod required_key;
mod reserved_name;
mod reserved_number;
mod run;
mod same_text;
mod sections;
mod sets;
mod signature;
mod spelling;
mod text_clash;
mod text_template;
mod trait_values;
mod type_shape;
mod unknown_type;
mod version_declared;
mod versions;
mod warnings;

use crate::ast::{Common, Schema};
use crate::diagnostics::Diagnostics;
use cx::Cx;
pub use references::{Declared, References, Use, references};

type Rule = fn(&Cx<'_>, &mut Diagnostics);

const RULES: &[(&str, Rule)] = &[
    ("versions", versions::check),
    ("version-declared", version_declared::check),
    ("named-item", named_item::check),
    ("duplicate-number", duplicate_number::check),
    ("duplicate-name", duplicate_name::check),
    ("unknown-type", unknown_type::check),
    ("type-shape", type_shape::check),
    ("late-field-needs-default", late_field::check),
    ("default-fits", default_fits::check),
    ("packed", packed::check),
    ("releases", releases::check),
    ("flag-bits", flag_bits::check),
    ("presence", presence::check),
    ("gate", gates::check),
    ("operand-layout", operand_layout::check),
    ("operation-parts", operation_parts::check),
    ("number-range", number_range::check),
    ("text-template", text_template::check),
    ("text-clash", text_clash::check),
    ("trait-values", trait_values::check),
    ("spelling", spelling::check),
    ("kinds", kinds::check),
    ("operation-text", operation_text::check),
    ("examples", examples::check),
    ("missing-documentation", missing_documentation::check),
    ("required-key", required_key::check),
    ("recursion", recursion::check),
    ("no-value", no_value::check),
    ("entries", entries::check),
    ("property-layout", property_layout::check),
    ("signature", signature::check),
    ("defaults", default_values::check),
    ("conversions", conversions::check),
    ("run-only", run::check),
    ("extent", run::extents),
    ("expression", run::expressions),
    ("sections", sections::check),
    ("file", run::files),
    ("reserved-name", reserved_name::check),
    ("reserved-number", reserved_number::check),
];

const WARNINGS: &[(&str, Rule)] = &[
    ("unused", warnings::unused),
    ("opcode-gap", warnings::opcode_gap),
    ("like-neighbours", warnings::like_neighbours),
    ("name-style", warnings::name_style),
    ("lone-since", warnings::lone_since),
    ("signed-difference", run::signed_differences),
];

/// The names of the rules, in the order in which they run.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().chain(WARNINGS).map(|(name, _)| *name)
}

/// Every finding of every rule.
pub fn check(schema: &Schema) -> Diagnostics {
    let cx = Cx::new(schema);
    let mut out = Diagnostics::new();
    for (_, rule) in RULES {
        rule(&cx, &mut out);
    }
    out
}

/// Warnings for a schema without findings: what it states is valid, but probably not intended.
pub fn warnings(schema: &Schema) -> Diagnostics {
    let cx = Cx::new(schema);
    let mut out = Diagnostics::new();
    for (_, rule) in WARNINGS {
        rule(&cx, &mut out);
    }
    out
}

/// All named items and parts of a schema; each part with its item.
pub(crate) fn named(schema: &Schema) -> Vec<(&Common, Option<&Common>)> {
    let things = Cx::new(schema).things();
    things.into_iter().map(|thing| (thing.common, thing.owner)).collect()
}

/// The features of a schema that need a host, for a format without one.
pub fn without_host(schema: &Schema) -> Diagnostics {
    let mut out = Diagnostics::new();
    host::check(&Cx::new(schema), &mut out);
    out
}

/// Findings for items with names that generated code uses next to the items. They do not apply to the items of a macro, which
/// exist already.
pub fn made_beside(schema: &Schema) -> Diagnostics {
    let mut out = Diagnostics::new();
    reserved_name::made_beside(&Cx::new(schema), &mut out);
    out
}
