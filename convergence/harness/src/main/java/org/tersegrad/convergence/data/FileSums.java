package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tersegrad.convergence.internal.WholeFile;

/**
 * The list of the SHA-256 of every file of a folder, such as a fetched set, in a file beside them and in the form that {@code sha256sum -c}
 * reads: with it a file that has changed since is found. Files put there by hand have no list, and are taken as they are.
 */
public final class FileSums {
    /** The list of a fetched set. */
    static final String NAME = "SHA256SUMS";

    private static final int HASH = 64;

    private FileSums() {}

    /** Writes the list of all files of a fetched set. */
    static void write(Path folder) throws IOException {
        write(folder, NAME, file -> true);
    }

    /** Writes the list of some files in a folder and its subfolders. */
    public static void write(Path folder, String list, Predicate<Path> which) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).filter(which).sorted().toList();
        }
        StringBuilder lines = new StringBuilder();
        for (Path file : files) {
            String name = folder.relativize(file).toString().replace('\\', '/');
            lines.append(Sha256.of(file)).append("  ").append(name).append('\n');
        }
        WholeFile.write(folder.resolve(list), lines.toString());
    }

    /** The first file of a fetched set that is not what it was. */
    static Optional<Path> damaged(Path folder) throws IOException {
        return damaged(folder, NAME);
    }

    /** The first file that is not what it was when the list was written; nothing if all are, or if there is no list. */
    public static Optional<Path> damaged(Path folder, String name) throws IOException {
        Path list = folder.resolve(name);
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

    /** The files of a list that is not {@link #damaged}. */
    public static Set<Path> listed(Path folder, String name) throws IOException {
        return Files.readAllLines(folder.resolve(name)).stream()
                .map(line -> folder.resolve(line.substring(HASH + 2)))
                .collect(Collectors.toSet());
    }
}
