//! Reads a file into an owned module and decodes all content.

use crate::file::walker::Structure;
use crate::file::{DebugLists, File, FunctionReader};
use crate::generated::CONTAINER;
use crate::generated::view::IntoOwned;
use crate::generated::{ConstantId, DebugId, Op, PAD, ResultValue, StringId, TypeId, section};
use crate::module::body::{BlockId, Body, OpId};
use crate::module::{DebugLayout, Function, Layout, Module, SectionLayout};
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::values::{Adopt, Collect, RegionId, Typed, TypedValues, Value};
use std::collections::HashMap;

impl Module {
    /// Reads a whole file.
    ///
    /// # Errors
    /// The first fault in the file, with its offset and path.
    pub fn read(input: &[u8]) -> Result<Module> {
        Module::from_file(&File::open(input)?)
    }

    /// Reads the whole content of an open file.
    ///
    /// # Errors
    /// The first fault in the file, with its offset and path.
    pub fn from_file(file: &File<'_>) -> Result<Module> {
        let mut module = Module::new(file.version());
        module.features = file.features();
        let mut rests: [HashMap<u32, Vec<u8>>; 3] = Default::default();
        for index in 0..file.string_count() as u32 {
            module.strings.push(file.string(StringId(index))?.into());
        }
        for index in 0..file.type_count() as u32 {
            let (ty, rest) = file.ty_with_rest(TypeId(index))?;
            module.types.push(ty.to_owned());
            keep(&mut rests[0], index, rest);
        }
        for index in 0..file.constant_count() as u32 {
            let (bytes, rest) = file.constant_with_rest(ConstantId(index))?;
            module.constants.push(bytes.into());
            keep(&mut rests[1], index, rest);
        }
        let debug = file.debug()?;
        if let Some(debug) = &debug {
            for index in 0..debug.len() as u32 {
                let (entry, rest) = debug.entry_with_rest(DebugId(index))?;
                module.debug.push(entry.to_owned());
                keep(&mut rests[2], index, rest);
            }
        }
        let globals = file.global_section()?;
        if let Some(globals) = &globals {
            module.globals = globals.globals.iter().collect();
        }
        let producer = file.producer_section()?;
        module.producer = producer.map(|section| section.producer);
        let functions = file.function_section()?;
        let mut locations = Vec::new();
        for (index, function) in file.functions()?.enumerate() {
            let read = read_function(&function, debug.as_ref())
                .map_err(|error| error.or_at(function.body_offset()));
            module.functions.push(read.index(index as u64).field("functions")?);
            locations.push(function.entry().location);
        }
        check_references(&module, file)?;
        module.layout = Some(layout(
            file,
            &module,
            rests,
            debug.as_ref(),
            locations,
            [
                functions.trailing,
                globals.map(|section| section.trailing).unwrap_or_default(),
                producer.map(|section| section.trailing).unwrap_or_default(),
            ],
        )?);
        Ok(module)
    }
}

fn keep(rests: &mut HashMap<u32, Vec<u8>>, index: u32, rest: &[u8]) {
    if !rest.is_empty() {
        rests.insert(index, rest.to_vec());
    }
}

