//! Emits the examples of a schema as tests: the bytes are read, the value is spelled as in listings, and writing gives the same
//! bytes.

use super::Cx;
use super::samples::{Subject, cfg};
use super::words::Words;
use crate::model;
use proc_macro2::TokenStream;
use quote::quote;

/// The module of examples.
pub(super) fn emit(cx: &Cx<'_>, subjects: &[Subject<'_>]) -> TokenStream {
    if subjects.iter().all(|subject| subject.docs.examples.is_empty()) {
        return quote!();
    }
    let rows = subjects.iter().flat_map(|subject| {
        let examples = subject.docs.examples.iter();
        examples.map(|example| row(cx, subject, example))
    });
    let (release, dialects) = (cx.model.releases.is_some(), cx.model.axes().next().is_some());
    let (example, from_row) = (example(release, dialects), from_row(cx, release, dialects));
    let methods = methods(cx, release, dialects);
    let cfg = cfg(cx);
    quote! {
        /// The examples of the schema, and a test that decodes and encodes each of them.
        #[cfg(#cfg)]
        #[allow(clippy::all, clippy::pedantic, dead_code, unused_variables, unused_mut)]
        pub mod examples {
            use super::*;
            use super::samples::round_trip;

            #example

            #from_row

            #methods

            /// Every example of the schema.
            #[must_use]
            pub fn examples() -> Vec<Example> {
                [#(#rows),*].into_iter().map(Example::from_row).collect()
            }

            #[cfg(test)]
            #[test]
            fn every_example_stands_for_its_value() {
                let mut wrong = String::new();
                for example in examples() {
                    let found = match example.spelled() {
                        Ok(spelled) if spelled == example.value => continue,
                        Ok(spelled) => format!("decodes to `{spelled}`, not to `{}`", example.value),
                        Err(error) => error,
                    };
                    let (item, bytes) = (example.item, example.bytes);
                    wrong += &format!("{item} in version {}: {bytes:02x?}: {found}\n", example.version);
                }
                assert!(wrong.is_empty(), "\n{wrong}");
            }
        }
    }
}

/// The struct of an example.
fn example(release: bool, dialects: bool) -> TokenStream {
    let release_field = release.then(|| {
        quote! {
            /// The release of the producer.
            pub release: Option<Release>,
        }
    });
    let dialects_field = dialects.then(|| {
        quote! {
            /// The releases of dialects, if the example depends on them.
            pub dialects: DialectReleases,
        }
    });
    quote! {
        /// An example of the schema.
        pub struct Example {
            /// The name of the item.
            pub item: &'static str,
            /// The format version of the bytes.
            pub version: Version,
            /// The features that the file announces.
            pub features: Features,
            #release_field
            #dialects_field
            /// The bytes.
            pub bytes: &'static [u8],
            /// The value of the bytes, as in listings.
            pub value: &'static str,
            /// Text for the host, which makes the contexts; may be empty.
            pub context: &'static str,
            of: (&'static str, &'static str),
        }
    }
}

/// The methods of an example, which read its bytes and write them again.
fn methods(cx: &Cx<'_>, release: bool, dialects: bool) -> TokenStream {
    let (read_context, write_context) = (cx.read_context(), cx.write_context());
    let attempt = attempt(cx, release, dialects);
    let runtime = &cx.options.runtime;
    quote! {
        impl Example {
            /// The value of the bytes, as in listings. References are spelled as table and number.
            ///
            /// # Errors
            /// A description of the fault: bytes that cannot be read or are not all read, or a value that is written as other
            /// bytes.
            pub fn spelled(&self) -> std::result::Result<String, String> {
                let mut found = Err("the host provided no context".to_owned());
                #attempt
                found
            }

            fn attempt<'a>(
                &self,
                cx: &#read_context,
                out: &mut #write_context,
            ) -> std::result::Result<String, String> {
                let mut spelled = String::new();
                let mut see = |seen: #runtime::reflect::Seen<'_>| spelled = seen.spelled();
                let written = round_trip(self.of, self.bytes, cx, out, &mut see);
                let written = written.map_err(|error| match spelled.is_empty() {
                    true => error.to_string(),
                    false => format!("`{spelled}`, but {error}"),
                })?;
                if written != self.bytes {
                    return Err(format!("`{spelled}` is written as {written:02x?}"));
                }
                Ok(spelled)
            }
        }
    }
}

/// The row of an example, in the order in which `from_row` reads it. The features and releases are the last ones that have the item.
fn row(cx: &Cx<'_>, subject: &Subject<'_>, example: &model::Example) -> Words {
    let (model, docs) = (cx.model, subject.docs);
    let bounds = docs.gate.releases;
    let mut row = Words::default();
    row.words(&[subject.kind, subject.name, &docs.name]);
    row.number(example.version);
    row.word(&docs.gate.feature.map_or(0, |feature| 1u64 << feature).to_string());
    if let Some(releases) = &model.releases {
        let until = bounds.until.filter(|_| bounds.dialect.is_none());
        let last = releases.names.len().saturating_sub(1);
        row.number(until.filter(|until| *until <= last).unwrap_or(last));
    }
    if model.axes().next().is_some() {
        let selected = bounds.dialect.and_then(|index| {
            let dialect = model.dialects.get(index)?;
            let last = dialect.releases.as_ref()?.names.len() - 1;
            Some((&dialect.docs.name, bounds.until.unwrap_or(last)))
        });
        let (dialect, release) = selected.map_or(("", 0), |(name, at)| (name.as_str(), at));
        row.word(dialect);
        row.number(release);
    }
    row.word(&example.bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    row.words(&[&example.value, &example.context]);
    row
}

/// The function that makes an example from its row.
fn from_row(cx: &Cx<'_>, release: bool, dialects: bool) -> TokenStream {
    let runtime = &cx.options.runtime;
    let release = release.then(|| quote!(release: Some(Release::ALL[row.number::<usize>()]),));
    let dialects = dialects.then(|| {
        quote!(dialects: {
            let mut dialects = DialectReleases::default();
            let (dialect, release) = (row.word(), row.number());
            if !dialect.is_empty() {
                dialects.select(dialect, release);
            }
            dialects
        },)
    });
    quote! {
        impl Example {
            fn from_row(row: &'static str) -> Example {
                let mut row = #runtime::words::Words::new(row);
                Example {
                    of: (row.word(), row.word()),
                    item: row.word(),
                    version: Version::ALL[row.number::<usize>()],
                    features: Features(row.number()),
                    #release
                    #dialects
                    bytes: #runtime::sample::from_hexadecimal(row.word()),
                    value: row.word(),
                    context: row.word(),
                }
            }
        }
    }
}

/// Statements that set `found` to the result of an attempt with a context.
fn attempt(cx: &Cx<'_>, release: bool, dialects: bool) -> TokenStream {
    if let Some(host) = &cx.options.host {
        return quote!(#host::example(self, &mut |cx, out| found = self.attempt(cx, out)););
    }
    let release = release.then(|| quote!(let cx = cx.with_release(self.release);));
    let dialects = dialects.then(|| quote!(let cx = cx.with_dialects(self.dialects);));
    quote! {
        let cx = Context { features: self.features, ..Context::new(self.version) };
        #release
        #dialects
        found = self.attempt(&cx, &mut { cx });
    }
}
