//! Prints attributes and other items.

use super::constants;
use super::tree::{Item, Node};
use crate::formats::bounds::Allowance;
use crate::formats::hex;
use bytespec::tile_ir::{ConstantId, DebugId, File, Spelling, StringId, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The maximum length of a type or string that is printed in place. Longer ones are printed as their number in the table, so
/// that no listing is much longer than its file.
const MAX_SPELLED: usize = 512;

/// Prints the items of a file.
#[derive(Debug)]
pub(super) struct Speller<'f, 'a> {
    file: &'f File<'a>,
    /// The remaining allowance for entries in place.
    pub(super) allowance: Allowance,
    /// The text of types that were printed before.
    types: RefCell<HashMap<u32, Rc<str>>>,
    /// The tile types of constants that were printed before.
    tiles: RefCell<HashMap<u32, Option<constants::Tile>>>,
}

impl<'f, 'a> Speller<'f, 'a> {
    /// A printer for the items of `file`.
    pub(super) fn new(file: &'f File<'a>) -> Self {
        Speller {
            file,
            allowance: Allowance::of(file.input().len()),
            types: RefCell::default(),
            tiles: RefCell::default(),
        }
    }

    /// A type.
    pub(super) fn ty(&self, id: u32) -> Rc<str> {
        if self.allowance.is_spent() {
            return format!("type {id}").into();
        }
        let mut types = self.types.borrow_mut();
        let spelled = types.entry(id).or_insert_with(|| {
            let spelled = Spelling::new(self.file).ty(TypeId(id));
            if spelled.len() > MAX_SPELLED { format!("type {id}").into() } else { spelled.into() }
        });
        self.allowance.spend(spelled.len());
        Rc::clone(spelled)
    }

    /// A string, in quotes.
    pub(super) fn string(&self, id: StringId) -> String {
        match self.file.string(id) {
            Ok(text) if text.len() > MAX_SPELLED || self.allowance.is_spent() => {
                format!("string {}", id.0)
            }
            _ => {
                let spelled = Spelling::new(self.file).string(id);
                self.allowance.spend(spelled.len());
                spelled
            }
        }
    }

    /// The string of a name, without quotes if it is a plain name.
    pub(super) fn name(&self, id: StringId) -> String {
        match self.file.string(id) {
            Ok([first, rest @ ..])
                if rest.len() < MAX_SPELLED
                    && !self.allowance.is_spent()
                    && (first.is_ascii_alphabetic() || *first == b'_')
                    && rest
                        .iter()
                        .all(|byte| byte.is_ascii_alphanumeric() || b"_$.".contains(byte)) =>
            {
                let bytes: Vec<u8> = std::iter::once(*first).chain(rest.iter().copied()).collect();
                self.allowance.spend(bytes.len());
                String::from_utf8_lossy(&bytes).into_owned()
            }
            _ => self.string(id),
        }
    }

    /// A constant. Its elements are shown if its type is known.
    pub(super) fn constant(&self, id: ConstantId, ty: Option<TypeId>) -> String {
        let Ok(bytes) = self.file.constant(id) else {
            return format!("<bad constant {}>", id.0);
        };
        if self.allowance.is_spent() {
            return format!("constant {}", id.0);
        }
        let elements = ty.and_then(|ty| {
            let mut tiles = self.tiles.borrow_mut();
            let tile = tiles.entry(ty.0).or_insert_with(|| constants::Tile::of(self.file, ty));
            tile.as_ref().and_then(|tile| tile.elements(self.file, bytes))
        });
        let elements = elements.unwrap_or_else(|| format!("<{}>", hex::preview(bytes)));
        self.allowance.spend(elements.len());
        format!("constant {} {elements}", id.0)
    }

    /// The value of a field. `ty` is the type of a constant in it.
    pub(super) fn node(&self, node: &Node, ty: Option<TypeId>) -> String {
        match node {
            Node::Absent => "none".to_owned(),
            Node::Bool(value) => value.to_string(),
            Node::Unsigned(value) => value.to_string(),
            Node::Signed(value) => value.to_string(),
            Node::Enum(name) => (*name).to_owned(),
            Node::Ref(TypeId::TABLE, id) | Node::Result(id) => self.ty(*id).to_string(),
            Node::Ref(StringId::TABLE, id) => self.string(StringId(*id)),
            Node::Ref(ConstantId::TABLE, id) => self.constant(ConstantId(*id), ty),
            Node::Ref(DebugId::TABLE, id) => format!("#{id}"),
            Node::Ref(table, id) => format!("{table} {id}"),
            Node::Value(value) => value.to_string(),
            Node::Bytes(bytes) => format!("<{}>", hex::preview(bytes)),
            Node::List(nodes) if !nodes.is_empty() && nodes.iter().all(is_entry) => {
                self.dictionary(nodes, ty)
            }
            Node::List(nodes) => {
                let parts: Vec<String> = nodes.iter().map(|node| self.node(node, ty)).collect();
                format!("[{}]", parts.join(", "))
            }
            Node::Item(item) => self.item(item, ty),
        }
    }

    /// An item. The common attributes are printed as the reference disassembler does, any other with the names of its fields.
    pub(super) fn item(&self, item: &Item, ty: Option<TypeId>) -> String {
        let field = |name: &str| item.field(name).unwrap_or(&Node::Absent);
        let text = |name: &str| self.node(field(name), ty);
        let or_open = |name: &str| match field(name) {
            Node::Absent => "?".to_owned(),
            node => self.node(node, ty),
        };
        match item.name {
            "Integer" | "Float" => {
                if let (Node::Ref(_, of), Node::Unsigned(bits)) = (field("type"), field("value")) {
                    let number = Spelling::new(self.file).number(TypeId(*of), *bits);
                    return format!("{number} : {}", self.ty(*of));
                }
                self.plain(item, ty)
            }
            "Bool" | "String" => text("value"),
            "Type" => text("type"),
            "Array" => text("elements"),
            "Dictionary" | "optimization_hints" => match field("entries") {
                Node::List(nodes) => self.dictionary(nodes, ty),
                node => self.node(node, ty),
            },
            "NamedAttribute" => self.entry(item, ty),
            "bounded" => format!("bounded<{}, {}>", or_open("lower"), or_open("upper")),
            "same_elements" => format!("same_elements<{}>", text("values")),
            "div_by" => {
                let mut parts = vec![text("divisor")];
                for name in ["every", "along"] {
                    if !matches!(field(name), Node::Absent) {
                        parts.push(format!("{name} {}", text(name)));
                    }
                }
                format!("div_by<{}>", parts.join(", "))
            }
            _ => self.plain(item, ty),
        }
    }

    fn plain(&self, item: &Item, ty: Option<TypeId>) -> String {
        let parts: Vec<String> = item
            .fields
            .iter()
            .filter(|(_, node)| !matches!(node, Node::Absent | Node::Bool(false)))
            .map(|(name, node)| format!("{name} = {}", self.node(node, ty)))
            .collect();
        match parts.as_slice() {
            [] => item.name.to_owned(),
            _ => format!("{}<{}>", item.name, parts.join(", ")),
        }
    }

    fn dictionary(&self, entries: &[Node], ty: Option<TypeId>) -> String {
        let parts: Vec<String> = entries.iter().map(|entry| self.node(entry, ty)).collect();
        format!("{{{}}}", parts.join(", "))
    }

    fn entry(&self, item: &Item, ty: Option<TypeId>) -> String {
        let key = match item.field("name") {
            Some(Node::Ref(_, id)) => self.name(StringId(*id)),
            _ => "?".to_owned(),
        };
        let value = item.field("value").map(|node| self.node(node, ty)).unwrap_or_default();
        format!("{key} = {value}")
    }
}

fn is_entry(node: &Node) -> bool {
    matches!(node, Node::Item(item) if item.name == "NamedAttribute")
}
