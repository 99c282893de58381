//! Files with sections whose contents are records: generated code and the plan read the same values, fail alike, and write the same
//! bytes. Numbers in other sections follow what they are of.

use bytespec::Result;
use bytespec::plan::{File as Interpreted, FileValue, SectionContent, SectionValue};
use depot::content::{
    Group, Header, LabelSection, NameSection, PieceSection, Size, SizeSection, StringSection, Text,
};
use depot::file::{Content, File};
use depot::{Kind, executor, plan, section};

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod depot {
    include!(concat!(env!("OUT_DIR"), "/depot.rs"));
}

/// A file with a section of each kind. What depends on others comes first.
fn sample() -> File<'static> {
    let header = Header { labelled: true, version: 2, note: Some(b"note"[..].into()) };
    let size = |size| Size { custom: size == 2, size };
    let group = |kind, sizes| Group { kind, name: Some(5), sizes };
    let text = |text: &'static str| Text { text: text.as_bytes().into() };
    let pieces = ["a", "bc", "def"].map(|piece| piece.as_bytes().into());
    let names = SectionValue {
        alignment: Some(4),
        ..SectionValue::new(section::NAME, Content::NameSection(name(&[2, 0])))
    };
    let sections = vec![
        SectionValue::new(9, SectionContent::Bytes(vec![1, 2]).into()),
        SectionValue::new(
            section::PIECE,
            Content::PieceSection(PieceSection { pieces: pieces.into() }),
        ),
        SectionValue::new(
            section::LABEL,
            Content::LabelSection(LabelSection { labels: Some(vec![7, 8, 9]), first: Some(0) }),
        ),
        names,
        SectionValue::new(
            section::SIZE,
            Content::SizeSection(SizeSection {
                count: 3,
                groups: vec![
                    group(Kind::Named, vec![size(1), size(2)]),
                    group(Kind::Plain, vec![size(3)]),
                ],
            }),
        ),
        SectionValue::new(
            section::STRING,
            Content::StringSection(StringSection {
                strings: ["x", "yz", "", "vw"].map(text).into(),
            }),
        ),
        SectionValue::new(section::END, SectionContent::Bytes(Vec::new()).into()),
    ];
    File { header, producer: Some(b"maker".to_vec()), sections }
}

fn name(names: &[u64]) -> NameSection<'static> {
    let names = names.iter().map(|name| bytespec::plan::record::TableIndex(*name));
    NameSection { names: names.collect(), trailing: b"+"[..].into() }
}

/// What both readers make of a file: values without filler, and the file that is written of each.
fn both(bytes: &[u8]) -> [Result<(FileValue, Result<Vec<u8>>)>; 2] {
    let typed = File::read(bytes).map(|file| {
        let written = file.rewrite(bytes);
        let mut value = file.into_owned().to_value();
        // That of contents without a type.
        value.forget_filler(plan());
        (value, written)
    });
    let interpreted = Interpreted::with(executor(), bytes).and_then(|mut file| {
        let mut value = file.read()?;
        let written = file.write(&value);
        value.forget_filler(plan());
        Ok((value, written))
    });
    [typed, interpreted]
}

/// Compares both on a file, and counts it. Both refuse it or take it.
fn agree(bytes: &[u8], counts: &mut [u32; 2]) {
    match both(bytes) {
        [Ok(typed), Ok(interpreted)] => {
            assert_eq!(typed, interpreted, "{bytes:02x?}");
            assert_eq!(typed.1.as_deref(), Ok(bytes), "{bytes:02x?}");
            counts[0] += 1;
        }
        [Err(typed), Err(interpreted)] => {
            assert_eq!(typed, interpreted, "{bytes:02x?}");
            counts[1] += 1;
        }
        [typed, interpreted] => {
            panic!("{:?} and {:?} of {bytes:02x?}", typed.map(drop), interpreted.map(drop))
        }
    }
}

/// The bytes of a file, a line for its header and for each section.
fn lines(bytes: &[u8]) -> String {
    let file = Interpreted::with(executor(), bytes).expect("a file");
    let starts = file.sections().iter().map(|section| section.header);
    let starts: Vec<usize> = [0].into_iter().chain(starts).chain([bytes.len()]).collect();
    let lines = starts.windows(2).map(|part| {
        let bytes: Vec<String> =
            bytes[part[0]..part[1]].iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.join(" ") + "\n"
    });
    lines.collect()
}

