//! `reproduce`: the experiments of the papers again, our figures beside theirs.
//!
//! A paper by itself, without a budget, is printed as it goes. With a budget or a folder for the report, and for all papers
//! together, there is a plan instead: experiments with what they are expected to cost, of which those are run that fit.

use crate::Ending;
use crate::arguments::{Display, Evaluation, Reproduce};
use crate::json;
use crate::running::shown;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use yomikiri::quantity::Span;
use yomikiri::view::Comparison;
use yomikiri::view::papers::{PaperReport, PaperSearch};
use yomikiri_papers::formulas::{self, Agreement, Decided};
use yomikiri_papers::mates::{self, ByLength, Subject, Trial};
use yomikiri_papers::searches::{self, Found, Searches};
use yomikiri_papers::sums::{self, Sums};
use yomikiri_papers::{
    Block, LIMITED_TRAX, Paper, Report, Run, SIX_BY_SIX, Section, TraxPaper, make_folder, plan, stored, write,
};

/// The time for a report if nobody says anything else.
const BUDGET: Duration = Duration::from_secs(600);

pub(crate) fn run(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Reproduce { budget, out: folder, only, .. } = arguments;
    let paper = arguments.paper.0.filter(|_| budget.is_none() && folder.is_none() && only.is_none());
    match paper {
        None => report(arguments, display, out),
        Some(Paper::LimitedTrax) => trax(&LIMITED_TRAX, arguments, display, out),
        Some(Paper::SixBySix) => trax(&SIX_BY_SIX, arguments, display, out),
        Some(Paper::Mates) => problems(&arguments.evaluation, display, out),
        Some(Paper::AmazonsEndgames) => endgames(arguments, display, out),
        Some(Paper::GeneralisedTicTacToe) => tic_tac_toe(arguments, display, out),
    }
}

/// Papers 000 and 001.
fn trax(
    paper: &'static TraxPaper,
    arguments: &Reproduce,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let searches = Searches { paper, max_size: arguments.max_size, memory: arguments.memory.0 };
    let seen = |found: &Found| {
        if display.json {
            json::line(out, PaperSearch::from(found))?;
        }
        anyhow::Ok(())
    };
    let found = shown(display, None, |task| searches.run(task, seen))?;
    if !display.json {
        writeln!(out, "{}\n\n{}\n{}", paper.paper.title(), searches::table(&found), paper.remark)?;
        if let Some(left_out) = searches.left_out() {
            writeln!(out, "{left_out}")?;
        }
        let stored = searches.stored();
        if !stored.is_empty() {
            write!(out, "\n{}\n\n{stored}", stored::TITLE)?;
        }
    }
    let is_decided = |found: &Found| found.answered.answer.known().is_some();
    Ok(if found.iter().all(is_decided) { Ending::Done } else { Ending::Undecided })
}

/// Paper 002.
fn problems(arguments: &Evaluation, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let folder = arguments.plots.as_deref();
    if let Some(folder) = folder {
        make_folder(folder)?;
    }
    if !display.json {
        writeln!(out, "{}\n", Paper::Mates.title())?;
    }
    let evaluation = mates::Evaluation::from(arguments);
    let mut ending = Ending::Done;
    for subject in Subject::ALL {
        let trial = shown(display, None, |task| evaluation.run(subject, task))?;
        if !trial.is_complete() {
            ending = Ending::Undecided;
        }
        if let Some(folder) = folder {
            write_trial(folder, subject, &trial, &evaluation)?;
        }
        if display.json {
            trial.puzzles().into_iter().try_for_each(|puzzle| json::line(out, puzzle))?;
        } else if !trial.results.is_empty() {
            print_trial(subject, &trial, out)?;
        }
    }
    Ok(ending)
}

/// The figures of every problem, and the plots.
fn write_trial(
    folder: &Path,
    subject: Subject,
    trial: &Trial,
    evaluation: &mates::Evaluation,
) -> anyhow::Result<()> {
    write(folder, &format!("{}.tsv", trial.name), &trial.tsv())?;
    match subject {
        Subject::Accuracy => {}
        Subject::Speed => write(folder, "speed.svg", &mates::speed_plot(trial).svg())?,
        Subject::DfPn => write(folder, "df-pn.svg", &mates::df_pn_plot(trial).svg())?,
        Subject::Lengths => {
            write(folder, "mates-by-length.tsv", &ByLength::from(trial).tsv(&evaluation.command()))?;
        }
    }
    Ok(())
}

