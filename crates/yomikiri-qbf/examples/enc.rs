fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rules: yomikiri_polyomino::Rules = a[1].parse().unwrap();
    let w = if a[2] == "first" { yomikiri_game::Player::First } else { yomikiri_game::Player::Second };
    let mut g = rules.positional();
    if a.len() > 3 { g.first_cells.clear(); }
    let e = yomikiri_qbf::encode(&g, w);
    eprintln!("{:?}", e.formula.statistics());
    print!("{}", yomikiri_qbf::qdimacs::write(&e.formula, &[a[1].clone()]));
}
