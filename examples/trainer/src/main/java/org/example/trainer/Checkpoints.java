package org.example.trainer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.tersegrad.reducers.model.ModelReduction;

/**
 * The checkpoints of one worker: parameters, and the state of the reduction with this worker's residuals. The last two are kept, since
 * another worker may have been stopped before it wrote its last one.
 *
 * @param folder may be shared by all workers
 */
record Checkpoints(Path folder, int rank) {
    private static final int KEPT = 2;

    /** Writes a checkpoint, by an atomic rename: it is there as a whole or not at all. */
    void save(int step, float[][] parameters, ModelReduction reduction) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(parameterBytes(parameters) + reduction.stateBytes());
        for (float[] tensor : parameters) {
            bytes.asFloatBuffer().put(tensor);
            bytes.position(bytes.position() + tensor.length * Float.BYTES);
        }
        reduction.save(bytes);
        Files.createDirectories(folder);
        Path temporary = folder.resolve("worker-" + rank + ".new");
        Files.write(temporary, bytes.array());
        Files.move(temporary, file(step), StandardCopyOption.ATOMIC_MOVE);
        List<Integer> steps = steps();
        for (int old : steps.subList(0, Math.max(0, steps.size() - KEPT))) {
            Files.delete(file(old));
        }
    }

    /**
     * Reads a checkpoint.
     *
     * @param parameters modified
     * @param reduction modified; made with the same policy, tensors and group size as the one that was saved
     */
    void restore(int step, float[][] parameters, ModelReduction reduction) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file(step)));
        for (float[] tensor : parameters) {
            bytes.asFloatBuffer().get(tensor);
            bytes.position(bytes.position() + tensor.length * Float.BYTES);
        }
        reduction.restore(bytes);
    }

    /** The step of this worker's newest checkpoint; 0 without one. */
    int newest() throws IOException {
        List<Integer> steps = steps();
        return steps.isEmpty() ? 0 : steps.get(steps.size() - 1);
    }

    private List<Integer> steps() throws IOException {
        List<Integer> steps = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            String prefix = "worker-" + rank + ".step-";
            try (Stream<Path> files = Files.list(folder)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.startsWith(prefix))
                        .forEach(name -> steps.add(Integer.valueOf(name.substring(prefix.length()))));
            }
        }
        Collections.sort(steps);
        return steps;
    }

    private Path file(int step) {
        return folder.resolve("worker-" + rank + ".step-" + step);
    }

    private static int parameterBytes(float[][] parameters) {
        int count = 0;
        for (float[] tensor : parameters) {
            count += tensor.length;
        }
        return count * Float.BYTES;
    }
}
