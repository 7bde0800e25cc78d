package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown: columns of text, then columns of numbers. */
final class Table {
    private final List<String> lines = new ArrayList<>();

    /** @param texts how many of the columns are text */
    Table(int texts, List<String> head) {
        add(head);
        lines.add("|" + "---|".repeat(texts) + "---:|".repeat(head.size() - texts));
    }

    void add(List<String> cells) {
        StringBuilder line = new StringBuilder("|");
        // A regex has bars too.
        cells.forEach(cell -> line.append(cell.isEmpty() ? " |" : " " + cell.replace("|", "\\|") + " |"));
        lines.add(line.toString());
    }

    List<String> lines() {
        return lines;
    }

    /** A number as a cell; NaN is an empty one. */
    static String number(String format, double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
    }

    /** {@code 1048576} as {@code 1M}. */
    static String size(long elements) {
        if (elements >= 1 << 20 && elements % (1 << 20) == 0) {
            return (elements >> 20) + "M";
        }
        return elements >= 1 << 10 && elements % (1 << 10) == 0 ? (elements >> 10) + "K" : Long.toString(elements);
    }
}
