//! The routes, and an orderly end.

use crate::guard::{Guard, guard};
use crate::metrics::Metrics;
use crate::options::{Options, OptionsError};
use crate::page;
use crate::searches::Searches;
use crate::session::{self, LONGEST_MESSAGE};
use axum::Router;
use axum::extract::{DefaultBodyLimit, State, WebSocketUpgrade};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tower_http::set_header::SetResponseHeaderLayer;
use yomikiri::workbench::read;
use yomikiri_game::Stop;

/// The largest body of a request.
const LARGEST_BODY: usize = 1 << 20;
/// How often the switch is looked at that ends the server.
const LOOK: Duration = Duration::from_millis(50);

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The options make no server.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The address cannot be listened at.
    #[error("cannot listen at {0}: {1}")]
    Bind(SocketAddr, io::Error),
    /// The network failed.
    #[error(transparent)]
    Network(#[from] io::Error),
}

/// A server that listens.
pub struct Server {
    listener: std::net::TcpListener,
    options: Options,
}

#[derive(Clone)]
struct Shared {
    searches: Arc<Searches>,
    stop: Stop,
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    /// If the options let everybody in, or the address cannot be listened at.
    pub fn bind(options: Options) -> Result<Self, ServeError> {
        options.check()?;
        let listener = std::net::TcpListener::bind(options.bind)
            .map_err(|error| ServeError::Bind(options.bind, error))?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, options })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Whether visitors must know a token.
    #[must_use]
    pub fn needs_token(&self) -> bool {
        self.options.token.is_some()
    }

    /// Serves until the switch says stop, then ends every search and closes every connection.
    ///
    /// # Errors
    /// If the network fails.
    pub fn run(self, stop: &Stop) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let served = runtime.block_on(self.serve(stop.clone()));
        // Searches look at the switch far more often than that.
        runtime.shutdown_timeout(Duration::from_secs(2));
        served
    }

    async fn serve(self, stop: Stop) -> Result<(), ServeError> {
        let bound = self.listener.local_addr()?;
        let metrics = Arc::new(Metrics::default());
        let shared = Shared { searches: Arc::new(Searches::new(&self.options, metrics)), stop: stop.clone() };
        let routes = routes(shared, Arc::new(Guard::new(self.options.token, bound.ip())));
        let listener = TcpListener::from_std(self.listener)?;
        let ended = async move {
            while !stop.is_requested() {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::select! {
            served = axum::serve(listener, routes).into_future() => served?,
            () = ended => {}
        }
        Ok(())
    }

    /// Writes the page into a folder, for a host of static files. Gives the number of files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn export(folder: &Path) -> io::Result<usize> {
        page::export(folder)
    }
}

fn routes(shared: Shared, guarded: Arc<Guard>) -> Router {
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/socket", get(socket))
        .route("/api", post(api))
        .route("/metrics", get(metrics))
        .fallback(get(page::file))
        .layer(from_fn_with_state(guarded, guard))
        // Whether the server is there is no secret.
        .route("/healthz", get(|| async { "ok\n" }))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(fixed(header::CONTENT_SECURITY_POLICY, page::POLICY))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::REFERRER_POLICY, "no-referrer"))
        .layer(fixed(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(fixed(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"))
        .with_state(shared)
}

async fn socket(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| session::serve(socket, shared.searches, shared.stop))
}

/// One request, its last answer.
async fn api(State(shared): State<Shared>, body: String) -> Response {
    let request = match read(&body) {
        Ok(request) => request,
        Err(error) => return (StatusCode::BAD_REQUEST, axum::Json(error.object())).into_response(),
    };
    let (tell, mut answers) = mpsc::channel(64);
    let ends = Ends(shared.stop.child());
    let stop = ends.0.clone();
    let working = tokio::spawn(async move { shared.searches.run(request, stop, tell).await });
    let mut last = None;
    while let Some(answer) = answers.recv().await {
        last = Some(answer);
    }
    let _ended = working.await;
    match last {
        Some(answer) if answer["type"] == "request_error" => {
            (StatusCode::UNPROCESSABLE_ENTITY, axum::Json(answer)).into_response()
        }
        Some(answer) => axum::Json(answer).into_response(),
        None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

/// Ends a search when whoever asked has gone.
struct Ends(Stop);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.request();
    }
}

async fn metrics(State(shared): State<Shared>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], shared.searches.metrics.text()).into_response()
}
