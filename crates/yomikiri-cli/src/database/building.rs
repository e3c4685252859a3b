//! Building a database, layer by layer, so that it can be taken up again where it was left.
//!
//! What has been computed so far is a database like the finished one, only with fewer layers; it is kept beside
//! it as `FILE.partial`. Taking it up restores the games in their order, so that the finished file has the same bytes
//! as if it had been built in one go.

use super::Scope;
use anyhow::{Context, ensure};
use rustc_hash::FxHashMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use yomikiri_amazons::Endgames;
use yomikiri_cgt::tabulate::{Unfilled, Values};
use yomikiri_cgt::{Dyadic, Form, Forms, Trajectory};
use yomikiri_game::{Catalogue, Player, Progress};
use yomikiri_store::container::Container;
use yomikiri_store::graph::{Contents, Database, Record, Walls};
use yomikiri_store::replace::replace;

/// How often the state is written down.
const KEEP_EVERY: Duration = Duration::from_secs(10);

/// How a build ended.
pub(crate) enum Built {
    /// The file is there.
    Whole { bytes: usize, classes: u64, forms: usize },
    /// It was stopped; what there is lies in the partial file.
    Stopped(PathBuf),
}

/// A database under construction.
struct Builder {
    scope: Scope,
    catalogues: Vec<Endgames>,
    forms: Forms,
    /// The forms of each table by place; those that are not known are 0.
    tables: Vec<Vec<Form>>,
    /// How many layers of each table are done.
    done: Vec<usize>,
}

/// The name under which an unfinished database lies.
pub(crate) fn partial_name(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    out.with_file_name(name)
}

/// Builds a database, or goes on with it.
pub(crate) fn build(
    scope: &Scope,
    out: &Path,
    threads: NonZeroUsize,
    memory: u64,
    progress: &Progress,
) -> anyhow::Result<Built> {
    let catalogues = scope.catalogues()?;
    let needed = catalogues.iter().map(|catalogue| catalogue.size() as u64 * 4).max().unwrap_or(0);
    ensure!(
        needed <= memory,
        "the table of all boards alone takes {} MB; allow that with --memory, or use --max-empty",
        needed >> 20
    );
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    ensure!(folder.is_dir(), "cannot write {}: there is no folder {}", out.display(), folder.display());
    let partial = partial_name(out);
    let mut builder = Builder::new(scope.clone(), catalogues);
    if partial.exists() {
        builder
            .resume(&partial)
            .with_context(|| format!("cannot go on with {}; remove it to start anew", partial.display()))?;
    }
    let total: u64 = builder.catalogues.iter().map(classes).sum();
    progress.expect(total);
    if builder.fill(threads, progress, &partial)? {
        let bytes = builder.contents(true)?.to_bytes();
        replace(out, |file| file.write_all(&bytes))
            .with_context(|| format!("cannot write {}", out.display()))?;
        if partial.exists() {
            std::fs::remove_file(&partial).with_context(|| format!("cannot remove {}", partial.display()))?;
        }
        return Ok(Built::Whole { bytes: bytes.len(), classes: total, forms: builder.forms.len() });
    }
    builder.keep(&partial)?;
    Ok(Built::Stopped(partial))
}

/// How many classes of boards a catalogue has.
pub(crate) fn classes(catalogue: &Endgames) -> u64 {
    (0..catalogue.layers()).map(|layer| catalogue.representatives(layer).len() as u64).sum()
}

/// Where in its table a representative lies: tables have room only for placements of representatives.
pub(crate) struct Places {
    /// For every placement of a representative, how many came before.
    order: FxHashMap<usize, usize>,
    vacancies: usize,
}

impl Places {
    pub(crate) fn new(catalogue: &Endgames) -> Self {
        let order = catalogue.representative_placements().into_iter().zip(0..).collect();
        Self { order, vacancies: catalogue.vacancies() }
    }

    pub(crate) fn len(&self) -> usize {
        self.order.len() * self.vacancies
    }

    pub(crate) fn of(&self, representative: usize) -> usize {
        let placement = self.order.get(&(representative / self.vacancies));
        let placement = placement.unwrap_or_else(|| unreachable!("the placement of a representative"));
        placement * self.vacancies + representative % self.vacancies
    }
}

impl Builder {
    fn new(scope: Scope, catalogues: Vec<Endgames>) -> Self {
        let tables =
            catalogues.iter().map(|catalogue| vec![Form::ZERO; Places::new(catalogue).len()]).collect();
        let done = vec![0; catalogues.len()];
        Self { scope, catalogues, forms: Forms::new(), tables, done }
    }

