#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus {
    yomikiri_fuzz::judge(yomikiri_fuzz::targets::cluster_export::run(data))
});
