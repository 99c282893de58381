// A dialect with what there is: versions, forms, reserved and dead codes, text, borrowed data.

use bytespec::mlir::{AttributeId, StringId, TypeId};
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
pub(crate) struct Motor;

/// The unit of a speed.
#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq, Eq)]
#[bytecode(wire = "varint<u32>", dialect = Motor, dead(7, "knots"))]
pub(crate) enum Unit {
    /// Turns a minute.
    Rpm = 0,
    /// Turns a second.
    #[bytecode(since = "1.1", name = "hz")]
    Hertz = 1,
}

/// A limit, which no dialect has an influence on.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
pub(crate) struct Limits {
    /// The lowest.
    #[bytecode(wire = "zigzag")]
    pub(crate) low: i64,
    /// The highest.
    #[bytecode(wire = "zigzag")]
    pub(crate) high: i64,
}

/// An angle, as it was before 1.1.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
pub(crate) struct OldAngle {
    /// In whole degrees.
    pub(crate) degrees: u16,
}

/// An angle.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(dialect = Motor, upgrade(from = OldAngle, before = "1.1", back))]
pub(crate) struct Angle {
    /// In seconds of arc.
    #[bytecode(wire = "varint<u32>")]
    pub(crate) seconds: u32,
}

impl From<OldAngle> for Angle {
    fn from(old: OldAngle) -> Self {
        Angle { seconds: u32::from(old.degrees) * 3600 }
    }
}

impl TryFrom<Angle> for OldAngle {
    type Error = String;

    fn try_from(angle: Angle) -> Result<Self, String> {
        let degrees = u16::try_from(angle.seconds / 3600);
        match (degrees, angle.seconds % 3600) {
            (Ok(degrees), 0) => Ok(OldAngle { degrees }),
            _ => Err(format!("{} seconds are no whole degrees", angle.seconds)),
        }
    }
}

/// A turn, as it was before 2.0.
#[derive(BytecodeRecord, Clone, Debug, PartialEq)]
#[bytecode(dialect = Motor)]
pub(crate) struct OldTurn {
    /// How far.
    pub(crate) angle: Angle,
}

impl From<OldTurn> for MotorAttribute<'_> {
    fn from(old: OldTurn) -> Self {
        MotorAttribute::Turn { angles: vec![old.angle], axis: None }
    }
}

impl TryFrom<MotorAttribute<'_>> for OldTurn {
    type Error = &'static str;

    fn try_from(value: MotorAttribute<'_>) -> Result<Self, &'static str> {
        match value {
            MotorAttribute::Turn { mut angles, axis: None } if angles.len() == 1 => {
                Ok(OldTurn { angle: angles.remove(0) })
            }
            _ => Err("not one turn about no axis"),
        }
    }
}

/// Attributes of motors.
#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Motor, reserved(9, 10), dead(4, "the colour of the motor"))]
pub(crate) enum MotorAttribute<'a> {
    /// A speed.
    ///
    /// It may be "negative".
    #[bytecode(code = 0)]
    Speed {
        /// How fast.
        #[bytecode(wire = "zigzag")]
        value: i64,
        /// In which unit.
        #[bytecode(since = "1.1", default = Unit::Rpm)]
        unit: Unit,
        /// What it must keep to.
        #[bytecode(since = "2.0", default = [])]
        limits: Vec<Limits>,
    },
    /// Bytes for the controller.
    #[bytecode(code = 1)]
    Program {
        /// A name in the table of strings.
        name: StringId,
        /// The bytes.
        bytes: &'a [u8],
        /// How often to go on.
        #[bytecode(present)]
        times: Option<u16>,
        /// What comes next.
        #[bytecode(since = "2.0", default = None)]
        next: Option<AttributeId>,
    },
    /// Nothing.
    #[bytecode(code = 2)]
    Stop,
    /// Steps, one after the other.
    #[bytecode(code = 3, since = "1.1", until = "1.1")]
    Steps(Vec<AttributeId>),
    /// A place.
    #[bytecode(
        form(code = 13, without = "space, fixed"),
        form(code = 14, with = "space", without = "fixed"),
        form(code = 15, with = "fixed", without = "space", since = "1.1"),
        form(code = 16, with = "space, fixed", since = "2.0")
    )]
    Place {
        /// In which space.
        space: Option<AttributeId>,
        /// It does not move.
        fixed: bool,
        /// Where.
        #[bytecode(wire = "varint")]
        coordinates: Vec<u64>,
    },
    /// A turn.
    #[bytecode(code = 20, upgrade(from = OldTurn, before = "2.0", code = 5, back))]
    Turn {
        /// How far, one after the other.
        angles: Vec<Angle>,
        /// About what.
        axis: Option<AttributeId>,
    },
    /// What has no encoding.
    #[bytecode(text)]
    Text(&'a str),
}

/// Types of motors.
#[derive(BytecodeType, Clone, Debug, PartialEq)]
#[bytecode(dialect = Motor, display)]
pub(crate) enum MotorType {
    /// One that turns.
    #[bytecode(code = 0)]
    Rotary {
        /// How strong.
        torque: u32,
    },
    /// One that pushes.
    #[bytecode(code = 1, since = "2.0")]
    Linear {
        /// What it pushes.
        element: TypeId,
        /// Limits.
        limits: Option<AttributeId>,
    },
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
pub(crate) struct Wire {
    /// Number of phases.
    pub(crate) phases: u8,
}

/// What a motor that spins is told.
#[derive(OpProperties, Clone, Debug, PartialEq)]
#[bytecode(dialect = Motor, operation = "spin")]
pub(crate) struct Spin {
    /// How fast.
    pub(crate) speed: AttributeId,
    /// How fast at most.
    pub(crate) limit: Option<AttributeId>,
    /// How often.
    pub(crate) turns: u64,
    /// In which gear.
    pub(crate) gear: Option<u64>,
    /// Backwards.
    pub(crate) reverse: bool,
    /// A label.
    pub(crate) label: StringId,
    /// Operands by group.
    #[bytecode(name = "operandSegmentSizes")]
    pub(crate) sizes: [u32; 2],
}