/// Checks the references that reading did not follow.
fn check_references(module: &Module, file: &File<'_>) -> Result<()> {
    let start = |id: u8| {
        let section = file.sections().iter().rev().find(|section| section.id == id);
        section.map_or(0, |section| section.offset)
    };
    for (index, global) in module.globals.iter().enumerate() {
        (|| {
            module.string_at(global.name).field("name")?;
            module.type_at(global.r#type).field("type")?;
            module.constant_at(global.value).field("value")
        })()
        .map_err(|error: Error| error.or_at(start(section::GLOBAL)))
        .index(index as u64)
        .field("globals")?;
    }
    for (index, function) in module.functions.iter().enumerate() {
        module
            .string_at(function.name)
            .map_err(|error| error.or_at(start(section::FUNCTION)))
            .field("name")
            .index(index as u64)
            .field("functions")?;
    }
    let producer = file.producer().map_err(|error| error.or_at(start(section::PRODUCER)));
    producer.field("producer")?;
    Ok(())
}

fn layout(
    file: &File<'_>,
    module: &Module,
    rests: [HashMap<u32, Vec<u8>>; 3],
    debug: Option<&DebugLists<'_>>,
    locations: Vec<u32>,
    tails: [&[u8]; 3],
) -> Result<Layout> {
    let mut opaque = 0;
    let mut sections = Vec::new();
    for (index, section) in file.sections().iter().enumerate() {
        let replaced = file.sections()[index + 1..].iter().any(|later| later.id == section.id);
        let known = CONTAINER.spec(section.id).is_some();
        let payload = if known && !replaced {
            None
        } else {
            let bytes = section.cursor(file.input())?.rest().to_vec();
            opaque += bytes.len();
            Some(bytes)
        };
        sections.push(SectionLayout {
            id: section.id,
            alignment: section.alignment,
            padding: section.padding.to_vec(),
            payload,
        });
    }
    let gaps = file.table_gaps()?;
    opaque += gaps.iter().map(Vec::len).sum::<usize>();
    opaque += rests.iter().flat_map(HashMap::values).map(Vec::len).sum::<usize>();
    // The reference writer pads the function section. Padding is layout; other bytes are content.
    opaque += tails
        .iter()
        .map(|tail| if tail.iter().all(|&byte| byte == PAD) { 0 } else { tail.len() })
        .sum::<usize>();
    let debug = debug.and_then(|debug| {
        let found = DebugLayout {
            locations,
            function_offsets: debug.function_offsets.iter().collect(),
            indices: debug.indices.iter().collect(),
        };
        (found != standard_debug(module)).then_some(found)
    });
    let [function_tail, global_tail, producer_tail] = tails.map(<[u8]>::to_vec);
    Ok(Layout { sections, function_tail, global_tail, producer_tail, debug, rests, gaps, opaque })
}

/// The debug section lists in the order of writers: one for each function with locations, in order, starting with its own
/// location.
pub(crate) fn standard_debug(module: &Module) -> DebugLayout {
    let mut layout =
        DebugLayout { locations: Vec::new(), function_offsets: Vec::new(), indices: Vec::new() };
    let code = |id: Option<DebugId>| id.map_or(0, |id| u64::from(id.0) + 1);
    for function in &module.functions {
        if !function.has_locations {
            layout.locations.push(0);
            continue;
        }
        layout.function_offsets.push(u32::try_from(layout.indices.len()).unwrap_or(u32::MAX));
        layout.locations.push(u32::try_from(layout.function_offsets.len()).unwrap_or(u32::MAX));
        layout.indices.push(code(function.location));
        function.body.each_location(|id| layout.indices.push(code(id)));
    }
    layout
}

fn read_function(
    function: &FunctionReader<'_>,
    debug: Option<&DebugLists<'_>>,
) -> Result<Function> {
    let entry = function.entry();
    let mut locations = match (entry.location, debug) {
        (0, _) => None,
        (location, Some(debug)) => Some(debug.locations(location).field("location")?),
        (_, None) => {
            let item = "the function".into();
            let why = "has locations, but there is no debug section";
            return Err(Error::new(ErrorKind::Absent { item, why }));
        }
    };
    let too_short = || {
        let (item, why) = ("the list of locations".into(), "is too short");
        Error::new(ErrorKind::Absent { item, why })
    };
    let location = match &mut locations {
        None => None,
        Some(list) => list.next().ok_or_else(too_short).field("location")?,
    };
    let reader = function.body()?;
    let params: Vec<TypeId> = reader.params().iter().map(|param| param.ty).collect();
    let mut own = IntoOwned(Loader {
        scope: (0..params.len() as u32).map(Value::new).collect(),
        body: Body::new(&params),
        blocks: Vec::new(),
        block: (Body::ENTRY, None),
        marks: Vec::new(),
        open: Vec::new(),
        results: 0,
        regions: Vec::new(),
        locations,
        too_short: false,
    });
    // Few operations take less than three bytes. A vector that grows needs memory for both its old and its new buffer.
    own.0.body.reserve(entry.body.len() / 3);
    let read = reader.walk(&mut own);
    if own.0.too_short {
        // The earlier fault.
        return Err(too_short()).field("body");
    }
    read?;
    let body = own.0.finish();
    Ok(Function {
        name: entry.name,
        signature: entry.signature,
        private: entry.private,
        kernel: entry.kernel,
        extern_implementation: entry.extern_implementation,
        hints: entry.optimization_hints.map(|hints| hints.to_owned()),
        arg_attrs: entry.arg_attrs.to_owned(),
        const_params: entry.const_params.map(|params| params.to_owned()),
        has_locations: entry.location != 0,
        location,
        body,
    })
}

/// Adds operations to an owned body.
struct Loader<L> {
    body: Body,
    /// The locations of the next operations, if the function has locations.
    locations: Option<L>,
    /// Whether there were fewer locations than operations.
    too_short: bool,
    /// The visible values by number, followed by the results of the current operation.
    scope: Vec<Value>,
    /// The current block, and its last operation.
    block: (BlockId, Option<OpId>),
    /// The surrounding blocks, innermost last.
    blocks: Vec<(BlockId, Option<OpId>)>,
    /// Lengths of `scope` to return to at the end of each open region.
    marks: Vec<usize>,
    /// Operations with open regions.
    open: Vec<Open>,
    /// Number of results of the current operation.
    results: u32,
    /// Regions of the current operation.
    regions: Vec<RegionId>,
}

struct Open {
    regions: Vec<RegionId>,
    region: usize,
    results: Vec<Value>,
}

impl<L> Loader<L> {
    /// Ends the innermost block.
    fn end_block(&mut self) {
        let (block, last) = self.block;
        self.body.end_block(block, last);
        if let Some(around) = self.blocks.pop() {
            self.block = around;
        }
    }

    fn finish(mut self) -> Body {
        self.end_block();
        self.body.shrink();
        self.body
    }
}

// This code is compiled for each kind of operation. Work that is the same for all is done at the end of a visit.
impl<L> Collect<TypeId, Op> for Loader<L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn collect(&mut self, op: Op) {
        self.body.push_content(op);
    }
}

