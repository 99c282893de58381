//! Built-in functions: codecs that the schemas of this project name, and that a schema cannot describe.

use super::host::Fact;
use super::{Call, Functions, Value};
use crate::error::{Error, ErrorKind, Result};
use crate::wire::{Cursor, Writer, narrow, zigzag_decode, zigzag_encode};

/// The built-in functions.
///
/// Some functions need the width of a type. They take it from the facts that the schema states of the type, `bits` or `width`, or
/// from a field of that name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Builtin;

/// The widest number that takes one byte.
const BYTE: u64 = 8;
const WORD: u64 = 64;

impl Functions for Builtin {
    fn read(&self, call: Call<'_>, cursor: &mut Cursor<'_>) -> Result<Value> {
        let at = cursor.position();
        let placed = |error: Error| error.or_at(at);
        match call.name {
            "integer_bits" => {
                let bits = width(&call, &["bits"], Some("integer")).map_err(placed)?;
                let value = if bits == 1 { u64::from(cursor.u8()?) } else { cursor.leb128()? };
                fits(value, bits).map(Value::Unsigned).map_err(placed)
            }
            "float_bits" => {
                let bits = width(&call, &["bits"], Some("float")).map_err(placed)?;
                if bits <= BYTE {
                    let value = u64::from(cursor.u8()?);
                    return fits(value, bits).map(Value::Unsigned).map_err(placed);
                }
                let code = cursor.leb128_wide()?;
                let pattern = zigzag_decode(code as u64).cast_unsigned();
                let pattern = Value::Unsigned(fits(pattern, bits).map_err(placed)?);
                // Bits above the 64th, which a released writer makes and readers drop.
                Ok(match (code >> 64) as u64 {
                    0 => pattern,
                    excess => Value::List(vec![pattern, Value::Unsigned(excess)]),
                })
            }
            "ap_int" | "ap_float" => {
                let bits = width(&call, &["width"], None).map_err(placed)?;
                if bits <= BYTE {
                    return Ok(Value::Unsigned(cursor.u8()?.into()));
                }
                if bits <= WORD {
                    return Ok(Value::Unsigned(cursor.prefix_zigzag()?.cast_unsigned()));
                }
                let count = cursor.prefix()?;
                if count > bits.div_ceil(WORD) {
                    return Err(Error::at(at, ErrorKind::Words { words: count, bits }));
                }
                let count = cursor.check_count(count, 1)?;
                let words = (0..count).map(|_| cursor.prefix_zigzag().map(i64::cast_unsigned));
                words.map(|word| word.map(Value::Unsigned)).collect::<Result<_>>().map(Value::List)
            }
            "double" => {
                let code = cursor.prefix()?;
                Ok(Value::Unsigned(zigzag_decode(code).cast_unsigned()))
            }
            "sparse_array" => sparse_array(&call, cursor),
            _ => Err(placed(call.unknown())),
        }
    }

    fn write(&self, call: Call<'_>, value: &Value, writer: &mut Writer) -> Result<()> {
        let number = || value.number().ok_or_else(|| value.misfit("a number"));
        match call.name {
            "integer_bits" => {
                let bits = width(&call, &["bits"], Some("integer"))?;
                let value = fits(number()?, bits)?;
                if bits == 1 { writer.u8(value as u8) } else { writer.leb128(value) }
            }
            "float_bits" => {
                let bits = width(&call, &["bits"], Some("float"))?;
                let (pattern, excess) = match value {
                    Value::List(parts) => (
                        parts.first().and_then(Value::number).unwrap_or(0),
                        parts.get(1).and_then(Value::number).unwrap_or(0),
                    ),
                    _ => (number()?, 0),
                };
                let pattern = fits(pattern, bits)?;
                if bits <= BYTE {
                    writer.u8(pattern as u8);
                } else {
                    let code = zigzag_encode(pattern.cast_signed());
                    writer.leb128_wide(u128::from(excess) << 64 | u128::from(code));
                }
            }
            "ap_int" | "ap_float" => {
                let bits = width(&call, &["width"], None)?;
                match value {
                    Value::List(words) if bits > WORD => {
                        writer.prefix(words.len() as u64);
                        for word in words {
                            let word = word.number().unwrap_or(0);
                            writer.prefix(zigzag_encode(word.cast_signed()));
                        }
                    }
                    _ if bits > WORD => return Err(value.misfit("a list of words")),
                    _ if bits <= BYTE => {
                        let byte = fits(number()?, BYTE)?;
                        writer.u8(byte as u8);
                    }
                    _ => writer.prefix(zigzag_encode(number()?.cast_signed())),
                }
            }
            "double" => writer.prefix(zigzag_encode(number()?.cast_signed())),
            "sparse_array" => write_sparse_array(value, writer)?,
            _ => return Err(call.unknown()),
        }
        Ok(())
    }
}

fn fits(value: u64, bits: u64) -> Result<u64> {
    match bits < WORD && value >> bits != 0 {
        true => Err(Error::new(ErrorKind::Width { value: value.into(), bits: bits as u32 })),
        false => Ok(value),
    }
}

