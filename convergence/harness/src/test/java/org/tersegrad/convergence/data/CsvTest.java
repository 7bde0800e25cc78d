package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTest {
    private Path file;

    @BeforeEach
    void set(@TempDir Path folder) {
        file = folder.resolve("data.csv");
    }

    private DataSet read(String header, int rows, IntFunction<String> row) throws IOException {
        return read(header + IntStream.range(0, rows).mapToObj(row).collect(Collectors.joining("\n", "\n", "")));
    }

    private DataSet read(String text) throws IOException {
        Files.writeString(file, text);
        return Csv.read(file, "y");
    }

    private void rejected(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessage(file + message);
    }

    @Test
    void textIsAClassAndClassesAreSorted() throws IOException {
        LabelledVectors data = (LabelledVectors) read("a,y", 20, i -> i + "," + (i % 2 == 0 ? "no" : "maybe"));
        assertThat(data.name()).isEqualTo("csv(data.csv,label=y)");
        assertThat(data.classNames()).containsExactly("maybe", "no");
        assertThat(data.length()).isEqualTo(1);
        assertThat(data.training().size()).isEqualTo(16);
        assertThat(data.test().size()).isEqualTo(4);
        assertThat(data.description())
                .isEqualTo("16 examples to learn from, 4 to be tested on, 1 input; 2 classes: maybe, no");
        // 0, 2, 4 ... are "no"; a step of 1 is the same everywhere after standardization.
        float[] values = data.training().values();
        for (int i = 0; i < 16; i++) {
            for (int j = 0; j < i; j++) {
                boolean sameLabel = data.training().label(i) == data.training().label(j);
                long steps = Math.round((values[i] - values[j]) / step(values));
                assertThat(steps % 2 == 0).isEqualTo(sameLabel);
            }
        }
    }

    /** The smallest difference of two numbers. */
    private static double step(float[] values) {
        float[] sorted = values.clone();
        java.util.Arrays.sort(sorted);
        return IntStream.range(1, sorted.length)
                .mapToDouble(i -> sorted[i] - sorted[i - 1])
                .min()
                .orElseThrow();
    }

    @Test
    void wholeNumbersAreClassesWhileTheyAreFew() throws IOException {
        LabelledVectors few = (LabelledVectors) read("a,y", 40, i -> i + "," + (i % 10 + 1) + (i % 2 == 0 ? "" : ".0"));
        assertThat(few.classNames()).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
        assertThat(read("a,y", 120, i -> i + "," + i % 51)).isInstanceOf(NumericVectors.class);
        assertThat(read("a,y", 120, i -> i + "," + i % 50)).isInstanceOf(LabelledVectors.class);
        assertThat(read("a,y", 40, i -> i + "," + i)).isInstanceOf(NumericVectors.class);
        assertThat(read("a,y", 40, i -> i + "," + i % 3 * 0.5)).isInstanceOf(NumericVectors.class);
    }

    @Test
    void taskAndSeedCanBeChosen() throws IOException {
        read("a,y", 40, i -> i + "," + i % 4 * 0.5);
        LabelledVectors classes =
                (LabelledVectors) new Csv(file, "y").as(Csv.Task.CLASSES).read();
        assertThat(classes.classNames()).containsExactly("0", "0.5", "1", "1.5");
        String text = "csv(" + file + ",label=y,task=numbers,seed=7)";
        DataSet numbers = DataSets.load(text, file);
        assertThat(numbers.name()).isEqualTo("csv(data.csv,label=y,task=numbers,seed=7)");
        assertThat(numbers.contentHash())
                .isEqualTo(new Csv(file, "y").withSeed(7).read().contentHash())
                .isNotEqualTo(new Csv(file, "y").read().contentHash());
        assertThat(Csv.read(file, "y").contentHash())
                .isEqualTo(Csv.read(file, "y").contentHash());
    }

    @Test
    void separatorQuotesAndByteOrderMarkAreUnderstood() throws IOException {
        String commas = "\"a, b\",c,y\n" + "1,\"x \"\"1\"\"\",1\n2,z,2\n3,z,1\n4,z,2\n5,z,1\n";
        String hash = read(commas).contentHash();
        assertThat(((LabelledVectors) read(commas)).length()).isEqualTo(3);
        String semicolons = commas.replace("a, b", "a; b").replace(",", ";").replace("\n", "\r\n");
        assertThat(read("\ufeff" + semicolons).contentHash()).isEqualTo(hash);
        assertThat(read("\n" + commas.replace("a, b", "a").replace(",", "\t") + "\n")
                        .contentHash())
                .isEqualTo(hash);
    }

    @Test
    void constantsBecomeZeroAndTextsOneOrZero() throws IOException {
        LabelledVectors data =
                (LabelledVectors) read("c,t,y", 20, i -> "0.1," + "pqr".charAt(i % 3) + "," + "uv".charAt(i % 2));
        assertThat(data.length()).isEqualTo(4);
        for (int i = 0; i < 16; i++) {
            float[] vector = java.util.Arrays.copyOfRange(data.training().values(), 4 * i, 4 * i + 4);
            assertThat(vector[0]).isZero();
            assertThat(vector[1] + vector[2] + vector[3]).isEqualTo(1);
        }
    }

    @Test
    void missingValuesAreNamedByLineAndColumn() {
        for (String missing : new String[] {"", " ", "NA", "NaN", "?", "n/a", "null"}) {
            rejected("age,y\n1,a\n" + missing + ",b\n", ", line 3, column age: no value");
        }
        rejected("age,y\n\"1\n\",a\n\n2,?\n", ", line 5, column y: no value");
    }

    @Test
    void whatIsNoTableIsRejectedInOneLine() throws IOException {
        rejected("", " is empty; its first line should name the columns.");
        rejected("a,y\n", " has 0 rows; 5 is the least.");
        rejected("y\n1\n", " has no column beside y to learn from.");
        rejected("a,y,a\n", ", line 1: two columns are named a");
        rejected(",y\n", ", line 1: column 1 has no name");
        rejected("a,y\n1,2\n1\n", ", line 3: 2 columns are expected, not 1");
        rejected("a,y\n1,2,3\n", ", line 2: 2 columns are expected, not 3");
        rejected("a,y\n1e999,2\n", ", line 2, column a: 1e999 is too large a number");
        rejected("a;y\n3,14;2\n", ", line 2, column a: 3,14 has a comma; numbers are written as 3.14 or 1234");
        rejected("a,y\n1,u\n2,u\n3,u\n4,u\n5,u\n", ", column y: one class only, u; there is nothing to predict");
        rejected("a,y\n1,2\n2,2\n3,2\n4,2\n5,2\n", ", column y: one class only, 2; there is nothing to predict");
        rejected(
                "a,y\n1,b\n2,c\n3,d\n4,e\n5,f\n",
                ", column y: 5 different labels in 5 rows are too many to be classes");
        assertThatThrownBy(() -> read("a,y\n1,\"2\n"))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessageStartingWith(file + " is no table: ");
        Files.write(file, "a,y\n1,2\n\u00e9,2\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Csv.read(file, "y"))
                .isInstanceOf(DataUnavailableException.class)
                .hasMessage(file + " is not in UTF-8: line 3 has the byte 0xe9.");
        Path absent = file.resolveSibling("absent.csv");
        assertThatThrownBy(() -> Csv.read(absent, "y")).hasMessage("there is no file " + absent);
    }

    @Test
    void aColumnOfManyTextsIsNamed() {
        String why = " is no number, and more than 50 different texts are no categories";
        assertThatThrownBy(() -> read("id,y", 60, i -> (i < 2 ? i : "x" + i) + "," + i % 2))
                .hasMessage(file + ", line 4, column id: x2" + why);
        assertThatThrownBy(() -> read("a,y", 60, i -> i + "," + (i == 5 ? "many" : i + 0.5)))
                .hasMessage(file + ", line 7, column y: many is no number, as other labels are");
        assertThatThrownBy(() -> {
                    read("a,y", 60, i -> i + "," + "uv".charAt(i % 2));
                    new Csv(file, "y").as(Csv.Task.NUMBERS).read();
                })
                .hasMessage(file + ", line 2, column y: u is no number");
    }

    @Test
    void aColumnThatIsNotThereIsToldWhichAre() throws IOException {
        Files.writeString(file, "Length,Species\n1,a\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Csv.read(file, "species"))
                .withMessage("there is no column species in " + file
                        + "; did you mean Species? (there are Length, Species)");
    }

    @Test
    void withoutALabelTheColumnsAreListed() throws IOException {
        Files.writeString(file, "a;b;c\n1;2;3\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSets.open(file.toString(), file))
                .withMessage("--label COLUMN chooses the column to predict: a, b, c");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSets.load("csv(" + file + ")", file))
                .withMessageEndingWith("--label COLUMN chooses the column to predict: a, b, c");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DataSets.openLabelled("digits", "y", file))
                .withMessage("--label chooses a column of a CSV file, and digits is none; it has its labels");
    }
}
