//! A dialect: attributes, types, versions, forms, text.

#[path = "models/motor.rs"]
mod motor;

use bytespec::dialect::{Form, Registry, Version as _};
use bytespec::mlir::{ApInt, AttributeId, File, Module, NewOperation, TypeId, WriteOptions};
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeRecord, Dialect, OpProperties};
use motor::{Angle, Limits, Motor, MotorAttribute, MotorType, Spin, Unit, Wire};

fn values(module: &mut Module<'_>) -> Vec<MotorAttribute<'static>> {
    let unit = module.string_attribute("rpm").unwrap();
    let name = module.add_string(b"start").unwrap();
    let limits = vec![Limits { low: -1, high: 1 }, Limits { low: -5, high: i64::MAX }];
    vec![
        MotorAttribute::Speed { value: -85, unit: Unit::Rpm, limits: vec![] },
        MotorAttribute::Speed { value: 3, unit: Unit::Hertz, limits },
        MotorAttribute::Program { name, bytes: &[1, 2, 3], times: None, next: Some(unit) },
        MotorAttribute::Program { name, bytes: &[], times: Some(1), next: None },
        MotorAttribute::Stop,
        MotorAttribute::Place { space: None, fixed: false, coordinates: vec![] },
        MotorAttribute::Place { space: Some(unit), fixed: false, coordinates: vec![1] },
        MotorAttribute::Place { space: None, fixed: true, coordinates: vec![1, 300] },
        MotorAttribute::Place { space: Some(unit), fixed: true, coordinates: vec![] },
        MotorAttribute::Text("#motor.what<ever>"),
    ]
}

fn registry() -> Registry {
    Registry::new().with::<Motor>()
}

type Version = <Motor as bytespec::dialect::Dialect>::Version;

#[test]
fn values_come_back() {
    let mut module = Module::new("MLIR22.1.8");
    let mut ids = Vec::new();
    for value in values(&mut module) {
        let id = module.add_entry(&value).unwrap();
        assert_eq!(module.entry(id), Ok(Some(Form::Value(value))));
        ids.push(id);
    }
    let types =
        [MotorType::Rotary { torque: 7 }, MotorType::Linear { element: TypeId(0), limits: None }];
    for value in types {
        let id = module.add_entry(&value).unwrap();
        assert_eq!(module.entry(id), Ok(Some(Form::Value(value))));
    }
    let wire = module.add_entry(&Wire { phases: 3 }).unwrap();
    assert_eq!(module.entry(wire), Ok(Some(Form::Value(Wire { phases: 3 }))));
    let found = module.dialects().find(|dialect| dialect.name == b"motor").unwrap();
    assert_eq!(found.version, Version::latest().write().as_deref());

    let bytes = module.write(&WriteOptions::default()).unwrap();
    let file = File::open(&bytes).unwrap().with_registry(registry());
    let entries: Vec<_> =
        file.entries_of::<MotorAttribute<'_>>().unwrap().map(Result::unwrap).collect();
    assert_eq!(entries.len(), ids.len());
    let mut text = String::new();
    assert_eq!(file.spell(wire, &mut text), Ok(true));
    assert_eq!(text, "Wire { phases: 3 }");
    text.clear();
    assert_eq!(file.spell(TypeId(wire.0 - 2), &mut text), Ok(true));
    assert_eq!(text, "!motor.rotary<7>");
}

#[test]
fn bytes_are_as_the_language_says() {
    let mut module = Module::new("MLIR22.1.8");
    let unit = module.string_attribute("rpm").unwrap();
    let place = MotorAttribute::Place { space: Some(unit), fixed: true, coordinates: vec![300] };
    let id = module.add_entry(&place).unwrap();
    let bespoke = module.write(&WriteOptions::default()).unwrap();
    let file = File::open(&bespoke).unwrap();
    let (_, bytes) = file.attribute_bytes(id).unwrap();
    assert_eq!(bytes, [16 << 1 | 1, (unit.0 as u8) << 1 | 1, 3, 0xb2, 4]);
}

#[test]
fn codes_that_are_dead_or_unknown() {
    let mut module = Module::new("MLIR22.1.8");
    let dead = module.add_attribute_bytes(b"motor", &[4 << 1 | 1]).unwrap();
    let error = module.entry::<MotorAttribute<'_>>(dead).unwrap_err().to_string();
    assert!(
        error.ends_with("4 is a removed MotorAttribute: it was the colour of the motor"),
        "{error}"
    );
    let unknown = module.add_attribute_bytes(b"motor", &[9 << 1 | 1]).unwrap();
    let error = module.entry::<MotorAttribute<'_>>(unknown).unwrap_err().to_string();
    assert!(error.ends_with("9 is not a known MotorAttribute"), "{error}");
}

#[test]
fn older_versions_lack_defaults_and_refuse_the_rest() {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(registry());
    let plain = MotorAttribute::Speed { value: 1, unit: Unit::Rpm, limits: vec![] };
    let id = module.add_entry(&plain).unwrap();
    module.convert_dialect("motor", Some("1.0")).unwrap();
    assert_eq!(module.entry(id), Ok(Some(Form::Value(plain))));

    let limits = vec![Limits { low: 0, high: 0 }];
    let refused = [
        (
            MotorAttribute::Speed { value: 1, unit: Unit::Hertz, limits: vec![] },
            "`motor.Speed.unit` needs version 1.1 or later, but the version is 1.0",
        ),
        (
            MotorAttribute::Speed { value: 1, unit: Unit::Rpm, limits },
            "`motor.Speed.limits` needs version 2.0 or later, but the version is 1.0",
        ),
        (
            MotorAttribute::Place { space: None, fixed: true, coordinates: vec![] },
            "`motor.PlaceWithFixed` needs version 1.1 or later, but the version is 1.0",
        ),
        (
            MotorAttribute::Steps(vec![]),
            "`motor.Steps` needs version 1.1 to 1.1, but the version is 1.0",
        ),
    ];
    for (value, fault) in refused {
        assert_eq!(module.add_entry(&value).unwrap_err().to_string(), fault);
    }
    module.convert_dialect("motor", Some("1.1")).unwrap();
    module.add_entry(&MotorAttribute::Steps(vec![id])).unwrap();
    let error = module.convert_dialect("motor", None).unwrap_err().to_string();
    assert!(error.contains("motor.Steps"), "{error}");
}

/// The bytes of an entry in a version of the dialect.
fn bytes_of(value: &MotorAttribute<'_>, version: &str) -> bytespec::Result<Vec<u8>> {
    let mut module = Module::new("MLIR22.1.8");
    let version = Version::from_name(version).unwrap().write();
    module.set_dialect_version(b"motor", version.as_deref()).unwrap();
    let id = module.add_entry(value)?;
    let bytes = module.write(&WriteOptions::default())?;
    Ok(File::open(&bytes)?.attribute_bytes(id)?.1.to_vec())
}

/// What is read of bytes in a version of the dialect.
fn value_of(bytes: &[u8], version: &str) -> bytespec::Result<MotorAttribute<'static>> {
    let mut module = Module::new("MLIR22.1.8");
    let version = Version::from_name(version).unwrap().write();
    module.set_dialect_version(b"motor", version.as_deref()).unwrap();
    let id = module.add_attribute_bytes(b"motor", bytes).unwrap();
    let value = module.entry::<MotorAttribute<'_>>(id)?.and_then(|form| form.value()).unwrap();
    match value {
        MotorAttribute::Turn { angles, axis } => Ok(MotorAttribute::Turn { angles, axis }),
        other => panic!("{other:?}"),
    }
}

