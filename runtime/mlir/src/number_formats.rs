//! The number formats of types.

use crate::BUILTIN;
use crate::generated::{Signedness, TypeId, view};
use crate::module::Module;
use crate::tables::entry;
use crate::tables::entry::Type;
use bytespec_core::decimal::{Format, Kind, Number};
use bytespec_core::error::Result;
use bytespec_core::reflect::{IndexNames, Text};

/// The number format of a type; `None` if it is not numeric.
pub(crate) fn number_of(module: &Module<'_>, id: TypeId) -> Result<Option<Number>> {
    let complex = match module.ty(id)? {
        Type::Typed(
            view::TypeEntry::Builtin(view::BuiltinType::ComplexType { element })
            | view::TypeEntry::Vhlo(view::VhloType::ComplexV1Type { element }),
        ) => element,
        ty => return Ok(plain(&ty)),
    };
    let part = plain(&module.ty(complex)?);
    Ok(part.map(|part| Number { complex: true, ..part }))
}

/// The number format of a numeric type.
pub(crate) fn needed_number(module: &Module<'_>, id: TypeId) -> Result<Number> {
    let found = number_of(module, id)?;
    found.ok_or_else(|| module.wrong_entry(id, "a type of numbers"))
}

fn plain(ty: &Type<'_>) -> Option<Number> {
    use view::BuiltinType as T;
    let width = entry::width(ty)?;
    let number = |kind| Number { kind, width, complex: false, index: false };
    Some(match ty {
        Type::Typed(view::TypeEntry::Builtin(ty)) => match ty {
            T::IntegerType { signedness, .. } => number(match signedness {
                Signedness::Signless => Kind::Signless,
                Signedness::Signed => Kind::Signed,
                Signedness::Unsigned => Kind::Unsigned,
            }),
            T::IndexType => Number { index: true, ..number(Kind::Signless) },
            ty => number(Kind::Float(Format::named(&spelled(ty))?)),
        },
        Type::Typed(view::TypeEntry::Vhlo(ty)) => {
            let name = spelled(ty);
            match name.strip_suffix("_v1")? {
                "index" => Number { index: true, ..number(Kind::Signless) },
                "bool" => number(Kind::Signless),
                "tf31" => number(Kind::Float(Format::named("tf32")?)),
                name if name.starts_with("ui") => number(Kind::Unsigned),
                name if name.starts_with("si") => number(Kind::Signless),
                name if name.starts_with('i') => number(Kind::Signless),
                name => number(Kind::Float(Format::named(name)?)),
            }
        }
        Type::Text { dialect, text } if *dialect == BUILTIN.as_bytes() => {
            number(Kind::Float(Format::named(std::str::from_utf8(text).ok()?)?))
        }
        _ => return None,
    })
}

/// The word for a type.
fn spelled(ty: &dyn Text) -> String {
    let mut name = String::new();
    // Writing to a string cannot fail.
    let _ = ty.text(&mut name, &IndexNames);
    name
}
