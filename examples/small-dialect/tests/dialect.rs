//! What the dialect promises: values come back, versions hold, and others carry it unharmed.

use bytespec::ErrorKind;
use bytespec::dialect::Form;
use bytespec::mlir::{Attribute, File, Module, NewOperation, Numbering, WriteOptions};
use small_dialect::sample::{PRODUCER, body, build, find};
use small_dialect::{Filter, ImageAttribute, ImageType, Pixel, registry};

fn write(module: &Module<'_>, numbering: Numbering) -> Vec<u8> {
    let options = WriteOptions::default().numbering(numbering);
    module.write(&options).unwrap()
}

fn pinned(module: &Module<'_>) -> Vec<u8> {
    write(module, Numbering::Pinned)
}

fn read(bytes: &[u8]) -> Module<'_> {
    let mut module = Module::read(bytes).unwrap();
    module.set_registry(registry());
    module
}

/// Version of the dialect in a file.
fn version(bytes: &[u8]) -> String {
    let file = File::open(bytes).unwrap().with_registry(registry());
    let dialect = file.dialects().unwrap().find(|dialect| dialect.name == b"image").unwrap();
    let hooks = file.registry().get(dialect.name).unwrap();
    hooks.version(dialect.version).unwrap().unwrap()
}

/// The properties of the operation `image.filter`.
fn filter_properties(bytes: &[u8]) -> (ImageAttribute, ImageAttribute, u64) {
    let module = read(bytes);
    let filter = find(&module, "image.filter").unwrap();
    let Filter { kernel, region, times } = module.op_properties(filter).unwrap().unwrap();
    let value = |id| module.entry(id).unwrap().and_then(Form::value).unwrap();
    (value(kernel), value(region.unwrap()), times)
}

fn expected() -> (ImageAttribute, ImageAttribute, u64) {
    let weights = vec![0, -1, 0, -1, 5, -1, 0, -1, 0];
    let kernel = ImageAttribute::Kernel { columns: 3, weights, divisor: 1 };
    (kernel, ImageAttribute::Region { x: 0, y: 0, width: 320, height: 240 }, 2)
}

#[test]
fn values_come_back_pinned_and_canonical() {
    let module = build().unwrap();
    for numbering in [Numbering::Pinned, Numbering::Canonical] {
        let bytes = write(&module, numbering);
        assert_eq!(filter_properties(&bytes), expected());
        assert_eq!(write(&read(&bytes), numbering), bytes);
        let file = File::open(&bytes).unwrap();
        let types: Vec<String> = file
            .entries_of::<ImageType>()
            .unwrap()
            .map(|entry| entry.unwrap().1.value().unwrap().to_string())
            .collect();
        assert_eq!(types, ["!image.picture<640x480, rgb8>", "!image.histogram<256>"]);
    }
}

#[test]
fn bytes_of_a_kernel_at_both_versions() {
    let mut module = Module::new(PRODUCER);
    module.set_registry(registry());
    let kernel = ImageAttribute::Kernel { columns: 2, weights: vec![-1, 4], divisor: 1 };
    let id = module.add_entry(&kernel).unwrap();
    let bytes = |module: &Module<'_>| match module.attribute(id) {
        Ok(Attribute::Opaque { dialect: b"image", bytes }) => bytes.to_vec(),
        other => panic!("{other:?}"),
    };
    // The code, the columns, a count and two zigzag varints; each number n stands as 2n + 1.
    let old = [3, 5, 5, 3, 17];
    assert_eq!(bytes(&module), [&old[..], &[3]].concat());
    module.convert_dialect("image", Some("1")).unwrap();
    assert_eq!(bytes(&module), old);
    assert_eq!(module.entry(id), Ok(Some(Form::Value(kernel))));
}

#[test]
fn version_1_is_upgraded() {
    let mut module = build().unwrap();
    let newest = pinned(&module);
    assert_eq!(version(&newest), "2");
    module.convert_dialect("image", Some("1")).unwrap();
    let oldest = pinned(&module);
    assert_eq!(version(&oldest), "1");
    assert!(oldest.len() < newest.len());
    assert_eq!(filter_properties(&oldest), expected(), "what version 1 lacks has its default");

    let mut module = read(&oldest);
    module.convert_dialect("image", None).unwrap();
    assert_eq!(pinned(&module), newest);
}

