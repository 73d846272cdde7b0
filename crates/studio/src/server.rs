//! The server: where it listens, and how it ends.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tower_http::timeout::TimeoutLayer;

use crate::connections::Connections;
use crate::workers::Workers;
use crate::{Limits, api, assets, guard};

/// How long a request may take before its answer begins, beyond what its work may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long to wait at the end for those who are still served.
const GRACE: Duration = Duration::from_secs(2);

/// Why the studio cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum StudioError {
    /// The port is taken, or may not be used.
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
    pub fn serve(self, mut stop: impl FnMut() -> bool) {
        let Self { runtime, listener, address, workers } = self;
        let app = router(&workers, address);
        let limits = workers.limits;
        runtime.block_on(async {
            let connections = Connections::new(limits);
            tokio::select! {
                () = connections.accept(&listener, &app) => {}
                () = async {
                    while !stop() {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                } => {}
            }
            drop(listener);
            connections.close(GRACE / 2).await;
        });
        // Streams end with the runtime, and their work with them.
        runtime.shutdown_timeout(GRACE / 2);
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
