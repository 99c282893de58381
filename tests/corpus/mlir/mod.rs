//! Real files of MLIR bytecode.

mod canonical;
mod differences;
mod elements;
mod foreign;
mod inferred;
mod jax;
mod lazy;
mod meaning;
mod named;
mod only_text;
mod parse;
mod places;
mod print;
mod reading;
mod repeated;
mod round_trip;
mod symbols;
mod unspelled;
mod use_orders;
