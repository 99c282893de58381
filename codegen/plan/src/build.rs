//! A builder of plans.

use crate::{
    Axis, Bound, Case, Covered, Expr, ExprId, Fact, FileShape, Item, ItemId, Layout, Member,
    Origin, Plan, Run, Section, Shape, ShapeId, Step, Text, is_short_tag,
};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Builds a plan. Equal names, shapes, expressions and gates are stored once.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    text: String,
    axes: Vec<Axis>,
    bounds: Vec<Bound>,
    exprs: Vec<Expr>,
    shapes: Vec<Shape>,
    steps: Vec<Step>,
    items: Vec<Option<Item>>,
    members: Vec<Member>,
    cases: Vec<Case>,
    facts: Vec<Fact>,
    numbers: Vec<i128>,
    tables: Vec<Text>,
    lists: Vec<(ItemId, u32)>,
    bytes: Vec<u8>,
    file: Option<FileShape>,
    sections: Vec<Section>,
    layouts: Vec<Layout>,
    files: Vec<Text>,
    tags: Vec<Run>,
    names: BTreeMap<String, Text>,
    known_exprs: BTreeMap<Expr, u32>,
    known_shapes: BTreeMap<Shape, u32>,
    known_lists: BTreeMap<(ItemId, u32), u32>,
    known_tables: BTreeMap<Text, u32>,
    known_files: BTreeMap<Text, u32>,
}

