//! Attributes, types and locations made at random.

use crate::affine;
use bytespec::mlir::samples::ITEMS;
use bytespec::mlir::{
    Attribute, AttributeId, BuiltinAttribute as A, BuiltinType as T, Module, NamedAttribute,
    NewResource, Release, Signedness, StringId, Type, TypeId, Version, plan,
};
use bytespec::plan::data::Plan;
use bytespec::plan::proof::{Generated, KnownVersions, Proof};
use bytespec::reflect::Seen;
use bytespec::sample::Source;
use bytespec::{Dimension, Error, Result};

/// Unions of dialects whose entries refer to entries of any kind.
const UNIONS: &[(&str, &str)] = &[
    ("LlvmAttribute", "llvm"),
    ("SdyAttribute", "sdy"),
    ("StablehloAttribute", "stablehlo"),
    ("ChloAttribute", "chlo"),
    ("VhloAttribute", "vhlo"),
];

/// Those of types.
const TYPE_UNIONS: &[(&str, &str)] =
    &[("StablehloType", "stablehlo"), ("VhloType", "vhlo"), ("QuantType", "quant")];

/// Variants that random content does not fit: text tells two of them from others by what is in them, and the dimensions of a
/// convolution are each of a row. Numbers of `vhlo` are of types of it; what else is in an axis follows from whether it is a
/// part. Of a quantized type text has one flag and the width of the stored numbers, and as many zero points as scales.
const FITTING: &[&str] = &[
    "TensorShardingAttrV2",
    "TensorShardingPerValueAttrV2",
    "ConvDimensionNumbersAttr",
    "AxisRefV1Attr",
    "FloatV1Attr",
    "IntegerV1Attr",
    "TensorV1Attr",
    "AnyQuantizedType",
    "AnyQuantizedTypeWithExpressedType",
    "UniformQuantizedType",
    "UniformQuantizedPerAxisType",
    "UniformQuantizedSubChannelType",
    "QuantileType",
];

/// Entries that samples may refer to, at the start of each table.
const ENTRIES: u32 = 8;

/// The bits of the types that samples may refer to.
const WIDTHS: &[u32] = &[1, 8, 32, 32, 32, 64, 7, 65];

