package org.tersegrad.reducers.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Frame;
import org.tersegrad.compressors.Slice;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;

/**
 * Runs the chains of many tensors side by side: exchanges of one kind that are next at the same time become one call of the
 * group. Each tensor gets the bits that it would get alone.
 *
 * <pre>
 *   sums, maxima      vectors one after another in one
 *   payloads          in one {@link Frame}
 *   other messages    | bytes, 4 bytes, little-endian | message | bytes, 4 bytes | message | ...
 * </pre>
 *
 * <p>Exchanges with a part of the group, as in a hierarchy, are not the same on all workers, so a chain that begins with one
 * runs alone.
 */
final class FusedExchanges {
    private final Collective group;
    private float[] vector = {};
    private ByteBuffer message = ByteBuffer.allocate(0);
    private Frame frame = Frame.allocate(Frame.HEADER_BYTES);
    private int frameBytes = Frame.HEADER_BYTES;
    private long calls;

    FusedExchanges(Collective group) {
        this.group = group;
    }

    /** Number of calls of the group so far. */
    long calls() {
        return calls;
    }

    /**
     * Runs chains to their ends.
     *
     * @param chains modified: where each of them is; {@link Exchange#DONE} in the end
     * @return how many bits this worker sent
     */
    long run(Exchange[] chains) {
        long bits = 0;
        for (int i = 0; i < chains.length; i++) {
            if (chains[i] != Exchange.DONE && chains[i].group() != group) {
                bits += runAlone(chains, i);
            }
        }
        while (Arrays.stream(chains).anyMatch(chain -> chain != Exchange.DONE)) {
            bits += runNext(chains);
            for (int i = 0; i < chains.length; i++) {
                chains[i] = chains[i] == Exchange.DONE ? Exchange.DONE : chains[i].next();
            }
        }
        return bits;
    }

    private long runAlone(Exchange[] chains, int i) {
        long bits = 0;
        while (chains[i] != Exchange.DONE) {
            bits += chains[i].run();
            calls++;
            chains[i] = chains[i].next();
        }
        return bits;
    }

    /** Every chain's next exchange, kind by kind. */
    private long runNext(Exchange[] chains) {
        long before = group.bitsSent();
        sums(select(chains, Exchange.Sum.class), true);
        sums(select(chains, Exchange.Max.class), false);
        toEach(select(chains, Exchange.ToEach.class));
        toAll(select(chains, Exchange.ToAll.class));
        payloads(select(chains, Exchange.Payloads.class));
        return group.bitsSent() - before;
    }

