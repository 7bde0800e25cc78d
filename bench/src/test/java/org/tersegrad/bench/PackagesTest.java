package org.tersegrad.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packages of this module are ordered: benchmarks by topic, their runner, the report of their results, the command line. */
class PackagesTest {
    private static final Path SOURCES = Path.of("src/main/java/org/tersegrad/bench");

    @ParameterizedTest
    @CsvSource({
        "., org.tersegrad.bench.codecs",
        "., org.tersegrad.bench.jmh",
        "., org.tersegrad.bench.report",
        "., org.tersegrad.bench.cli",
        "codecs, org.tersegrad.bench.jmh",
        "compressors, org.tersegrad.bench.jmh",
        "reducers, org.tersegrad.bench.jmh",
        "models, org.tersegrad.bench.jmh",
        "jmh, org.tersegrad.bench.report",
        "report, org.tersegrad.bench.cli"
    })
    void aPackageDoesNotKnowThoseAfterIt(String folder, String later) throws IOException {
        try (Stream<Path> all = Files.list(SOURCES.resolve(folder))) {
            List<Path> files =
                    all.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(files).isNotEmpty();
            for (Path file : files) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain(later + ".");
            }
        }
    }
}
