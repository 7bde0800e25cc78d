package org.tersegrad.reducers.elastic;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.tersegrad.reducers.group.Cancellation;
import org.tersegrad.reducers.group.PairwiseGroup;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.group.TcpOptions;

/** Connects the members of an epoch. */
@FunctionalInterface
public interface ElasticTransport {
    /**
     * Waits until all members are connected.
     *
     * @param group its name, another one for each group
     * @param rank of this member
     * @param addresses of all members, in the order of ranks, not resolved
     * @param cancellation ends the wait, and every wait in the group
     * @throws IOException if a member cannot be reached, or it was cancelled
     */
    PairwiseGroup join(String group, int rank, List<InetSocketAddress> addresses, Cancellation cancellation)
            throws IOException;

    /** A {@link TcpGroup} for each epoch. */
    static ElasticTransport tcp(TcpOptions options) {
        return (group, rank, addresses, cancellation) ->
                TcpGroup.join(rank, addresses, options.withGroup(group), cancellation);
    }
}
