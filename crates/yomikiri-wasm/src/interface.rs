//! The functions between the engine and the page.
#![allow(unsafe_code)]

use crate::engine;
use std::cell::RefCell;
use std::sync::Once;
use yomikiri_game::{Duration, set_clock};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn now() -> f64;
    fn tell(address: *const u8, length: usize);
}

thread_local! {
    /// The room for a query.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn tell_page(text: &str) {
    // SAFETY: the text is alive until the page has copied it, which it does before it returns.
    unsafe { tell(text.as_ptr(), text.len()) };
}

/// Makes room for a query of so many bytes, and gives its address.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

/// Answers the query that was written into the room.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn ask() {
    static CLOCK: Once = Once::new();
    CLOCK.call_once(|| set_clock(|| Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()));
    let text = ROOM.take();
    engine::ask(&String::from_utf8_lossy(&text), &tell_page);
}

/// Tells how far the search is.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn look() {
    engine::look(&tell_page);
}
