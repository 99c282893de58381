//! The codecs that hosts are made with, as functions of a plan.

use bytespec::plan::same::{FunctionSamples, Same};
use bytespec::plan::{Call, Functions, Value};
use bytespec::sample::Source;
use bytespec::wire::{Cursor, Writer};
use bytespec::{Error, Result};

/// The codecs of a format: what each is called, and what its values are.
pub(crate) struct Codecs(pub(crate) &'static [(&'static str, &'static str)]);

impl Codecs {
    fn kind(&self, name: &str) -> Option<&'static str> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| *kind)
    }
}

/// The width of an integer type, and whether it has a sign.
fn integer(kind: &str) -> Option<(u32, bool)> {
    let width = kind.strip_prefix(['u', 'i'])?.parse().ok()?;
    Some((width, kind.starts_with('i')))
}

/// A number as a type of so many bits has it; none where it does not fit.
fn fitting(bits: u64, (width, signed): (u32, bool)) -> Option<Value> {
    let unused = u64::BITS - width;
    match signed {
        true => {
            let number = bits.cast_signed();
            (number << unused >> unused == number).then_some(Value::Signed(number))
        }
        false => (bits << unused >> unused == bits).then_some(Value::Unsigned(bits)),
    }
}

impl Functions for Codecs {
    fn read(&self, call: Call<'_>, cursor: &mut Cursor<'_>) -> Result<Value> {
        let start = cursor.position();
        match self.kind(call.name) {
            Some("bytes") => {
                let len = cursor.u64()?;
                let len = cursor.check_count(len, 1)?;
                Ok(Value::Bytes(cursor.bytes(len)?.to_vec()))
            }
            Some("number" | "shown") => cursor.u64().map(Value::Unsigned),
            Some(kind) if let Some(integer) = integer(kind) => {
                let value = fitting(cursor.u64()?, integer);
                value.ok_or_else(|| Error::invalid("too large").or_at(start))
            }
            _ => Err(call.unknown()),
        }
    }

    fn write(&self, call: Call<'_>, value: &Value, writer: &mut Writer) -> Result<()> {
        match (self.kind(call.name), value) {
            (Some("bytes"), Value::Bytes(bytes)) => {
                writer.u64(bytes.len() as u64);
                writer.bytes(bytes);
            }
            (Some(_), value) if let Some(number) = value.number() => writer.u64(number),
            _ => return Err(call.unknown()),
        }
        Ok(())
    }
}

impl FunctionSamples for Codecs {
    fn sample(&self, name: &str, source: &mut Source) -> Option<(Value, Vec<u64>)> {
        let value = match self.kind(name)? {
            "bytes" => Value::Bytes(b"ab".repeat(source.below(5))),
            "number" | "shown" => Value::Unsigned(source.number(64)),
            kind => {
                let (width, signed) = integer(kind)?;
                let unused = u64::BITS - width;
                let bits = source.number(width);
                let extended = (bits << unused).cast_signed() >> unused;
                match signed {
                    true => Value::Signed(extended),
                    false => Value::Unsigned(bits),
                }
            }
        };
        Some((value, Vec::new()))
    }

    fn same(&self, name: &str, value: &Value) -> Same {
        match (self.kind(name), value) {
            (Some("bytes"), Value::Bytes(bytes)) => Same::Text(format!("{bytes:?}")),
            (Some("shown"), value) => Same::Text(value.number().unwrap_or_default().to_string()),
            (_, Value::Signed(number)) => Same::Number((*number).into()),
            (_, value) => Same::Number(value.number().unwrap_or_default().into()),
        }
    }
}
