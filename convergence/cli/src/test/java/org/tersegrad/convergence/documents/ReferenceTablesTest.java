package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;
import org.tersegrad.convergence.cli.record.RecordPage;
import org.tersegrad.convergence.report.ComputedSection;
import org.tersegrad.convergence.suite.Leaderboard;
import org.tersegrad.convergence.suite.Suite;
import org.tersegrad.convergence.suite.SuiteTable;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;

/**
 * Tables of the documents that list all recipes are the lists themselves, and scores follow from the committed runs: the text between {@code <!-- NAME -->} and
 * {@code <!-- end of NAME -->}. {@code -Dgolden.write} writes them.
 */
@Tag("any-jdk")
class ReferenceTablesTest {
    private static final Shape SHAPE = new Shape(1024, 1024);

    /**
     * A table.
     *
     * @param page of the documents
     * @param name of the section
     * @param text of the table
     */
    record Table(String page, String name, String text) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Table> tables() throws IOException {
        Suite suite = Suite.current();
        Leaderboard leaderboard =
                new Leaderboard(SuiteTable.read(suite, Documents.ROOT.resolve("bench/results/suite")));
        return Stream.of(
                new Table("reference/suite.md", "workloads", suite.markdown()),
                new Table("reference/suite.md", "leaderboard", leaderboard.markdown()),
                new Table(
                        "reference/recipes.md",
                        "schemes",
                        guaranteed(compressors(entry -> !entry.example().contains("+")))),
                new Table(
                        "reference/recipes.md",
                        "wrappers",
                        explained(compressors(entry -> !keepsResidual(entry) && wraps(entry)))),
                new Table(
                        "reference/recipes.md",
                        "kinds of error feedback",
                        explained(compressors(entry -> keepsResidual(entry) && wraps(entry)))),
                new Table("reference/reducers.md", "reducers", explained(reducers())),
                new Table(
                        "reference/record.md",
                        "record",
                        RecordPage.of(Documents.ROOT.resolve("bench/results/record"))));
    }

    /** Without the wrappers that the page of recipes lists. */
    private static List<RecipeEntry<Reducer>> reducers() {
        Set<String> wrappers = compressors(ReferenceTablesTest::wraps).stream()
                .map(RecipeEntry::name)
                .collect(Collectors.toSet());
        return ReducerRecipe.entries().stream()
                .filter(entry -> !wrappers.contains(entry.name()))
                .toList();
    }

    private static boolean wraps(RecipeEntry<Compressor> entry) {
        return entry.example().contains("+");
    }

    private static boolean keepsResidual(RecipeEntry<Compressor> entry) {
        return Recipe.parse(entry.example()).traits(Traits.ANY_SHAPE).remembers();
    }

    private static List<RecipeEntry<Compressor>> compressors(Predicate<RecipeEntry<Compressor>> which) {
        return Recipe.entries().stream().filter(which).toList();
    }

    private static String guaranteed(List<RecipeEntry<Compressor>> entries) {
        return entries.stream()
                .map(entry -> row(entry) + " "
                        + Recipe.parse(entry.example()).traits(SHAPE).guarantee() + " |")
                .collect(Collectors.joining(
                        "\n", "| recipe | sends | parameters | guarantee |\n|---|---|---|---|\n", "\n"));
    }

    /** By name, since the order of providers is that of the class path. */
    private static <T> String explained(List<RecipeEntry<T>> entries) {
        return entries.stream()
                .sorted(Comparator.comparing((RecipeEntry<T> entry) -> entry.name())
                        .thenComparing(RecipeEntry::example))
                .map(ReferenceTablesTest::row)
                .collect(Collectors.joining("\n", "| recipe | effect | parameters |\n|---|---|---|\n", "\n"));
    }

    private static String row(RecipeEntry<?> entry) {
        String parameters = entry.parameters().stream()
                .map(each -> "`" + each.name() + "`: " + each.help())
                .collect(Collectors.joining("; "));
        return "| `" + entry.example() + "` | " + entry.help() + " | " + parameters + " |";
    }

    @ParameterizedTest
    @MethodSource("tables")
    void isTheList(Table table) throws IOException {
        compare(table);
    }

    /** Writes a table with {@code -Dgolden.write}, and else fails if the page has another. */
    static void compare(Table table) throws IOException {
        Path page = Documents.ROOT.resolve("docs").resolve(table.page());
        ComputedSection section = new ComputedSection(page, table.name());
        if (System.getProperty("golden.write") != null) {
            section.write(table.text());
        }
        assertThat(section.text())
                .as("%s in %s; -Dgolden.write writes it", table, table.page())
                .isEqualTo(table.text());
    }
}
