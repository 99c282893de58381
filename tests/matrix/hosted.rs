//! The format with a host.

use self::matrix::samples::{GATED, Gated, SECTION_SUBJECTS, SUBJECTS, Sample, Scope, sample};
use self::matrix::{Feature, Features, Named, StringId, Version};
use crate::host::{Context, Encoder};
use crate::{SEEDS, source};
use bytespec::ErrorKind;
use bytespec::wire::{Cursor, Writer};

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
pub(crate) mod matrix {
    //! Generated.
    include!(concat!(env!("OUT_DIR"), "/matrix_hosted.rs"));
}

fn context(scope: &Scope) -> Context<'static> {
    Context::new(scope.version, scope.features)
}

fn encoder(scope: &Scope) -> Encoder<'static> {
    Encoder::new(scope.version, scope.features)
}

include!("round_trip.rs");

/// The third string is empty.
#[test]
fn a_name_that_is_empty_is_neither_read_nor_written() {
    let (cx, mut out) = (
        Context::new(Version::LATEST, Features::NONE),
        Encoder::new(Version::LATEST, Features::NONE),
    );
    let named = |name, maybe: Option<u32>, other: Option<u32>| Named {
        name: StringId(name),
        maybe: maybe.map(StringId),
        other: other.map(StringId),
    };
    let mut writer = Writer::new();
    assert_eq!(named(0, Some(1), Some(1)).write(&mut writer, &mut out), Ok(()));
    let bytes = writer.into_bytes();
    for (wrong, place, at) in [
        (named(2, Some(1), Some(1)), "name", 1),
        (named(0, Some(2), Some(1)), "maybe", 2),
        (named(0, Some(1), Some(2)), "other", 3),
    ] {
        let Err(error) = wrong.write(&mut Writer::new(), &mut out) else {
            panic!("{place} was written")
        };
        assert_eq!(error.to_string(), format!("{place}: empty"));
        let mut bytes = bytes.clone();
        // A prefix varint of one byte; the last one is an index and one more.
        bytes[at] = ((2 + u8::from(place == "other")) << 1) | 1;
        let Err(error) = Named::read(&mut Cursor::new(&bytes), &cx) else {
            panic!("{place} was read")
        };
        assert_eq!(error.to_string(), format!("at byte {at} ({at:#x}), {place}: empty"));
    }
}
