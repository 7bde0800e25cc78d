package org.tersegrad.bench.report;

import java.util.Comparator;
import java.util.List;
import org.tersegrad.bench.jmh.Row;

/**
 * Time as a power of size, by least squares in logarithms.
 *
 * @param exponent 1 is linear
 * @param steepest the largest exponent between neighbouring sizes; a cache that ends shows here
 */
record Fit(double exponent, double steepest) {
    /** Above it a scheme is named: twice the size may not take much more than twice the time. */
    static final double HIGHEST = 1.15;

    /** Below it small sizes cost too much: there is a fixed cost, or the code was not yet compiled. */
    static final double LOWEST = 0.7;

    /**
     * @param rows of one scheme, at least two sizes
     */
    static Fit of(List<Row> rows) {
        List<Row> sorted =
                rows.stream().sorted(Comparator.comparing(Row::elements)).toList();
        double meanX = sorted.stream().mapToDouble(Fit::x).average().orElseThrow();
        double meanY = sorted.stream().mapToDouble(Fit::y).average().orElseThrow();
        double products = 0;
        double squares = 0;
        double steepest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < sorted.size(); i++) {
            Row row = sorted.get(i);
            products += (x(row) - meanX) * (y(row) - meanY);
            squares += (x(row) - meanX) * (x(row) - meanX);
            if (i > 0) {
                Row before = sorted.get(i - 1);
                steepest = Math.max(steepest, (y(row) - y(before)) / (x(row) - x(before)));
            }
        }
        return new Fit(products / squares, steepest);
    }

    private static double x(Row row) {
        return Math.log((double) row.elements());
    }

    private static double y(Row row) {
        return Math.log(row.nanos() * row.elements());
    }
}
