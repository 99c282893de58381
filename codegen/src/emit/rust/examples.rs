//! The examples of a schema as tests: bytes are read, the value is spelled as in listings, and is written
//! as the same bytes again.

use super::ops::instructions;
use super::{Cx, names};
use crate::model::Docs;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let items = items(cx);
    if items.is_empty() {
        return quote!();
    }
    let runtime = &cx.options.runtime;
    let (read_context, write_context) = (cx.read_context(), cx.write_context());
    let functions = items.iter().enumerate().map(|(index, (_, run))| {
        let function = format_ident!("run_{index}");
        quote! {
            fn #function<'a>(
                cursor: &mut Cursor<'a>,
                cx: &#read_context,
                writer: &mut Writer,
                out: &mut #write_context,
            ) -> Result<String> {
                #run
            }
        }
    });
    let examples = items.iter().enumerate().flat_map(|(index, (docs, _))| {
        let function = format_ident!("run_{index}");
        docs.examples.iter().map(move |example| {
            let (item, bytes) = (&docs.name, &example.bytes);
            let (value, context) = (&example.value, &example.context);
            let version = names::version(&cx.model.versions[example.version].docs.name);
            let scope = scope(cx, docs);
            quote!(Example {
                item: #item,
                version: Version::#version,
                #scope
                bytes: &[#(#bytes),*],
                value: #value,
                context: #context,
                run: #function,
            })
        })
    });
    let (release, dialects) = (cx.model.releases.is_some(), cx.model.clocks().next().is_some());
    let release_field = release.then(|| {
        quote! {
            /// The release of the producer.
            pub release: Option<Release>,
        }
    });
    let dialects_field = dialects.then(|| {
        quote! {
            /// The releases of dialects, where they matter.
            pub dialects: DialectReleases,
        }
    });
    let attempt = attempt(cx, release, dialects);
    let cfg = match cx.options.samples {
        true => quote!(any(test, feature = "samples")),
        false => quote!(test),
    };
    let values = cx.model.operations.as_ref().map(|_| {
        quote! {
            /// The values that operations may use, those from `%0` on; their results come after them.
            pub const VALUES: u32 = 100;
        }
    });
    quote! {
        /// The examples of the schema, and the test that each stands for its value.
        #[cfg(#cfg)]
        #[allow(clippy::all, clippy::pedantic, dead_code, unused_variables, unused_mut)]
        pub mod examples {
            use super::*;

            #values

            /// An example of the schema.
            pub struct Example {
                /// The item that it is of.
                pub item: &'static str,
                /// The version that the bytes are of.
                pub version: Version,
                /// The features that the file announces.
                pub features: Features,
                #release_field
                #dialects_field
                /// The bytes.
                pub bytes: &'static [u8],
                /// The value that they stand for, as listings spell it.
                pub value: &'static str,
                /// What the host is told, for contexts that the value depends on; may be empty.
                pub context: &'static str,
                run: for<'a> fn(
                    &mut Cursor<'a>,
                    &#read_context,
                    &mut Writer,
                    &mut #write_context,
                ) -> Result<String>,
            }

            impl Example {
                /// What the bytes stand for, as listings spell it; references are spelled by table and
                /// number.
                ///
                /// # Errors
                /// Bytes that cannot be read or are not all read, or a value that is written in another
                /// way, in words.
                pub fn spelled(&self) -> std::result::Result<String, String> {
                    let mut found = Err("the host gave no context".to_owned());
                    #attempt
                    found
                }

                fn attempt<'a>(
                    &self,
                    cx: &#read_context,
                    out: &mut #write_context,
                ) -> std::result::Result<String, String> {
                    let mut cursor = Cursor::new(self.bytes);
                    let mut writer = Writer::new();
                    let spelled = (self.run)(&mut cursor, cx, &mut writer, out);
                    let spelled = spelled.map_err(|error| error.to_string())?;
                    if !cursor.is_empty() {
                        return Err(format!("`{spelled}`, and {} bytes are left", cursor.remaining()));
                    }
                    if writer.as_slice() != self.bytes {
                        return Err(format!("`{spelled}` is written {:02x?}", writer.as_slice()));
                    }
                    Ok(spelled)
                }
            }

            fn spell(item: &dyn Reflect) -> Result<String> {
                let mut text = String::new();
                let item = FieldValue::Item(item);
                // Text has room for all that is written to it.
                let _ = #runtime::reflect::write_value(&mut text, &item, &#runtime::reflect::Numbers);
                Ok(text)
            }

            fn spell_text(item: &dyn #runtime::reflect::Text) -> Result<String> {
                let mut text = String::new();
                let _ = item.text(&mut text, &#runtime::reflect::Numbers);
                Ok(text)
            }

            #(#functions)*

            /// Every example of the schema.
            #[must_use]
            pub fn examples() -> Vec<Example> {
                vec![#(#examples),*]
            }

            #[cfg(test)]
            #[test]
            fn every_example_stands_for_its_value() {
                let mut wrong = String::new();
                for example in examples() {
                    let found = match example.spelled() {
                        Ok(spelled) if spelled == example.value => continue,
                        Ok(spelled) => format!("stands for `{spelled}`, not for `{}`", example.value),
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

/// Everything that has examples, with the body of the function that runs one.
fn items<'m>(cx: &Cx<'m>) -> Vec<(&'m Docs, TokenStream)> {
    let model = cx.model;
    let mut items = Vec::new();
    let mut push = |docs: &'m Docs, run: TokenStream| {
        if !docs.examples.is_empty() {
            items.push((docs, run));
        }
    };
    let path = |name: &str, plain: bool| {
        let ident = names::camel(name);
        match plain {
            true => (quote!(#ident), quote!()),
            false => (quote!(view::#ident), quote!(.to_owned())),
        }
    };
    for item in &model.enums {
        let ident = names::camel(&item.docs.name);
        let run = quote! {
            let value = #ident::read(cursor, cx)?;
            value.write(writer, out)?;
            Ok(value.name().to_owned())
        };
        push(&item.docs, run);
    }
    for (item, &plain) in model.records.iter().zip(&cx.plain_records) {
        let (path, owned) = path(&item.docs.name, plain);
        let run = quote! {
            let value = #path::read(cursor, cx)?;
            value #owned.write(writer, out)?;
            spell(&value)
        };
        push(&item.docs, run);
    }
    for (item, &plain) in model.unions.iter().zip(&cx.plain_unions) {
        let (path, owned) = path(&item.docs.name, plain);
        let run = quote! {
            let value = #path::read(cursor, cx)?;
            value #owned.write(writer, out)?;
            spell_text(&value)
        };
        push(&item.docs, run.clone());
        for variant in &item.variants {
            push(&variant.docs, run.clone());
        }
    }
    for item in model.sections.iter().filter(|section| !section.fields.is_empty()) {
        let ident = format_ident!("{}Section", names::camel(&item.docs.name));
        let run = quote! {
            let value = view::#ident::read(cursor, cx)?;
            value.to_owned()?.write(writer, out)?;
            spell(&value)
        };
        push(&item.docs, run);
    }
    if model.operations.is_some() {
        let run = quote! {
            let (value, _) = view::Op::read(cursor, cx, VALUES)?;
            value.to_owned(&mut values::Same::default()).write(writer, out)?;
            spell(&value)
        };
        for op in instructions(cx) {
            push(&op.docs, run.clone());
        }
    }
    items
}

/// The features and releases that an item's examples are of: the last ones that have it.
fn scope(cx: &Cx<'_>, docs: &Docs) -> TokenStream {
    let model = cx.model;
    let features = docs.gate.feature.and_then(|index| model.features.get(index)).map(|feature| {
        let feature = names::camel(&feature.name);
        quote!(.with(Feature::#feature))
    });
    let bounds = docs.gate.releases;
    let until = bounds.until.filter(|_| bounds.dialect.is_none());
    let release = model.releases.as_ref().map(|releases| {
        let last = until.and_then(|index| releases.names.get(index)).or(releases.names.last());
        let release = last.map(|name| names::release(name));
        quote!(release: Some(Release::#release),)
    });
    let dialects = model.clocks().next().map(|_| {
        let of = bounds.dialect.and_then(|index| model.dialects.get(index));
        let select = of.and_then(|dialect| {
            let names = &dialect.releases.as_ref()?.names;
            let (name, index) = (&dialect.docs.name, bounds.until.unwrap_or(names.len() - 1));
            Some(quote!(dialects.select(#name, #index);))
        });
        quote!(dialects: {
            let mut dialects = DialectReleases::default();
            #select
            dialects
        },)
    });
    quote!(features: Features::NONE #features, #release #dialects)
}

/// Statements that set `found` by an attempt with a context.
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