fn turn(seconds: &[u32]) -> MotorAttribute<'static> {
    let angles = seconds.iter().map(|seconds| Angle { seconds: *seconds });
    MotorAttribute::Turn { angles: angles.collect(), axis: None }
}

#[test]
fn types_that_changed_shape_round_trip_in_every_version() {
    // Two degrees: in whole degrees, and in seconds, each with the code of its version.
    let bytes: [(&str, &[u8]); 3] = [
        ("1.0", &[5 << 1 | 1, 2, 0]),
        ("1.1", &[5 << 1 | 1, 0x82, 0x70]),
        ("2.0", &[20 << 1 | 1, 1 << 1 | 1, 0x82, 0x70, 1]),
    ];
    for (version, bytes) in bytes {
        assert_eq!(bytes_of(&turn(&[7200]), version).unwrap(), bytes, "{version}");
        assert_eq!(value_of(bytes, version), Ok(turn(&[7200])), "{version}");
    }
    let refused = [
        (turn(&[7201]), "1.0", "Turn.angle: 7201 seconds are no whole degrees"),
        (turn(&[1, 2]), "1.1", "Turn: not one turn about no axis"),
    ];
    for (value, version, fault) in refused {
        assert_eq!(bytes_of(&value, version).unwrap_err().to_string(), fault);
    }
    // The new code in an old version, the old code in a new one, and half of an old value.
    let refused: [(&[u8], _, _); 3] = [
        (
            &[20 << 1 | 1, 1],
            "1.1",
            "`motor.Turn` needs version 2.0 or later, but the version is 1.1",
        ),
        (
            &[5 << 1 | 1, 2, 0],
            "2.0",
            "`motor.OldTurn` needs version before 2.0, but the version is 2.0",
        ),
        (&[5 << 1 | 1, 2], "1.0", "OldTurn.value.angle.degrees"),
    ];
    for (bytes, version, fault) in refused {
        let error = value_of(bytes, version).unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
}

#[test]
fn properties_of_an_operation() {
    for version in bytespec::mlir::Version::ALL.iter().copied() {
        let mut module = Module::for_version("MLIR22.1.8", version);
        module.set_registry(registry());
        let speed = module.add_entry(&MotorAttribute::Stop).unwrap();
        let label = module.add_string(b"left").unwrap();
        let location = module.unknown_location().unwrap();
        let spin = Spin {
            speed,
            limit: None,
            turns: 300,
            gear: Some(2),
            reverse: true,
            label,
            sizes: [1, 2],
        };
        let Ok(properties) = module.add_op_properties(&spin) else {
            assert!(version < bytespec::mlir::Version::V5);
            continue;
        };
        let op = NewOperation { properties, registered: Some(true), ..NewOperation::default() };
        let op = module.make("motor.spin", location, op).unwrap();
        module.append(module.root(), op).unwrap();
        assert_eq!(module.op_properties::<Spin>(op), Ok(Some(spin.clone())));
        let other = Spin { limit: Some(speed), gear: None, sizes: [0, 7], ..spin };
        module.set_op_properties(op, &other).unwrap();
        let bytes = module.write(&WriteOptions::default()).unwrap();
        let mut module = Module::read(&bytes).unwrap();
        let unknown = module.property_list(op).unwrap_err();
        assert!(matches!(unknown.kind(), bytespec::ErrorKind::NoLayout { .. }), "{unknown}");
        module.set_registry(registry());
        let op = module.walk().find(|op| module.name(*op).full() == "motor.spin").unwrap();
        assert_eq!(module.op_properties::<Spin>(op), Ok(Some(other)));
    }
}

#[test]
fn properties_before_properties() {
    #[derive(OpProperties, Clone, Debug, PartialEq)]
    #[bytecode(dialect = Motor, operation = "halt")]
    struct Halt {
        how: AttributeId,
        why: Option<AttributeId>,
    }
    let mut module = Module::for_version("MLIR22.1.8", bytespec::mlir::Version::V3);
    let how = module.add_entry(&MotorAttribute::Stop).unwrap();
    let location = module.unknown_location().unwrap();
    let op = module.make("motor.halt", location, NewOperation::default()).unwrap();
    let halt = Halt { how, why: None };
    module.set_op_properties(op, &halt).unwrap();
    assert_eq!(module.op_properties::<Halt>(op), Ok(Some(halt)));
    assert_eq!(module.get_attribute(op, "how"), Ok(Some(how)));
    assert_eq!(module.op_properties::<Spin>(op), Ok(None));
}

/// Numbers as wide as a type says.
#[derive(Dialect)]
#[bytecode(name = "gauge", attributes(Number))]
struct Gauge;

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Gauge, code = 5)]
struct Number {
    of: TypeId,
    #[bytecode(wire = "ap_int(of)")]
    value: ApInt,
    #[bytecode(with = self::halves)]
    half: u32,
}

