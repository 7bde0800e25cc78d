package org.example.model;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.tersegrad.convergence.data.DataSet;
import org.tersegrad.convergence.data.DataSetEntry;
import org.tersegrad.convergence.data.DataSetProvider;
import org.tersegrad.convergence.data.LabelledVectors;

/** The data set {@code rings}: points in the plane on three rings, from a CSV file in this jar. {@code META-INF/services} names it. */
public final class Rings implements DataSetProvider {
    private static final String FILE = "rings.csv";
    private static final int COLUMNS = 2;
    private static final int CLASSES = 3;

    @Override
    public List<DataSetEntry> entries() {
        DataSetEntry.Facts facts =
                new DataSetEntry.Facts("points on three rings", "400 + 100", "3", "-", "-", "made up for this example");
        return List.of(DataSetEntry.withoutFiles("rings", facts, arguments -> read()));
    }

    /** Reads the file; every fifth row is for the test. */
    private static DataSet read() {
        List<String[]> training = new ArrayList<>();
        List<String[]> test = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Rings.class.getResourceAsStream(FILE), FILE), StandardCharsets.UTF_8))) {
            lines.readLine(); // the names of the columns
            int row = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                (row++ % 5 == 4 ? test : training).add(line.split(","));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new LabelledVectors("rings", COLUMNS, 1, CLASSES, part(training), part(test));
    }

    private static LabelledVectors.Part part(List<String[]> rows) {
        float[] values = new float[COLUMNS * rows.size()];
        int[] labels = new int[rows.size()];
        for (int n = 0; n < labels.length; n++) {
            for (int i = 0; i < COLUMNS; i++) {
                values[n * COLUMNS + i] = Float.parseFloat(rows.get(n)[i]);
            }
            labels[n] = Integer.parseInt(rows.get(n)[COLUMNS]);
        }
        return new LabelledVectors.Part(values, labels);
    }
}
