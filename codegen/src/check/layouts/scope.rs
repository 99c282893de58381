//! `layout-scope`: what expressions ask for is a number that is known where they stand, in readers and writers alike.

use super::graph::Graph;
use crate::ast::described::Property;
use crate::ast::{
    Described, DescribedStep, Expression, Field, Place, Repeat, Span, Spanned, TypeExpr,
};
use crate::check::Cx;
use crate::check::cx::{Named, integer_range};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "layout-scope";

/// Words that mean something else in an expression than a field of that name.
const WORDS: &[&str] = &["and", "end", "index", "not", "or"];

/// What a field is to an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A number.
    Number,
    /// A reference to an entry of a table.
    Index,
    /// Bytes as they are.
    Bytes,
    /// Numbers or bytes, one after the other, of a step that repeats.
    Several,
    /// A list that has its count in front, or ends where the bytes do.
    List,
    /// Something else.
    Other,
}

pub(in crate::check) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    if cx.schema.incomplete || cx.schema.described.is_empty() {
        return;
    }
    let graph = Graph::new(cx);
    let scope = Scopes { graph: &graph };
    for (at, item) in graph.layouts.iter().enumerate() {
        scope.words(item, out);
        scope.derived(item, out);
        for step in &item.steps {
            scope.step(at, item, step, out);
        }
    }
    super::sections::check(&graph, out);
}

struct Scopes<'g, 'a, 'c> {
    graph: &'g Graph<'a, 'c>,
}

/// Where an expression stands.
struct At<'a> {
    layout: usize,
    item: &'a Described,
    step: &'a DescribedStep,
    /// It is evaluated for each element.
    of_element: bool,
    /// It is what a writer computes.
    is: bool,
}

impl<'a> Scopes<'_, 'a, '_> {
    /// Fields whose names an expression understands as something else.
    fn words(&self, item: &Described, out: &mut Diagnostics) {
        let record = self.record(item.record.as_ref()).map_or(&[][..], |fields| fields);
        let own = item.steps.iter().map(|step| &step.common.name);
        let at = item.record.as_ref().map_or(Span::default(), |name| name.span);
        let of_record =
            record.iter().map(|field| Spanned::new(field.common.name.value.clone(), at));
        let all: Vec<Spanned<String>> = own.cloned().chain(of_record).collect();
        for name in all.iter().filter(|name| WORDS.contains(&name.value.as_str())) {
            out.found(RULE, format!("`{}` is a word of expressions", name.value))
                .at(name.span, "no expression could ask for a field of this name")
                .help("give the field another name; `label` can keep the spelling in listings");
        }
        for step in &item.steps {
            let name = &step.common.name;
            if record.iter().any(|field| field.common.name.value == name.value) {
                out.found(RULE, format!("the record has a field `{}` too", name.value))
                    .at(name.span, "declared again here")
                    .at(at, "its fields come first");
            }
        }
    }

    /// What a step is computed from is read by means of it: other bytes would come back changed.
    fn derived(&self, item: &Described, out: &mut Diagnostics) {
        for (at, step) in item.steps.iter().enumerate() {
            let Some(is) = &step.is else { continue };
            let mut asked = Vec::new();
            is.walk(&mut |part| {
                if let Expression::Of(property, field) = part {
                    asked.push((*property, field));
                }
            });
            let sizes = asked.iter().any(|(property, _)| *property == Property::Sizes);
            let alone = matches!(is, Expression::Of(Property::Sizes, _));
            if sizes != step.repeat.is_some() || sizes && !alone {
                out.found(RULE, format!("`{}` cannot be this", step.common.name.value))
                    .at(
                        step.common.name.span,
                        "one number for each element is `sizes` and nothing else",
                    )
                    .help("a step that repeats is `sizes(field)`, and only such a step is");
                continue;
            }
            for (property, field) in asked {
                self.check_use(item, at, (property, field), out);
            }
        }
    }

