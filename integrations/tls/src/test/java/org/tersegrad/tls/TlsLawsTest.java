package org.tersegrad.tls;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.group.TcpOptions;
import org.tersegrad.testkit.GroupRunner;
import org.tersegrad.testkit.Loopback;
import org.tersegrad.testkit.junit.CollectiveLaws;

/** All laws of a group, over encrypted connections. */
class TlsLawsTest extends CollectiveLaws {
    private static final TcpOptions OPTIONS = TcpOptions.usual()
            .withJoinLimit(Duration.ofMinutes(10)) // a busy machine is no failure
            .withChannels(Certificates.tls(Certificates.worker()));

    @Override
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(workers);
        return GroupRunner.threads(workers, rank -> TcpGroup.join(rank, addresses, OPTIONS), worker);
    }
}
