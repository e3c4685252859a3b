//! Messages that are larger than a server takes: they travel in parts, which are acknowledged together.

use crate::message::LARGEST;
use async_nats::HeaderMap;
use async_nats::jetstream::message::Acker;
use rustc_hash::FxHashMap;

/// The bytes of a part.
pub(super) const PART: usize = 512 << 10;
/// The header of a part: its number, the number of parts, the name of the whole.
pub(super) const PART_HEADER: &str = "Yomikiri-Part";
/// The bytes of messages that are not whole yet, all of them together.
const MOST_OPEN: usize = 4 * LARGEST;

/// Puts parts together.
#[derive(Default)]
pub(super) struct Parts {
    open: FxHashMap<String, Collected>,
    /// The bytes of all of them.
    bytes: usize,
}

struct Collected {
    parts: Vec<Option<Vec<u8>>>,
    ackers: Vec<Acker>,
    bytes: usize,
}

impl Parts {
    /// Takes in a message. Gives a whole one, when it is complete, with what acknowledges it.
    pub(super) fn take(
        &mut self,
        headers: Option<&HeaderMap>,
        payload: &[u8],
        acker: Acker,
    ) -> Option<(Vec<u8>, Vec<Acker>)> {
        let header = headers.and_then(|headers| headers.get(PART_HEADER)).map(ToString::to_string);
        let Some(header) = header else {
            return Some((payload.to_vec(), vec![acker]));
        };
        let mut words = header.splitn(3, ' ');
        let mut number = || words.next()?.parse::<usize>().ok();
        let (Some(at), Some(of)) = (number(), number()) else {
            return Some((Vec::new(), vec![acker]));
        };
        let name = words.next().unwrap_or_default();
        if of > LARGEST / PART + 1 || at >= of {
            return Some((Vec::new(), vec![acker]));
        }
        let collected = self.open.entry(name.to_owned()).or_insert_with(|| Collected {
            parts: vec![None; of],
            ackers: Vec::new(),
            bytes: 0,
        });
        collected.ackers.push(acker);
        if let Some(place) = collected.parts.get_mut(at)
            && place.is_none()
        {
            *place = Some(payload.to_vec());
            collected.bytes += payload.len();
            self.bytes += payload.len();
        }
        if collected.parts.iter().any(Option::is_none) {
            if self.bytes > MOST_OPEN || self.open.len() > MOST_OPEN / PART {
                // Somebody sends parts of what never becomes whole. Others are brought again.
                self.forget();
            }
            return None;
        }
        let Collected { parts, ackers, bytes } = self.open.remove(name)?;
        self.bytes -= bytes;
        let mut whole = Vec::with_capacity(bytes);
        parts.into_iter().flatten().for_each(|part| whole.extend(part));
        Some((whole, ackers))
    }

    /// Forgets what is not whole.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}
