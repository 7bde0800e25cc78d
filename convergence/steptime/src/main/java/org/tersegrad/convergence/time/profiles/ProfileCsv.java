package org.tersegrad.convergence.time.profiles;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * A profile of a user's model in a file: a line a tensor, in the order of the forward pass.
 *
 * <pre>
 *   tensor,elements,backward_us,forward_us,optimizer_us
 *   hidden.weights,512x256,130.5,70,4
 *   hidden.bias,512,0,0,1
 * </pre>
 *
 * <p>Elements are a number or rows x columns. The last two columns may be missing: then a forward pass takes half as long as the
 * backward pass, and the optimizer nothing.
 */
public final class ProfileCsv {
    private static final double MICROSECOND = 1e-6;
    private static final String[] COLUMNS = {"tensor", "elements", "backward_us"};

    private ProfileCsv() {}

    /**
     * Reads such a file.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is no profile; names line and column
     */
    public static Profile read(Path file) throws IOException {
        return profile(CsvTable.read(file, COLUMNS));
    }

    /** Reads such a text, as {@link #read(Path)}. */
    public static Profile read(String name, Reader text) throws IOException {
        return profile(CsvTable.read(name, text, COLUMNS));
    }

    /** Names and sizes of tensors in a table without times. */
    static List<ProfileTensor> parameters(Path file) throws IOException {
        return CsvTable.read(file, "tensor", "elements").rows().stream()
                .map(row -> new ProfileTensor(row.text("tensor"), shape(row), 0))
                .toList();
    }

    private static Profile profile(CsvTable table) {
        if (table.rows().isEmpty()) {
            throw new IllegalArgumentException(table.name() + " has no tensor, only names of columns");
        }
        List<ProfileTensor> tensors = new ArrayList<>();
        for (CsvTable.Row row : table.rows()) {
            double backward = seconds(row, "backward_us");
            double forward = table.columns().contains("forward_us") ? seconds(row, "forward_us") : backward / 2;
            double optimizer = table.columns().contains("optimizer_us") ? seconds(row, "optimizer_us") : 0;
            tensors.add(new ProfileTensor(row.text("tensor"), shape(row), backward, forward, optimizer));
        }
        return new Profile(table.name(), tensors);
    }

    private static double seconds(CsvTable.Row row, String column) {
        return row.number(column) * MICROSECOND;
    }

    private static Shape shape(CsvTable.Row row) {
        String cell = row.text("elements");
        int x = cell.indexOf('x');
        try {
            return x < 0
                    ? Shape.vector(Integer.parseInt(cell))
                    : new Shape(
                            Integer.parseInt(cell.substring(0, x).strip()),
                            Integer.parseInt(cell.substring(x + 1).strip()));
        } catch (NumberFormatException e) {
            throw row.wrong("elements", "a whole number or rows x columns is needed, not " + cell, e);
        } catch (IllegalArgumentException e) {
            throw row.wrong("elements", String.valueOf(e.getMessage()), e);
        }
    }
}
