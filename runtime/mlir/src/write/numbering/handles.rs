//! Resources that assembly text refers to.

use crate::codec::context::HasTypes;
use crate::codec::encoder::Reference;
use crate::generated::ResourceId;
use crate::module::Module;
use bytespec_core::text::mentions;
use std::collections::{HashMap, HashSet};

/// The prefix of the key of a resource of the dialect `builtin`.
const DENSE: &[u8] = b"dense_resource<";

/// The resources of a module by their keys.
#[derive(Debug)]
pub(crate) struct Handles {
    by_key: HashMap<Box<[u8]>, Vec<ResourceId>>,
    builtin: Option<u32>,
}

impl Handles {
    pub(crate) fn new(module: &Module<'_>) -> Self {
        let data = module.data();
        let mut by_key: HashMap<Box<[u8]>, Vec<ResourceId>> = HashMap::new();
        let mut seen = HashSet::new();
        for (id, resource) in module.resources.iter().enumerate() {
            let key = module.strings.bytes(resource.key, data);
            // A name refers to the first resource of the dialect with it.
            if seen.insert((resource.dialect, key)) {
                by_key.entry(key.into()).or_default().push(ResourceId(id as u32));
            }
        }
        let builtin = match by_key.is_empty() {
            true => None,
            false => module.type_table().builtin(),
        };
        Handles { by_key, builtin }
    }

    /// Lists the resources that the text of an entry of the module refers to, in the order of the text.
    pub(crate) fn find(
        &self,
        module: &Module<'_>,
        (dialect, text): (u32, &[u8]),
        list: &mut Vec<Reference>,
    ) {
        if self.by_key.is_empty() {
            return;
        }
        let mut at = 0;
        let mut dialects = None;
        let mut seen = HashSet::new();
        while let Some(token) = mentions::next(text, &mut at) {
            let key = mentions::unquoted(&text[token.clone()]);
            let Some(found) = self.by_key.get(key.as_slice()) else { continue };
            let dense = text[..token.start].ends_with(DENSE);
            if !seen.insert((key, dense)) {
                continue;
            }
            let dialects = dialects.get_or_insert_with(|| mentions::names(text));
            for &id in found {
                let owner = module.resources.get(id.0 as usize).and_then(|data| data.dialect);
                let Some(owner) = owner.map(|owner| owner.0) else { continue };
                let here = if Some(owner) == self.builtin {
                    dense
                } else {
                    owner == dialect || dialects.contains(module.dialect_name(owner))
                };
                if here {
                    list.push(Reference::Resource(id));
                }
            }
        }
    }
}
