//! The targets: what each states is at the top of its file.

pub mod amazons_boards;
pub mod analysis_query;
pub mod cgt_notation;
pub mod checkpoint;
pub mod cluster_export;
pub mod cluster_messages;
pub mod formats;
pub mod positions;
pub mod proof_content;
pub mod qbf_solver;
pub mod search_agreement;
pub mod store_database;
pub mod trax_moves;
pub mod trax_names;
pub mod trax_puzzles;
pub mod trax_record;

/// A target: what it is called, what it does with an input, and the longest input worth trying.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]) -> bool,
    pub longest: usize,
}

/// All of them.
pub const TARGETS: [Target; 16] = [
    Target { name: "amazons_boards", run: amazons_boards::run, longest: 60 },
    Target { name: "analysis_query", run: analysis_query::run, longest: 400 },
    Target { name: "cgt_notation", run: cgt_notation::run, longest: 80 },
    Target { name: "checkpoint", run: checkpoint::run, longest: 4000 },
    Target { name: "cluster_export", run: cluster_export::run, longest: 1000 },
    Target { name: "cluster_messages", run: cluster_messages::run, longest: 600 },
    Target { name: "formats", run: formats::run, longest: 2000 },
    Target { name: "positions", run: positions::run, longest: 400 },
    Target { name: "proof_content", run: proof_content::run, longest: 4000 },
    Target { name: "qbf_solver", run: qbf_solver::run, longest: 120 },
    Target { name: "search_agreement", run: search_agreement::run, longest: 24 },
    Target { name: "store_database", run: store_database::run, longest: 400 },
    Target { name: "trax_moves", run: trax_moves::run, longest: 240 },
    Target { name: "trax_names", run: trax_names::run, longest: 120 },
    Target { name: "trax_puzzles", run: trax_puzzles::run, longest: 400 },
    Target { name: "trax_record", run: trax_record::run, longest: 600 },
];
