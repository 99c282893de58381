//! Lowers operations into items: their operands, results and flags are steps like any others.

use super::Lower;
use super::fields::{Claim, Steps, claims, places};
use super::shapes::named;
use crate::model::{Arity, Gate, Op, OpPart, OperandLayout, Operations, Port};
use bytespec_plan::{
    Absent, Case, Expr, ExprId, Kind, Operator, Otherwise, Role, Run, Shape, ShapeId, Step, Until,
    place,
};

/// The table of values, which is the index space of operands.
const VALUES: &str = "Value";

impl<'m> Lower<'m> {
    /// Adds the choice of all operations, and the items of regions.
    pub(super) fn operations(&mut self) {
        let Some(operations) = &self.model.operations else { return };
        let regions = self.regions(place(operations.types));
        let mut cases = Vec::new();
        for op in self.model.ops.iter().filter(|op| !op.section_form) {
            let place = self.builder.reserve();
            let steps = self.operation(op, operations, regions);
            self.define_fields(place, Kind::Operation, &op.docs, &steps, Run::EMPTY);
            let gate = self.gate(&op.docs.gate);
            cases.push(Case::of_tag(op.opcode.into(), gate, Some(place), 0));
        }
        let opcode = self.shape(&operations.opcode, &[]);
        let cases = self.builder.cases(&cases);
        let steps = self.choice("opcode", "opcode", opcode, cases, Otherwise::Error);
        self.define(self.operations, Kind::Operations, &named("operation"), &steps);
    }

    /// A region: blocks, each with arguments and operations.
    fn regions(&mut self, types: u32) -> ShapeId {
        let operation = self.builder.shape(Shape::Item(self.operations));
        let ty = self.index(types);
        let block = self.builder.reserve();
        let (arguments, operations) = (self.list_of(ty), self.list_of(operation));
        let steps = [self.step("arguments", arguments), self.step("operations", operations)];
        self.define(block, Kind::Block, &named("block"), &steps);
        let block = self.builder.shape(Shape::Item(block));
        let blocks = self.list_of(block);
        let region = self.builder.reserve();
        let steps = [self.step("blocks", blocks)];
        self.define(region, Kind::Region, &named("region"), &steps);
        self.builder.shape(Shape::Item(region))
    }

