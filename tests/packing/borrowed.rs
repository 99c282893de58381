//! Codecs whose values are borrowed when they are read.

use crate::host::{Context, Encoder, codec};
use crate::seals::samples::{ITEMS, round_trip};
use crate::seals::{NameId, Seal, Version, view};
use bytespec::plan::data::Plan;
use bytespec::plan::proof::{Generated, KnownVersions, Proof};
use bytespec::plan::same::{FunctionSamples, Same};
use bytespec::plan::{Call, Functions, Value};
use bytespec::reflect::{FieldValue, Reflect, Seen};
use bytespec::sample::Source;
use bytespec::wire::{Cursor, Writer};
use bytespec::{Error, Result};

const NAMES: &[&str] = &["Ann", "Bob"];

fn text(text: &str) -> codec::Text {
    codec::Text(text.to_owned())
}

fn seal() -> Seal {
    Seal {
        length: 3,
        motto: text("all"),
        owner: text("Zoë"),
        broken: true,
        breaker: Some(text("")),
        witness: NameId(1),
    }
}

fn written(seal: &Seal) -> bytespec::Result<Vec<u8>> {
    let mut writer = Writer::new();
    seal.write(&mut writer, &mut Encoder { names: NAMES })?;
    Ok(writer.into_bytes())
}

#[test]
fn values_borrow_from_the_input() {
    let Ok(bytes) = written(&seal()) else { panic!("not written") };
    let cx = Context { names: NAMES };
    let Ok(read) = view::Seal::read(&mut Cursor::new(&bytes), &cx) else { panic!("not read") };
    assert_eq!(read.motto.0.as_ptr(), bytes[1..].as_ptr());
    assert_eq!(read.to_owned(), seal());
    assert_eq!(cx.names.get(read.witness.0 as usize), Some(&"Bob"));
    let mut shown = Vec::new();
    read.fields(&mut |name, value| {
        if let FieldValue::Text(value) = value {
            shown.push(format!("{name} = {value}"));
        }
    });
    assert_eq!(shown, ["motto = \"all\"", "owner = \"Zoë\"", "breaker = \"\""]);
    let wrong = Seal { length: 4, ..seal() };
    assert!(written(&wrong).is_err(), "the argument was not given");
}

struct Seals(Plan);

impl Generated for Seals {
    fn items(&self) -> &[(&'static str, &'static str)] {
        ITEMS
    }

    fn source(&self, seed: u64) -> Source {
        let mut source = Source::new(seed);
        source.tables = vec![("Name", 2)];
        source
    }

    fn functions(&self) -> (&dyn Functions, &dyn FunctionSamples) {
        (&Texts, &Texts)
    }

    fn round_trip(
        &self,
        item: (&str, &str),
        bytes: &[u8],
        _: &KnownVersions,
        _: &KnownVersions,
        see: &mut dyn FnMut(Seen<'_>),
    ) -> Result<Vec<u8>> {
        round_trip(item, bytes, &Context { names: NAMES }, &mut Encoder { names: NAMES }, see)
    }
}

/// The codecs of the host, as functions of a plan.
struct Texts;

impl Functions for Texts {
    fn read(&self, call: Call<'_>, cursor: &mut Cursor<'_>) -> Result<Value> {
        let start = cursor.position();
        let len = match call.arguments {
            [] => cursor.prefix()?,
            [len, ..] => *len,
        };
        let len = cursor.check_count(len, 1)?;
        let text = cursor.bytes(len)?;
        match std::str::from_utf8(text) {
            Ok(_) => Ok(Value::Bytes(text.to_vec())),
            Err(_) => Err(Error::invalid("no characters").or_at(start)),
        }
    }

    fn write(&self, call: Call<'_>, value: &Value, writer: &mut Writer) -> Result<()> {
        let Value::Bytes(text) = value else { return Err(call.unknown()) };
        if call.arguments.is_empty() {
            writer.prefix(text.len() as u64);
        }
        writer.bytes(text);
        Ok(())
    }
}

impl FunctionSamples for Texts {
    fn sample(&self, name: &str, source: &mut Source) -> Option<(Value, Vec<u64>)> {
        let text = b"ab".repeat(source.below(5));
        let given = if name == "padded" { vec![text.len() as u64] } else { Vec::new() };
        Some((Value::Bytes(text), given))
    }

    fn same(&self, _: &str, value: &Value) -> Same {
        let Value::Bytes(text) = value else { return Same::Absent };
        Same::Text(format!("{:?}", String::from_utf8_lossy(text)))
    }
}

#[test]
fn samples_come_back() {
    let generated = Seals(crate::plan_of("seals"));
    let newest = vec![vec![(0, Version::ALL.len() as u32 - 1)]];
    let compared = Proof::new(&generated.0, &generated).values_round_trip(&newest, 100);
    println!("{compared:?}");
    assert!(compared.values > 0);
}
