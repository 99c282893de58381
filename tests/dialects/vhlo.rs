//! Versions of StableHLO: an artifact for an older one drops defaults and refuses the rest by name.

use bytespec::axes::DialectAxes as _;
use bytespec::error::ErrorKind;
use bytespec::mlir::{
    Attribute, AttributeId, DialectReleases, File, Module, NewOperation, Numbering, OpId,
    PropertyValue, TypeId, Version, VhloAttribute, VhloType, WriteOptions, view,
};

/// The format version that artifacts of a version of StableHLO have.
fn format(release: &str) -> Version {
    let index = DialectReleases::names("vhlo").iter().position(|name| *name == release);
    index.and_then(|index| DialectReleases::format("vhlo", index)).expect("a known version")
}

/// A module with `vhlo.exponential_v2` in it, of version 1.15.0, and that operation.
fn exponential(atol: f64) -> (Module<'static>, OpId) {
    let mut module = Module::for_version("StableHLO_v1.15.0", format("1.15.0"));
    let location = module.unknown_location().unwrap();
    let mode = module
        .add_attribute(VhloAttribute::ResultAccuracyModeV1Attr {
            value: bytespec::mlir::ResultAccuracyModeV1::ALL[0],
        })
        .unwrap();
    let accuracy = module
        .add_attribute(VhloAttribute::ResultAccuracyV1Attr {
            atol: atol.into(),
            rtol: 0.0.into(),
            ulps: 0,
            mode,
        })
        .unwrap();
    let (value, ty) = constant(&mut module, location);
    let properties = module
        .make_properties(
            "vhlo.exponential_v2",
            &[("result_accuracy", PropertyValue::Attribute(accuracy))],
        )
        .unwrap();
    let operands = module.results(value).collect();
    let operation =
        NewOperation { operands, results: vec![ty], properties, ..NewOperation::default() };
    let op = module.make("vhlo.exponential_v2", location, operation).unwrap();
    append(&mut module, op);
    (module, op)
}

