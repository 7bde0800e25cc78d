package org.tersegrad.convergence.data;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.tersegrad.compressors.internal.Excerpt;

/**
 * A column of a table, read cell by cell: as numbers while all cells are numbers, and as categories while there are few different
 * texts.
 */
final class Column {
    static final int MOST_CATEGORIES = 50;

    private static final Set<String> MISSING = Set.of("", "?", "na", "n/a", "nan", "null");
    // Double.parseDouble would also take 1f, 0x1p3 and Infinity.
    private static final Pattern NUMBER = Pattern.compile("[+-]?+(\\d++\\.?+\\d*+|\\.\\d++)([eE][+-]?+\\d++)?+");
    private static final Pattern COMMAS = Pattern.compile("[+-]?+\\d++(,\\d++)++(\\.\\d*+)?+");

    private final String place;
    private final String name;
    private final int mostTexts;
    private final Map<String, Integer> texts = new LinkedHashMap<>();
    private int[] codes = new int[16];
    private double[] numbers = new double[16];
    private int size;
    private int numeric;
    private String firstText = "";
    private long firstTextLine;

    /**
     * A column without cells.
     *
     * @param place the file, for messages
     * @param mostTexts how many different texts it tells apart
     */
    Column(String place, String name, int mostTexts) {
        this.place = place;
        this.name = name;
        this.mostTexts = mostTexts;
    }

    String name() {
        return name;
    }

    int size() {
        return size;
    }

    /** Appends a cell of a line. */
    void add(String field, long line) {
        String cell = field.strip();
        double number = number(cell, line);
        if (size == numbers.length) {
            int capacity = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size);
            codes = Arrays.copyOf(codes, capacity);
            numbers = Arrays.copyOf(numbers, capacity);
        }
        if (!Double.isNaN(number)) {
            numeric++;
        } else if (firstTextLine == 0) {
            firstText = cell;
            firstTextLine = line;
        }
        if (texts.size() <= mostTexts) {
            codes[size] = texts.computeIfAbsent(cell, text -> texts.size());
        }
        numbers[size++] = number + 0.0; // -0 is 0
    }

    /** NaN for a text. */
    private double number(String cell, long line) {
        if (NUMBER.matcher(cell).matches()) {
            double number = Double.parseDouble(cell);
            if (Double.isInfinite(number)) {
                throw wrong(line, Excerpt.of(cell) + " is too large a number");
            }
            return number;
        }
        if (MISSING.contains(cell.toLowerCase(Locale.ROOT))) {
            throw wrong(line, "no value");
        }
        if (COMMAS.matcher(cell).matches()) {
            throw wrong(line, Excerpt.of(cell) + " has a comma; numbers are written as 3.14 or 1234");
        }
        return Double.NaN;
    }

    boolean isNumeric() {
        return numeric == size;
    }

    /** Whether it has numbers and texts, and too many to be categories. */
    boolean isMixed() {
        return numeric > 0 && numeric < size && texts.size() > MOST_CATEGORIES;
    }

    /** The numbers of all cells; NaN where a cell is none. */
    double[] numbers() {
        return Arrays.copyOf(numbers, size);
    }

    /** The different numbers, in increasing order. */
    double[] distinctNumbers() {
        return Arrays.stream(numbers, 0, size).sorted().distinct().toArray();
    }

    /** The different texts, in their order. */
    List<String> distinctTexts() {
        return texts.keySet().stream().sorted().toList();
    }

    /** For each cell the index of its text in {@link #distinctTexts}. */
    int[] categories() {
        int[] ranks = new int[texts.size()];
        List<String> sorted = distinctTexts();
        for (int rank = 0; rank < ranks.length; rank++) {
            ranks[texts.getOrDefault(sorted.get(rank), 0)] = rank;
        }
        return Arrays.stream(codes, 0, size).map(code -> ranks[code]).toArray();
    }

    /** The same for {@link #distinctNumbers}. */
    int[] numericCategories() {
        double[] sorted = distinctNumbers();
        return Arrays.stream(numbers, 0, size)
                .mapToInt(number -> Arrays.binarySearch(sorted, number))
                .toArray();
    }

    /** The exception for a column that has to be numeric and is not. */
    DataUnavailableException notNumeric(String why) {
        return wrong(firstTextLine, Excerpt.of(firstText) + " is no number" + why);
    }

    /** The exception about the whole column. */
    DataUnavailableException wrong(String what) {
        return new DataUnavailableException(place + ", column " + name + ": " + what);
    }

    private DataUnavailableException wrong(long line, String what) {
        return new DataUnavailableException(place + ", line " + line + ", column " + name + ": " + what);
    }
}