/// A codec by hand: the number without its lowest bit.
mod halves {
    use bytespec::Result;
    use bytespec::dialect::{Reading, Writing};
    use bytespec::wire::{Cursor, Writer};

    pub(super) fn read<V>(cursor: &mut Cursor<'_>, _: &Reading<'_, V>) -> Result<u32> {
        cursor.prefix_u32().map(|half| half << 1)
    }

    pub(super) fn write<V>(
        value: &u32,
        writer: &mut Writer,
        _: &mut Writing<'_, '_, V>,
    ) -> Result<()> {
        writer.prefix(u64::from(value >> 1));
        Ok(())
    }
}

#[test]
fn codecs_by_hand() {
    let mut module = Module::new("MLIR22.1.8");
    for (width, value) in [(3, ApInt::Small(5)), (100, ApInt::Words(vec![u64::MAX, 3]))] {
        let signedness = bytespec::mlir::Signedness::Signless;
        let of = bytespec::mlir::BuiltinType::IntegerType { signedness, width };
        let of = module.add_type(of).unwrap();
        let number = Number { of, value, half: 14 };
        let id = module.add_entry(&number).unwrap();
        assert_eq!(module.entry(id), Ok(Some(Form::Value(number))));
    }
    let yaml = bytespec::export::dialect::<Gauge>().unwrap();
    assert!(yaml.contains("- codec: ap_int\n  value: \"ApInt\"\n  args: [Type]"), "{yaml}");
    assert!(yaml.contains("type: \"ap_int(of)\""), "{yaml}");
    let files = vec![("gauge.yaml".into(), yaml)];
    let (_, _, findings) = bytespec_codegen::syntax::read_and_check(files);
    assert!(findings.is_empty(), "{findings:?}");
}