impl<L> Adopt<TypeId> for Loader<L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&mut self, value: Value) -> Value {
        // The reader has checked that the number is defined.
        self.scope.get(value.index() as usize).copied().unwrap_or(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn result(&mut self, result: ResultValue) -> ResultValue {
        let value = self.body.define_result(self.body.next_op());
        self.results += 1;
        self.scope.push(value);
        Typed { value, ty: result.ty }
    }

    fn region(&mut self) -> RegionId {
        let region = self.body.add_region();
        self.regions.push(region);
        region
    }
}

impl<'a, L: Iterator<Item = Option<DebugId>>> Structure<'a> for IntoOwned<Loader<L>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_visit(&mut self) {
        let own = &mut self.0;
        let (block, last) = own.block;
        let id = own.body.push_place(block, last);
        own.block.1 = Some(id);
        if let Some(locations) = &mut own.locations {
            match locations.next() {
                Some(None) => {}
                Some(location) => own.body.place(id, location),
                None => own.too_short = true,
            }
        }
        let results = std::mem::take(&mut own.results) as usize;
        if !own.regions.is_empty() {
            // Results are visible after the regions.
            let results = own.scope.split_off(own.scope.len().saturating_sub(results));
            let regions = std::mem::take(&mut own.regions);
            own.body.adopt(id, &regions);
            own.open.push(Open { regions, region: 0, results });
        }
    }

    fn begin_region(&mut self, _: u32) {
        self.0.marks.push(self.0.scope.len());
    }

    fn begin_block(&mut self, arguments: TypedValues<'a, TypeId>) {
        let open = self.0.open.last();
        let Some(&region) = open.and_then(|open| open.regions.get(open.region)) else { return };
        let block = self.0.body.grow_block(Some(region));
        let around = std::mem::replace(&mut self.0.block, (block, None));
        self.0.blocks.push(around);
        for argument in arguments {
            let value = self.0.body.grow_argument(block, argument.ty);
            self.0.scope.push(value);
        }
    }

    fn end_block(&mut self) {
        self.0.end_block();
    }

    fn end_region(&mut self) {
        let mark = self.0.marks.pop().unwrap_or(0);
        self.0.scope.truncate(mark);
        if let Some(open) = self.0.open.last_mut() {
            open.region += 1;
        }
    }

    fn end_op(&mut self) {
        if let Some(open) = self.0.open.pop() {
            self.0.scope.extend(open.results);
        }
    }
}
