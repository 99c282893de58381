//! Finds the item at a byte of a file.

use bytespec::tile_ir::view::{self, VisitOp};
use bytespec::tile_ir::{
    BodyReader, Context, File, FunctionReader, OpKind, Structure, TypeId, section,
};
use bytespec::values::TypedValues;
use bytespec::wire::{Cursor, Offset, OffsetTable};

/// The name for the part of a table before its entries: counts, filler and offsets.
const BEFORE: &str = "before the entries";

/// The path to the byte at `offset`, as far as the file can be read.
pub(crate) fn locate(bytes: &[u8], offset: usize) -> String {
    let Ok(file) = File::open(bytes) else { return "header".to_owned() };
    let sections = file.sections();
    let Some(found) = sections.iter().rev().find(|section| section.header <= offset) else {
        return "header".to_owned();
    };
    let name = match found.name {
        Some(name) => format!("{name} section"),
        None => format!("section {}", found.id),
    };
    if offset < found.offset {
        return format!("header of the {name}");
    }
    let path = found.cursor(bytes).ok().and_then(|mut cursor| {
        let cx = file.context();
        match found.id {
            section::FUNCTION => in_functions(&file, offset),
            section::TYPE => in_types(&file, cursor, cx, offset),
            section::STRING => {
                let strings = view::StringSection::read(&mut cursor, &cx).ok()?.strings;
                Some(in_table(&strings, offset, "strings"))
            }
            section::CONSTANT => {
                let constants = view::ConstantSection::read(&mut cursor, &cx).ok()?.constants;
                Some(in_table(&constants, offset, "constants"))
            }
            section::DEBUG => {
                let entries = view::DebugSection::read(&mut cursor, &cx).ok()?.entries;
                Some(in_table(&entries, offset, "entries"))
            }
            _ => None,
        }
    });
    match path {
        Some(path) => format!("{name}, {path}"),
        None => name,
    }
}

/// The first byte of a section's payload that differs between two files, if the byte at `offset` is in the header of this
/// section: there a difference only means that the payload has another size.
pub(crate) fn payload_difference(old: &[u8], new: &[u8], offset: usize) -> Option<usize> {
    let files = (File::open(old).ok()?, File::open(new).ok()?);
    let section = files
        .0
        .sections()
        .iter()
        .find(|section| (section.header..section.offset).contains(&offset))?;
    let other = files.1.sections().iter().find(|other| other.id == section.id)?;
    let payload = old.get(section.offset..section.offset + section.len)?;
    let other = new.get(other.offset..other.offset + other.len)?;
    let same = payload.iter().zip(other).take_while(|(old, new)| old == new).count();
    (same < payload.len()).then_some(section.offset + same)
}

fn in_types<'a>(
    file: &'a File<'a>,
    mut cursor: Cursor<'a>,
    cx: Context<'a>,
    offset: usize,
) -> Option<String> {
    let types = view::TypeSection::read(&mut cursor, &cx).ok()?.types;
    let Some(index) = entry(&types, offset) else { return Some(BEFORE.to_owned()) };
    let ty = TypeId(index);
    let name = file.ty(ty).map(|ty| ty.variant_name()).unwrap_or_default();
    Some(format!("types[{index}] {name}").trim_end().to_owned())
}

fn in_table<O: Offset>(table: &OffsetTable<'_, O>, offset: usize, name: &str) -> String {
    match entry(table, offset) {
        Some(index) => format!("{name}[{index}]"),
        None => BEFORE.to_owned(),
    }
}

/// The table entry that contains the byte at `offset`.
fn entry<O: Offset>(table: &OffsetTable<'_, O>, offset: usize) -> Option<u32> {
    (0..table.len()).find_map(|index| {
        let entry = table.entry("entry", index).ok()?;
        (entry.position()..entry.end()).contains(&offset).then_some(index as u32)
    })
}