/// Random numbers, the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % end
    }
}

#[test]
fn mutants_do_no_harm() {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(registry());
    let mut seeds = Vec::new();
    for value in values(&mut module) {
        let id = module.add_entry(&value).unwrap();
        let bytes = module.write(&WriteOptions::default()).unwrap();
        let file = File::open(&bytes).unwrap();
        seeds.push(file.attribute_bytes(id).unwrap().1.to_vec());
    }
    let mut random = Random(9);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..100_000 {
        let mut bytes = seeds[random.below(seeds.len() as u64) as usize].clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u64 + 1) as usize;
            match random.below(3) {
                0 => bytes.insert(at, random.below(256) as u8),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                _ if at < bytes.len() => bytes[at] = random.below(256) as u8,
                _ => {}
            }
        }
        let mut module = Module::new("MLIR22.1.8");
        let record: &[u8] = if random.below(2) == 0 { &[5, 1] } else { &[3, 3] };
        module.set_dialect_version(b"motor", Some(record)).unwrap();
        let id = module.add_attribute_bytes(b"motor", &bytes).unwrap();
        match module.entry::<MotorAttribute<'_>>(id) {
            Ok(Some(Form::Value(value))) => {
                read += 1;
                let value = value.clone();
                let again = format!("{value:?}");
                let added = Module::new("MLIR22.1.8").add_entry(&value);
                // Another module lacks what the bytes refer to.
                let is_lost = |error: &bytespec::Error| {
                    matches!(error.kind(), bytespec::ErrorKind::Index { .. })
                };
                let is_fine = added.as_ref().err().is_none_or(is_lost) || record == [3, 3];
                assert!(!again.is_empty() && is_fine, "{added:?}");
            }
            Ok(_) => panic!("{bytes:?} is an entry of the dialect, and no text"),
            Err(_) => refused += 1,
        }
        module.set_registry(registry());
        let _: bytespec::Result<_> = module.reachable([id.into()]);
        let _: bytespec::Result<()> = module.convert_dialect("motor", Some("1.0"));
        let _: bytespec::Result<bool> = module.spell(id, &mut String::new());
    }
    assert!(read > 10_000 && refused > 10_000, "{read} {refused}");
}

#[test]
fn a_record_is_of_every_format() {
    use bytespec::wire::{Cursor, FromWire, Prefixed, ToWire, Writer};
    let limits = Limits { low: -64, high: 64 };
    let mut writer = Writer::new();
    limits.to_wire(&mut writer, &mut ()).unwrap();
    assert_eq!(writer.as_slice(), [0x7f, 0x80, 1]);
    assert_eq!(Limits::from_wire(&mut Cursor::new(writer.as_slice()), &()), Ok(limits.clone()));
    writer.clear();
    limits.to_wire(&mut writer, &mut Prefixed).unwrap();
    let prefixed = writer.as_slice().to_vec();
    assert_eq!(prefixed, [0xff, 2, 2]);
    let mut module = Module::new("MLIR22.1.8");
    let speed = MotorAttribute::Speed { value: 0, unit: Unit::Rpm, limits: vec![limits] };
    let id = module.add_entry(&speed).unwrap();
    let bytes = module.write(&WriteOptions::default()).unwrap();
    let file = File::open(&bytes).unwrap();
    assert!(file.attribute_bytes(id).unwrap().1.ends_with(&prefixed));
}

