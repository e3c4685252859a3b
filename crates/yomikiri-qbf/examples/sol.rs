use yomikiri_qbf::solver::*;
fn main() {
    for a in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&a).unwrap();
        let f = match yomikiri_qbf::qdimacs::read(&text) { Ok(f) => f, Err(e) => { println!("{a} {e}"); continue } };
        for preprocess in [false, true] {
        let t = std::time::Instant::now();
        let p = Progress::default();
        let r = solve(&f, &Options { preprocess, limits: Limits { time: Some(std::time::Duration::from_secs(10)), refinements: None } }, &p);
        println!("{} {preprocess} {:?} {:.3} {:?}", a.rsplit('/').next().unwrap(), r.known(), t.elapsed().as_secs_f64(), p.snapshot());
        }
    }
}
