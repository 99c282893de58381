//! Affine maps, integer sets and layouts, spelled.

use super::speller::Text;
use bytespec::mlir::view;

impl<'f> Text<'_, 'f, '_> {
    /// Adds an attribute of this kind.
    pub(super) fn affine(&mut self, attribute: &view::BuiltinAttribute<'f>) {
        use view::BuiltinAttribute as A;
        match attribute {
            A::AffineMapAttr {
                num_dims, num_symbols, permutation, projection, results, ..
            } => {
                self.push("affine_map<");
                self.space(*num_dims, num_symbols.unwrap_or(0));
                self.push(" -> (");
                let dimension = |text: &mut Self, place| text.format(format_args!("d{place}"));
                match (permutation, projection, results) {
                    (Some(places), _, _) => self.list(", ", places.iter(), dimension),
                    (_, Some(places), _) => self.list(", ", places.iter(), dimension),
                    (_, _, Some(results)) => {
                        self.list(", ", results.iter(), |text, result| text.by_schema(&result));
                    }
                    _ => self.list(", ", 0..*num_dims, dimension),
                }
                self.push(")>");
            }
            A::IntegerSetAttr { num_dims, num_symbols, constraints, equalities, .. } => {
                self.push("affine_set<");
                self.space(*num_dims, *num_symbols);
                self.push(" : (");
                let both = constraints.iter().zip(equalities.iter());
                self.list(", ", both, |text, (constraint, equality)| {
                    text.by_schema(&constraint);
                    text.push(if equality { " == 0" } else { " >= 0" });
                });
                self.push(")>");
            }
            A::StridedLayoutAttr { offset, strides } => {
                self.push("strided<[");
                self.list(", ", strides.iter(), Self::size);
                self.push("]");
                if *offset != 0 {
                    self.push(", offset: ");
                    self.size(*offset);
                }
                self.push(">");
            }
            other => self.by_schema(other),
        }
    }

    /// Adds the dimensions and symbols that affine expressions are over.
    fn space(&mut self, dimensions: u64, symbols: u64) {
        for (begin, letter, count, end) in [("(", 'd', dimensions, ")"), ("[", 's', symbols, "]")] {
            if count > 0 || letter == 'd' {
                self.push(begin);
                self.list(", ", 0..count, |text, n| text.format(format_args!("{letter}{n}")));
                self.push(end);
            }
        }
    }
}
