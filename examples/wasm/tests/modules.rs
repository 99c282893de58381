//! Modules of others, read, changed and written.

use bytespec::Result;
use wasm_modules::Module;
use wasm_modules::wasm::{Context, ExternalKind, Version, section, view};

const MODULES: &[(&str, &[u8])] = &[
    ("argon2", include_bytes!("data/argon2.wasm")),
    ("mappings", include_bytes!("data/mappings.wasm")),
    ("wasi_reactor", include_bytes!("data/wasi_reactor.wasm")),
];

fn open(bytes: &[u8]) -> Module<'_> {
    match Module::open(bytes, Version::LATEST) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

fn module(name: &str) -> &'static [u8] {
    let found = MODULES.iter().find(|(known, _)| *known == name);
    found.map_or(&[], |(_, bytes)| bytes)
}

#[test]
fn unchanged_parts_are_written_as_they_were() {
    for (name, bytes) in MODULES {
        assert_eq!(open(bytes).write().as_deref(), Ok(*bytes), "{name}");
    }
}

#[test]
fn bodies_are_instructions_up_to_the_last_end() {
    for (name, bytes) in MODULES {
        let module = open(bytes);
        let (mut ends, mut opened) = (0, 0);
        let read = module.instructions(|instruction| {
            ends += u64::from(instruction.label() == "end");
            opened += u64::from(instruction.nesting() > 0);
        });
        assert_eq!(read, Ok(()), "{name}");
        let mut bodies = 0;
        for mut cursor in module.parts.payloads(section::CODE) {
            let read = view::CodeSection::read(&mut cursor, module.context());
            bodies += read.map_or(0, |code| code.bodies.len() as u64);
        }
        assert!(bodies > 10, "{name}");
        assert_eq!(ends, opened + bodies, "{name}");
    }
}

#[test]
fn a_renamed_export_changes_its_section_only() {
    let bytes = module("argon2");
    let mut renamed = open(bytes);
    let exports = renamed.exports().unwrap_or_default();
    let export = exports.iter().find(|export| export.kind == ExternalKind::Function);
    let Some(export) = export else { panic!("no function is exported") };
    assert_eq!(renamed.rename_export(&export.name, "much_longer_than_before"), Ok(()));
    let Ok(written) = renamed.write() else { panic!("not written") };
    let again = open(&written);
    let names = |module: &Module<'_>| -> Vec<String> {
        module.exports().unwrap_or_default().into_iter().map(|export| export.name).collect()
    };
    let expected = exports.iter().map(|known| match known == export {
        true => "much_longer_than_before".to_owned(),
        false => known.name.clone(),
    });
    assert_eq!(names(&again), expected.collect::<Vec<_>>());
    for (old, new) in open(bytes).parts.sections.iter().zip(&again.parts.sections) {
        assert_eq!(old.id, new.id);
        assert_eq!(old.payload == new.payload, old.id != section::EXPORT, "section {}", old.id);
    }
}

#[test]
fn a_custom_section_comes_last_and_padded_numbers_stay() {
    let bytes = module("wasi_reactor");
    let mut marked = open(bytes);
    assert_eq!(marked.add_custom("mark", &[1, 2, 3]), Ok(()));
    let Ok(written) = marked.write() else { panic!("not written") };
    assert_eq!(written.strip_prefix(bytes), Some(&[0, 8, 4, b'm', b'a', b'r', b'k', 1, 2, 3][..]));
    // Numbers of the bodies take more bytes than they need: written anew they are shorter.
    let shorter = || -> Result<bool> {
        let module = open(bytes);
        for mut cursor in module.parts.payloads(section::CODE) {
            for body in view::CodeSection::read(&mut cursor, module.context())?.bodies.iter() {
                let mut writer = bytespec::wire::Writer::new();
                body.get()?.to_owned().write(&mut writer, &mut module.context().clone())?;
                if writer.len() < body.bytes().len() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    };
    assert_eq!(shorter(), Ok(true));
}

#[test]
fn an_older_version_does_not_have_what_came_later() {
    // `i32.extend8_s` in version 1, and in the next one.
    let read = |version| {
        view::Instruction::read(&mut bytespec::wire::Cursor::new(&[0xc0]), &Context::new(version))
            .map(|instruction| instruction.label())
            .map_err(|error| error.to_string())
    };
    assert_eq!(read(Version::V2_0), Ok("i32.extend8_s"));
    let expected =
        "at byte 0 (0x0): `I32Extend8S` needs version 2.0 or later, but the version is 1.0";
    assert_eq!(read(Version::V1_0), Err(expected.to_owned()));
}

#[test]
fn numbers_have_no_more_bytes_than_their_width_needs() {
    let read = |bytes: &[u8]| {
        let cx = Context::new(Version::LATEST);
        view::Instruction::read(&mut bytespec::wire::Cursor::new(bytes), &cx).is_ok()
    };
    assert!(read(&[0x41, 0x80, 0x80, 0x80, 0x80, 0x00]));
    assert!(!read(&[0x41, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00]));
    // Bits past the width are those of the sign.
    assert!(
        read(&[0x41, 0xff, 0xff, 0xff, 0xff, 0x07]) && read(&[0x41, 0x80, 0x80, 0x80, 0x80, 0x78])
    );
    assert!(
        !read(&[0x41, 0xff, 0xff, 0xff, 0xff, 0x0f])
            && !read(&[0x41, 0x80, 0x80, 0x80, 0x80, 0x70])
    );
    assert!(!read(&[0x20, 0xff, 0xff, 0xff, 0xff, 0x1f]));
}

#[test]
fn every_cut_is_an_error_or_a_shorter_module() {
    let bytes = module("argon2");
    for len in (0..bytes.len()).step_by(97) {
        if let Ok(module) = Module::open(&bytes[..len], Version::LATEST) {
            assert!(module.parts.sections.len() < open(bytes).parts.sections.len());
        }
    }
}
