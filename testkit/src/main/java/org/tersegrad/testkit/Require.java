package org.tersegrad.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Assertions of the laws, which depend on no test framework. */
final class Require {
    private Require() {}

    /** Something that may throw anything. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    static void equal(Object actual, Object expected, String what) {
        if (!Objects.equals(actual, expected)) {
            throw new AssertionError(what + " is " + actual + ", expected is " + expected);
        }
    }

    static void equal(byte[] actual, byte[] expected, String what) {
        int at = Arrays.mismatch(actual, expected);
        if (at >= 0) {
            throw new AssertionError(what + ": " + actual.length + " bytes and " + expected.length
                    + " bytes expected, byte " + at + " differs; they are\n          " + Arrays.toString(actual)
                    + "\n          " + Arrays.toString(expected));
        }
    }

    /** Bit for bit, but every NaN equals every other. */
    static void equal(float[] actual, float[] expected, String what) {
        int at = Arrays.mismatch(actual, expected);
        if (at >= 0) {
            throw new AssertionError(what + ": "
                    + (at < Math.min(actual.length, expected.length)
                            ? "element " + at + " is " + actual[at] + ", expected is " + expected[at]
                            : actual.length + " elements, expected are " + expected.length));
        }
    }

    static void equal(short[] actual, short[] expected, String what) {
        int at = Arrays.mismatch(actual, expected);
        Require.that(at < 0, what + ": element " + at + " differs");
    }

    static void finite(float[] values, String what) {
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                throw new AssertionError(what + ": element " + i + " is " + values[i]);
            }
        }
    }

    /** The exception that a call throws, which is of this type and mentions these words. */
    static Throwable thrown(Class<? extends Throwable> type, Action call, String... words) {
        Throwable thrown = failure(call)
                .orElseThrow(() -> new AssertionError("nothing was thrown, expected is " + type.getSimpleName()));
        if (!type.isInstance(thrown)) {
            throw new AssertionError("thrown is " + thrown + ", expected is " + type.getSimpleName(), thrown);
        }
        for (String word : words) {
            that(trace(thrown).contains(word), "the message of " + thrown + " does not say \"" + word + "\"");
        }
        return thrown;
    }

    private static Optional<Throwable> failure(Action call) {
        try {
            call.run();
            return Optional.empty();
        } catch (Throwable e) {
            return Optional.of(e);
        }
    }

    /** Runs a call that may throw. */
    static void unlessThrown(Action call) {
        failure(call);
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
