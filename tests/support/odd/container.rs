//! Other headers and other places of sections.

use crate::mutate::Random;
use bytespec::Result;
use bytespec::mlir::{ATTRIBUTE_DIALECTS, Event, File, TYPE_DIALECTS, section};
use bytespec::wire::{Cursor, MAX_PREFIX, Writer};
use std::ops::Range;

/// The bit of the first byte of a section that says that it is aligned.
const ALIGNED: u8 = 0x80;
const FILLER: u8 = 0xcb;
/// No section has such an id or a greater one.
const UNKNOWN: usize = 32;
/// The bits of a byte that an id may have.
const IDS: usize = 128;
/// Small files are read by `mlir-opt` up to this alignment, wherever they stand in memory.
const MAX_ALIGNMENT: u64 = 16;
/// Bytes of a length that is filled in later.
const ROOM: usize = 5;

/// Writes a number in so many bytes, or in as many as it takes.
pub(super) fn varint(out: &mut Vec<u8>, value: u64, width: usize) {
    let mut writer = Writer::new();
    writer.prefix(value);
    let width = width.clamp(writer.len(), MAX_PREFIX);
    if width == MAX_PREFIX {
        out.push(0);
        out.extend(value.to_le_bytes());
    } else {
        let coded = (value << 1 | 1) << (width - 1);
        out.extend(&coded.to_le_bytes()[..width]);
    }
}

/// A width for a number: often none in particular.
pub(super) fn width(random: &mut Random) -> usize {
    if random.below(2) == 0 { 0 } else { 1 + random.below(MAX_PREFIX) }
}

/// A section to be written.
#[derive(Clone, Debug)]
struct Part {
    id: u8,
    alignment: Option<u64>,
    /// Bytes of the length and of the alignment.
    widths: [usize; 2],
    payload: Vec<u8>,
    /// Where sections inside of it begin, where their content does and where it ends.
    inside: Vec<(usize, Range<usize>)>,
}

fn parts(file: &File<'_>) -> Result<Vec<Part>> {
    let sections = file.sections().iter().map(|section| {
        let payload = section.cursor(file.bytes())?.rest().to_vec();
        let (alignment, inside) = (section.alignment, Vec::new());
        Ok(Part { id: section.id, alignment, widths: [0; 2], payload, inside })
    });
    sections.collect()
}

fn align(out: &mut Vec<u8>, alignment: u64) {
    while !(out.len() as u64).is_multiple_of(alignment) {
        out.push(FILLER);
    }
}

/// Sections that are open: where they end, and where their length and their content stand in what is written.
type Open = Vec<(usize, usize, usize)>;

/// Copies what lies before `to`, and fills in the lengths of sections that end there.
fn close(payload: &[u8], to: usize, from: &mut usize, open: &mut Open, out: &mut Vec<u8>) {
    while let Some((end, length, start)) = open.last().copied().filter(|(end, ..)| *end <= to) {
        out.extend(&payload[*from..end]);
        *from = end;
        open.pop();
        let mut number = Vec::new();
        varint(&mut number, (out.len() - start) as u64, ROOM);
        out[length..length + ROOM].copy_from_slice(&number);
    }
    out.extend(&payload[*from..to]);
    *from = to;
}

/// Appends the content of a section, in which those inside are aligned.
fn content(part: &Part, out: &mut Vec<u8>, random: &mut Random) {
    let (mut open, mut from) = (Open::new(), 0);
    for (header, payload) in &part.inside {
        close(&part.payload, *header, &mut from, &mut open, out);
        out.push(part.payload[*header] | ALIGNED);
        let length = out.len();
        out.extend([0; ROOM]);
        let alignment = 1 << random.below(MAX_ALIGNMENT.ilog2() as usize + 1);
        varint(out, alignment, width(random));
        align(out, alignment);
        from = payload.start;
        open.push((payload.end, length, out.len()));
    }
    close(&part.payload, part.payload.len(), &mut from, &mut open, out);
}

