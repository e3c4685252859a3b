//! Who may ask: hosts, origins, the token.
//!
//! A page of somebody else's must not talk to this server through the browser of a user. It would send its own `Origin`, or,
//! with a name that it has pointed at loopback (DNS rebinding), its own `Host`; both are refused. Beyond loopback a token is
//! needed: in the address of the first visit, then in a cookie.

use crate::server::refusal;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;
use std::sync::Arc;
use subtle::ConstantTimeEq;
use yomikiri::analysis::QueryError;

const COOKIE: &str = "yomikiri_token";

/// Who may ask.
pub(crate) struct Guard {
    token: Option<String>,
    is_loopback: bool,
}

impl Guard {
    pub(crate) fn new(token: Option<String>, bound: IpAddr) -> Self {
        Self { token, is_loopback: bound.is_loopback() }
    }

    /// What is wrong with a request that is refused, and why it is.
    fn refusal(&self, headers: &HeaderMap, query: Option<&str>) -> Option<(&'static str, &'static str)> {
        let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(host) = text(header::HOST) else {
            return Some(("host", "the host is missing"));
        };
        if self.is_loopback && !is_loopback_name(host) {
            return Some(("host", "this server answers only to localhost"));
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = text(header::ORIGIN).unwrap_or_default();
            let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if !from.is_some_and(|from| from.eq_ignore_ascii_case(host)) {
                return Some(("origin", "this page comes from another server"));
            }
        }
        if is_request_of_another_page(&text) {
            return Some(("origin", "another page asked for this"));
        }
        let token = self.token.as_ref()?;
        let given = [query.and_then(token_in_query), bearer(headers), cookie(headers)];
        // No early end: the time says nothing about which one was close.
        let is_known = given
            .into_iter()
            .flatten()
            .fold(false, |known, text| known | bool::from(text.as_bytes().ct_eq(token.as_bytes())));
        (!is_known).then_some(("token", "the token is missing or wrong"))
    }
}

/// Whether a page of another origin has asked, which a browser tells even where it sends no `Origin`: for a picture, a
/// script, a frame. A link that somebody follows is none.
fn is_request_of_another_page<'a>(text: &impl Fn(header::HeaderName) -> Option<&'a str>) -> bool {
    let fetch = |part: &'static str| text(header::HeaderName::from_static(part));
    let is_link = (fetch("sec-fetch-mode"), fetch("sec-fetch-dest")) == (Some("navigate"), Some("document"));
    fetch("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none") && !is_link
}

/// Whether a `Host` names this machine itself.
fn is_loopback_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

fn token_in_query(query: &str) -> Option<&str> {
    query.split('&').find_map(|field| field.strip_prefix("token="))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// Lets a request through, or refuses it.
pub(crate) async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let query = request.uri().query().map(str::to_owned);
    if let Some((field, why)) = guard.refusal(request.headers(), query.as_deref()) {
        let status = if field == "token" { StatusCode::UNAUTHORIZED } else { StatusCode::FORBIDDEN };
        return refusal(status, QueryError::new(None, Some(field), why));
    }
    let token =
        query.as_deref().and_then(token_in_query).filter(|_| guard.token.is_some()).map(str::to_owned);
    let mut response = next.run(request).await;
    // The first visit brings the token in the address; what the page loads next brings the cookie.
    if let Some(token) = token
        && let Ok(cookie) =
            HeaderValue::from_str(&format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"))
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(guard: &Guard, headers: &[(&'static str, &str)], query: Option<&str>) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().expect("a value"));
        }
        guard.refusal(&map, query).is_none()
    }

    #[test]
    fn on_loopback_only_its_own_names_and_origin() {
        let guard = Guard::new(None, [127, 0, 0, 1].into());
        for host in ["localhost:7878", "127.0.0.1:7878", "[::1]:7878", "localhost", "LOCALHOST:1"] {
            assert!(allowed(&guard, &[("host", host)], None), "{host}");
        }
        for host in
            ["evil.example:7878", "192.168.1.1:7878", "localhost.evil.example", "127.0.0.1.evil.example"]
        {
            assert!(!allowed(&guard, &[("host", host)], None), "{host}");
        }
        assert!(!allowed(&guard, &[], None));
        let host = ("host", "localhost:7878");
        assert!(allowed(&guard, &[host, ("origin", "http://localhost:7878")], None));
        for origin in
            ["http://evil.example", "null", "http://localhost:1", "http://localhost:7878.evil.example"]
        {
            assert!(!allowed(&guard, &[host, ("origin", origin)], None), "{origin}");
        }
    }

    #[test]
    fn what_another_page_embeds_is_refused() {
        let guard = Guard::new(None, [127, 0, 0, 1].into());
        let with = |site, mode, dest| {
            let fetch = [("sec-fetch-site", site), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)];
            allowed(&guard, &[&[("host", "localhost:7878")][..], &fetch].concat(), None)
        };
        assert!(with("same-origin", "cors", "empty") && with("none", "navigate", "document"));
        assert!(with("cross-site", "navigate", "document"), "a link");
        assert!(!with("cross-site", "no-cors", "image") && !with("same-site", "no-cors", "script"));
        assert!(!with("cross-site", "navigate", "iframe"));
    }

    #[test]
    fn a_token_comes_three_ways() {
        let guard = Guard::new(Some("0123456789abcdef".to_owned()), [0, 0, 0, 0].into());
        let host = ("host", "games.example:7878");
        assert!(!allowed(&guard, &[host], None));
        assert!(!allowed(&guard, &[host], Some("token=0123456789abcdeg")));
        assert!(allowed(&guard, &[host], Some("token=0123456789abcdef")));
        assert!(allowed(&guard, &[host, ("authorization", "Bearer 0123456789abcdef")], None));
        assert!(allowed(&guard, &[host, ("cookie", "a=b; yomikiri_token=0123456789abcdef")], None));
        assert!(!allowed(&guard, &[host, ("cookie", "yomikiri_token=")], None));
    }
}