    /// Fills all layers that are not done; false if it was stopped.
    fn fill(&mut self, threads: NonZeroUsize, progress: &Progress, partial: &Path) -> anyhow::Result<bool> {
        let mut kept = Instant::now();
        for at in 0..self.catalogues.len() {
            let catalogue = &self.catalogues[at];
            let places = Places::new(catalogue);
            let mut values = Values::new(catalogue);
            for layer in 0..self.done[at] {
                let representatives = catalogue.representatives(layer);
                // A stop is noticed at the first layer that is filled.
                let _noticed_later = progress.advance(representatives.len() as u64);
                for position in representatives {
                    values.set(&self.forms, catalogue, position, self.tables[at][places.of(position)]);
                }
            }
            for layer in self.done[at]..self.catalogues[at].layers() {
                let filled =
                    values.fill_layer(&mut self.forms, &self.catalogues[at], layer, threads, progress);
                match filled {
                    Ok(found) => {
                        for (position, form) in found {
                            self.tables[at][places.of(position)] = form;
                        }
                    }
                    Err(Unfilled::Stopped) => return Ok(false),
                    Err(error) => return Err(error.into()),
                }
                self.done[at] = layer + 1;
                if kept.elapsed() >= KEEP_EVERY {
                    self.keep(partial)?;
                    kept = Instant::now();
                }
            }
        }
        Ok(true)
    }

    fn keep(&self, partial: &Path) -> anyhow::Result<()> {
        let mut contents = self.clone_forms().contents(false)?;
        for done in &self.done {
            contents.description.push_str(&format!("done={done}\n"));
        }
        replace(partial, |file| file.write_all(&contents.to_bytes()))
            .with_context(|| format!("cannot write {}", partial.display()))
    }

    /// A copy that thermographs can be made in.
    fn clone_forms(&self) -> Self {
        Self {
            scope: self.scope.clone(),
            catalogues: Vec::new(),
            forms: self.forms.clone(),
            tables: self.tables.clone(),
            done: self.done.clone(),
        }
    }

    fn resume(&mut self, partial: &Path) -> anyhow::Result<()> {
        let database = Database::new(Container::open(partial)?)?;
        let description = database.description()?;
        ensure!(Scope::parse(description)? == self.scope, "it is about other boards");
        let done = description.lines().filter_map(|line| line.strip_prefix("done="));
        let done: Vec<usize> = done.map(str::parse).collect::<Result<_, _>>()?;
        let lengths = (0..database.tables()).map(|table| database.table_length(table));
        ensure!(
            done.len() == self.done.len() && lengths.eq(self.tables.iter().map(Vec::len)),
            "its tables are of another size"
        );
        let pairs = restored(&database, &mut self.forms)?;
        for (number, table) in self.tables.iter_mut().enumerate() {
            for (place, form) in table.iter_mut().enumerate() {
                *form = form_of(&self.forms, &pairs, database.code(number, place));
            }
        }
        for ((done, saved), catalogue) in self.done.iter_mut().zip(done).zip(&self.catalogues) {
            ensure!(saved <= catalogue.layers(), "it has more layers than there are");
            *done = saved;
        }
        Ok(())
    }

    /// What goes into the file.
    fn contents(&mut self, with_thermographs: bool) -> anyhow::Result<Contents> {
        let mut codes = vec![u32::MAX; self.forms.len()];
        let mut games = Vec::new();
        let mut kept = Vec::new();
        for form in self.forms.all() {
            if codes[form.index() as usize] != u32::MAX {
                continue;
            }
            let code = 2 * games.len() as u32;
            // A game that is its own negative keeps the even code.
            codes[self.forms.negative(form).index() as usize] = code + 1;
            codes[form.index() as usize] = code;
            kept.push(form);
            let encoded =
                |options: &[Form]| options.iter().map(|option| codes[option.index() as usize]).collect();
            games.push(match self.forms.as_number(form) {
                Some(number) => Record::Number(number.numerator(), number.halvings() as u8),
                None => Record::Game(
                    encoded(self.forms.left_options(form)),
                    encoded(self.forms.right_options(form)),
                ),
            });
        }
        let coded = |table: &Vec<Form>| table.iter().map(|form| codes[form.index() as usize]).collect();
        let mut contents = Contents {
            description: self.scope.describe(),
            games,
            tables: self.tables.iter().map(coded).collect(),
            heat: Vec::new(),
            thermographs: Vec::new(),
        };
        if with_thermographs {
            let mut numbers = FxHashMap::default();
            for form in kept {
                let walls = walls_of(&mut self.forms, form)?;
                let next = numbers.len() as u32;
                let number = *numbers.entry(walls.clone()).or_insert(next);
                if number == next {
                    contents.thermographs.push(walls);
                }
                contents.heat.push(number);
            }
        }
        Ok(contents)
    }
}

