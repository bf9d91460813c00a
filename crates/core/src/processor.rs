//! What the processor at hand is able to do, beyond what every processor of its kind is.

/// Whether it is an x86-64 processor of the level [x86-64-v3](https://gitlab.com/x86-psABIs/x86-64-ABI) or
/// above. Among what such a one has are vectors of four words (`avx2`), and counting bits, finding them and
/// shifting by any number in one go (`bmi1`, `bmi2`, `lzcnt`, `popcnt`). Most desktops and servers of the last
/// ten years have one; a program for all of them must not take it for granted.
///
/// To ask for the first time takes some ten microseconds, and under a hypervisor a hundred.
pub fn is_x86_64_v3() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    false
}
