//! What the owner of the format writes by hand: a file as a whole, on the container of the runtime.

use crate::sensor_log::{
    CONTAINER, Context, Device, DevicesSection, MAGIC, Reading, ReadingId, ReadingsSection,
    Version, read_magic, section, view,
};
use bytespec::Result;
use bytespec::error::Context as _;
use bytespec::wire::{Cursor, TableBuilder, Writer};

/// A log, owned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Log {
    pub(crate) version: Version,
    pub(crate) devices: Vec<Device>,
    pub(crate) readings: Vec<Reading>,
}

impl Log {
    pub(crate) fn read(input: &[u8]) -> Result<Log> {
        let mut cursor = Cursor::new(input);
        read_magic(&mut cursor)?;
        let start = cursor.position();
        let numbers = [u64::from(cursor.u8()?), u64::from(cursor.u8()?)];
        let version = Version::supported(&numbers).map_err(|error| error.or_at(start))?;
        let cx = Context::new(version);
        let mut log = Log { version, devices: Vec::new(), readings: Vec::new() };
        for found in CONTAINER.read(&mut cursor, version as u32)? {
            let mut cursor = found.cursor(input)?;
            match found.id {
                section::DEVICES => {
                    let read = view::DevicesSection::read(&mut cursor, &cx)?;
                    log.devices = read.devices.iter().map(|device| device.to_owned()).collect();
                }
                section::READINGS => {
                    let table = view::ReadingsSection::read(&mut cursor, &cx)?.readings;
                    for index in 0..table.len() {
                        let mut entry = table.entry(ReadingId::TABLE, index)?;
                        let reading = view::Reading::read(&mut entry, &cx);
                        let reading = reading.index(index as u64).field("readings")?;
                        log.readings.push(reading.to_owned());
                    }
                }
                _ => {}
            }
        }
        Ok(log)
    }

    pub(crate) fn write(&self, version: Version) -> Result<Vec<u8>> {
        let mut cx = Context::new(version);
        let mut writer = Writer::new();
        writer.bytes(&MAGIC);
        for &part in version.parts() {
            writer.u8(part as u8);
        }
        let devices = DevicesSection { devices: self.devices.clone().into(), trailing: Vec::new() };
        let mut payload = Writer::new();
        devices.write(&mut payload, &mut cx)?;
        CONTAINER.write(&mut writer, section::DEVICES, None, &[], payload.as_slice());
        let mut readings = TableBuilder::new();
        for (index, reading) in self.readings.iter().enumerate() {
            reading.write(readings.entry(), &mut cx).index(index as u64).field("readings")?;
        }
        let mut payload = Writer::new();
        ReadingsSection { readings }.write(&mut payload, &mut cx)?;
        CONTAINER.write(&mut writer, section::READINGS, Some(4), &[], payload.as_slice());
        CONTAINER.write(&mut writer, section::END, None, &[], &[]);
        Ok(writer.into_bytes())
    }
}

/// A device as the first version knows it.
pub(crate) fn thermometer() -> Device {
    Device {
        name: b"t1".to_vec(),
        calibrated: true,
        serial: Some(45),
        offset: None,
        interval: 60,
        unit: crate::sensor_log::Unit::Percent,
        labels: Vec::new().into(),
    }
}
