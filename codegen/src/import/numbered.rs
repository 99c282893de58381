//! Definitions compared with operations that have an opcode in the schema.

use super::dialect::Dialect;
use super::difference::{Difference, Drift, Kind};
use super::operation::{Argument, ArgumentKind, Count, Operation};
use super::releases::compare as order;
use super::signature;
use super::{ImportError, Result, Scope};
use crate::ast::{Common, Field, Op, Port, PresenceHow, Schema, Spanned};
use crate::model::Trait;
use heck::ToSnakeCase as _;
use std::cmp::Ordering;

/// An attribute or operand of an operation.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    name: String,
    /// How many values, for operands.
    count: Option<Count>,
    /// The bit of the flags that states its presence.
    bit: Option<usize>,
    since: String,
}

/// The compared parts of an operation.
#[derive(Debug, PartialEq, Eq)]
struct Sheet {
    since: String,
    attributes: Vec<Part>,
    operands: Vec<Part>,
    results: usize,
    regions: usize,
}

/// The compared version: the given one, or the newest in the definitions.
pub(super) fn version(schema: &Schema, dialect: &Dialect, scope: &Scope) -> Result<String> {
    if let Some(release) = &scope.release {
        let mut versions = schema.formats.iter().flat_map(|format| &format.versions);
        if !versions.any(|version| version.name.value == *release) {
            return Err(ImportError::new(format!("the schema has no version {release}")));
        }
        return Ok(release.clone());
    }
    let operations = dialect.operations.values();
    let named = operations.flat_map(|operation| {
        let arguments = operation.arguments.iter().filter_map(|argument| argument.since.as_ref());
        operation.bounds.as_ref().map(|bounds| &bounds.since).into_iter().chain(arguments)
    });
    named.max_by(|a, b| order(a, b)).cloned().ok_or_else(|| {
        ImportError::new("the definitions have no version: state it with `--release`")
    })
}

/// Whether a version has something.
pub(super) fn has(common: &Common, version: &str) -> bool {
    let within = |bound: &Option<Spanned<String>>, outside: Ordering| {
        bound.as_ref().is_none_or(|bound| order(version, &bound.value) != outside)
    };
    within(&common.since, Ordering::Less) && within(&common.until, Ordering::Greater)
}

/// Reports the differences from the operations of the schema in a version.
pub(super) fn compare(
    schema: &Schema,
    name: &str,
    dialect: &Dialect,
    version: &str,
    partial: bool,
    drift: &mut Drift,
) {
    drift.releases.insert(format!("version {version}"));
    let mut report = |kind, operation: &str, what| {
        let item = format!("{name}.{operation}");
        drift.differences.push(Difference { kind, item, what });
    };
    let known: Vec<&Op> = schema.ops.iter().filter(|op| has(&op.common, version)).collect();
    let same = |op: &Op, name: &str, operation: &Operation| {
        let opcode = op.opcode.as_ref().map(|opcode| opcode.value);
        let taken = dialect.operations.contains_key(&op.common.name.value);
        op.common.name.value == name || (!taken && opcode.is_some() && opcode == operation.opcode)
    };
    for op in &known {
        let defined = dialect.operations.iter().any(|(name, defined)| same(op, name, defined));
        if !partial && !defined {
            report(Kind::Breaking, &op.common.name.value, "is no longer defined".to_owned());
        }
    }
    let mut compared = 0;
    for (name, operation) in &dialect.operations {
        let defined = defined(operation, version);
        if order(&defined.since, version) == Ordering::Greater {
            continue;
        }
        let by_name = known.iter().find(|op| op.common.name.value == *name);
        let found = by_name.or_else(|| known.iter().find(|op| same(op, name, operation)));
        let Some(op) = found else {
            let opcode = operation.opcode.map(|opcode| format!(", opcode {opcode:#x}"));
            report(Kind::Addition, name, format!("is not described{}", opcode.unwrap_or_default()));
            continue;
        };
        let pure = signature::derive(operation).traits.contains(&Trait::Pure);
        if pure != op.pure {
            let [defined, known] =
                [pure, op.pure].map(|pure| if pure { "pure" } else { "not pure" });
            report(Kind::Signature, name, format!("is {defined}, in the schema {known}"));
        }
        let mut found = differences(&defined, &described(op, version));
        if let (Some(opcode), Some(known)) = (operation.opcode, &op.opcode)
            && opcode != known.value
        {
            found.insert(0, format!("has opcode {opcode:#x}, in the schema {:#x}", known.value));
        }
        if op.common.name.value != *name {
            report(Kind::Text, name, format!("is called `{}` in the schema", op.common.name.value));
        }
        compared += usize::from(found.is_empty() && op.common.name.value == *name);
        found.into_iter().for_each(|what| report(Kind::Breaking, name, what));
    }
    drift.operations += compared;
}

