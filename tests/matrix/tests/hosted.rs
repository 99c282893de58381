//! The format with a host.

use self::matrix::samples::{ITEMS, edited, round_trip};
use self::matrix::{Feature, Features, Named, StringId, Version};
use crate::SEEDS;
use crate::functions::Codecs;
use crate::host::{Context, Encoder};
use bytespec::edit::{Change, Part};
use bytespec::plan::Functions;
use bytespec::plan::data::Plan;
use bytespec::plan::proof::{Generated, KnownVersions, Proof};
use bytespec::plan::same::FunctionSamples;
use bytespec::reflect::Seen;
use bytespec::sample::Source;
use bytespec::wire::{Cursor, Writer};
use bytespec_codegen::{build, plan};
use std::path::Path;

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
pub(crate) mod matrix {
    //! Generated.
    include!(concat!(env!("OUT_DIR"), "/matrix_hosted.rs"));
}

const SCHEMA: &str = concat!(env!("OUT_DIR"), "/matrix_hosted");
const FUNCTIONS: Codecs = Codecs;

fn context(version: Version, features: Features) -> Context<'static> {
    Context::new(version, features)
}

fn encoder(version: Version, features: Features) -> Encoder<'static> {
    Encoder::new(version, features)
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
