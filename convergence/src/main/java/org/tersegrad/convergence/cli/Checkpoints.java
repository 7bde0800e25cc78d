package org.tersegrad.convergence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder in which a comparison that is not finished writes down how far it has come. */
final class Checkpoints {
    private final Path folder;

    /**
     * @param resume whether to go on with what is there; else it is deleted
     * @throws IllegalArgumentException if there is nothing to go on with
     */
    Checkpoints(Path out, boolean resume) throws IOException {
        folder = out.resolve("checkpoints");
        if (!resume) {
            delete();
        } else if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("There is nothing to resume in " + out
                    + "; a comparison that was stopped leaves a folder " + folder.getFileName() + " there.");
        }
        Files.createDirectories(folder);
    }

    Path folder() {
        return folder;
    }

    /** Deletes what is written down, when it is of no use any more. */
    void delete() throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.getFileName().toString().startsWith("run-"))
                    .toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
