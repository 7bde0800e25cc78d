package org.tersegrad.djl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.model.ModelReduction;

/**
 * Where a worker keeps its residuals: beside the model's own files, one for each worker, with rank and number of workers in the
 * name, since a state is of use to the same worker of an equally large group only.
 */
final class StateFile {
    private final Path path;

    StateFile(Path folder, String model, Collective group) {
        path = folder.resolve(model + "-worker-" + group.rank() + "-of-" + group.size() + ".state");
    }

    /** Written as a whole or not at all: until the last byte is there, an older state keeps the name. */
    Path save(ModelReduction reduction) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(reduction.stateBytes());
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
        reduction.restore(ByteBuffer.wrap(Files.readAllBytes(path)));
    }
}
