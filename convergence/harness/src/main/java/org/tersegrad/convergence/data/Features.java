package org.tersegrad.convergence.data;

import java.util.List;

/** Columns as inputs of a model: a standardized number, or for each category of a column an input that is 1 or 0. */
final class Features {
    private final List<Column> columns;
    private final int length;
    private final String place;

    /**
     * The inputs of some columns.
     *
     * @param place the file, for messages
     * @throws DataUnavailableException if a column has neither numbers nor few texts
     */
    Features(List<Column> columns, String place) {
        int inputs = 0;
        for (Column column : columns) {
            int categories = column.distinctTexts().size();
            if (!column.isNumeric() && categories > Column.MOST_CATEGORIES) {
                throw column.notNumeric(
                        ", and more than " + Column.MOST_CATEGORIES + " different texts are no categories");
            }
            inputs += column.isNumeric() ? 1 : categories;
        }
        this.columns = columns;
        this.length = inputs;
        this.place = place;
    }

    /** Number of inputs. */
    int length() {
        return length;
    }

    /**
     * The vectors of some rows.
     *
     * @param training not modified: the rows whose mean and variance count
     */
    float[] of(int[] rows, int[] training) {
        if ((long) rows.length * length > Integer.MAX_VALUE - 8) {
            throw new DataUnavailableException(place + " has " + rows.length + " rows of " + length
                    + " inputs to learn from; 2147483639 numbers are the most.");
        }
        float[] values = new float[rows.length * length];
        int at = 0;
        for (Column column : columns) {
            if (column.isNumeric()) {
                double[] numbers = column.numbers();
                Scale scale = Scale.of(numbers, training);
                for (int i = 0; i < rows.length; i++) {
                    values[i * length + at] = scale.apply(numbers[rows[i]]);
                }
                at++;
            } else {
                int[] categories = column.categories();
                for (int i = 0; i < rows.length; i++) {
                    values[i * length + at + categories[rows[i]]] = 1;
                }
                at += column.distinctTexts().size();
            }
        }
        return values;
    }
}
