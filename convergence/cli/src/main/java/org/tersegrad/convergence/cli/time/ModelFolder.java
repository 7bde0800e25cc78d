package org.tersegrad.convergence.cli.time;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tersegrad.compressors.internal.Excerpt;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.TypedCommand;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder that a model of time is written to. Foreign files are never replaced, and those of another command only if that was
 * asked for; a command replaces its own.
 *
 * @param folder made if it is not there
 * @param name of the JSON file that tells whose files these are, without what follows the dot
 * @param others the names of the other files
 */
record ModelFolder(Path folder, String name, List<String> others) {
    /** Options that change how results are shown or where they go, not the results. */
    private static final Set<String> BESIDE = Set.of("--force", "--json");

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /**
     * Makes the folder, before anything is computed.
     *
     * @throws FileAlreadyExistsException if a foreign file is in the way
     * @throws CommandFailed if another command wrote there and is not to be replaced
     */
    void claim(TypedCommand command, boolean force) throws IOException {
        if (folder.toString().isBlank()) {
            throw new IllegalArgumentException("--out is empty; . is the folder you are in");
        }
        if (!Files.isDirectory(folder)) { // which may be a link to one
            Files.createDirectories(folder);
        }
        Path own = folder.resolve(name + ".json");
        Optional<TypedCommand> earlier = earlier(own);
        if (earlier.isEmpty()) {
            List<String> all = new ArrayList<>(others);
            all.add(name + ".json");
            for (String each : all) {
                Path file = folder.resolve(each);
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw new FileAlreadyExistsException(
                            file.toString(), null, "is not from this command; move it, or choose another folder");
                }
            }
        } else if (!force && !essence(earlier.get()).equals(essence(command))) {
            throw new CommandFailed(
                    CommandFailed.FAILED,
                    folder + " holds the results of "
                            + Excerpt.of(earlier.get().toString())
                            + "; --force replaces them, --out chooses another folder.");
        }
    }

    private static Optional<TypedCommand> earlier(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            JsonNode command = MAPPER.readTree(file).path("about").path("command");
            return command.isString() ? Optional.of(TypedCommand.parse(command.stringValue())) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** The words in any order, without those that do not change the numbers. */
    private static List<String> essence(TypedCommand command) {
        List<String> words = new ArrayList<>(command.words());
        words.removeAll(BESIDE);
        int out = words.indexOf("--out");
        if (out >= 0) {
            words.remove(out);
            words.remove(Math.min(out, words.size() - 1));
        }
        words.removeIf(word -> word.startsWith("--out="));
        words.sort(Comparator.naturalOrder());
        return words;
    }
}
