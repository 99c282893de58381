//! Every operation at every version that has it, with random parts: printed, read, printed the same, and written as the same bytes.

use bytespec::operation_text::{Form, Part, Piece};
use bytespec::reflect::{Arity, OpInfo, PortInfo};
use bytespec::sample::Source;
use bytespec::small::ThinVec;
use bytespec::tile_ir::internals::assemble;
use bytespec::tile_ir::{
    Attribute, AttributeValue as Given, Body, ConstantId, Module, NamedAttribute, Numbering,
    OpKind, ParseOptions, Place, PrintOptions, Profile, StringId, Type, TypeId, Version,
    WriteOptions, ops,
};
use bytespec::values::{RegionId, Value};
use bytespec::{Error, ErrorKind};
use std::collections::{BTreeMap, BTreeSet};

/// How often each operation is tried at each version.
const TRIES: u64 = 40;

/// The text of a type that a constraint allows.
fn allowed(random: &mut Source, constraint: &str) -> String {
    let of = |random: &mut Source, names: &[&str]| names[random.below(names.len())].to_owned();
    let (head, inner) = match constraint.strip_suffix('>').and_then(|text| text.split_once('<')) {
        Some((head, inner)) => (head, Some(inner)),
        None => (constraint, None),
    };
    let tensor = |random: &mut Source| {
        let tensors =
            ["tensor_view<?x32xf32, strides=[?,1]>", "tensor_view<8x16xf16, strides=[16,1]>"];
        of(random, &tensors)
    };
    match head {
        "tile" | "scalar_tile" => {
            let elements: Vec<&str> = inner.unwrap_or("i32|f32|ptr").split('|').collect();
            let element = match of(random, &elements) {
                pointer if pointer == "ptr" => "ptr<f32>".to_owned(),
                element => element,
            };
            let shape =
                if head == "tile" { of(random, &["", "4x", "2x8x"]) } else { String::new() };
            format!("tile<{shape}{element}>")
        }
        "tensor_view" => tensor(random),
        "view" => {
            let views = ["partition_view", "gather_scatter_view", "strided_view"];
            let views: Vec<&str> = inner.map_or(views.to_vec(), |inner| inner.split('|').collect());
            let tensor = tensor(random);
            match &*of(random, &views) {
                "gather_scatter_view" => {
                    format!("gather_scatter_view<tile=(8x16), {tensor}, sparse_dim=0>")
                }
                "strided_view" => {
                    format!("strided_view<tile=(8x16), traversal_strides=[3,5], {tensor}>")
                }
                _ => format!("partition_view<tile=(8x16), padding_value = nan, {tensor}>"),
            }
        }
        "token" => "token".to_owned(),
        _ => of(random, &["tile<i32>", "token", "tile<4xf32>"]),
    }
}

/// How many values a group has.
fn count(random: &mut Source, port: &PortInfo) -> usize {
    match port.arity {
        Arity::Optional => random.below(2),
        Arity::Variadic => random.below(4),
        _ => 1,
    }
}

