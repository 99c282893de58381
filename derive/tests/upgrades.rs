//! What was another type in older versions of a dialect.

use bytespec::dialect::{Dialect as _, Numbered, Version as _};
use bytespec::mlir::{File, Module, WriteOptions};
use bytespec::{BytecodeAttribute, BytecodeRecord, Dialect};

type Version = Numbered<Brakes>;

/// A module with a version of the dialect.
fn module(version: &str) -> Module<'static> {
    let mut module = Module::new("MLIR22.1.8");
    let record = Version::from_name(version).unwrap().write();
    module.set_dialect_version(Brakes::NAME.as_bytes(), record.as_deref()).unwrap();
    module
}

/// The bytes of a brake in a version.
fn written(brake: &Brake, version: &str) -> bytespec::Result<Vec<u8>> {
    let mut module = module(version);
    let id = module.add_entry(brake)?;
    let bytes = module.write(&WriteOptions::default())?;
    Ok(File::open(&bytes)?.attribute_bytes(id)?.1.to_vec())
}

#[derive(Dialect)]
#[bytecode(name = "brakes", versions("1.0", "1.1", "2.0"), attributes(Brake, Disc))]
struct Brakes;

/// A brake, as it was before 1.1.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
struct FirstBrake {
    /// In percent.
    percent: u8,
}

/// A brake, as it was in 1.1.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
struct SecondBrake {
    /// In thousandths.
    #[bytecode(wire = "varint<u16>")]
    thousandths: u16,
}

/// A brake, which no older version can be told.
#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(
    dialect = Brakes,
    code = 30,
    upgrade(from = FirstBrake, before = "1.1"),
    upgrade(from = SecondBrake, before = "2.0", code = 31)
)]
struct Brake {
    /// How strong.
    newtons: f64,
}

impl TryFrom<FirstBrake> for Brake {
    type Error = String;

    fn try_from(old: FirstBrake) -> Result<Self, String> {
        if old.percent > 100 {
            return Err(format!("{} percent", old.percent));
        }
        Ok(Brake { newtons: f64::from(old.percent) * 10.0 })
    }
}

impl From<SecondBrake> for Brake {
    fn from(old: SecondBrake) -> Self {
        Brake { newtons: f64::from(old.thousandths) }
    }
}

#[test]
fn upgrades_without_a_way_back_are_only_read() {
    let brakes: [(_, &[u8], _); 3] = [
        ("1.0", &[30 << 1 | 1, 50], 500.0),
        ("1.1", &[31 << 1 | 1, 7 << 1 | 1], 7.0),
        ("2.0", &[30 << 1 | 1, 0, 0, 0, 0, 0, 0, 0, 0x40], 2.0),
    ];
    for (version, bytes, newtons) in brakes {
        let mut module = module(version);
        let id = module.add_attribute_bytes(b"brakes", bytes).unwrap();
        let brake = module.entry::<Brake>(id).unwrap().and_then(|form| form.value());
        assert_eq!(brake, Some(Brake { newtons }), "{version}");
        match written(&Brake { newtons }, version) {
            Ok(written) => assert_eq!((written.as_slice(), version), (bytes, "2.0")),
            Err(error) => assert_eq!(
                error.to_string(),
                format!("`brakes.Brake` needs version 2.0 or later, but the version is {version}")
            ),
        }
    }
    let mut module = module("1.0");
    let id = module.add_attribute_bytes(b"brakes", &[30 << 1 | 1, 101]).unwrap();
    let error = module.entry::<Brake>(id).unwrap_err().to_string();
    assert!(error.contains("FirstBrake: 101 percent"), "{error}");
}

/// A pad, as it was in 1.1.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
struct FirstPad {
    width: u8,
}

#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(dialect = Brakes, since = "1.1", upgrade(from = FirstPad, before = "2.0"))]
struct Pad {
    width: u16,
}

impl From<FirstPad> for Pad {
    fn from(old: FirstPad) -> Self {
        Pad { width: old.width.into() }
    }
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Brakes, code = 32)]
struct Disc {
    pad: Pad,
}

#[test]
fn types_are_refused_in_versions_of_their_predecessor() {
    for (version, bytes, expected) in [
        ("1.0", &[32 << 1 | 1, 5][..], Err("`brakes.Pad` needs version 1.1 or later")),
        ("1.1", &[32 << 1 | 1, 5], Ok(5)),
        ("2.0", &[32 << 1 | 1, 5, 1], Ok(261)),
    ] {
        let mut module = module(version);
        let id = module.add_attribute_bytes(b"brakes", bytes).unwrap();
        let disc = module.entry::<Disc>(id).map(|form| form.and_then(|form| form.value()));
        match expected {
            Ok(width) => assert_eq!(disc, Ok(Some(Disc { pad: Pad { width } })), "{version}"),
            Err(message) => {
                let error = disc.unwrap_err().to_string();
                assert!(error.contains(message), "{error}");
            }
        }
    }
}
