//! What the paper's second method of counting draws, and where the weight lies that it should find.
//!
//! `cargo run --release -p yomikiri-trax --example method_2_samples -- 8 3000000` draws as the paper does. With a third
//! number, the chance that a cell is empty (1/7 in the paper), boards are drawn that are more like those that matter;
//! weights make up for it, so that the estimate and the weighted means are of the same sum.

use yomikiri_game::SplitMix64;
use yomikiri_trax::census::Law;
use yomikiri_trax::census::configuration::{Configuration, STATES};

fn main() {
    let arguments: Vec<f64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let (size, samples, empty) = match arguments[..] {
        [size, samples] => (size as usize, samples as u64, 1.0 / STATES as f64),
        [size, samples, empty] => (size as usize, samples as u64, empty),
        _ => {
            eprintln!(
                "expected the size of the board, the number of samples, and perhaps the chance of an empty cell"
            );
            std::process::exit(2);
        }
    };
    let mut random = SplitMix64::new(1);
    let mut board = Configuration::new(size, size);
    // The weight and the number of tiles of every sample that counts.
    let mut counted: Vec<(f64, f64)> = Vec::new();
    for _ in 0..samples {
        let (mut tiles, mut unlikeliness) = (0.0, 1.0);
        for cell in 0..board.len() {
            let is_empty = ((random.next_u64() >> 11) as f64) < empty * (1u64 << 53) as f64;
            board.set(cell, if is_empty { 0 } else { 1 + random.below(STATES - 1) });
            tiles += f64::from(u8::from(!is_empty));
            unlikeliness /= if is_empty { empty } else { (1.0 - empty) / (STATES - 1) as f64 };
        }
        let weight = board.weight(Law::Halving) * unlikeliness;
        if weight > 0.0 {
            counted.push((weight, tiles));
        }
    }
    if counted.is_empty() {
        println!("none of {samples} samples counts");
        return;
    }
    counted.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let sum = |heaviest: usize| counted[..heaviest].iter().map(|(weight, _)| weight).sum::<f64>();
    let total = sum(counted.len());
    let share = |heaviest: usize| 100.0 * sum(heaviest) / total;
    println!("{} of {samples} samples count", counted.len());
    println!("estimate, divided by 8: {:.3e}", total / samples as f64 / 8.0);
    println!(
        "tiles on average: {:.2}",
        counted.iter().map(|(_, tiles)| tiles).sum::<f64>() / counted.len() as f64
    );
    println!("weighted: {:.2}", counted.iter().map(|(weight, tiles)| weight * tiles).sum::<f64>() / total);
    println!("the heaviest sample has {:.1} % of the weight", share(1));
    println!("the heaviest hundredth has {:.1} %", share(counted.len().div_ceil(100)));
}
