package org.tersegrad.compressors.samples;

/**
 * The number of cases that a test with millions of them tries. All of them, unless the system property {@value #PERCENT} says how
 * many in a hundred: the build asks for ten on its second JDK, where the Java code is the same and the cases are the first ones of
 * the same sequence.
 */
public final class Volume {
    /** A whole number from 1 to 100. */
    public static final String PERCENT = "tersegrad.test.volume";

    private Volume() {}

    /**
     * The cases to try.
     *
     * @param all at least 100
     */
    public static int of(int all) {
        return Math.toIntExact((long) all * Integer.getInteger(PERCENT, 100) / 100);
    }
}
