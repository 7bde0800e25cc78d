package org.tersegrad.convergence.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Files of expected values. */
final class GoldenFiles {
    private GoldenFiles() {}

    /** The lines of a file, without comments. */
    static List<String> lines(String name) {
        String path = "/golden/models/" + name + ".csv";
        try (InputStream in = GoldenFiles.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