    fn check_use(
        &self,
        item: &Described,
        at: usize,
        (property, field): (Property, &Spanned<String>),
        out: &mut Diagnostics,
    ) {
        let name = &item.steps[at].common.name;
        let Some(place) = item.steps.iter().position(|s| s.common.name.value == field.value) else {
            if self.find(item, &field.value).is_some() {
                out.found(RULE, format!("`{}` is a field of the record", field.value))
                    .at(field.span, "stands before this")
                    .help("the bytes of a field of the layout can be asked for");
            }
            return;
        };
        let other = &item.steps[place];
        if place <= at {
            out.found(RULE, format!("`{}` was read already", field.value))
                .at(field.span, "a reader knows this before it reads the number")
                .at(other.common.name.span, "stands here");
            return;
        }
        let (key, expression) = match property {
            Property::Size | Property::Sizes => ("size", other.size.as_ref()),
            Property::Present => ("when", other.when.as_ref()),
            Property::Elements => match &other.repeat {
                Some(Repeat::Count(count)) => ("repeat", Some(count)),
                _ => ("repeat", None),
            },
        };
        let mut asks = false;
        if let Some(expression) = expression {
            expression.walk(&mut |part| {
                asks |= match part {
                    Expression::Field(asked) => asked.value == name.value,
                    Expression::Listed(place, _) | Expression::Around(place) => {
                        place.field.value == name.value
                            && place.item.value == item.common.name.value
                    }
                    _ => false,
                };
            });
        }
        if !asks {
            out.found(RULE, format!("nothing reads `{}` by this number", field.value))
                .at(name.span, "another number in a file would not come back")
                .at(
                    other.common.name.span,
                    format!("its `{key}` does not ask for `{}`", name.value),
                )
                .help(format!("add `{key}: {}` to `{}`, or leave `is`", name.value, field.value));
        }
    }

    fn step(
        &self,
        layout: usize,
        item: &'a Described,
        step: &'a DescribedStep,
        out: &mut Diagnostics,
    ) {
        self.arguments(item, step, out);
        let (a, b) = match &step.repeat {
            Some(Repeat::Count(a)) => (Some(a), None),
            Some(Repeat::Until(a, b)) => (Some(a), Some(b)),
            _ => (None, None),
        };
        let whole = [a, b, step.when.as_ref(), step.is.as_ref(), step.value.as_ref()];
        let each = [&step.size, &step.align, &step.dialect, &step.operation, &step.version_record];
        let whole = whole.into_iter().flatten().map(|expression| (expression, false));
        let each = each.into_iter().flatten().map(|expression| (expression, true));
        for (expression, of_element) in whole.chain(each) {
            let is = step.is.as_ref().is_some_and(|is| std::ptr::eq(is, expression));
            let at = At { layout, item, step, of_element, is };
            expression.walk(&mut |part| self.part(&at, part, out));
        }
        for expression in [&step.dialect, &step.operation].into_iter().flatten() {
            self.name(layout, expression, step, out);
        }
    }

    /// A codec is given numbers of earlier fields.
    fn arguments(&self, item: &Described, step: &DescribedStep, out: &mut Diagnostics) {
        let at = item.steps.iter().position(|other| std::ptr::eq(other, step)).unwrap_or(0);
        for name in &step.ty.fields {
            let later = item.steps[at..].iter().any(|other| other.common.name.value == *name);
            let kind = self.find(item, name).filter(|_| !later);
            if !matches!(kind, Some(Kind::Number | Kind::Index)) {
                out.found(RULE, format!("`{name}` is no number that a codec could be given"))
                    .at(step.ty.span, "expected an earlier field that is a number");
            }
        }
    }

    fn part(&self, at: &At<'_>, part: &Expression, out: &mut Diagnostics) {
        match part {
            Expression::Field(name) => {
                if let Some(kind) = self.find(at.item, &name.value)
                    && !matches!(kind, Kind::Number | Kind::Index)
                {
                    out.push(not_a_number(name));
                }
            }
            Expression::Of(property, name) => self.property(at, *property, name, out),
            Expression::Index => {
                let element = at.of_element && at.step.repeat.is_some();
                if !element && !self.graph.is_in_elements(at.layout) {
                    out.found(RULE, "there is no element whose position this could be")
                        .at(at.step.common.name.span, "`index` stands here")
                        .help("use it in `size` of a field that repeats, or in a layout that is an element");
                }
            }
            Expression::Around(place) => self.around(at, place, out),
            Expression::Count(place)
            | Expression::Listed(place, _)
            | Expression::Find(place, _) => {
                self.listed(place, out);
            }
            _ => {}
        }
    }

