//! StableHLO programs against `jaxlib` of seven releases.

mod compare;
mod made;
mod rewriting;
mod sources;
mod versions;
