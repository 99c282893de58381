//! Edited values: what is computed follows, and what would break the file is refused.

use super::sample;
use bytespec::plan::data::Plan;
use bytespec::plan::{File, FileValue, Value};
use expect_test::expect;
use formats_to_copy::{elf, gettext, png, tar, zip};

/// Reads a file, edits its record, and writes it.
fn edited(plan: &Plan, name: &str, edit: impl FnOnce(&mut Value)) -> Result<Vec<u8>, String> {
    let bytes = sample(name).bytes;
    let mut file = File::open(plan, &bytes, &[]).expect("a file");
    let mut value: FileValue = file.read().expect("a sample");
    edit(value.record_mut().expect("a record"));
    file.write(&value).map_err(|error| error.to_string())
}

/// A field on a way of names and positions.
fn at<'v>(mut value: &'v mut Value, plan: &Plan, way: &[&str]) -> &'v mut Value {
    for name in way {
        value = match (value, name.parse::<usize>()) {
            (Value::List(elements), Ok(index)) => &mut elements[index],
            (value, _) => value.get_mut(plan, name).expect("a field"),
        };
    }
    value
}

/// The chunks of a picture, as the specification says them: kind, data, and check sum.
fn chunks(mut bytes: &[u8]) -> Vec<(&[u8], &[u8], u32)> {
    let mut found = Vec::new();
    bytes = &bytes[8..];
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk().expect("a length");
        let (kind, rest) = rest.split_at(4);
        let (data, rest) = rest.split_at(u32::from_be_bytes(*length) as usize);
        let (sum, rest) = rest.split_first_chunk().expect("a check sum");
        found.push((kind, data, u32::from_be_bytes(*sum)));
        bytes = rest;
    }
    found
}

#[test]
fn a_picture_gets_a_text_and_another_width() {
    let plan = png::plan();
    let written = edited(plan, "png/samples/grey.png", |picture| {
        *at(picture, plan, &["chunks", "0", "data", "width"]) = Value::Unsigned(640);
        let Value::List(chunks) = at(picture, plan, &["chunks"]) else { panic!("chunks") };
        let kind = |chunk: &Value| chunk.get(plan, "kind").and_then(Value::text) == Some("tEXt");
        let mut text = chunks.iter().find(|chunk| kind(chunk)).expect("a text").clone();
        *at(&mut text, plan, &["data", "keyword"]) = Value::Text("Software".to_owned());
        *at(&mut text, plan, &["data", "text"]) = Value::Text("ein Größeres".to_owned());
        chunks.insert(1, text);
    });
    let (written, before) = (written.expect("a picture"), sample("png/samples/grey.png").bytes);
    let (written, before) = (chunks(&written), chunks(&before));
    assert_eq!(written.len(), before.len() + 1);
    let latin1 = b"Software\0ein Gr\xf6\xdferes";
    assert_eq!((written[1].0, written[1].1), (&b"tEXt"[..], &latin1[..]));
    assert_eq!(written[0].1, [&[0, 0, 2, 128], &before[0].1[4..]].concat());
    assert_ne!(written[0].2, before[0].2);
    assert_eq!(written[2..], before[1..]);
    for (kind, data, sum) in written {
        let mut digest = crc32fast::Hasher::new();
        digest.update(kind);
        digest.update(data);
        assert_eq!(sum, digest.finalize());
    }
}

