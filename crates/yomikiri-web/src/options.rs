//! Where to listen, and what requests may use.

use std::net::SocketAddr;
use std::sync::Arc;
use yomikiri::books::Books;
use yomikiri_game::Duration;

/// How a server is set up.
#[derive(Clone)]
pub struct Options {
    /// Where to listen.
    pub bind: SocketAddr,
    /// What whoever asks must know. Required beyond loopback.
    pub token: Option<String>,
    /// Long searches at the same time.
    pub searches: usize,
    /// Memory of each of them.
    pub memory: u64,
    /// The most time of one.
    pub time: Duration,
    /// The coordinator of many workers whose run the page shows.
    pub coordinator: Option<SocketAddr>,
    /// Proofs that are consulted before anything is searched.
    pub books: Arc<Books>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from(([127, 0, 0, 1], 7878)),
            token: None,
            searches: std::thread::available_parallelism().map_or(1, Into::into),
            memory: 256 << 20,
            time: Duration::from_secs(3600),
            coordinator: None,
            books: Arc::default(),
        }
    }
}

/// Why options make no server.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// Everybody could ask.
    #[error("{0} can be reached from other machines: a token is required")]
    NoToken(SocketAddr),
    /// A token that is easily guessed.
    #[error("the token is too short: at least {LEAST_TOKEN} characters")]
    ShortToken,
}

/// The length of the shortest token.
const LEAST_TOKEN: usize = 16;

impl Options {
    /// Makes sure that nobody is let in by accident.
    ///
    /// # Errors
    /// If the address is not loopback and there is no token, or the token is too short.
    pub fn check(&self) -> Result<(), OptionsError> {
        match &self.token {
            None if !self.bind.ip().is_loopback() => Err(OptionsError::NoToken(self.bind)),
            Some(token) if token.chars().count() < LEAST_TOKEN => Err(OptionsError::ShortToken),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_loopback_a_token_is_required() {
        let with = |bind: &str, token: Option<&str>| {
            let options = Options {
                bind: bind.parse().expect("an address"),
                token: token.map(str::to_owned),
                ..Options::default()
            };
            options.check().is_ok()
        };
        assert!(with("127.0.0.1:1", None) && with("[::1]:1", None));
        assert!(
            !with("0.0.0.0:1", None) && !with("192.168.1.5:1", None) && !with("0.0.0.0:1", Some("short"))
        );
        assert!(with("0.0.0.0:1", Some("0123456789abcdef")));
    }
}