    fn operation(&mut self, op: &'m Op, operations: &Operations, region: ShapeId) -> Steps<'m> {
        let mut claims = claims(&op.attributes);
        claims.extend(op.operands.iter().filter_map(|port| {
            let (gate, name) = (port.docs.gate.clone(), port.docs.name.clone());
            let place = port.docs.place.clone();
            Some(Claim { bit: port.bit?, gate, name, unit: false, place })
        }));
        claims.sort_by_key(|claim| claim.bit);
        // Positions of steps depend on those before; a first pass determines them.
        let mut out = Steps::new(&op.attributes, &op.docs.name);
        for _ in 0..2 {
            let known = out.scope;
            out = Steps::new(&op.attributes, &op.docs.name);
            for part in &operations.layout {
                match part {
                    OpPart::Opcode => {}
                    OpPart::ResultCount => self.result_count(op, &mut out, &known),
                    OpPart::ResultTypes => self.results(op, place(operations.types), &mut out),
                    OpPart::Flags => {
                        let Some(since) = op.flags else { continue };
                        let whole = self.varint(64);
                        let whole = self.whole(whole, &claims);
                        let gate = self.gate(&Gate { since, ..Gate::default() });
                        let step = Step { role: Role::Whole, gate, ..self.step("flags", whole) };
                        out.push_unnamed(step);
                        self.bits(&mut out, &claims, &known);
                    }
                    OpPart::Attributes => {
                        let before = place(out.steps.len());
                        let mut places = places(&op.attributes, &[], before);
                        places.extend(known.iter().cloned());
                        self.put_fields(&mut out, &claims, &places);
                    }
                    OpPart::Operands => self.operands(op, &mut out, &known),
                    OpPart::Regions => self.region_list(op, region, &mut out),
                }
            }
        }
        out
    }

    /// The number of results, if it is on the wire, and the number in the variadic group.
    fn result_count(&mut self, op: &Op, out: &mut Steps<'_>, known: &[(String, u32)]) {
        if !op.result_count {
            return;
        }
        let count = self.varint(32);
        let fixed = self.fixed(&op.results);
        let Some(group) = op.results.iter().find(|port| port.arity == Arity::Variadic) else {
            let step = self.step("result_count", count);
            out.push_unnamed(Step { role: Role::Checked(fixed), ..step });
            return;
        };
        let at = super::shapes::position(known, &group.docs.name);
        self.group(("result_count", group), count, fixed, Expr::Elements(at), count, out);
    }

    /// The count of all values, and the count in the only variable group. A group that the version lacks is empty.
    fn group(
        &mut self,
        (name, port): (&str, &Port),
        count: ShapeId,
        fixed: ExprId,
        group: Expr,
        left: ShapeId,
        out: &mut Steps<'_>,
    ) {
        let group = self.builder.expr(group);
        let all = Expr::Binary(Operator::Add, fixed, group);
        let step = self.derived(name, count, all);
        let at = place(out.steps.len());
        out.push_unnamed(step);
        let total = self.builder.expr(Expr::Field(at));
        let value = self.builder.expr(Expr::Binary(Operator::Subtract, total, fixed));
        let shape = self.builder.shape(Shape::Computed { value, shape: left });
        let group = self.builder.expr(Expr::Field(at));
        let of_group = format!("{name} of the group");
        let step = self.derived(&of_group, shape, Expr::Binary(Operator::Subtract, group, fixed));
        let at = place(out.steps.len());
        out.push(&of_group, step);
        let Some(open) = self.open(&port.docs.gate) else { return };
        let value = self.builder.expr(Expr::Field(at));
        let shape = self.builder.shape(Shape::Computed { value, shape: left });
        let (none, closed) =
            (self.builder.expr(Expr::Number(0)), self.builder.expr(Expr::Not(open)));
        let of_none = format!("{name} of a group that is not there");
        let step = self.step(&of_none, shape);
        let when = Some(closed);
        let role = Role::Checked(none);
        out.push_unnamed(Step { role, when, absent: Absent::Nothing, ..step });
    }

    /// The number of values of these groups that are always present in a version.
    fn fixed(&mut self, ports: &[Port]) -> ExprId {
        let mut open = 0;
        let mut gated = Vec::new();
        for port in ports.iter().filter(|port| port.arity == Arity::One) {
            match self.open(&port.docs.gate) {
                Some(gate) => gated.push(gate),
                None => open += 1,
            }
        }
        let mut sum = self.builder.expr(Expr::Number(open));
        for gate in gated {
            sum = self.builder.expr(Expr::Binary(Operator::Add, sum, gate));
        }
        sum
    }

    fn results(&mut self, op: &Op, types: u32, out: &mut Steps<'_>) {
        let ty = self.index(types);
        for port in &op.results {
            let shape = match port.arity {
                Arity::Variadic => {
                    let of_group = super::shapes::position(&out.scope, "result_count of the group");
                    let count = self.builder.expr(Expr::Field(of_group));
                    let until = Until::Count(count);
                    self.builder.shape(Shape::Sequence { element: ty, until, reversed: false })
                }
                _ => ty,
            };
            let step = self.port(port, shape, Absent::Nothing);
            out.push(&port.docs.name, step);
        }
    }

    fn port(&mut self, port: &Port, shape: ShapeId, absent: Absent) -> Step {
        let gate = self.gate(&port.docs.gate);
        let absent = if gate.is_empty() { Absent::Never } else { absent };
        Step { gate, absent, ..self.step_of(&port.docs, shape) }
    }

    fn operands(&mut self, op: &Op, out: &mut Steps<'_>, known: &[(String, u32)]) {
        let table = self.builder.table(VALUES);
        let value = self.index(table);
        let counted = op.operand_layout == OperandLayout::Counted;
        if counted {
            self.operand_count(op, out, known);
        }
        for port in &op.operands {
            let step = match port.arity {
                Arity::One => self.port(port, value, Absent::Nothing),
                Arity::Variadic if counted => {
                    let count = self.builder.expr(Expr::Field(left(out)));
                    let until = Until::Count(count);
                    let shape = self.builder.shape(Shape::Sequence {
                        element: value,
                        until,
                        reversed: false,
                    });
                    self.port(port, shape, Absent::Empty)
                }
                Arity::Variadic => {
                    let shape = self.list_of(value);
                    self.port(port, shape, Absent::Empty)
                }
                Arity::Optional => {
                    let stated = match port.bit {
                        Some(bit) if !counted => {
                            let (name, gate) = (&port.docs.name, &port.docs.gate);
                            let bit = super::fields::bit_name(name, bit, gate);
                            super::shapes::position(&out.scope, &bit)
                        }
                        _ => left(out),
                    };
                    let when = Some(self.builder.expr(Expr::Field(stated)));
                    let step = self.port(port, value, Absent::Nothing);
                    Step { when, absent: Absent::Nothing, ..step }
                }
            };
            out.push(&port.docs.name, step);
        }
    }

    fn operand_count(&mut self, op: &Op, out: &mut Steps<'_>, known: &[(String, u32)]) {
        let count = self.varint(64);
        let fixed = self.fixed(&op.operands);
        match op.operands.iter().find(|port| port.arity != Arity::One) {
            None => {
                let step = self.step("operand_count", count);
                out.push_unnamed(Step { role: Role::Checked(fixed), ..step });
            }
            Some(port) => {
                let at = super::shapes::position(known, &port.docs.name);
                let (group, left) = match port.arity {
                    Arity::Optional => (Expr::Present(at), self.builder.shape(Shape::Bool)),
                    _ => (Expr::Elements(at), count),
                };
                self.group(("operand_count", port), count, fixed, group, left, out);
            }
        }
    }

    fn region_list(&mut self, op: &Op, region: ShapeId, out: &mut Steps<'_>) {
        if op.regions.is_empty() {
            return;
        }
        let number = self.builder.expr(Expr::Number(place(op.regions.len()).into()));
        let count = self.varint(32);
        let step = self.step("region_count", count);
        out.push_unnamed(Step { role: Role::Checked(number), ..step });
        let until = Until::Count(number);
        let regions =
            self.builder.shape(Shape::Sequence { element: region, until, reversed: false });
        let step = self.step("regions", regions);
        out.push_unnamed(step);
    }
}

/// The step with the number of operands in the variable group.
fn left(out: &Steps<'_>) -> u32 {
    super::shapes::position(&out.scope, "operand_count of the group")
}
