package org.tersegrad.convergence.cli.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Failures with files in words: the JDK's exceptions often have no more than the name. */
public final class Failure {
    private Failure() {}

    /** The words for one exception, without a full stop. */
    public static String words(Exception e) {
        if (e instanceof UncheckedIOException && e.getCause() instanceof IOException cause) {
            return words(cause);
        }
        if (e instanceof FileSystemException failed && failed.getFile() != null) {
            return failed.getFile() + " " + reason(failed);
        }
        return String.valueOf(e.getMessage() == null ? e : e.getMessage());
    }

    private static String reason(FileSystemException failed) {
        if (failed.getReason() != null) {
            return failed instanceof FileAlreadyExistsException ? failed.getReason() : "- " + failed.getReason();
        }
        if (failed instanceof AccessDeniedException) {
            return "may not be accessed";
        }
        if (failed instanceof NoSuchFileException) {
            return "does not exist and cannot be made";
        }
        return failed instanceof FileAlreadyExistsException ? "is a file, not a folder" : "- " + failed;
    }
}
