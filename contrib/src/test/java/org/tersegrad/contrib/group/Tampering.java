package org.tersegrad.contrib.group;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;

/** A worker's view of a group that changes one of the messages which that worker sends to others. */
final class Tampering implements Collective {
    /** The change to a message. */
    enum Kind {
        TRUNCATED,
        EMPTY,
        TOO_LONG,
        BIT_FLIPPED,
        LAST_BIT_FLIPPED,
        NAN,
        INFINITE,
        HUGE;

        /** Whether it is a change of floats in a sum or a maximum, or else of the bytes of a message; or of both. */
        boolean appliesTo(boolean floats) {
            return this == BIT_FLIPPED || floats == (this == NAN || this == INFINITE || this == HUGE);
        }

        /** Whether the message cannot be taken for a good one. */
        boolean isRefused() {
            return this != BIT_FLIPPED && this != LAST_BIT_FLIPPED && this != HUGE;
        }
    }

    private final Collective group;
    /** State shared by the parts of a group that is split. */
    private static final class Plan {
        private Kind kind = Kind.EMPTY;
        private int call = -1;
        private final List<Boolean> ofFloats = new ArrayList<>();
        private boolean tampered;
    }

    private final Plan plan;

    /** Honest until it is told otherwise. */
    Tampering(Collective group) {
        this(group, new Plan());
    }

    private Tampering(Collective group, Plan plan) {
        this.group = group;
        this.plan = plan;
    }

    @Override
    public Collective split(int color) {
        return new Tampering(group.split(color), plan);
    }

    /**
     * Changes one of the next messages.
     *
     * @param nextCall the message of which call, counted from 0
     */
    void tamper(Kind withKind, int nextCall) {
        plan.kind = withKind;
        plan.call = plan.ofFloats.size() + nextCall;
    }

    /** For each call that was made, whether it was a sum or a maximum of floats. */
    List<Boolean> calls() {
        return List.copyOf(plan.ofFloats);
    }

    /** Whether a message was changed. */
    boolean tampered() {
        return plan.tampered;
    }

    private boolean isTheCall(boolean floats) {
        plan.ofFloats.add(floats);
        return plan.ofFloats.size() - 1 == plan.call;
    }

    /** The bytes of a message, changed where this kind of change applies to bytes. */
    private byte[] change(byte[] message) {
        byte[] changed = switch (plan.kind) {
            case TRUNCATED -> Arrays.copyOf(message, Math.max(0, message.length - 1));
            case EMPTY -> new byte[0];
            case TOO_LONG -> Arrays.copyOf(message, message.length + 5);
            default -> message.clone();
        };
        if (plan.kind == Kind.BIT_FLIPPED && message.length > 0) {
            changed[message.length / 2] ^= 0x10;
        }
        if (plan.kind == Kind.LAST_BIT_FLIPPED && message.length > 0) {
            changed[message.length - 1] ^= (byte) 0x80;
        }
        plan.tampered |= size() > 1 && !Arrays.equals(message, changed);
        return changed;
    }

    /** The vector of a sum, changed where this kind of change applies to floats. */
    private FloatSlice change(FloatSlice vector) {
        float[] changed = Arrays.copyOfRange(vector.array(), vector.offset(), vector.offset() + vector.length());
        int at = changed.length / 2;
        if (changed.length > 0) {
            switch (plan.kind) {
                case NAN -> changed[at] = Float.NaN;
                case INFINITE -> changed[at] = Float.POSITIVE_INFINITY;
                case HUGE -> changed[at] = Float.MAX_VALUE;
                case BIT_FLIPPED ->
                    changed[at] = Float.intBitsToFloat(Float.floatToRawIntBits(changed[at]) ^ (1 << 30));
                default -> {
                    return FloatSlice.of(changed);
                }
            }
            plan.tampered = true;
        }
        return FloatSlice.of(changed);
    }

    @Override
    public void allGather(ByteBuffer mine, Receiver each) {
        if (!isTheCall(false)) {
            group.allGather(mine, each);
            return;
        }
        byte[] message = new byte[mine.remaining()];
        mine.duplicate().get(message);
        byte[] changed = change(message);
        // This worker itself reads what it meant to send.
        group.allGather(
                ByteBuffer.wrap(changed),
                (rank, theirs) -> each.accept(rank, rank == rank() ? ByteBuffer.wrap(message) : theirs));
    }

    @Override
    public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
        if (!isTheCall(false)) {
            group.allToAll(mine, lengths, each);
            return;
        }
        ByteBuffer out = ByteBuffer.allocate(mine.remaining() + 5 * size());
        int[] newLengths = new int[size()];
        ByteBuffer in = mine.duplicate();
        for (int worker = 0; worker < size(); worker++) {
            byte[] message = new byte[lengths[worker]];
            in.get(message);
            byte[] changed = worker == rank() ? message : change(message);
            out.put(changed);
            newLengths[worker] = changed.length;
        }
        group.allToAll(out.flip(), newLengths, each);
    }

    @Override
    public void allReduceSum(FloatSlice inOut) {
        FloatSlice vector = isTheCall(true) ? change(inOut) : inOut;
        group.allReduceSum(vector);
        System.arraycopy(vector.array(), vector.offset(), inOut.array(), inOut.offset(), inOut.length());
    }

    @Override
    public void allReduceMax(FloatSlice inOut) {
        FloatSlice vector = isTheCall(true) ? change(inOut) : inOut;
        group.allReduceMax(vector);
        System.arraycopy(vector.array(), vector.offset(), inOut.array(), inOut.offset(), inOut.length());
    }

    @Override
    public void reduceScatterSum(FloatSlice inOut) {
        group.reduceScatterSum(inOut);
    }

    @Override
    public void broadcast(int root, FloatSlice inOut) {
        group.broadcast(root, inOut);
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
    public long bitsSent() {
        return group.bitsSent();
    }

    @Override
    public long bitsReceived() {
        return group.bitsReceived();
    }
}
