//! The place of a part in the value of a file.

use super::fault::{EditError, EditFault};
use super::path::Part;
use super::shape::{Inner, Of};
use crate::plan::{Executor, FileValue, SectionContent, Value};
use bytespec_plan::{Expr, ItemId, Plan, Role, Shape, Step};

/// The name of the part before the sections in paths.
const HEADER: &str = "header";

/// Where a value is in the value of a file.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The section; none for the header.
    section: Option<usize>,
    /// The position of each part in the part around it.
    pub(super) positions: Vec<usize>,
    /// The shape of the value.
    pub(super) of: Of,
    /// The item and the position of the step that has the value; none for elements and whole sections.
    pub(super) step: Option<(ItemId, usize)>,
    /// The same of the innermost value around it, or itself, that is no element.
    around: Option<(ItemId, usize)>,
    /// The path with the name of the section.
    pub(super) path: String,
}

impl Place {
    /// The value of a file at this place.
    pub(super) fn value<'v>(&self, file: &'v FileValue) -> Option<&'v Value> {
        let value = match self.section {
            None => &file.header,
            Some(section) => match &file.sections.get(section)?.content {
                SectionContent::Item(_, value) => value,
                SectionContent::Bytes(_) => return None,
            },
        };
        value.part(&self.positions)
    }

    /// The same, for changes.
    pub(super) fn value_mut<'v>(&self, file: &'v mut FileValue) -> Option<&'v mut Value> {
        let value = match self.section {
            None => &mut file.header,
            Some(section) => match &mut file.sections.get_mut(section)?.content {
                SectionContent::Item(_, value) => value,
                SectionContent::Bytes(_) => return None,
            },
        };
        value.part_mut(&self.positions)
    }

    /// The step of the value.
    pub(super) fn step_in<'p>(&self, plan: &'p Plan) -> Option<&'p Step> {
        let (item, at) = self.step?;
        plan.steps_of(item).get(at)
    }

    /// The item with the value, or with the list with it.
    pub(super) fn item(&self) -> Option<ItemId> {
        self.around.map(|(item, _)| item)
    }

    /// The step of the value, or of the list with it.
    pub(super) fn around_in<'p>(&self, plan: &'p Plan) -> Option<&'p Step> {
        let (item, at) = self.around?;
        plan.steps_of(item).get(at)
    }
}

/// Finds parts in the value of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder<'f, 'e, 'p> {
    pub(super) executor: &'e Executor<'p>,
    pub(super) file: &'f FileValue,
}

