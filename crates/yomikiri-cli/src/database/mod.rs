//! Databases of Amazons endgames: what `yomikiri-store` keeps, with its meaning.
//!
//! A database holds a table for every number of amazons up to those asked for. A table has a place for every
//! placement of amazons that no symmetry makes smaller, times every set of empty squares.

pub(crate) mod building;
pub(crate) mod reading;

use anyhow::{Context, ensure};
use std::fmt::Write;
use yomikiri_amazons::Endgames;

/// What a database is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) most_empty: Option<u32>,
}

impl Scope {
    /// The numbers of amazons that have a table: all that can come up in a region with both colours, those that
    /// exchanging the colours makes equal once.
    pub(crate) fn amazons(&self) -> Vec<[u32; 2]> {
        let pairs = (1..=self.left).flat_map(|left| (1..=self.right).map(move |right| [left, right]));
        let mirrored = |[left, right]: [u32; 2]| left < right && right <= self.left && left <= self.right;
        pairs.filter(|&pair| !mirrored(pair)).collect()
    }

    pub(crate) fn catalogues(&self) -> anyhow::Result<Vec<Endgames>> {
        let amazons = self.amazons();
        ensure!(
            !amazons.is_empty(),
            "both players need an amazon (regions of one colour are counted without a database)"
        );
        ensure!(
            amazons.len() <= yomikiri_store::graph::MOST_TABLES,
            "at most {} tables: fewer amazons, please",
            yomikiri_store::graph::MOST_TABLES
        );
        let catalogue = |amazons| Ok(Endgames::new(self.width, self.height, amazons, self.most_empty)?);
        amazons.into_iter().map(catalogue).collect()
    }

    /// The lines of a description.
    fn describe(&self) -> String {
        let Self { width, height, left, right, most_empty } = self;
        let mut text = format!("game=amazons\nbox={width}x{height}\nleft={left}\nright={right}\n");
        if let Some(most) = most_empty {
            // Writing to a string cannot fail.
            let _infallible = writeln!(text, "max-empty={most}");
        }
        text
    }

    fn parse(description: &str) -> anyhow::Result<Self> {
        let field = |name: &str| {
            let lines = description.lines().filter_map(|line| line.split_once('='));
            lines.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        let needed =
            |name: &'static str| field(name).with_context(|| format!("the database does not say its {name}"));
        let game = needed("game")?;
        ensure!(game == "amazons", "this is a database of {game}, not of amazons");
        let (width, height) = parse_box(needed("box")?)?;
        Ok(Self {
            width,
            height,
            left: needed("left")?.parse()?,
            right: needed("right")?.parse()?,
            most_empty: field("max-empty").map(str::parse).transpose()?,
        })
    }
}

/// `4x4` as columns and rows.
pub(crate) fn parse_box(text: &str) -> anyhow::Result<(usize, usize)> {
    let sides =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides.with_context(|| format!("`{text}` is no box: expected columns and rows such as 4x4"))
}
