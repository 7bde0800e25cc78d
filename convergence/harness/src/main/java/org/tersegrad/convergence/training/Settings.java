package org.tersegrad.convergence.training;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Usual;
import org.tersegrad.convergence.training.sync.EveryStep;
import org.tersegrad.convergence.training.sync.StaleSteps;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.sync.ClientSteps;
import org.tersegrad.reducers.sync.Gossip;
import org.tersegrad.reducers.sync.LazySteps;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.OuterStep;
import org.tersegrad.reducers.sync.ServerLinks;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * The settings that all contestants of a comparison share.
 *
 * @param workers 1 to 4096
 * @param batch examples of one worker's gradient, 1 to 1000000
 * @param epochs how many
 * @param epochSteps the steps of an epoch, after which a run is evaluated, if they are not a pass over all examples
 * @param descent the steps that averaged gradients become
 * @param partition which worker has which examples
 * @param synchronization how often workers agree on a model
 */
public record Settings(
        int workers,
        int batch,
        int epochs,
        Optional<Integer> epochSteps,
        Descent descent,
        Partition partition,
        Synchronization synchronization) {
    /** Each worker is a thread. */
    private static final int MOST_WORKERS = 4096;

    private static final int MOST_EXAMPLES = 1_000_000;

    public Settings {
        requireBetweenOneAnd(MOST_WORKERS, "workers", workers);
        requireBetweenOneAnd(MOST_EXAMPLES, "a batch of examples", batch);
        requireBetweenOneAnd(Integer.MAX_VALUE, "epochs", epochs);
        epochSteps.ifPresent(steps -> requireBetweenOneAnd(Integer.MAX_VALUE, "steps of an epoch", steps));
    }

    /** Settings with a constant rate, no weight decay, no Nesterov momentum, and gradients averaged in every step. */
    public Settings(
            int workers, int batch, int epochs, float rate, float momentum, Optimizer optimizer, Partition partition) {
        this(
                workers,
                batch,
                epochs,
                Optional.empty(),
                new Descent(optimizer, rate, momentum, Schedule.constant(), 0, false),
                partition,
                new EveryStep());
    }

    private static void requireBetweenOneAnd(int most, String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + ": at least 1, not " + number);
        }
        if (number > most) {
            throw new IllegalArgumentException(what + ": at most " + most + ", not " + number);
        }
    }

    /**
     * Rejects a problem that has too few examples for the workers or a batch, or too many for the steps to be counted; a schedule for
     * more epochs; and local steps that never end in an exchange.
     */
    public void check(int examples) {
        descent.schedule().check(epochs);
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
        if (synchronization instanceof LocalSteps local) {
            requireExchange(local, steps);
        } else if (synchronization instanceof ClientSteps some) {
            requireExchange(some.local(), steps);
        }
    }

    /** Of a model in fragments, the first is the last to be exchanged. */
    private void requireExchange(LocalSteps local, int stepsPerEpoch) {
        int steps = stepsPerEpoch * epochs;
        if (IntStream.rangeClosed(1, steps - local.overlap()).noneMatch(step -> local.isDue(step, 0, stepsPerEpoch))) {
            throw new IllegalArgumentException(synchronization + ": nothing would be exchanged in " + steps
                    + (steps == 1 ? " step, " : " steps, ") + epochs + (epochs == 1 ? " epoch" : " epochs") + " of "
                    + stepsPerEpoch + "; shorten the period or train for more epochs");
        }
    }

    /** Eight workers with 16 examples each, 30 epochs of SGD with momentum. */
    public static Settings usual() {
        return usual(Usual.SMALL, Partition.iid());
    }

    /** The same with what suits a problem. */
    public static Settings usualFor(Problem problem) {
        return usual(problem.usual(), Partition.usualFor(problem));
    }

    private static Settings usual(Usual usual, Partition partition) {
        Descent descent = new Descent(
                Optimizer.parse(usual.optimizer()),
                usual.rate(),
                0.9f,
                Schedule.parse(usual.schedule()),
                usual.weightDecay(),
                false);
        return new Settings(8, usual.batch(), usual.epochs(), usual.epochSteps(), descent, partition, new EveryStep());
    }

    /** The same with this many workers. */
    public Settings withWorkers(int other) {
        return new Settings(other, batch, epochs, epochSteps, descent, partition, synchronization);
    }

    /** The same with batches of this many examples. */
    public Settings withBatch(int other) {
        return new Settings(workers, other, epochs, epochSteps, descent, partition, synchronization);
    }

    /** The same with this many epochs. */
    public Settings withEpochs(int other) {
        return new Settings(workers, batch, other, epochSteps, descent, partition, synchronization);
    }

    /** The same with epochs of this many steps. */
    public Settings withEpochSteps(int other) {
        return new Settings(workers, batch, epochs, Optional.of(other), descent, partition, synchronization);
    }

    /** The same with examples shared out in this way. */
    public Settings withPartition(Partition other) {
        return new Settings(workers, batch, epochs, epochSteps, descent, other, synchronization);
    }

    /** The same with workers that agree this often. */
    public Settings withSynchronization(Synchronization other) {
        return new Settings(workers, batch, epochs, epochSteps, descent, partition, other);
    }

    /** The same with a rate that changes in this way. */
    public Settings withSchedule(Schedule other) {
        return withDescent(other, descent.weightDecay(), descent.nesterov());
    }

    /** The same with this weight decay. */
    public Settings withWeightDecay(float other) {
        return withDescent(descent.schedule(), other, descent.nesterov());
    }

    /** The same with or without Nesterov's momentum. */
    public Settings withNesterov(boolean other) {
        return withDescent(descent.schedule(), descent.weightDecay(), other);
    }

    /** The same with this optimizer, and Nesterov's momentum only if it is sgd. */
    public Settings withOptimizer(Optimizer other) {
        return withDescent(new Descent(
                other,
                descent.rate(),
                descent.momentum(),
                descent.schedule(),
                descent.weightDecay(),
                descent.nesterov() && other.kind() == Optimizer.Kind.SGD));
    }

    private Settings withDescent(Schedule schedule, float weightDecay, boolean nesterov) {
        return withDescent(
                new Descent(descent.optimizer(), descent.rate(), descent.momentum(), schedule, weightDecay, nesterov));
    }

    private Settings withDescent(Descent other) {
        return new Settings(workers, batch, epochs, epochSteps, other, partition, synchronization);
    }

    /** Rejects a policy that has no rule for a tensor, or that the synchronization is not for. */
    public void check(Policy policy, List<NamedTensor> tensors) {
        tensors.forEach(policy::reducer);
        if (synchronization instanceof Gossip gossip) {
            gossip.check(policy, tensors);
        }
        if (synchronization instanceof LocalSteps local) {
            checkMomentum(local.outer());
        }
        if (synchronization instanceof ClientSteps some) {
            checkMomentum(some.local().outer());
        }
        if (isServed()) {
            new ServerLinks(policy, tensors, synchronization); // throws what a run would
        }
        if (synchronization instanceof LazySteps && descent.optimizer().kind() != Optimizer.Kind.SGD) {
            throw new IllegalArgumentException(
                    synchronization + " compares gradients with moves of the model, which are in"
                            + " proportion to them with sgd only, and not with " + descent.optimizer());
        }
    }

    /** FedAvgM makes steps 1 / (1 − momentum) times as long; together with momentum in local steps that diverges. */
    private void checkMomentum(OuterStep outer) {
        if (outer.kind() == OuterStep.Kind.FEDAVGM && outer.momentum() > 0 && descent.momentum() > 0) {
            throw new IllegalArgumentException(
                    synchronization + " has its momentum in the outer step: use momentum 0 for" + " local steps, not "
                            + descent.momentum());
        }
    }

    /** Whether a server has the model, to which workers come one after the other. */
    public boolean isServed() {
        return synchronization instanceof ClientSteps
                || synchronization instanceof LazySteps
                || synchronization instanceof StaleSteps;
    }

    /** Number of workers that take a step at the same time. */
    private int atOnce() {
        return synchronization instanceof ClientSteps some ? some.clients().drawn(workers) : workers;
    }

    /** Those given, or in which all workers together see as many examples as there are, or as nearly as it goes. */
    public int stepsPerEpoch(int examples) {
        if (epochSteps.isPresent()) {
            return epochSteps.get();
        }
        long seen = partition.kind() == Partition.Kind.SAME ? batch : (long) atOnce() * batch;
        return (int) Math.max(1, (examples + seen / 2) / seen);
    }
}
