//! StableHLO programs against `jaxlib` of seven releases.

mod compare;
mod rewriting;
mod sources;