/// A position in a plan, or a count. A number that is too large becomes `u32::MAX`, which [`Plan::check`] refuses.
pub fn place<N>(number: N) -> u32
where
    u32: TryFrom<N>,
{
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Finds `run` in `pool`, or appends it.
fn share<T: PartialEq + Copy>(pool: &mut Vec<T>, run: &[T]) -> Run {
    if run.is_empty() {
        return Run::EMPTY;
    }
    let found = pool.windows(run.len()).position(|window| window == run);
    let start = found.unwrap_or(pool.len());
    if found.is_none() {
        pool.extend_from_slice(run);
    }
    Run { start: start as u32, len: run.len() as u32 }
}

fn append<T: Copy>(pool: &mut Vec<T>, run: &[T]) -> Run {
    let start = pool.len() as u32;
    pool.extend_from_slice(run);
    Run { start, len: run.len() as u32 }
}

impl Builder {
    /// Adds a name.
    pub fn text(&mut self, name: &str) -> Text {
        if let Some(text) = self.names.get(name) {
            return *text;
        }
        let run = Run { start: self.text.len() as u32, len: name.len() as u32 };
        self.text.push_str(name);
        self.names.insert(name.into(), Text(run));
        Text(run)
    }

    /// Adds a line of the schema, spelled as `file:line`; any other spelling is an unknown line.
    pub fn origin(&mut self, place: &str) -> Origin {
        let known =
            place.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        let Some((file, line)) = known else { return Origin::default() };
        let name = self.text(file);
        let file = *self.known_files.entry(name).or_insert_with(|| {
            self.files.push(name);
            self.files.len() as u32 - 1
        });
        Origin { file, line }
    }

    /// Adds an axis, with its versions from the oldest on, and the text before a version in the name of a producer.
    pub fn axis(
        &mut self,
        name: &str,
        versions: &[&str],
        producer: &str,
        writers_only: bool,
    ) -> u32 {
        let versions = self.text(&versions.join(" "));
        let (name, producer) = (self.text(name), self.text(producer));
        let axis = Axis { name, versions, producer, writers_only };
        self.axes.push(axis);
        self.axes.len() as u32 - 1
    }

    /// Adds a gate.
    pub fn gate(&mut self, bounds: &[Bound]) -> Run {
        share(&mut self.bounds, bounds)
    }

    /// Adds an expression.
    pub fn expr(&mut self, expr: Expr) -> ExprId {
        let place = self.known_exprs.entry(expr).or_insert_with(|| {
            self.exprs.push(expr);
            self.exprs.len() as u32 - 1
        });
        ExprId(*place)
    }

    /// The steps that an expression reads.
    #[must_use]
    pub fn steps_of_expr(&self, expr: ExprId) -> Vec<u32> {
        let mut steps = Vec::new();
        let mut left = Vec::from([expr]);
        while let Some(expr) = left.pop().and_then(|expr| self.exprs.get(expr.index())) {
            left.extend(expr.parts());
            match *expr {
                Expr::Field(step)
                | Expr::Present(step)
                | Expr::Elements(step)
                | Expr::Bytes(step)
                | Expr::Starts(step)
                | Expr::Sizes(step)
                | Expr::Tag(step)
                | Expr::Inner(step, ..)
                | Expr::Is(step, _)
                | Expr::Element(step, _)
                | Expr::Matches(step, _)
                | Expr::Big(step)
                | Expr::Content(step)
                | Expr::Digits(step, _) => steps.push(step),
                Expr::Checksum(_, of) => {
                    steps.extend(Covered::all(of, &self.numbers).filter_map(Covered::step));
                }
                _ => {}
            }
        }
        steps
    }

    /// An expression that was added.
    #[must_use]
    pub fn expr_of(&self, id: ExprId) -> Option<&Expr> {
        self.exprs.get(id.index())
    }

    /// Adds a shape.
    pub fn shape(&mut self, shape: Shape) -> ShapeId {
        let place = self.known_shapes.entry(shape).or_insert_with(|| {
            self.shapes.push(shape);
            self.shapes.len() as u32 - 1
        });
        ShapeId(*place)
    }

    /// A shape that was added.
    #[must_use]
    pub fn shape_of(&self, id: ShapeId) -> Option<&Shape> {
        self.shapes.get(id.index())
    }

    /// Reserves an index for an item that is defined later: items can refer to each other in cycles.
    pub fn reserve(&mut self) -> ItemId {
        self.items.push(None);
        ItemId(self.items.len() as u32 - 1)
    }

    /// Defines a reserved item; its steps are passed separately.
    pub fn define(&mut self, place: ItemId, mut item: Item, steps: &[Step]) {
        item.steps = append(&mut self.steps, steps);
        for (at, step) in self.steps.iter_mut().skip(item.steps.start as usize).enumerate() {
            step.list = self.known_lists.get(&(place, at as u32)).copied();
        }
        if let Some(slot) = self.items.get_mut(place.index()) {
            *slot = Some(item);
        }
    }

    /// Adds the members of an enum.
    pub fn members(&mut self, members: &[Member]) -> Run {
        append(&mut self.members, members)
    }

    /// Adds the cases of a choice.
    pub fn cases(&mut self, cases: &[Case]) -> Run {
        append(&mut self.cases, cases)
    }

    /// Adds the facts of an item.
    pub fn facts(&mut self, facts: &[Fact]) -> Run {
        share(&mut self.facts, facts)
    }

    /// Adds numbers.
    pub fn numbers(&mut self, numbers: &[i128]) -> Run {
        share(&mut self.numbers, numbers)
    }

    /// Adds a table.
    pub fn table(&mut self, name: &str) -> u32 {
        let name = self.text(name);
        *self.known_tables.entry(name).or_insert_with(|| {
            self.tables.push(name);
            self.tables.len() as u32 - 1
        })
    }

    /// Adds bytes that are the tag of a variant. Only long ones are kept: the number of short ones has all of them.
    pub fn tag(&mut self, bytes: &[u8]) {
        if is_short_tag(bytes) {
            return;
        }
        let bytes = self.bytes(bytes);
        if !self.tags.contains(&bytes) {
            self.tags.push(bytes);
        }
    }

    /// Adds a list of the numbers of a step. Call it before the item is defined.
    pub fn list(&mut self, item: ItemId, step: u32) -> u32 {
        *self.known_lists.entry((item, step)).or_insert_with(|| {
            self.lists.push((item, step));
            self.lists.len() as u32 - 1
        })
    }

    /// Makes the list of a step, if it has one, that of the first step of `element`, an item that each of its elements is. Call it
    /// before that item is defined.
    pub fn list_of_elements(&mut self, of: (ItemId, u32), element: ItemId) {
        if let Some(list) = self.known_lists.get(&of).copied() {
            self.known_lists.insert((element, 0), list);
        }
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Run {
        share(&mut self.bytes, bytes)
    }

    /// Sets the shape of a file.
    pub fn file(&mut self, file: FileShape) {
        self.file = Some(file);
    }

    /// Adds a section.
    pub fn section(&mut self, section: Section) {
        self.sections.push(section);
    }

    /// Adds the layouts that names select.
    pub fn layouts(&mut self, layouts: &[Layout]) -> Run {
        append(&mut self.layouts, layouts)
    }

    /// The plan. An item that was reserved and never defined has no steps.
    #[must_use]
    pub fn finish(mut self) -> Plan {
        let nameless = self.text("");
        let empty = Item {
            name: nameless,
            label: nameless,
            kind: crate::Kind::Record,
            gate: Run::EMPTY,
            steps: Run::EMPTY,
            order: Run::EMPTY,
            facts: Run::EMPTY,
            origin: Origin::default(),
        };
        let items: Vec<Item> = self.items.into_iter().map(|item| item.unwrap_or(empty)).collect();
        Plan {
            text: self.text.into(),
            axes: self.axes.into(),
            bounds: self.bounds.into(),
            exprs: self.exprs.into(),
            shapes: self.shapes.into(),
            steps: self.steps.into(),
            items: items.into(),
            members: self.members.into(),
            cases: self.cases.into(),
            facts: self.facts.into(),
            numbers: self.numbers.into(),
            tables: self.tables.into(),
            lists: self.lists.into(),
            bytes: self.bytes.into(),
            file: self.file,
            sections: self.sections.into(),
            layouts: self.layouts.into(),
            files: self.files.into(),
            tags: self.tags.into(),
        }
    }
}