fn print_trial(subject: Subject, trial: &Trial, out: &mut impl Write) -> anyhow::Result<()> {
    match subject {
        Subject::Accuracy => {
            writeln!(out, "{}\n\n{}", mates::accuracy_title(trial), mates::accuracy_table(Some(trial)))?;
            writeln!(out, "{}\n{}\n", mates::mix_table(trial), wrapped(&mates::mix_remark(trial)))?;
        }
        Subject::Speed => {
            let [relative, by_length, totals] = mates::speed_tables(trial);
            writeln!(out, "{}\n\n{relative}\n{by_length}\n{totals}", mates::speed_title(trial))?;
        }
        Subject::DfPn => writeln!(out, "{}\n\n{}", mates::df_pn_title(trial), mates::df_pn_table(trial))?,
        Subject::Lengths => {
            let found = ByLength::from(trial);
            let [solved, nodes, seconds] = found.tables();
            writeln!(out, "{}\n", wrapped(&mates::lengths_title(&found.mix())))?;
            write!(
                out,
                "Problems solved\n\n{solved}\nNodes\n\n{nodes}\nSeconds (slowest problem)\n\n{seconds}"
            )?;
        }
    }
    Ok(())
}

/// Paper 003.
fn endgames(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if let Some(folder) = &arguments.figures {
        make_folder(folder)?;
    }
    let mut sums = shown(display, None, |task| Sums::count(arguments.repeats, task))?;
    if display.json {
        sums.figures_by_row().into_iter().try_for_each(|row| json::line(out, row))?;
    } else {
        let [moves, games] = sums.tables();
        writeln!(out, "{}\n\n{}\n\n{moves}", Paper::AmazonsEndgames.title(), sums::MOVES_TITLE)?;
        write!(out, "{}\n\n{}\n\n{games}", sums::REMARK, sums::GAMES_TITLE)?;
    }
    if let Some(folder) = &arguments.figures {
        let mut written = Vec::new();
        for drawing in shown(display, None, |task| sums.drawings(task))? {
            write(folder, drawing.file, &drawing.svg)?;
            written.push(folder.join(drawing.file).display().to_string());
        }
        if !display.json {
            writeln!(out, "\nDrawn: {}", written.join(" "))?;
        }
    }
    Ok(if sums.is_complete() { Ending::Done } else { Ending::Undecided })
}

/// Paper 004.
fn tic_tac_toe(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let seen = |decided: &Decided| {
        if display.json {
            decided.cells.iter().try_for_each(|cell| json::line(out, Comparison::from(cell)))?;
        }
        anyhow::Ok(())
    };
    let formulas = shown(display, None, |task| arguments.formulas().decide(task, seen))?;
    if !display.json {
        writeln!(out, "{}, tables 1 and 2\n", Paper::GeneralisedTicTacToe.title())?;
        let [searches, solvers, _] = formulas::tables(Some(&formulas), None);
        writeln!(out, "{searches}\n{solvers}\n{}\n{}", formulas.summary(), formulas::REMARK)?;
    }
    Ok(match formulas.agreement() {
        Agreement::Full => Ending::Done,
        Agreement::Partial => Ending::Undecided,
        Agreement::Contradicted => Ending::Faulty,
    })
}

/// Runs what fits, and reports on everything.
fn report(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if let Some(folder) = &arguments.out {
        make_folder(folder)?;
    }
    let (paper, settings) = (arguments.paper.0, arguments.settings());
    let mut plan = plan(paper, &settings);
    if let Some(only) = &arguments.only {
        let known: Vec<String> = plan.iter().map(|experiment| experiment.id.clone()).collect();
        plan.retain(|experiment| experiment.id == *only);
        anyhow::ensure!(!plan.is_empty(), "there is no experiment {only}; known: {}", known.join(", "));
    }
    let usual = if arguments.only.is_some() { None } else { Some(BUDGET) };
    let budget = arguments.budget.map(|Span(budget)| budget).or(usual);
    let run = shown(display, None, |task| Run::within(budget, plan, settings.memory, task))?;
    let report = Report::new(&run, paper);
    if let Some(folder) = &arguments.out {
        report.write(folder)?;
    }
    if display.json {
        json::line(out, PaperReport::from(&run))?;
    } else {
        print(&run, &report.sections, out)?;
        if let Some(folder) = &arguments.out {
            writeln!(out, "The report: {}", folder.join("report.html").display())?;
        }
    }
    // What was left out for want of time is no failure.
    Ok(if run.findings.contradict_the_papers() {
        Ending::Faulty
    } else if run.stopped {
        Ending::Undecided
    } else {
        Ending::Done
    })
}

