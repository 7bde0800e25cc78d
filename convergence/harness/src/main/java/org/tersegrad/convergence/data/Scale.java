package org.tersegrad.convergence.data;

/**
 * Standardization of a column: {@code (x - mean) / deviation}, both of the training examples, whose numbers then have mean 0 and
 * variance 1. A column that is constant there becomes 0.
 *
 * @param mean of the training examples
 * @param deviation the square root of their variance; infinite for a constant, which makes all numbers 0
 */
record Scale(double mean, double deviation) {
    /**
     * Measures some rows of a column.
     *
     * @param numbers not modified
     * @param rows not modified: those to learn from
     */
    static Scale of(double[] numbers, int[] rows) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (int row : rows) {
            least = Math.min(least, numbers[row]);
            most = Math.max(most, numbers[row]);
        }
        if (least == most) { // exactly: a rounded mean would leave a deviation
            return new Scale(least, Double.POSITIVE_INFINITY);
        }
        double unit = Math.max(Math.abs(least), Math.abs(most)); // so that no square overflows
        double mean = 0;
        for (int row : rows) {
            mean += numbers[row] / unit / rows.length;
        }
        double variance = 0;
        for (int row : rows) {
            double difference = numbers[row] / unit - mean;
            variance += difference * difference / rows.length;
        }
        return new Scale(mean * unit, Math.sqrt(variance) * unit);
    }

    boolean isConstant() {
        return deviation == Double.POSITIVE_INFINITY;
    }

    float apply(double number) {
        return (float) ((number - mean) / deviation);
    }
}