    static <E extends Exchange> List<E> select(Exchange[] chains, Class<E> kind) {
        return Arrays.stream(chains).filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Whether there is nothing to fuse; runs what there is. */
    private boolean runSingle(List<? extends Exchange> exchanges) {
        if (exchanges.isEmpty()) {
            return true;
        }
        calls++;
        if (exchanges.size() == 1) {
            exchanges.get(0).call();
            return true;
        }
        return false;
    }

    private void sums(List<? extends Exchange> exchanges, boolean add) {
        if (runSingle(exchanges)) {
            return;
        }
        List<Slice> slices = exchanges.stream()
                .map(each -> each instanceof Exchange.Sum sum ? sum.inOut() : ((Exchange.Max) each).inOut())
                .toList();
        int length = slices.stream().mapToInt(Slice::length).reduce(0, Math::addExact);
        if (vector.length < length) {
            vector = new float[length];
        }
        int at = 0;
        for (Slice slice : slices) {
            slice.get(0, slice.length(), vector, at);
            at += slice.length();
        }
        FloatSlice all = new FloatSlice(vector, 0, length);
        if (add) {
            group.allReduceSum(all);
        } else {
            group.allReduceMax(all);
        }
        at = 0;
        for (Exchange each : exchanges) {
            Slice slice = each instanceof Exchange.Sum sum ? sum.inOut() : ((Exchange.Max) each).inOut();
            float weight = each instanceof Exchange.Sum sum ? sum.weight() : 1f;
            new FloatSlice(vector, at, slice.length()).multiply(weight);
            slice.set(vector, at, slice.length(), 0);
            at += slice.length();
        }
    }

    private void toAll(List<Exchange.ToAll> exchanges) {
        if (runSingle(exchanges)) {
            return;
        }
        open(exchanges.stream().mapToLong(each -> each.mine().remaining()).sum(), exchanges.size());
        for (Exchange.ToAll each : exchanges) {
            message.putInt(each.mine().remaining()).put(each.mine().duplicate());
        }
        group.allGather(message.flip(), delivering(map(exchanges, Exchange.ToAll::each)));
    }

    private void toEach(List<Exchange.ToEach> exchanges) {
        if (runSingle(exchanges)) {
            return;
        }
        open(
                exchanges.stream().mapToLong(each -> each.mine().remaining()).sum(),
                (long) group.size() * exchanges.size());
        int[] lengths = new int[group.size()];
        int[] starts = new int[exchanges.size()];
        for (int worker = 0; worker < lengths.length; worker++) {
            int from = message.position();
            for (int i = 0; i < starts.length; i++) {
                Exchange.ToEach each = exchanges.get(i);
                int length = each.lengths()[worker];
                ByteBuffer its = each.mine().duplicate();
                its.position(its.position() + starts[i]).limit(its.position() + length);
                message.putInt(length).put(its);
                starts[i] += length;
            }
            lengths[worker] = message.position() - from;
        }
        group.allToAll(message.flip(), lengths, delivering(map(exchanges, Exchange.ToEach::each)));
    }

    /** A message is as long as its parts may be. */
    static Collective.Receiver delivering(List<Collective.Receiver> receivers) {
        IntUnaryOperator most = rank -> (int) Math.min(
                Integer.MAX_VALUE,
                receivers.stream()
                        .mapToLong(each -> Integer.BYTES + (long) each.mostBytes(rank))
                        .sum());
        return Collective.Receiver.atMost(most, (rank, theirs) -> deliver(rank, theirs, receivers));
    }

    static <E> List<Collective.Receiver> map(List<E> exchanges, Function<E, Collective.Receiver> receiver) {
        return exchanges.stream().map(receiver).toList();
    }

    private void open(long bytes, long messages) {
        int needed = Math.toIntExact(Math.addExact(bytes, Integer.BYTES * messages));
        if (message.capacity() < needed) {
            message = ByteBuffer.allocate(needed).order(ByteOrder.LITTLE_ENDIAN);
        }
        message.clear();
    }

    /** Hands each tensor's part of a worker's message over. */
    static void deliver(int rank, ByteBuffer message, List<Collective.Receiver> receivers) {
        ByteBuffer theirs = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int start = theirs.position();
        for (Collective.Receiver receiver : receivers) {
            int at = theirs.position() - start;
            if (theirs.remaining() < Integer.BYTES) {
                throw malformed(rank, at, "a length is cut off");
            }
            int length = theirs.getInt();
            if (length < 0 || length > theirs.remaining()) {
                throw malformed(rank, at, length + " bytes announced, " + theirs.remaining() + " are there");
            }
            int end = theirs.position() + length;
            receiver.accept(rank, theirs.duplicate().limit(end));
            theirs.position(end);
        }
        if (theirs.hasRemaining()) {
            throw malformed(rank, theirs.position() - start, theirs.remaining() + " bytes more than expected");
        }
    }

    private static MalformedInputException malformed(int rank, int offset, String reason) {
        return new MalformedInputException(offset, "message of worker " + rank + ": " + reason);
    }

    private void payloads(List<Exchange.Payloads> exchanges) {
        if (runSingle(exchanges)) {
            return;
        }
        int needed = Frame.maxBytes(
                exchanges.stream().mapToInt(each -> each.payload().capacity()).toArray());
        if (frameBytes < needed) {
            frame = Frame.allocate(needed);
            frameBytes = needed;
        }
        frame.clear();
        for (Exchange.Payloads each : sending(exchanges, group.rank())) {
            frame.add(each.payload());
        }
        open(frame.size() == 0 ? 0 : frame.byteLength(), 0);
        if (frame.size() > 0) {
            frame.writeTo(message);
        }
        group.allGather(
                message.flip(),
                Collective.Receiver.atMost(
                        rank -> needed, (rank, theirs) -> take(rank, theirs, sending(exchanges, rank))));
    }

    static List<Exchange.Payloads> sending(List<Exchange.Payloads> exchanges, int rank) {
        return exchanges.stream().filter(each -> each.sends(rank)).toList();
    }

    private void take(int rank, ByteBuffer theirs, List<Exchange.Payloads> sending) {
        try {
            if (!sending.isEmpty()) {
                frame.readFrom(
                        theirs,
                        sending.stream()
                                .mapToInt(each -> each.elements().applyAsInt(rank))
                                .toArray());
            }
            if (theirs.hasRemaining()) {
                throw new MalformedInputException(theirs.position(), theirs.remaining() + " bytes more than expected");
            }
            for (int i = 0; i < sending.size(); i++) {
                frame.get(i, sending.get(i).payload());
                sending.get(i).each().accept(rank, sending.get(i).payload());
            }
        } catch (MalformedInputException e) {
            throw malformed(rank, (int) e.offset(), e.reason());
        }
    }
}
