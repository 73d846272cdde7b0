//! Compressed input: gzip and Zstandard, told by their first bytes and unpacked as they are read.

use std::io::{Error, ErrorKind, Read, Result};

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// A reader that unpacks what it reads, if that is packed. Nothing is read before it is asked for.
pub(crate) enum Unpacked<R: Read> {
    Unread(Option<R>),
    Plain(Again<R>),
    Gzip(Box<MultiGzDecoder<Again<R>>>),
    /// The frames of a file follow one another; none is open between two.
    Zstandard(Option<Box<Frame<R>>>, Option<Again<R>>),
}

type Frame<R> = StreamingDecoder<Again<R>, FrameDecoder>;

impl<R: Read> Unpacked<R> {
    pub(crate) fn new(input: R) -> Self {
        Self::Unread(Some(input))
    }
}

/// An input of which the first bytes have been looked at, and are read again.
pub(crate) struct Again<R> {
    first: Vec<u8>,
    taken: usize,
    rest: R,
}

impl<R: Read> Again<R> {
    /// Looks at the first bytes, as few as tell whether the input is packed: whoever types must not wait.
    fn look(mut rest: R) -> Result<Self> {
        let mut first = Vec::new();
        let mut byte = [0];
        let may_be =
            |first: &[u8]| [GZIP, ZSTANDARD].iter().any(|sign| sign.len() > first.len() && sign.starts_with(first));
        while may_be(&first) {
            match rest.read(&mut byte) {
                Ok(0) => break,
                Ok(_) => first.push(byte[0]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self { first, taken: 0, rest })
    }
}

impl<R: Read> Read for Again<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if self.taken == self.first.len() {
            return self.rest.read(buffer);
        }
        let length = buffer.len().min(self.first.len() - self.taken);
        buffer[..length].copy_from_slice(&self.first[self.taken..self.taken + length]);
        self.taken += length;
        Ok(length)
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        loop {
            match self {
                Self::Unread(input) => {
                    let Some(input) = input.take() else { return Ok(0) };
                    let input = Again::look(input)?;
                    *self = match input.first.as_slice() {
                        sign if sign == GZIP => Self::Gzip(Box::new(MultiGzDecoder::new(input))),
                        sign if sign == ZSTANDARD => Self::Zstandard(None, Some(input)),
                        _ => Self::Plain(input),
                    };
                }
                Self::Plain(input) => return input.read(buffer),
                Self::Gzip(input) => return input.read(buffer).map_err(|error| broken("gzip", &error)),
                Self::Zstandard(frame, between) => {
                    if let Some(open) = frame {
                        match open.read(buffer).map_err(|error| broken("Zstandard", &error))? {
                            0 if !buffer.is_empty() => {}
                            length => return Ok(length),
                        }
                        *between = frame.take().map(|frame| Again::look(frame.into_inner().rest)).transpose()?;
                    }
                    let Some(input) = between.take() else { return Ok(0) };
                    if input.first.is_empty() {
                        return Ok(0);
                    }
                    match StreamingDecoder::new(input) {
                        Ok(open) => *frame = Some(Box::new(open)),
                        Err(error) => return Err(broken("Zstandard", &error)),
                    }
                }
            }
        }
    }
}

fn broken(what: &str, error: &dyn std::fmt::Display) -> Error {
    let text = format!("its {what} data is incomplete or damaged ({error})");
    Error::new(ErrorKind::InvalidData, text)
}