/// The report as text, without its drawings.
fn print(run: &Run, sections: &[Section], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}\n", wrapped(&run.circumstances()))?;
    for section in sections {
        writeln!(out, "{}\n{}\n", section.title, "═".repeat(section.title.chars().count()))?;
        for block in &section.blocks {
            match block {
                Block::Table { title, table, remark } => {
                    writeln!(out, "{title}\n\n{table}")?;
                    if !remark.is_empty() {
                        writeln!(out, "{}\n", wrapped(remark))?;
                    }
                }
                Block::Text(text) => writeln!(out, "{text}\n")?,
                Block::Figure { .. } => {}
            }
        }
    }
    Ok(())
}

/// A text in lines that fit most terminals.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 110;
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use crate::arguments::{Arguments, Command};
    use clap::Parser;
    use std::time::Duration;
    use yomikiri_papers::{Kind, Settings, formulas, mates, plan};

    /// Settings that differ from the defaults in everything.
    fn unusual() -> Settings {
        Settings {
            memory: 3 << 29,
            seed: 7,
            repeats: 3,
            formulas: formulas::Settings { seconds: 5, external: true, ..formulas::Settings::default() },
        }
    }

    #[test]
    fn every_command_runs_its_experiment() {
        for settings in [Settings::default(), unusual()] {
            for experiment in plan(None, &settings) {
                let command = experiment.command();
                let arguments = Arguments::try_parse_from(command.split(' ')).expect(&command);
                match (&experiment.kind, arguments.command.expect("a verb")) {
                    (Kind::Search { search, .. }, Command::Solve(solve)) => {
                        assert_eq!(solve.place.game.as_str(), search.game);
                        assert_eq!((&*solve.place.spot.moves, &solve.place.spot.position), ("", &None));
                        let (ours, theirs) = (search.job(), solve.job());
                        assert_eq!(ours.asked, theirs.asked, "{command}");
                        assert_eq!(ours.theorems, theirs.theorems, "{command}");
                        assert_eq!(
                            format!("{:?}", ours.options),
                            format!("{:?}", theirs.options),
                            "{command}"
                        );
                    }
                    (kind, Command::Reproduce(reproduce)) => {
                        assert_eq!(reproduce.paper.0, Some(experiment.paper), "{command}");
                        match kind {
                            Kind::Count { .. } => {
                                assert_eq!(reproduce.only.as_ref(), Some(&experiment.id), "{command}");
                            }
                            Kind::Mates(_, evaluation) => {
                                assert_eq!(mates::Evaluation::from(&reproduce.evaluation), *evaluation);
                            }
                            Kind::Sums { repeats } => assert_eq!(reproduce.repeats, *repeats),
                            Kind::Formulas(settings) => {
                                let formulas::Settings { seconds, external, ways } = *settings;
                                assert_eq!(reproduce.only.is_some(), ways == formulas::Ways::Paper);
                                let asked = reproduce.formulas();
                                assert_eq!((asked.seconds, asked.external), (seconds, external));
                            }
                            Kind::Search { .. } => panic!("{command} does not search"),
                        }
                    }
                    (kind, other) => panic!("{command} for {kind:?} is {other:?}"),
                }
            }
        }
    }

    #[test]
    fn the_defaults_of_the_options_are_those_of_the_library() {
        let arguments = Arguments::try_parse_from(["yomikiri", "reproduce", "all"]).expect("well formed");
        let Some(Command::Reproduce(reproduce)) = arguments.command else { panic!("another verb") };
        assert_eq!(reproduce.settings(), Settings::default());
        assert_eq!(super::BUDGET, Duration::from_secs(600));
    }
}