#[test]
fn version_1_refuses_what_it_lacks_by_name() {
    let kernel = ImageAttribute::Kernel { columns: 1, weights: vec![1], divisor: 2 };
    let chain = ImageAttribute::Chain { kernels: vec![] };
    let picture = ImageType::Picture { pixel: Pixel::GrayF32, width: 1, height: 1 };
    let gates = ["image.Kernel.divisor", "image.Chain", "image.Pixel.gray_f32"];
    for (position, item) in gates.iter().enumerate() {
        let mut module = build().unwrap();
        let place = match position {
            0 => format!("attributes[{}]", module.add_entry(&kernel).unwrap().0),
            1 => format!("attributes[{}]", module.add_entry(&chain).unwrap().0),
            _ => format!("types[{}]", module.add_entry(&picture).unwrap().0),
        };
        let before = pinned(&module);
        let error = module.convert_dialect("image", Some("1")).unwrap_err().to_string();
        let gate = format!("`{item}` needs version 2 or later, but the version is 1");
        assert!(error.starts_with(&place) && error.ends_with(&gate), "{error}");
        assert_eq!(pinned(&module), before, "the module stays as it was");
    }
    let mut module = build().unwrap();
    module.convert_dialect("image", Some("1")).unwrap();
    let error = module.add_entry(&chain).unwrap_err().to_string();
    assert_eq!(error, "`image.Chain` needs version 2 or later, but the version is 1");
}

#[test]
fn versions_that_are_not_known() {
    let mut module = build().unwrap();
    let error = module.convert_dialect("image", Some("3")).unwrap_err();
    let ErrorKind::Release { dialect, found, known, .. } = error.kind() else { panic!("{error}") };
    assert_eq!((dialect.as_str(), found.as_str(), *known), ("image", "3", &["1", "2"][..]));
    assert_eq!(error.to_string(), "`3` is not a known version of the dialect image; known: 1 to 2");
    module.set_dialect_version(b"image", Some(&[3 << 1 | 1])).unwrap();
    let bytes = pinned(&module);
    let file = File::open(&bytes).unwrap();
    let Err(error) = file.entries_of::<ImageAttribute>() else { panic!("a version is unknown") };
    assert!(matches!(error.kind(), ErrorKind::Release { .. }), "{error}");
    let fault = "`3` is not a known version of the dialect image; known: 1 to 2";
    assert!(error.to_string().ends_with(fault), "{error}");
}

#[test]
fn a_reader_that_does_not_know_the_dialect_carries_it() {
    let bytes = pinned(&build().unwrap());
    let mut module = Module::read(&bytes).unwrap();
    assert_eq!(pinned(&module), bytes);

    let location = module.unknown_location().unwrap();
    let mark = module.make("audit.seen", location, NewOperation::default()).unwrap();
    let measure = find(&module, "image.measure").unwrap();
    module.insert_before(measure, mark).unwrap();
    module.erase(measure).unwrap();
    let bytes = pinned(&module);

    assert_eq!(filter_properties(&bytes), expected());
    let module = read(&bytes);
    let names: Vec<_> = module.ops(body(&module)).map(|op| module.name(op).full()).collect();
    assert_eq!(names, ["image.load", "image.filter", "audit.seen"]);
}

#[test]
fn damaged_entries_are_errors() {
    let mut module = build().unwrap();
    for (bytes, fault) in [
        (&[2 << 1 | 1][..], "kernels"),
        (&[9 << 1 | 1], "9 is not a known ImageAttribute"),
        (&[1 << 1 | 1, 3, 1, 3, 3], "1 bytes follow the last field"),
    ] {
        let id = module.add_attribute_bytes(b"image", bytes).unwrap();
        let error = module.entry::<ImageAttribute>(id).unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
}
