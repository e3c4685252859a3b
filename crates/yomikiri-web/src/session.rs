//! One WebSocket: its questions, its limits, its end.

use crate::metrics::Counted;
use crate::rate::Rate;
use crate::searches::{Answer, Searches};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use yomikiri::analysis::{Id, QueryError, Request, read};
use yomikiri_game::Stop;

/// The longest message: a proof in Base64 fits.
pub(crate) const LONGEST_MESSAGE: usize = 16 << 20;
/// Questions of a connection that may be open at the same time.
const MOST_OPEN: usize = 64;
/// Questions a second, and how many may come at once.
const RATE: f64 = 100.0;
const BURST: f64 = 400.0;
/// Answers that wait for a slow reader.
const UNSENT: usize = 256;
/// Who does not read for so long is gone.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time for last answers when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// The questions that are being worked on.
type Open = Arc<Mutex<HashMap<Id, Stop>>>;

/// Serves a connection until it ends; then every search of it ends.
pub(crate) async fn serve(
    socket: WebSocket,
    searches: Arc<Searches>,
    stop: Stop,
    mut leaving: watch::Receiver<bool>,
) {
    let metrics = searches.metrics.clone();
    let _counted = Counted::new(&metrics.connections);
    let ends = Ends(stop.child());
    let (mut sink, mut stream) = socket.split();
    let (tell, mut answers) = mpsc::channel::<Answer>(UNSENT);
    let sent = metrics.clone();
    let mut writer = tokio::spawn(async move {
        while let Some(answer) = answers.recv().await {
            let sending = sink.send(Message::Text(answer.text.into()));
            if !matches!(timeout(PATIENCE, sending).await, Ok(Ok(()))) {
                return;
            }
            sent.answered();
        }
        let frame = CloseFrame { code: close_code::AWAY, reason: "the server ends".into() };
        let _gone = sink.send(Message::Close(Some(frame))).await;
    });
    let open = Open::default();
    let mut rate = Rate::new(RATE, BURST);
    let is_leaving = loop {
        let message = tokio::select! {
            message = stream.next() => message,
            _ = leaving.changed() => break true,
            // Whoever does not read gets no more answers, so there is no use in asking.
            _ = &mut writer => break false,
        };
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Binary(_))) => {
                metrics.refused();
                let error = QueryError::new(None, None, "expected a message of text");
                let _gone = tell.send(error.into()).await;
                continue;
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => break false,
        };
        let connection = Connection { open: &open, stop: &ends.0, searches: &searches, tell: &tell };
        match connection.take(&text, &mut rate) {
            Ok(None) => {}
            Ok(Some(answer)) => {
                let _gone = tell.send(answer).await;
            }
            Err(error) => {
                metrics.refused();
                let _gone = tell.send(error.into()).await;
            }
        }
    };
    drop(tell);
    if is_leaving {
        // The searches have been stopped; what they know is still told.
        let _late = timeout(FAREWELL, &mut writer).await;
    }
    drop(ends);
    writer.abort();
}

struct Connection<'a> {
    open: &'a Open,
    stop: &'a Stop,
    searches: &'a Arc<Searches>,
    tell: &'a mpsc::Sender<Answer>,
}

impl Connection<'_> {
    /// Takes a message: begins to answer a question, or ends that. Gives what is answered at once.
    fn take(&self, text: &str, rate: &mut Rate) -> Result<Option<Answer>, QueryError> {
        let request = read(text)?;
        self.searches.metrics.asked();
        let question = match request {
            Request::Stop(id) => {
                return match lock(self.open).get(&id) {
                    Some(stop) => {
                        stop.request();
                        Ok(None)
                    }
                    None => Err(QueryError::new(Some(id), None, "there is no such query")),
                };
            }
            Request::StopAll(_) => {
                lock(self.open).values().for_each(Stop::request);
                return Ok(None);
            }
            Request::Ready(id) => return Ok(Some((&self.searches.ready(id)).into())),
            Request::Ask(question) => question,
        };
        let refused = |why: &str| Err(QueryError::new(Some(question.id.clone()), None, why));
        if !rate.admits() {
            return refused("too many queries in a short time");
        }
        let (id, stop) = (question.id.clone(), self.stop.child());
        {
            let mut open = lock(self.open);
            if open.len() >= MOST_OPEN {
                return refused("too many queries are open");
            }
            if open.contains_key(&id) {
                return refused("a query with this id is being answered");
            }
            open.insert(id.clone(), stop.clone());
        }
        let (open, searches, tell) = (self.open.clone(), self.searches.clone(), self.tell.clone());
        let close = move || {
            lock(&open).remove(&id);
        };
        tokio::spawn(async move { searches.run(question, stop, tell, close).await });
        Ok(None)
    }
}

fn lock(open: &Open) -> MutexGuard<'_, HashMap<Id, Stop>> {
    // What is behind the lock is whole at any moment.
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every search of a connection, or of a request, however that ends.
pub(crate) struct Ends(pub(crate) Stop);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.request();
    }
}