    fn property(
        &self,
        at: &At<'_>,
        property: Property,
        name: &Spanned<String>,
        out: &mut Diagnostics,
    ) {
        if !at.is && matches!(property, Property::Size | Property::Sizes) {
            out.found(RULE, format!("only `is` can ask for the bytes of `{}`", name.value))
                .at(name.span, "a reader does not keep how many there were")
                .help("let a field hold the number, with `is`");
        }
        let Some(kind) = self.find(at.item, &name.value) else { return };
        if property == Property::Elements && !matches!(kind, Kind::Several | Kind::List) {
            out.found(RULE, format!("`{}` has no elements to count", name.value))
                .at(name.span, "expected a list, or a field with `repeat`");
        }
        if property == Property::Sizes && !self.repeats(at.item, &name.value) {
            out.found(
                RULE,
                format!("`{}` has no elements whose bytes could be counted", name.value),
            )
            .at(name.span, "expected a field with `repeat`");
        }
    }

    fn repeats(&self, item: &Described, name: &str) -> bool {
        let mut steps = item.steps.iter();
        steps.any(|step| step.common.name.value == name && step.repeat.is_some())
    }

    /// A field of an item that is around this one, wherever this one stands.
    fn around(&self, at: &At<'_>, place: &Place, out: &mut Diagnostics) {
        let Some(outer) = self.graph.layout(&place.item.value) else {
            let message = format!("a record is around nothing: `{place}` has no value here");
            let found = Diagnostic::new(RULE, message).at(place.item.span, "a record");
            out.push(found.help(self.of_layouts(place)));
            return;
        };
        if outer == at.layout {
            let found = Diagnostic::new(RULE, format!("`{}` is this layout", place.item.value));
            out.push(
                found
                    .at(place.item.span, "not around itself")
                    .help(format!("write `{}`", place.field.value)),
            );
            return;
        }
        let (item, around) = (at.item, self.graph.layouts[outer]);
        if !self.graph.is_always_around(outer, at.layout) {
            let message =
                format!("`{}` is not around every `{}`", place.item.value, item.common.name.value);
            out.found(RULE, message)
                .at(place.item.span, "asks for a field of what is around this")
                .at(around.common.name.span, "the layout that is not always there");
            return;
        }
        let field = around.steps.iter().position(|s| s.common.name.value == place.field.value);
        let early = around
            .steps
            .iter()
            .position(|step| self.graph.leads_to(step, at.layout))
            .filter(|step| field.is_some_and(|field| field >= *step));
        if let Some(step) = early {
            out.found(RULE, format!("`{place}` is not known yet"))
                .at(place.field.span, "stands behind what asks for it")
                .at(around.steps[step].common.name.span, "asked for in here");
        }
        self.is_number(place, &[Kind::Number, Kind::Index], out);
    }

    /// A field of which a list is kept.
    fn listed(&self, place: &Place, out: &mut Diagnostics) {
        if self.is_value(&place.item.value) {
            return self.is_number(
                place,
                &[Kind::Number, Kind::Index, Kind::Bytes, Kind::Several],
                out,
            );
        }
        let in_layout = self.graph.layouts.iter().find(|item| {
            item.record.as_ref().is_some_and(|record| record.value == place.item.value)
        });
        if let (None, Some(layout)) = (self.graph.layout(&place.item.value), in_layout) {
            let message =
                format!("`{}` is read as `{}`", place.item.value, layout.common.name.value);
            out.found(RULE, message)
                .at(place.item.span, "nothing is kept under this name")
                .at(layout.common.name.span, "has the fields of the record")
                .help(format!("write `{}.{}`", layout.common.name.value, place.field.value));
            return;
        }
        self.is_number(place, &[Kind::Number, Kind::Index, Kind::Bytes, Kind::Several], out);
    }

    /// Whether a record is the type of something.
    fn is_value(&self, record: &str) -> bool {
        let cx = self.graph.cx;
        let mut found = false;
        let mut visit = |ty: &TypeExpr| {
            crate::check::cx::walk(ty, &mut |ty| found |= ty.name == record);
        };
        cx.owners().flat_map(|owner| owner.fields).for_each(|field| visit(&field.ty));
        self.graph.layouts.iter().flat_map(|item| &item.steps).for_each(|step| visit(&step.ty));
        found
    }

