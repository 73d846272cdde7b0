//! The server: where it listens, and how it ends.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::timeout::TimeoutLayer;

use crate::workers::Workers;
use crate::{Limits, api, assets, guard};

/// How long a request may take before its answer begins, beyond what its work may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long to wait at the end for those who are still served.
const GRACE: Duration = Duration::from_secs(2);

/// Why the studio cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum StudioError {
    /// Somebody else listens there.
    #[error("port {port} of this machine cannot be used: {error}")]
    Port {
        /// The port.
        port: u16,
        /// Why.
        error: io::Error,
    },
    /// The threads could not be started, or the network failed.
    #[error("the studio cannot run: {0}")]
    System(#[from] io::Error),
}

/// A studio that listens.
#[derive(Debug)]
pub struct Studio {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    workers: Workers,
}

impl Studio {
    /// Listens on a port of the loopback interface; port 0 is any that is free.
    pub fn open(port: u16, limits: Limits) -> Result<Self, StudioError> {
        let runtime = Builder::new_multi_thread().worker_threads(2).thread_name("studio").enable_all().build()?;
        let listener = runtime
            .block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)))
            .map_err(|error| StudioError::Port { port, error })?;
        let address = listener.local_addr()?;
        Ok(Self { runtime, listener, address, workers: Workers::new(limits) })
    }

    /// The address to open in a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves until `stop` says so; those who are still served then have a moment to finish.
    pub fn serve(self, mut stop: impl FnMut() -> bool) -> Result<(), StudioError> {
        let Self { runtime, listener, address, workers } = self;
        let app = router(&workers, address);
        let listener = Limited { listener, room: Arc::new(Semaphore::new(workers.limits.connections)) };
        let result = runtime.block_on(async {
            let server = tokio::spawn(async move { axum::serve(listener, app).await });
            while !stop() && !server.is_finished() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            if server.is_finished() {
                server.await.unwrap_or_else(|error| Err(io::Error::other(error)))
            } else {
                Ok(())
            }
        });
        // Streams end with the runtime, and their work with them.
        runtime.shutdown_timeout(GRACE);
        Ok(result?)
    }
}

fn router(workers: &Workers, address: SocketAddr) -> Router {
    let limits = workers.limits;
    Router::new()
        .nest("/api", api::router(workers.clone()))
        .route("/report.css", axum::routing::get(assets::report_style))
        .fallback(assets::serve)
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.quick_time + PATIENCE))
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(middleware::from_fn_with_state(address, guard::only_local))
}

/// A listener with room for so many connections: the next is accepted when one has ended.
struct Limited {
    listener: TcpListener,
    room: Arc<Semaphore>,
}

impl Listener for Limited {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let Ok(place) = Arc::clone(&self.room).acquire_owned().await else {
                // The room is never closed.
                std::future::pending::<()>().await;
                continue;
            };
            match self.listener.accept().await {
                Ok((stream, address)) => return (Connection { stream, _place: place }, address),
                // No more files can be opened, for instance: that passes.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection, and its place among those that are allowed.
struct Connection {
    stream: TcpStream,
    _place: OwnedSemaphorePermit,
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
