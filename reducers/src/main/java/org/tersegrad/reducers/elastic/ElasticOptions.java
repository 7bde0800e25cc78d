package org.tersegrad.reducers.elastic;

import java.net.InetSocketAddress;
import org.tersegrad.reducers.group.TcpOptions;

/**
 * The options of an {@link ElasticGroup}; all but the address are the same on all members.
 *
 * @param address at which other members reach this one
 * @param quorum the fewest members that train: more than half of the most workers that there can be
 * @param paysResiduals whether residuals are sent in one dense step at the beginning of an epoch, instead of with later steps
 * @param transport connects the members
 */
public record ElasticOptions(InetSocketAddress address, int quorum, boolean paysResiduals, ElasticTransport transport) {
    /** Residuals are kept, and members meet over TCP with {@link TcpOptions#usual}. */
    public static ElasticOptions of(InetSocketAddress address, int quorum) {
        return new ElasticOptions(address, quorum, false, ElasticTransport.tcp(TcpOptions.usual()));
    }

    /** The same with residuals that are paid in one dense step, or not. */
    public ElasticOptions withPaidResiduals(boolean pays) {
        return new ElasticOptions(address, quorum, pays, transport);
    }

    /** The same with another transport. */
    public ElasticOptions withTransport(ElasticTransport other) {
        return new ElasticOptions(address, quorum, paysResiduals, other);
    }
}
