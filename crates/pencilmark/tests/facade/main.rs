//! Tests of the façade in one program: each file is about one thing that callers rely on. They share no state but what is written once
//! and never changes, and what has to be quick is measured by the time of its own thread, so none needs a process of its own.
//!
//! The library itself is compiled without tests, and so only once. What a test needs that is no part of the API comes through
//! `pencilmark::inside`.

mod common;

mod batch;
mod check;
mod choices;
mod corpus;
mod corrections;
mod damaged;
mod detection;
mod display;
mod drawn;
mod formats;
mod generated;
mod hand_over;
mod likeness;
mod limits;
mod looks;
mod malformed;
mod marks;
mod methods;
mod names;
mod people;
mod pictures;
mod positions;
mod presets;
mod properties;
mod recording;
mod render;
mod rules;
mod seed_names;
mod sixth_kind;
mod streaming;
