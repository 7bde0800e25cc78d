package org.tersegrad.djl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.GroupDigest;
import org.tersegrad.reducers.model.ModelReduction;

/**
 * The file with a worker's residuals: beside the model's own files, one for each worker, with rank and number of workers in the
 * name, since a state is of use to the same worker of an equally large group only.
 *
 * <pre>
 *   | bytes of lines, 4 bytes, big-endian | lines in UTF-8: seed, and each tensor with its recipe | state of the reduction |
 * </pre>
 */
final class StateFile {
    private final Path path;
    /** The owner of the state. */
    private final List<String> lines;

    StateFile(Path folder, String model, Collective group, List<String> lines) {
        path = folder.resolve(model + "-worker-" + group.rank() + "-of-" + group.size() + ".state");
        this.lines = lines;
    }

    /** Written as a whole or not at all: until the last byte is there, an older state keeps the name. */
    Path save(ModelReduction reduction) throws IOException {
        byte[] owner = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes =
                ByteBuffer.allocate(Math.addExact(Math.addExact(Integer.BYTES, owner.length), reduction.stateBytes()));
        bytes.putInt(owner.length).put(owner);
        reduction.save(bytes);
        Files.createDirectories(path.toAbsolutePath().getParent());
        Path unfinished = path.resolveSibling(path.getFileName() + ".unfinished");
        Files.write(unfinished, bytes.array());
        return Files.move(unfinished, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    void restore(ModelReduction reduction) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new NoSuchFileException(path.toString(), null, "this worker's state is not there");
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
        Optional<String> difference = GroupDigest.difference("the state", owner(bytes), "the trainer", lines);
        if (difference.isPresent()) {
            throw new IllegalArgumentException(path + ": " + difference.get());
        }
        reduction.restore(bytes);
    }

    private List<String> owner(ByteBuffer bytes) {
        int length = bytes.remaining() < Integer.BYTES ? -1 : bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw new MalformedInputException(0, path + " is not a state of a worker, or its end is missing");
        }
        byte[] owner = new byte[length];
        bytes.get(owner);
        return new String(owner, StandardCharsets.UTF_8).lines().toList();
    }
}
