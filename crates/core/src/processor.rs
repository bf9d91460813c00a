//! The abilities of the processor, beyond those that every processor of its kind has.

/// Returns whether the processor has the level [x86-64-v3](https://gitlab.com/x86-psABIs/x86-64-ABI) or above.
///
/// Such a processor has vectors of four words (`avx2`) and instructions that count bits, find bits and shift by any
/// number (`bmi1`, `bmi2`, `lzcnt`, `popcnt`). Most desktops and servers of the last ten years have the level, but a
/// program must check it first.
///
/// The first call takes about ten microseconds, and under a hypervisor about a hundred.
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
