package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders with all that is in them. */
final class FileTree {
    private FileTree() {}

    /** Copies those files whose names end like that, with their subfolders. Returns how many. */
    static int copy(Path from, String suffix, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return 0;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(suffix))
                    .toList();
        }
        for (Path file : files) {
            Path target = to.resolve(from.relativize(file).toString()); // from may be inside a jar
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
        return files.size();
    }

    /** Moves all files of a folder over those of another one; what else is there stays. */
    static void moveOver(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path target = to.resolve(from.relativize(file));
            Files.createDirectories(target.getParent());
            Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Deletes a folder, if it is there. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList(); // what is inside comes before its folder
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
