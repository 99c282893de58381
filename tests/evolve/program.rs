//! Uses an operation that only the copied schema has: builds it, writes it, reads it back.

use bytespec::ErrorKind;
use bytespec::tile_ir::{Module, Op, RoundingMode, Type, Version, WriteOptions};

fn main() {
    let newest = Version::LATEST;
    assert_eq!(newest.name(), "13.6");
    let mut module = Module::new(newest);
    let tile = module.tile(Type::Float32, &[8]);
    module
        .kernel("k", &[], |b, _| {
            let one = b.splat(tile, &1f32.to_le_bytes());
            let plain = b.blend(one, one, RoundingMode::NearestEven);
            let sum = plain.body(&[tile], |b, args| b.yield_([args[0]]).build()).build();
            let weighted = b.blend(sum, one, RoundingMode::Zero).weight(sum);
            weighted.body(&[], |b, _| b.yield_([]).build()).build();
            b.return_([]).build();
        })
        .unwrap();
    let bytes = module.encode().unwrap();
    let read = Module::read(&bytes).unwrap();
    assert_eq!(read.functions[0].body, module.functions[0].body);
    assert_eq!(read.encode().unwrap(), bytes);
    assert_eq!(read.opaque_bytes(), 0);
    let mut blends = 0;
    read.functions[0].body.each_op(|_, op| blends += u32::from(matches!(op, Op::Blend(_))));
    assert_eq!(blends, 2);

    let older = Version::ALL[Version::ALL.len() - 2];
    let options = WriteOptions { version: Some(older), ..WriteOptions::default() };
    let error = module.encode_with(&options).unwrap_err();
    let ErrorKind::Gate { item, needs, version } = error.kind() else { panic!("{error}") };
    assert_eq!((item.as_str(), needs.as_str(), version.as_str()), ("blend", "13.6 or later", "13.5"));
    println!("blend: ok");
}
