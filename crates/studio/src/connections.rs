//! Connections: how many at a time, and how long one may keep its place without asking for anything.
//!
//! Whoever opens a connection and says nothing, or says it slowly, holds one of a limited number of places. So a request has to be there soon,
//! sooner still when many places are taken; then an answer is also the end of its connection. Those who find no place are told so at once.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::Limits;
use crate::api::ApiError;
use crate::impatient::Impatient;

/// Bytes of a request's head.
const HEAD: usize = 64 << 10;

/// How long somebody who found no place has to read that.
const FAREWELL: Duration = Duration::from_millis(500);

/// The connections of a server.
pub(crate) struct Connections {
    limits: Limits,
    places: Arc<Semaphore>,
    /// Places for those who are turned away; beyond these, connections are closed without a word.
    farewells: Arc<Semaphore>,
    closing: watch::Sender<bool>,
}

impl Connections {
    pub(crate) fn new(limits: Limits) -> Self {
        let places = |number| Arc::new(Semaphore::new(number));
        let closing = watch::Sender::new(false);
        Self { limits, places: places(limits.connections), farewells: places(limits.connections / 2 + 1), closing }
    }

    /// Serves whoever comes, without end.
    pub(crate) async fn accept(&self, listener: &TcpListener, app: &Router) {
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                // No more files can be opened, for instance: that passes.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let _ = stream.set_nodelay(true);
            if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
                let is_crowded = self.places.available_permits() < self.limits.connections / 2;
                tokio::spawn(serve(stream, app.clone(), self.limits, is_crowded, self.closing.subscribe(), place));
            } else if let Ok(place) = Arc::clone(&self.farewells).try_acquire_owned() {
                tokio::spawn(turn_away(stream, place));
            }
        }
    }

    /// Lets those who are served finish, for so long; idle connections end at once.
    pub(crate) async fn close(&self, time: Duration) {
        self.closing.send_replace(true);
        let all = u32::try_from(self.limits.connections).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(time, self.places.acquire_many(all)).await;
    }
}

async fn serve(
    stream: TcpStream,
    app: Router,
    limits: Limits,
    is_crowded: bool,
    mut closing: watch::Receiver<bool>,
    _place: OwnedSemaphorePermit,
) {
    let head_time = if is_crowded { limits.head_time / 5 } else { limits.head_time };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .keep_alive(!is_crowded)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Impatient::new(stream, limits.read_time)), TowerToHyperService::new(app));
    let mut connection = pin!(connection);
    // A connection that fails is over: there is nobody to tell.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = async { drop(closing.wait_for(|closing| *closing).await) } => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// Says that there is no place. A client that has not asked yet would not understand an answer, and one that is still sending would not see it
/// if the connection were closed on it: so its request is read for a moment, before and after.
async fn turn_away(mut stream: TcpStream, _place: OwnedSemaphorePermit) {
    let _ = tokio::time::timeout(FAREWELL, async {
        let mut bytes = [0; 4096];
        if stream.read(&mut bytes).await? == 0 {
            return Ok(());
        }
        stream.write_all(ApiError::Full.refusal().as_bytes()).await?;
        stream.shutdown().await?;
        while stream.read(&mut bytes).await? > 0 {}
        std::io::Result::Ok(())
    })
    .await;
}
