package org.tersegrad.convergence.time.recorded;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.recorded.RepeatingCollective.Round;
import org.tersegrad.reducers.Collective;

/**
 * A group that writes down what is asked of it: kind, bytes and order of every call, and how long the receivers of messages take. So
 * what a recipe does is known from the recipe itself.
 */
public final class RecordingCollective implements Collective {
    private final Collective group;
    private final LongSupplier clock;
    private final Notes notes;

    /** The record of a group and its parts together. */
    private static final class Notes {
        private final List<RecordedCall> calls = new ArrayList<>();
        private final Optional<List<Round>> kept;
        private long receiverNanos;

        Notes(Optional<List<Round>> kept) {
            this.kept = kept;
        }
    }

    /**
     * A group around another one.
     *
     * @param clock in nanoseconds, for the time of receivers
     */
    public RecordingCollective(Collective group, LongSupplier clock) {
        this(group, clock, new Notes(Optional.empty()));
    }

    /**
     * The same, keeping messages too.
     *
     * @param kept modified: what has come since the last {@link #clear}
     */
    RecordingCollective(Collective group, LongSupplier clock, List<Round> kept) {
        this(group, clock, new Notes(Optional.of(kept)));
    }

    private RecordingCollective(Collective group, LongSupplier clock, Notes notes) {
        this.group = group;
        this.clock = clock;
        this.notes = notes;
    }

    /** All calls since the last {@link #clear}. */
    public List<RecordedCall> calls() {
        return List.copyOf(notes.calls);
    }

    /** Time that receivers have taken since the last {@link #clear}. */
    public long receiverNanos() {
        return notes.receiverNanos;
    }

    /** Forgets what was written down. */
    public void clear() {
        notes.calls.clear();
        notes.receiverNanos = 0;
        notes.kept.ifPresent(List::clear);
    }

    private void note(Call.Kind kind, double bytes) {
        notes.calls.add(new RecordedCall(kind, bytes, size()));
    }

    private void noteFloats(Call.Kind kind, FloatSlice floats) {
        note(kind, (double) Float.BYTES * floats.length());
    }

    private Receiver timed(Call.Kind kind, Receiver each) {
        Round round = new Round(kind, new ArrayList<>());
        notes.kept.ifPresent(rounds -> rounds.add(round));
        return Receiver.atMost(each::mostBytes, (rank, message) -> {
            notes.kept.ifPresent(rounds -> round.add(message));
            long start = clock.getAsLong();
            each.accept(rank, message);
            notes.receiverNanos += clock.getAsLong() - start;
        });
    }

    @Override
    public int rank() {
        return group.rank();
    }

    @Override
    public int size() {
        return group.size();
    }

    @Override
    public void allReduceSum(FloatSlice inOut) {
        noteFloats(Call.Kind.ALL_REDUCE, inOut);
        group.allReduceSum(inOut);
    }

    @Override
    public void allReduceMax(FloatSlice inOut) {
        noteFloats(Call.Kind.ALL_REDUCE, inOut);
        group.allReduceMax(inOut);
    }

    @Override
    public void reduceScatterSum(FloatSlice inOut) {
        noteFloats(Call.Kind.REDUCE_SCATTER, inOut);
        group.reduceScatterSum(inOut);
    }

    @Override
    public void broadcast(int root, FloatSlice inOut) {
        noteFloats(Call.Kind.BROADCAST, inOut);
        group.broadcast(root, inOut);
    }

    @Override
    public void allGather(ByteBuffer mine, Receiver each) {
        note(Call.Kind.ALL_GATHER, mine.remaining());
        group.allGather(mine, timed(Call.Kind.ALL_GATHER, each));
    }

    @Override
    public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
        Integer[] sent = new Integer[size()];
        Integer[] received = new Integer[size()];
        Arrays.setAll(sent, worker -> worker == rank() ? 0 : lengths[worker]);
        Receiver timed = timed(Call.Kind.ALL_TO_ALL, each);
        Receiver counted = Receiver.atMost(each::mostBytes, (rank, message) -> {
            received[rank] = rank == rank() ? 0 : message.remaining();
            timed.accept(rank, message);
        });
        group.allToAll(mine, lengths, counted);
        int bytes = Arrays.stream(lengths).sum();
        notes.calls.add(
                new RecordedCall(Call.Kind.ALL_TO_ALL, bytes, size(), Arrays.asList(sent), Arrays.asList(received)));
    }

    /** Not written down: it stands for a call that this worker cannot make. */
    @Override
    public void refuse(String why) {
        group.refuse(why);
    }

    @Override
    public Collective split(int color) {
        return new RecordingCollective(group.split(color), clock, notes);
    }

    @Override
    public boolean sumsInRankOrder() {
        return group.sumsInRankOrder();
    }

    @Override
    public long bitsSent() {
        return group.bitsSent();
    }

    @Override
    public long bitsReceived() {
        return group.bitsReceived();
    }
}
