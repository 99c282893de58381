//! The numbers of entries and values in a file: those of the module, or new ones in the order of a reference writer.

use crate::generated::{ConstantId, DebugId, Feature, Features, StringId, Type, TypeId, Version};
use crate::module::body::Body;
use crate::module::{Module, entry};
use crate::write::profile::Profile;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::interner::Interner;
use bytespec_core::small::ThinVec;
use bytespec_core::values::{Value, empty_string};
use bytespec_core::wire::{Budget, MAX_DEPTH, Writer};
use std::rc::Rc;

/// Marks a number that is not assigned yet, and a value that is not visible.
const UNDEFINED: u32 = u32::MAX;
/// Marks a number that is being assigned. To meet it again means a cycle.
const IN_PROGRESS: u32 = u32::MAX - 1;

/// The context for writing: the version, and the numbers of entries and values in the file.
#[derive(Debug)]
pub struct Encoder<'m> {
    version: Version,
    features: Features,
    module: &'m Module,
    /// `None` for the numbers of the module.
    canonical: Option<Canonical<'m>>,
    /// The number of each value of the current body in the file; `UNDEFINED` if it is not visible.
    values: Vec<u32>,
    /// The visible values, in the order of their numbers.
    pub(crate) visible: Vec<Value>,
    pub(crate) body: Option<&'m Body>,
    /// The values that an operation of the current body uses, computed on the first query.
    used: Option<Vec<bool>>,
}

/// Tables with new numbers.
#[derive(Debug)]
struct Canonical<'m> {
    profile: Profile,
    /// Types that the profile registers by itself. Their ids follow those of the module.
    extra: Vec<Type>,
    strings: Order<&'m [u8]>,
    types: Order<Rc<[u8]>>,
    constants: Order<&'m [u8]>,
    /// The constants of the file by their content in `constants` and their type, if the type distinguishes them.
    typed_constants: Order<(u32, u32)>,
    /// The budget for bytes of constants that are written once for each of their types.
    budget: Budget,
    debug: Order<()>,
    /// Indices of the debug entries in their new order.
    debug_ids: Vec<DebugId>,
    /// Whether the numbering of strings waits, because the parts of a debug entry are being numbered.
    strings_wait: bool,
    depth: u32,
    /// The last type that was written: the type of a constant is written before the constant.
    last_type: u32,
}

/// New numbers of a table, and its entries in the new order.
#[derive(Debug)]
struct Order<K> {
    /// By index in the module.
    numbers: Vec<u32>,
    known: Interner,
    entries: Vec<K>,
}

impl<K: std::hash::Hash + PartialEq> Order<K> {
    fn new(len: usize) -> Self {
        Order { numbers: vec![UNDEFINED; len], known: Interner::default(), entries: Vec::new() }
    }

    fn number(&self, index: u32) -> Option<u32> {
        self.numbers.get(index as usize).copied().filter(|&number| number != UNDEFINED)
    }

    /// The number of a content. Assigns the next number to a new content.
    fn intern(&mut self, content: K) -> u32 {
        let entries = &self.entries;
        let at = |number: u32| entries.get(number as usize);
        let found = self.known.place(entries.len(), at, &Some(&content));
        found.unwrap_or_else(|| {
            self.entries.push(content);
            self.entries.len() as u32 - 1
        })
    }
}

/// The size of the constants of a module, plus the size that any module may repeat, in bytes.
fn constants_bytes(module: &Module) -> usize {
    const MAX_REPEATED: usize = 1 << 17;
    module.constants.iter().map(|bytes| bytes.len()).sum::<usize>().saturating_add(MAX_REPEATED)
}

impl<'m> Encoder<'m> {
    pub(crate) fn new(
        module: &'m Module,
        version: Version,
        features: Features,
        profile: Option<Profile>,
    ) -> Self {
        let canonical = profile.map(|profile| {
            let base = module.types.len() as u32;
            let extra = match profile {
                // The front end registers these types before any other, used or not, and the last
                // one for the indices of view operations.
                Profile::Python => vec![
                    Type::Int1,
                    Type::Int32,
                    Type::Tile {
                        element: TypeId(base + 1),
                        shape: ThinVec::new(),
                        symbolic_shape: ThinVec::new(),
                    },
                ],
                Profile::Cxx => Vec::new(),
            };
            Canonical {
                profile,
                strings: Order::new(module.strings.len()),
                types: Order::new(module.types.len() + extra.len()),
                constants: Order::new(module.constants.len()),
                typed_constants: Order::new(0),
                budget: Budget::decoded(
                    constants_bytes(module),
                    "bytes of constants of several types",
                ),
                debug: Order::new(module.debug.len()),
                debug_ids: Vec::new(),
                extra,
                strings_wait: false,
                depth: 0,
                last_type: 0,
            }
        });
        Encoder {
            version,
            features,
            module,
            canonical,
            values: Vec::new(),
            visible: Vec::new(),
            body: None,
            used: None,
        }
    }

    /// Writes something in another version.
    pub(crate) fn in_version<T>(
        &mut self,
        version: Version,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let own = std::mem::replace(&mut self.version, version);
        let written = write(self);
        self.version = own;
        written
    }

