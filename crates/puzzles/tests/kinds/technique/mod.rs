//! What all techniques share: the law of steps, ladders, and words.

mod ladder;
mod proof;
mod words;