#[test]
fn a_new_file_is_written_and_read() {
    let file = sample();
    let bytes = file.write().expect("a file");
    // The count and the check sum of labels, the sizes of strings, and filler.
    expect_test::expect![[r#"
        42 43 01 02 09 6e 6f 74 65 6d 61 6b 65 72 00
        09 05 01 02
        03 0d 61 62 63 64 65 66
        02 15 03 00 07 08 09 00 3b fd 0b 4b
        85 09 09 00 00 05 05 01 2b
        04 15 07 03 0b 05 05 0b 00 0b 03 0d
        01 23 09 07 03 07 05 78 00 79 7a 00 00 76 77 00 00 00 ff
        00
    "#]]
    .assert_eq(&lines(&bytes));
    let mut read = File::read(&bytes).expect("a file").into_owned();
    assert_eq!(read.write(), Ok(bytes));
    // The header of a section is as it was read.
    read.sections.iter_mut().for_each(|section| {
        (section.len_bytes, section.alignment_bytes, section.filler) = (0, 0, Vec::new())
    });
    assert_eq!(read, file);
}

#[test]
fn readers_agree_on_damaged_files() {
    let bytes = sample().write().expect("a file");
    let mut counts = [0; 2];
    agree(&bytes, &mut counts);
    for at in 0..bytes.len() {
        for byte in 0..=u8::MAX {
            let mut changed = bytes.clone();
            changed[at] = byte;
            agree(&changed, &mut counts);
        }
        agree(&bytes[..at], &mut counts);
        agree(&[&bytes[..at], &bytes[at + 1..]].concat(), &mut counts);
        agree(&[&bytes[..at], &[1], &bytes[at..]].concat(), &mut counts);
    }
    assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
}

/// The content of the section with an id.
fn content<'f>(file: &'f mut File<'static>, id: u8) -> &'f mut Content<'static> {
    let section = file.sections.iter_mut().find(|section| section.id == id);
    &mut section.expect("a section with this id").content
}

#[test]
fn numbers_in_other_sections_follow() {
    let bytes = sample().write().expect("a file");
    let mut file = File::read(&bytes).expect("a file").into_owned();
    // The size of a piece is in the section of sizes.
    let Content::PieceSection(pieces) = content(&mut file, section::PIECE) else {
        panic!("pieces")
    };
    pieces.pieces[1] = b"longer"[..].into();
    let longer = file.rewrite(&bytes).expect("a file");
    let mut read = File::read(&longer).expect("a file").into_owned();
    let Content::SizeSection(sizes) = content(&mut read, section::SIZE) else { panic!("sizes") };
    assert_eq!(sizes.groups[0].sizes[1].size, 6);
    // The number of labels is the number of sizes; it is no field of the type.
    sizes.count = 2;
    sizes.groups.pop();
    let Content::PieceSection(pieces) = content(&mut read, section::PIECE) else {
        panic!("pieces")
    };
    pieces.pieces.pop();
    let Content::LabelSection(labels) = content(&mut read, section::LABEL) else {
        panic!("labels")
    };
    labels.labels = Some(vec![4, 5]);
    let fewer = read.rewrite(&longer).expect("a file");
    let mut counts = [0; 2];
    agree(&fewer, &mut counts);
    expect_test::expect![[r#"
        42 43 01 02 09 6e 6f 74 65 6d 61 6b 65 72 00
        09 05 01 02
        03 0f 61 6c 6f 6e 67 65 72
        02 13 02 00 04 05 00 74 23 df 55
        85 09 09 00 00 05 05 01 2b
        04 0d 05 03 0b 05 05 1b
        01 23 09 07 03 07 05 78 00 79 7a 00 00 76 77 00 00 00 ff
        00
    "#]]
    .assert_eq(&lines(&fewer));
    // A count that differs from the elements is refused.
    labels_of(&mut read).labels = Some(vec![4]);
    let refused = read.write().expect_err("another number of labels").to_string();
    assert_eq!(refused, "labels: expected 2 elements, found 1");
}

fn labels_of<'f>(file: &'f mut File<'static>) -> &'f mut LabelSection {
    match content(file, section::LABEL) {
        Content::LabelSection(labels) => labels,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_header_states_what_a_file_has() {
    let bytes = sample().write().expect("a file");
    let mut file = File::read(&bytes).expect("a file").into_owned();
    // Without the feature there are no labels.
    file.header.labelled = false;
    assert!(file.rewrite(&bytes).is_err());
    labels_of(&mut file).labels = None;
    let unlabelled = file.rewrite(&bytes).expect("a file");
    // The first version has no note, and no names of groups.
    file.header = Header { labelled: false, version: 1, note: None };
    let Content::SizeSection(sizes) = content(&mut file, section::SIZE) else { panic!("sizes") };
    for group in &mut sizes.groups {
        (group.kind, group.name) = (Kind::Plain, None);
        group.sizes.iter_mut().for_each(|size| size.custom = true);
    }
    let first = file.rewrite(&bytes).expect("a file");
    let mut counts = [0; 2];
    for bytes in [unlabelled, first] {
        agree(&bytes, &mut counts);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 2;
            agree(&changed, &mut counts);
        }
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

/// Changes a file, and returns why it is not written.
fn refused(change: impl Fn(&mut File<'static>)) -> String {
    let mut file = sample();
    change(&mut file);
    file.write().expect_err("a file that cannot be read").to_string() + "\n"
}

#[test]
fn what_cannot_be_read_is_not_written() {
    let other = |bytes: &[u8]| SectionContent::Bytes(bytes.to_vec()).into();
    let all = [
        refused(|file| file.header.version = 9),
        refused(|file| file.header.version = 1),
        refused(|file| file.producer = Some(b"a\0b".to_vec())),
        refused(|file| file.sections[0].id = 0x40),
        refused(|file| file.sections[0] = SectionValue::new(section::OTHER, other(&[3]))),
        refused(|file| file.sections[0].alignment = Some(0)),
        refused(|file| file.sections[0].alignment = Some(3)),
        refused(|file| file.sections[0].alignment = Some(1 << 40)),
        refused(|file| file.sections[3].alignment = None),
        refused(|file| file.sections[6].alignment = Some(1)),
        refused(|file| file.sections[6].content = other(&[1])),
        refused(|file| file.sections[1].id = section::LABEL),
        refused(|file| file.sections.swap(1, 6)),
        refused(|file| file.sections.truncate(6)),
        refused(|file| *content(file, section::STRING) = other(&[1])),
        refused(|file| drop(file.sections.remove(4))),
    ];
    expect_test::expect![[r#"
        version 9 is not supported
        note: `Header.note` needs version 2 or later, but the version is 1
        producer: the text contains a zero byte
        64 is not the id of a section
        at byte 18 (0x12), other.blobs.filler: unexpected end of data, expected 3 bytes, found 0
        sections[0]: the alignment 0 is not a power of two of at most 4 GiB
        sections[0]: the alignment 3 is not a power of two of at most 4 GiB
        sections[0]: the alignment 1099511627776 is not a power of two of at most 4 GiB
        sections[3]: the name section must be aligned to a multiple of 4 bytes and is not aligned
        sections[6]: this section must not have an alignment
        sections[6]: the end section is not the last: 1 bytes follow
        sections[1]: expected the piece section, found the id 2
        sections follow the one that ends the file
        the end section is missing
        last: string.lengths index 2 is out of bounds (there are 0)
        pieces: expected 0 elements, found 3
    "#]]
    .assert_eq(&all.concat());
}

/// Sections that the schema does not describe, or that others replace, and contents without a type stay as they are.
#[test]
fn other_sections_stay() {
    let mut file = sample();
    let bytes = |bytes: &[u8]| SectionContent::Bytes(bytes.to_vec()).into();
    let blobs = [5, 0xcb, 0xcb, 0xcb, 0, 0, 0, 0, 2, 0, 0, 0, 3, b'a', 3, b'b'];
    for (id, payload) in [(section::PIECE, &[1, 2, 3][..]), (section::OTHER, &blobs)] {
        file.sections.insert(0, SectionValue::new(id, bytes(payload)));
    }
    let written = file.write().expect("a file");
    let mut counts = [0; 2];
    agree(&written, &mut counts);
    let mut read = File::read(&written).expect("a file").into_owned();
    // The last of several sections counts.
    assert_eq!(read.sections[1].content, bytes(&[1, 2, 3]));
    let is_value =
        |content: &Content<'_>| matches!(content, Content::Other(SectionContent::Item(..)));
    assert!(is_value(&read.sections[0].content));
    read.sections.swap(0, 1);
    let swapped = read.write().expect("a file");
    agree(&swapped, &mut counts);
    assert_eq!(counts, [2, 0]);
    assert_eq!(swapped.len(), written.len());
}
