//! The codecs of the host, as functions of a plan.

use bytespec::plan::same::{FunctionSamples, Same};
use bytespec::plan::{Call, Functions, Value};
use bytespec::sample::Source;
use bytespec::wire::{Cursor, Writer};
use bytespec::{Error, Result};

/// The codecs of the host.
pub(crate) struct Codecs;

impl Functions for Codecs {
    fn read(&self, call: Call<'_>, cursor: &mut Cursor<'_>) -> Result<Value> {
        let start = cursor.position();
        let by = call.arguments.first().copied().unwrap_or(0);
        Ok(match call.name {
            "amount" => Value::Unsigned(cursor.u64()?),
            "debt" | "money" => Value::Signed(cursor.i64()?),
            "wide" => {
                let value = cursor.u64()?.checked_sub(by);
                let value = value.filter(|value| *value <= u32::MAX.into());
                Value::Unsigned(value.ok_or_else(|| Error::invalid("too small").or_at(start))?)
            }
            "motto" | "padded" => {
                let len = u64::from(cursor.u16()?).checked_sub(by);
                let len = len.ok_or_else(|| Error::invalid("too short").or_at(start))?;
                Value::Bytes(cursor.bytes(len as usize)?.to_vec())
            }
            "coins" => {
                let count = Value::Unsigned(cursor.u8()?.into());
                Value::List(vec![count, Value::Unsigned(cursor.prefix_u32()?.into())])
            }
            "mark" => {
                let len = cursor.prefix()?;
                let len = cursor.check_count(len, 1)?;
                Value::Bytes(cursor.bytes(len)?.to_vec())
            }
            _ => return Err(call.unknown()),
        })
    }

    fn write(&self, call: Call<'_>, value: &Value, writer: &mut Writer) -> Result<()> {
        let number = || value.number().ok_or_else(|| Error::invalid("a number is needed"));
        let by = call.arguments.first().copied().unwrap_or(0);
        match (call.name, value) {
            ("amount" | "debt" | "money", _) => writer.u64(number()?),
            ("wide", _) => writer.u64(number()? + by),
            ("motto" | "padded", Value::Bytes(text)) => {
                writer.u16(text.len() as u16 + by as u16);
                writer.bytes(text);
            }
            ("coins", Value::List(parts)) => {
                let mut parts = parts.iter().map(|part| part.number().unwrap_or(0));
                writer.u8(parts.next().unwrap_or(0) as u8);
                writer.prefix(parts.next().unwrap_or(0));
            }
            ("mark", Value::Bytes(text)) => {
                writer.prefix(text.len() as u64);
                writer.bytes(text);
            }
            _ => return Err(call.unknown()),
        }
        Ok(())
    }
}

impl FunctionSamples for Codecs {
    fn sample(&self, name: &str, source: &mut Source) -> Option<(Value, Vec<u64>)> {
        let text = |source: &mut Source| Value::Bytes(b"ab".repeat(source.below(5)));
        Some(match name {
            "amount" => (Value::Unsigned(source.number(64)), Vec::new()),
            "debt" | "money" => (Value::Signed(source.number(64).cast_signed()), Vec::new()),
            "wide" => (Value::Unsigned(source.number(32)), vec![source.number(8)]),
            "motto" | "mark" => (text(source), Vec::new()),
            "padded" => (text(source), vec![source.number(8)]),
            "coins" => {
                let parts = [source.number(8), source.number(32)].map(Value::Unsigned);
                (Value::List(parts.to_vec()), Vec::new())
            }
            _ => return None,
        })
    }

    fn same(&self, name: &str, value: &Value) -> Same {
        let number = |value: &Value| value.number().unwrap_or_default();
        match (name, value) {
            // What it becomes as a number.
            ("money", value) => Same::Number(number(value).into()),
            (_, Value::Signed(number)) => Same::Number((*number).into()),
            ("mark", Value::Bytes(text)) => Same::Text(String::from_utf8_lossy(text).into_owned()),
            (_, Value::Bytes(text)) => Same::Text(format!("{text:?}")),
            (_, Value::List(parts)) => {
                Same::Text(format!("{} x {}", number(&parts[0]), number(&parts[1])))
            }
            (_, value) => Same::Number(number(value).into()),
        }
    }
}