/// Samples of everything that the schema has of dialects.
pub(crate) struct Pool {
    samples: Vec<(&'static str, Vec<u8>)>,
    types: Vec<(&'static str, Vec<u8>)>,
}

struct Shipped {
    items: Vec<(&'static str, &'static str)>,
}

impl Generated for Shipped {
    fn items(&self) -> &[(&'static str, &'static str)] {
        &self.items
    }

    fn source(&self, seed: u64) -> Source {
        source(seed)
    }

    fn round_trip(
        &self,
        _: (&str, &str),
        _: &[u8],
        _: &KnownVersions,
        _: &KnownVersions,
        _: &mut dyn FnMut(Seen<'_>),
    ) -> Result<Vec<u8>> {
        Err(Error::invalid("samples are only made"))
    }
}

fn source(seed: u64) -> Source {
    let mut source = Source::new(seed);
    let tables = ["String", "Attribute", "Type", "Resource"];
    source.tables = tables.map(|table| (table, ENTRIES)).to_vec();
    source.classes = (0..).zip(WIDTHS).map(|(number, width)| ("integer", number, *width)).collect();
    source
}

/// The axes of a version and a release; those of dialects at their last version.
fn at(plan: &Plan, version: Version, release: Release) -> KnownVersions {
    let axes = plan.axes.iter().enumerate().map(|(axis, of)| {
        let last = plan.name(of.versions).split(' ').count() - 1;
        (axis, last as u32)
    });
    let mut versions: KnownVersions = axes.collect();
    (versions[0].1, versions[1].1) = (version as u32, release as u32);
    versions
}

impl Pool {
    pub(crate) fn new(release: Release, seed: u64) -> Self {
        let is_wanted = |item: &&(&str, &str)| {
            let mut unions = UNIONS.iter().chain(TYPE_UNIONS);
            item.0 == "union" && unions.any(|(union, _)| *union == item.1)
        };
        let shipped = Shipped { items: ITEMS.iter().filter(is_wanted).copied().collect() };
        let plan = plan();
        let proof = Proof::new(plan, &shipped);
        let mut source = source(seed);
        let versions = at(plan, Version::LATEST, release);
        let (mut samples, mut types) = (Vec::new(), Vec::new());
        let known = |unions: &[(&'static str, &'static str)], name| {
            unions.iter().find(|(union, _)| *union == name).map(|(_, dialect)| *dialect)
        };
        for _ in 0..20 {
            for (name, bytes) in proof.samples("union", &versions, &mut source) {
                if let Some(dialect) = known(UNIONS, name) {
                    samples.push((dialect, bytes));
                } else if let Some(dialect) = known(TYPE_UNIONS, name) {
                    types.push((dialect, bytes));
                }
            }
        }
        Pool { samples, types }
    }
}

/// Entries of a module by what they can be used for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    strings: Vec<StringId>,
    names: Vec<AttributeId>,
    integers: Vec<(TypeId, u32)>,
    floats: Vec<(TypeId, u32)>,
    pub(crate) types: Vec<TypeId>,
    /// Which type is that of nothing.
    none: usize,
    resources: u32,
    pub(crate) attributes: Vec<AttributeId>,
    pub(crate) locations: Vec<AttributeId>,
}

impl Entries {
    pub(crate) fn make(
        module: &mut Module<'_>,
        source: &mut Source,
        pool: &Pool,
        release: Release,
    ) -> Result<Self> {
        let mut entries = Entries::default();
        // The first ones are those that samples refer to.
        for text in ["a", "b c", "", "quo\"te", "\u{e9}\n", "0x", "d.e", "true"] {
            entries.strings.push(module.add_string(text.as_bytes())?);
            entries.names.push(module.string_attribute(text)?);
        }
        entries.simple_types(module, release)?;
        for pick in 0..6 {
            entries.nested_type(module, source, pick)?;
        }
        entries.locations(module, source)?;
        for _ in 0..14 {
            let made = entries.attribute(module, source, release)?;
            entries.attributes.extend(made);
        }
        for _ in 0..4 {
            entries.sample(module, source, pool);
        }
        for _ in 0..2 {
            entries.type_sample(module, source, pool);
        }
        for _ in 0..2 {
            let affine = affine::attribute(module, source, release)?;
            entries.attributes.extend(affine);
        }
        Ok(entries)
    }

    fn simple_types(&mut self, module: &mut Module<'_>, release: Release) -> Result<()> {
        for width in [1, 8, 32, 64, 7, 65, 200] {
            for signedness in [Signedness::Signless, Signedness::Signed, Signedness::Unsigned] {
                if width == 32 || signedness == Signedness::Signless {
                    let ty = module.add_type(T::IntegerType { signedness, width })?;
                    self.integers.push((ty, width as u32));
                }
            }
        }
        let mut floats = vec![
            (T::BFloat16Type, 16),
            (T::Float16Type, 16),
            (T::Float32Type, 32),
            (T::Float64Type, 64),
        ];
        if release >= Release::R23 {
            floats.push((T::FloatTF32Type, 19));
        }
        for (float, bits) in floats {
            self.floats.push((module.add_type(float)?, bits));
        }
        self.types.extend(self.integers.iter().chain(&self.floats).map(|(ty, _)| *ty));
        self.types.push(module.add_type(T::IndexType)?);
        self.none = self.types.len();
        self.types.push(module.add_type(T::NoneType)?);
        self.types.push(module.add_type_text(b"llvm", "!llvm.ptr")?);
        self.types.push(module.add_type_text(b"odd", "!odd<a b>")?);
        Ok(())
    }

    fn nested_type(
        &mut self,
        module: &mut Module<'_>,
        source: &mut Source,
        pick: usize,
    ) -> Result<()> {
        let mut any = || self.types[source.below(self.types.len())];
        let (first, second) = (any(), any());
        let numbers: Vec<TypeId> =
            self.integers.iter().chain(&self.floats).map(|(ty, _)| *ty).collect();
        let element = numbers[source.below(numbers.len())];
        let rank = source.below(3);
        let dynamic = i64::from(Dimension::Dynamic);
        let shape: Vec<i64> = (0..rank).map(|_| [1, 2, 4, 0, dynamic][source.below(5)]).collect();
        let fixed: Vec<i64> = (0..=rank).map(|_| 1 + source.below(4) as i64).collect();
        let made = match pick {
            0 => T::FunctionType {
                inputs: vec![first, second].into(),
                results: vec![second; source.below(3)].into(),
            },
            1 => T::TupleType { types: vec![first; source.below(20)].into() },
            2 => T::RankedTensorType { shape: shape.into(), element },
            3 => T::VectorType { shape: fixed.into(), element },
            4 => T::ComplexType { element },
            _ => match source.flag() {
                true => T::UnrankedTensorType { element },
                false => T::UnrankedMemRefType { element },
            },
        };
        self.types.push(module.add_type(made)?);
        Ok(())
    }

    fn locations(&mut self, module: &mut Module<'_>, source: &mut Source) -> Result<()> {
        let unknown = module.unknown_location()?;
        self.locations.push(unknown);
        // What fuses places that are fused alike fuses all of them.
        let mut fused = vec![unknown];
        for _ in 0..6 {
            let mut any = || self.locations[source.below(self.locations.len())];
            let (first, second) = (any(), any());
            // A file without a name has another one in text.
            let name = self.names[1 - source.below(2)];
            let made = match source.below(5) {
                0 => A::CallSiteLoc { callee: first, caller: second },
                1 => A::NameLoc { name, child: first },
                2 if first != second && !fused.contains(&first) && !fused.contains(&second) => {
                    let locations = vec![first, second].into();
                    A::FusedLocWithMetadata { locations, metadata: name }
                }
                _ => A::FileLineColLoc {
                    filename: name,
                    line: 1 + source.below(99) as u64,
                    column: 1 + source.below(9) as u64,
                },
            };
            let fuses = matches!(made, A::FusedLocWithMetadata { .. });
            let made = module.add_attribute(made)?;
            self.locations.push(made);
            fused.extend(fuses.then_some(made));
        }
        Ok(())
    }

    fn attribute(
        &mut self,
        module: &mut Module<'_>,
        source: &mut Source,
        release: Release,
    ) -> Result<Option<AttributeId>> {
        let name = self.names[source.below(self.names.len())];
        let string = self.strings[source.below(self.strings.len())];
        let ty = self.types[source.below(self.types.len())];
        let (integer, width) = self.integers[source.below(self.integers.len())];
        let (float, bits) = self.floats[source.below(self.floats.len())];
        let mut some = |most: usize| -> Vec<AttributeId> {
            let count = if self.attributes.is_empty() { 0 } else { source.below(most + 1) };
            (0..count).map(|_| self.attributes[source.below(self.attributes.len())]).collect()
        };
        let parts = some(4);
        let made = match source.below(13) {
            0 => A::ArrayAttr { value: parts.into() },
            1 => {
                let mut value: Vec<NamedAttribute> = Vec::new();
                for (at, part) in parts.into_iter().enumerate() {
                    let name = module.string_attribute(["b", "c d", "e", "f"][at % 4])?;
                    value.push(NamedAttribute { name, value: part });
                }
                A::DictionaryAttr { value: value.into() }
            }
            2 => return Ok(Some(name)),
            // A string of the type of nothing has none.
            3 if ty != self.types[self.none] => A::StringAttrWithType { value: string, r#type: ty },
            4 => {
                let root = module.string_attribute(["f", "g h", "0"][source.below(3)])?;
                A::FlatSymbolRefAttr { root }
            }
            5 => {
                let root = module.string_attribute("outer")?;
                let inner = module.string_attribute("inner")?;
                let nested = module.add_attribute(A::FlatSymbolRefAttr { root: inner })?;
                A::SymbolRefAttr { root, nested: vec![nested; 1 + source.below(2)].into() }
            }
            6 => A::TypeAttr { value: ty },
            7 => A::UnitAttr,
            8 if width <= 64 => {
                let value = source.number(width);
                A::IntegerAttr { r#type: integer, value: value.into() }
            }
            9 if bits != 19 => {
                // LLVM 16 leaves out the types of what is no decimal in lists.
                let finite = release == Release::R16;
                let value = if finite { 0 } else { source.number(bits) };
                A::FloatAttr { r#type: float, value: value.into() }
            }
            10 => self.dense_array(source),
            11 => self.dense_elements(module, source)?,
            12 if release >= Release::R17 => {
                let referenced = match self.attributes.is_empty() {
                    true => module.add_attribute(A::UnitAttr)?,
                    false => self.attributes[source.below(self.attributes.len())],
                };
                A::DistinctAttr { referenced }
            }
            _ => self.resource_elements(module)?,
        };
        module.add_attribute(made).map(Some)
    }

    /// A list of numbers.
    fn dense_array(&self, source: &mut Source) -> A {
        let (element, size) = [(0, 1), (1, 1), (2, 4), (5, 8)][source.below(4)];
        let (element_type, _) = self.integers[element];
        let count = source.below(4);
        let truth = element == 0;
        let raw_data = (0..count * size)
            .map(|_| if truth { source.below(2) as u8 } else { source.bits() as u8 })
            .collect();
        A::DenseArrayAttr { element_type, size: count as u64, raw_data }
    }

    /// The elements of a tensor, which may be one for all.
    fn dense_elements(&self, module: &mut Module<'_>, source: &mut Source) -> Result<A> {
        let (element, _) = self.integers[2];
        let count = 2 + source.below(4);
        let shape = vec![count as i64].into();
        let ty = module.add_type(T::RankedTensorType { shape, element })?;
        let splat = source.flag();
        let of = if splat { 1 } else { count };
        let mut raw_data: Vec<u8> = (0..of * 4).map(|_| source.bits() as u8).collect();
        if !splat {
            // All alike would be a splat.
            raw_data[0] = 1;
            raw_data[4] = 2;
        }
        Ok(A::DenseIntOrFPElementsAttr { r#type: ty, raw_data })
    }

    /// The elements of a tensor that are a resource; a unit where there is no room for another resource.
    fn resource_elements(&mut self, module: &mut Module<'_>) -> Result<A> {
        let (element, _) = self.floats[2];
        let shape = vec![2i64].into();
        let ty = module.add_type(T::RankedTensorType { shape, element })?;
        self.resources += 1;
        let key = format!("key {}", self.resources);
        let bytes = [1u8, 2, 3, 4, 5, 6, 7, 8][..].into();
        let resource = NewResource::Blob { alignment: 4, bytes };
        match module.add_resource(b"builtin", key.as_bytes(), resource) {
            Ok(handle) => Ok(A::DenseResourceElementsAttr { r#type: ty, handle }),
            Err(_) => Ok(A::UnitAttr),
        }
    }

    /// Adds an attribute of a dialect, where the release has it.
    fn sample(&mut self, module: &mut Module<'_>, source: &mut Source, pool: &Pool) {
        let (dialect, bytes) = &pool.samples[source.below(pool.samples.len())];
        let Ok(id) = module.add_attribute_bytes(dialect.as_bytes(), bytes) else { return };
        // Its references are any, and lead to entries of other kinds.
        if module.check_references(id).is_err() {
            return;
        }
        if let Ok(Attribute::Typed(entry)) = module.attribute(id)
            && !FITTING.contains(&entry.variant_name())
        {
            self.attributes.push(id);
        }
    }

    /// Adds a type of a dialect, where the release has it.
    fn type_sample(&mut self, module: &mut Module<'_>, source: &mut Source, pool: &Pool) {
        let (dialect, bytes) = &pool.types[source.below(pool.types.len())];
        let Ok(id) = module.add_type_bytes(dialect.as_bytes(), bytes) else { return };
        if module.check_references(id).is_err() {
            return;
        }
        if let Ok(Type::Typed(entry)) = module.ty(id)
            && !FITTING.contains(&entry.variant_name())
        {
            self.types.push(id);
        }
    }
}
