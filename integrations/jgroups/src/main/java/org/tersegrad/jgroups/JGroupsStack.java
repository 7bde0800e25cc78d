package org.tersegrad.jgroups;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import org.jgroups.JChannel;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.DefaultThreadFactory;
import org.jgroups.util.TLSClientAuth;

/**
 * A JGroups protocol stack over TCP, as an elastic group needs it. A killed process is lost to the others after {@code verification}: its
 * socket closes (FD_SOCK2). One that is frozen, or whose machine is gone, is lost after {@code silence} and {@code verification}
 * (FD_ALL3). One that comes back is taken in again within a few seconds (MERGE3).
 *
 * @param bind an address of this machine, and the port of JGroups; FD_SOCK2 listens on the same address, {@value #OFFSET} ports above
 * @param initialHosts where other members may be found, as their {@code bind}: those of a few members that are usually up
 * @param verification how long a member that seems to be lost may take to answer
 * @param silence how long a member may send nothing
 * @param tls of connections between members, which then need a certificate that the others trust; FD_SOCK2 stays plain
 */
public record JGroupsStack(
        InetSocketAddress bind,
        List<InetSocketAddress> initialHosts,
        Duration verification,
        Duration silence,
        Optional<SSLContext> tls) {
    /** The port of FD_SOCK2 above that of {@link #bind}. */
    public static final int OFFSET = 100;

    /** Held, since JDK logging forgets the level of a logger without references. */
    private static final Logger JGROUPS = Logger.getLogger("org.jgroups");

    /** Beats of FD_ALL3 in the limit of silence. */
    private static final int BEATS = 5;

    private static final int BUNDLE_BYTES = 64_000;

    public JGroupsStack {
        initialHosts = List.copyOf(initialHosts);
        if (bind.isUnresolved()) {
            throw new IllegalArgumentException("no address of this machine is named " + bind.getHostString());
        }
        if (bind.getAddress().isAnyLocalAddress()) {
            throw new IllegalArgumentException("other members cannot connect to " + bind);
        }
        if (bind.getPort() < 1 || bind.getPort() > 65_535 - OFFSET) {
            throw new IllegalArgumentException(
                    "ports are 1 to " + (65_535 - OFFSET) + ", with FD_SOCK2 above it; this is " + bind.getPort());
        }
        requireMillis("verification", verification);
        requireMillis("silence", silence);
    }

    private static void requireMillis(String what, Duration time) {
        if (time.toMillis() < BEATS) {
            throw new IllegalArgumentException("a limit of " + what + " is " + BEATS + " ms or more, this is " + time);
        }
    }

    /** Half a second to answer, ten seconds of silence, no TLS. */
    public static JGroupsStack of(InetSocketAddress bind, List<InetSocketAddress> initialHosts) {
        return new JGroupsStack(bind, initialHosts, Duration.ofMillis(500), Duration.ofSeconds(10), Optional.empty());
    }

    /** The same with this time to answer. */
    public JGroupsStack withVerification(Duration other) {
        return new JGroupsStack(bind, initialHosts, other, silence, tls);
    }

    /** The same with this limit of silence: above the longest pause of a healthy member, such as a garbage collection. */
    public JGroupsStack withSilence(Duration other) {
        return new JGroupsStack(bind, initialHosts, verification, other, tls);
    }

    /** The same with TLS, where each side shows its certificate. */
    public JGroupsStack withTls(SSLContext context) {
        return new JGroupsStack(bind, initialHosts, verification, silence, Optional.of(context));
    }

    /** The protocols, the transport first. Others may be inserted before a {@link JChannel} is made of them. */
    public List<Protocol> protocols() {
        TCP tcp = new TCP();
        tcp.setBindAddress(bind.getAddress()).setBindPort(bind.getPort()).setPortRange(0);
        tcp.tcpNodelay(true); // else an answer may wait for 40 ms
        // A trainer that ends without a close must not stay a member: no thread keeps the JVM alive, which those of the
        // default bundler do.
        tcp.setBundlerType("transfer-queue").setThreadFactory(new DefaultThreadFactory("jgroups", true, true));
        tls.ifPresent(context -> tcp.tls().enabled(true).setSSLContext(context).setClientAuth(TLSClientAuth.NEED));
        TCPPING ping = new TCPPING();
        ping.setInitialHosts(initialHosts).setPortRange(0);
        FD_ALL3 beats = new FD_ALL3();
        beats.setTimeout(silence.toMillis()).setInterval(silence.toMillis() / BEATS);
        GMS members = new GMS().printLocalAddress(false);
        members.setMaxJoinAttempts(0); // one that gives up founds a cluster of its own, which takes a merge
        FRAG4 fragments = new FRAG4();
        fragments.setFragSize(BUNDLE_BYTES - 4_000);
        return List.of(
                tcp,
                ping,
                new MERGE3().setMinInterval(1_000).setMaxInterval(5_000),
                new FD_SOCK2()
                        .setBindAddress(bind.getAddress())
                        .setOffset(OFFSET)
                        .setPortRange(0),
                beats,
                new VERIFY_SUSPECT2().setTimeout(verification.toMillis()),
                new NAKACK2(),
                new UNICAST3(),
                new STABLE(),
                members,
                new UFC(),
                new MFC(),
                fragments);
    }

    /** A channel of these protocols, not connected. JGroups logs severe messages only, unless its logger has a level. */
    JChannel channel() {
        if (JGROUPS.getLevel() == null) {
            JGROUPS.setLevel(Level.SEVERE);
        }
        try {
            return new JChannel(protocols());
        } catch (Exception e) { // so declared by JGroups
            throw new IllegalArgumentException("JGroups rejects " + this + ": " + e.getMessage(), e);
        }
    }

    /** Without TLS's contents. */
    @Override
    public String toString() {
        return bind + (tls.isPresent() ? " with TLS" : "") + ", initial hosts " + initialHosts + ", " + verification
                + " of verification, " + silence + " of silence";
    }
}
