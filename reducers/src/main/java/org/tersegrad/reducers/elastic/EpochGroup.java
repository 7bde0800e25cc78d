package org.tersegrad.reducers.elastic;

import java.nio.ByteBuffer;
import org.tersegrad.reducers.Collective.Receiver;
import org.tersegrad.reducers.group.PairwiseGroup;

/** The group of an epoch, and the last notes of its members. */
final class EpochGroup {
    private static final int NOTE_BYTES = 1 + Double.BYTES;

    final Epoch epoch;
    final PairwiseGroup group;
    final EpochModel model;
    final double[] norms;
    private final ByteBuffer note = ByteBuffer.allocate(NOTE_BYTES);
    private final Receiver reader = Receiver.named(rank -> NOTE_BYTES, this::read);
    private boolean leaves;

    EpochGroup(Epoch epoch, PairwiseGroup group, EpochModel model) {
        this.epoch = epoch;
        this.group = group;
        this.model = model;
        norms = epoch.members().stream()
                .mapToDouble(member -> member.standing().residual())
                .toArray();
    }

    private void read(int rank, ByteBuffer message) {
        leaves |= message.get() != 0;
        norms[rank] = message.getDouble();
    }

    /** Whether a member wants to leave. All get the same answer. */
    boolean exchangeNotes(boolean leave, double norm) {
        note.clear().put((byte) (leave ? 1 : 0)).putDouble(norm).flip();
        leaves = false;
        group.allGather(note, reader);
        return leaves;
    }
}
