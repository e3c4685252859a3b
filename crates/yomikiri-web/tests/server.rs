//! The server over real sockets: who may ask, how much, and what happens when somebody goes away.

mod client;

use client::{Socket, Visitor, serve, serve_with};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use yomikiri_web::Options;

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let server = serve();
    let answer = server.get("/");
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("<title>Yomikiri</title>"));
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(server.get("/main.js").header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(
        server.get("/engine/engines.json").json(),
        json!({ "server": true, "wasm": false, "cluster": false })
    );
    for path in ["/none", "/../Cargo.toml", "/..%2f..%2fetc/passwd", "//etc/passwd", "/engine/yomikiri.wasm"]
    {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.get("/healthz").body, "ok\n");
    assert!(server.get("/metrics").body.contains("# TYPE yomikiri_requests_total counter"));
}

/// A coordinator that says this to everybody.
fn coordinator(answer: &'static str) -> std::net::SocketAddr {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("bound");
    std::thread::spawn(move || {
        for mut visitor in listener.incoming().flatten() {
            let _request = visitor.read(&mut [0; 1024]);
            let _gone = visitor.write_all(answer.as_bytes());
        }
    });
    address
}

#[test]
fn the_status_of_a_cluster_is_passed_on() {
    let server = serve();
    assert_eq!(server.get("/cluster").status, 404);
    let good = coordinator("HTTP/1.1 200 OK\r\n\r\n{\"type\":\"cluster_status\",\"nodes\":7}");
    let server = serve_with(Options { coordinator: Some(good), ..client::options() });
    assert_eq!(server.get("/engine/engines.json").json()["cluster"], true);
    let answer = server.get("/cluster");
    assert_eq!((answer.status, &answer.json()["nodes"]), (200, &7.into()));
    for nonsense in ["", "HTTP/1.1 200 OK\r\n\r\n{}", "HTTP/1.1 404 Not Found\r\n\r\n", "nonsense"] {
        let server = serve_with(Options { coordinator: Some(coordinator(nonsense)), ..client::options() });
        let answer = server.get("/cluster");
        assert_eq!((answer.status, &answer.json()["type"]), (502, &"analysis_error".into()), "{nonsense}");
    }
}

