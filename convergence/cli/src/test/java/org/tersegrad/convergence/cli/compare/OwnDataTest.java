package org.tersegrad.convergence.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.cli.CommandRun;
import org.tersegrad.convergence.cli.shared.CommandFailed;

/** Files of users, from the command line. */
class OwnDataTest {
    private Path folder;

    @BeforeEach
    void set(@TempDir Path temporary) {
        folder = temporary;
    }

    private CommandRun compare(String... arguments) {
        List<String> all = new ArrayList<>(List.of("compare"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--epochs", "3", "--seeds", "2", "--workers", "2", "dense", "topk(0.1)+ef"));
        all.addAll(List.of("--out", folder.resolve("out").toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    /** Two classes by the sign of a sum, with a column of texts, and the sum itself. */
    private Path table() throws IOException {
        return Files.writeString(
                folder.resolve("mine.csv"),
                IntStream.range(0, 100)
                        .mapToObj(i -> {
                            double sum = Math.sin(i) + Math.cos(3 * i);
                            return Math.sin(i) + "," + Math.cos(3 * i) + "," + "pqr".charAt(i % 3) + "," + sum + ","
                                    + (sum > 0 ? "up" : "down");
                        })
                        .collect(Collectors.joining("\n", "a,b,c,sum,side\n", "\n")));
    }

    @Test
    void aLabelOfTextIsAClass() throws IOException {
        Path table = table();
        CommandRun run = compare("--data", table.toString(), "--label", "side", "--partition", "dirichlet(0.5)");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err())
                .contains(
                        "csv(mine.csv,label=side): 80 examples to learn from, 20 to be tested on, 6 inputs; 2 classes:"
                                + " down, up.");
        assertThat(run.out())
                .contains("accuracy", "0.1; --tune finds", "mlp(128) on csv(mine.csv,label=side)")
                .doesNotContain("diverged");
        assertThat(Files.readString(folder.resolve("out/summary.json"))).contains("--label side");
        CommandRun other = compare("--data", table.toString(), "--label", "c");
        assertThat(other.err()).contains("out holds the results of").doesNotContain("Training");
    }

    @Test
    void aLabelOfNumbersIsARegression() throws IOException {
        String table = table().toString();
        for (String model : List.of("linear", "mlp(8)")) {
            CommandRun run = compare("--data", table, "--label", "sum", "--model", model, "--force");
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.err()).contains("7 inputs; numbers to predict.");
            assertThat(run.out())
                    .contains("test loss", "0.01; --tune finds", model + " on csv(mine.csv,label=sum)")
                    .doesNotContain("accuracy ", "diverged");
        }
        CommandRun text = compare("--data", "csv(" + table + ",label=sum)", "--model", "mlp(8)", "--plan");
        assertThat(text.exitCode()).as(text.err()).isZero();
        assertThat(text.err()).contains("7 inputs; numbers to predict.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mine.csv | | 2 | --label COLUMN chooses the column to predict: a, b, c, sum, side",
                "mine.csv | sid | 2 | there is no column sid in mine.csv; did you mean side? (there are a, b, c, sum, side)",
                "digits | side | 2 | --label chooses a column of a CSV file, and digits is none",
                "folder | side | 2 | --label chooses a column of a CSV file, and folder is none",
                "nofile.csv | side | 1 | there is no file or folder nofile.csv",
                "nofile | side | 2 | there is no data set nofile",
                "hole.csv | y | 1 | hole.csv, line 3, column age: no value",
                "archive.zip | | 1 | archive.zip is no text; accepted are a CSV file (with --label), a text in UTF-8,",
                "archive.zip | y | 1 | archive.zip is no text; accepted are ",
                "folder | | 1 | folder has no data that can be read; accepted are a CSV file (with --label),",
                "latin.csv | y | 1 | latin.csv is not in UTF-8: line 2 has the byte 0xfc."
            })
    void mistakesAreOneLine(String data, String label, int exitCode, String sentence) throws IOException {
        table();
        Files.createDirectory(folder.resolve("folder"));
        Files.writeString(folder.resolve("hole.csv"), "age,y\n1,2\nNA,2\n");
        Files.write(folder.resolve("latin.csv"), new byte[] {'a', ',', 'y', '\n', (byte) 0xfc, ',', '1', '\n'});
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("archive.zip")))) {
            zip.putNextEntry(new ZipEntry("a.txt"));
        }
        List<String> arguments = new ArrayList<>(List.of("--quiet", "--data"));
        arguments.add(Files.exists(folder.resolve(data)) ? folder.resolve(data).toString() : data);
        if (label != null) {
            arguments.addAll(List.of("--label", label));
        }
        CommandRun run = compare(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.err().replace(folder + "/", "")).contains(sentence).hasLineCount(1);
        assertThat(exitCode).isIn(CommandFailed.FAILED, CommandFailed.MISUSED);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void theListMentionsFiles() {
        assertThat(CommandRun.of("data", "list", "--cache", folder.toString()).out())
                .contains("Files: a CSV file (with --label)", "--data houses.csv --label price", "csv: a CSV file");
        assertThat(CommandRun.of("compare", "--help").out())
                .contains("--label=COLUMN", "--data houses.csv --label price");
    }
}
