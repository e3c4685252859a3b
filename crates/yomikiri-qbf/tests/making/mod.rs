//! Random formulas for several tests.

use yomikiri_game::SplitMix64;
use yomikiri_qbf::{Formula, Literal, Quantifier};

/// A formula of a few variables, as hard as its size allows: about as many are true as false.
pub fn formula(random: &mut SplitMix64) -> Formula {
    let mut formula = Formula::new();
    let variables = 1 + random.below(13);
    let mut quantifier = if random.below(2) == 0 { Quantifier::Exists } else { Quantifier::Forall };
    for _ in 0..variables {
        formula.quantify(quantifier);
        if random.below(2) == 0 {
            quantifier = !quantifier;
        }
    }
    for _ in 0..random.below(3 * variables + 1) {
        let length = 2 + random.below(3);
        let literal =
            |random: &mut SplitMix64| Literal::new(1 + random.below(variables) as u32, random.below(2) == 0);
        let clause: Vec<_> = (0..length).map(|_| literal(random)).collect();
        formula.add(clause);
    }
    formula
}
