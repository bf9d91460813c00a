fn main() {
    for f in std::env::args().skip(1) {
        let t = std::time::Instant::now();
        let text = String::from_utf8_lossy(&std::fs::read(&f).unwrap()).into_owned();
        let r = yomikiri_gdl::try_ground(&text);
        println!("{f}\t{:.2}\t{}", t.elapsed().as_secs_f64(), match r { Ok(s) => s, Err(e) => format!("ERR {e}") });
    }
}
