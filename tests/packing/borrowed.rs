//! Codecs whose values are borrowed when they are read.

use crate::host::{Context, Encoder, codec};
use crate::seals::samples::{self, Scope};
use crate::seals::{Features, NameId, Seal, Version, view};
use bytespec::reflect::{FieldValue, Reflect};
use bytespec::sample::Source;
use bytespec::wire::{Cursor, Writer};

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
fn what_is_read_lies_in_the_input() {
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

#[test]
fn samples_come_back() {
    let scope = Scope { version: Version::LATEST, features: Features::NONE };
    let cx = Context { names: NAMES };
    for seed in 0..100 {
        let mut source = Source::new(seed);
        source.tables = vec![("Name", 2)];
        for &subject in samples::SUBJECTS {
            let sample = samples::sample(subject, &mut source, &scope, None);
            let mut writer = Writer::new();
            assert_eq!(sample.write(&mut writer, &mut Encoder { names: NAMES }), Ok(()));
            let bytes = writer.into_bytes();
            let same = sample.reads_back(&mut Cursor::new(&bytes), &cx, 0);
            assert_eq!(same, Ok(true), "{sample:?}");
        }
    }
}