impl Finder<'_, '_, '_> {
    /// The place of a part. The name of the section or of the record of the file is optional.
    ///
    /// # Errors
    /// A path that the file does not have.
    pub(super) fn find(&self, parts: &[Part<'_>]) -> Result<Place, EditError> {
        let roots = self.roots();
        let name = match parts.first() {
            Some(Part::Field(name)) => *name,
            _ => return Err(EditFault::NoList.at("")),
        };
        let walk = |root: &Place, parts: &[Part<'_>]| {
            parts.iter().try_fold(root.clone(), |place, part| self.inside(place, *part))
        };
        let (mut places, mut fault) = (Vec::new(), None);
        for root in &roots {
            let inside = self.has(root, name).then(|| walk(root, parts));
            let named = (root.path == name).then(|| walk(root, &parts[1..]));
            match (inside, named) {
                (Some(Ok(place)), _) | (_, Some(Ok(place))) => places.push(place),
                (Some(Err(error)), _) | (_, Some(Err(error))) => {
                    fault.get_or_insert(error);
                }
                (None, None) => {}
            }
        }
        match places.len() {
            0 => Err(fault.unwrap_or_else(|| self.unknown_root(&roots, name))),
            1 => Ok(places.remove(0)),
            sections => Err(EditFault::Ambiguous { sections }.at(&places[0].path)),
        }
    }

    /// The header and the sections that the plan describes.
    fn roots(&self) -> Vec<Place> {
        let plan = self.executor.plan();
        let root = |section, item: ItemId, name: &str| Place {
            section,
            positions: Vec::new(),
            of: Of::Item(item),
            step: None,
            around: None,
            path: name.to_owned(),
        };
        let header = match self.file.header.bare() {
            Value::Item(item, values) if !values.is_empty() => Some(root(None, *item, HEADER)),
            _ => None,
        };
        let sections = self.file.sections.iter().enumerate();
        let sections = sections.filter_map(|(at, section)| match &section.content {
            SectionContent::Item(item, _) => {
                let name = plan.items.get(item.index()).map_or("", |item| plan.name(item.name));
                Some(root(Some(at), *item, name))
            }
            SectionContent::Bytes(_) => None,
        });
        header.into_iter().chain(sections).collect()
    }

    /// Whether a section has a field.
    fn has(&self, root: &Place, name: &str) -> bool {
        let Some(Value::Item(item, _)) = root.value(self.file).map(Value::bare) else {
            return false;
        };
        let plan = self.executor.plan();
        plan.steps_of(*item).iter().any(|step| plan.name(step.name) == name)
    }

    /// The error for a path that begins with an unknown name.
    fn unknown_root(&self, roots: &[Place], name: &str) -> EditError {
        if let [root] = roots
            && let Some(Value::Item(item, _)) = root.value(self.file).map(Value::bare)
        {
            return self.unknown(*item, name).at("");
        }
        let (name, item) = (name.to_owned(), String::new());
        let known = roots.iter().map(|root| root.path.clone()).collect();
        EditFault::UnknownField { name, item, known }.at("")
    }

    /// The place of a part of the value at a place.
    pub(super) fn inside(&self, place: Place, part: Part<'_>) -> Result<Place, EditError> {
        let plan = self.executor.plan();
        let value = place.value(self.file).unwrap_or(&Value::Absent).bare();
        let inner = Inner::new(plan, place.of);
        let (at, of, step) = match (part, value) {
            (Part::Field(name), Value::Item(item, values)) => {
                let found = self.field(*item, values, name);
                let found = found.map_err(|fault| match &fault {
                    EditFault::UnknownField { .. } => {
                        self.computed_around(&inner, name).unwrap_or(fault)
                    }
                    _ => fault,
                });
                let (at, step) = found.map_err(|fault| of_part(fault, &place.path, part))?;
                (at, Of::Shape(step.shape), Some((*item, at)))
            }
            (Part::Field(name), value) => {
                let computed = self.computed_around(&inner, name);
                let fault = computed.unwrap_or_else(|| no_parts(value, EditFault::NoFields));
                return Err(of_part(fault, &place.path, part));
            }
            (Part::Element(index), Value::List(elements)) => {
                let Some(list) = inner.list(plan) else {
                    return Err(EditFault::NoList.at(&place.path));
                };
                let len = elements.len();
                if index >= len {
                    return Err(EditFault::NoElement { index, len }.at(&place.path));
                }
                (index, Of::Shape(list.element), None)
            }
            (Part::Element(_), value) => {
                return Err(no_parts(value, EditFault::NoList).at(&place.path));
            }
        };
        let mut place = place;
        place.positions.push(at);
        (place.of, place.step) = (of, step);
        place.around = step.or(place.around);
        part.append_to(&mut place.path);
        Ok(place)
    }

    /// The visible step with a name. Of several, one that the version has, and that has a value.
    fn field(
        &self,
        item: ItemId,
        values: &[Value],
        name: &str,
    ) -> Result<(usize, &Step), EditFault> {
        let plan = self.executor.plan();
        let steps = plan.steps_of(item).iter().enumerate();
        let named: Vec<_> = steps.filter(|(_, step)| plan.name(step.name) == name).collect();
        let visible = named.iter().filter(|(_, step)| step.role == Role::Visible);
        let best = visible.max_by_key(|(at, step)| {
            let is_there = values.get(*at).is_some_and(|value| *value != Value::Absent);
            // The first of equally good ones.
            (self.executor.open(step.gate), is_there, std::cmp::Reverse(*at))
        });
        match (best, named.first()) {
            (Some(best), _) => Ok(*best),
            (None, Some((at, step))) => Err(computed(plan, item, *at, step)),
            (None, None) => Err(self.unknown(item, name)),
        }
    }

    /// The fault for a name that no field of an item has.
    fn unknown(&self, item: ItemId, name: &str) -> EditFault {
        let plan = self.executor.plan();
        let item_name = plan.items.get(item.index()).map_or("", |item| plan.name(item.name));
        let open = plan.shown_steps(item).filter(|(_, step)| self.executor.open(step.gate));
        let mut known = Vec::<String>::new();
        for (_, step) in open {
            let name = plan.name(step.name);
            if !name.is_empty() && known.iter().all(|known| known != name) {
                known.push(name.to_owned());
            }
        }
        EditFault::UnknownField { name: name.to_owned(), item: item_name.to_owned(), known }
    }

    /// The fault for the name of a step that is not visible in the transparent items around a value, such as a count.
    fn computed_around(&self, inner: &Inner, name: &str) -> Option<EditFault> {
        let plan = self.executor.plan();
        inner.around.iter().find_map(|item| {
            let steps = plan.steps_of(*item).iter().enumerate();
            let mut hidden = steps.filter(|(_, step)| step.role != Role::Visible);
            let (at, step) = hidden.find(|(_, step)| plan.name(step.name) == name)?;
            Some(computed(plan, *item, at, step))
        })
    }
}

