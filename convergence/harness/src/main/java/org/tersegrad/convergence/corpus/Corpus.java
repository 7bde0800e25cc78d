package org.tersegrad.convergence.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.data.FileSums;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * A corpus of gradients: files of the format safetensors, one for each training, kind, step and worker.
 *
 * <pre>
 *   for (Corpus.Entry entry : Corpus.read(Path.of("corpus"))) {
 *       compressor.encoder(entry.shape(), seed).encode(FloatSlice.of(entry.values()), payload);
 *   }
 * </pre>
 *
 * <p>A list {@code checksums.txt} in the folder, in the form of {@code sha256sum}, must agree with all files in it.
 */
public final class Corpus {
    /** The list of checksums of a folder. */
    public static final String CHECKSUMS = "checksums.txt";

    static final String SUFFIX = ".safetensors";

    private Corpus() {}

    /** One tensor of one recording. Its values are read from the file whenever they are asked for. */
    public static final class Entry {
        private final Origin origin;
        private final Safetensors file;
        private final Safetensors.Tensor tensor;

        private Entry(Origin origin, Safetensors file, Safetensors.Tensor tensor) {
            this.origin = origin;
            this.file = file;
            this.tensor = tensor;
        }

        /** Provenance. */
        public Origin origin() {
            return origin;
        }

        /** As in {@code mlp-digits-iid}. */
        public String training() {
            return origin.training();
        }

        /** {@code gradient}, {@code momentum} or {@code difference}. */
        public String kind() {
            return origin.kind();
        }

        /** Steps taken before. */
        public int step() {
            return origin.step();
        }

        /** Counted from 0. */
        public int worker() {
            return origin.worker();
        }

        /** The tensor's name, unique in its file. */
        public String tensor() {
            return tensor.name();
        }

        /** A vector has one row; a tensor of higher rank is folded. */
        public Shape shape() {
            return tensor.shape();
        }

        /** The file that it is in. */
        public Path file() {
            return file.file();
        }

        /**
         * A new array of the values, all finite.
         *
         * @throws DataUnavailableException if the file was damaged since
         */
        public float[] values() {
            return file.values(tensor);
        }

        /** As in {@code mlp-digits-iid gradient, step 100, worker 0: hidden.weights}. */
        @Override
        public String toString() {
            return training() + " " + kind() + ", step " + step() + ", worker " + worker() + ": " + tensor();
        }
    }

    /**
     * The tensors of all files in a folder and its subfolders, or of one file: by training, kind, step, worker, and in the order of the
     * file.
     *
     * @throws DataUnavailableException if there are none, or a file is damaged; the message is a sentence with file and reason
     */
    public static List<Entry> read(Path path) {
        List<Entry> entries = new ArrayList<>();
        for (Path file : files(path)) {
            Safetensors opened = Safetensors.open(file);
            Origin origin = Origin.of(opened);
            opened.tensors().forEach(each -> entries.add(new Entry(origin, opened, each)));
        }
        entries.sort(Comparator.comparing(Entry::training)
                .thenComparing(Entry::kind)
                .thenComparingInt(Entry::step)
                .thenComparingInt(Entry::worker));
        return entries;
    }

    private static List<Path> files(Path path) {
        if (!Files.exists(path)) {
            throw new DataUnavailableException("There is no file or folder " + path + ".");
        }
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> files = all.filter(Files::isRegularFile)
                    .filter(Corpus::isOne)
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new DataUnavailableException(path + " has no files that end in " + SUFFIX + ".");
            }
            requireIntact(path, files);
            return files;
        } catch (IOException e) {
            throw new DataUnavailableException(path + " cannot be read: " + e + ".", e);
        }
    }

    private static void requireIntact(Path folder, List<Path> files) throws IOException {
        if (!Files.isRegularFile(folder.resolve(CHECKSUMS))) {
            return;
        }
        Optional<Path> damaged = FileSums.damaged(folder, CHECKSUMS);
        if (damaged.isPresent()) {
            throw new DataUnavailableException(
                    damaged.get() + " is damaged or missing: it is not what " + CHECKSUMS + " lists.");
        }
        Set<Path> listed = FileSums.listed(folder, CHECKSUMS);
        for (Path file : files) {
            if (!listed.contains(file)) {
                throw new DataUnavailableException(file + " is not listed in " + folder.resolve(CHECKSUMS) + ".");
            }
        }
    }

    /**
     * Writes one recording: its tensors in one file, as a whole or not at all.
     *
     * @param values not modified: those of all tensors, one after the other
     */
    public static void write(Path file, Origin origin, List<NamedTensor> tensors, float[] values) throws IOException {
        Safetensors.write(file, origin.metadata(), tensors, values);
    }

    /** Writes the list of checksums of all files in a folder. */
    public static void seal(Path folder) throws IOException {
        FileSums.write(folder, CHECKSUMS, Corpus::isOne);
    }

    private static boolean isOne(Path file) {
        return file.toString().endsWith(SUFFIX);
    }
}
