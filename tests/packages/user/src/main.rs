//! A crate outside the repository that uses every front door: both formats, a format of its own, and
//! the macros.

use bytespec::wire::{Cursor, FromWire, ToWire, Writer};
use bytespec::{BytecodeRecord, mlir, tile_ir};

#[deny(warnings, missing_docs, unreachable_pub, unused)]
mod sensor_log {
    include!(concat!(env!("OUT_DIR"), "/sensor_log.rs"));
}

#[derive(BytecodeRecord, Debug, PartialEq)]
struct Point {
    #[bytecode(wire = "zigzag")]
    x: i64,
    y: u32,
}

fn main() -> bytespec::Result<()> {
    for name in std::env::args().skip(1) {
        let bytes = std::fs::read(&name).expect("the file can be read");
        let again = if tile_ir::File::is_magic(&bytes) {
            tile_ir::Module::read(&bytes)?.write(&tile_ir::WriteOptions::default())?
        } else {
            mlir::Module::read(&bytes)?.write(&mlir::WriteOptions::default())?
        };
        assert_eq!(again, bytes, "{name}");
        println!("{name}: the same");
    }
    let (point, mut writer) = (Point { x: -1, y: 2 }, Writer::new());
    point.to_wire(&mut writer, &mut ())?;
    assert_eq!(Point::from_wire(&mut Cursor::new(writer.as_slice()), &())?, point);
    println!("{} versions of {}", sensor_log::Version::ALL.len(), sensor_log::TITLE);
    Ok(())
}
