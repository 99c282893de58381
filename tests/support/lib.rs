//! Support of the whole-system tests.
