//! placeholder
use crate::{GenerateError, Spec};
use super::StarBattle;
pub(super) fn generate(_: &Spec, _: u64, _: u64) -> Result<StarBattle, GenerateError> {
    Err(GenerateError::Spec("later".into()))
}
