//! Contents of sections that are records: generated code and the plan read the same values, and fail alike.

use bytespec::plan::record::RecordField;
use bytespec::plan::{Executor, File, SectionContent, Value};
use bytespec::wire::Cursor;
use bytespec::{Error, Result};
use depot::content::{SizeSection, StringSection};

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod depot {
    include!(concat!(env!("OUT_DIR"), "/depot.rs"));
}

/// Reads the content of a section with generated code.
type Read = fn(&mut Cursor<'_>, &Executor<'_>) -> Result<Value>;

/// A file with one section.
fn file(version: u8, id: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("a short payload") << 1 | 1;
    [&[0x42, 0x43, version, id, length], payload].concat()
}

/// The content as both readers spell it, or their errors.
fn both(input: &[u8], read: Read) -> [Result<String, String>; 2] {
    let spelled = |value: Result<Value>| match value {
        Ok(value) => {
            let mut text = String::new();
            value.spell(depot::plan(), &mut text).expect("a string takes all");
            Ok(text)
        }
        Err(error) => Err(error.to_string()),
    };
    let mut file = File::open(depot::plan(), input, &[]).expect("a header and a section");
    let typed = Cursor::over(input, 5, input.len()).and_then(|mut cursor| {
        let value = read(&mut cursor, file.executor())?;
        assert!(cursor.is_empty());
        Ok(value)
    });
    let interpreted = file.read().and_then(|file| match file.sections.into_iter().next() {
        Some(section) => match section.content {
            SectionContent::Item(_, value) => Ok(value),
            SectionContent::Bytes(_) => Err(Error::invalid("bytes")),
        },
        None => Err(Error::invalid("no section")),
    });
    [typed, interpreted].map(spelled)
}

/// Compares both readers on a payload, on each that differs from it in one byte, and on each that ends early.
fn compare(version: u8, id: u8, payload: &[u8], read: Read) {
    let changed = (0..payload.len()).flat_map(|at| {
        (0..=u8::MAX).map(move |byte| {
            let mut payload = payload.to_vec();
            payload[at] = byte;
            payload
        })
    });
    let ended = (0..payload.len()).map(|end| payload[..end].to_vec());
    let mut counts = [0; 2];
    for payload in changed.chain(ended) {
        let [typed, interpreted] = both(&file(version, id, &payload), read);
        assert_eq!(typed, interpreted, "{payload:02x?}");
        counts[usize::from(typed.is_err())] += 1;
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn contents_are_typed() {
    let strings = [5, 9, 5, b'a', 0, b'b', b'c', b'd', 0, 0, 0, 0, 0xff];
    let read: Read = |cursor, executor| Ok(StringSection::read(cursor, executor)?.to_value());
    compare(1, 1, &strings, read);
    let mut cursor = Cursor::new(&strings);
    let content = StringSection::read(&mut cursor, depot::executor()).expect("two strings");
    let texts: Vec<&[u8]> = content.strings.iter().map(|string| &*string.text).collect();
    assert_eq!(texts, [&b"a"[..], b"bcd"]);
    let read: Read = |cursor, executor| Ok(SizeSection::read(cursor, executor)?.to_value());
    compare(1, 2, &[7, 0, 5, 3, 5, 0, 3, 9], read);
    compare(2, 2, &[7, 0, 1, 5, 3, 5, 0, 1, 3, 9], read);
}