fn differences(defined: &Sheet, known: &Sheet) -> Vec<String> {
    let mut found = Vec::new();
    if defined.since != known.since {
        found.push(format!("is there since {}, in the schema {}", defined.since, known.since));
    }
    for (kind, defined, known) in [
        ("attributes", &defined.attributes, &known.attributes),
        ("operands", &defined.operands, &known.operands),
    ] {
        if defined != known {
            let (defined, known) = (spelled(defined), spelled(known));
            found.push(format!("has the {kind} ({defined}), in the schema ({known})"));
        }
    }
    for (kind, defined, known) in
        [("results", defined.results, known.results), ("regions", defined.regions, known.regions)]
    {
        if defined != known {
            found.push(format!("has {defined} {kind}, in the schema {known}"));
        }
    }
    found
}

fn spelled(parts: &[Part]) -> String {
    let words = parts.iter().map(|part| {
        let count = match part.count {
            Some(Count::Variadic | Count::VariadicOfVariadic) => "...",
            Some(Count::Optional) => "?",
            _ => "",
        };
        let bit = part.bit.map_or(String::new(), |bit| format!(" bit {bit}"));
        format!("{}{count}{bit} since {}", part.name, part.since)
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The parts in a definition. Bits are assigned by version, to attributes before operands, in the order of the
/// definition.
fn defined(operation: &Operation, version: &str) -> Sheet {
    let since = operation.bounds.as_ref().map_or(version, |bounds| &bounds.since).to_owned();
    let sized = operation.has_trait("AttrSizedOperandSegments");
    let mut parts: Vec<(bool, bool, Part)> = Vec::new();
    for Argument { name, kind, since: later } in &operation.arguments {
        let (count, flagged) = match kind {
            ArgumentKind::Operand { count, .. } => {
                (Some(*count), sized && *count == Count::Optional)
            }
            ArgumentKind::Attribute { optional, default, storage, .. } => {
                (None, *optional && (default.is_none() || storage.ends_with("UnitAttr")))
            }
            ArgumentKind::Property { .. } => (None, false),
        };
        // A part cannot be older than its operation.
        let later = later.as_ref().filter(|later| order(later, &since) == Ordering::Greater);
        let since = later.unwrap_or(&since).clone();
        if order(&since, version) != Ordering::Greater {
            let part = Part { name: name.to_snake_case(), count, bit: None, since };
            parts.push((count.is_some(), flagged, part));
        }
    }
    let mut flags: Vec<usize> = (0..parts.len()).filter(|at| parts[*at].1).collect();
    // The sort is stable: the order of the definition stays.
    flags.sort_by(|a, b| {
        let ((operand, _, a), (other, _, b)) = (&parts[*a], &parts[*b]);
        order(&a.since, &b.since).then(operand.cmp(other))
    });
    for (bit, at) in flags.into_iter().enumerate() {
        parts[at].2.bit = Some(bit);
    }
    let (operands, attributes): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|(operand, _, _)| *operand);
    let parts = |found: Vec<(bool, bool, Part)>| found.into_iter().map(|(_, _, part)| part);
    Sheet {
        since,
        attributes: parts(attributes).collect(),
        operands: parts(operands).collect(),
        results: operation.results.len(),
        regions: operation.regions.len(),
    }
}

/// The parts in the schema.
fn described(op: &Op, version: &str) -> Sheet {
    let first = op.common.since.as_ref().map_or("", |since| &since.value);
    let since = |common: &Common| {
        common.since.as_ref().map_or(first, |since| since.value.as_str()).to_owned()
    };
    let attribute = |field: &Field| Part {
        name: field.common.name.value.clone(),
        count: None,
        bit: field.presence.iter().find_map(|presence| match presence.how {
            PresenceHow::Bit(bit) => usize::try_from(bit).ok(),
            _ => None,
        }),
        since: since(&field.common),
    };
    let operand = |port: &Port| Part {
        name: port.common.name.value.clone(),
        count: Some(match (port.variadic, port.optional) {
            (true, _) => Count::Variadic,
            (false, true) => Count::Optional,
            (false, false) => Count::One,
        }),
        bit: port.bit.as_ref().and_then(|bit| usize::try_from(bit.value).ok()),
        since: since(&port.common),
    };
    let own = |field: &&Field| !["presence", "flags", "packed"].contains(&field.ty.name.as_str());
    let attributes = op.attributes.iter().filter(|field| has(&field.common, version));
    let operands = op.operands.iter().filter(|port| has(&port.common, version));
    Sheet {
        since: first.to_owned(),
        attributes: attributes.filter(own).map(attribute).collect(),
        operands: operands.map(operand).collect(),
        results: op.results.iter().filter(|port| has(&port.common, version)).count(),
        regions: op.regions.iter().filter(|region| has(&region.common, version)).count(),
    }
}
