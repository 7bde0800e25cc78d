package org.tersegrad.convergence.training;

/**
 * What is the same for all that are compared.
 *
 * @param workers 1 to 4096
 * @param batch examples of one worker's gradient, 1 to 1000000
 * @param epochs how many times as many examples as there are
 * @param rate the learning rate
 * @param momentum the mu of {@link Optimizer}
 * @param optimizer what becomes of averaged gradients
 * @param partition which worker has which examples
 */
public record Settings(
        int workers, int batch, int epochs, float rate, float momentum, Optimizer optimizer, Partition partition) {
    /** Each worker is a thread. */
    private static final int MOST_WORKERS = 4096;

    private static final int MOST_EXAMPLES = 1_000_000;

    public Settings {
        requireBetweenOneAnd(MOST_WORKERS, "workers", workers);
        requireBetweenOneAnd(MOST_EXAMPLES, "a batch of examples", batch);
        requireBetweenOneAnd(Integer.MAX_VALUE, "epochs", epochs);
        requireRate(rate);
        if (!(momentum >= 0 && momentum < 1)) {
            throw new IllegalArgumentException("momentum is at least 0 and below 1, this is " + momentum);
        }
    }

    private static void requireBetweenOneAnd(int most, String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + ": at least 1, not " + number);
        }
        if (number > most) {
            throw new IllegalArgumentException(what + ": at most " + most + ", not " + number);
        }
    }

    /** Refuses a problem that has too few examples for the workers or a batch, or so many that steps cannot be counted. */
    void check(int examples) {
        if (examples < workers && partition.kind() != Partition.Kind.SAME) {
            throw new IllegalArgumentException(examples + " examples for " + workers + " workers");
        }
        if (batch > examples) {
            throw new IllegalArgumentException(
                    "a batch of " + batch + " examples, and there are " + examples + " to learn from");
        }
        int steps = stepsPerEpoch(examples);
        if ((long) steps * epochs > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "epochs: at most " + Integer.MAX_VALUE / steps + " of " + steps + " steps each, not " + epochs);
        }
    }

    static void requireRate(float rate) {
        if (!(rate > 0 && rate < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a learning rate is above 0, this is " + rate);
        }
    }

    /** Eight workers with 16 examples each, 30 epochs of SGD with momentum. */
    public static Settings usual() {
        return new Settings(8, 16, 30, 0.1f, 0.9f, Optimizer.SGD, Partition.iid());
    }

    /** The same with this many workers. */
    public Settings withWorkers(int other) {
        return new Settings(other, batch, epochs, rate, momentum, optimizer, partition);
    }

    /** The same with this many epochs. */
    public Settings withEpochs(int other) {
        return new Settings(workers, batch, other, rate, momentum, optimizer, partition);
    }

    /** The same with this learning rate. */
    public Settings withRate(float other) {
        return new Settings(workers, batch, epochs, other, momentum, optimizer, partition);
    }

    /** Steps in which all workers together see as many examples as there are, or as nearly as it goes. */
    int stepsPerEpoch(int examples) {
        long atOnce = partition.kind() == Partition.Kind.SAME ? batch : (long) workers * batch;
        return (int) Math.max(1, (examples + atOnce / 2) / atOnce);
    }
}