/// Adds a constant; the operation and the type of its result.
fn constant(module: &mut Module<'_>, location: AttributeId) -> (OpId, TypeId) {
    let element = module.add_type(VhloType::FloatF32V1Type).unwrap();
    let shape = std::iter::empty().collect();
    let ty = module.add_type(VhloType::RankedTensorV1Type { shape, element }).unwrap();
    let data = 1f32.to_le_bytes().to_vec();
    let value = module.add_attribute(VhloAttribute::TensorV1Attr { r#type: ty, data }).unwrap();
    let value = [("value", PropertyValue::Attribute(value))];
    let properties = module.make_properties("vhlo.constant_v1", &value).unwrap();
    let operation = NewOperation { results: vec![ty], properties, ..NewOperation::default() };
    let op = module.make("vhlo.constant_v1", location, operation).unwrap();
    append(module, op);
    (op, ty)
}

fn append(module: &mut Module<'_>, op: OpId) {
    let root = module.ops(module.root()).next().unwrap();
    let region = module.regions(root).next().unwrap();
    let block = module.blocks(region).next().unwrap();
    module.append(block, op).unwrap();
}

fn names(bytes: &[u8]) -> Vec<String> {
    let module = Module::read(bytes).unwrap();
    let ops: Vec<OpId> = module.walk().collect();
    ops.into_iter().map(|op| module.name(op).full().into_owned()).collect()
}

fn canonical(module: &Module<'_>) -> Vec<u8> {
    let options = WriteOptions::default().numbering(Numbering::Canonical);
    module.write(&options).unwrap()
}

#[test]
fn an_older_version_drops_defaults() {
    let (mut module, _) = exponential(0.0);
    module.convert_dialect("vhlo", Some("1.8.2")).unwrap();
    let bytes = canonical(&module);
    assert_eq!(names(&bytes)[1..], ["vhlo.constant_v1", "vhlo.exponential_v1"]);
    let file = File::open(&bytes).unwrap();
    assert_eq!((file.producer().as_ref(), file.version()), ("StableHLO_v1.8.2", format("1.8.0")));
    assert_eq!(file.oldest_release("vhlo").unwrap(), Some("0.15.0"), "the format version");
    for id in 0..file.attribute_count().unwrap() as u32 {
        let attribute = file.attribute(AttributeId(id)).unwrap();
        if let Attribute::Typed(view::AttributeEntry::Vhlo(attribute)) = attribute {
            assert_eq!(attribute.variant_name(), "TensorV1Attr");
        }
    }
}

#[test]
fn an_older_version_refuses_the_rest_by_name() {
    let (mut module, op) = exponential(0.5);
    let before = canonical(&module);
    let error = module.convert_dialect("vhlo", Some("1.8.0")).unwrap_err();
    let ErrorKind::Gate { item, needs, version, .. } = error.kind() else { panic!("{error}") };
    assert_eq!(item, "vhlo.exponential_v2: the property `result_accuracy`");
    assert_eq!(needs, "in StableHLO version 1.9.0 or later");
    assert_eq!(version, "StableHLO version 1.8.0");
    assert_eq!(canonical(&module), before, "nothing has changed");
    assert_eq!(module.name(op).full(), "vhlo.exponential_v2");

    for release in ["0.8.0", "999.0.0", "one", ""] {
        let error = module.convert_dialect("vhlo", Some(release)).unwrap_err().to_string();
        assert!(error.contains("is not a known StableHLO version"), "{error}");
    }
    let error = module.convert_dialect("quant", Some("1")).unwrap_err().to_string();
    assert!(error.contains("no releases of its own"), "{error}");
}

#[test]
fn a_newer_version_fills_defaults_in() {
    let (original, _) = exponential(0.0);
    let newest = canonical(&original);
    // With 0.9.0 properties are attributes.
    for (release, version) in ["0.9.0", "0.13.0", "1.0.0"].map(|name| (name, format(name))) {
        let mut module = Module::read(&newest).unwrap();
        module.convert_dialect("vhlo", Some(release)).unwrap();
        let older = canonical(&module);
        let mut module = Module::read(&older).unwrap();
        assert_eq!(module.version(), version, "{release}");
        let ops: Vec<OpId> = module.walk().collect();
        assert_eq!(module.name(ops[2]).full(), "vhlo.exponential_v1");
        assert_eq!(module.property(ops[2], "result_accuracy").unwrap(), None);

        module.convert_dialect("vhlo", Some("1.15.0")).unwrap();
        assert_eq!(canonical(&module), newest, "{release} and back");
    }
}

#[test]
fn types_and_attributes_that_a_version_lacks_are_refused() {
    let (mut module, _) = exponential(0.0);
    let location = module.unknown_location().unwrap();
    let (op, _) = constant(&mut module, location);
    let value = module.results(op).next().unwrap();
    // The small floats came with 1.8.0.
    let element = module.add_type(VhloType::FloatF8E8M0FNUV1Type).unwrap();
    let shape = std::iter::empty().collect();
    let ty = module.add_type(VhloType::RankedTensorV1Type { shape, element }).unwrap();
    module.set_value_type(value, ty).unwrap();
    let error = module.clone().convert_dialect("vhlo", Some("1.7.0")).unwrap_err();
    assert!(error.to_string().contains("FloatF8E8M0FNUV1Type"), "{error}");
    module.convert_dialect("vhlo", Some("1.8.0")).unwrap();
}

#[test]
fn properties_that_an_older_version_cannot_have_are_refused() {
    let (mut module, _) = exponential(0.0);
    let location = module.unknown_location().unwrap();
    let string = |module: &mut Module<'_>, text: &str| {
        let value = module.add_string(text.as_bytes()).unwrap();
        module.add_attribute(VhloAttribute::StringV1Attr { value }).unwrap()
    };
    let name = string(&mut module, "kernel");
    let empty = std::iter::empty().collect();
    let list = module.add_attribute(VhloAttribute::ArrayV1Attr { value: empty }).unwrap();
    let no = bytespec::mlir::BooleanV1::ALL[0];
    let no = module.add_attribute(VhloAttribute::BooleanV1Attr { value: no }).unwrap();
    let api = bytespec::mlir::CustomCallApiVersionV1::ALL[1];
    let api = VhloAttribute::CustomCallApiVersionV1Attr { value: api };
    let api = module.add_attribute(api).unwrap();
    let dictionary = VhloAttribute::DictionaryV1Attr { value: std::iter::empty().collect() };
    let dictionary = module.add_attribute(dictionary).unwrap();
    let properties: Vec<(&str, PropertyValue)> = [
        ("api_version", api),
        ("backend_config", dictionary),
        ("call_target_name", name),
        ("called_computations", list),
        ("has_side_effect", no),
        ("operand_layouts", list),
        ("output_operand_aliases", list),
        ("result_layouts", list),
    ]
    .into_iter()
    .map(|(name, id)| (name, PropertyValue::Attribute(id)))
    .collect();
    let properties = module.make_properties("vhlo.custom_call_v1", &properties).unwrap();
    let operation = NewOperation { properties, ..NewOperation::default() };
    let op = module.make("vhlo.custom_call_v1", location, operation).unwrap();
    append(&mut module, op);
    module.clone().convert_dialect("vhlo", Some("1.3.0")).unwrap();
    let error = module.clone().convert_dialect("vhlo", Some("1.2.0")).unwrap_err().to_string();
    assert!(error.contains("`backend_config` as `DictionaryV1Attr`"), "{error}");
    module.set_property(op, "backend_config", PropertyValue::Attribute(name)).unwrap();
    module.convert_dialect("vhlo", Some("1.2.0")).unwrap();

    // Before 0.17.0 a reduction kept the type of its elements.
    let (mut module, _) = exponential(0.0);
    let location = module.unknown_location().unwrap();
    let (value, ty) = constant(&mut module, location);
    let element = module.add_type(VhloType::FloatF64V1Type).unwrap();
    let shape = std::iter::empty().collect();
    let wide = module.add_type(VhloType::RankedTensorV1Type { shape, element }).unwrap();
    let operand = module.results(value).next().unwrap();
    let data = VhloAttribute::TensorV1Attr { r#type: ty, data: 1f32.to_le_bytes().to_vec() };
    let dimensions = module.add_attribute(data).unwrap();
    let properties = [("dimensions", PropertyValue::Attribute(dimensions))];
    let properties = module.make_properties("vhlo.reduce_v1", &properties).unwrap();
    let operands = vec![operand, operand];
    let operation =
        NewOperation { operands, results: vec![wide], properties, ..NewOperation::default() };
    let op = module.make("vhlo.reduce_v1", location, operation).unwrap();
    append(&mut module, op);
    module.clone().convert_dialect("vhlo", Some("0.17.0")).unwrap();
    let error = module.clone().convert_dialect("vhlo", Some("0.16.0")).unwrap_err().to_string();
    assert!(error.contains("a result whose `element` is not its operand's"), "{error}");
    let result = module.results(op).next().unwrap();
    module.set_value_type(result, ty).unwrap();
    module.convert_dialect("vhlo", Some("0.16.0")).unwrap();
}
