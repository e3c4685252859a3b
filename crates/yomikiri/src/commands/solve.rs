//! `solve`: the value of a position.

use crate::Ending;
use crate::arguments::{Display, Solve};
use crate::games::{OnGame, Playable};
use crate::json::{self, QuestionLine, SolveLine};
use crate::painting::{grouped, seconds};
use crate::running::{interrupted, with_progress};
use std::io::Write;
use yomikiri_game::{Line, Outcome, Player, Status, play_line};
use yomikiri_search::{Answer, Question, Report, Verdict, ask};

pub(crate) fn run(arguments: &Solve, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    arguments.place.game.start(Task { arguments, display, out })
}

struct Task<'a, W> {
    arguments: &'a Solve,
    display: Display,
    out: &'a mut W,
}

impl<W: Write> OnGame for Task<'_, W> {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, start: G) -> anyhow::Result<Ending> {
        let line = play_line(start, &self.arguments.place.moves)?;
        let solution = match line.status {
            Status::Over(outcome) => self.known(outcome),
            Status::Open => self.search(&line)?,
        };
        let ending = solution.ending(self.arguments);
        if self.display.json {
            json::print(self.out, &solution.into_json(self.arguments, &line))?;
        } else {
            solution.print(self.arguments, self.out)?;
        }
        Ok(ending)
    }
}

/// The answers, and what they say together.
struct Solution {
    verdict: Verdict,
    reports: Vec<Report>,
    /// Answers that needed no search.
    free: Vec<QuestionLine>,
}

impl<W> Task<'_, W> {
    fn players(&self) -> Vec<Player> {
        match self.arguments.can_win {
            Some(player) => vec![player.into()],
            None => Player::BOTH.to_vec(),
        }
    }

    /// The game is over at the position asked about.
    fn known(&self, outcome: Outcome) -> Solution {
        let answer = |player| QuestionLine::without_search(player, outcome == Outcome::Win(player), false);
        Solution {
            verdict: outcome.into(),
            reports: Vec::new(),
            free: self.players().into_iter().map(answer).collect(),
        }
    }

    fn search<G: Playable>(&self, line: &Line<G>) -> anyhow::Result<Solution> {
        let mut reports: Vec<Report> = Vec::new();
        let mut free = Vec::new();
        let mut answers = [None; 2];
        for can_win in self.players() {
            if answers[!can_win as usize] == Some(true) {
                free.push(QuestionLine::without_search(can_win, false, true));
                continue;
            }
            if !self.arguments.no_theorems && line.position.cannot_win(can_win) {
                answers[can_win as usize] = Some(false);
                free.push(QuestionLine::without_search(can_win, false, true));
                continue;
            }
            let title = format!("{}: can {can_win} win?", self.arguments.place.game);
            let options = self.arguments.search.options();
            let report = with_progress(self.display, &title, |monitor| {
                ask(&line.position, Question { can_win }, &options, monitor)
            })?;
            answers[can_win as usize] = report.answer.known();
            reports.push(report);
            if interrupted() {
                break;
            }
        }
        Ok(Solution { verdict: Verdict::from_answers(answers[0], answers[1]), reports, free })
    }
}

impl Solution {
    fn ending(&self, arguments: &Solve) -> Ending {
        // A single question may be answered without the value being known.
        let answered = self.reports.iter().all(|report| report.answer.known().is_some());
        if self.verdict != Verdict::Unknown || arguments.can_win.is_some() && answered {
            Ending::Done
        } else {
            Ending::Undecided
        }
    }

    fn into_json<G: Playable>(self, arguments: &Solve, line: &Line<G>) -> SolveLine {
        // An empty sum of floats is -0.
        let seconds = self.reports.iter().map(|report| report.statistics.seconds).sum::<f64>().abs();
        SolveLine {
            game: arguments.place.game.to_string(),
            moves: line.moves.join(" "),
            value: self.verdict.to_string(),
            to_move: line.position.to_move().to_string(),
            nodes: self.reports.iter().map(|report| report.statistics.nodes).sum(),
            seconds,
            questions: self.reports.iter().map(Into::into).chain(self.free).collect(),
        }
    }

    fn print(&self, arguments: &Solve, out: &mut impl Write) -> anyhow::Result<()> {
        if arguments.can_win.is_some() && self.verdict == Verdict::Unknown {
            // One question alone may be answered without the value being known.
            writeln!(out, "{}", arguments.place.game)?;
        } else {
            writeln!(out, "{}: {}", arguments.place.game, describe(self.verdict))?;
        }
        for report in &self.reports {
            let statistics = report.statistics;
            let answer = match report.answer {
                Answer::Yes => "yes".to_owned(),
                Answer::No => "no".to_owned(),
                Answer::Unknown(reason) => format!("unknown ({reason})"),
            };
            write!(
                out,
                "  can {} win? {answer}: {} nodes, {} s",
                report.question.can_win,
                grouped(statistics.nodes),
                seconds(statistics.seconds),
            )?;
            if statistics.table_entries > 0 {
                write!(out, ", {} positions kept", grouped(statistics.table_entries))?;
            }
            if statistics.collections > 0 {
                write!(out, ", {} collections", statistics.collections)?;
            }
            writeln!(out)?;
        }
        for answer in &self.free {
            let word = if answer.answer == Some(true) { "yes" } else { "no" };
            writeln!(out, "  can {} win? {word}", answer.can_win)?;
        }
        Ok(())
    }
}

/// A verdict in words.
pub(crate) fn describe(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Wins(Player::First) => "the first player wins",
        Verdict::Wins(Player::Second) => "the second player wins",
        Verdict::Draw => "draw",
        Verdict::Unknown => "unknown",
    }
}
