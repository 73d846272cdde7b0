//! A connection that ends when the other side has not taken anything for a while: a client that asks and does not read the answer would hold
//! its place, and the worker whose events it does not read, as long as it likes.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// A connection whose writes fail when they have waited too long.
pub(crate) struct Impatient {
    stream: TcpStream,
    patience: Duration,
    /// Runs while something waits to be taken.
    timer: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, timer: None }
    }

    fn unless_late<T>(&mut self, written: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        let patience = self.patience;
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        timer.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.unless_late(written, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.unless_late(written, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn only_a_reader_that_takes_nothing_is_given_up() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let patience = Duration::from_millis(200);
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            for reads in [true, false] {
                let mut client = TcpStream::connect(listener.local_addr().expect("a port")).await.expect("somebody");
                let mut server = Impatient::new(listener.accept().await.expect("a client").0, patience);
                // More than the buffers in between hold, taken slowly or not at all.
                let reader = tokio::spawn(async move {
                    let mut bytes = vec![0; 1 << 20];
                    while reads && client.read(&mut bytes).await.is_ok_and(|taken| taken > 0) {
                        tokio::time::sleep(patience / 20).await;
                    }
                    tokio::time::sleep(patience * 20).await;
                    drop(client);
                });
                let written = server.write_all(&vec![0; 32 << 20]).await;
                assert_eq!(
                    written.map_err(|error| error.kind()),
                    if reads { Ok(()) } else { Err(io::ErrorKind::TimedOut) }
                );
                reader.abort();
            }
        });
    }
}
