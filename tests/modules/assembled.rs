//! Every operation at every version that has it, with random parts: printed, read, printed the same, and written as the same bytes.

use bytespec::operation_text::{Form, Part, Piece};
use bytespec::reflect::{Arity, OpInfo, PortInfo};
use bytespec::sample::Source;
use bytespec::small::ThinVec;
use bytespec::tile_ir::internals::assemble;
use bytespec::tile_ir::{
    Attribute, AttributeValue as Given, Body, ConstantId, Module, NamedAttribute, Numbering,
    OpKind, ParseOptions, Place, PrintOptions, Profile, StringId, Type, TypeId, Version,
    WriteOptions,
};
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
        Form::Reference(table) if table == TypeId::TABLE => Given::Type(result?),
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

/// A module with one operation of a kind; none where its parts do not fit each other.
fn module(kind: OpKind, version: Version, random: &mut Source) -> Option<Module> {
    let info = kind.info();
    let mut texts: Vec<String> = Vec::new();
    let shared = info.same_type.first().and_then(|name| {
        let mut ports = info.results.iter().chain(info.operands);
        ports.find(|port| port.name == *name).map(|port| allowed(random, port.constraint))
    });
    let mut group = |random: &mut Source, port: &PortInfo| {
        let from = texts.len();
        for _ in 0..count(random, port) {
            let own = shared.clone().filter(|_| info.same_type.contains(&port.name));
            texts.push(own.unwrap_or_else(|| allowed(random, port.constraint)));
        }
        from..texts.len()
    };
    let results: Vec<_> = info.results.iter().map(|port| group(random, port)).collect();
    let operands: Vec<_> = info.operands.iter().map(|port| group(random, port)).collect();
    let params: Vec<String> =
        texts.iter().enumerate().map(|(at, text)| format!("%a{at}: {text}")).collect();
    let text = format!("entry @k({}) {{}}", params.join(", "));
    let how = ParseOptions { version, ..ParseOptions::default() };
    let mut module = Module::parse(&text, &how).ok()?;
    let params = module.functions.first()?.body.params().to_vec();
    let first = results.first().and_then(|range| params.get(range.start)).map(|param| param.ty);
    let index = info.operands.iter().position(|port| port.name == "index");
    let index = index.map_or(0, |at| operands[at].len());
    let mut attributes = Vec::new();
    for (position, form) in (0..).zip(info.forms) {
        let absent = info.optional.contains(&position) && random.flag();
        attributes.push(match absent {
            true => None,
            false => Some(given(random, &mut module, form, first, index)?),
        });
    }
    let ty_of = |at: usize| params[at].ty;
    let results: Vec<Vec<TypeId>> = results.into_iter().map(|at| at.map(ty_of).collect()).collect();
    let value_of = |at: usize| params[at].value;
    let operands = operands.into_iter().map(|range| range.map(value_of).collect()).collect();
    let op = assemble(kind, &results, attributes, operands).ok()?;
    module.functions.first_mut()?.body.insert(Place::AtStart(Body::ENTRY), op).ok()?;
    Some(module)
}

/// Why the parts of an operation cannot be chosen at random.
fn depends(info: &OpInfo) -> Option<&'static str> {
    fn any(pieces: &[Piece], asked: fn(&Piece) -> bool) -> bool {
        pieces.iter().any(|piece| match piece {
            Piece::If(_, inner) | Piece::AnyOrder(inner) => any(inner, asked),
            piece => asked(piece),
        })
    }
    if any(info.text, |piece| matches!(piece, Piece::Value(Part::Region(_), _))) {
        return Some("it has regions");
    }
    if any(info.text, |piece| matches!(piece, Piece::Mixed(..))) {
        return Some("operands follow from the type of the result");
    }
    if any(info.text, |piece| matches!(piece, Piece::FirstType([Part::Result(_)]))) {
        return Some("results follow from the type of the operand");
    }
    if info.group == "preview" {
        return Some("it is preview content");
    }
    None
}

#[test]
fn random_operations_are_read_as_they_are_printed() {
    let mut left_out: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let (mut same, mut met) = (0, BTreeSet::new());
    let mut wrong = Vec::new();
    for kind in OpKind::ALL {
        if let Some(reason) = depends(kind.info()) {
            left_out.entry(reason).or_default().push(kind.name());
            continue;
        }
        for &version in Version::ALL {
            for seed in 0..TRIES {
                let random = &mut Source::new(seed << 8 | *kind as u64);
                let Some(module) = module(*kind, version, random) else { continue };
                let numbering = Numbering::Canonical(Profile::Cxx);
                let how = WriteOptions { version: None, numbering };
                let write = |module: &Module| module.encode_unverified(&how);
                let Ok(bytes) = write(&module) else { continue };
                let Ok(text) = module.print(&PrintOptions::default()) else { continue };
                let how = ParseOptions { version, ..ParseOptions::default() };
                match Module::parse(&text, &how) {
                    Err(errors) => wrong.push(format!("{text}{errors}")),
                    Ok(again) => {
                        let printed = again.print(&PrintOptions::default());
                        if printed.as_deref() != Ok(&*text) || write(&again).as_ref() != Ok(&bytes)
                        {
                            wrong.push(format!("{text}is read as\n{printed:?}"));
                        }
                    }
                }
                same += 1;
                met.insert(kind.name());
            }
        }
    }
    wrong.truncate(30);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{same} operations of {} kinds are read as they are printed", met.len());
    let all: usize = left_out.values().map(Vec::len).sum();
    assert_eq!(met.len() + all, OpKind::ALL.len(), "{left_out:?}");
}
