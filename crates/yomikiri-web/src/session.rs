//! One connection: its requests, its limits, its end.

use crate::metrics::Counted;
use crate::searches::Searches;
use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::mpsc;
use yomikiri::workbench::{RequestError, read};
use yomikiri_game::Stop;

/// The longest message: a proof in Base64 fits.
pub(crate) const LONGEST_MESSAGE: usize = 32 << 20;
/// Requests of a connection that may be open at the same time.
const MOST_OPEN: usize = 64;
/// Requests a second, and how many may come at once.
const RATE: f64 = 100.0;
const BURST: f64 = 400.0;
/// Answers that wait for a slow reader.
const WAITING: usize = 256;

/// The requests that are being worked on, by the text of their ids.
type Open = Arc<Mutex<HashMap<String, Stop>>>;

/// Serves a connection until it ends; then every search of it ends.
pub(crate) async fn serve(socket: WebSocket, searches: Arc<Searches>, stop: Stop) {
    let metrics = searches.metrics.clone();
    let _counted = Counted::new(&metrics.connections);
    let ends = EndsSearches(stop.child());
    let (mut sink, mut stream) = socket.split();
    let (tell, mut answers) = mpsc::channel::<Value>(WAITING);
    let sent = metrics.clone();
    let writer = tokio::spawn(async move {
        while let Some(answer) = answers.recv().await {
            if sink.send(Message::Text(answer.to_string().into())).await.is_err() {
                break;
            }
            sent.answers.fetch_add(1, Relaxed);
        }
    });
    let open = Open::default();
    let mut rate = Rate { left: BURST, at: Instant::now() };
    while let Some(Ok(message)) = stream.next().await {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => break,
            _ => continue,
        };
        if let Err(error) = take(&text, &mut rate, &open, &ends.0, &searches, &tell) {
            metrics.refused.fetch_add(1, Relaxed);
            if tell.send(error.object()).await.is_err() {
                break;
            }
        }
    }
    drop(ends);
    writer.abort();
}

/// Takes a message: begins a request, or ends one.
fn take(
    text: &str,
    rate: &mut Rate,
    open: &Open,
    stop: &Stop,
    searches: &Arc<Searches>,
    tell: &mpsc::Sender<Value>,
) -> Result<(), RequestError> {
    if let Some(id) = stopped(text) {
        if let Some(stop) = lock(open).get(&id) {
            stop.request();
        }
        return Ok(());
    }
    let request = read(text)?;
    searches.metrics.requests.fetch_add(1, Relaxed);
    let refused = |why: &str| Err(RequestError::new(Some(request.id.clone()), None, why));
    if !rate.admits() {
        return refused("too many requests in a short time");
    }
    let name = request.id.to_string();
    let stop = stop.child();
    {
        let mut open = lock(open);
        if open.len() >= MOST_OPEN {
            return refused("too many requests are open");
        }
        if open.contains_key(&name) {
            return refused("a request with this id is open");
        }
        open.insert(name.clone(), stop.clone());
    }
    let (open, searches, tell) = (open.clone(), searches.clone(), tell.clone());
    tokio::spawn(async move {
        searches.run(request, stop, tell).await;
        lock(&open).remove(&name);
    });
    Ok(())
}

/// The id of the request that a message stops, if it does.
fn stopped(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    (value.get("action")? == "stop").then(|| value.get("id").map(ToString::to_string))?
}

fn lock(open: &Open) -> std::sync::MutexGuard<'_, HashMap<String, Stop>> {
    // What is behind the lock is whole at any moment.
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every search of a connection, however the connection ends.
struct EndsSearches(Stop);

impl Drop for EndsSearches {
    fn drop(&mut self) {
        self.0.request();
    }
}

/// A token bucket.
struct Rate {
    left: f64,
    at: Instant,
}

impl Rate {
    fn admits(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.at).as_secs_f64() * RATE).min(BURST);
        self.at = now;
        let is_admitted = self.left >= 1.0;
        if is_admitted {
            self.left -= 1.0;
        }
        is_admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_admitted_and_a_flood_is_not() {
        let mut rate = Rate { left: BURST, at: Instant::now() };
        let admitted = (0..10_000).filter(|_| rate.admits()).count();
        assert!((400..1000).contains(&admitted), "{admitted}");
    }

    #[test]
    fn only_a_stop_is_a_stop() {
        assert_eq!(stopped(r#"{"id":7,"action":"stop"}"#).as_deref(), Some("7"));
        assert_eq!(stopped(r#"{"id":"a","action":"stop"}"#).as_deref(), Some("\"a\""));
        assert_eq!(stopped(r#"{"id":7,"action":"show"}"#), None);
        assert_eq!(stopped("{"), None);
    }
}
