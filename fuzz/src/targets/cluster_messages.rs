//! **No message between machines makes its reader panic, and what was read is written again the same.**

use yomikiri::pieces::Subject;
use yomikiri_cluster::lemmas::{About, Lemmas, Union};
use yomikiri_cluster::message::{Answer, Cancelled, Facts, Finding, Job, Message, Progress};

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let answer = reads::<Answer>(bytes);
    if let Some(Answer { finding: Finding::Decided { lemmas, .. }, .. }) = &answer {
        unpacks(lemmas);
    }
    unpacks(bytes);
    let others = [
        reads::<Job>(bytes).is_some(),
        reads::<Progress>(bytes).is_some(),
        reads::<Facts>(bytes).is_some(),
        reads::<Cancelled>(bytes).is_some(),
    ];
    answer.is_some() || others.contains(&true)
}

fn reads<M: Message + PartialEq + std::fmt::Debug>(bytes: &[u8]) -> Option<M> {
    let message = M::from_bytes(bytes).ok()?;
    assert_eq!(M::from_bytes(&message.to_bytes()).as_ref(), Ok(&message));
    Some(message)
}

/// Lemmas are unpacked, or refused.
fn unpacks(bytes: &[u8]) {
    let subject = Subject { game: String::new(), definition: None, from: Vec::new() };
    let about = About { subject: &subject, search: 0 };
    if let Ok(mut union) = Union::new(&about) {
        let _refused = union.add(&Lemmas::packed(bytes.to_vec()));
    }
}
