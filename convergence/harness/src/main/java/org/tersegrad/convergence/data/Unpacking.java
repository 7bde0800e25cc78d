package org.tersegrad.convergence.data;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Takes the files that are wanted out of an archive.
 *
 * @param work a folder for what is not wanted
 * @param path where to look for programs
 */
record Unpacking(Archive archive, Path work, String path) {
    /** Returns how many files there were. */
    int unpack(Path file, Path target, Progress progress) throws IOException {
        return switch (archive.kind()) {
            case JAR -> unpackJar(file, target);
            case TGZ -> unpackWith(List.of("tar", "-xzf", file.toString(), "-C"), target, progress);
            case DEB -> unpackWith(List.of("dpkg-deb", "-x", file.toString()), target, progress);
        };
    }

    private int unpackJar(Path file, Path target) throws IOException {
        try (FileSystem jar = FileSystems.newFileSystem(file)) {
            return copy(jar.getPath("/"), target);
        }
    }

    /** Runs a program that takes the folder to unpack to as its last argument. */
    private int unpackWith(List<String> command, Path target, Progress progress) throws IOException {
        Path tree = Files.createDirectories(work.resolve("tree"));
        List<String> whole =
                Stream.concat(command.stream(), Stream.of(tree.toString())).toList();
        new Client(whole, path).run(work, work.resolve("log"), progress);
        return copy(tree, target);
    }

    private int copy(Path tree, Path target) throws IOException {
        Archive.Content content = archive.content();
        return FileTree.copy(tree.resolve(content.folder()), content.suffix(), target);
    }
}
