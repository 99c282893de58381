//! The version type, gates, and the documentation lines about them.

use super::documentation::document;
use super::{Cx, Family, names, release_gates};
use crate::ast::before;
use crate::model::{Docs, Field, FieldKind, Gate, Model, SectionHeader, Variant};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The constants of the format, its versions and its features.
pub(super) fn emit(cx: &Cx<'_>) -> TokenStream {
    let model = cx.model;
    let (pad, title) = (model.pad, &model.title);
    let magic = magic(&model.magic);
    let section_header = model.section_header.map(section_header);
    let versions = versions(model);
    let features = features(cx);
    let runtime = &cx.options.runtime;
    quote! {
        /// The format's title.
        pub const TITLE: &str = #title;
        #magic
        /// The filler byte of alignments.
        pub const PAD: u8 = #pad;
        #section_header

        #versions

        #features

        #[cold]
        #[allow(dead_code)]
        fn gate_error(item: &str, needs: &str, version: Version) -> Error {
            #runtime::versions::gate_error(item, needs, version.name())
        }
    }
}

/// The enum of the format's versions.
fn versions(model: &Model) -> TokenStream {
    let idents: Vec<_> = model.versions.iter().map(|v| names::version(&v.docs.name)).collect();
    let docs = model.versions.iter();
    let docs = docs.map(|v| document(&format!("{}: {}.", v.docs.name, v.docs.summary)));
    let labels: Vec<_> = model.versions.iter().map(|v| v.docs.name.as_str()).collect();
    let latest = idents.last();
    let numbers = version_numbers(model, &idents);
    quote! {
        /// A version of the format. Versions compare by age.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Version {
            #(#docs #idents,)*
        }

        impl Version {
            /// Every version, oldest first.
            pub const ALL: &[Version] = &[#(Version::#idents),*];
            /// The newest version.
            pub const LATEST: Version = Version::#latest;

            /// The names of all versions, oldest first.
            pub const NAMES: &[&str] = &[#(#labels),*];

            /// The version's name, such as `13.1`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { #(Version::#idents => #labels,)* }
            }

            #numbers

            #[cold]
            fn unsupported(found: String) -> Error {
                Error::new(ErrorKind::Version { format: TITLE, found, known: Version::NAMES })
            }
        }

        impl std::fmt::Display for Version {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for Version {
            type Err = Error;

            fn from_str(name: &str) -> Result<Version> {
                let found = Version::ALL.iter().copied().find(|version| version.name() == name);
                found.ok_or_else(|| Version::unsupported(name.to_owned()))
            }
        }
    }
}

/// The conversions between a version and its numbers.
fn version_numbers(model: &Model, idents: &[Ident]) -> TokenStream {
    let parts = model.versions.iter().map(|v| {
        let parts = &v.parts;
        quote!(&[#(#parts),*])
    });
    quote! {
        /// The numbers in the name.
        #[must_use]
        pub const fn parts(self) -> &'static [u32] {
            match self { #(Version::#idents => #parts,)* }
        }

        /// The version with these numbers.
        #[must_use]
        pub fn from_parts(parts: &[u32]) -> Option<Version> {
            Version::ALL.iter().copied().find(|version| version.parts() == parts)
        }

        /// The version with the numbers in a file.
        ///
        /// # Errors
        /// Numbers of no version: [`ErrorKind::Version`].
        pub fn supported(numbers: &[u64]) -> Result<Version> {
            let mut known = Version::ALL.iter().copied();
            let same = |version: &Version| {
                let parts = version.parts().iter().map(|part| u64::from(*part));
                parts.eq(numbers.iter().copied())
            };
            known.find(same).ok_or_else(|| {
                let names: Vec<_> = numbers.iter().map(u64::to_string).collect();
                Version::unsupported(names.join("."))
            })
        }
    }
}

/// The magic number of a file and the function that reads it, if the format has one.
fn magic(magic: &[u8]) -> Option<TokenStream> {
    let magic_len = magic.len();
    (!magic.is_empty()).then(|| {
        quote! {
            /// The first bytes of a file.
            pub const MAGIC: [u8; #magic_len] = [#(#magic),*];

            /// Reads the magic number.
            ///
            /// # Errors
            /// Other bytes: [`ErrorKind::Magic`].
            pub fn read_magic(cursor: &mut Cursor<'_>) -> Result<()> {
                let start = cursor.position();
                match cursor.bytes(MAGIC.len()) {
                    Ok(found) if found == MAGIC => Ok(()),
                    _ => Err(Error::at(start, ErrorKind::Magic { format: TITLE, expected: (&MAGIC).into() })),
                }
            }
        }
    })
}

/// The constants for the bits of a section header's first byte.
fn section_header(header: SectionHeader) -> TokenStream {
    let mask = u8::MAX.unbounded_shr(8 - u32::from(header.id_bits.min(8)));
    let aligned = header.aligned_bit.map_or(0, |bit| 1u8 << bit);
    quote! {
        /// The bits of a section header's first byte that contain the id.
        pub const SECTION_ID_MASK: u8 = #mask;
        /// The mask of the bit of a section header's first byte that is set if an alignment follows; zero if there is no such
        /// bit.
        pub const SECTION_ALIGNED: u8 = #aligned;
    }
}

fn features(cx: &Cx<'_>) -> TokenStream {
    let idents: Vec<_> = cx.model.features.iter().map(|f| names::camel(&f.name)).collect();
    let docs = cx.model.features.iter().map(|f| document(&format!("{}.", f.summary)));
    let labels = cx.model.features.iter().map(|f| f.name.as_str());
    let name = if idents.is_empty() {
        quote!(match *self {})
    } else {
        quote!(match self { #(Feature::#idents => #labels,)* })
    };
    let bit =
        if idents.is_empty() { quote!(match feature {}) } else { quote!(1 << feature as u32) };
    quote! {
        /// A feature that a file announces, which allows further items.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Feature {
            #(#docs #idents,)*
        }

        impl Feature {
            /// The feature's name.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                #name
            }
        }

        /// A set of features.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Features(u32);

        impl Features {
            /// No feature.
            pub const NONE: Features = Features(0);

            #[allow(unreachable_code, clippy::missing_const_for_fn)]
            fn bit(feature: Feature) -> u32 {
                #bit
            }

            /// Whether the set has a feature.
            #[inline]
            #[must_use]
            pub fn contains(self, feature: Feature) -> bool {
                self.0 & Features::bit(feature) != 0
            }

            /// The set with a feature added.
            #[must_use]
            pub fn with(self, feature: Feature) -> Features {
                Features(self.0 | Features::bit(feature))
            }
        }
    }
}

/// The versions of a gate in words: `13.3 or later`.
pub(super) fn needs(cx: &Cx<'_>, gate: &Gate) -> String {
    let name = |index: usize| cx.model.versions.get(index).map_or("?", |v| v.docs.name.as_str());
    let releases = release_words(cx, gate);
    if !releases.is_empty() && bounds_no_version(gate) {
        return releases;
    }
    let mut text = match (gate.since, gate.until) {
        (since, None) => format!("{} or later", name(since)),
        (since, Some(until)) => match (since, before::later(name(until))) {
            (0, Some(later)) => format!("before {later}"),
            (0, None) => format!("{} or earlier", name(until)),
            (since, Some(later)) => format!("{} or later, before {later},", name(since)),
            (since, None) => format!("{} to {}", name(since), name(until)),
        },
    };
    if let Some(feature) = gate.feature.and_then(|index| cx.model.features.get(index)) {
        text.push_str(&format!(" with the feature `{}`", feature.name));
    }
    if !releases.is_empty() {
        text.push_str(&format!(" {releases}"));
    }
    text
}

fn bounds_no_version(gate: &Gate) -> bool {
    gate.since == 0 && gate.until.is_none() && gate.feature.is_none()
}

fn release_words(cx: &Cx<'_>, gate: &Gate) -> String {
    release_gates::words(cx, gate)
}

/// The error for an item that a file must not have; uses `version`, and `cx` for releases.
pub(super) fn refusal(cx: &Cx<'_>, item: &str, gate: &Gate) -> TokenStream {
    let needs = needs(cx, gate);
    if gate.releases.is_open() {
        match cx.existing {
            Some(existing) => existing.gate_error(item, &needs),
            None => quote!(gate_error(#item, #needs, version)),
        }
    } else {
        release_gates::refusal(cx, item, &needs, &gate.releases)
    }
}

/// Statements that refuse an item that a file must not have. On reading, the item begins at `start`. They use `version` and `cx`.
pub(super) fn item_gate(cx: &Cx<'_>, docs: &Docs, reading: bool) -> TokenStream {
    let Some(condition) = condition(cx, &docs.gate, &Gate::default()) else { return quote!() };
    let mut error = refusal(cx, &docs.name, &docs.gate);
    if reading {
        error = quote!(#error.or_at(start));
    }
    quote!(if !(#condition) { return Err(#error); })
}

/// A version, as an expression of the type of `version`.
fn version(cx: &Cx<'_>, index: usize) -> TokenStream {
    let name = &cx.model.versions[index].docs.name;
    match cx.existing {
        Some(existing) => existing.version_number(name),
        None => {
            let version = names::version(name);
            quote!(Version::#version)
        }
    }
}

/// A condition that is true if `version` (and `cx`, for features) is in the gate; none if it is always true. `outer` is a gate
/// that is known to hold.
pub(super) fn condition(cx: &Cx<'_>, gate: &Gate, outer: &Gate) -> Option<TokenStream> {
    let mut parts = Vec::new();
    if gate.since > outer.since {
        let since = version(cx, gate.since);
        parts.push(quote!(version >= #since));
    }
    if let Some(until) = gate.until
        && outer.until.is_none_or(|outer| until < outer)
        && until + 1 < cx.model.versions.len()
    {
        let until = version(cx, until);
        parts.push(quote!(version <= #until));
    }
    if let Some(feature) = gate.feature
        && outer.feature != Some(feature)
    {
        let feature = names::camel(&cx.model.features[feature].name);
        parts.push(quote!(cx.has_feature(Feature::#feature)));
    }
    parts.extend(release_gates::conditions(cx, gate, outer));
    let mut parts = parts.into_iter();
    let first = parts.next()?;
    Some(quote!(#first #(&& #parts)*))
}

/// The documentation of an item as attributes: summary, text, versions, source, and position in the schema.
pub(super) fn docs(cx: &Cx<'_>, docs: &Docs) -> TokenStream {
    let place = match docs.place.as_str() {
        "" => String::new(),
        place => format!("Schema: `{place}`."),
    };
    docs_and_wire(cx, docs, &place)
}

/// The documentation of a part of an item, which is at the position of the item in the schema.
pub(super) fn part_docs(cx: &Cx<'_>, docs: &Docs) -> TokenStream {
    docs_and_wire(cx, docs, "")
}

/// One line, for an item whose full documentation is elsewhere in the same format.
pub(super) fn brief(docs: &Docs) -> TokenStream {
    document(&sentence(docs))
}

fn sentence(docs: &Docs) -> String {
    format!("{}.", docs.summary.trim_end_matches('.'))
}

/// The documentation of an item in one of its forms; the full documentation for the owned form.
pub(super) fn docs_of_form(cx: &Cx<'_>, item: &Docs, family: Family) -> TokenStream {
    match family {
        Family::Owned => docs(cx, item),
        Family::View | Family::Parts => brief(item),
    }
}

/// The documentation of a field, with its encoding; the full documentation for the owned form.
pub(super) fn field_docs(cx: &Cx<'_>, field: &Field, family: Family) -> TokenStream {
    if cx.declarations {
        return quote!();
    }
    let mut wire = format!("Wire: `{}`", cx.model.spell_field(field));
    for (bit, _) in field.claims() {
        wire.push_str(&format!(", bit {bit}"));
    }
    if let FieldKind::Part(_, Some(bits)) = field.kind {
        wire.push_str(&format!(", {bits} bits"));
    }
    if let Some(default) = cx.model.spell_default(field) {
        wire.push_str(&format!(", default `{default}`"));
    }
    of_form(cx, &field.docs, &format!("{wire}."), family)
}

/// The documentation of a variant, with its number; the full documentation for the owned form.
pub(super) fn variant_docs(cx: &Cx<'_>, variant: &Variant, family: Family) -> TokenStream {
    of_form(cx, &variant.docs, &format!("Tag {}.", variant.tag), family)
}

fn of_form(cx: &Cx<'_>, docs: &Docs, wire: &str, family: Family) -> TokenStream {
    match family {
        Family::Owned => docs_and_wire(cx, docs, wire),
        Family::View | Family::Parts => document(&format!("{}\n\n{wire}", sentence(docs))),
    }
}

fn docs_and_wire(cx: &Cx<'_>, docs: &Docs, wire: &str) -> TokenStream {
    if cx.declarations {
        return quote!();
    }
    let mut text = sentence(docs);
    if !docs.doc.is_empty() {
        text.push_str("\n\n");
        text.push_str(&docs.doc);
    }
    if !docs.gate.releases.is_open() && bounds_no_version(&docs.gate) {
        text.push_str(&format!("\n\nOnly {}.", release_words(cx, &docs.gate)));
    } else if !docs.gate.is_open() {
        text.push_str(&format!("\n\nIn versions {}.", needs(cx, &docs.gate)));
    }
    if !docs.source.is_empty() {
        text.push_str(&format!("\n\nSource: {}.", docs.source.trim_end_matches('.')));
    }
    if !wire.is_empty() {
        text.push_str(&format!("\n\n{wire}"));
    }
    document(&text)
}