/// A member that only a later version has.
#[derive(Dialect)]
#[bytecode(name = "meter", versions("1", "2"), attributes(Dial))]
struct Meter;

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint", dialect = Meter)]
enum Mode {
    Slow = 0,
    #[bytecode(since = "2", name = "fast")]
    Fast = 1,
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Meter, code = 2)]
struct Dial {
    mode: Mode,
    #[bytecode(until = "1", default = 9)]
    old: u8,
}

#[test]
fn members_and_fields_that_come_and_go() {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Meter>());
    module.set_dialect_version(b"meter", Some(&[3])).unwrap();
    let old = module.add_entry(&Dial { mode: Mode::Slow, old: 7 }).unwrap();
    let error = module.add_entry(&Dial { mode: Mode::Fast, old: 7 }).unwrap_err();
    let fault = "`meter.Mode.fast` needs version 2 or later, but the version is 1";
    assert_eq!(error.to_string(), format!("Dial.mode: {fault}"));
    let fast = module.add_attribute_bytes(b"meter", &[5, 3, 7]).unwrap();
    let error = module.entry::<Dial>(fast).unwrap_err().to_string();
    assert!(error.ends_with(&format!("Dial.mode: {fault}")), "{error}");
    let error = module.convert_dialect("meter", None).unwrap_err().to_string();
    let fault = "`meter.Dial.old` needs version 1 or earlier, but the version is 2";
    assert!(error.ends_with(fault), "{error}");
    assert_eq!(module.entry(old), Ok(Some(Form::Value(Dial { mode: Mode::Slow, old: 7 }))));

    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Meter>());
    module.set_dialect_version(b"meter", Some(&[3])).unwrap();
    let id = module.add_entry(&Dial { mode: Mode::Slow, old: 9 }).unwrap();
    module.convert_dialect("meter", Some("2")).unwrap();
    assert_eq!(module.entry(id), Ok(Some(Form::Value(Dial { mode: Mode::Slow, old: 9 }))));
}

/// A dialect of which some versions lack whole items.
#[derive(Dialect)]
#[bytecode(name = "late", versions("1", "2", "3"), attributes(LateAttribute))]
struct Late;

/// Grades.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(dialect = Late, wire = "u8", until = "2")]
enum Grade {
    Low = 0,
}

/// Notes.
#[derive(BytecodeRecord, Clone, Copy, Debug, PartialEq)]
#[bytecode(dialect = Late, since = "3")]
struct Note {
    pitch: u8,
}

/// Attributes.
#[derive(BytecodeAttribute, Clone, Copy, Debug, PartialEq)]
#[bytecode(dialect = Late, since = "2")]
enum LateAttribute {
    #[bytecode(code = 0)]
    Empty,
    #[bytecode(code = 1)]
    Graded(Grade),
    #[bytecode(code = 2)]
    Noted(Note),
}

#[test]
fn whole_items_are_of_some_versions() {
    let late = [LateAttribute::Empty, LateAttribute::Graded(Grade::Low)];
    let late = [late[0], late[1], LateAttribute::Noted(Note { pitch: 7 })];
    let bytes: [&[u8]; 3] = [&[1], &[3, 0], &[5, 7]];
    let first = "`late.LateAttribute` needs version 2 or later, but the version is 1";
    let grade = "`late.Grade` needs version 2 or earlier, but the version is 3";
    let note = "`late.Note` needs version 3 or later, but the version is 2";
    for (version, expected) in [
        ("1", [Some(first), Some(first), Some(first)]),
        ("2", [None, None, Some(note)]),
        ("3", [None, Some(grade), None]),
    ] {
        for ((value, bytes), expected) in late.iter().zip(bytes).zip(expected) {
            let mut module = Module::new("MLIR22.1.8");
            let record = bytespec::dialect::Numbered::<Late>::from_name(version).unwrap().write();
            module.set_dialect_version(b"late", record.as_deref()).unwrap();
            let written = module.add_entry(value).map(|_| ());
            let id = module.add_attribute_bytes(b"late", bytes).unwrap();
            let read = module.entry::<LateAttribute>(id);
            match expected {
                None => {
                    written.unwrap();
                    assert_eq!(read, Ok(Some(Form::Value(*value))));
                }
                Some(error) => {
                    for found in [written.unwrap_err(), read.unwrap_err()] {
                        assert!(found.to_string().contains(error), "{version}: {found}");
                    }
                }
            }
        }
    }
}
