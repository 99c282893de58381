//! The texts of the attributes that are default values of properties in definitions.
//!
//! A definition has C++ that makes the attribute from a value in C++. The result is known for the builtin attributes
//! and for members of enums; the definition of an attribute of a dialect has its spelling.

use super::Result;
use super::cpp::plain;
use super::dump::{Dump, Record};
use super::enums::{EnumCase, case};

/// What C++ makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefaultText {
    /// An attribute, as MLIR's generic form spells it.
    Text(String),
    /// No attribute.
    Nothing,
    /// An unknown result.
    Unknown,
}

/// The placeholder of the value in C++ that makes an attribute.
const VALUE: &str = "$0";
/// What makes builtin attributes.
const BUILDER: &str = "$_builder.get";
/// The C++ after the name of an attribute of a dialect that makes it.
const MADE: &str = "::get($_builder.getContext()";
/// The width of a number property whose default value does not state it.
const PLAIN_BITS: i128 = 32;
/// The value that is all zeros, or nothing.
const EMPTY: &str = "{}";

/// The attribute that an attribute's definition makes of a value.
pub(super) fn of_attribute(record: Record<'_>, value: &str) -> Result<DefaultText> {
    let dump = record.dump;
    let made = record.text("constBuilderCall")?.unwrap_or_default().trim();
    let value = value.trim();
    let text = if made == VALUE {
        match value {
            // A null pointer.
            EMPTY => return Ok(DefaultText::Nothing),
            _ => builtin(value, value),
        }
    } else if made.contains("? $_builder.getUnitAttr() : nullptr") {
        match value {
            "true" => Some("unit".to_owned()),
            _ => return Ok(DefaultText::Nothing),
        }
    } else if made.starts_with(BUILDER) {
        builtin(made, value)
    } else {
        of_dialect(dump, record, made, value)?
    };
    Ok(text.map_or(DefaultText::Unknown, DefaultText::Text))
}

/// The initial value of a native property; none if its type is plain and its bytes have a form for no value.
pub(super) fn of_property(record: Record<'_>, value: &str) -> Result<DefaultText> {
    let value = value.trim();
    if ["false", "0", EMPTY, "std::nullopt"].contains(&value) {
        return Ok(DefaultText::Nothing);
    }
    if value == "true" {
        return Ok(DefaultText::Text(value.to_owned()));
    }
    if value.parse::<u64>().is_ok() {
        return Ok(DefaultText::Text(format!("{value} : i64")));
    }
    Ok(match member(record.dump, value)? {
        Some((case, PLAIN_BITS)) if case.value == 0 => DefaultText::Nothing,
        Some((case, bits)) => DefaultText::Text(format!("{} : i{bits}", case.value)),
        None => DefaultText::Unknown,
    })
}

/// A builtin attribute, by the method that makes it.
fn builtin(made: &str, value: &str) -> Option<String> {
    let (method, rest) = made.strip_prefix(BUILDER)?.split_once('(')?;
    if let Some(bits) = method.strip_prefix('I').and_then(|rest| rest.strip_suffix("IntegerAttr")) {
        let value = if value == made { rest.trim_end_matches(')') } else { value };
        return integer(value).map(|value| format!("{value} : i{bits}"));
    }
    match method {
        "BoolAttr" => ["true", "false"].contains(&value).then(|| value.to_owned()),
        "StringAttr" => {
            let quoted = value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
            quoted.then(|| value.to_owned())
        }
        "IntegerAttr" => integer_of(rest, value),
        "ArrayAttr" | "I64ArrayAttr" | "I32ArrayAttr" | "BoolArrayAttr" | "StrArrayAttr"
            if value == EMPTY =>
        {
            Some("[]".to_owned())
        }
        "DictionaryAttr" if value == EMPTY => Some(EMPTY.to_owned()),
        _ => dense(method, value),
    }
}

/// A list of numbers, `DenseI64ArrayAttr` for instance.
fn dense(method: &str, value: &str) -> Option<String> {
    let element = method.strip_prefix("Dense")?.strip_suffix("ArrayAttr")?;
    let element = if element == "Bool" { "i1".to_owned() } else { element.to_lowercase() };
    let list = plain(value);
    let list = list.strip_prefix('{')?.strip_suffix('}')?.trim();
    if list.is_empty() {
        return Some(format!("array<{element}>"));
    }
    let numbers: Option<Vec<String>> = list.split(',').map(integer).collect();
    Some(format!("array<{element}: {}>", numbers?.join(", ")))
}

/// A number of the type that C++ makes first.
fn integer_of(made: &str, value: &str) -> Option<String> {
    let ty = made.strip_prefix("$_builder.getIntegerType(")?.split(')').next()?;
    let (bits, sign) = ty.split_once(',').map_or((ty, ""), |(bits, sign)| (bits, sign.trim()));
    let bits: u32 = bits.trim().parse().ok()?;
    let value = integer(value)?;
    if bits == 1 {
        return Some(if value == "0" { "false" } else { "true" }.to_owned());
    }
    let sign = match sign {
        "" => "i",
        _ if sign.ends_with("true") => "si",
        _ => "ui",
    };
    // Without a sign it is printed as if it had one.
    let value = match (sign, value.parse::<i128>().ok()?) {
        ("i" | "si", number) if bits < 127 && number >= 1 << (bits - 1) => {
            (number - (1 << bits)).to_string()
        }
        (_, number) => number.to_string(),
    };
    Some(format!("{value} : {sign}{bits}"))
}

