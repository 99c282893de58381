//! A dialect: attributes, types, versions, forms, text.

use bytespec::dialect::{Form, Registry, Version as _};
use bytespec::mlir::{
    ApInt, AttributeId, File, Module, NewOperation, StringId, TypeId, WriteOptions,
};
use bytespec::{
    BytecodeAttribute, BytecodeEnum, BytecodeRecord, BytecodeType, Dialect, OpProperties,
};

/// Motors, and what drives them.
#[derive(Dialect)]
#[bytecode(
    name = "motor",
    versions("1.0", "1.1", "2.0"),
    attributes(MotorAttribute<'a>),
    types(MotorType, Wire),
    operations(Spin)
)]
struct Motor;

/// The unit of a speed.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[bytecode(wire = "varint<u32>", dialect = Motor)]
enum Unit {
    /// Turns a minute.
    Rpm = 0,
    /// Turns a second.
    #[bytecode(since = "1.1")]
    Hertz = 1,
}

/// A limit that does not depend on any dialect.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
struct Limits {
    #[bytecode(wire = "zigzag")]
    low: i64,
    #[bytecode(wire = "zigzag")]
    high: i64,
}

/// Attributes of motors.
#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Motor, reserved(9, 10), dead(4, "the colour of the motor"))]
enum MotorAttribute<'a> {
    /// A speed.
    ///
    /// It may be negative.
    #[bytecode(code = 0)]
    Speed {
        /// How fast.
        #[bytecode(wire = "zigzag")]
        value: i64,
        /// In which unit.
        unit: Unit,
        /// What it must keep to.
        #[bytecode(since = "2.0", default = [])]
        limits: Vec<Limits>,
    },
    /// Bytes for the controller.
    #[bytecode(code = 1)]
    Program { name: &'a str, bytes: &'a [u8] },
    /// Nothing.
    #[bytecode(code = 2)]
    Stop,
    /// Steps, one after the other.
    #[bytecode(code = 3, since = "1.1", until = "1.1")]
    Steps(Vec<AttributeId>),
    /// A number of a type.
    #[bytecode(code = 5)]
    Number {
        of: TypeId,
        #[bytecode(with = bytespec::dialect::integer(of))]
        value: ApInt,
    },
    /// A place.
    #[bytecode(
        form(code = 13, without = "space, fixed"),
        form(code = 14, with = "space", without = "fixed"),
        form(code = 15, with = "fixed", without = "space", since = "1.1"),
        form(code = 16, with = "space, fixed", since = "2.0")
    )]
    Place {
        space: Option<AttributeId>,
        fixed: bool,
        #[bytecode(wire = "varint")]
        coordinates: Vec<u64>,
    },
    /// What has no encoding.
    #[bytecode(text)]
    Text(&'a str),
}

/// Types of motors.
#[derive(BytecodeType, Clone, Debug, PartialEq)]
#[bytecode(dialect = Motor, display)]
enum MotorType {
    /// One that turns.
    #[bytecode(code = 0)]
    Rotary { torque: u32 },
    /// One that pushes.
    #[bytecode(code = 1, since = "2.0")]
    Linear { element: TypeId, limits: Option<AttributeId> },
}

impl std::fmt::Display for MotorType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MotorType::Rotary { torque } => write!(f, "!motor.rotary<{torque}>"),
            MotorType::Linear { .. } => f.write_str("!motor.linear"),
        }
    }
}

/// A wire.
#[derive(BytecodeType, Clone, Debug, PartialEq)]
#[bytecode(dialect = Motor, code = 7)]
struct Wire {
    phases: u8,
}

/// What a motor that spins is told.
#[derive(OpProperties, Clone, Debug, PartialEq)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    speed: AttributeId,
    limit: Option<AttributeId>,
    turns: u64,
    gear: Option<u64>,
    reverse: bool,
    label: StringId,
    #[bytecode(name = "operandSegmentSizes")]
    sizes: [u32; 2],
}

fn values(module: &mut Module<'_>) -> Vec<MotorAttribute<'static>> {
    let unit = module.string_attribute("rpm").unwrap();
    let ty = module.add_type(bytespec::mlir::BuiltinType::IntegerType {
        signedness: bytespec::mlir::Signedness::Signless,
        width: 100,
    });
    let of = ty.unwrap();
    let limits = vec![Limits { low: -1, high: 1 }, Limits { low: -5, high: i64::MAX }];
    vec![
        MotorAttribute::Speed { value: -85, unit: Unit::Rpm, limits: vec![] },
        MotorAttribute::Speed { value: 3, unit: Unit::Hertz, limits },
        MotorAttribute::Program { name: "start", bytes: &[1, 2, 3] },
        MotorAttribute::Stop,
        MotorAttribute::Number { of, value: ApInt::Words(vec![u64::MAX, 3]) },
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
        error.ends_with("4 is no MotorAttribute any more: it was the colour of the motor"),
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

    let refused = [
        (
            MotorAttribute::Speed { value: 1, unit: Unit::Hertz, limits: vec![] },
            "`motor.Unit.Hertz` needs version 1.1 or later, but the version is 1.0",
        ),
        (
            MotorAttribute::Speed {
                value: 1,
                unit: Unit::Rpm,
                limits: vec![Limits { low: 0, high: 0 }],
            },
            "`motor.Speed.limits` needs version 2.0 or later, but the version is 1.0",
        ),
        (
            MotorAttribute::Place { space: None, fixed: true, coordinates: vec![] },
            "`motor.PlaceWithFixed` needs version 1.1 or later, but the version is 1.0",
        ),
        (MotorAttribute::Steps(vec![]), "`motor.Steps` needs version 1.1, but the version is 1.0"),
    ];
    for (value, fault) in refused {
        let error = module.add_entry(&value).unwrap_err().to_string();
        assert!(error.contains("needs version 1.1") || error == fault, "{error}");
    }
    module.convert_dialect("motor", Some("1.1")).unwrap();
    module.add_entry(&MotorAttribute::Steps(vec![id])).unwrap();
    let error = module.convert_dialect("motor", None).unwrap_err().to_string();
    assert!(error.contains("motor.Steps"), "{error}");
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
        module.append(module.root(), op);
        assert_eq!(module.op_properties::<Spin>(op), Ok(Some(spin.clone())));
        let other = Spin { limit: Some(speed), gear: None, sizes: [0, 7], ..spin };
        module.set_op_properties(op, &other).unwrap();
        let bytes = module.write(&WriteOptions::default()).unwrap();
        let mut module = Module::read(&bytes).unwrap();
        assert_eq!(module.property_list(op), Ok(None), "the layout is not known");
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
