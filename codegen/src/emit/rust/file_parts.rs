//! The functions that read and write the header and the sections of a file, for formats without a host.

use super::fields::Fields;
use super::{Cx, names};
use crate::model::{Field, FieldKind, Header, Kind, Record, Wire};
use proc_macro2::TokenStream;
use quote::quote;

/// The functions `read_parts` and `write_parts`, if the format describes a file and numbers of the header state its version and
/// its features.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let model = cx.model;
    let (Some(header), Some(_), None) = (&model.header, &model.section_header, &cx.options.host)
    else {
        return quote!();
    };
    let record = &model.records[header.record];
    let runtime = &cx.options.runtime;
    let name = cx.item_name(&record.docs.name);
    let view = if cx.plain_records[header.record] { quote!(#name) } else { quote!(view::#name) };
    let parts = quote!(#runtime::container::Parts<'_, #name, Context>);
    let Some(stated) = read_stated(cx, header, record) else { return quote!() };
    let read = read(cx, header, &view, &parts);
    let write = write(cx, header, &parts);
    quote!(#stated #read #write)
}

/// The function that reads the version and the features which a header states; none if one of the fields is not a number.
fn read_stated(cx: &Cx<'_>, header: &Header, record: &Record) -> Option<TokenStream> {
    let stated = |name: &String| {
        let field = record.fields.iter().find(|field| field.docs.name == *name)?;
        number(cx, field)
    };
    let numbers: Option<Vec<TokenStream>> = header.version.iter().map(stated).collect();
    let features = header.features.iter().map(|(feature, field)| {
        let number = stated(field)?;
        let feature = names::camel(&cx.model.features.get(*feature)?.name);
        Some(quote!(if #number != 0 { features = features.with(Feature::#feature); }))
    });
    let (numbers, features) = (numbers?, features.collect::<Option<Vec<_>>>()?);
    let version_fields = Fields::new(cx, &record.docs, start_of(record, &header.version)).read();
    let parts = numbers.len();
    let version = (!numbers.is_empty()).then(|| {
        quote! {
            let mut fields = |cursor: &mut Cursor<'_>| -> Result<[u64; #parts]> {
                #version_fields
                Ok([#(#numbers),*])
            };
            let numbers = fields(&mut cursor.clone()).field("header")?;
            let stated = Version::supported(&numbers).map_err(|error| error.or_at(start))?;
            if stated != version {
                return Ok(Context { version: stated, ..*cx });
            }
        }
    });
    let names: Vec<String> = header.features.iter().map(|(_, field)| field.clone()).collect();
    let feature_fields = Fields::new(cx, &record.docs, start_of(record, &names)).read();
    Some(quote! {
        /// Reads the context that a header states. The fields that state the features are read only if the header states the
        /// version of `cx`: another version can lack them.
        #[allow(unused_variables, unused_mut)]
        fn read_stated(cursor: &mut Cursor<'_>, cx: &Context) -> Result<Context> {
            let version = cx.version();
            let start = cursor.position();
            let origin = start;
            #version
            let mut fields = || -> Result<Features> {
                let mut features = Features::NONE;
                #feature_fields
                #(#features)*
                Ok(features)
            };
            let features = fields().field("header")?;
            Ok(Context { features, ..*cx })
        }
    })
}

/// The fields up to the last one with one of these names. If a field contains bits of later ones, these are all fields.
fn start_of<'m>(record: &'m Record, names: &[String]) -> &'m [Field] {
    let end = record.fields.iter().rposition(|field| names.contains(&field.docs.name));
    let start = &record.fields[..end.map_or(0, |last| last + 1)];
    let has_bits = start.iter().any(|field| {
        let kind = &field.kind;
        matches!(kind, FieldKind::Flags(_) | FieldKind::Packed { .. } | FieldKind::Presence)
    });
    if has_bits { &record.fields } else { start }
}

/// The expression for the value of a field as `u64`; none if it is not an unsigned number.
fn number(cx: &Cx<'_>, field: &Field) -> Option<TokenStream> {
    let local = names::local(&field.docs.name);
    match &field.kind {
        FieldKind::Unit { .. } => Some(quote!(u64::from(#local))),
        FieldKind::Value(wire) | FieldKind::Part(wire, _) => match wire {
            Wire::Integer(integer) if !integer.signed() => Some(quote!(u64::from(#local))),
            Wire::Bool => Some(quote!(u64::from(#local))),
            Wire::Item(Kind::Enum, index) if !cx.model.enums[*index].is_signed() => {
                Some(quote!(#local.number()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The function that reads the parts of a file.
fn read(cx: &Cx<'_>, header: &Header, view: &TokenStream, parts: &TokenStream) -> TokenStream {
    let runtime = &cx.options.runtime;
    let magic = (!cx.model.magic.is_empty()).then(|| quote!(read_magic(&mut cursor)?;));
    let (parameter, newest) = match header.version.is_empty() {
        true => (quote!(, version: Version), quote!(version)),
        false => (quote!(), quote!(Version::LATEST)),
    };
    let (producer, some_producer) = match header.producer {
        true => (
            quote!(let producer = cursor.nul_terminated().field("producer").field("header")?;),
            quote!(Some(producer.into())),
        ),
        false => (quote!(), quote!(None)),
    };
    let unstated = match header.version.is_empty() {
        true => "The file does not state its version.",
        false => "The context has the version and the features that the header states.",
    };
    let unstated = super::documentation::document(unstated);
    let to_owned =
        (!cx.plain_records[header.record]).then(|| quote!(let header = header.to_owned();));
    // A header can state its version after fields that depend on it.
    let attempts = cx.model.features.len() + 1;
    quote! {
        /// Reads the header of a file and the headers of its sections. Payloads are not read.
        ///
        #unstated
        ///
        /// # Errors
        /// The first fault, with its offset: another magic number, a version that the format does not have
        /// ([`ErrorKind::Version`]), a wrong header, and sections that break the rules of the format.
        pub fn read_parts(input: &[u8] #parameter) -> Result<#parts> {
            let mut cursor = Cursor::new(input);
            #magic
            let start = cursor.position();
            let mut context = Context::new(#newest);
            for _ in 0..=#attempts {
                let stated = read_stated(&mut cursor.clone(), &context)?;
                if stated == context {
                    let header = #view::read(&mut cursor, &context).field("header")?;
                    #to_owned
                    #producer
                    let sections = CONTAINER.read(&mut cursor, context.version as u32)?;
                    return #runtime::container::Parts::new(input, header, context, #some_producer, &sections);
                }
                context = stated;
            }
            Err(Error::at(start, ErrorKind::Plan(#runtime::error::PlanFault::Header)))
        }
    }
}

/// The function that writes the parts of a file.
fn write(cx: &Cx<'_>, header: &Header, parts: &TokenStream) -> TokenStream {
    let runtime = &cx.options.runtime;
    let magic = (!cx.model.magic.is_empty()).then(|| quote!(writer.bytes(&MAGIC);));
    let producer = header.producer.then(|| {
        quote! {
            let producer = parts.producer.as_deref().unwrap_or_default();
            if producer.contains(&0) {
                let kind = ErrorKind::Text(#runtime::error::TextFault::ZeroByte);
                return Err(Error::new(kind)).field("producer").field("header");
            }
            writer.nul_terminated(producer);
        }
    });
    quote! {
        /// Writes a file. Unedited sections have the bytes that were read.
        ///
        /// # Errors
        /// A header that cannot be written or that states another version or other features than the context, and sections that
        /// break the rules of the format.
        pub fn write_parts(parts: &#parts) -> Result<Vec<u8>> {
            let context = parts.context;
            let mut writer = Writer::new();
            #magic
            let start = writer.len();
            parts.header.write(&mut writer, &mut context.clone()).field("header")?;
            let mut header = Cursor::over(writer.as_slice(), start, writer.len())?;
            if read_stated(&mut header, &context)? != context {
                return Err(Error::new(ErrorKind::Plan(#runtime::error::PlanFault::Header)));
            }
            #producer
            CONTAINER.check(parts.sections.iter().map(|section| section.id), context.version as u32)?;
            for section in &parts.sections {
                CONTAINER.write_part(&mut writer, section);
            }
            Ok(writer.into_bytes())
        }
    }
}