    fn is_number(&self, place: &Place, kinds: &[Kind], out: &mut Diagnostics) {
        if self.kind_at(place).is_some_and(|kind| !kinds.contains(&kind)) {
            out.push(not_a_number(&place.field));
        }
    }

    fn of_layouts(&self, place: &Place) -> String {
        let layouts = self.graph.layouts.iter().filter(|item| {
            item.record.as_ref().is_some_and(|record| record.value == place.item.value)
        });
        let names =
            layouts.map(|item| format!("`{}.{}`", item.common.name.value, place.field.value));
        match names.collect::<Vec<_>>() {
            names if names.is_empty() => "name a layout that is around this one".to_owned(),
            names => format!("write `{}`, or {}", place.field.value, names.join(" or ")),
        }
    }

    /// The name of a dialect or an operation is an entry of a table of strings.
    fn name(
        &self,
        layout: usize,
        expression: &Expression,
        step: &DescribedStep,
        out: &mut Diagnostics,
    ) {
        let kind = match expression {
            Expression::Field(name) => self.find(self.graph.layouts[layout], &name.value),
            Expression::Around(place) | Expression::Listed(place, _) => self.kind_at(place),
            _ => Some(Kind::Other),
        };
        if kind.is_some_and(|kind| kind != Kind::Index) {
            out.found(RULE, format!("`{expression}` is no name"))
                .at(step.common.name.span, "asks for a name")
                .help("name a field whose type is a `ref` to the table that has the names");
        }
    }

    fn kind_at(&self, place: &Place) -> Option<Kind> {
        match self.graph.layout(&place.item.value) {
            Some(layout) => self.find(self.graph.layouts[layout], &place.field.value),
            None => {
                let fields = self.record(Some(&place.item))?;
                let found = fields.iter().find(|f| f.common.name.value == place.field.value)?;
                Some(self.of_field(found))
            }
        }
    }

    fn record(&self, name: Option<&Spanned<String>>) -> Option<&'a [Field]> {
        let mut records = self.graph.cx.schema.records.iter();
        let record =
            records.find(|item| Some(&item.common.name.value) == name.map(|n| &n.value))?;
        Some(&record.fields)
    }

    /// What a field of a layout, or of its record, is.
    fn find(&self, item: &Described, name: &str) -> Option<Kind> {
        if let Some(step) = item.steps.iter().find(|step| step.common.name.value == name) {
            return Some(self.of_step(step));
        }
        let fields = self.record(item.record.as_ref())?;
        fields
            .iter()
            .find(|field| field.common.name.value == name)
            .map(|field| self.of_field(field))
    }

    fn of_step(&self, step: &DescribedStep) -> Kind {
        let kind = self.of_type(&step.ty);
        match (&step.repeat, kind) {
            (None, kind) => kind,
            (Some(_), Kind::Number | Kind::Index | Kind::Bytes) => Kind::Several,
            (Some(_), _) => Kind::List,
        }
    }

    fn of_field(&self, field: &Field) -> Kind {
        match field.ty.name.as_str() {
            "flags" | "packed" => Kind::Other,
            "unit" | "presence" => Kind::Number,
            // A part without a type is a number.
            "" => Kind::Number,
            _ => self.of_type(&field.ty),
        }
    }

    fn of_type(&self, ty: &TypeExpr) -> Kind {
        match ty.name.as_str() {
            "bool" => Kind::Number,
            "ref" => Kind::Index,
            "bytes" | "all_but" | "up_to" => Kind::Bytes,
            "list" | "rest" | "repeat" | "balanced" => Kind::List,
            _ if integer_range(ty).is_some() => Kind::Number,
            name => match self.graph.cx.named(name) {
                Some(Named::Enum(_)) => Kind::Number,
                _ => Kind::Other,
            },
        }
    }
}

fn not_a_number(name: &Spanned<String>) -> Diagnostic {
    Diagnostic::new(RULE, format!("`{}` is not a number", name.value))
        .at(name.span, "expected a field that is a number, always one")
        .help("`count`, `has` and `size` ask for numbers of other fields")
}
