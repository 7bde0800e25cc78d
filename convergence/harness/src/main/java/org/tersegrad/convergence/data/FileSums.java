package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The list of the SHA-256 of every file of a fetched set, in a file beside them and in the form that {@code sha256sum -c} reads:
 * with it a file that has changed since is found. Files put there by hand have no list, and are taken as they are.
 */
final class FileSums {
    static final String NAME = "SHA256SUMS";

    private static final int HASH = 64;

    private FileSums() {}

    /** Writes the list of all files in a folder. */
    static void write(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        StringBuilder lines = new StringBuilder();
        for (Path file : files) {
            String name = folder.relativize(file).toString().replace('\\', '/');
            lines.append(Sha256.of(file)).append("  ").append(name).append('\n');
        }
        Files.writeString(folder.resolve(NAME), lines);
    }

    /** The first file that is not what it was when the list was written; nothing if all are, or if there is no list. */
    static Optional<Path> damaged(Path folder) throws IOException {
        Path list = folder.resolve(NAME);
        if (!Files.isRegularFile(list)) {
            return Optional.empty();
        }
        try {
            List<String> lines = Files.readAllLines(list);
            if (lines.isEmpty() || lines.stream().anyMatch(line -> !line.startsWith("  ", HASH))) {
                return Optional.of(list);
            }
            for (String line : lines) {
                Path file = folder.resolve(line.substring(HASH + 2));
                if (!Files.isRegularFile(file) || !Sha256.of(file).equals(line.substring(0, HASH))) {
                    return Optional.of(file);
                }
            }
            return Optional.empty();
        } catch (CharacterCodingException | InvalidPathException e) {
            return Optional.of(list);
        }
    }
}