/// The error for a part that has no value of its own, or that does not exist in the value at a path.
fn of_part(fault: EditFault, path: &str, part: Part<'_>) -> EditError {
    let mut path = path.to_owned();
    if let EditFault::Computed { .. }
    | EditFault::Constant { .. }
    | EditFault::Filler
    | EditFault::Bits { .. } = fault
    {
        part.append_to(&mut path);
    }
    fault.at(&path)
}

/// The fault for a part of a value without parts.
fn no_parts(value: &Value, otherwise: EditFault) -> EditFault {
    match value {
        Value::Absent => EditFault::Absent,
        Value::Opaque(..) => EditFault::Undescribed,
        Value::List(_) => EditFault::IsList,
        _ => otherwise,
    }
}

/// The fault for a step whose value writers know.
fn computed(plan: &Plan, item: ItemId, at: usize, step: &Step) -> EditFault {
    let shape = plan.shapes.get(step.shape.index());
    let expression = match shape {
        Some(Shape::Computed { value, .. }) => Some(*value),
        _ => step.role.computed(),
    };
    if step.role == Role::Filler {
        return EditFault::Filler;
    }
    let when = step.when.map(|when| plan.show_expr(item, when).to_string());
    if let Some(by) = expression {
        let shown = plan.show_expr(item, by).to_string();
        return match plan.exprs.get(by.index()) {
            Some(Expr::Number(_)) => EditFault::Constant { value: shown, when },
            _ => EditFault::Computed { by: shown, when },
        };
    }
    if let Role::Constant(bytes) = step.role {
        let bytes = bytes.of(&plan.bytes);
        let text = std::str::from_utf8(bytes).ok();
        let text = text.filter(|text| text.chars().all(|letter| matches!(letter, ' '..='~')));
        let value = match text.filter(|text| !text.is_empty()) {
            Some(text) => format!("{text:?}"),
            None => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        return EditFault::Constant { value, when };
    }
    let parts = match shape {
        Some(Shape::Bits { parts, .. }) => *parts as usize,
        _ => 0,
    };
    let parts = plan.steps_of(item).iter().skip(at + 1).take(parts);
    let fields = parts.filter_map(|step| {
        let name = plan.name(step.name);
        let is_set = step.role == Role::Visible;
        let is_part = matches!(plan.shapes.get(step.shape.index())?, Shape::Part { .. });
        let how = if is_set { "" } else { " (computed)" };
        (is_part && !name.is_empty()).then(|| format!("{name}{how}"))
    });
    EditFault::Bits { fields: fields.collect() }
}
