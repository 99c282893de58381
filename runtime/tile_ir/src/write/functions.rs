//! The section of functions, with their bodies.

use super::profile::Profile;
use super::{ModuleWriter, Payload};
use crate::file::walker::MAX_REGION_DEPTH;
use crate::generated::{self as format, Attribute, CONTAINER, Op, PAD, TypeId, Version, section};
use crate::module::body::{BlockId, Body, OpId};
use crate::module::{DebugLayout, Function};
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::wire::Writer;

impl<'m> ModuleWriter<'m> {
    /// The section of functions.
    pub(super) fn functions(&mut self, debug: &DebugLayout) -> Result<Payload> {
        let module = self.module;
        // An estimate, so that the buffer seldom grows.
        let ops: usize = module.functions.iter().map(|function| function.body.op_limit() + 8).sum();
        let mut writer = Writer::with_capacity(ops * 8);
        // Bodies are large, so each entry is written when it is ready; together they are the list
        // that a `FunctionSection` holds.
        writer.leb128(module.functions.len() as u64);
        let mut memory = Vec::new();
        for (index, function) in module.functions.iter().enumerate() {
            let location = debug.locations.get(index).copied().unwrap_or(0);
            let written = self.function(function, location, memory).and_then(|entry| {
                entry.write(&mut writer, &mut self.cx)?;
                Ok(entry.body)
            });
            memory = written.index(index as u64).field("functions")?;
        }
        let tail = self.layout().map(|layout| layout.function_tail.as_slice()).unwrap_or_default();
        let spec = CONTAINER.spec(section::FUNCTION);
        let is_filler = tail.iter().all(|&byte| byte == PAD)
            && spec.is_some_and(|spec| (tail.len() as u64) < spec.alignment);
        let fill = self.profile == Some(Profile::Cxx) || is_filler && !tail.is_empty();
        if !fill {
            writer.bytes(tail);
        } else if let Some(spec) = spec {
            writer.align(spec.alignment as usize, PAD);
        }
        Ok(Some(writer.into_bytes()))
    }

    /// The entry of a function. Its body is written in `memory`.
    fn function(
        &mut self,
        function: &'m Function,
        location: u32,
        memory: Vec<u8>,
    ) -> Result<format::Function> {
        if self.profile == Some(Profile::Python) {
            for param in function.body.params() {
                self.cx.type_index(param.ty)?;
            }
            if let Some(location) = function.location {
                self.cx.debug_index(location)?;
            }
            self.cx.string_index(function.name)?;
            self.cx.type_index(function.signature)?;
        }
        let has_lists = location != 0;
        let mut body = Writer::reuse(memory);
        let hints = self.hints(function)?;
        self.intern_function_attributes(function, hints.as_ref())?;
        BodyWriter { writer: &mut body, module: self, body: &function.body, has_lists }
            .write()
            .field("body")?;
        Ok(format::Function {
            name: function.name,
            signature: function.signature,
            private: function.private,
            kernel: function.kernel,
            extern_implementation: function.extern_implementation,
            location,
            optimization_hints: hints,
            arg_attrs: function.arg_attrs.clone(),
            body: body.into_bytes(),
            const_params: function.const_params.clone(),
        })
    }

    /// The hints in the form of the version.
    fn hints(&self, function: &Function) -> Result<Option<Attribute>> {
        let empty = || Attribute::OptimizationHints { entries: Vec::new().into() };
        let is_empty = matches!(
            &function.hints,
            Some(Attribute::OptimizationHints { entries }) if entries.is_empty()
        );
        let always = format::Function::optimization_hints_follows_kernel(self.cx.version());
        Ok(match &function.hints {
            None if function.kernel && always => Some(empty()),
            Some(_) if !always && is_empty => {
                let other = self.cx.version() != self.module.version;
                if self.profile == Some(Profile::Python) || other { None } else { Some(empty()) }
            }
            hints => hints.clone(),
        })
    }

    /// Numbers the attributes of the function table before the body.
    fn intern_function_attributes(
        &mut self,
        function: &Function,
        hints: Option<&Attribute>,
    ) -> Result<()> {
        if self.profile.is_none() {
            return Ok(());
        }
        let mut scratch = Writer::new();
        self.cx.string_index(function.name)?;
        self.cx.type_index(function.signature)?;
        if let Some(hints) = hints {
            hints.write(&mut scratch, &mut self.cx).field("optimization_hints")?;
        }
        function.arg_attrs.write(&mut scratch, &mut self.cx).field("arg_attrs")
    }
}

/// Writes the operations of a body.
struct BodyWriter<'w, 'm> {
    writer: &'w mut Writer,
    module: &'w mut ModuleWriter<'m>,
    body: &'m Body,
    /// Whether the function has a list of locations.
    has_lists: bool,
}

