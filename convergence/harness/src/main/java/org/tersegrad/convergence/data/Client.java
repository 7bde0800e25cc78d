package org.tersegrad.convergence.data;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A program of the user's that gets or unpacks a file for us. */
final class Client {
    private static final Map<String, String> COMES_WITH = Map.of(
            "npm", "it comes with Node.js",
            "mvn", "it is Apache Maven",
            "apt-get", "only Debian and its relatives have it",
            "dpkg-deb", "only Debian and its relatives have it");

    private static final int LAST_WORDS = 5;
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern ERROR = Pattern.compile("(?i)\\berr(or)?\\b|^E:");

    private final List<String> command;
    private final Path program;

    /**
     * Looks for a program, as a shell does.
     *
     * @param command its name and the arguments
     * @param path the folders to look in, as in the variable PATH
     * @throws DataUnavailableException if it is in none of them
     */
    Client(List<String> command, String path) {
        this.command = command;
        String name = command.get(0);
        program = Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .orElseThrow(
                        () -> new DataUnavailableException("The program " + name + " is needed and not on the PATH; "
                                + COMES_WITH.getOrDefault(name, "most systems have it") + "."));
    }

    /**
     * Runs it to its end.
     *
     * @param folder where
     * @param log what it prints goes there
     * @throws DataUnavailableException if it fails, with what it printed of it
     */
    void run(Path folder, Path log, Progress progress) throws IOException {
        List<String> words = new ArrayList<>(command);
        words.set(0, program.toString());
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            process.getOutputStream().close(); // there is nobody to answer questions
            for (long seconds = 1; !process.waitFor(1, TimeUnit.SECONDS); seconds++) {
                progress.waiting(seconds);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataUnavailableException(this + " was interrupted.", e);
        } finally {
            process.destroy();
        }
        if (process.exitValue() != 0) {
            throw new DataUnavailableException(this + " failed with exit code " + process.exitValue() + lastWords(log));
        }
    }

    /** The first lines that speak of an error; what follows is mostly where to read more. If none does, the last lines. */
    private static String lastWords(Path log) throws IOException {
        List<String> lines = Files.readString(log, StandardCharsets.ISO_8859_1)
                .lines()
                .map(line -> COLOUR.matcher(line).replaceAll(""))
                .filter(line -> !line.isBlank())
                .toList();
        List<String> errors = lines.stream()
                .filter(line -> ERROR.matcher(line).find())
                .limit(LAST_WORDS)
                .toList();
        List<String> words =
                errors.isEmpty() ? lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()) : errors;
        return words.isEmpty() ? "." : ":\n  " + String.join("\n  ", words);
    }

    @Override
    public String toString() {
        return String.join(" ", command);
    }
}
