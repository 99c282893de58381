//! What dialects of one's own are held to: their versions and their codes.

use bytespec::dialect::{DeclaredVersions, Numbered, Version as _, codes_are_distinct};
use bytespec::versions::{declared, index_of};

struct Motor;
impl DeclaredVersions for Motor {
    const DIALECT: &'static str = "motor";
    const VERSIONS: &'static [&'static str] = &["0.9", "1.0", "1.10"];
    const RECORD: usize = 2;
}
type V = Numbered<Motor>;

#[test]
fn records_of_versions() {
    for name in Motor::VERSIONS {
        let version = V::from_name(name).unwrap();
        let record = version.write().unwrap();
        assert_eq!(V::read(Some(&record)), Ok(version));
        assert_eq!(version.to_string(), *name);
    }
    assert_eq!(V::latest().write(), Some(vec![0b11, 0b1_0101]));
    assert_eq!(V::read(None).unwrap().name(), "0.9");
    assert_eq!(V::read(Some(&[0b11, 0b1111])).unwrap().name(), "1.0");
    assert!(V::from_name("1.1").is_none());
}

#[test]
fn unknown_versions() {
    for (record, fault) in [
        (&[1, 1][..], "`0.0` is not a known version of the dialect motor"),
        (&[3, 0x17], "`1.11` is not a known version of the dialect motor; known: 0.9 to 1.10"),
        (&[3], "`\\x03` is not a known version"),
        (&[3, 3, 3], "`\\x03\\x03\\x03` is not a known version"),
    ] {
        let error = V::read(Some(record)).unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
}

#[test]
fn positions() {
    assert_eq!(index_of(Motor::VERSIONS, "1.10"), 2);
    assert_eq!(index_of(Motor::VERSIONS, "1.0"), 1);
    assert!(declared(Motor::VERSIONS, "0.9") && !declared(Motor::VERSIONS, "0.90"));
    assert!(declared(&[], "0.9"));
}

#[test]
fn codes() {
    assert!(codes_are_distinct(&[]));
    assert!(codes_are_distinct(&[&[1], &[], &[2, 3]]));
    assert!(!codes_are_distinct(&[&[1], &[2], &[3, 2]]));
    assert!(!codes_are_distinct(&[&[4], &[2], &[3, 4]]));
}