/// A value of each form that an attribute may have; none for one that no operation here has.
fn given(
    random: &mut Source,
    module: &mut Module,
    form: &Form,
    result: Option<TypeId>,
    operands: usize,
) -> Option<Given> {
    Some(match *form {
        Form::Flag => Given::Flag(random.flag()),
        Form::Integer => Given::Integer(random.below(5) as i128),
        Form::Member(names) => Given::Member(names[random.below(names.len())]),
        Form::Reference(table) if table == StringId::TABLE => {
            let names = ["name", "a \"b\"\\ \u{e4}", "x.y$z"];
            Given::String(module.string(names[random.below(names.len())]))
        }
        Form::Reference(table) if table == TypeId::TABLE => {
            Given::Type(result.unwrap_or_else(|| module.ty(Type::Int32)))
        }
        Form::Reference(_) => Given::Constant(constant(random, module, result?)?),
        Form::Flags => Given::Flags((0..operands).map(|_| random.flag()).collect()),
        Form::Integers => Given::Integers((0..random.below(4) as i32).collect()),
        Form::Item("Attribute") => {
            let bound = |random: &mut Source| random.flag().then(|| random.bits() as i64);
            Given::Attribute(match random.below(3) {
                0 => Attribute::DivBy { divisor: 1 << random.below(8), every: None, along: None },
                1 => Attribute::Bounded { lower: bound(random), upper: bound(random) },
                _ => Attribute::SameElements { values: [1, 4].into() },
            })
        }
        Form::Items("Attribute") => {
            let (short, long) = (module.ty(Type::Int32), module.ty(Type::Int64));
            let value = random.below(100) as u64;
            let float = module.ty(Type::Float32);
            let float = Attribute::Float { r#type: float, value: 0x3f80_0000.into() };
            let small = Attribute::Integer { r#type: short, value };
            let large = Attribute::Integer { r#type: long, value };
            Given::Attributes(vec![small, large, float][random.below(3)..].to_vec())
        }
        Form::Items("NamedAttribute") => {
            let r#type = module.ty(Type::Int32);
            let value = Attribute::Integer { r#type, value: random.below(9) as u64 };
            let name = module.string("x");
            let inner = NamedAttribute { name, value };
            let value = Attribute::Dictionary { entries: ThinVec::from(vec![inner]) };
            Given::Named(vec![NamedAttribute { name: module.string("sm_90"), value }])
        }
        _ => return None,
    })
}

/// A constant of a tile of numbers, stored as the parser stores it.
fn constant(random: &mut Source, module: &mut Module, ty: TypeId) -> Option<ConstantId> {
    let Type::Tile { element, shape, .. } = module.type_at(ty).ok()?.clone() else { return None };
    let element = module.type_at(element).ok()?.clone();
    let size = usize::try_from(element.bytes()?).ok()?;
    let number = u64::from(random.below(2) as u32);
    let one = element.bits() == Some(1);
    let all = if one && number == 1 && !shape.is_empty() { 0xff } else { number };
    Some(module.constant(&all.to_le_bytes()[..size]))
}

/// Calls `visit` with every piece of a template.
fn each_piece(pieces: &'static [Piece], visit: &mut impl FnMut(&'static Piece)) {
    for piece in pieces {
        visit(piece);
        if let Piece::If(_, inner) | Piece::AnyOrder(inner) = piece {
            each_piece(inner, visit);
        }
    }
}

/// What the text of an operation asks of its parts.
#[derive(Default)]
struct Demands {
    /// Groups of results that have one type.
    one_type: BTreeSet<u16>,
    /// Groups of operands that fill in what the type of a result leaves open: the result, and the field.
    filled: BTreeMap<u16, (u16, &'static str)>,
    /// Attributes that are elements of a result.
    elements: BTreeMap<u16, u16>,
    /// The arguments of a region, and whose types they have: of so many values of a group, or any.
    arguments: Vec<(u16, Option<u16>)>,
}

impl Demands {
    fn of(info: &'static OpInfo) -> Self {
        let mut found = Demands::default();
        each_piece(info.text, &mut |piece| match *piece {
            Piece::FirstType(parts) => {
                found.one_type.extend(parts.iter().filter_map(|part| match part {
                    Part::Result(index) => Some(*index),
                    _ => None,
                }));
            }
            Piece::Mixed(Part::Result(result), field, Part::Operand(operand)) => {
                found.filled.insert(operand, (result, field));
            }
            Piece::Elements(Part::Attribute(attribute), Some(Part::Result(result))) => {
                found.elements.insert(attribute, result);
            }
            Piece::Argument(Part::Region(region), _, Part::Operand(operand))
            | Piece::Assigned(Part::Region(region), _, Part::Operand(operand)) => {
                found.arguments.push((region, Some(operand)));
            }
            Piece::Parameters(Part::Region(region), _) => found.arguments.push((region, None)),
            _ => {}
        });
        found
    }
}

/// The texts of the types of each group of values of an operation.
struct Groups {
    results: Vec<Vec<String>>,
    operands: Vec<Vec<String>>,
}

impl Groups {
    fn new(random: &mut Source, info: &OpInfo, demands: &Demands) -> Self {
        let shared = info.same_type.first().and_then(|name| {
            let mut ports = info.results.iter().chain(info.operands);
            ports.find(|port| port.name == *name).map(|port| allowed(random, port.constraint))
        });
        let shared_count = random.below(4);
        let group = |random: &mut Source, port: &PortInfo, is_same: bool, filled: Option<usize>| {
            let is_shared = info.same_type.contains(&port.name);
            let count = match (filled, port.arity) {
                (Some(count), _) => count,
                (None, Arity::Variadic) if is_shared => shared_count,
                _ => count(random, port),
            };
            let first = allowed(random, port.constraint);
            let texts = (0..count).map(|_| match &shared {
                Some(shared) if is_shared => shared.clone(),
                _ if is_same => first.clone(),
                _ => allowed(random, port.constraint),
            });
            texts.collect::<Vec<String>>()
        };
        let results: Vec<Vec<String>> = (0..)
            .zip(info.results)
            .map(|(index, port)| group(random, port, demands.one_type.contains(&index), None))
            .collect();
        let open = |index: u16| {
            let (result, field) = demands.filled.get(&index)?;
            let ty = results.get(usize::from(*result))?.first()?;
            let (shape, strides) = ty.split_once("strides").unwrap_or((ty, ""));
            let text = if *field == "strides" { strides } else { shape };
            Some(text.matches('?').count())
        };
        let operands = (0..)
            .zip(info.operands)
            .map(|(index, port)| group(random, port, false, open(index)))
            .collect();
        Groups { results, operands }
    }
}

/// Regions with a block that ends, and the arguments that the text names.
fn regions(
    random: &mut Source,
    module: &mut Module,
    info: &OpInfo,
    demands: &Demands,
    operands: &[Vec<Value>],
) -> Option<Vec<RegionId>> {
    let any = module.ty(Type::Int32);
    let body = &mut module.functions.first_mut()?.body;
    let mut found = Vec::new();
    for (index, region) in (0..).zip(info.regions) {
        let id = body.add_region();
        found.push(id);
        if region.may_be_empty && random.flag() {
            continue;
        }
        let block = body.add_block(id, &[]).ok()?;
        let mut values = Vec::new();
        for (_, of) in demands.arguments.iter().filter(|(of, _)| *of == index) {
            let types: Vec<TypeId> = match of {
                Some(group) => {
                    let values = operands.get(usize::from(*group))?.iter();
                    values.map(|value| body.value_type(*value)).collect::<Option<_>>()?
                }
                None => vec![any; random.below(3)],
            };
            for ty in types {
                values.push(body.add_argument(block, ty).ok()?);
            }
        }
        values.truncate(random.below(2));
        body.push(block, ops::Yield { operands: values[..].into() }).ok()?;
    }
    Some(found)
}

/// A module with one operation of a kind; none where its parts do not fit each other.
fn module(kind: OpKind, version: Version, random: &mut Source) -> Option<Module> {
    let info = kind.info();
    let demands = Demands::of(info);
    let groups = Groups::new(random, info, &demands);
    let texts = groups.results.iter().chain(&groups.operands).flatten();
    let params: Vec<String> =
        texts.enumerate().map(|(at, text)| format!("%a{at}: {text}")).collect();
    let text = format!("entry @k({}) {{}}", params.join(", "));
    let how = ParseOptions::default().version(version);
    let mut module = Module::parse(&text, &how).ok()?;
    let params = module.functions.first()?.body.params().to_vec();
    let mut params = params.into_iter();
    let results: Vec<Vec<TypeId>> = groups
        .results
        .iter()
        .map(|group| params.by_ref().take(group.len()).map(|param| param.ty).collect())
        .collect();
    let operands: Vec<Vec<Value>> = groups
        .operands
        .iter()
        .map(|group| params.by_ref().take(group.len()).map(|param| param.value).collect())
        .collect();
    let index = info.operands.iter().position(|port| port.name == "index");
    let index = index.map_or(random.below(3), |at| operands[at].len());
    let mut attributes = Vec::new();
    for (position, form) in (0..).zip(info.forms) {
        let of = demands.elements.get(&position).map_or(0, |result| usize::from(*result));
        let first = results.get(of).and_then(|group| group.first()).copied();
        let absent = info.optional.contains(&position) && random.flag();
        attributes.push(match absent {
            true => None,
            false => Some(given(random, &mut module, form, first, index)?),
        });
    }
    let regions = regions(random, &mut module, info, &demands, &operands)?;
    let op = assemble(kind, &results, attributes, operands, regions).ok()?;
    module.functions.first_mut()?.body.insert(Place::AtStart(Body::ENTRY), op).ok()?;
    Some(module)
}

/// What became of operations of some kinds.
#[derive(Default)]
pub(crate) struct Outcome {
    /// How many operations came back.
    pub(crate) same: usize,
    /// Kinds of which some did.
    pub(crate) seen: BTreeSet<&'static str>,
    /// By kind, the first one that is not read as it is printed.
    pub(crate) wrong: BTreeMap<&'static str, String>,
    /// By kind, why the first one has no text.
    pub(crate) refused: BTreeMap<&'static str, String>,
}

/// Prints operations of some kinds with random parts, and reads them.
pub(crate) fn tried(versions: &[Version], is_wanted: impl Fn(OpKind) -> bool) -> Outcome {
    let mut outcome = Outcome::default();
    for kind in OpKind::ALL.iter().filter(|kind| is_wanted(**kind)) {
        for &version in versions {
            for seed in 0..TRIES {
                let random = &mut Source::new(seed << 16 | *kind as u64);
                let Some(module) = module(*kind, version, random) else { continue };
                let numbering = Numbering::Canonical(Profile::Cxx);
                let how = WriteOptions::default().numbering(numbering);
                let write = |module: &Module| module.write_unverified(&how);
                // Types that a value must not have text does not say.
                let is_misfit = |error: Error| matches!(error.kind(), ErrorKind::Constraint { .. });
                if module.write(&Default::default()).is_err_and(is_misfit) {
                    continue;
                }
                let Ok(bytes) = write(&module) else { continue };
                let text = match module.print(&PrintOptions::default()) {
                    Ok(text) => text,
                    Err(error) => {
                        outcome.refused.entry(kind.name()).or_insert_with(|| error.to_string());
                        continue;
                    }
                };
                let how = ParseOptions::default().version(version);
                match Module::parse(&text, &how) {
                    Err(errors) => {
                        let wrong = outcome.wrong.entry(kind.name());
                        wrong.or_insert_with(|| format!("{text}{errors}"));
                    }
                    Ok(again) => {
                        let printed = again.print(&PrintOptions::default());
                        if printed.as_deref() != Ok(&*text) || write(&again).as_ref() != Ok(&bytes)
                        {
                            let wrong = outcome.wrong.entry(kind.name());
                            wrong.or_insert_with(|| format!("{text}is read as\n{printed:?}"));
                        }
                    }
                }
                outcome.same += 1;
                outcome.seen.insert(kind.name());
            }
        }
    }
    outcome
}

#[test]
fn random_operations_are_read_as_they_are_printed() {
    // Content of previews is no part of what is made here.
    let is_wanted = |kind: OpKind| kind.info().group != "preview";
    let outcome = tried(Version::ALL, is_wanted);
    let wrong: Vec<String> = outcome.wrong.into_values().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let wanted: BTreeSet<&str> =
        OpKind::ALL.iter().filter(|kind| is_wanted(**kind)).map(|kind| kind.name()).collect();
    println!("{} operations of {} kinds are read as they are printed", outcome.same, wanted.len());
    assert_eq!(outcome.seen, wanted);
}
