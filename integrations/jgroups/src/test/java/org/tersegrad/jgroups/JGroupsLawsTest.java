package org.tersegrad.jgroups;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.tersegrad.reducers.elastic.Membership;
import org.tersegrad.testkit.junit.MembershipLaws;

class JGroupsLawsTest extends MembershipLaws {
    private final int port = Cluster.freePorts(4);

    @Override
    protected Membership make(int place) {
        InetAddress here = InetAddress.getLoopbackAddress();
        return new JGroupsMembership(
                "laws",
                JGroupsStack.of(new InetSocketAddress(here, port + place), List.of(new InetSocketAddress(here, port)))
                        .withVerification(Duration.ofMillis(200)));
    }
}
