//! `solve`: the value of a position.

use crate::Ending;
use crate::arguments::{Display, Solve};
use crate::checkpoints::{Checkpoints, Resumed};
use crate::games::{OnGame, Playable};
use crate::json::{self, MetricsEvent, QuestionLine, SolveLine};
use crate::metrics::Metrics;
use crate::painting::{grouped, seconds};
use crate::proofs::Proof;
use crate::running::{Checkpointing, Running, interrupted};
use anyhow::{Context, ensure};
use std::io::Write;
use yomikiri_game::{Line, Outcome, Played, Player, Status, play_line};
use yomikiri_search::{
    Answer, Knowledge, Method, Monitor, Options, Question, Report, Statement, Statistics, Verdict, ask,
    ask_knowing,
};

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
        let line = play_line(start.clone(), &self.arguments.place.moves)?;
        let solution = match line.status {
            Status::Over(outcome) => {
                ensure!(self.arguments.proof.is_none(), "the game is over there: there is nothing to prove");
                self.known(outcome)
            }
            Status::Open => self.search(&start, &line)?,
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

    fn search<G: Playable>(&self, start: &G, line: &Line<G>) -> anyhow::Result<Solution> {
        let Solve { place, search, long, can_win, .. } = self.arguments;
        let options = search.options();
        let mut checkpoints = Checkpoints::new(
            long,
            place.game.to_string(),
            line,
            can_win.map(Player::from),
            search.options_that_matter(),
        )?;
        let is_kept = long.checkpoint.is_some();
        ensure!(
            options.method == Method::Dfpn || !is_kept && long.resume.is_none(),
            "only --method dfpn can write checkpoints and go on from them"
        );
        let mut proof = Proof::new(self.arguments, self.display, start, options)?;
        let mut resumed = match &long.resume {
            Some(file) => checkpoints.resume(file, options.memory)?,
            None => Resumed::default(),
        };
        checkpoints.set_aside(long.resume.as_ref())?;
        let moves = line.moves.join(" ");
        let metrics = long.metrics.as_ref().map(|file| Metrics::open(file, place.game.to_string(), moves));
        let metrics = metrics.transpose()?;
        let mut solution = Solution { verdict: Verdict::Unknown, reports: Vec::new(), free: Vec::new() };
        let mut answers = [None; 2];
        for can_win in self.players() {
            if answers[!can_win as usize] == Some(true) {
                solution.free.push(QuestionLine::without_search(can_win, false, true));
                continue;
            }
            if !self.arguments.no_theorems && line.position.cannot_win(can_win) {
                answers[can_win as usize] = Some(false);
                solution.free.push(QuestionLine::without_search(can_win, false, true));
                if proof.is_wanted() {
                    // The checker knows the theorem too.
                    let statement = Statement { question: Question { can_win }, answer: false };
                    proof.write(line, statement, &Knowledge::new(options.memory)?)?;
                }
                continue;
            }
            let question = Question { can_win };
            let known = resumed.answered.iter().find(|report| report.question == question).copied();
            let (report, knowledge) = match known {
                // What led to the answer was not kept with it; a proof has to find it again.
                Some(report) => (report, Some(Knowledge::new(options.memory)?)),
                None => {
                    let known = resumed.searching.take_if(|(searching, ..)| *searching == question);
                    let known = known.map(|(_, before, knowledge)| (before, knowledge));
                    self.ask(line, question, &options, known, &mut checkpoints, metrics.as_ref())?
                }
            };
            if let (Some(knowledge), Some(answer)) = (&knowledge, report.answer.known()) {
                proof.write(line, Statement { question, answer }, knowledge)?;
            }
            answers[can_win as usize] = report.answer.known();
            solution.reports.push(report);
            // What is known about the one question would be lost if the run went on to the other.
            if interrupted() || is_kept && report.answer.known().is_none() {
                break;
            }
        }
        solution.verdict = Verdict::from_answers(answers[0], answers[1]);
        proof.finish()?;
        Ok(solution)
    }

    /// Searches for the answer to one question. Gives what dfpn knows besides.
    fn ask<G: Playable>(
        &self,
        line: &Line<G>,
        question: Question,
        options: &Options,
        known: Option<(Statistics, Knowledge)>,
        checkpoints: &mut Checkpoints,
        metrics: Option<&Metrics>,
    ) -> anyhow::Result<(Report, Option<Knowledge>)> {
        let Question { can_win } = question;
        let (before, knowledge) = match known {
            Some((before, knowledge)) => (before, Some(knowledge)),
            None if options.method == Method::Dfpn => {
                (Statistics::default(), Some(Knowledge::new(options.memory)?))
            }
            None => (Statistics::default(), None),
        };
        let note = |event| {
            if let Some(metrics) = metrics {
                metrics.write(can_win, event);
            }
        };
        let write = |statistics: &Statistics| {
            let written = checkpoints.write(knowledge.as_ref().map(|known| (question, statistics, known)));
            match written {
                Ok(None) => String::new(),
                Ok(Some(written)) => {
                    note(written.into());
                    format!("checkpoint of {} bytes", grouped(written.bytes))
                }
                Err(error) => {
                    note(MetricsEvent::CheckpointFailed { error: error.to_string() });
                    format!("NO CHECKPOINT: {error}")
                }
            }
        };
        let long = &self.arguments.long;
        let running = Running {
            display: self.display,
            title: &format!("{}: can {can_win} win?", self.arguments.place.game),
            before: before.seconds,
            moves: Some(&|monitor| moves_of_line(&line.position, monitor)),
            metrics: metrics.map(|metrics| (metrics, can_win)),
            checkpoints: long
                .checkpoint
                .is_some()
                .then_some(Checkpointing { every: long.checkpoint_every.0, write: &write }),
        };
        let report = running.run(|monitor| match &knowledge {
            Some(knowledge) => Ok(ask_knowing(&line.position, question, knowledge, before, options, monitor)),
            None => ask(&line.position, question, options, monitor),
        })?;
        note(MetricsEvent::Answer((&report).into()));
        checkpoints.note(&report);
        let searching = knowledge.as_ref().filter(|_| report.answer.known().is_none());
        let written = checkpoints.write(searching.map(|known| (question, &report.statistics, known)));
        match written.context("the checkpoint cannot be written") {
            Ok(written) => {
                if let Some(written) = written {
                    note(written.into());
                }
            }
            // An answer is worth more than the file that could not be written.
            Err(error) if report.answer.known().is_some() => {
                let _unheard = writeln!(std::io::stderr(), "yomikiri: {error:#}");
            }
            Err(error) => return Err(error),
        }
        Ok((report, knowledge))
    }
}

/// The moves of the line being searched, as far as the monitor tells.
fn moves_of_line<G: Playable>(start: &G, monitor: &Monitor) -> String {
    let mut game = start.clone();
    let mut line = Vec::new();
    let mut moves = Vec::new();
    for key in monitor.line() {
        moves.clear();
        game.moves(&mut moves);
        let leads_there = |&m: &G::Move| {
            let text = game.move_text(m);
            match game.play(m) {
                Played::Illegal => None,
                Played::Over(_, token) => {
                    game.undo(token);
                    None
                }
                Played::Open(_) if game.key() == key => Some(text),
                Played::Open(token) => {
                    game.undo(token);
                    None
                }
            }
        };
        let Some(text) = moves.iter().find_map(leads_there) else {
            break;
        };
        line.push(text);
    }
    line.join(" ")
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
