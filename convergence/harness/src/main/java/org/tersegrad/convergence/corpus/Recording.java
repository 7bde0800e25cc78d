package org.tersegrad.convergence.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Contestant;
import org.tersegrad.convergence.training.run.Run;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * Trains and writes what workers give to their reductions. The momentum m = 0.9 m + g of a worker's own gradients is what sign methods
 * with momentum and DGC compress.
 *
 * <p>A training whose files are all there, with the same seed and version, is not repeated.
 */
public final class Recording {
    private static final float MOMENTUM = 0.9f;

    private final Path folder;
    private final Path cache;
    private final long seed;
    private final boolean small;
    private final Consumer<String> progress;

    /**
     * Nothing is trained yet.
     *
     * @param cache the folder of fetched data sets
     * @param small whether only the part that the repository has is written
     * @param progress hears of trainings and of every step
     */
    public Recording(Path folder, Path cache, long seed, boolean small, Consumer<String> progress) {
        this.folder = folder;
        this.cache = cache;
        this.seed = seed;
        this.small = small;
        this.progress = progress;
    }

    /** Records some trainings, and then lists the checksums of all files in the folder. */
    public void record(List<RecordedTraining> trainings) throws IOException {
        Files.createDirectories(folder);
        for (RecordedTraining training : trainings) {
            Map<Path, Origin> missing = new LinkedHashMap<>();
            training.plan(seed, small).stream()
                    .filter(origin -> !isThere(origin))
                    .forEach(origin -> missing.put(file(origin), origin));
            if (!missing.isEmpty()) {
                record(training, missing);
            }
        }
        Corpus.seal(folder);
    }

    private Path file(Origin origin) {
        return folder.resolve(origin.training())
                .resolve(origin.kind() + "-" + origin.step() + "-" + origin.worker() + Corpus.SUFFIX);
    }

    private boolean isThere(Origin origin) {
        try {
            return Files.exists(file(origin))
                    && Origin.of(Safetensors.open(file(origin))).equals(origin);
        } catch (DataUnavailableException damaged) {
            return false;
        }
    }

    private void record(RecordedTraining training, Map<Path, Origin> missing) throws IOException {
        Problem problem = training.problem(cache);
        for (String how : missing.values().stream()
                .map(each -> RecordedTraining.synchronization(each.kind()))
                .distinct()
                .toList()) {
            Map<Path, Origin> files = new LinkedHashMap<>(missing);
            files.values()
                    .removeIf(each ->
                            !RecordedTraining.synchronization(each.kind()).equals(how));
            String kind = files.values().iterator().next().kind();
            Recorder recorder = new Recorder(training, kind, problem, files.values());
            Contestant dense = Contestant.parse("dense").withRate(training.rate());
            new Run(problem, training.settings(problem, kind), dense, "dense", seed, Optional.empty(), recorder)
                    .train();
            if (!recorder.why.isEmpty()) {
                throw new DataUnavailableException(training.name() + " was not recorded: " + recorder.why + ".");
            }
            Files.createDirectories(folder.resolve(training.name()));
            for (Map.Entry<Path, Origin> each : files.entrySet()) {
                float[] values = recorder.recorded.get(each.getValue());
                if (values == null) {
                    throw new IllegalStateException(each.getValue() + " was not recorded");
                }
                Corpus.write(each.getKey(), each.getValue(), problem.namedTensors(), values);
            }
        }
    }

    /** Keeps copies of what is wanted. Each worker has its own arrays. */
    private final class Recorder implements Run.Listener {
        private final RecordedTraining training;
        private final boolean isLocal;
        private final List<NamedTensor> tensors;
        private final int[] places;
        private final float[][] inputs;
        private final float[][] momenta;
        private final Map<List<Object>, Origin> wanted = new LinkedHashMap<>();
        private final Map<Origin, float[]> recorded = new ConcurrentHashMap<>();
        private volatile String why = "";

        Recorder(RecordedTraining training, String kind, Problem problem, Iterable<Origin> origins) {
            this.training = training;
            isLocal = kind.equals(RecordedTraining.DIFFERENCE);
            tensors = problem.namedTensors();
            places = problem.tensors().stream().mapToInt(each -> each.offset()).toArray();
            inputs = new float[RecordedTraining.WORKERS][problem.parameters()];
            momenta = new float[RecordedTraining.WORKERS][problem.parameters()];
            origins.forEach(each -> wanted.put(List.of(each.kind(), each.step(), each.worker()), each));
        }

        @Override
        public void gives(int step, int worker, int tensor, FloatSlice input) {
            System.arraycopy(input.array(), input.offset(), inputs[worker], places[tensor], input.length());
            if (tensor < tensors.size() - 1) {
                return;
            }
            if (isLocal) {
                keep(RecordedTraining.DIFFERENCE, step + 1, worker, inputs[worker]);
                return;
            }
            float[] momentum = momenta[worker];
            for (int i = 0; i < momentum.length; i++) {
                momentum[i] = MOMENTUM * momentum[i] + inputs[worker][i];
            }
            keep(RecordedTraining.GRADIENT, step, worker, inputs[worker]);
            keep(RecordedTraining.MOMENTUM, step, worker, momentum);
        }

        private void keep(String kind, int step, int worker, float[] values) {
            if (worker == 0) {
                progress.accept(training.name() + ", " + kind + ": step " + step);
            }
            Origin origin = wanted.get(List.of(kind, step, worker));
            if (origin != null) {
                recorded.put(origin, values.clone());
            }
        }

        @Override
        public void diverged(String why) {
            this.why = why;
        }
    }
}
