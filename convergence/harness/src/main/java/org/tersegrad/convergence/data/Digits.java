package org.tersegrad.convergence.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;

/**
 * Handwritten digits of 8 x 8 pixels, in the jar: small enough for a test, real enough to learn from. Credits are
 * in {@code digits.txt} beside it.
 *
 * <p>The split is in the file: 1152 examples to learn from, 285 to choose settings with, 360 for the final test. Usually the
 * first two are learned from. With {@code digits(tuning=true)} the second part is the test, so that settings can be chosen
 * without a look at the third.
 */
final class Digits {
    private static final int SIDE = 8;
    private static final int CLASSES = 10;
    private static final float WHITE = 16;

    /** Columns: row, split, position in the split, label, pixels. */
    private record Row(String split, int position, int label, List<String> pixels) {
        static Row of(String line) {
            List<String> columns = List.of(line.split(",", -1));
            return new Row(
                    columns.get(1),
                    Integer.parseInt(columns.get(2)),
                    Integer.parseInt(columns.get(3)),
                    columns.subList(4, columns.size()));
        }

        float pixel(int index) {
            return Integer.parseInt(pixels.get(index)) / WHITE;
        }
    }

    private Digits() {}

    static DataSetEntry entry() {
        return DataSetEntry.withoutFiles(
                "digits",
                new DataSetEntry.Facts(
                        "handwritten digits, 8 x 8 pixels",
                        "1437 + 360",
                        "10",
                        "290 kB",
                        "CC BY 4.0",
                        "E. Alpaydin, C. Kaynak, UCI Machine Learning Repository; the test set, as in scikit-learn"),
                Digits::load,
                new Parameter("tuning", "true: learn from 1152, be tested on 285 that are not in the test part"));
    }

    private static LabelledVectors load(RecipeArguments arguments) {
        List<Row> rows = rows();
        List<Row> train = split(rows, "train");
        List<Row> validation = split(rows, "val");
        boolean tuning = arguments.asBoolean("tuning", false);
        LabelledVectors.Part training = part(
                tuning
                        ? train
                        : Stream.concat(train.stream(), validation.stream()).toList());
        LabelledVectors.Part test = part(tuning ? validation : split(rows, "test"));
        return new LabelledVectors(arguments.toString(), SIDE, SIDE, CLASSES, training, test);
    }

    private static List<Row> rows() {
        try (InputStream in = Digits.class.getResourceAsStream("digits.csv")) {
            if (in == null) {
                throw new IllegalStateException("digits.csv is not on the class path");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
            return lines.lines().skip(1).map(Row::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Row> split(List<Row> rows, String split) {
        return rows.stream()
                .filter(row -> row.split().equals(split))
                .sorted(Comparator.comparingInt(Row::position))
                .toList();
    }

    private static LabelledVectors.Part part(List<Row> rows) {
        int length = SIDE * SIDE;
        float[] values = new float[rows.size() * length];
        int[] labels = new int[rows.size()];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = rows.get(i).label();
            for (int j = 0; j < length; j++) {
                values[i * length + j] = rows.get(i).pixel(j);
            }
        }
        return new LabelledVectors.Part(values, labels);
    }
}
