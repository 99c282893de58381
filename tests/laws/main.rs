//! Rules for the whole project, each checked on its sources.

mod bodies;
mod casts;
mod circles;
mod compiled_once;
mod dependencies;
mod determinism;
mod documentation;
mod errors;
mod kinds;
mod lengths;
mod licences;
mod names;
mod numbers;
mod paths;
mod places;
mod rustdoc;
mod safety;
mod sources;
mod units;
