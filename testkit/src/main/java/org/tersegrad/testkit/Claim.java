package org.tersegrad.testkit;

/** Properties that some compressors have and others lack; each is tested where a {@link Subject} claims it. */
public enum Claim {
    /** C(−x) = −C(x), with the same seed. */
    ODD,
    /** C(2^j x) = 2^j C(x), with the same seed, as long as nothing overflows or loses bits. */
    SCALES,
    /** A permutation of x permutes C(x), but for float rounding, as long as no magnitudes are equal. */
    PERMUTES,
    /** C(C(x)) = C(x) but for float rounding. */
    IDEMPOTENT,
    /** Gives finite output for any gradient: none throws. */
    TAKES_ANYTHING,
    /** Everything sent + residual = everything produced, but for float rounding. */
    FORGETS_NOTHING
}