#[test]
fn a_position_is_one_request() {
    let server = serve();
    let scene = server.get("/api/show?game=trax:3x3&moves=%400%2F").json();
    assert_eq!((&scene["type"], &scene["to_move"]), (&"scene".into(), &"second".into()));
    let same = server.post("/api", r#"{"id":"x","action":"show","game":"trax:3x3","moves":"@0/"}"#).json();
    assert_eq!((&same["choices"], &same["id"]), (&scene["choices"], &"x".into()));
    assert_eq!(server.get("/api/games").json()["type"], "games");
    assert_eq!(server.get("/api/ready").json()["type"], "analysis_ready");
    assert_eq!(server.get("/api/solve?game=trax:3x3&seconds=20").json()["verdict"], "draw");
    assert_eq!(server.get("/api/value?expression=1").json()["mean"], "1");
}

#[test]
fn bad_input_is_named() {
    let server = serve();
    for (body, status, field) in [
        ("", 400, Value::Null),
        ("[]", 400, Value::Null),
        ("{}", 400, "id".into()),
        (r#"{"id":1,"action":"fly"}"#, 400, "action".into()),
        (r#"{"id":1,"action":"stop"}"#, 400, "action".into()),
        (r#"{"id":1,"action":"show"}"#, 400, "game".into()),
        (r#"{"id":1,"action":"show","game":"trax","moves":7}"#, 400, "moves".into()),
        (r#"{"id":1,"action":"show","game":"trax","colour":7}"#, 400, Value::Null),
        (r#"{"id":1,"action":"show","game":"chess"}"#, 422, "game".into()),
        (r#"{"id":1,"action":"show","game":"trax","moves":"Z9/"}"#, 422, "moves".into()),
        (r#"{"id":1,"action":"show","game":"trax","position":"?!"}"#, 422, "position".into()),
        (r#"{"id":1,"action":"show","game":"toss:/etc/passwd"}"#, 422, "game".into()),
        (r#"{"id":1,"action":"show","game":"pg:/etc/passwd"}"#, 422, "game".into()),
        (r#"{"id":1,"action":"value","expression":"{1|"}"#, 422, "expression".into()),
        (r#"{"id":1,"action":"endgame","board":"?"}"#, 422, "board".into()),
        (r#"{"id":1,"action":"check","proof":"!"}"#, 422, "proof".into()),
    ] {
        let answer = server.post("/api", body);
        assert_eq!(answer.status, status, "{body}: {}", answer.body);
        let error = answer.json();
        assert_eq!((&error["type"], &error["field"]), (&"analysis_error".into(), &field), "{body}: {error}");
        assert!(
            error["message"]
                .as_str()
                .is_some_and(|message| !message.is_empty() && !message.contains("root:"))
        );
    }
    let large = server.post("/api", &"x".repeat(3 << 20));
    assert_eq!((large.status, &large.json()["field"]), (413, &"body".into()));
    assert_eq!(server.post("/api", &"[".repeat(100_000)).status, 400);
    assert_eq!(server.get("/api/show?game=trax&moves=%ff").status / 100, 4);
    assert_eq!(server.get("/socket").status / 100, 4);
}

#[test]
fn hosts_and_origins_of_others_are_refused() {
    let server = serve();
    let own = format!("127.0.0.1:{}", server.port);
    for (headers, status) in [
        (vec![("Host", "evil.example")], 403),
        (vec![("Host", "192.168.0.1")], 403),
        (vec![("Host", own.as_str()), ("Origin", "http://evil.example")], 403),
        (vec![("Host", own.as_str()), ("Origin", "null")], 403),
        (vec![("Host", own.as_str())], 200),
        (vec![("Host", "localhost")], 200),
    ] {
        assert_eq!(server.request("GET", "/", &headers, "").status, status, "{headers:?}");
    }
    let evil = [("Host", own.as_str()), ("Origin", "http://evil.example")];
    assert!(Socket::open_with(&server, "/socket", &evil).is_err());
    let page = format!("http://{own}");
    assert!(Socket::open_with(&server, "/socket", &[("Host", own.as_str()), ("Origin", &page)]).is_ok());
}

#[test]
fn a_token_is_asked_for_and_kept_in_a_cookie() {
    let token = "0123456789abcdef".to_owned();
    let server = serve_with(Options { token: Some(token.clone()), ..client::options() });
    let missing = server.get("/");
    assert_eq!((missing.status, &missing.json()["field"]), (401, &"token".into()));
    assert_eq!(server.get("/?token=0123456789abcdeX").status, 401);
    assert_eq!(server.get("/healthz").status, 200);
    let first = server.get(&format!("/?token={token}"));
    let cookie = first.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let cookie = cookie.split(';').next().expect("a value").to_owned();
    assert_eq!(
        server.request("GET", "/main.js", &[("Host", "localhost"), ("Cookie", &cookie)], "").status,
        200
    );
    assert!(Socket::open_with(&server, "/socket", &[("Host", "localhost")]).is_err());
    assert!(Socket::open_with(&server, "/socket", &[("Host", "localhost"), ("Cookie", &cookie)]).is_ok());
}

#[test]
fn a_search_is_watched_and_stopped() {
    let server = serve();
    let mut socket = Socket::open(&server);
    socket.send(&json!({ "id": 1, "action": "solve", "game": "trax:8x8", "moves": "@0/", "seconds": 60, "every": 0.1 }));
    let progress = socket.receive();
    assert_eq!((&progress["type"], &progress["id"]), (&"progress".into(), &1.into()));
    let started = Instant::now();
    socket.send(&json!({ "id": 1, "action": "stop" }));
    let last = socket.last(1);
    assert_eq!((&last["type"], &last["verdict"]), (&"solution".into(), &"unknown".into()));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    socket.send(&json!({ "id": 1, "action": "stop" }));
    assert_eq!(socket.last(1)["type"], "analysis_error");
    // The connection is as good as before.
    socket.send(&json!({ "id": "again", "action": "solve", "game": "trax:3x3", "seconds": 60 }));
    assert_eq!(socket.receive()["verdict"], "draw");
}

#[test]
fn whoever_goes_away_stops_the_search() {
    let server = serve();
    let mut socket = Socket::open(&server);
    for id in 0..8 {
        socket.send(
            &json!({ "id": id, "action": "solve", "game": "trax:8x8", "moves": "@0/", "seconds": 600 }),
        );
    }
    server.wait_for("yomikiri_searches 2");
    drop(socket);
    server.wait_for("yomikiri_searches 0");
    server.wait_for("yomikiri_connections 0");
}

#[test]
fn a_board_is_shown_while_all_searches_are_busy() {
    let server = serve();
    let mut socket = Socket::open(&server);
    for id in 0..3 {
        socket.send(
            &json!({ "id": id, "action": "solve", "game": "trax:8x8", "moves": "@0/", "seconds": 600 }),
        );
    }
    assert_eq!(socket.receive()["type"], "waiting");
    socket.send(&json!({ "id": "board", "action": "show", "game": "trax" }));
    assert_eq!(socket.receive()["type"], "scene");
    socket.send(&json!({ "id": "x", "action": "stop_all" }));
    for _ in 0..3 {
        assert_eq!(socket.receive()["final"], true);
    }
}

#[test]
fn a_flood_is_refused_and_the_connection_survives() {
    let server = serve();
    let mut socket = Socket::open(&server);
    for text in ["", "{", "[]", "null", "{}", r#"{"id":{}}"#, "\u{0}"] {
        socket.send_text(text);
        assert_eq!(socket.receive()["type"], "analysis_error", "{text}");
    }
    for id in 0..1000 {
        socket.send(&json!({ "id": id, "action": "show", "game": "trax:3x3" }));
    }
    let answers: Vec<Value> =
        (0..1000).map(|_| socket.receive()).filter(|answer| answer["final"] == true).collect();
    let refused = answers.iter().filter(|answer| answer["type"] == "analysis_error").count();
    assert!(refused > 100, "{refused} of {} were refused", answers.len());
    std::thread::sleep(Duration::from_millis(200));
    while socket.is_readable() {
        socket.receive();
    }
    socket.send(&json!({ "id": "after", "action": "show", "game": "trax:3x3" }));
    assert_eq!(socket.last("after")["type"], "scene");
}

#[test]
fn the_end_of_the_server_is_told_with_what_is_known() {
    let server = serve();
    let mut socket = Socket::open(&server);
    socket.send(&json!({ "id": 1, "action": "solve", "game": "trax:8x8", "moves": "@0/", "seconds": 600 }));
    server.wait_for("yomikiri_searches 1");
    let started = Instant::now();
    server.stop();
    assert_eq!(socket.last(1)["verdict"], "unknown");
    assert_eq!(socket.close_code(), Some(1001));
    server.join();
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn many_visitors_at_once_lose_no_answer() {
    let server = serve();
    let threads: Vec<_> = (0..40)
        .map(|number| {
            let visitor: Visitor = server.visitor();
            std::thread::spawn(move || {
                let mut socket = Socket::open(&visitor);
                for id in 0..10 {
                    let game = ["trax", "trax:4x4", "amazons:6x6", "gttt:4x4,animal=tippy"][(number + id) % 4];
                    socket.send(&json!({ "id": id, "action": "show", "game": game }));
                }
                if number % 2 == 0 {
                    // These abandon a search.
                    socket.send(&json!({ "id": "s", "action": "solve", "game": "trax:8x8", "moves": "@0/", "seconds": 600 }));
                    return 10;
                }
                let finals = std::iter::repeat_with(|| socket.receive()).filter(|answer| answer["final"] == true);
                finals.take(10).filter(|answer| answer["type"] == "scene").count()
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().expect("no panic"), 10);
    }
    server.wait_for("yomikiri_searches 0");
    server.wait_for("yomikiri_connections 0");
    assert!(server.get("/metrics").body.contains("yomikiri_failures_total 0"));
}