    /// The version that is written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// Whether the file has a feature in its header.
    #[must_use]
    pub fn has_feature(&self, feature: Feature) -> bool {
        self.features.contains(feature)
    }

    pub(crate) fn features(&self) -> Features {
        self.features
    }

    /// A type of the module.
    ///
    /// # Errors
    /// An index past the table.
    pub fn ty(&self, id: TypeId) -> Result<&Type> {
        if let Some(canonical) = &self.canonical
            && let Some(index) = (id.0 as usize).checked_sub(self.module.types.len())
            && let Some(ty) = canonical.extra.get(index)
        {
            return Ok(ty);
        }
        self.module.type_at(id)
    }

    /// Refuses a string that is empty.
    ///
    /// # Errors
    /// An empty string, and an id that the module does not have.
    pub fn check_nonempty(&self, id: StringId) -> Result<()> {
        if entry(&self.module.strings, id.0, "string")?.is_empty() {
            return Err(empty_string());
        }
        Ok(())
    }

    /// The index of a string in the file.
    ///
    /// # Errors
    /// An id that the module does not have.
    pub fn string_index(&mut self, id: StringId) -> Result<u32> {
        let module = self.module;
        let text = entry(&module.strings, id.0, "string")?;
        let Some(canonical) = &mut self.canonical else { return Ok(id.0) };
        if canonical.strings_wait {
            return Ok(0);
        }
        if let Some(number) = canonical.strings.number(id.0) {
            return Ok(number);
        }
        let number = canonical.strings.intern(text);
        canonical.strings.numbers[id.0 as usize] = number;
        Ok(number)
    }

    /// The index of a type in the file.
    ///
    /// # Errors
    /// An id that the module does not have, and types that contain each other in a cycle.
    #[inline]
    pub fn type_index(&mut self, id: TypeId) -> Result<u32> {
        match &mut self.canonical {
            None if (id.0 as usize) < self.module.types.len() => Ok(id.0),
            Some(canonical) => match canonical.types.number(id.0) {
                Some(number) if number != IN_PROGRESS => {
                    canonical.last_type = number;
                    Ok(number)
                }
                _ => self.intern_type(id),
            },
            None => Err(entry(&self.module.types, id.0, "type").map(|_| ()).unwrap_err()),
        }
    }

    #[cold]
    fn intern_type(&mut self, id: TypeId) -> Result<u32> {
        let ty = self.ty(id)?.clone();
        self.begin(id.0, |canonical| &mut canonical.types.numbers)?;
        // Writing it numbers the types inside first.
        let mut writer = Writer::new();
        ty.write(&mut writer, self)?;
        let Some(canonical) = &mut self.canonical else { return Ok(id.0) };
        canonical.depth -= 1;
        let number = canonical.types.intern(writer.into_bytes().into());
        canonical.types.numbers[id.0 as usize] = number;
        canonical.last_type = number;
        Ok(number)
    }

