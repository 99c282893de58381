//! The orders of uses say what the producer had in memory.

use bytespec::mlir::{BlockId, Event, File, Module, OpId, UseLists, Value, Version};
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::collections::HashMap;

/// A use: the position of the operation in the file, and the operand.
type Use = (usize, usize);

/// An operation whose regions are being read.
struct Frame {
    op: OpId,
    regions: usize,
    blocks: std::vec::IntoIter<BlockId>,
}

#[derive(Default)]
struct Orders {
    /// Positions of operations.
    position: HashMap<OpId, usize>,
    /// The names of values, in the order in which they are defined.
    names: Vec<(Value, String)>,
    /// What the file says of a value: the numbers, and whether these are pairs.
    stated: HashMap<Value, (Vec<usize>, bool)>,
}

impl Orders {
    fn define(
        &mut self,
        values: impl Iterator<Item = Value>,
        name: impl Fn(usize) -> String,
        lists: Option<UseLists<'_>>,
    ) {
        let values: Vec<Value> = values.collect();
        self.names.extend(values.iter().enumerate().map(|(index, value)| (*value, name(index))));
        for list in lists.iter().flat_map(UseLists::iter) {
            let numbers = list.order.numbers.iter().map(|number| number as usize).collect();
            self.stated.insert(values[list.value as usize], (numbers, list.order.pairs));
        }
    }

    fn read(file: &File<'_>, module: &Module<'_>) -> bytespec::Result<Self> {
        let mut orders = Orders::default();
        let mut ops = module.walk();
        let mut frames: Vec<Frame> = Vec::new();
        let mut walker = file.walk();
        while let Some(event) = walker.next()? {
            match event {
                Event::Operation(operation) => {
                    let Some(op) = ops.next() else { panic!("there are fewer in memory") };
                    let position = orders.position.len();
                    orders.position.insert(op, position);
                    let name = |index| format!("op{position}#{index}");
                    orders.define(module.results(op), name, operation.use_lists());
                    if operation.regions.is_some() {
                        frames.push(Frame { op, regions: 0, blocks: Vec::new().into_iter() });
                    }
                }
                Event::Region(_) => {
                    let Some(frame) = frames.last_mut() else { panic!("a region of nothing") };
                    let Some(region) = module.regions(frame.op).nth(frame.regions) else {
                        panic!("there are fewer regions in memory")
                    };
                    frame.regions += 1;
                    frame.blocks = module.blocks(region).collect::<Vec<_>>().into_iter();
                }
                Event::Block(read) => {
                    let Some(frame) = frames.last_mut() else { continue };
                    let (position, region) = (orders.position[&frame.op], frame.regions - 1);
                    let Some(block) = frame.blocks.next() else { panic!("fewer blocks in memory") };
                    let number = module.blocks(
                        module
                            .regions(frame.op)
                            .nth(region)
                            .unwrap_or_else(|| panic!("fewer regions in memory")),
                    );
                    let number = number.take_while(|other| *other != block).count();
                    let name = |index| format!("op{position}.r{region}.b{number}.arg{index}");
                    orders.define(module.arguments(block), name, read.use_lists());
                }
                Event::End => {
                    frames.pop();
                }
                _ => {}
            }
        }
        Ok(orders)
    }

    /// A line for each value with several uses.
    fn list(&self, module: &Module<'_>) -> Vec<String> {
        let mut uses: HashMap<Value, Vec<Use>> = HashMap::new();
        for op in module.walk() {
            for (index, value) in module.operands(op).iter().enumerate() {
                uses.entry(*value).or_default().push((self.position[&op], index));
            }
        }
        let mut lines = Vec::new();
        for (value, name) in &self.names {
            let Some(usual) = uses.get_mut(value).filter(|uses| uses.len() > 1) else { continue };
            // Reading a file makes the last use the first.
            usual.sort_unstable_by(|a, b| b.cmp(a));
            let mut actual = usual.clone();
            match self.stated.get(value) {
                None => {}
                Some((numbers, false)) => {
                    for (number, use_) in numbers.iter().zip(usual.iter()) {
                        actual[*number] = *use_;
                    }
                }
                Some((numbers, true)) => {
                    for pair in numbers.chunks(2) {
                        actual[pair[0]] = usual[pair[1]];
                    }
                }
            }
            let actual: Vec<String> =
                actual.iter().map(|(op, operand)| format!("{op}.{operand}")).collect();
            lines.push(format!("{name}: {}", actual.join(" ")));
        }
        lines.sort();
        lines
    }
}

#[test]
fn orders_of_uses_are_those_of_the_producer() {
    let mut lines = 0;
    for corpus_file in mlir_corpus() {
        let Some(expected) = &corpus_file.use_order else { continue };
        let listed = File::open(&corpus_file.bytes).and_then(|file| {
            let module = Module::read(&corpus_file.bytes)?;
            let orders = Orders::read(&file, &module)?;
            Ok((file.version(), orders.list(&module)))
        });
        let (version, listed) = match listed {
            Ok(listed) => listed,
            Err(error) => panic!("{}: {error}", corpus_file.name),
        };
        // Older versions do not say.
        if version < Version::V3 {
            continue;
        }
        let mut expected: Vec<&str> = expected.lines().collect();
        expected.sort_unstable();
        assert_eq!(listed, expected, "{}", corpus_file.name);
        lines += listed.len();
    }
    println!("{lines} values with several uses");
    assert!(lines > 200);
}
