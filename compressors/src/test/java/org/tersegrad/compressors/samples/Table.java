package org.tersegrad.compressors.samples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Numbers that other programs computed: a CSV file with one header line on the class path. */
public final class Table {
    private Table() {}

    /** The lines behind the header, split at commas. */
    public static List<String[]> rows(String file) {
        try (InputStream in = Table.class.getResourceAsStream("/peers/" + file + ".csv")) {
            if (in == null) {
                throw new AssertionError(file + " is missing");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A column of floats, counted from 0. */
    public static float[] column(String file, int number) {
        List<String[]> rows = rows(file);
        float[] column = new float[rows.size()];
        for (int i = 0; i < column.length; i++) {
            column[i] = Float.parseFloat(rows.get(i)[number]);
        }
        return column;
    }
}
