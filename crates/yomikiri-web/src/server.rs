//! The routes, and an orderly end.

use crate::cluster;
use crate::guard::{Guard, guard};
use crate::metrics::Metrics;
use crate::options::{Options, OptionsError};
use crate::page::{self, Page};
use crate::rate::Rate;
use crate::searches::{Answer, Searches};
use crate::session::{self, Ends, LONGEST_MESSAGE};
use axum::Router;
use axum::extract::rejection::{QueryRejection, StringRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, Query, State, WebSocketUpgrade};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Map, Value};
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tower_http::set_header::SetResponseHeaderLayer;
use yomikiri::Registry;
use yomikiri::analysis::{QueryError, Request, read};
use yomikiri_game::Stop;

/// The largest body of a request.
const LARGEST_BODY: usize = 2 << 20;
/// WebSockets at the same time.
const MOST_SOCKETS: i64 = 1000;
/// Requests a second without a WebSocket, of all visitors together, and how many may come at once.
const RATE: f64 = 500.0;
const BURST: f64 = 2000.0;
/// How often the switch is looked at that ends the server: seldom, so that an idle server hardly wakes up.
const LOOK: Duration = Duration::from_millis(400);
/// The time for last answers when the server ends.
const FAREWELL: Duration = Duration::from_secs(3);

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
    page: Page,
    registry: &'static Registry,
}

#[derive(Clone)]
struct Shared {
    searches: Arc<Searches>,
    page: Arc<Page>,
    rate: Arc<Mutex<Rate>>,
    coordinator: Option<SocketAddr>,
    stop: Stop,
    leaving: watch::Receiver<bool>,
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    /// If the options let everybody in, or the address cannot be listened at.
    pub fn bind(options: Options, page: Page, registry: &'static Registry) -> Result<Self, ServeError> {
        options.check()?;
        let listener = std::net::TcpListener::bind(options.bind)
            .map_err(|error| ServeError::Bind(options.bind, error))?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, options, page, registry })
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

    /// Serves until the switch says stop, then ends every search, tells what is known, and closes every connection.
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
        let (leave, leaving) = watch::channel(false);
        let searches = Searches::new(&self.options, self.registry, Arc::new(Metrics::default()));
        let shared = Shared {
            searches: Arc::new(searches),
            page: Arc::new(self.page),
            rate: Arc::new(Mutex::new(Rate::new(RATE, BURST))),
            coordinator: self.options.coordinator,
            stop: stop.clone(),
            leaving,
        };
        let sockets = shared.searches.metrics.clone();
        let routes = routes(shared, Arc::new(Guard::new(self.options.token, bound.ip())));
        let listener = TcpListener::from_std(self.listener)?;
        let mut left = leave.subscribe();
        let serving = axum::serve(listener, routes).with_graceful_shutdown(async move {
            let _left = left.changed().await;
        });
        let mut serving = tokio::spawn(serving.into_future());
        loop {
            match tokio::time::timeout(LOOK, &mut serving).await {
                Ok(ended) => return Ok(ended.map_err(io::Error::other)??),
                Err(_) if stop.is_requested() => break,
                Err(_) => {}
            }
        }
        let _nobody = leave.send(true);
        let farewell = async {
            let _ended = (&mut serving).await;
            while sockets.connections.load(Relaxed) > 0 {
                tokio::time::sleep(LOOK / 20).await;
            }
        };
        let _late = tokio::time::timeout(FAREWELL, farewell).await;
        serving.abort();
        Ok(())
    }
}

fn routes(shared: Shared, guarded: Arc<Guard>) -> Router {
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/socket", get(socket))
        .route("/api", post(api))
        .route("/api/{action}", get(rest))
        .route("/metrics", get(metrics))
        .route("/cluster", get(cluster_status))
        .fallback(get(|State(shared): State<Shared>, uri| async move {
            shared.page.answer(&uri, shared.coordinator.is_some())
        }))
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

/// An error as JSON.
pub(crate) fn refusal(status: StatusCode, error: QueryError) -> Response {
    answer(status, Answer::from(error).text)
}

fn answer(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn socket(
    State(shared): State<Shared>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(error) => return refusal(error.status(), QueryError::new(None, None, error.body_text())),
    };
    if shared.searches.metrics.connections.load(Relaxed) >= MOST_SOCKETS {
        let error = QueryError::new(None, None, "too many pages are connected");
        return refusal(StatusCode::SERVICE_UNAVAILABLE, error);
    }
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| session::serve(socket, shared.searches, shared.stop, shared.leaving))
}

