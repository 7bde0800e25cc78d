package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Slice;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.GroupListener.Activity;
import org.tersegrad.reducers.group.GroupListener.Span;
import org.tersegrad.reducers.group.GroupListener.Subject;

/**
 * A group whose calls, and the messages that are added in them, are reported to a {@link GroupListener}. The group inside does the
 * work, so bits and failures are the same; other workers may have listeners or not. A {@code ModelReduction} in such a group
 * reports steps and tensors, too.
 */
public final class ObservedGroup implements Collective {
    private final Collective inner;
    private final Watch watch;
    private final Adding adding = new Adding();

    /** The listener of a group and its parts, and what the calls are about. */
    private static final class Watch {
        private final GroupListener listener;
        private volatile Optional<Throwable> failure = Optional.empty();
        private volatile Subject subject = Subject.NONE;

        Watch(GroupListener listener) {
            this.listener = listener;
        }

        Span begin(Activity activity, Subject about, int rank, long bytes) {
            if (failure.isPresent()) {
                return Span.NONE;
            }
            try {
                return listener.begin(activity, about, rank, bytes);
            } catch (RuntimeException | Error e) {
                failure = Optional.of(e);
                return Span.NONE;
            }
        }

        void tell(Runnable call) {
            if (failure.isEmpty()) {
                try {
                    call.run();
                } catch (RuntimeException | Error e) {
                    failure = Optional.of(e);
                }
            }
        }
    }

    /** Reports the receiver's messages as they are added. */
    private final class Adding implements Receiver {
        private Receiver each = (rank, message) -> {};

        Receiver to(Receiver receiver) {
            each = receiver;
            return this;
        }

        @Override
        public void accept(int rank, ByteBuffer message) {
            Span span = watch.begin(Activity.ADD, watch.subject, rank, message.remaining());
            try {
                each.accept(rank, message);
            } finally {
                end(span, 0);
            }
        }

        @Override
        public int mostBytes(int rank) {
            return each.mostBytes(rank);
        }
    }

    /** A group as this listener hears it. The listener hears {@link GroupListener#joined} at once. */
    public ObservedGroup(Collective inner, GroupListener listener) {
        this(inner, new Watch(listener));
        watch.tell(() -> listener.joined(rank(), size()));
    }

    private ObservedGroup(Collective inner, Watch watch) {
        this.inner = inner;
        this.watch = watch;
        if (inner instanceof PairwiseGroup pairwise) {
            pairwise.tell(rank -> watch.tell(() -> watch.listener.arrived(rank)));
        }
    }

    /** The exception that ended the calls to the listener, if there was one. */
    public Optional<Throwable> listenerFailure() {
        return watch.failure;
    }

    /** Says which tensors the calls are about, until it is called again. A {@code ModelReduction} does so by itself. */
    public void about(Subject subject) {
        watch.subject = subject;
    }

    /**
     * Reports an activity of this worker outside of the group's calls.
     *
     * @return to be given to {@link #end} when the activity ends
     */
    public Span begin(Activity activity, Subject subject, long bytes) {
        return watch.begin(activity, subject, rank(), bytes);
    }

    /** Reports the end of an activity. */
    public void end(Span span, long sent) {
        watch.tell(() -> span.end(sent));
    }

    /** Reports that steps which were made in another group go on in this one. */
    public void regrouped() {
        watch.tell(() -> watch.listener.regrouped(rank(), size()));
    }

    private void call(Activity activity, long bytes, Runnable call) {
        long before = inner.bitsSent();
        Span span = begin(activity, watch.subject, bytes);
        try {
            call.run();
        } catch (RefusedException e) {
            throw e; // the group goes on
        } catch (RuntimeException e) {
            watch.tell(() -> watch.listener.failed(e));
            throw e;
        } finally {
            end(span, (inner.bitsSent() - before) / Byte.SIZE);
        }
    }

    @Override
    public int rank() {
        return inner.rank();
    }

    @Override
    public int size() {
        return inner.size();
    }

    @Override
    public void allReduceSum(FloatSlice inOut) {
        call(Activity.ALL_REDUCE, bytes(inOut), () -> inner.allReduceSum(inOut));
    }

    @Override
    public void allReduceSum(Slice inOut, float weight) {
        call(Activity.ALL_REDUCE, bytes(inOut), () -> inner.allReduceSum(inOut, weight));
    }

    @Override
    public void allReduceMax(FloatSlice inOut) {
        call(Activity.ALL_REDUCE_MAX, bytes(inOut), () -> inner.allReduceMax(inOut));
    }

    @Override
    public void reduceScatterSum(FloatSlice inOut) {
        call(Activity.REDUCE_SCATTER, bytes(inOut), () -> inner.reduceScatterSum(inOut));
    }

    @Override
    public void broadcast(int root, FloatSlice inOut) {
        call(Activity.BROADCAST, bytes(inOut), () -> inner.broadcast(root, inOut));
    }

    private static long bytes(Slice vector) {
        return (long) Float.BYTES * vector.length();
    }

    @Override
    public void allGather(ByteBuffer mine, Receiver each) {
        call(Activity.ALL_GATHER, mine.remaining(), () -> inner.allGather(mine, adding.to(each)));
    }

    @Override
    public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
        call(Activity.ALL_TO_ALL, mine.remaining(), () -> inner.allToAll(mine, lengths, adding.to(each)));
    }

    @Override
    public void barrier() {
        call(Activity.BARRIER, 0, inner::barrier);
    }

    @Override
    public void refuse(String why) {
        call(Activity.REJECT, 0, () -> inner.refuse(why));
    }

    @Override
    public Collective split(int color) {
        Collective[] part = new Collective[1];
        call(Activity.SPLIT, 0, () -> part[0] = inner.split(color));
        return new ObservedGroup(part[0], watch);
    }

    @Override
    public boolean sumsInRankOrder() {
        return inner.sumsInRankOrder();
    }

    @Override
    public long bitsSent() {
        return inner.bitsSent();
    }

    @Override
    public long bitsReceived() {
        return inner.bitsReceived();
    }

    @Override
    public int partStart(int length, int worker) {
        return inner.partStart(length, worker);
    }
}
