package org.tersegrad.reducers.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Some workers of a group, which send over its connections. */
final class SplitGroup extends PairwiseGroup {
    private final PairwiseGroup whole;
    private final int[] ranks;

    /** @param ranks of its workers in the whole group, ascending */
    SplitGroup(PairwiseGroup whole, int[] ranks) {
        super(Arrays.binarySearch(ranks, whole.rank()), ranks.length);
        this.whole = whole;
        this.ranks = ranks;
    }

    @Override
    protected void send(int peer, ByteBuffer message) throws IOException {
        whole.send(ranks[peer], message);
    }

    @Override
    protected ByteBuffer receive(int peer) throws IOException {
        return whole.receive(ranks[peer]);
    }

    @Override
    protected boolean keepsMessages() {
        return whole.keepsMessages();
    }

    @Override
    void exchange(Messages messages, Receiver each) throws LostException {
        whole.exchange(ranks, messages, each);
    }

    /** A split of this group goes over the connections of the whole one, too. */
    @Override
    protected void exchange(int[] some, Messages messages, Receiver each) throws LostException {
        whole.exchange(Arrays.stream(some).map(rank -> ranks[rank]).toArray(), messages, each);
    }

    @Override
    GroupFailedException lost(int peer, IOException cause) {
        return whole.lost(peer, cause);
    }

    @Override
    void count(long sent, long received) {
        super.count(sent, received);
        whole.count(sent, received);
    }

    @Override
    String failure() {
        return whole.failure();
    }

    @Override
    public void fail(Throwable cause) {
        whole.fail(cause);
    }

    /** The connections are the whole group's. */
    @Override
    public void close() {}
}
