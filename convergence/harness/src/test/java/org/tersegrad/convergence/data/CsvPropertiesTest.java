package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;

/** Tables that are written by another program's rules, with whatever is in them. */
class CsvPropertiesTest {
    private static final String SIGNS = "ab ,;\t\"'\n\u00e9\u4e2d=()";

    private final Path file;

    CsvPropertiesTest() throws IOException {
        file = Files.createTempFile("table", ".csv");
    }

    @AfterProperty
    void delete() throws IOException {
        Files.delete(file);
    }

    /** Names and rows; columns are numbers of very different sizes, then texts, then the label. */
    record Written(List<String> names, List<List<String>> rows) {
        static Written of(long seed, int numbers, int texts, int rows) {
            Random random = new Random(seed);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < numbers + texts; i++) {
                names.add("c" + i + text(random));
            }
            names.add("y");
            List<List<String>> all = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                List<String> cells = new ArrayList<>();
                for (int i = 0; i < numbers; i++) {
                    double scale = Math.pow(10, 30 * i % 80 - 40);
                    cells.add(String.valueOf((float) (scale * (random.nextGaussian() + 7 * i))));
                }
                for (int i = 0; i < texts; i++) {
                    cells.add("t" + random.nextInt(3) + SIGNS.charAt(i) + "t");
                }
                cells.add("class " + "\"x\",y;".charAt(row % 6) + "!");
                all.add(cells);
            }
            return new Written(names, all);
        }

        private static String text(Random random) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < random.nextInt(4); i++) {
                text.append(SIGNS.charAt(random.nextInt(SIGNS.length())));
            }
            return text + "n";
        }

        Written permuted(List<Integer> order) {
            return new Written(
                    order.stream().map(names::get).toList(),
                    rows.stream()
                            .map(row -> order.stream().map(row::get).toList())
                            .toList());
        }
    }

    private LabelledVectors read(Written table, char separator) throws IOException {
        try (CsvWriter writer = CsvWriter.builder().fieldSeparator(separator).build(Files.newBufferedWriter(file))) {
            writer.writeRecord(table.names());
            table.rows().forEach(writer::writeRecord);
        }
        return (LabelledVectors) Csv.read(file, "y");
    }

    @Property(tries = 40)
    void standardizedColumnsHaveMeanZeroAndVarianceOne(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int numbers,
            @ForAll @IntRange(min = 20, max = 99) int rows)
            throws IOException {
        LabelledVectors data = read(Written.of(seed, numbers, 2, rows), ',');
        for (int column = 0; column < numbers; column++) {
            double sum = 0;
            double squares = 0;
            for (int i = column; i < data.training().values().length; i += data.length()) {
                sum += data.training().values()[i];
                squares += Math.pow(data.training().values()[i], 2);
            }
            int size = data.training().size();
            assertThat(sum / size).isCloseTo(0, within(1e-6));
            assertThat(squares / size).isCloseTo(1, within(1e-5));
        }
    }

    @Property(tries = 40)
    void whatIsQuotedIsReadBack(@ForAll long seed, @ForAll @IntRange(min = 20, max = 60) int rows) throws IOException {
        Written table = Written.of(seed, 2, 3, rows);
        LabelledVectors commas = read(table, ',');
        assertThat(Table.names(file)).isEqualTo(table.names());
        assertThat(commas.classNames()).containsExactly("class \"!", "class ,!", "class ;!", "class x!", "class y!");
        Table read = Table.read(file, "y");
        for (int i = 2; i < 5; i++) {
            int column = i;
            Column texts = read.features().get(i);
            assertThat(IntStream.of(texts.categories())
                            .mapToObj(texts.distinctTexts()::get)
                            .toList())
                    .isEqualTo(table.rows().stream().map(row -> row.get(column)).toList());
        }
        assertThat(read(table, ';').contentHash()).isEqualTo(commas.contentHash());
        assertThat(read(table, '\t').contentHash()).isEqualTo(commas.contentHash());
    }

    /** Labels and rows stay; inputs move with their columns. */
    @Property(tries = 40)
    void permutedColumnsArePermutedInputs(@ForAll long seed) throws IOException {
        Written table = Written.of(seed, 5, 0, 30);
        List<Integer> order = new ArrayList<>(IntStream.range(0, 6).boxed().toList());
        Collections.shuffle(order, new Random(seed));
        LabelledVectors before = read(table, ',');
        LabelledVectors after = read(table.permuted(order), ',');
        order.remove(Integer.valueOf(5)); // the label
        assertThat(after.training().labels()).isEqualTo(before.training().labels());
        for (int i = 0; i < before.test().size(); i++) {
            for (int j = 0; j < 5; j++) {
                assertThat(after.test().values()[5 * i + j])
                        .isEqualTo(before.test().values()[5 * i + order.get(j)]);
            }
        }
    }
}
