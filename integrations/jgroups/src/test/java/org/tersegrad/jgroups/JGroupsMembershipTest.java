package org.tersegrad.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jgroups.JChannel;
import org.jgroups.protocols.DISCARD;
import org.jgroups.stack.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.elastic.ElasticGroup;
import org.tersegrad.reducers.elastic.ElasticOptions;
import org.tersegrad.reducers.elastic.Epoch;
import org.tersegrad.reducers.elastic.Membership;
import org.tersegrad.reducers.elastic.View;

/** Members in one JVM: strangers, partitions, mistakes. */
@Tag("any-jdk")
class JGroupsMembershipTest {
    private static final String PASSWORD = "changeit";

    private final int port = Cluster.freePorts(4);
    private final List<Membership> open = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        open.forEach(Membership::close);
        threads.shutdownNow();
    }

    private InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private JGroupsStack stack(int host) {
        List<InetSocketAddress> hosts =
                IntStream.range(0, 4).mapToObj(each -> at(port + each)).toList();
        return JGroupsStack.of(at(port + host), hosts)
                .withVerification(Duration.ofMillis(200))
                .withSilence(Duration.ofSeconds(3));
    }

    /** Remembers the sizes of views. */
    private static final class Views implements Membership.Listener {
        private final List<Integer> sizes = new ArrayList<>();

        @Override
        public synchronized void installed(View view) {
            sizes.add(view.members().size());
            notifyAll();
        }

        @Override
        public void received(String member, ByteBuffer message) {}

        synchronized void await(int size) throws InterruptedException {
            while (!sizes.contains(size)) {
                wait();
            }
        }

        synchronized int largest() {
            return sizes.stream().mapToInt(each -> each).max().orElse(0);
        }
    }

    private Views start(JGroupsStack stack) throws IOException {
        Views views = new Views();
        Membership membership = new JGroupsMembership("tests", stack);
        open.add(membership);
        membership.start(views);
        return views;
    }

    /** A certificate authority, and a worker's key that it has signed; the same file is what workers trust. */
    private static SSLContext context(Path folder, String authority) throws Exception {
        Path file = folder.resolve(authority + ".p12");
        keytool(file, "-alias", "ca", "-dname", "CN=" + authority, "-ext", "bc:c");
        keytool(file, "-alias", "worker", "-dname", "CN=worker", "-signer", "ca");
        KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
        KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
        own.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }

    private static void keytool(Path file, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-genkeypair", "-keystore", file.toString(), "-storepass", PASSWORD, "-keyalg", "EC"));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    @Test
    void onlyMembersWithATrustedCertificateComeIn(@TempDir Path folder) throws Exception {
        SSLContext ours = context(folder, "ours");
        Views a = start(stack(0).withTls(ours));
        Views b = start(stack(1).withTls(ours));
        a.await(2);
        b.await(2);
        Future<Views> stranger = threads.submit(() -> start(stack(2).withTls(context(folder, "others"))));
        Views plain = start(stack(3));
        plain.await(1); // each has asked, was rejected, and is alone
        stranger.get().await(1);
        assertThat(List.of(a.largest(), b.largest(), stranger.get().largest(), plain.largest()))
                .containsExactly(2, 2, 1, 1);
    }

    /** A member that trains in a thread. */
    private static final class Trainee {
        final ToyTrainer trainer;
        final ElasticGroup group;
        volatile int size;
        volatile long step;

        Trainee(Membership membership, InetSocketAddress address, float first) {
            trainer = new ToyTrainer(first);
            group = new ElasticGroup(
                    membership,
                    ElasticOptions.of(address, 2),
                    "dense",
                    ToyTrainer.TENSORS,
                    ToyTrainer.SEED,
                    trainer.shared());
        }

        List<Epoch> train(AtomicLong end) throws Exception {
            try (group) {
                while (group.next(end.get())) {
                    Thread.sleep(2);
                    List<FloatSlice> gradients = trainer.gradients(group.step(), group.rank(), group.size());
                    if (group.average(gradients)) {
                        trainer.update(gradients);
                        size = group.size();
                        step = group.step();
                    }
                }
                return group.log();
            }
        }

        void awaitSteps(int workers, Future<?> thread) throws Exception {
            long before = step;
            while (size != workers || step < before + 5) {
                if (thread.isDone()) {
                    thread.get();
                }
                Thread.sleep(10);
            }
        }
    }

    /** The third one trains neither alone nor another model, and takes that of the others when it is back. */
    @Test
    void aPartitionTrainsOneModel() throws Exception {
        DISCARD network = new DISCARD();
        List<Protocol> protocols = new ArrayList<>(stack(2).protocols());
        protocols.add(1, network);
        JChannel third = new JChannel(protocols);
        List<Membership> memberships = List.of(
                new JGroupsMembership("tests", stack(0)),
                new JGroupsMembership("tests", stack(1)),
                new JGroupsMembership("tests", third));
        List<Trainee> members = new ArrayList<>();
        List<Future<List<Epoch>>> threadsOfMembers = new ArrayList<>();
        AtomicLong end = new AtomicLong(Long.MAX_VALUE);
        for (int host = 0; host < 3; host++) {
            Trainee member = new Trainee(memberships.get(host), at(port + 2 * JGroupsStack.OFFSET + host), host);
            members.add(member);
            threadsOfMembers.add(threads.submit(() -> member.train(end)));
        }
        for (int host = 0; host < 3; host++) {
            members.get(host).awaitSteps(3, threadsOfMembers.get(host));
        }
        network.discardAll(true);
        for (int host = 0; host < 2; host++) {
            members.get(host).awaitSteps(2, threadsOfMembers.get(host));
        }
        while (third.getView().size() > 1) {
            Thread.sleep(10);
        }
        network.discardAll(false);
        for (int host = 0; host < 3; host++) {
            members.get(host).awaitSteps(3, threadsOfMembers.get(host));
        }
        end.set(members.get(0).step + 1000);
        for (Future<List<Epoch>> each : threadsOfMembers) {
            assertThat(each.get()).allMatch(epoch -> epoch.members().size() >= 2);
        }
        assertThat(members.get(1).trainer.weights).isEqualTo(members.get(0).trainer.weights);
        assertThat(members.get(2).trainer.weights).isEqualTo(members.get(0).trainer.weights);
    }

    @Test
    void mistakesAreNamedAndNoThreadKeepsTheJvmAlive() throws Exception {
        assertThatThrownBy(() -> JGroupsStack.of(at(65_500), List.of())).hasMessageContaining("1 to 65435");
        assertThatThrownBy(() -> JGroupsStack.of(InetSocketAddress.createUnresolved("nowhere", 7800), List.of()))
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> JGroupsStack.of(new InetSocketAddress(7800), List.of()))
                .hasMessageContaining("0.0.0.0");
        assertThatThrownBy(() -> stack(0).withSilence(Duration.ofNanos(1))).hasMessageContaining("silence");
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        start(stack(0)).await(1);
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(each -> !before.contains(each))
                .isNotEmpty()
                .allMatch(Thread::isDaemon);
        assertThatThrownBy(() -> start(stack(0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cluster tests")
                .hasMessageContaining("" + port);
        Membership never = new JGroupsMembership("tests", stack(1));
        never.close();
        never.close();
    }
}
