package org.tersegrad.testkit;

import java.net.InetSocketAddress;
import java.util.List;
import org.tersegrad.reducers.elastic.ElasticTransport;
import org.tersegrad.reducers.group.Cancellation;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.TcpOptions;
import org.tersegrad.testkit.junit.CollectiveLaws;

/** All laws of a group, for that of an epoch: its addresses are names, and it can be cancelled. */
class ElasticTransportLawsTest extends CollectiveLaws {
    private final ElasticTransport transport = ElasticTransport.tcp(TcpOptions.usual());

    @Override
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(workers).stream()
                .map(each -> InetSocketAddress.createUnresolved(each.getHostString(), each.getPort()))
                .toList();
        return GroupRunner.threads(
                workers, rank -> transport.join("epoch 1", rank, addresses, new Cancellation()), worker);
    }
}
