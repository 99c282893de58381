//! Enums of definitions, and how they differ from those of the schema.

use super::difference::{Difference, Drift, Kind};
use super::dump::{Dump, Record};
use super::{ImportError, Result};
use crate::ast::{self, Common, Schema};
use heck::ToSnakeCase as _;

/// The definition of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// The name of its C++ class.
    pub name: String,
    /// Its values are sets of bits.
    pub bits: bool,
    /// The first version that has it, if the definition states it.
    pub since: Option<String>,
    /// Its members.
    pub cases: Vec<EnumCase>,
}

/// A member of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumCase {
    /// Its name in C++.
    pub symbol: String,
    /// Its spelling in texts.
    pub spelling: String,
    /// The number.
    pub value: i128,
    /// The first version that has it, if the definition states it.
    pub since: Option<String>,
}

/// Reads the enums of a dump, each behind its C++ namespace.
pub(super) fn read(dump: &Dump) -> Result<Vec<(String, Enum)>> {
    let mut records = dump.instances("EnumInfo")?;
    if records.is_empty() {
        // Older definitions have one class for enums and their attributes.
        records = dump.instances("EnumAttrInfo")?;
    }
    let mut found = Vec::new();
    for record in records {
        let namespace = record.text("cppNamespace")?.unwrap_or_default().to_owned();
        let cases = record.list("enumerants")?.into_iter().map(case).collect::<Result<_>>()?;
        let name = record.needed_text("className")?.to_owned();
        let bits = record.is("BitEnumBase") || record.is("BitEnumAttrBase");
        found.push((namespace, Enum { name, bits, since: since(record)?, cases }));
    }
    Ok(found)
}

fn since(record: Record<'_>) -> Result<Option<String>> {
    Ok(record.text("sinceVersion")?.map(str::to_owned))
}

pub(super) fn case(record: Record<'_>) -> Result<EnumCase> {
    let value = record.integer("value")?.ok_or_else(|| {
        ImportError::new(format!("the member of an enum `{}` has no value", record.name))
    })?;
    Ok(EnumCase {
        symbol: record.needed_text("symbol")?.to_owned(),
        spelling: record.text("str")?.unwrap_or_default().to_owned(),
        value,
        since: since(record)?,
    })
}

/// The enum of the schema with a name, which can follow the name of the dialect.
pub(super) fn described<'s>(
    schema: &'s Schema,
    dialect: &str,
    name: &str,
) -> Option<&'s ast::Enum> {
    let long = format!("{dialect}_{name}").to_snake_case();
    let is = |item: &&ast::Enum| {
        let known = &item.common.name.value;
        *known == name || known.to_snake_case() == long
    };
    schema.enums.iter().filter(|item| is_of(schema, item, dialect)).find(is)
}

/// Whether an enum is of a dialect. One that names no dialect is of those whose attributes and types have it.
pub(super) fn is_of(schema: &Schema, item: &ast::Enum, dialect: &str) -> bool {
    let used = || {
        let of = |variant: &&ast::Variant| {
            variant.common.dialect.as_ref().is_some_and(|of| of.value == dialect)
        };
        let fields = schema.variants.iter().filter(of).flat_map(|variant| &variant.fields);
        fields.into_iter().any(|field| mentions(&field.ty, &item.common.name.value))
    };
    match &item.common.dialect {
        Some(of) => of.value == dialect,
        None => schema.dialects.is_empty() || used(),
    }
}

/// Whether a member of the schema has the name or the spelling of a case.
pub(super) fn called(member: &ast::Member, case: &EnumCase) -> bool {
    let label = member.common.label.as_ref().map(|label| &label.value);
    let plain = |text: &str| text.to_snake_case().replace('_', "");
    [Some(&member.common.name.value), label]
        .into_iter()
        .flatten()
        .any(|known| [&case.symbol, &case.spelling].iter().any(|name| plain(name) == plain(known)))
}

/// The cases with members in an enum of the schema: for flags, only those that are a bit.
pub(super) fn cases<'d>(item: &ast::Enum, defined: &'d Enum) -> impl Iterator<Item = &'d EnumCase> {
    let flags = item.flags;
    defined.cases.iter().filter(move |case| !flags || case.value != 0)
}

fn mentions(ty: &ast::TypeExpr, name: &str) -> bool {
    let inside = |argument: &ast::TypeArg| match argument {
        ast::TypeArg::Type(of) => mentions(of, name),
        _ => false,
    };
    ty.name == name || ty.args.iter().any(inside)
}

/// Reports the differences from the enum of that name in the schema, if any. `has` states whether the
/// schema has a member in the compared release.
pub(super) fn compare(
    schema: &Schema,
    dialect: &str,
    defined: &Enum,
    has: &dyn Fn(&Common) -> bool,
    drift: &mut Drift,
) {
    let Some(item) = described(schema, dialect, &defined.name) else { return };
    let name = &item.common.name.value;
    let before = drift.differences.len();
    let mut report = |kind, what| {
        let item = format!("{dialect}, enum {name}");
        drift.differences.push(Difference { kind, item, what });
    };
    let members: Vec<&ast::Member> =
        item.members.iter().filter(|member| has(&member.common)).collect();
    for case in cases(item, defined) {
        let value = |member: &&&ast::Member| {
            member.value.as_ref().is_some_and(|value| value.value == case.value)
        };
        let by_value = members.iter().find(value);
        let by_name = members.iter().find(|member| called(member, case));
        let symbol = &case.symbol;
        match (by_value, by_name) {
            (Some(member), _) if called(member, case) => {
                let since = member.common.since.as_ref().or(item.common.since.as_ref());
                let since = since.map(|since| &since.value);
                if let (Some(defined), Some(known)) = (&case.since, since)
                    && defined != known
                {
                    let what =
                        format!("`{symbol}` is there since {defined}, in the schema {known}");
                    report(Kind::Breaking, what);
                }
            }
            (_, Some(member)) => {
                let known = member.value.as_ref().map_or(0, |value| value.value);
                let what = format!("`{symbol}` is {}, in the schema {known}", case.value);
                report(Kind::Breaking, what);
            }
            (Some(member), None) => {
                let known = &member.common.name.value;
                report(
                    Kind::Text,
                    format!("{} is `{symbol}`, in the schema `{known}`", case.value),
                );
            }
            (None, None) => {
                report(Kind::Addition, format!("`{symbol}`, {}, is not described", case.value));
            }
        }
    }
    for member in members {
        let Some(value) = &member.value else { continue };
        let known = |case: &&EnumCase| case.value == value.value || called(member, case);
        if !defined.cases.iter().any(|case| known(&case)) {
            let name = &member.common.name.value;
            report(Kind::Breaking, format!("`{name}`, {}, is no longer defined", value.value));
        }
    }
    if drift.differences.len() == before {
        drift.others += 1;
    }
}