/// One question as JSON, its last answer.
async fn api(State(shared): State<Shared>, body: Result<String, StringRejection>) -> Response {
    match body {
        Ok(body) => shared.last_answer(&body).await,
        Err(error) => refusal(error.status(), QueryError::new(None, Some("body"), error.body_text())),
    }
}

/// The same as an address: `/api/show?game=trax&moves=@0/`.
async fn rest(
    State(shared): State<Shared>,
    axum::extract::Path(action): axum::extract::Path<String>,
    fields: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Response {
    let Query(fields) = match fields {
        Ok(fields) => fields,
        Err(error) => return refusal(error.status(), QueryError::new(None, None, error.body_text())),
    };
    let mut question = Map::new();
    for (name, text) in fields.into_iter().filter(|(name, _)| name != "token") {
        // What is a number in JSON is a number here; every other text is a text.
        let number = match name.as_str() {
            "moves" | "position" | "game" | "expression" | "board" | "text" => None,
            _ => serde_json::from_str(&text).ok(),
        };
        question.insert(name, number.unwrap_or(Value::String(text)));
    }
    question.insert("action".to_owned(), action.into());
    question.entry("id").or_insert(0.into());
    shared.last_answer(&Value::Object(question).to_string()).await
}

impl Shared {
    /// Answers a question; whoever asked may go away.
    async fn last_answer(self, text: &str) -> Response {
        let metrics = self.searches.metrics.clone();
        let refused = |status, error| {
            metrics.refused();
            refusal(status, error)
        };
        if !self.rate.lock().unwrap_or_else(PoisonError::into_inner).admits() {
            let error = QueryError::new(None, None, "too many requests in a short time");
            return refused(StatusCode::TOO_MANY_REQUESTS, error);
        }
        let question = match read(text) {
            Ok(Request::Ask(question)) => question,
            Ok(Request::Ready(id)) => {
                return answer(StatusCode::OK, Answer::from(&self.searches.ready(id)).text);
            }
            Ok(Request::Stop(id) | Request::StopAll(id)) => {
                let error =
                    QueryError::new(Some(id), Some("action"), "a search is stopped by closing its request");
                return refused(StatusCode::BAD_REQUEST, error);
            }
            Err(error) => return refused(StatusCode::BAD_REQUEST, error),
        };
        metrics.asked();
        let (tell, mut answers) = mpsc::channel(64);
        let ends = Ends(self.stop.child());
        let (stop, searches) = (ends.0.clone(), self.searches.clone());
        tokio::spawn(async move { searches.run(question, stop, tell, || ()).await });
        let mut last = None;
        while let Some(answer) = answers.recv().await {
            last = Some(answer);
        }
        metrics.answered();
        match last {
            Some(Answer { text, is_error: true }) => answer(StatusCode::UNPROCESSABLE_ENTITY, text),
            Some(Answer { text, is_error: false }) => answer(StatusCode::OK, text),
            None => {
                let error = QueryError::new(None, None, "the server ends");
                refusal(StatusCode::SERVICE_UNAVAILABLE, error)
            }
        }
    }
}

async fn metrics(State(shared): State<Shared>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], shared.searches.metrics.text()).into_response()
}

/// What the coordinator says of its run.
async fn cluster_status(State(shared): State<Shared>) -> Response {
    let Some(coordinator) = shared.coordinator else {
        let error = QueryError::new(None, None, "this server watches no coordinator");
        return refusal(StatusCode::NOT_FOUND, error);
    };
    match cluster::status(coordinator).await {
        Ok(status) => answer(StatusCode::OK, status),
        Err(error) => {
            let error = QueryError::new(None, None, format!("the coordinator does not answer: {error}"));
            refusal(StatusCode::BAD_GATEWAY, error)
        }
    }
}
