//! Prints programs.

use crate::program::Program;
use crate::small_ir::Code;
use bytespec::forest::{BlockId, Definition};
use std::fmt;

/// The name of a value: the index of what defines it, which no edit changes, and its position there.
fn name(value: Definition) -> String {
    match value {
        Definition::Result(op, at) => format!("%{}.{at}", op.index()),
        Definition::Argument(block, at) => format!("^{}.{at}", block.index()),
    }
}

impl Program<'_> {
    fn print(&self, f: &mut fmt::Formatter<'_>, block: BlockId, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for op in self.forest.ops(block) {
            let data = &self.ops[op.index()];
            write!(f, "{indent}")?;
            for (at, ty) in data.results.iter().enumerate() {
                write!(f, "{}: {} = ", name(Definition::Result(op, at as u32)), ty.name())?;
            }
            write!(f, "{}", data.code.label())?;
            if let Code::Constant { value } = data.code {
                write!(f, " {value}")?;
            }
            data.operands.iter().try_for_each(|operand| write!(f, " {}", name(*operand)))?;
            writeln!(f)?;
            for inner in self.forest.regions(op).flat_map(|region| self.forest.blocks(region)) {
                write!(f, "{indent}  block")?;
                for (at, ty) in self.arguments[inner.index()].iter().enumerate() {
                    write!(f, " {}: {}", name(Definition::Argument(inner, at as u32)), ty.name())?;
                }
                writeln!(f)?;
                self.print(f, inner, depth + 2)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Program<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, self.root, 0)
    }
}
