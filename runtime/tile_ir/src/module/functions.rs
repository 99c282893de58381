//! Functions and globals of a module, by handle.

use crate::generated::{Global, StringId};
use crate::module::{Function, Module, entry};
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::handles;

handles! {
    FunctionId, "A function of a module: the one at a place in `Module::functions`, which it stays while none before it is removed.";
    GlobalId, "A global of a module: the one at a place in `Module::globals`, which it stays while none before it is removed.";
}

impl FunctionId {
    /// The handle of the function at an index.
    pub(crate) fn of(place: usize) -> Self {
        FunctionId(u32::try_from(place).unwrap_or(u32::MAX))
    }
}

impl GlobalId {
    /// The handle of the global at an index.
    pub(crate) fn of(place: usize) -> Self {
        GlobalId(u32::try_from(place).unwrap_or(u32::MAX))
    }
}

impl Module {
    /// The handles of the functions in order.
    #[must_use]
    pub fn function_ids(&self) -> impl ExactSizeIterator<Item = FunctionId> + use<> {
        (0..self.functions.len()).map(FunctionId::of)
    }

    /// The handles of the globals in order.
    #[must_use]
    pub fn global_ids(&self) -> impl ExactSizeIterator<Item = GlobalId> + use<> {
        (0..self.globals.len()).map(GlobalId::of)
    }

    /// The handle of the function with a name. The search is linear in the number of functions.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// let made = module.kernel("k", &[], |b, _| b.return_([]).build())?;
    /// assert_eq!(module.function_id("k"), Some(made));
    /// assert!(module.function_at(made)?.kernel);
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    #[must_use]
    pub fn function_id(&self, name: &str) -> Option<FunctionId> {
        let is_named = |function: &Function| self.is_called(function.name, name);
        self.functions.iter().position(is_named).map(FunctionId::of)
    }

    /// The handle of the global with a name. The search is linear in the number of globals.
    #[must_use]
    pub fn global_id(&self, name: &str) -> Option<GlobalId> {
        let is_named = |global: &Global| self.is_called(global.name, name);
        self.globals.iter().position(is_named).map(GlobalId::of)
    }

    /// The function with a name. The search is linear in the number of functions.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(self.function_id(name)?.index())
    }

    fn is_called(&self, id: StringId, name: &str) -> bool {
        self.string_at(id).is_ok_and(|found| found == name.as_bytes())
    }

    /// A function.
    ///
    /// # Errors
    /// A missing function.
    pub fn function_at(&self, id: FunctionId) -> Result<&Function> {
        entry(&self.functions, id.0, "function")
    }

    /// Mutable access to a function.
    ///
    /// # Errors
    /// A missing function.
    pub fn function_at_mut(&mut self, id: FunctionId) -> Result<&mut Function> {
        let (found, len) = (u64::from(id.0), self.functions.len() as u64);
        let missing = || Error::new(ErrorKind::Index { table: "function".into(), found, len });
        self.functions.get_mut(id.index()).ok_or_else(missing)
    }

    /// A global.
    ///
    /// # Errors
    /// A missing global.
    pub fn global_at(&self, id: GlobalId) -> Result<&Global> {
        entry(&self.globals, id.0, "global")
    }
}
