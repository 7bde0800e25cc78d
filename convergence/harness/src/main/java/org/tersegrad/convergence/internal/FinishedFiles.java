package org.tersegrad.convergence.internal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results that a command keeps in a subfolder {@code finished}, a JSON file for each, so that the same command continues after a stop.
 * Every file is there as a whole or not at all.
 *
 * @param folder made if it is not there
 */
public record FinishedFiles(Path folder) {
    private static final String FINISHED = "finished";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /**
     * Makes the folder.
     *
     * @param ours the names of the files that the command writes beside {@code finished}
     * @throws FileAlreadyExistsException if a foreign file has one of these names
     */
    public void open(List<String> ours) throws IOException {
        if (!Files.isDirectory(folder)) { // which may be a link to one
            Files.createDirectories(folder);
        }
        if (!Files.isDirectory(folder.resolve(FINISHED))) {
            for (String name : ours) {
                Path file = folder.resolve(name);
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw new FileAlreadyExistsException(
                            file.toString(), null, "is not from this command; move it, or choose another folder");
                }
            }
            Files.createDirectory(folder.resolve(FINISHED));
        }
    }

    /** The result of this name; a file that cannot be read counts as none. */
    public <T> Optional<T> read(String name, Class<T> type) throws IOException {
        Path file = file(name);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(MAPPER.readValue(Files.readString(file), type));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Stores a result in place of an earlier one. */
    public void keep(String name, Object result) throws IOException {
        WholeFile.write(file(name), MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(result) + "\n");
    }

    private Path file(String name) {
        return folder.resolve(FINISHED).resolve(name + ".json");
    }
}
