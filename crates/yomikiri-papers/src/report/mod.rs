//! The report on a run: every table of the papers with ours beside it, as tables, plots and a page.

mod page;
mod sections;

pub use sections::{Block, Section};

use crate::{Error, Paper, Run};
use std::path::Path;
use yomikiri::view::{self, papers::PaperReport};

/// A report on a paper, or on all.
pub struct Report<'a> {
    run: &'a Run,
    /// Its parts.
    pub sections: Vec<Section>,
}

impl<'a> Report<'a> {
    /// The report on a run.
    #[must_use]
    pub fn new(run: &'a Run, paper: Option<Paper>) -> Self {
        Self { run, sections: sections::all(run, paper) }
    }

    /// The report as a page that needs no other file.
    #[must_use]
    pub fn html(&self) -> String {
        page::html(self.run, &self.sections)
    }

    /// The figures of the report as JSON, for readers.
    #[must_use]
    pub fn json(&self) -> String {
        format!("{:#}\n", view::object(PaperReport::from(self.run)))
    }

    /// Writes `report.html`, `report.json` and the plots, every file in full or not at all.
    ///
    /// # Errors
    /// If one of them cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        for block in blocks {
            if let Block::Figure { file, svg, .. } = block {
                write(folder, file, svg)?;
            }
        }
        write(folder, "report.json", &self.json())?;
        write(folder, "report.html", &self.html())
    }
}

/// Makes a folder for files to be written later: better to fail now than after ten minutes.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|error| Error::Folder { folder: folder.to_owned(), error })
}

/// Writes a file in full or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Path, name: &str, content: &str) -> Result<(), Error> {
    let file = folder.join(name);
    yomikiri_store::replace::replace(&file, |out| std::io::Write::write_all(out, content.as_bytes()))
        .map_err(|error| Error::File { file, error })
}
