package org.tersegrad.bench.report;

import java.util.Locale;

/**
 * One line of a record.
 *
 * @param jdk what ran it: a version of Java, or that of a peer outside the JVM
 * @param benchmark class and method, as {@code Packing.pack}
 * @param parameter all but the size, as {@code recipe=sign}; may be empty
 * @param elements 1 where a benchmark counts calls
 * @param nanos per element
 * @param error half of the 99.9 % interval, in nanoseconds per element
 * @param overRead time over that of {@code Limits.read} in the same run; NaN if there was none
 */
record Row(
        String jdk,
        String benchmark,
        String parameter,
        long elements,
        double nanos,
        double error,
        double overRead,
        double bytes) {

    /** The class, without {@code Benchmark}. */
    String family() {
        return benchmark.substring(0, Math.max(0, benchmark.indexOf('.')));
    }

    String method() {
        return benchmark.substring(benchmark.indexOf('.') + 1);
    }

    /** What was measured, whatever ran it. */
    String job() {
        return benchmark + ' ' + parameter + ' ' + elements;
    }

    /** The same on the same Java; an update of it is not another Java. */
    String jobOnJdk() {
        return jdk.replaceAll("\\..*", "") + ' ' + job();
    }

    /** As it stands in a record. */
    String csv() {
        return String.join(
                ",",
                jdk,
                benchmark,
                parameter.contains(",") ? '"' + parameter + '"' : parameter,
                Long.toString(elements),
                text(nanos),
                text(error),
                text(overRead),
                text(bytes));
    }

    private static String text(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.4f", value);
    }

    boolean countsCalls() {
        return elements == 1;
    }
}
