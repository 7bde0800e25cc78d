package org.tersegrad.convergence.training.checkpoints;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.tersegrad.convergence.internal.WholeFile;

/**
 * A folder in which a comparison that is not finished writes down how far each run has come, with a list of the files that are
 * its own. Nothing else in the folder is ever written to or deleted, whatever its name.
 */
public final class CheckpointFolder {
    /** The list: this sentence, then a name in each line. */
    static final String LIST = "tersegrad-checkpoints.txt";

    private static final String TITLE = "A comparison of Tersegrad wrote these files, and deletes them:";
    private static final Pattern OURS = Pattern.compile("run-\\d{1,10}\\.checkpoint");

    private final Path folder;
    private final Path list;

    /** Looks at nothing yet. */
    public CheckpointFolder(Path folder) {
        this.folder = folder;
        list = folder.resolve(LIST);
    }

    /** Whether a comparison was stopped here. */
    public boolean isInUse() {
        return Files.isRegularFile(list, LinkOption.NOFOLLOW_LINKS);
    }

    /** The file of a run, counted from 0. */
    public Path file(int run) {
        return folder.resolve("run-" + run + ".checkpoint");
    }

    /**
     * Claims the files of {@code runs} runs for this comparison, before any is written. Nothing changes if they are that already.
     *
     * @throws FileAlreadyExistsException if one of them is a foreign file
     */
    public void claim(int runs) throws IOException {
        Set<String> names = listed();
        for (int run = 0; run < runs; run++) {
            Path file = file(run);
            if (names.add(file.getFileName().toString())) {
                requireAbsent(file);
                requireAbsent(part(file));
            } else {
                Files.deleteIfExists(part(file)); // of a process that was killed while it wrote
            }
        }
        if (!Files.isDirectory(folder)) { // which may be a link to one
            Files.createDirectories(folder);
        }
        WholeFile.write(list, TITLE + "\n" + String.join("\n", names) + "\n");
    }

    /** Deletes the files that are listed, and the folder if that leaves it empty and it is no link. */
    public void delete() throws IOException {
        if (!Files.exists(list, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        for (String name : listed()) {
            Files.deleteIfExists(folder.resolve(name));
            Files.deleteIfExists(part(folder.resolve(name)));
        }
        Files.delete(list);
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.delete(folder);
            } catch (DirectoryNotEmptyException e) {
                // Foreign files are in it.
            }
        }
    }

    /** Names only, so that nothing outside the folder is ever meant. */
    private Set<String> listed() throws IOException {
        if (!Files.exists(list, LinkOption.NOFOLLOW_LINKS)) {
            return new LinkedHashSet<>();
        }
        List<String> lines = isInUse() ? Files.readAllLines(list, StandardCharsets.ISO_8859_1) : List.of();
        if (lines.isEmpty() || !lines.get(0).equals(TITLE)) {
            throw taken(list);
        }
        Set<String> names = new LinkedHashSet<>(lines);
        names.removeIf(name -> !OURS.matcher(name).matches());
        return names;
    }

    private static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + WholeFile.PART);
    }

    private static void requireAbsent(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw taken(file);
        }
    }

    private static FileAlreadyExistsException taken(Path file) {
        return new FileAlreadyExistsException(
                file.toString(), null, "is not from this comparison; move it, or choose another folder");
    }
}
