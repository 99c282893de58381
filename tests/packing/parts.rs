//! The header and the sections of files, read and written by generated code and by the plan of the same schema.

use crate::waybills::{
    Context, Feature, Header, NotesSection, ParcelsSection, Version, read_parts, section, view,
    write_parts,
};
use bytespec::ErrorKind;
use bytespec::container::{Part, Parts};
use bytespec::error::PlanFault;
use bytespec::plan::File;
use bytespec::wire::Writer;

/// A section with its header: id, filler, payload.
type Section<'s> = (u8, &'s [u8], &'s [u8]);

fn file(header: &[u8], sections: &[Section<'_>]) -> Vec<u8> {
    let mut bytes = b"WB".to_vec();
    bytes.extend(header);
    for (id, filler, payload) in sections {
        bytes.extend([*id, payload.len() as u8]);
        bytes.extend(*filler);
        bytes.extend(*payload);
    }
    bytes
}

/// Files of every version, with and without the feature.
fn files() -> Vec<Vec<u8>> {
    let parcels: Section<'_> = (1, &[], &[2, 5, 0x80 | 7, 1]);
    let notes: Section<'_> = (2, &[], &[2, b'o', b'k']);
    vec![
        file(b"\x01\x00depot\0", &[parcels]),
        file(b"\x01\x01\x00\x03Ann\0", &[parcels]),
        file(b"\x01\x01\x01\x03Ann\x09depot\0", &[parcels]),
        file(b"\x02\x00\x01\x00\x09depot\0", &[notes, parcels, notes]),
        // An aligned section with filler of its own,.
        file(b"\x02\x00\x00\x00x\0", &[(0x81, &[4, 0xaa], &[0]), notes]),
    ]
}

#[test]
fn files_come_back_and_state_their_context() {
    let files = files();
    let contexts = files.iter().map(|bytes| {
        let parts = read_parts(bytes).unwrap_or_else(|error| panic!("{bytes:02x?}: {error}"));
        assert_eq!(write_parts(&parts).as_ref(), Ok(bytes));
        let loads = parts.payloads(section::PARCELS).map(|mut payload| {
            let section = view::ParcelsSection::read(&mut payload, &parts.context);
            section.unwrap_or_else(|error| panic!("{error}")).weights.iter().sum::<u32>()
        });
        let (Context { version, features }, header) = (parts.context, &parts.header);
        let carrier = header.carrier.as_deref().unwrap_or("-");
        let producer = parts.producer.as_deref().unwrap_or_default();
        let loads: Vec<u32> = loads.collect();
        format!(
            "{version} {} {carrier} {} {} {loads:?}",
            features.contains(Feature::Fragile),
            header.height,
            producer.escape_ascii()
        )
    });
    let contexts: Vec<String> = contexts.collect();
    let expected = [
        "1.0 false - 0 depot [140]",
        "1.1 false Ann 0  [140]",
        "1.1 true Ann 9 depot [140]",
        "2.0 true  9 depot [140]",
        "2.0 false  0 x [0]",
    ];
    assert_eq!(contexts, expected);
}

#[test]
fn damaged_files_have_the_faults_of_the_plan() {
    let plan = crate::plan_of("waybills");
    for bytes in files() {
        let cuts = (0..bytes.len()).map(|len| bytes[..len].to_vec());
        let changes = (0..bytes.len()).flat_map(|at| {
            [0x00, 0x01, 0x7f, 0x80, 0xff].map(|byte| {
                let mut changed = bytes.clone();
                changed[at] = byte;
                changed
            })
        });
        for damaged in cuts.chain(changes) {
            let by_plan = File::open(&plan, &damaged, &[]);
            match (by_plan, read_parts(&damaged)) {
                (Ok(file), Ok(parts)) => {
                    assert_eq!(file.executor().version(), Some(parts.context.version.name()));
                    assert_eq!(file.sections().len(), parts.sections.len());
                    assert_eq!(write_parts(&parts), Ok(damaged));
                }
                (Err(by_plan), Err(by_code)) => {
                    match by_code.kind() {
                        // The plan does not contain the title of the format.
                        ErrorKind::Magic { .. } => assert_eq!(by_plan.offset(), by_code.offset()),
                        ErrorKind::Version { .. } => assert_eq!(by_plan.offset(), by_code.offset()),
                        _ => assert_eq!(by_plan.to_string(), by_code.to_string()),
                    }
                }
                (by_plan, by_code) => panic!("{damaged:02x?}\n{by_plan:?}\n{by_code:?}"),
            }
        }
    }
}

#[test]
fn edited_parts_are_written_or_refused() {
    let bytes = &files()[3];
    let mut parts = read_parts(bytes).expect("a file");
    let mut context = parts.context;
    let mut payload = Writer::new();
    let weights = vec![1_000_000].into();
    let section = ParcelsSection { weights, trailing: Vec::new() };
    section.write(&mut payload, &mut context).expect("a payload");
    let edited = parts.sections.iter_mut().find(|part| part.id == section::PARCELS);
    edited.expect("the section").replace(payload.into_bytes());
    let mut payload = Writer::new();
    NotesSection { text: "late".to_owned() }.write(&mut payload, &mut context).expect("a payload");
    parts.sections.push(Part::new(section::NOTES, payload.into_bytes()));
    let written = write_parts(&parts).expect("a file");
    let again = read_parts(&written).expect("a file");
    let texts = again.payloads(section::NOTES).map(|mut payload| {
        view::NotesSection::read(&mut payload, &again.context).expect("a note").text.to_owned()
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["ok", "ok", "late"]);

    let kind = |parts: &Parts<'_, _, _>| {
        write_parts(parts).map_err(|error| error.kind().clone()).unwrap_err()
    };
    let mut other = parts.clone();
    other.header = Header { minor: 7, ..other.header };
    assert!(matches!(kind(&other), ErrorKind::Version { .. }));
    other = parts.clone();
    other.header = Header { fragile: false, ..other.header };
    assert_eq!(kind(&other), ErrorKind::Plan(PlanFault::Header));
    other = parts.clone();
    other.context = Context { version: Version::V1_1, ..other.context };
    assert_eq!(kind(&other), ErrorKind::Plan(PlanFault::Header));
    other = parts.clone();
    other.sections.retain(|section| section.id != section::PARCELS);
    assert!(matches!(kind(&other), ErrorKind::MissingSection { .. }));
    other = parts;
    other.producer = Some(b"de\0pot".into());
    assert!(write_parts(&other).is_err_and(|error| error.to_string().contains("producer")));
}