/// The walls of a game's thermograph over one common denominator.
fn walls_of(forms: &mut Forms, form: Form) -> anyhow::Result<Walls> {
    let thermograph = forms.thermograph(form)?;
    let walls = Player::BOTH.map(|player| thermograph.wall(player).corners());
    let numbers = walls.iter().flat_map(|wall| wall.iter()).flat_map(|corner| [corner.t, corner.value]);
    let halvings = numbers.map(Dyadic::halvings).max().unwrap_or(0);
    let scaled = |number: Dyadic| number.numerator() << (halvings - number.halvings());
    let corners =
        walls.map(|wall| wall.iter().map(|corner| (scaled(corner.t), scaled(corner.value))).collect());
    Ok(Walls { halvings: halvings as u8, corners })
}

/// A wall that was kept, as the theory has it.
pub(crate) fn trajectory(walls: &Walls, player: Player) -> anyhow::Result<Trajectory> {
    let number = |scaled: i64| Dyadic::new(scaled.into(), walls.halvings.into());
    let corners = walls.corners[player as usize].iter().map(|&(t, value)| {
        Ok::<_, anyhow::Error>(yomikiri_cgt::Point { t: number(t)?, value: number(value)? })
    });
    let corners = corners.collect::<Result<Vec<_>, _>>()?;
    Trajectory::from_corners(corners).context("the database holds a thermograph that is none")
}

/// All games of a database as forms, by pair.
pub(crate) fn restored(database: &Database, forms: &mut Forms) -> anyhow::Result<Vec<Form>> {
    let mut pairs = Vec::with_capacity(database.games());
    for pair in 0..database.games() {
        let form = match database.game(pair) {
            Record::Number(numerator, halvings) => {
                forms.number(Dyadic::new(numerator.into(), halvings.into())?)?
            }
            Record::Game(left, right) => {
                let decoded = |codes: &[u32]| -> Vec<Form> {
                    codes.iter().map(|&code| form_of(forms, &pairs, code)).collect()
                };
                let (left, right) = (decoded(&left), decoded(&right));
                forms.restore(&left, &right)?
            }
        };
        pairs.push(form);
    }
    Ok(pairs)
}

/// The form with a code.
pub(crate) fn form_of(forms: &Forms, pairs: &[Form], code: u32) -> Form {
    let form = pairs[code as usize / 2];
    if code % 2 == 1 { forms.negative(form) } else { form }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    /// A folder of its own, gone at the end of the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("yomikiri-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).expect("a temporary folder");
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _already_gone = std::fs::remove_dir_all(&self.0);
        }
    }

    fn scope() -> Scope {
        Scope { width: 3, height: 4, left: 1, right: 1, most_empty: None }
    }

    fn built(out: &Path, threads: usize, progress: &Progress) -> Built {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        build(&scope(), out, threads, 1 << 30, progress).expect("it can be built")
    }

    #[test]
    fn the_same_bytes_however_they_were_made() {
        let folder = Folder::new("build");
        let once = folder.0.join("once");
        assert!(matches!(built(&once, 1, &Progress::default()), Built::Whole { .. }));
        let threaded = folder.0.join("threaded");
        assert!(matches!(built(&threaded, 3, &Progress::default()), Built::Whole { .. }));
        // Stopped again and again, a few layers further each time.
        let resumed = folder.0.join("resumed");
        let mut stops = 0;
        for enough in [50, 2000, 9000, u64::MAX] {
            let progress = Progress::default();
            let over = std::sync::atomic::AtomicBool::new(false);
            let result = std::thread::scope(|scope| {
                scope.spawn(|| {
                    while !over.load(Relaxed) {
                        if progress.steps().done >= enough {
                            progress.stop().request();
                        }
                        std::thread::yield_now();
                    }
                });
                let result = built(&resumed, 1, &progress);
                over.store(true, Relaxed);
                result
            });
            if let Built::Stopped(partial) = result {
                stops += 1;
                assert!(partial.exists() && !resumed.exists());
            }
        }
        assert!(stops >= 1, "the build was never stopped");
        let bytes = std::fs::read(&once).expect("built");
        assert_eq!(std::fs::read(&threaded).expect("built"), bytes);
        assert_eq!(std::fs::read(&resumed).expect("built"), bytes);
        assert!(!partial_name(&resumed).exists());
    }

    #[test]
    fn a_partial_file_about_something_else_is_refused() {
        let folder = Folder::new("foreign");
        let out = folder.0.join("out");
        std::fs::write(partial_name(&out), b"something else altogether, and long enough").expect("room");
        let result = build(&scope(), &out, NonZeroUsize::MIN, 1 << 30, &Progress::default());
        assert!(result.is_err_and(|error| error.to_string().contains("cannot go on")));
    }
}