/// A place in the body to return to.
struct Frame<'m> {
    /// The next operation of the block.
    next: Option<OpId>,
    /// The surrounding operation, its remaining regions, and the numbers to return to.
    around: Option<Around<'m>>,
}

struct Around<'m> {
    op: &'m Op,
    regions: std::vec::IntoIter<bytespec_core::values::RegionId>,
    /// The next block of the region.
    block: Option<BlockId>,
    mark: usize,
}

impl<'m> BodyWriter<'_, 'm> {
    fn write(&mut self) -> Result<()> {
        let body = self.body;
        self.module.cx.begin_body(body);
        for param in body.params() {
            self.module.cx.define(param.value);
        }
        let forest = body.forest();
        let mut frames: Vec<Frame<'m>> =
            vec![Frame { next: forest.first_op(Body::ENTRY), around: None }];
        while let Some(frame) = frames.last_mut() {
            let mut around = None;
            // A local writer can stay in registers. After an error it is not used.
            let mut writer = std::mem::take(self.writer);
            while let Some(id) = frame.next {
                frame.next = forest.next_op(id);
                let op = body.op_content(id);
                if self.op(&mut writer, id, op)? != 0 {
                    around = Some(op);
                    break;
                }
            }
            *self.writer = writer;
            if let Some(op) = around {
                if frames.len() > MAX_REGION_DEPTH {
                    return Err(Error::new(ErrorKind::Limit {
                        limit: "nesting of regions",
                        found: frames.len() as u64,
                        max: MAX_REGION_DEPTH as u64,
                    }));
                }
                let around = Around {
                    op,
                    regions: op.regions().into_iter(),
                    block: None,
                    mark: self.module.cx.visible.len(),
                };
                frames.push(Frame { next: None, around: Some(around) });
                continue;
            }
            // The block ends. The next block, the next region or the end of the operation follows.
            let Some(around) = &mut frame.around else { break };
            if let Some(block) = around.block {
                around.block = forest.next_block(block);
                let arguments = body.arguments(block);
                self.writer.leb128(arguments.len() as u64);
                for argument in arguments {
                    let ty = self.module.cx.type_index(argument.ty)?;
                    self.writer.leb128(u64::from(ty));
                    self.module.cx.define(argument.value);
                }
                self.writer.leb128(forest.ops(block).count() as u64);
                frame.next = forest.first_op(block);
                continue;
            }
            self.module.cx.forget(around.mark);
            if let Some(region) = around.regions.next() {
                self.writer.leb128(forest.blocks(region).count() as u64);
                around.block = forest.first_block(region);
                continue;
            }
            let op = around.op;
            frames.pop();
            let version = self.module.cx.version();
            op.each_wire_result(version, |result| self.module.cx.define(result.value));
        }
        Ok(())
    }

    /// Writes an operation and returns the number of its regions. Without regions, its results become visible.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn op(&mut self, writer: &mut Writer, id: OpId, op: &'m Op) -> Result<usize> {
        let canonical = self.module.profile.is_some();
        if canonical {
            self.before(id, op)?;
        }
        let written = op.write_with(writer, &mut self.module.cx, |cx, result| {
            cx.define(result.value);
        });
        match written {
            Ok(_) if canonical => {
                self.after(op)?;
                written
            }
            Ok(_) => written,
            Err(_) => {
                written.item(op.kind().info().label).index(u64::from(id.number())).field("ops")
            }
        }
    }

    /// The steps of canonical numbering after an operation.
    fn after(&mut self, op: &Op) -> Result<()> {
        match op {
            Op::LoadViewTko(_) | Op::StoreViewTko(_) | Op::AtomicRedViewTko(_) => {
                self.module.cx.register_view_index()
            }
            _ => Ok(()),
        }
    }

    /// The steps of canonical numbering before an operation.
    fn before(&mut self, id: OpId, op: &Op) -> Result<()> {
        if self.has_lists
            && let Some(location) = self.body.location(id)
        {
            self.module.cx.debug_index(location)?;
        }
        if matches!(op, Op::GetGlobal(_)) {
            self.module.intern_globals()?;
        }
        Ok(())
    }
}

impl Body {
    /// Adds the results that `version` requires and an operation lacks, which are tokens.
    pub(super) fn complete_results(&mut self, version: Version, token: TypeId) {
        for index in 0..self.op_limit() as u32 {
            let id = OpId::at(index);
            let Ok(op) = self.op(id) else { continue };
            if !op.lacks_results(version) {
                continue;
            }
            let mut op = op.clone();
            op.add_results(version, token);
            let _: Result<()> = self.set_op(id, op);
        }
    }
}