/// A file of these sections.
fn written(header: &[u8], parts: &[Part], random: &mut Random) -> Vec<u8> {
    let mut out = header.to_vec();
    for part in parts {
        out.push(part.id | if part.alignment.is_some() { ALIGNED } else { 0 });
        let length = out.len();
        varint(&mut out, part.payload.len() as u64, part.widths[0].max(room(part)));
        let end = out.len();
        if let Some(alignment) = part.alignment {
            varint(&mut out, alignment, part.widths[1]);
            align(&mut out, alignment);
        }
        let start = out.len();
        content(part, &mut out, random);
        let mut number = Vec::new();
        varint(&mut number, (out.len() - start) as u64, end - length);
        out[length..end].copy_from_slice(&number);
    }
    out
}

/// Bytes for a length that is not known yet.
fn room(part: &Part) -> usize {
    if part.inside.is_empty() { 0 } else { ROOM }
}

/// A file, and its header and sections.
fn taken(bytes: &[u8]) -> Result<(File<'_>, Vec<Part>)> {
    let file = File::open(bytes)?;
    let parts = parts(&file)?;
    Ok((file, parts))
}

pub(super) fn headers(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    let (file, mut parts) = taken(bytes)?;
    let mut cursor = Cursor::over(bytes, 4, file.header_len())?;
    let version = cursor.prefix()?;
    let mut header = bytes[..4].to_vec();
    varint(&mut header, version, 2 + random.below(MAX_PREFIX - 1));
    header.extend(cursor.rest());
    for part in &mut parts {
        part.widths = [width(random), width(random)];
        align_more(part, random.below(3) as u32);
    }
    Ok(written(&header, &parts, random))
}

/// Aligns a section to more than it is aligned to. What has to be aligned stays so.
fn align_more(part: &mut Part, power: u32) {
    let least = part.alignment.unwrap_or(1);
    part.alignment = (power > 0 || part.alignment.is_some()).then(|| least.max(1 << power));
}

pub(super) fn strings(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    let (file, mut parts) = taken(bytes)?;
    let Some(part) = parts.iter_mut().find(|part| part.id == section::STRING) else {
        return Ok(bytes.to_vec());
    };
    let payload = part.payload.clone();
    let mut cursor = Cursor::new(&payload);
    let count = cursor.prefix()?;
    let mut out = Vec::new();
    varint(&mut out, count, width(random));
    for _ in 0..count {
        varint(&mut out, cursor.prefix()?, width(random));
    }
    out.extend(cursor.rest());
    part.payload = out;
    Ok(written(&bytes[..file.header_len()], &parts, random))
}

pub(super) fn order(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    let (file, mut parts) = taken(bytes)?;
    for last in (1..parts.len()).rev() {
        parts.swap(last, random.below(last + 1));
    }
    Ok(written(&bytes[..file.header_len()], &parts, random))
}

pub(super) fn aligned(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    let (file, mut parts) = taken(bytes)?;
    for part in &mut parts {
        align_more(part, random.below(MAX_ALIGNMENT.ilog2() as usize + 1) as u32);
    }
    Ok(written(&bytes[..file.header_len()], &parts, random))
}

pub(super) fn nested(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    let (file, mut parts) = taken(bytes)?;
    let mut places = |id: u8, content: &[(usize, usize)]| {
        let Some(found) = file.sections().iter().find(|found| found.id == id) else { return };
        for part in parts.iter_mut().filter(|part| part.id == id) {
            part.inside =
                content.iter().map(|(start, len)| inside(found.offset, *start, *len)).collect();
        }
    };
    let mut regions = Vec::new();
    let mut walker = file.walk();
    while let Some(event) = walker.next()? {
        if let Event::Operation(_) = event
            && let Some((start, bytes)) = walker.isolated_bytes()
        {
            regions.push((start, bytes.len()));
        }
    }
    places(section::IR, &regions);
    let of_input = |version: &[u8]| version.as_ptr().addr() - bytes.as_ptr().addr();
    let versions = file.dialects()?.filter_map(|dialect| dialect.version);
    let versions: Vec<_> = versions.map(|version| (of_input(version), version.len())).collect();
    places(section::DIALECT, &versions);
    Ok(written(&bytes[..file.header_len()], &parts, random))
}

