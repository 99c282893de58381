//! Prints attributes of the dialect `stablehlo` that no template can express.

use super::super::generated::view;
use super::printer::Printer;
use bytespec_core::error::Result;
use bytespec_core::text::output::Print;
use std::fmt::Write as _;

impl Printer<'_, '_> {
    pub(super) fn stablehlo_attribute(
        &mut self,
        attribute: &view::StablehloAttribute<'_>,
    ) -> Result<()> {
        let view::StablehloAttribute::ConvDimensionNumbersAttr {
            input_batch,
            input_feature,
            input_spatial,
            kernel_input_feature,
            kernel_output_feature,
            kernel_spatial,
            output_batch,
            output_feature,
            output_spatial,
        } = attribute
        else {
            return self.symbol('#', "stablehlo", attribute);
        };
        self.out.push_str("#stablehlo.conv<");
        let parts = [
            ("", ('b', *input_batch), ('f', *input_feature), input_spatial),
            ("x", ('i', *kernel_input_feature), ('o', *kernel_output_feature), kernel_spatial),
            ("->", ('b', *output_batch), ('f', *output_feature), output_spatial),
        ];
        for (between, first, second, spatial) in parts {
            let mut places: Vec<(i64, String)> =
                spatial.iter().enumerate().map(|(n, place)| (place, n.to_string())).collect();
            places.push((first.1, first.0.to_string()));
            places.push((second.1, second.0.to_string()));
            places.sort();
            let _ = write!(self.out, "{between}[");
            self.list(places, |printer, (_, name)| {
                printer.out.push_str(&name);
                Ok(())
            })?;
            self.out.push(']');
        }
        self.out.push('>');
        Ok(())
    }
}
