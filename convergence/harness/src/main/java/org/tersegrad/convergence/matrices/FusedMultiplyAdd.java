package org.tersegrad.convergence.matrices;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Multiplies and adds with one rounding, as IEEE 754 defines {@code fma}: the same bits with and without an instruction for it.
 * {@link Math#fma} alone has these bits too, but takes a microsecond where the machine has no such instruction.
 */
final class FusedMultiplyAdd {
    /** Whether the JVM compiles {@link Math#fma} to an instruction; where it cannot be asked, it is assumed not to. */
    static final boolean IN_HARDWARE = isInHardware();

    private FusedMultiplyAdd() {}

    private static boolean isInHardware() {
        try {
            HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return jvm != null && Boolean.parseBoolean(jvm.getVMOption("UseFMA").getValue());
        } catch (IllegalArgumentException | LinkageError e) {
            return false;
        }
    }

    /** {@code a * b + c}, rounded once. */
    static float of(float a, float b, float c) {
        return IN_HARDWARE ? Math.fma(a, b, c) : inDouble(a, b, c);
    }

    /**
     * The same without the instruction. The product is exact in double, the sum may not be; cast to float it would be rounded a
     * second time, at times the wrong way. So the sum is rounded to odd: if it is not exact and its last bit is 0, it moves
     * towards its error, which TwoSum gives. An odd last bit keeps the cast from seeing a tie that is none.
     */
    static float inDouble(float a, float b, float c) {
        double product = (double) a * b;
        double sum = product + c;
        double other = sum - product;
        double error = (product - (sum - other)) + (c - other);
        long bits = Double.doubleToRawLongBits(sum);
        if ((error > 0 || error < 0) && (bits & 1) == 0) {
            sum = Double.longBitsToDouble(error > 0 == sum > 0 ? bits + 1 : bits - 1);
        }
        return (float) sum;
    }
}
