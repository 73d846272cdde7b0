//! Being written.
use super::Hidato;
use crate::{GenerateError, Spec};
pub(super) fn generate(_: &Spec, _: u64, _: u64) -> Result<Hidato, GenerateError> {
    Err(GenerateError::Interrupted)
}
