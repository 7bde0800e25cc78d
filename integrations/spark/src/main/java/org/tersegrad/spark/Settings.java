package org.tersegrad.spark;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.model.Policy;

/**
 * The settings of a training, as executors need them.
 *
 * @param policy as text, which every executor reads
 * @param steps how many there are
 * @param batch rows of one partition's gradient
 * @param rate the learning rate
 * @param momentum of the gradients' means
 * @param seed of everything that is random
 * @param snapshotEvery after how many steps the driver gets the model
 */
record Settings(String policy, int steps, int batch, float rate, float momentum, long seed, int snapshotEvery)
        implements Serializable {
    static final Settings USUAL = new Settings("dense", 100, 16, 0.1f, 0.9f, 1, 50);

    private static final int START = 0;
    private static final int ORDER = 1;
    private static final int REDUCTIONS = 2;

    Settings {
        Policy.parse(policy); // throws here, not on an executor
        requirePositive("steps", steps);
        requirePositive("rows of a batch", batch);
        requirePositive("steps from snapshot to snapshot", snapshotEvery);
        if (!(rate > 0 && rate < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a learning rate is above 0, this is " + rate);
        }
        if (!(momentum >= 0 && momentum < 1)) {
            throw new IllegalArgumentException("momentum is at least 0 and below 1, this is " + momentum);
        }
    }

    private static void requirePositive(String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + ": at least 1, not " + number);
        }
    }

    /** The seed of where the model starts. */
    Seed startSeed() {
        return Seed.of(seed).fork(START);
    }

    /** The seed of the order in which a partition learns from its rows. */
    Seed orderSeed(int partition) {
        return Seed.of(seed).fork(ORDER).fork(partition);
    }

    /**
     * The seed of what reducers draw.
     *
     * @param generation how often they have begun afresh
     */
    Seed reductionSeed(int generation) {
        return Seed.of(seed).fork(REDUCTIONS).fork(generation);
    }

    /** The settings that a checkpoint must agree on; training may continue for more steps than were planned. */
    Map<String, String> fingerprint() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("policy", policy);
        values.put("batch", Integer.toString(batch));
        values.put("rate", Float.toString(rate));
        values.put("momentum", Float.toString(momentum));
        values.put("seed", Long.toString(seed));
        return values;
    }
}
