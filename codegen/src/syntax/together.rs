//! Which keys of a mapping go together.

use super::spec::Condition::{self, All, Always, Any, Has, Head, Is, Least, Not, One};
use super::spec::{KindSpec, Together};
use bytespec_plan::Encoding;

impl KindSpec {
    /// Its rules about keys.
    pub fn together(&self) -> &'static [Together] {
        let found = TOGETHER.iter().find(|(kind, _)| *kind == self.name);
        found.map_or(&[], |(_, together)| *together)
    }
}

const fn so(then: Condition) -> Together {
    Together { when: Always, then }
}

const fn when(when: Condition, then: Condition) -> Together {
    Together { when, then }
}

/// Items in some releases of a dialect require the first release, and the last one if they end.
const RELEASES: &[Together] =
    &[so(Has("since_release")), when(Is("ended", "true"), Has("until_release"))];

/// Keys that state whether an optional field is present.
const PRESENCE: &[Condition] = &[Has("bit"), Has("present")];

/// The same, or the versions that have the field.
const PRESENCE_OR_BOUNDS: &[Condition] =
    &[Has("bit"), Has("present"), Has("when"), Has("since"), Has("until")];

/// Of these, one is enough; `bit` can be used besides, in versions with flags.
const FIELDS: &[Condition] = &[Has("present"), Has("when")];

const UNIT: Condition = Head("type", &["unit"]);
const PACKED: Condition = Head("type", &["packed"]);
const FILLER: Condition = Head("type", &["filler"]);
const PROPERTIES: Condition = Head("type", &["properties"]);
const BYTES_OR_TEXT: Condition = Head("type", &BYTES_AND_TEXTS);

/// The types that a marker can end.
static BYTES_AND_TEXTS: [&str; 1 + Encoding::ALL.len()] = {
    let mut all = ["bytes"; 1 + Encoding::ALL.len()];
    let mut at = 0;
    while at < Encoding::ALL.len() {
        all[at + 1] = Encoding::ALL[at].word();
        at += 1;
    }
    all
};

/// By the kind of mapping.
static TOGETHER: [(&str, &[Together]); 14] = [
    ("format", &[so(Least("versions", 1))]),
    ("releases", &[so(Least("names", 1))]),
    ("releases of a dialect", &[so(Least("names", 1))]),
    ("enum", &[so(Least("members", 1))]),
    ("presence", &[so(One(&[Has("bit"), Has("field"), Has("when")]))]),
    (
        "field",
        &[
            when(Any(FIELDS), One(FIELDS)),
            when(Any(PRESENCE), Any(&[Is("optional", "true"), UNIT])),
            when(Is("optional", "true"), Any(PRESENCE_OR_BOUNDS)),
            when(UNIT, Any(&[Has("bit"), Has("present")])),
            when(UNIT, Not(&Has("when"))),
            when(PACKED, Least("parts", 2)),
            when(Has("parts"), PACKED),
            when(PACKED, Not(&Any(&[Is("optional", "true"), Has("default")]))),
            when(Is("nonempty", "true"), Head("type", &["ref", "optional_ref"])),
            so(Not(&All(&[Has("count"), Has("while")]))),
            so(Not(&All(&[Has("last"), Any(&[Has("count"), Has("while")])]))),
            so(Not(&All(&[Has("equals"), Has("let")]))),
            when(Has("align"), FILLER),
            when(FILLER, One(&[Has("align"), Has("size")])),
            when(FILLER, Not(&Any(&[Has("count"), Has("while"), Has("table")]))),
            when(FILLER, Not(&Any(&[Has("equals"), Has("let")]))),
            when(Has("from"), Has("align")),
            when(Has("dialect"), Head("type", &["entry", "properties"])),
            when(Head("type", &["entry", "properties"]), Has("dialect")),
            when(Has("operation"), PROPERTIES),
            when(PROPERTIES, Has("operation")),
            when(Has("version_record"), PROPERTIES),
            when(Is("reversed", "true"), Has("count")),
            when(Has("let"), Not(&Any(&[Has("count"), Has("while"), Has("size"), Has("table")]))),
            when(Has("equals"), Any(&[BYTES_OR_TEXT, Not(&Any(&[Has("size"), Has("table")]))])),
            when(Has("stop"), BYTES_OR_TEXT),
            when(Has("stop"), Not(&Has("pad"))),
            when(Head("transform", &["xor", "rotate_left", "host"]), Has("size")),
            when(
                Has("transform"),
                Not(&Any(&[
                    Has("equals"),
                    Has("last"),
                    Has("let"),
                    Has("stop"),
                    Has("pad"),
                    Has("table"),
                ])),
            ),
        ],
    ),
    ("part", &[so(Any(&[Has("bits"), Has("type")]))]),
    (
        "operand or result",
        &[
            so(Not(&All(&[Is("variadic", "true"), Is("optional", "true")]))),
            when(Has("bit"), Is("optional", "true")),
        ],
    ),
    (
        "union",
        &[
            so(Not(&All(&[Has("text_of"), Has("entries")]))),
            when(Has("dialect"), Has("entries")),
            when(Has("entries"), Has("dialect")),
        ],
    ),
    (
        "limit",
        &[
            so(Any(&[Has("property"), Has("operands_are_not"), Has("same")])),
            when(Has("property"), Has("is_not")),
            when(Has("is_not"), Has("property")),
        ],
    ),
    ("codec", &[when(Is("derived", "true"), Not(&Least("args", 1)))]),
    ("properties", RELEASES),
    ("signatures", RELEASES),
    ("defaults", RELEASES),
];
