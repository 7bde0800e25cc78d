package org.tersegrad.convergence.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Files that are there as a whole or not at all, even if the program is killed while it writes. A symbolic link is replaced, not
 * followed: its target may be a foreign file.
 */
public final class WholeFile {
    /** Suffix of files that are not yet complete; followed by a number if another file has that name. */
    public static final String PART = ".part";

    private WholeFile() {}

    /** Writes text in UTF-8. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes bytes.
     *
     * @param content not modified
     */
    public static void write(Path file, byte[] content) throws IOException {
        Path part = newPart(file);
        try {
            Files.write(part, content);
            try {
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** A new empty file beside the file: a move is atomic only inside a file system. */
    private static Path newPart(Path file) throws IOException {
        for (int number = 1; ; number++) {
            Path part = file.resolveSibling(file.getFileName() + PART + (number == 1 ? "" : number));
            try {
                Files.write(part, new byte[0], StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                return part;
            } catch (FileAlreadyExistsException e) {
                // Left by a process that was killed, or a foreign file.
            }
        }
    }
}
