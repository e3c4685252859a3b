//! Who wins? The two questions behind that, and which of them need no search.
//!
//! "Can this player force a win?" is asked about one player or about both, by search or by formula. What an answer
//! may follow from without either is decided here and nowhere else:
//!
//! - a *theorem* of the game says that a player cannot win ([`Tactics::cannot_win`](yomikiri_game::Tactics::cannot_win));
//! - the *other answer*: where one player wins, the other does not, and in a game without draws where one cannot win,
//!   the other does;
//! - the *rules*, where the game is over already.

use crate::question::{Answer, Question, Verdict};
use yomikiri_game::{Outcome, Player};

/// About whom it is asked whether he can force a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Both players: who wins?
    #[default]
    Both,
    /// One of them.
    About(Player),
}

impl Asked {
    /// The players asked about, in the order in which they are.
    pub fn players(self) -> impl Iterator<Item = Player> {
        Player::BOTH.into_iter().filter(move |&player| self == Self::Both || self == Self::About(player))
    }
}

/// What an answer follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The game is over, and the rules say who has won.
    Rules,
    /// A theorem about the game.
    Theorem,
    /// The answer about the other player.
    OtherAnswer,
    /// A proof that somebody has written before.
    Book,
    /// A search, or a formula that was decided.
    Search,
}

/// The answer to one question, what it follows from and what it took.
#[derive(Clone, Copy, Debug)]
pub struct Answered<C> {
    /// The question.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
    /// What it follows from.
    pub by: By,
    /// What it took; nothing unless it was searched for.
    pub cost: C,
}

/// All answers, and what they say together.
#[derive(Clone, Debug)]
pub struct Answers<C> {
    /// Who wins, as far as is known.
    pub verdict: Verdict,
    /// The answers in the order in which they were found.
    pub answers: Vec<Answered<C>>,
}

impl<C> Answers<C> {
    /// Whether everything that was asked is answered.
    #[must_use]
    pub fn is_complete(&self, asked: Asked) -> bool {
        let known = |player| {
            let about = |answered: &&Answered<C>| answered.question.can_win == player;
            self.answers.iter().find(about).is_some_and(|answered| answered.answer.known().is_some())
        };
        asked.players().all(known) || asked == Asked::Both && self.verdict != Verdict::Unknown
    }
}

/// What a search, or whatever answers a question, says.
#[derive(Clone, Copy, Debug)]
pub struct Found<C> {
    /// The answer.
    pub answer: Answer,
    /// What it follows from: a search or a book.
    pub by: By,
    /// What it took.
    pub cost: C,
    /// Whether to go on to the other question.
    pub go_on: bool,
}

/// What is asked of a position, and what may be taken for granted.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry {
    /// About whom.
    pub asked: Asked,
    /// Whether the game can be drawn.
    pub can_be_drawn: bool,
}

impl Inquiry {
    /// Asks as far as needed: `theorem` says whether it is known that a player cannot win, `search` finds out.
    ///
    /// # Errors
    /// Those of `search`.
    pub fn run<C: Default, E>(
        self,
        theorem: impl Fn(Player) -> bool,
        mut search: impl FnMut(Question) -> Result<Found<C>, E>,
    ) -> Result<Answers<C>, E> {
        let mut known = [None; 2];
        let mut answers = Vec::new();
        for can_win in self.asked.players() {
            let question = Question { can_win };
            let free = |answer, by| {
                let answer = if answer { Answer::Yes } else { Answer::No };
                (Answered { question, answer, by, cost: C::default() }, true)
            };
            let (answered, go_on) = match known[!can_win as usize] {
                Some(true) => free(false, By::OtherAnswer),
                Some(false) if !self.can_be_drawn => free(true, By::OtherAnswer),
                _ if theorem(can_win) => free(false, By::Theorem),
                _ => {
                    let Found { answer, by, cost, go_on } = search(question)?;
                    (Answered { question, answer, by, cost }, go_on)
                }
            };
            known[can_win as usize] = answered.answer.known();
            answers.push(answered);
            if !go_on {
                break;
            }
        }
        // One question decides a game that cannot be drawn.
        if let (false, [first, second]) = (self.can_be_drawn, known) {
            known = [first.or(second.map(|wins| !wins)), second.or(first.map(|wins| !wins))];
        }
        Ok(Answers { verdict: Verdict::from_answers(known[0], known[1]), answers })
    }

    /// The answers where the game is over.
    #[must_use]
    pub fn of_finished<C: Default>(self, outcome: Outcome) -> Answers<C> {
        let answered = |can_win| {
            let question = Question { can_win };
            let answer = if question.answered_by(outcome) { Answer::Yes } else { Answer::No };
            Answered { question, answer, by: By::Rules, cost: C::default() }
        };
        Answers { verdict: outcome.into(), answers: self.asked.players().map(answered).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::StopReason;
    use Player::{First, Second};

    /// What comes of asking, where a search knows the answers about the first and the second player.
    fn asked(asked: Asked, can_be_drawn: bool, truth: [Answer; 2], theorem: Option<Player>) -> Answers<u32> {
        let inquiry = Inquiry { asked, can_be_drawn };
        let search = |question: Question| {
            let answer = truth[question.can_win as usize];
            Ok::<_, std::convert::Infallible>(Found { answer, by: By::Search, cost: 7, go_on: true })
        };
        match inquiry.run(|player| theorem == Some(player), search) {
            Ok(answers) => answers,
        }
    }

    fn by<C>(answers: &Answers<C>) -> Vec<By> {
        answers.answers.iter().map(|answered| answered.by).collect()
    }

    #[test]
    fn a_winner_answers_the_other_question() {
        let answers = asked(Asked::Both, true, [Answer::Yes, Answer::No], None);
        assert_eq!(answers.verdict, Verdict::Wins(First));
        assert_eq!(by(&answers), [By::Search, By::OtherAnswer]);
        assert_eq!(answers.answers[1].cost, 0);
    }

    #[test]
    fn a_draw_takes_both_questions_unless_there_are_none() {
        let answers = asked(Asked::Both, true, [Answer::No, Answer::No], None);
        assert_eq!((answers.verdict, by(&answers)), (Verdict::Draw, vec![By::Search, By::Search]));
        let answers = asked(Asked::Both, false, [Answer::No, Answer::Yes], None);
        assert_eq!(
            (answers.verdict, by(&answers)),
            (Verdict::Wins(Second), vec![By::Search, By::OtherAnswer])
        );
        let answers = asked(Asked::About(Second), false, [Answer::Yes, Answer::No], None);
        assert_eq!((answers.verdict, by(&answers)), (Verdict::Wins(First), vec![By::Search]));
    }

    #[test]
    fn a_theorem_saves_a_search() {
        let answers = asked(Asked::Both, true, [Answer::No, Answer::Yes], Some(Second));
        assert_eq!((answers.verdict, by(&answers)), (Verdict::Draw, vec![By::Search, By::Theorem]));
        assert!(answers.is_complete(Asked::Both));
    }

    #[test]
    fn what_is_not_known_stays_so() {
        let unknown = Answer::Unknown(StopReason::Time);
        let answers = asked(Asked::Both, true, [unknown, Answer::No], None);
        assert_eq!(answers.verdict, Verdict::Unknown);
        assert!(!answers.is_complete(Asked::Both) && !answers.is_complete(Asked::About(First)));
        assert!(answers.is_complete(Asked::About(Second)));
        let answers = asked(Asked::Both, false, [unknown, Answer::No], None);
        assert_eq!(answers.verdict, Verdict::Wins(First));
    }
}
