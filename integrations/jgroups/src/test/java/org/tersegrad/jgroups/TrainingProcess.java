package org.tersegrad.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.elastic.ElasticGroup;
import org.tersegrad.reducers.elastic.ElasticOptions;
import org.tersegrad.reducers.elastic.ElasticTransport;
import org.tersegrad.reducers.elastic.Membership;
import org.tersegrad.reducers.elastic.View;
import org.tersegrad.reducers.group.TcpOptions;

/**
 * A member of an elastic training in a process: prints views, epochs, steps, pauses and, in the end, the hash of its weights. It ends after
 * the step in the file {@code end}, once that is there.
 */
final class TrainingProcess {
    /** Settings that all members of a training have in common. */
    record Settings(
            int basePort, int hosts, int quorum, String policy, boolean pays, int silenceMillis, int stepMillis) {
        List<String> words() {
            return List.of(
                    "" + basePort, "" + hosts, "" + quorum, policy, "" + pays, "" + silenceMillis, "" + stepMillis);
        }

        static Settings of(List<String> words) {
            return new Settings(
                    Integer.parseInt(words.get(0)),
                    Integer.parseInt(words.get(1)),
                    Integer.parseInt(words.get(2)),
                    words.get(3),
                    Boolean.parseBoolean(words.get(4)),
                    Integer.parseInt(words.get(5)),
                    Integer.parseInt(words.get(6)));
        }

        private InetSocketAddress at(int port) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        }

        JGroupsStack stack(int host) {
            return JGroupsStack.of(
                            at(basePort + host),
                            IntStream.range(0, hosts)
                                    .mapToObj(each -> at(basePort + each))
                                    .toList())
                    .withSilence(Duration.ofMillis(silenceMillis));
        }

        ElasticOptions options(int host) {
            // Only the membership may end a wait.
            TcpOptions tcp =
                    TcpOptions.usual().withJoinLimit(Duration.ofMinutes(30)).withSilenceLimit(Duration.ofMinutes(30));
            return ElasticOptions.of(at(basePort + 2 * JGroupsStack.OFFSET + host), quorum)
                    .withPaidResiduals(pays)
                    .withTransport(ElasticTransport.tcp(tcp));
        }
    }

    /** Prints views. */
    private record Printing(Membership membership) implements Membership {
        @Override
        public void start(Listener listener) throws IOException {
            membership.start(new Listener() {
                @Override
                public void installed(View view) {
                    System.out.println("view " + view.members().size() + " " + view.id());
                    listener.installed(view);
                }

                @Override
                public void received(String member, ByteBuffer message) {
                    listener.received(member, message);
                }
            });
        }

        @Override
        public void announce(ByteBuffer message) {
            membership.announce(message);
        }

        @Override
        public void close() {
            membership.close();
        }
    }

    private TrainingProcess() {}

    /** The first number is the host, the second the value of all weights before the first step. */
    public static void main(String[] args) throws Exception {
        int host = Integer.parseInt(args[0]);
        ToyTrainer trainer = new ToyTrainer(Float.parseFloat(args[1]));
        Settings settings = Settings.of(Arrays.asList(args).subList(2, args.length));
        Path end = Path.of("end");
        endWithParent();
        try (ElasticGroup group = new ElasticGroup(
                new Printing(new JGroupsMembership("toy", settings.stack(host))),
                settings.options(host),
                settings.policy(),
                ToyTrainer.TENSORS,
                ToyTrainer.SEED,
                trainer.shared())) {
            train(group, trainer, end, settings.stepMillis());
        }
        System.out.println("end " + Arrays.hashCode(trainer.weights));
    }

    /** Its standard input is closed then. */
    private static void endWithParent() {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {}
            } catch (IOException e) {
                // It is closed, too.
            }
            Runtime.getRuntime().halt(1);
        });
        watch.setDaemon(true);
        watch.start();
    }

    private static void train(ElasticGroup group, ToyTrainer trainer, Path end, int stepMillis) throws Exception {
        int epochs = 0;
        long last = System.nanoTime();
        while (group.next(Files.exists(end) ? Long.parseLong(Files.readString(end)) : Long.MAX_VALUE)) {
            boolean isNew = group.log().size() > epochs;
            for (; epochs < group.log().size(); epochs++) {
                System.out.println(group.log().get(epochs));
            }
            Thread.sleep(stepMillis);
            List<FloatSlice> gradients = trainer.gradients(group.step(), group.rank(), group.size());
            if (group.average(gradients)) {
                trainer.update(gradients);
                long now = System.nanoTime();
                if (isNew) {
                    System.out.println("pause " + (now - last) / 1_000_000);
                }
                last = now;
                if (group.step() % 10 == 0 || isNew) {
                    System.out.println("step " + group.step());
                }
            }
        }
        for (Object each : group.log().subList(epochs, group.log().size())) {
            System.out.println(each);
        }
    }
}