    fn begin(
        &mut self,
        id: u32,
        numbers: for<'c> fn(&'c mut Canonical<'m>) -> &'c mut Vec<u32>,
    ) -> Result<()> {
        let Some(canonical) = &mut self.canonical else { return Ok(()) };
        canonical.depth += 1;
        if canonical.depth > MAX_DEPTH {
            return Err(Error::new(ErrorKind::Limit {
                limit: "nesting of types or debug entries",
                found: u64::from(canonical.depth),
                max: u64::from(MAX_DEPTH),
            }));
        }
        match numbers(canonical).get_mut(id as usize) {
            Some(number) if *number == IN_PROGRESS => {
                Err(Error::new(ErrorKind::Cycle { entry: id }))
            }
            Some(number) => {
                *number = IN_PROGRESS;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The index of a constant in the file.
    ///
    /// # Errors
    /// An id that the module does not have.
    pub fn constant_index(&mut self, id: ConstantId) -> Result<u32> {
        let module = self.module;
        let bytes = entry(&module.constants, id.0, "constant")?;
        let Some(canonical) = &mut self.canonical else { return Ok(id.0) };
        // The content is compared once, even if many operations have the constant.
        let content = match canonical.constants.number(id.0) {
            Some(number) => number,
            None => {
                let number = canonical.constants.intern(bytes);
                canonical.constants.numbers[id.0 as usize] = number;
                number
            }
        };
        match canonical.profile {
            Profile::Python => Ok(content),
            // For the C++ writer, equal bytes of two types are two constants.
            Profile::Cxx => {
                let known = canonical.typed_constants.entries.len();
                let number = canonical.typed_constants.intern((canonical.last_type, content));
                if number as usize == known {
                    canonical.budget.count(bytes.len() as u64)?;
                }
                Ok(number)
            }
        }
    }

    /// The index of a debug entry in the file.
    ///
    /// # Errors
    /// An id that the module does not have, and entries that contain each other in a cycle.
    pub fn debug_index(&mut self, id: DebugId) -> Result<u32> {
        let debug = entry(&self.module.debug, id.0, "debug")?;
        let Some(canonical) = &mut self.canonical else { return Ok(id.0) };
        if let Some(number) = canonical.debug.number(id.0)
            && number != IN_PROGRESS
        {
            return Ok(number);
        }
        self.begin(id.0, |canonical| &mut canonical.debug.numbers)?;
        // Parts come first; the Python front end then registers the entry's strings at once, the
        // C++ writer those of all entries at the end.
        let waited = self.set_strings_wait(true);
        debug.write(&mut Writer::new(), self)?;
        let late = matches!(&self.canonical, Some(c) if c.profile == Profile::Cxx);
        self.set_strings_wait(late);
        debug.write(&mut Writer::new(), self)?;
        self.set_strings_wait(waited);
        let Some(canonical) = &mut self.canonical else { return Ok(id.0) };
        canonical.depth -= 1;
        let number = canonical.debug_ids.len() as u32;
        canonical.debug.numbers[id.0 as usize] = number;
        canonical.debug_ids.push(id);
        Ok(number)
    }

    fn set_strings_wait(&mut self, wait: bool) -> bool {
        match &mut self.canonical {
            Some(canonical) => std::mem::replace(&mut canonical.strings_wait, wait),
            None => false,
        }
    }

    /// Registers the types that a profile registers before all others.
    pub(crate) fn register_first(&mut self) -> Result<()> {
        let base = self.module.types.len() as u32;
        if matches!(&self.canonical, Some(canonical) if canonical.profile == Profile::Python) {
            self.type_index(TypeId(base))?;
            self.type_index(TypeId(base + 1))?;
        }
        Ok(())
    }

    /// Registers the type that the Python front end registers for the indices of a view operation.
    pub(crate) fn register_view_index(&mut self) -> Result<()> {
        let base = self.module.types.len() as u32;
        if matches!(&self.canonical, Some(canonical) if canonical.profile == Profile::Python) {
            self.type_index(TypeId(base + 2))?;
        }
        Ok(())
    }

    /// The strings of the file in order, if the numbers are new.
    pub(crate) fn canonical_strings(&self) -> Option<Vec<&'m [u8]>> {
        self.canonical.as_ref().map(|canonical| canonical.strings.entries.clone())
    }

    /// The bytes of the file's types in order, if the numbers are new.
    pub(crate) fn canonical_types(&self) -> Option<&[Rc<[u8]>]> {
        self.canonical.as_ref().map(|canonical| canonical.types.entries.as_slice())
    }

    /// The file's constants in order, if the numbers are new.
    pub(crate) fn canonical_constants(&self) -> Option<Vec<&'m [u8]>> {
        let canonical = self.canonical.as_ref()?;
        let contents = &canonical.constants.entries;
        Some(match canonical.profile {
            Profile::Python => contents.clone(),
            Profile::Cxx => {
                let typed = canonical.typed_constants.entries.iter();
                typed.filter_map(|(_, content)| contents.get(*content as usize).copied()).collect()
            }
        })
    }

    /// The file's debug entries in order.
    pub(crate) fn debug_order(&self) -> Vec<DebugId> {
        match &self.canonical {
            Some(canonical) => canonical.debug_ids.clone(),
            None => (0..self.module.debug.len() as u32).map(DebugId).collect(),
        }
    }

    /// The number of a value.
    ///
    /// # Errors
    /// A value that is not visible here.
    #[inline]
    pub fn value_index(&self, value: Value) -> Result<u32> {
        match self.values.get(value.index() as usize) {
            Some(&number) if number != UNDEFINED => Ok(number),
            _ => Err(invisible(value)),
        }
    }

    /// Makes a value visible, with the next number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn define(&mut self, value: Value) {
        if let Some(number) = self.values.get_mut(value.index() as usize) {
            *number = self.visible.len() as u32;
            self.visible.push(value);
        }
    }

    /// Makes all values with this number or a greater one invisible.
    pub(crate) fn forget(&mut self, first: usize) {
        for value in self.visible.drain(first..) {
            self.values[value.index() as usize] = UNDEFINED;
        }
    }

    /// Starts another body, in which no value is visible.
    pub(crate) fn begin_body(&mut self, body: &'m Body) {
        self.values.clear();
        self.values.resize(body.value_count(), UNDEFINED);
        self.visible.clear();
        self.body = Some(body);
        self.used = None;
    }

    /// Makes the first values visible, each under its own index.
    #[cfg(any(test, feature = "samples"))]
    pub(crate) fn define_first(&mut self, count: u32) {
        self.values = (0..count).collect();
    }

    /// Whether an operation of the body uses the value.
    #[must_use]
    pub fn is_used(&mut self, value: Value) -> bool {
        let used = self.used.get_or_insert_with(|| {
            let mut used = vec![false; self.values.len()];
            if let Some(body) = self.body {
                body.each_op(|_, op| {
                    op.each_operand(|operand| {
                        if let Some(used) = used.get_mut(operand.index() as usize) {
                            *used = true;
                        }
                    });
                });
            }
            used
        });
        used.get(value.index() as usize).copied().unwrap_or(true)
    }
}

#[cold]
fn invisible(value: Value) -> Error {
    Error::new(ErrorKind::NotVisible { value: value.index() })
}