/// A number in C++.
fn integer(value: &str) -> Option<String> {
    let value = plain(value.trim());
    if let Some(digits) = value.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok().map(|number| number.to_string());
    }
    match value.as_str() {
        EMPTY => Some("0".to_owned()),
        "std::numeric_limits<unsigned>::max()" => Some(u32::MAX.to_string()),
        _ => value.parse::<i128>().ok().map(|number| number.to_string()),
    }
}

/// An attribute of a dialect, or the number of a member of an enum.
fn of_dialect(dump: &Dump, record: Record<'_>, made: &str, value: &str) -> Result<Option<String>> {
    let mut base = record;
    while let Some(inner) = base.reference("baseAttr")? {
        base = inner;
    }
    if base.is("EnumAttrInfo") && !base.is("EnumAttr") {
        let Some(ty) = base.reference("valueType")? else { return Ok(None) };
        let bits = ty.integer("bitwidth")?;
        let found = member_of(base, value)?;
        return Ok(found.zip(bits).map(|(case, bits)| format!("{} : i{bits}", case.value)));
    }
    let Some((class, _)) = made.split_once(MADE) else { return Ok(None) };
    let Some(definition) = definition(dump, base, class)? else { return Ok(None) };
    let dialect = definition.reference("dialect")?;
    let dialect = dialect.map(|dialect| dialect.needed_text("name")).transpose()?;
    let mnemonic = definition.text("mnemonic")?;
    let (Some(dialect), Some(mnemonic)) = (dialect, mnemonic) else { return Ok(None) };
    let format = definition.text("assemblyFormat")?.unwrap_or_default();
    let format: Vec<&str> = format.split_whitespace().filter(|piece| *piece != "``").collect();
    let spelled = match definition.reference("enum")? {
        Some(members) => member_of(members, value)?,
        None => member(dump, value)?.map(|(case, _)| case),
    };
    let spelled = spelled.map(|case| case.spelling);
    let parts = definition.arguments("parameters");
    Ok(match (format.as_slice(), spelled) {
        ([], _) if parts == 0 => Some(format!("#{dialect}.{mnemonic}")),
        (["`<`", .., "`>`"], None) if value == EMPTY && optional(&format) => {
            Some(format!("#{dialect}.{mnemonic}<>"))
        }
        (["`<`", one, "`>`"], Some(word)) if one.starts_with('$') => {
            Some(format!("#{dialect}.{mnemonic}<{word}>"))
        }
        ([one], Some(word)) if one.starts_with('$') => {
            Some(format!("#{dialect}<{mnemonic} {word}>"))
        }
        _ => None,
    })
}

/// Whether everything in angle brackets is optional.
fn optional(format: &[&str]) -> bool {
    let mut open = 0_usize;
    format[1..format.len() - 1].iter().all(|piece| {
        open += piece.matches('(').count();
        let is_inside = open > 0 || *piece == ":";
        open = open.saturating_sub(piece.matches(')').count());
        is_inside
    })
}

/// The definition of an attribute that has a C++ class.
fn definition<'d>(dump: &'d Dump, base: Record<'d>, class: &str) -> Result<Option<Record<'d>>> {
    if base.is("AttrDef") {
        return Ok(Some(base));
    }
    for record in dump.instances("AttrDef")? {
        let namespace = record.reference("dialect")?;
        let namespace =
            namespace.map(|dialect| dialect.text("cppNamespace")).transpose()?.flatten();
        let name = record.text("cppClassName")?.unwrap_or_default();
        let full = format!("{}::{name}", namespace.unwrap_or_default());
        if full.trim_start_matches("::") == class.trim_start_matches("::") {
            return Ok(Some(record));
        }
    }
    Ok(None)
}

/// The member of an enum that C++ names.
fn member_of(record: Record<'_>, value: &str) -> Result<Option<EnumCase>> {
    let symbol = value.rsplit("::").next().unwrap_or(value);
    for found in record.list("enumerants")? {
        let found = case(found)?;
        if found.symbol == symbol || value == EMPTY && found.value == 0 {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The member of the enum that C++ names, and the width of the enum in bits.
fn member(dump: &Dump, value: &str) -> Result<Option<(EnumCase, i128)>> {
    let Some((class, _)) = value.rsplit_once("::") else { return Ok(None) };
    let (namespace, class) = class.rsplit_once("::").unwrap_or(("", class));
    for kind in ["EnumInfo", "EnumAttrInfo"] {
        for record in dump.instances(kind)? {
            let of = record.text("cppNamespace")?.unwrap_or_default();
            if record.text("className")? == Some(class)
                && of.ends_with(namespace)
                && let Some(found) = member_of(record, value)?
            {
                let bits = record.integer("bitwidth")?.unwrap_or(PLAIN_BITS);
                return Ok(Some((found, bits)));
            }
        }
    }
    Ok(None)
}
