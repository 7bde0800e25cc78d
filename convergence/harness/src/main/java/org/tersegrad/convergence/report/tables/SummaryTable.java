package org.tersegrad.convergence.report.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.tersegrad.convergence.report.summary.RecipeSummary;
import org.tersegrad.convergence.report.summary.Summary;

/** The summary as text for a terminal: aligned, at most {@link Sentences#WIDTH} wide, no colours. */
public final class SummaryTable {
    /** A recipe that is longer, or too long beside its numbers, has a line above them. */
    private static final int LONGEST_RECIPE = 32;

    private SummaryTable() {}

    /**
     * The whole table.
     *
     * @param conclusions sentences at the end
     */
    public static String of(Summary summary, List<String> conclusions) {
        List<Column> columns = Column.of(summary);
        List<List<String>> rows = new ArrayList<>();
        rows.add(columns.stream().map(Column::title).toList());
        for (RecipeSummary recipe : summary.recipes()) {
            rows.add(columns.stream().map(column -> column.text().apply(recipe)).toList());
        }
        List<String> names = new ArrayList<>(List.of("recipe"));
        summary.recipes().forEach(recipe -> names.add(recipe.recipe()));

        StringBuilder text = new StringBuilder();
        int numbers = IntStream.range(0, columns.size())
                .map(column -> 2 + width(rows, column))
                .sum();
        int longest = Math.max("recipe".length(), Math.min(LONGEST_RECIPE, Sentences.WIDTH - numbers));
        int first = names.stream()
                .mapToInt(String::length)
                .filter(length -> length <= longest)
                .max()
                .orElseThrow();
        for (int row = 0; row < rows.size(); row++) {
            String name = names.get(row);
            if (name.length() > longest) {
                text.append(name).append('\n');
                name = "";
            }
            text.append(name).append(" ".repeat(first - name.length()));
            for (int column = 0; column < columns.size(); column++) {
                String cell = rows.get(row).get(column);
                text.append(" ".repeat(2 + width(rows, column) - cell.length())).append(cell);
            }
            text.append('\n');
        }
        text.append('\n');
        Legend.of(summary).forEach(sentence -> Sentences.wrap(sentence, text));
        if (!conclusions.isEmpty()) {
            text.append('\n');
            conclusions.forEach(sentence -> Sentences.wrap(sentence, text));
        }
        return text.toString();
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElseThrow();
    }
}
