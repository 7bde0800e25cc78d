package org.tersegrad.convergence.model;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** Files of expected values. */
final class GoldenFiles {
    private GoldenFiles() {}

    /** The lines of a file, without comments. */
    static List<String> lines(String name) {
        return new String(bytes(name + ".csv"), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    /** The content of a file compressed with gzip. */
    static byte[] unpacked(String name) {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes(name + ".gz")))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String file) {
        try (InputStream in = GoldenFiles.class.getResourceAsStream("/golden/models/" + file)) {
            return Objects.requireNonNull(in, file).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
