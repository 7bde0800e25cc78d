package org.tersegrad.reducers.elastic;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.SystemLog;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.group.Cancellation;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.PairwiseGroup;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * Averages gradients in a group that workers join and leave while it trains. Each {@link Epoch} has a group of its own, whose members do
 * not change.
 *
 * <pre>{@code
 * try (ElasticGroup group = new ElasticGroup(membership, options, "topk(0.01)+ef", tensors, Seed.of(42), List.of(weights))) {
 *     while (group.next(10_000)) {
 *         List<FloatSlice> gradients = backward(weights, group.step(), group.rank(), group.size());
 *         if (group.average(gradients)) {    // else the members have changed, and the step is made again
 *             update(weights, gradients);
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>All members leave a group at the same step boundary. Where one is lost in the middle of a step, a member may have finished the step
 * that others have not: all go on with its weights, or, if it is lost too, make the step again. The residual of a member that takes the weights of
 * another is dropped, as is that of a member that is lost: {@link #log} has their norms. All others keep theirs, weighted for the new number of workers.
 * Warm-up and whatever else reducers count by steps begins again with each epoch.
 *
 * <p>Each step exchanges nine bytes more than a fixed group, and copies the residual, if there is one. Not thread-safe.
 */
public final class ElasticGroup implements AutoCloseable {
    private static final int MOST_ATTEMPTS = 20;

    private final Membership membership;
    private final ElasticOptions options;
    private final EpochModel.Settings settings;
    private final List<FloatSlice> shared;
    private final float[] residual;
    private final List<Epoch> log = new ArrayList<>();
    private Position position = Position.START;
    private int workers;
    private double norm;

    /** Guards the three below it. */
    private final Object lock = new Object();

    private EpochProtocol protocol;
    private Optional<Cancellation> cancellation = Optional.empty();
    private boolean malformed;

    private boolean started;
    /** Norms of the residuals of the last group. */
    private double[] lastNorms = {};

    private long step;

    /** Whether members of the group may not have made the last step. */
    private boolean unconfirmed;

    private Optional<EpochGroup> training = Optional.empty();

    /**
     * A member that has no group yet.
     *
     * @param membership not started; closed with this
     * @param policy the same on all members
     * @param tensors the same on all members
     * @param seed the same on all members
     * @param shared modified: arrays that a member gets from another one, such as weights and momentum; a list of the same lengths on all
     */
    public ElasticGroup(
            Membership membership,
            ElasticOptions options,
            String policy,
            List<NamedTensor> tensors,
            Seed seed,
            List<FloatSlice> shared) {
        this.membership = membership;
        this.options = options;
        this.settings = new EpochModel.Settings(policy, options.paysResiduals(), List.copyOf(tensors), seed);
        this.shared = List.copyOf(shared);
        residual = new float[settings.elements()];
        protocol = new EpochProtocol(options.quorum(), 0);
    }

    /**
     * Waits until this member is in a group, and takes the model of the others if it is behind.
     *
     * @param steps of the training
     * @return whether a step is to be made; false once the model has made all of them, and so have all members of its group
     * @throws IOException if no group can be formed, or the thread is interrupted
     */
    public boolean next(long steps) throws IOException {
        if (step >= steps && !unconfirmed) {
            return false;
        }
        if (!started) {
            started = true;
            membership.start(new Events());
        }
        while (training.isEmpty() || !staysTogether(training.get())) {
            Optional<Epoch> epoch = awaitEpoch(step >= steps);
            if (epoch.isEmpty()) {
                unconfirmed = false;
                return false;
            }
            form(epoch.get());
        }
        if (step >= steps) {
            end(training.get());
        }
        return step < steps;
    }

    /**
     * All members have made the last step. None leaves before all know that; those that are cut off from the others at this moment hear it from
     * the membership, while it is there.
     */
    private void end(EpochGroup its) {
        unconfirmed = false;
        Ready over;
        synchronized (lock) {
            over = protocol.over(standing());
        }
        membership.announce(over.toBytes());
        try {
            its.group.barrier();
        } catch (GroupFailedException e) {
            leave(its);
        }
    }

    private boolean staysTogether(EpochGroup its) {
        boolean outdated;
        synchronized (lock) {
            outdated = protocol.isOutdated();
        }
        try {
            its.model.copyResidual(residual);
            norm = EpochModel.norm(residual);
            if (!its.exchangeNotes(outdated, norm)) {
                return true;
            }
        } catch (GroupFailedException e) {
            SystemLog.warn("epoch " + its.epoch.number() + " ends: " + e.getMessage());
        }
        leave(its);
        return false;
    }

    /**
     * Averages the gradients of a step, which begins with {@link #next}.
     *
     * @param gradients modified: this member's before, the means afterwards; of all tensors, in their order
     * @return whether the step is made; if not, contents of gradients are undefined, {@link #next} waits for another group, and the step is
     *     made again
     * @throws org.tersegrad.reducers.group.RefusedException if a member's gradients cannot be averaged; the group goes on
     */
    public boolean average(List<FloatSlice> gradients) {
        EpochGroup its = training();
        if (gradients.size() != settings.tensors().size()) {
            throw new IllegalArgumentException(
                    gradients.size() + " gradients for " + settings.tensors().size() + " tensors");
        }
        try {
            its.model.average(gradients);
        } catch (GroupFailedException e) {
            SystemLog.warn("step " + step + " of epoch " + its.epoch.number() + " is cut: " + e.getMessage());
            leave(its);
            return false;
        }
        step++;
        unconfirmed = true;
        position = new Position(its.epoch.number(), step, its.epoch.group());
        workers = its.group.size();
        return true;
    }

    private void leave(EpochGroup its) {
        its.group.close();
        lastNorms = its.norms;
        training = Optional.empty();
        synchronized (lock) {
            cancellation = Optional.empty();
            protocol.left();
        }
    }

    private Standing standing() {
        return new Standing(options.address(), position, workers, norm);
    }

    /** @return none if this member has made all steps and a member of its last group knows that all have */
    private Optional<Epoch> awaitEpoch(boolean madeAll) throws IOException {
        Standing standing = standing();
        Optional<Ready> announced = Optional.empty();
        boolean warned = false;
        while (true) {
            Optional<Ready> ready;
            synchronized (lock) {
                if (madeAll && protocol.isOver(position)) {
                    return Optional.empty();
                }
                ready = protocol.ready(standing);
                if (ready.equals(announced)) {
                    Optional<Epoch> epoch = protocol.begin();
                    if (epoch.isPresent()) {
                        cancellation = Optional.of(new Cancellation());
                        return epoch;
                    }
                    warned = warned || warnsOfQuorum();
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new InterruptedIOException("interrupted while waiting for a group");
                    }
                    continue;
                }
            }
            announced = ready;
            ready.ifPresent(its -> membership.announce(its.toBytes()));
        }
    }

    /** Says why this member waits. */
    private boolean warnsOfQuorum() {
        Optional<View> view = protocol.view();
        if (view.isEmpty() || view.get().members().size() >= options.quorum()) {
            return false;
        }
        SystemLog.warn("waiting for members: there are " + view.get().members().size() + ", the quorum is "
                + options.quorum());
        return true;
    }

    private void form(Epoch epoch) throws IOException {
        Optional<PairwiseGroup> joined = Optional.empty();
        View view;
        Cancellation cancelled;
        int attempt;
        synchronized (lock) {
            view = protocol.view().orElseThrow();
            cancelled = cancellation.orElseThrow();
            attempt = protocol.attempt();
            tellOfChange();
        }
        int rank = epoch.rank(view.self());
        try {
            PairwiseGroup group = options.transport()
                    .join(
                            epoch.group(),
                            rank,
                            epoch.members().stream()
                                    .map(member -> member.standing().address())
                                    .toList(),
                            cancelled);
            joined = Optional.of(group);
            EpochModel model = new EpochModel(settings, epoch, group, residual);
            model.agree();
            List<float[]> taken = share(epoch, group);
            group.barrier();
            take(epoch, rank, taken);
            note(epoch);
            training = Optional.of(new EpochGroup(epoch, group, model));
            synchronized (lock) {
                protocol.formed();
            }
        } catch (IOException | GroupFailedException e) {
            joined.ifPresent(PairwiseGroup::close);
            synchronized (lock) {
                cancellation = Optional.empty();
                protocol.left();
            }
            if (attempt >= MOST_ATTEMPTS) {
                throw new IOException(
                        MOST_ATTEMPTS + " attempts to form a group of "
                                + view.members().size() + " members have failed: " + e.getMessage(),
                        e);
            }
        } catch (RuntimeException e) {
            joined.ifPresent(PairwiseGroup::close); // another policy or model than the others have
            throw e;
        }
    }

    /** Gives the model of the source to those that are behind; returns what this member has got, which it takes when all have it. */
    private List<float[]> share(Epoch epoch, PairwiseGroup group) {
        List<float[]> taken = new ArrayList<>();
        if (epoch.hasBehind()) {
            for (FloatSlice each : shared) {
                if (group.rank() == epoch.source()) {
                    group.broadcast(group.rank(), each);
                } else {
                    float[] copy = new float[each.length()];
                    group.broadcast(epoch.source(), FloatSlice.of(copy));
                    taken.add(copy);
                }
            }
        }
        return taken;
    }

    private void take(Epoch epoch, int rank, List<float[]> taken) {
        if (epoch.isBehind(rank)) {
            for (int i = 0; i < taken.size(); i++) {
                FloatSlice target = shared.get(i);
                System.arraycopy(taken.get(i), 0, target.array(), target.offset(), target.length());
            }
            position = epoch.position();
            workers = epoch.members().get(epoch.source()).standing().workers();
            Arrays.fill(residual, 0);
            norm = 0;
        }
        step = position.step();
    }

    /** Adds to the log, with those of the epoch before that are gone. */
    private void note(Epoch epoch) {
        List<String> names = epoch.members().stream().map(Epoch.Member::name).toList();
        List<Epoch.Lost> lost = new ArrayList<>();
        for (int rank = 0; rank < lastNorms.length; rank++) {
            String name = log.get(log.size() - 1).members().get(rank).name();
            if (!names.contains(name)) {
                lost.add(new Epoch.Lost(name, lastNorms[rank]));
            }
        }
        log.add(epoch.withLost(lost));
    }

    private EpochGroup training() {
        return training.orElseThrow(() -> new IllegalStateException("next comes before each step"));
    }

    /** The number of this member in its group. */
    public int rank() {
        return training().group.rank();
    }

    /** Number of members of the group. */
    public int size() {
        return training().group.size();
    }

    /** Number of steps that the model has made. */
    public long step() {
        return step;
    }

    /** The epochs of this member so far. */
    public List<Epoch> log() {
        return List.copyOf(log);
    }

    /** Bytes of a checkpoint now. */
    public int checkpointBytes() {
        return new ElasticCheckpoint(position, workers).bytes(saved());
    }

    /**
     * Writes a checkpoint between two steps: the epoch and the step, the shared arrays and this member's residual.
     *
     * @param out modified: its position moves behind {@link #checkpointBytes}
     */
    public void save(ByteBuffer out) {
        training.ifPresent(its -> its.model.copyResidual(residual));
        out.put(new ElasticCheckpoint(position, workers).write(saved()));
    }

    private List<FloatSlice> saved() {
        List<FloatSlice> all = new ArrayList<>(shared);
        all.add(FloatSlice.of(residual));
        return all;
    }

    /**
     * Goes on from a checkpoint, before the first {@link #next}. Members with an older one, or none, get the model of those that are ahead.
     *
     * @param in modified: its position moves to its limit
     * @throws MalformedInputException if it is not a checkpoint of this model, or damaged; then nothing has changed
     */
    public void restore(ByteBuffer in) {
        if (started) {
            throw new IllegalStateException("a checkpoint is restored before the first next");
        }
        ElasticCheckpoint its = ElasticCheckpoint.read(in, saved());
        position = its.position();
        workers = its.workers();
        step = position.step();
        norm = EpochModel.norm(residual);
        protocol = new EpochProtocol(options.quorum(), position.epoch());
    }

    /** Leaves the group and the membership. */
    @Override
    public void close() {
        training.ifPresent(its -> its.group.close());
        training = Optional.empty();
        membership.close();
    }

    /** Receives the events of the membership: it never blocks. */
    private final class Events implements Membership.Listener {
        @Override
        public void installed(View view) {
            synchronized (lock) {
                protocol.installed(view);
                tellOfChange();
            }
        }

        @Override
        public void received(String member, ByteBuffer message) {
            try {
                Ready ready = Ready.of(message);
                synchronized (lock) {
                    protocol.received(member, ready);
                    tellOfChange();
                }
            } catch (MalformedInputException e) {
                warnOnce(member, e);
            }
        }

        private void warnOnce(String member, MalformedInputException e) {
            synchronized (lock) {
                if (malformed) {
                    return;
                }
                malformed = true;
            }
            SystemLog.warn("a message of member " + member + ": " + e.getMessage());
        }
    }

    /** Wakes this member where it waits; with the lock held. */
    private void tellOfChange() {
        if (protocol.isCut()) {
            cancellation.ifPresent(its -> its.cancel("the members have changed"));
        }
        lock.notifyAll();
    }
}
