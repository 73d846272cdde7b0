//! Tests of the façade in one program: each file is about one thing that callers rely on. They share no state but what is written once
//! and never changes, and what has to be quick is measured by the time of its own thread, so none needs a process of its own.

mod common;

mod check;
mod corpus;
mod damaged;
mod detection;
mod formats;
mod hand_over;
mod likeness;
mod malformed;
mod marks;
mod methods;
mod people;
mod pictures;
mod positions;
mod presets;
mod properties;
mod streaming;
