package org.tersegrad.reducers.group;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.tersegrad.reducers.Collective;

/** The messages of a worker to the others in one call: a header that is the same for all, and a content for each. */
public final class Messages {
    private final ByteBuffer header;
    private final ByteBuffer mine;
    private final int[] lengths;
    private final int headroom;
    private final Collective.Receiver receiver;

    /**
     * @param mine not modified, but for its headroom
     * @param lengths of the contents, which follow one after another; empty: all of {@code mine} for each
     * @param headroom bytes before each content that have no use: enough for the header, or 0
     * @param receiver of the messages that arrive for these
     */
    Messages(ByteBuffer header, ByteBuffer mine, int[] lengths, int headroom, Collective.Receiver receiver) {
        this.header = header.asReadOnlyBuffer();
        this.mine = mine;
        this.lengths = lengths;
        this.headroom = headroom;
        this.receiver = receiver;
    }

    /**
     * The bytes of the longest message that worker i may send in this call, header or reason included. A transport should reject a
     * longer one before it allocates memory for it.
     */
    public int mostBytes(int i) {
        long most = Math.max(PairwiseGroup.MOST_SHORT_BYTES, (long) PairwiseGroup.HEADER_BYTES + receiver.mostBytes(i));
        return (int) Math.min(most, Integer.MAX_VALUE);
    }

    /** The bytes before each content. */
    public ByteBuffer header() {
        return header.duplicate();
    }

    /** Bytes of content i. */
    public int bytes(int i) {
        return lengths.length == 0 ? mine.remaining() : lengths[i];
    }

    /** Content i, read-only. */
    public ByteBuffer content(int i) {
        int from = start(i);
        return mine.asReadOnlyBuffer().limit(from + bytes(i)).position(from);
    }

    private int start(int i) {
        int from = mine.position();
        for (int before = 0; before < i && lengths.length > 0; before++) {
            from += lengths[before] + headroom;
        }
        return from;
    }

    /** Header and content i one after the other in native memory, for a transport that sends from there; empty if they are not. */
    public Optional<ByteBuffer> inPlace(int i) {
        if (headroom == 0) {
            return Optional.empty();
        }
        int from = start(i) - PairwiseGroup.HEADER_BYTES;
        ByteBuffer whole = mine.duplicate().limit(start(i) + bytes(i)).position(from);
        whole.duplicate().put(header());
        return Optional.of(whole.slice());
    }
}