fn in_functions(file: &File<'_>, offset: usize) -> Option<String> {
    let mut next = 0;
    for (index, function) in file.functions().ok()?.enumerate() {
        let body = function.entry().body;
        // The body is a slice of the input, so its address determines its offset.
        let start = body.as_ptr() as usize - file.input().as_ptr() as usize;
        if offset < start {
            return Some(format!("functions[{index}]"));
        }
        if offset < start + body.len() {
            return Some(format!("functions[{index}].body{}", in_body(&function, offset)));
        }
        next = index + 1;
    }
    (next > 0).then(|| format!("after functions[{}].body", next - 1))
}

fn in_body(function: &FunctionReader<'_>, offset: usize) -> String {
    let Ok(body) = function.body() else { return String::new() };
    find_op(&body, offset).unwrap_or_default()
}

fn find_op(body: &BodyReader<'_>, offset: usize) -> Option<String> {
    let mut place = Place { levels: vec![Level::default()], kinds: Vec::new() };
    let mut walker = body.walker();
    loop {
        let step = walker.advance(&mut place).ok()??;
        if walker.position() > offset {
            return Some(place.path(step));
        }
    }
}

/// The place of a walk in a body.
struct Place {
    /// The surrounding blocks, the current block last.
    levels: Vec<Level>,
    /// The kinds of the surrounding operations.
    kinds: Vec<OpKind>,
}

#[derive(Clone, Copy, Default)]
struct Level {
    /// The index of the region in the operation around it.
    region: u32,
    /// The number of operations of the block that were read.
    ops: u64,
    /// The kind of the last one.
    last: Option<OpKind>,
}

impl Place {
    /// The path to the last operation, or to the structure after it.
    fn path(&self, op: Option<OpKind>) -> String {
        let mut text = String::new();
        for (depth, level) in self.levels.iter().enumerate() {
            if depth > 0 {
                text.push_str(&format!(".regions[{}]", level.region));
            }
            let innermost = depth + 1 == self.levels.len();
            // Counts of blocks, arguments and operations precede the operations.
            if level.ops == 0 || innermost && op.is_none() {
                break;
            }
            text.push_str(&format!(".ops[{}]", level.ops - 1));
        }
        match op.or_else(|| self.kinds.last().copied()) {
            Some(kind) => format!("{text} {}", kind.name()),
            None => text,
        }
    }
}

impl<'a> VisitOp<'a> for Place {
    type Output = OpKind;

    fn visit_unhandled(&mut self, kind: OpKind) -> OpKind {
        if let Some(level) = self.levels.last_mut() {
            level.ops += 1;
            level.last = Some(kind);
        }
        kind
    }
}

impl<'a> Structure<'a> for Place {
    fn begin_region(&mut self, index: u32) {
        if let Some(kind) = self.levels.last().and_then(|level| level.last) {
            self.kinds.push(kind);
        }
        self.levels.push(Level { region: index, ..Level::default() });
    }

    fn begin_block(&mut self, _: TypedValues<'a, TypeId>) {
        if let Some(level) = self.levels.last_mut() {
            level.ops = 0;
        }
    }

    fn end_region(&mut self) {
        self.levels.pop();
        self.kinds.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::locate;

    const KERNEL: &[u8] = include_bytes!("../../../samples/kernel_mm.13.5.tileirbc");

    #[test]
    fn every_byte_has_a_place() {
        let mut places: Vec<String> = (0..KERNEL.len()).map(|at| locate(KERNEL, at)).collect();
        places.dedup();
        let has = |place: &str| assert!(places.iter().any(|found| found == place), "{places:#?}");
        has("header");
        has("header of the function section");
        has("function section, functions[0]");
        has("function section, functions[0].body.ops[4] constant");
        has("function section, functions[0].body.ops[28] for");
        has("function section, functions[0].body.ops[28].regions[0] for");
        has("function section, functions[0].body.ops[28].regions[0].ops[2] mmaf");
        has("function section, functions[0].body.ops[30] store_view_tko");
        has("type section, types[13] Tile");
        has("string section, strings[3]");
        has("constant section, constants[1]");
        has("debug section, before the entries");
        has("debug section, entries[5]");
        has("header of the end section");
    }
}