/// The width of the type in the first argument of a call. If `class` is present, the type must be of that class.
fn width(call: &Call<'_>, names: &[&str], class: Option<&str>) -> Result<u64> {
    let ty = call.arguments.first().copied().unwrap_or(0);
    let fact = |name: &str| call.tables.fact("Type", ty, name);
    let not_a_number = || {
        let expected =
            class.map_or("a number".into(), |class| format!("a type of class {class}").into());
        let number = u32::try_from(ty).unwrap_or(u32::MAX);
        Error::new(ErrorKind::WrongEntry { table: "type", number, expected })
    };
    if let Some(class) = class
        && fact("class")? != Some(Fact::Text(class.to_owned()))
    {
        return Err(not_a_number());
    }
    for name in names {
        match fact(name)? {
            Some(Fact::Number(bits)) if class.is_none() || (1..=WORD).contains(&bits) => {
                return Ok(bits);
            }
            _ => {}
        }
    }
    Err(not_a_number())
}

/// The widest index in a sparse array that readers take, in bits.
const INDEX_BITS: u64 = 8;

/// An array of small numbers. The file contains the numbers that are not zero, with their indices, or the first numbers.
fn sparse_array(call: &Call<'_>, cursor: &mut Cursor<'_>) -> Result<Value> {
    let len = call.arguments.first().copied().unwrap_or(0);
    let head = cursor.prefix()?;
    let (sparse, count) = (head & 1 != 0, head >> 1);
    let mut numbers = vec![0; usize::try_from(len).unwrap_or(0)];
    let mut bits = 0;
    if count > 0 && sparse {
        let at = cursor.position();
        bits = cursor.prefix()?;
        if bits > INDEX_BITS {
            let (limit, max) = ("bits of an index", INDEX_BITS);
            return Err(Error::at(at, ErrorKind::Limit { limit, found: bits, max }));
        }
    }
    for place in 0..count {
        let at = cursor.position();
        let code = cursor.prefix()?;
        let (index, number) =
            if sparse { (code & ((1 << bits) - 1), code >> bits) } else { (place, code) };
        let slot = usize::try_from(index).ok().and_then(|index| numbers.get_mut(index));
        let Some(slot) = slot else {
            return Err(Error::at(
                at,
                ErrorKind::Index { table: "number".into(), found: index, len },
            ));
        };
        *slot = narrow::<u32>(at, number, "u32")?.into();
    }
    Ok(Value::List(numbers.into_iter().map(Value::Unsigned).collect()))
}

/// Writes the form that the reference writer selects.
fn write_sparse_array(value: &Value, writer: &mut Writer) -> Result<()> {
    let Value::List(numbers) = value else { return Err(value.misfit("a list")) };
    let numbers: Vec<u64> = numbers.iter().filter_map(Value::number).collect();
    let set = numbers.iter().filter(|number| **number != 0).count();
    let last = numbers.iter().rposition(|number| *number != 0).unwrap_or(0);
    let bits = usize::BITS - last.leading_zeros();
    let sparse = set <= numbers.len() / 2 && u64::from(bits) <= INDEX_BITS;
    let count = if sparse { set } else { numbers.len() } as u64;
    writer.prefix(count << 1 | u64::from(sparse));
    if !sparse {
        numbers.iter().for_each(|number| writer.prefix(*number));
        return Ok(());
    }
    if set > 0 {
        writer.prefix(bits.into());
    }
    for (index, number) in numbers.iter().enumerate().filter(|(_, number)| **number != 0) {
        writer.prefix(*number << bits | index as u64);
    }
    Ok(())
}

#[cfg(any(test, feature = "samples"))]
mod samples {
    use super::{Builtin, WORD};
    use crate::plan::Value;
    use crate::plan::same::{FunctionSamples, Same};
    use crate::sample::Source;

    /// The most numbers of a sparse array in a sample.
    const NUMBERS: usize = 6;

    impl FunctionSamples for Builtin {
        fn sample(&self, name: &str, source: &mut Source) -> Option<(Value, Vec<u64>)> {
            let class = match name {
                "integer_bits" | "ap_int" => "integer",
                "float_bits" | "ap_float" => "float",
                "double" => return Some((Value::Unsigned(source.bits()), Vec::new())),
                "sparse_array" => {
                    let count = source.below(NUMBERS);
                    let numbers = (0..count).map(|_| Value::Unsigned(source.number(8)));
                    return Some((Value::List(numbers.collect()), vec![count as u64]));
                }
                _ => return None,
            };
            let (ty, bits) = source.class(class).unwrap_or((0, 1));
            let value = match u64::from(bits) {
                bits if bits <= WORD => Value::Unsigned(source.number(bits as u32)),
                bits => {
                    let count = source.below(bits.div_ceil(WORD) as usize) + 1;
                    Value::List((0..count).map(|_| Value::Unsigned(source.bits())).collect())
                }
            };
            Some((value, vec![ty.into()]))
        }

        fn same(&self, name: &str, value: &Value) -> Same {
            let number = |value: &Value| value.number().unwrap_or_default();
            match (name, value) {
                ("float_bits", Value::List(parts)) => {
                    Same::Number(parts.first().map_or(0, number).into())
                }
                ("integer_bits" | "float_bits" | "double", value) => {
                    Same::Number(number(value).into())
                }
                ("sparse_array", Value::List(numbers)) => Same::List(
                    numbers.iter().map(|value| Same::Number(number(value).into())).collect(),
                ),
                (_, Value::List(words)) => {
                    let mut words = words.iter().rev().map(number);
                    let mut text = format!("{:#x}", words.next().unwrap_or(0));
                    words.for_each(|word| text.push_str(&format!("{word:016x}")));
                    Same::Text(text)
                }
                (_, value) => Same::Text(format!("{:#x}", number(value))),
            }
        }
    }
}