/// The place of a section inside of one that begins at `origin`, whose content is at `start` and whose length has no byte too many.
fn inside(origin: usize, start: usize, len: usize) -> (usize, Range<usize>) {
    let mut length = Vec::new();
    varint(&mut length, len as u64, 0);
    let start = start - origin;
    (start - length.len() - 1, start..start + len)
}

pub(super) fn absent(bytes: &[u8]) -> Result<Vec<u8>> {
    let (file, mut parts) = taken(bytes)?;
    let nothing = |id: u8| {
        let part = parts.iter().find(|part| part.id == id);
        part.is_none_or(|part| {
            part.payload.is_empty() || part.payload == [1] || part.payload == [1, 1]
        })
    };
    let resources = nothing(section::RESOURCE) && nothing(section::RESOURCE_OFFSET);
    let properties = nothing(section::PROPERTIES);
    parts.retain(|part| match part.id {
        section::RESOURCE | section::RESOURCE_OFFSET => !resources,
        section::PROPERTIES => !properties,
        _ => true,
    });
    Ok(written(&bytes[..file.header_len()], &parts, &mut Random::new(0)))
}

/// Bytes that mean nothing, one at least.
fn noise(random: &mut Random) -> Vec<u8> {
    (0..1 + random.below(9)).map(|_| random.below(256) as u8).collect()
}

pub(super) fn unknown(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    let (file, mut parts) = taken(bytes)?;
    let part = Part {
        id: (UNKNOWN + random.below(IDS - UNKNOWN)) as u8,
        alignment: (random.below(2) == 0).then_some(4),
        widths: [width(random), width(random)],
        payload: noise(random),
        inside: Vec::new(),
    };
    parts.insert(random.below(parts.len() + 1), part);
    Ok(written(&bytes[..file.header_len()], &parts, random))
}

/// The group of an entry that is added: its dialect, and the size of the entry in the encoding of the dialect.
fn group(dialect: usize, size: usize) -> Vec<u8> {
    let mut group = Vec::new();
    for number in [dialect as u64, 1, (size as u64) << 1 | 1] {
        varint(&mut group, number, 0);
    }
    group
}

pub(super) fn unused(bytes: &[u8], random: &mut Random) -> Result<Vec<u8>> {
    let (file, mut parts) = taken(bytes)?;
    let described = |name: &[u8]| {
        let mut names = ATTRIBUTE_DIALECTS.iter().chain(TYPE_DIALECTS);
        names.any(|known| known.as_bytes() == name)
    };
    let unknown = file.dialects()?.position(|dialect| !described(dialect.name));
    let place = |id: u8| parts.iter().position(|part| part.id == id);
    let (Some(dialect), Some(sizes), Some(data)) =
        (unknown, place(section::ATTR_TYPE_OFFSET), place(section::ATTR_TYPE))
    else {
        return Ok(bytes.to_vec());
    };
    let payload = parts[sizes].payload.clone();
    let mut cursor = Cursor::new(&payload);
    let (attributes, types) = (cursor.prefix()?, cursor.prefix()?);
    let start = cursor.position();
    // Where the groups of the attributes end, and where their bytes and those of the types do.
    let (mut middle, mut ends, mut size, mut seen) = (start, [0; 2], 0, 0);
    while seen < attributes + types {
        cursor.prefix()?;
        for _ in 0..cursor.prefix()? {
            size += (cursor.prefix()? >> 1) as usize;
            seen += 1;
        }
        if seen <= attributes {
            (middle, ends[0]) = (cursor.position(), size);
        }
        ends[1] = size;
    }
    let (attribute, ty) = (noise(random), noise(random));
    let mut out = Vec::new();
    varint(&mut out, attributes + 1, 0);
    varint(&mut out, types + 1, 0);
    out.extend(&payload[start..middle]);
    out.extend(group(dialect, attribute.len()));
    out.extend(&payload[middle..]);
    out.extend(group(dialect, ty.len()));
    parts[sizes].payload = out;
    let content = &mut parts[data].payload;
    content.splice(ends[1]..ends[1], ty);
    content.splice(ends[0]..ends[0], attribute);
    Ok(written(&bytes[..file.header_len()], &parts, random))
}