#[test]
fn a_picture_is_refused_what_its_chunks_do_not_hold() {
    let plan = png::plan();
    let name = "png/samples/grey.png";
    let kind = edited(plan, name, |picture| {
        *at(picture, plan, &["chunks", "0", "kind"]) = Value::Text("PLTE".to_owned());
    });
    let letter = edited(plan, name, |picture| {
        let Value::List(chunks) = at(picture, plan, &["chunks"]) else { panic!("chunks") };
        let text = chunks
            .iter_mut()
            .find(|chunk| chunk.get(plan, "kind").and_then(Value::text) == Some("tEXt"));
        *at(text.expect("a text"), plan, &["data", "text"]) = Value::Text("\u{2192}".to_owned());
    });
    let end = edited(plan, name, |picture| {
        let Value::List(chunks) = at(picture, plan, &["chunks"]) else { panic!("chunks") };
        chunks.pop();
    });
    let report = [kind, letter, end].map(|result| result.expect_err("refused")).join("\n");
    expect![[r#"
        chunks[0].data: the value is `Header` with the tag "IHDR", but `kind` is "PLTE", the tag of `Palette`
        chunks[4].data Text.text: the value is a text of letters of another encoding, not latin1 text
        chunks: the elements do not end with the first one for which `last` is true"#]]
    .assert_eq(&report);
}

#[test]
fn a_translation_changes_in_its_place() {
    let plan = gettext::plan();
    let name = "gettext/samples/big.mo";
    let translated = |text: &str| {
        edited(plan, name, |catalog| {
            let way = ["translations", "2", "text", "string"];
            assert_eq!(at(catalog, plan, &way).text(), Some("Öffnen"));
            *at(catalog, plan, &way) = Value::Text(text.to_owned());
        })
    };
    let before = sample(name).bytes;
    let written = translated("Oeffnen").expect("as long as before");
    assert_eq!(written.len(), before.len());
    let place = before.windows(7).position(|bytes| bytes == "Öffnen".as_bytes()).expect("there");
    assert_eq!(written[place..place + 8], *b"Oeffnen\0");
    assert_eq!(
        (&written[..place], &written[place + 7..]),
        (&before[..place], &before[place + 7..])
    );
    let report = ["Auf", "Aufmachen"].map(|text| translated(text).expect_err("of other length"));
    expect![[r#"
        translations[2].text.string: expected 7 bytes, found 3
        translations[2].text.string: expected 7 bytes, found 9"#]]
    .assert_eq(&report.join("\n"));
}

#[test]
fn a_translation_moves_with_its_place() {
    let plan = gettext::plan();
    let name = "gettext/samples/little.mo";
    let before = sample(name).bytes;
    let written = edited(plan, name, |catalog| {
        let entry = ["translations", "3"];
        let field = |name| [entry[0], entry[1], name];
        *at(catalog, plan, &field("length")) = Value::Unsigned(12);
        *at(catalog, plan, &["translations", "3", "text", "string"]) =
            Value::Text("Zuschließen".to_owned());
    });
    // It is the last text, so that nothing stands behind it.
    let written = written.expect("it grows over the end");
    assert!(written.ends_with("Zuschließen\0".as_bytes()));
    assert_eq!(written.len(), before.len() + 2);
}

#[test]
fn a_member_grows_with_its_size_and_checksum() {
    let plan = tar::plan();
    let name = "tar/samples/ustar.tar";
    let written = edited(plan, name, |archive| {
        *at(archive, plan, &["entries", "0", "content"]) = Value::Bytes(vec![b'x'; 600]);
    });
    let written = written.expect("size and checksum are computed");
    assert_eq!(written.len(), sample(name).bytes.len() + 512);
    assert_eq!(written[124..136], *b"00000001130\0");
    // POSIX.1-1988: the sum of all bytes of the header, where blanks stand for the checksum.
    let bytes = written[..512].iter().enumerate();
    let sum: u32 = bytes
        .map(|(at, byte)| match at {
            148..156 => u32::from(b' '),
            _ => u32::from(*byte),
        })
        .sum();
    assert_eq!(written[148..156], *format!("{sum:06o}\0 ").as_bytes());
    assert_eq!(written[512..512 + 600], [b'x'; 600]);
    assert_eq!(written[512 + 600..2 * 512 + 512], [0; 424]);
    let mut wrong = written;
    wrong[110] ^= 1;
    let error = tar::Archive::read(&wrong).expect_err("another checksum");
    expect!["at byte 148 (0x94), Archive.entries[0].checksum: expected 0o13756, found 0o13755"]
        .assert_eq(&error.to_string());
}

#[test]
fn a_section_is_renamed_in_both_places() {
    let plan = elf::plan();
    for name in ["elf/samples/lib64.so", "elf/samples/lib32.so", "elf/samples/powerpc.o"] {
        let renamed = |both: bool| {
            edited(plan, name, |file| {
                let Value::List(sections) = at(file, plan, &["sections"]) else {
                    panic!("sections")
                };
                for section in sections {
                    let of = section.get(plan, "name").and_then(Value::text).unwrap_or_default();
                    if of == ".text" {
                        *at(section, plan, &["name"]) = Value::Text(".code".to_owned());
                    } else if both && [".shstrtab", ".strtab"].contains(&of) {
                        let texts = at(section, plan, &["content", "texts"]);
                        let Value::Bytes(texts) = texts else { panic!("bytes") };
                        let place = texts.windows(6).position(|at| at == b".text\0");
                        if let Some(place) = place {
                            texts[place..place + 5].copy_from_slice(b".code");
                        }
                    }
                }
            })
        };
        let (written, before) = (renamed(true).expect("a file"), sample(name).bytes);
        let differs = written.iter().zip(&before).filter(|(a, b)| a != b).count();
        assert_eq!((written.len(), differs), (before.len(), 4), "{name}");
        let error = renamed(false).expect_err("one of two places");
        assert!(error.contains("differ from those of `"), "{error}");
    }
}

#[test]
fn a_file_of_an_archive_gets_another_name() {
    let plan = zip::plan();
    let name = "zip/samples/plain.zip";
    let renamed = |entry: &str, local: &str| {
        edited(plan, name, |archive| {
            let way = ["end", "entries", "1"];
            *at(archive, plan, &[way[0], way[1], way[2], "name"]) = Value::Text(entry.to_owned());
            let place = [way[0], way[1], way[2], "file", "name"];
            *at(archive, plan, &place) = Value::Text(local.to_owned());
        })
    };
    let written = renamed("other.txt", "other.txt").expect("as long as before");
    assert_eq!(written.windows(9).filter(|at| at == b"other.txt").count(), 2);
    assert_eq!(written.len(), sample(name).bytes.len());
    let error = renamed("longer name.txt", "longer name.txt").expect_err("no room");
    assert!(
        error.contains(
            "of `Archive.end.entries` at 0x88 differ from those of `Archive.end.entries[1].file`"
        ),
        "{error}"
    );
}
