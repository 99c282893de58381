//! Changes of a dialect between its releases.

use super::Docs;
use crate::ast;
use crate::ast::upgrade::{Piece, parse_pieces};

/// An attribute or a type that conversions need.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Name and documentation.
    pub docs: Docs,
    /// The dialect of the entry, spelled as in the file.
    pub dialect: String,
    /// The table of the entry.
    pub table: usize,
    /// The bytes of the entry.
    pub pieces: Vec<Piece>,
    /// The bytes of other entries that downgrades accept in place of this one.
    pub like: Vec<Piece>,
}

/// The changes of operations of a dialect.
#[derive(Clone, Debug)]
pub struct Conversions {
    /// Name and documentation; the name is the dialect's.
    pub docs: Docs,
    /// The dialect by index in [`super::Model::dialects`].
    pub dialect: usize,
    /// The steps in the order of the newer operations.
    pub steps: Vec<Conversion>,
    /// Restrictions of operations before some releases.
    pub limits: Vec<Limit>,
}

/// A restriction of an operation before a release.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The operation, without its dialect.
    pub operation: String,
    /// The first release without the restriction, by index in [`super::Releases::names`].
    pub before: usize,
    /// A property, and the variant that it must not have.
    pub property: Option<(String, String)>,
    /// The variant that the type of no operand may have.
    pub operands: Option<String>,
    /// A field that must be the same in the types of each result and of the operand at its position.
    pub same: Option<String>,
}

/// An operation and its replacement.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The older operation, without its dialect.
    pub from: String,
    /// The newer operation.
    pub to: String,
    /// The first release of the newer one, by index in [`super::Releases::names`].
    pub release: usize,
    /// Properties that only the newer one has, and the names of their constants.
    pub adds: Vec<(String, String)>,
    /// Properties that only the older one has.
    pub drops: Vec<String>,
    /// The older one has exactly this many operands.
    pub operands: Option<usize>,
    /// The older one has exactly this many regions.
    pub regions: Option<usize>,
}

/// `finding` receives faults and their positions.
pub(super) fn constant(
    item: &ast::Constant,
    docs: Docs,
    table: usize,
    finding: &dyn Fn(ast::Span, String),
) -> Constant {
    let pieces = |text: &ast::Spanned<String>| {
        parse_pieces(&text.value).unwrap_or_else(|wrong| {
            finding(text.span, wrong);
            Vec::new()
        })
    };
    let of_bytes = item.bytes.as_ref().map_or_else(Vec::new, pieces);
    let like = item.like.as_ref().map(pieces);
    let dialect = item.common.dialect.as_ref();
    Constant {
        docs,
        dialect: dialect.map_or_else(String::new, |dialect| dialect.value.clone()),
        table,
        like: like.unwrap_or_else(|| of_bytes.clone()),
        pieces: of_bytes,
    }
}

/// `names` are the names of the releases; `finding` receives faults and their positions.
pub(super) fn conversions(
    item: &ast::Conversions,
    docs: Docs,
    dialect: usize,
    names: &[String],
    finding: &dyn Fn(ast::Span, String),
) -> Conversions {
    let count = |count: &Option<ast::Spanned<i128>>| {
        let count = count.as_ref()?;
        let wrong = |_| finding(count.span, format!("{} is no count", count.value));
        usize::try_from(count.value).map_err(wrong).ok()
    };
    let place = |wanted: &ast::Spanned<String>| {
        let found = names.iter().position(|name| *name == wanted.value);
        found.unwrap_or_else(|| {
            finding(wanted.span, format!("no release is named `{}`", wanted.value));
            0
        })
    };
    let limits = item.limits.iter().map(|limit| Limit {
        operation: limit.operation.value.clone(),
        before: place(&limit.before),
        property: limit.property.as_ref().map(|(a, b)| (a.value.clone(), b.value.clone())),
        operands: limit.operands.as_ref().map(|variant| variant.value.clone()),
        same: limit.same.as_ref().map(|field| field.value.clone()),
    });
    let limits = limits.collect();
    let mut steps: Vec<Conversion> = item
        .steps
        .iter()
        .map(|step| Conversion {
            from: step.from.value.clone(),
            to: step.to.value.clone(),
            release: place(&step.release),
            adds: step.adds.iter().map(|(a, b)| (a.value.clone(), b.value.clone())).collect(),
            drops: step.drops.iter().map(|name| name.value.clone()).collect(),
            operands: count(&step.operands),
            regions: count(&step.regions),
        })
        .collect();
    steps.sort_by(|a, b| a.to.cmp(&b.to));
    Conversions { docs, dialect, steps, limits }
}
