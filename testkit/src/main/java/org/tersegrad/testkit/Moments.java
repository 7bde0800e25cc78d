package org.tersegrad.testkit;

/** The mean and the standard error of numbers that come one by one (B. P. Welford, Technometrics 4, 1962). */
final class Moments {
    private long count;
    private double mean;
    private double squares;

    void add(double value) {
        count++;
        double before = value - mean;
        mean += before / count;
        squares += before * (value - mean);
    }

    long count() {
        return count;
    }

    double mean() {
        return mean;
    }

    /** The standard error of the mean; 0 for fewer than two numbers. */
    double standardError() {
        return count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count);
    }
}
