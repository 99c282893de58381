//! The layout of an operation's properties is found by release, dialect and name.

use crate::toy_chest::{
    Release, SEGMENT_SIZES_ATTRIBUTE, SEGMENT_SIZES_SPARSE, Version, covers_properties,
    property_layout,
};
use bytespec::properties::{Field, Kind};

const SPEED: &[Field] = &[Field::new("speed", Kind::Attribute)];

#[test]
fn layouts_are_those_of_the_release() {
    let layout = |release, operation| property_layout(release, 0, "wood", operation);
    assert_eq!(layout(Release::R7, "roll"), Some(SPEED));
    let newer: &[Field] =
        &[Field::new("speed", Kind::OptionalAttribute), Field::new("wheels", Kind::Segments(2))];
    assert_eq!(layout(Release::R8, "roll"), Some(newer));
    let fall: &[Field] = &[
        Field::new("height", Kind::Varint),
        Field::new("soft", Kind::Bool),
        Field::new("onto", Kind::String),
        Field::new("times", Kind::OptionalVarint),
    ];
    assert_eq!(layout(Release::R8, "fall"), Some(fall));
    for release in [Release::R7, Release::R8] {
        assert_eq!(layout(release, "roll.back"), Some(SPEED));
        assert_eq!(layout(release, "rest"), Some([].as_slice()));
    }
}

#[test]
fn unknown_operations_have_no_layout() {
    assert_eq!(property_layout(Release::R7, 0, "wood", "fall"), None);
    assert_eq!(property_layout(Release::R8, 0, "lead", "stand"), None);
    assert_eq!(property_layout(Release::R7, 0, "wood", "wood.roll"), None);
    assert_eq!(property_layout(Release::R7, 0, "paper", "roll"), None);
    assert_eq!(property_layout(Release::R9, 0, "wood", "roll"), None);
    assert!(covers_properties(Release::R7) && covers_properties(Release::R8));
    assert!(!covers_properties(Release::R9));
}

#[test]
fn equal_layouts_of_a_dialect_are_there_once() {
    let layout = |release, dialect, operation| property_layout(release, 0, dialect, operation);
    let roll = layout(Release::R7, "wood", "roll").expect("a layout");
    let back = layout(Release::R8, "wood", "roll.back").expect("a layout");
    assert!(std::ptr::eq(roll, back));
}

#[test]
fn versions_move_sizes_of_segments() {
    assert_eq!((SEGMENT_SIZES_ATTRIBUTE, SEGMENT_SIZES_SPARSE), (Version::V5, Version::V6));
}

/// Operations without an entry have the layout of all operations of the dialect; one that has an entry has that only, where it ended too.
#[test]
fn all_operations_of_a_dialect_share_a_layout() {
    let layout = |release, operation| property_layout(release, 0, "wool", operation);
    let size = Field::new("size", Kind::Varint);
    let older: &[Field] = &[Field::new("shape", Kind::Attribute), size];
    let newer: &[Field] = &[Field::new("shape", Kind::OptionalAttribute), size];
    for operation in ["knead", "", "zz", "dry.again", "*"] {
        assert_eq!(layout(Release::R7, operation), Some(older), "{operation}");
        assert_eq!(layout(Release::R8, operation), Some(newer), "{operation}");
        assert_eq!(layout(Release::R9, operation), None, "{operation}");
    }
    assert_eq!(layout(Release::R8, "dry"), Some([].as_slice()));
    let heat: &[Field] = &[Field::new("heat", Kind::Varint)];
    assert_eq!(layout(Release::R7, "burn"), Some(heat));
    assert_eq!(layout(Release::R8, "burn"), None);
    assert_eq!(property_layout(Release::R7, 0, "woo", "knead"), None);
}
