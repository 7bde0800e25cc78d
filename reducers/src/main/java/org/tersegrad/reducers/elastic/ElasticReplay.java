package org.tersegrad.reducers.elastic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * Makes the steps of an elastic training again, in one process, from the log of its epochs: with the same trainer it ends with the same
 * bits. Members are threads of a {@link LocalGroup}.
 */
public final class ElasticReplay {
    /** A member's part in a training. */
    public interface Trainer {
        /** Arrays as given to the {@link ElasticGroup}, at the beginning of the training. */
        List<FloatSlice> shared();

        /** The gradients of a step. */
        List<FloatSlice> gradients(long step, int rank, int size);

        /** Makes the step. */
        void update(List<FloatSlice> means);
    }

    private final EpochModel.Settings settings;
    private final Supplier<Trainer> trainers;
    private List<float[]> shared = List.of();
    private Map<String, float[]> residuals = new HashMap<>();

    private ElasticReplay(EpochModel.Settings settings, Supplier<Trainer> trainers) {
        this.settings = settings;
        this.trainers = trainers;
    }

    /**
     * Makes all steps of a training that began with no checkpoint.
     *
     * @param log the epochs of all members, in any order, with or without repetitions; those that made no step may be missing
     * @param steps to make; no more than the training has made
     * @param paysResiduals as in {@link ElasticOptions}
     * @param trainers one for each member and epoch
     * @return the shared arrays at the end
     */
    public static List<float[]> run(
            List<Epoch> log,
            long steps,
            String policy,
            boolean paysResiduals,
            List<NamedTensor> tensors,
            Seed seed,
            Supplier<Trainer> trainers) {
        ElasticReplay replay =
                new ElasticReplay(new EpochModel.Settings(policy, paysResiduals, tensors, seed), trainers);
        List<Epoch> history = history(log);
        for (int i = 0; i < history.size(); i++) {
            long end = i + 1 < history.size() ? history.get(i + 1).position().step() : steps;
            replay.run(history.get(i), end);
        }
        return replay.shared;
    }

    /** The epochs whose steps are in the final model. */
    static List<Epoch> history(List<Epoch> log) {
        Map<String, Epoch> byGroup =
                log.stream().collect(Collectors.toMap(Epoch::group, epoch -> epoch, (one, same) -> one));
        Optional<Epoch> last = log.stream().reduce((a, b) -> a.number() >= b.number() ? a : b);
        List<Epoch> history = new ArrayList<>();
        while (last.isPresent()) {
            history.add(0, last.get());
            Position before = last.get().position();
            if (before.isNewcomer()) {
                return history;
            }
            last = Optional.ofNullable(byGroup.get(before.group()));
            if (last.isEmpty()) {
                throw new IllegalArgumentException("the log has no epoch of group " + before.group());
            }
        }
        throw new IllegalArgumentException("the log is empty");
    }

    private void run(Epoch epoch, long end) {
        Map<String, float[]> after = new HashMap<>();
        List<List<float[]>> results = LocalGroup.run(epoch.members().size(), group -> train(epoch, end, group, after));
        shared = results.get(0);
        residuals = after;
    }

    private List<float[]> train(Epoch epoch, long end, Collective group, Map<String, float[]> after) {
        Trainer trainer = trainers.get();
        List<FloatSlice> its = trainer.shared();
        for (int i = 0; i < shared.size(); i++) {
            System.arraycopy(
                    shared.get(i),
                    0,
                    its.get(i).array(),
                    its.get(i).offset(),
                    its.get(i).length());
        }
        if (shared.isEmpty()) {
            its.forEach(each -> group.broadcast(epoch.source(), each));
        }
        String name = epoch.members().get(group.rank()).name();
        float[] residual =
                residuals.getOrDefault(name, new float[settings.elements()]).clone();
        EpochModel model = new EpochModel(settings, epoch, group, residual);
        for (long step = epoch.position().step(); step < end; step++) {
            List<FloatSlice> gradients = trainer.gradients(step, group.rank(), group.size());
            model.average(gradients);
            trainer.update(gradients);
        }
        model.copyResidual(residual);
        synchronized (after) {
            after.put(name, residual);
        }
        return its.stream()
                .map(each -> Arrays.copyOfRange(each.array(), each.offset(), each.offset() + each.length()))
                .toList();
    }
}
