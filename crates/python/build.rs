//! How the library is linked.

fn main() {
    // Symbols of Python are found when it loads the library. Linkers of macOS have to be told.
    pyo3_build_config::add_extension_module_link_args();
}
