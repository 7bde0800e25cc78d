package org.tersegrad.convergence.data;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.internal.Excerpt;

/**
 * A table in a CSV file with a column to predict from the others; as text, {@code csv(houses.csv,label=price)}.
 *
 * <pre>{@code
 * DataSet houses = Csv.read(Path.of("houses.csv"), "price");
 * DataSet wine = new Csv(Path.of("wine.csv"), "quality").as(Csv.Task.NUMBERS).read();
 * }</pre>
 *
 * <p>Numeric columns are standardized on the training part; any other has at most 50 different texts, each of which becomes an
 * input that is 1 or 0. A fifth of the rows, drawn by the seed, is the test.
 *
 * @param file in UTF-8; its first line names the columns
 * @param label the column to predict
 * @param task what the column is
 * @param seed of the split into training and test
 */
public record Csv(Path file, String label, Task task, long seed) {
    /** Kinds of labels. */
    public enum Task {
        /** Classes if it is text, or at most 50 different whole numbers with two rows each on average; else numbers. */
        AUTO,
        /** A class each: a data set of {@link LabelledVectors}. */
        CLASSES,
        /** A number each, standardized: a data set of {@link NumericVectors}. */
        NUMBERS
    }

    /** With the usual split. */
    public Csv(Path file, String label) {
        this(file, label, Task.AUTO, Split.USUAL_SEED);
    }

    /** The same with another task. */
    public Csv as(Task other) {
        return new Csv(file, label, other, seed);
    }

    /** The same with another split. */
    public Csv withSeed(long other) {
        return new Csv(file, label, task, other);
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if there is no such column
     * @throws DataUnavailableException if it is no such table, with the line and the column
     */
    public static DataSet read(Path file, String label) {
        return new Csv(file, label).read();
    }

    static DataSetEntry entry() {
        return DataSetEntry.withoutFiles(
                "csv",
                new DataSetEntry.Facts(
                        "a CSV file, as in csv(houses.csv,label=price)", "4/5 + 1/5", "any", "-", "-", "your own data"),
                Csv::load,
                new Parameter("file", "in UTF-8; its first line names the columns"),
                new Parameter("label", "the column to predict"),
                new Parameter("task", "classes or numbers; without it, what the label looks like"),
                new Parameter("seed", "another one gives another test part"));
    }

    private static DataSet load(RecipeArguments arguments) {
        Path file = Path.of(arguments.asText("file"));
        if (!arguments.has("label")) {
            throw unlabelled(file);
        }
        Task task = arguments.asChoice("task", Task.AUTO);
        return new Csv(file, arguments.asText("label"), task, arguments.asLong("seed", Split.USUAL_SEED)).read();
    }

    /** The exception for a file without a chosen label. */
    static IllegalArgumentException unlabelled(Path file) {
        return new IllegalArgumentException(
                "--label COLUMN chooses the column to predict: " + Excerpt.of(String.join(", ", Table.names(file))));
    }

    /** Whether a file is called a table. */
    static boolean isNamed(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).matches("(?s).*\\.(csv|tsv)");
    }

    /** Reads the file; see {@link #read(Path, String)}. */
    public DataSet read() {
        if (!Files.exists(file)) {
            throw new DataUnavailableException("there is no file " + file);
        }
        Table table = Table.read(file, label);
        Split split = Split.of(table.rows(), seed, file + " has " + table.rows() + " rows");
        Features features = new Features(table.features(), file.toString());
        float[] training = features.of(split.training(), split.training());
        float[] test = features.of(split.test(), split.training());
        Column column = table.label();
        if (isNumbers(column)) {
            double[] numbers = numbers(column);
            Scale scale = Scale.of(numbers, split.training());
            if (scale.isConstant()) {
                throw column.wrong("the same number in all rows to learn from; there is nothing to predict");
            }
            return new NumericVectors(
                    name(),
                    features.length(),
                    new NumericVectors.Part(training, targets(numbers, scale, split.training())),
                    new NumericVectors.Part(test, targets(numbers, scale, split.test())));
        }
        List<String> names = classNames(column);
        int[] labels = column.isNumeric() ? column.numericCategories() : column.categories();
        return new LabelledVectors(
                name(),
                features.length(),
                1,
                names,
                new LabelledVectors.Part(training, of(labels, split.training())),
                new LabelledVectors.Part(test, of(labels, split.test())));
    }

    private boolean isNumbers(Column column) {
        if (task != Task.AUTO) {
            return task == Task.NUMBERS;
        }
        double[] distinct = column.distinctNumbers();
        boolean few = distinct.length <= Math.min(Column.MOST_CATEGORIES, column.size() / 2);
        return column.isNumeric() && !(few && Arrays.stream(distinct).allMatch(each -> each == Math.rint(each)));
    }

    private static double[] numbers(Column column) {
        if (!column.isNumeric()) {
            throw column.notNumeric("");
        }
        return column.numbers();
    }

    private static List<String> classNames(Column column) {
        if (column.isMixed()) {
            throw column.notNumeric(", as other labels are");
        }
        List<String> names = column.isNumeric()
                ? Arrays.stream(column.distinctNumbers()).mapToObj(Csv::text).toList()
                : column.distinctTexts();
        if (names.size() == 1) {
            throw column.wrong("one class only, " + Excerpt.of(names.get(0)) + "; there is nothing to predict");
        }
        if (names.size() > column.size() / 2) {
            throw column.wrong(
                    names.size() + " different labels in " + column.size() + " rows are too many to be classes");
        }
        return names;
    }

    private static String text(double number) {
        return number == (long) number ? String.valueOf((long) number) : String.valueOf(number);
    }

    private static float[] targets(double[] numbers, Scale scale, int[] rows) {
        float[] targets = new float[rows.length];
        for (int i = 0; i < rows.length; i++) {
            targets[i] = scale.apply(numbers[rows[i]]);
        }
        return targets;
    }

    private static int[] of(int[] labels, int[] rows) {
        return Arrays.stream(rows).map(row -> labels[row]).toArray();
    }

    private String name() {
        return "csv(" + UserFiles.title(file) + ",label=" + label
                + (task == Task.AUTO ? "" : ",task=" + task.name().toLowerCase(Locale.ROOT))
                + (seed == Split.USUAL_SEED ? "" : ",seed=" + seed) + ")";
    }
}
