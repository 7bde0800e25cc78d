package org.tersegrad.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.tersegrad.jgroups.TrainingProcess.Settings;
import org.tersegrad.reducers.elastic.ElasticReplay;
import org.tersegrad.reducers.elastic.Epoch;

/** Processes of a training on this machine, which are started, killed and frozen. What each prints stays in a file. */
final class Cluster implements AutoCloseable {
    private static final float FIRST = 1;

    private final Path folder;
    private final Settings settings;
    private final List<Member> members = new ArrayList<>();

    /** A process; a host has one at a time. */
    final class Member {
        final int host;
        final Process process;
        private final Path output;

        Member(int host, float first) {
            this.host = host;
            output = folder.resolve("member-" + members.size() + ".txt");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx96m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "--add-modules",
                    "jdk.incubator.vector",
                    "-cp",
                    System.getProperty("java.class.path"),
                    TrainingProcess.class.getName(),
                    "" + host,
                    "" + first));
            command.addAll(settings.words());
            try {
                process = new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(output.toFile())
                        .redirectError(folder.resolve("errors-" + members.size() + ".txt")
                                .toFile())
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Whole lines of its output that begin with a word. */
        List<String> lines(String word) {
            try {
                String text = Files.readString(output, StandardCharsets.UTF_8);
                return Arrays.stream(
                                text.substring(0, text.lastIndexOf('\n') + 1).split("\n"))
                        .filter(line -> line.startsWith(word + " "))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        long step() {
            List<String> steps = lines("step");
            return steps.isEmpty()
                    ? 0
                    : Long.parseLong(steps.get(steps.size() - 1).substring(5));
        }

        List<Epoch> epochs() {
            return lines("epoch").stream().map(Epoch::parse).toList();
        }

        /** Members of its last epoch; 0 before the first. */
        int size() {
            List<Epoch> all = epochs();
            return all.isEmpty() ? 0 : all.get(all.size() - 1).members().size();
        }

        /** Members of its last view. */
        int viewSize() {
            List<String> views = lines("view");
            return views.isEmpty()
                    ? 0
                    : Integer.parseInt(views.get(views.size() - 1).split(" ", -1)[1]);
        }

        void kill() {
            process.destroyForcibly().onExit().join();
        }

        void signal(String name) throws Exception {
            assertThat(new ProcessBuilder("kill", "-" + name, "" + process.pid())
                            .start()
                            .waitFor())
                    .isZero();
        }
    }

    Cluster(Path folder, Settings settings) {
        this.folder = folder;
        this.settings = settings;
    }

    /** The first of three blocks of free ports, below those that systems give to clients. */
    static int freePorts(int hosts) {
        Random random = new Random();
        while (true) {
            int base = 18_000 + random.nextInt(13_000);
            if (Stream.of(0, JGroupsStack.OFFSET, 2 * JGroupsStack.OFFSET)
                    .allMatch(offset -> areFree(base + offset, hosts))) {
                return base;
            }
        }
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                assertThat(socket.getLocalPort()).isEqualTo(port);
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    Member start(int host) {
        // Newcomers begin with other weights, which must not matter.
        Member member = new Member(host, members.size() < settings.hosts() ? FIRST : 100 + members.size());
        members.add(member);
        return member;
    }

    /** Members whose process runs. */
    List<Member> alive() {
        return members.stream().filter(each -> each.process.isAlive()).toList();
    }

    /** Waits without a limit: the build has one. */
    void await(String what, BooleanSupplier condition) throws Exception {
        while (!condition.getAsBoolean()) {
            for (Member each : members) {
                if (!each.process.isAlive() && each.process.exitValue() < 128) { // it was not killed
                    assertThat(each.lines("end"))
                            .as(what + ": host " + each.host + " has failed" + errors())
                            .isNotEmpty();
                }
            }
            Thread.sleep(20);
        }
    }

    /** Waits until these members are the group, and have made some steps more. */
    void awaitGroup(Member... those) throws Exception {
        List<Member> group = List.of(those);
        await("a group of " + group.size(), () -> group.stream().allMatch(each -> each.size() == group.size()));
        long step = group.stream().mapToLong(Member::step).max().orElseThrow();
        await("steps of " + group.size(), () -> group.stream().allMatch(each -> each.step() >= step + 20));
    }

    /** Has all members end some steps later; returns after how many. */
    long end(int later) throws Exception {
        long end = members.stream().mapToLong(Member::step).max().orElseThrow() + later;
        Path draft = Files.writeString(folder.resolve("draft"), "" + end);
        Files.move(draft, folder.resolve("end"));
        for (Member each : alive()) {
            assertThat(each.process.waitFor()).as(errors()).isZero();
        }
        return end;
    }

    /** The hash of the weights of those that came to the end. */
    List<Integer> hashes() {
        return members.stream()
                .flatMap(each -> each.lines("end").stream())
                .map(line -> Integer.parseInt(line.substring(4)))
                .toList();
    }

    /** The epochs of all members, also of those that were killed. */
    List<Epoch> epochs() {
        return members.stream().flatMap(each -> each.epochs().stream()).toList();
    }

    List<Member> members() {
        return List.copyOf(members);
    }

    /** The hash of the weights that a replay of the log ends with. */
    int replay(long steps) {
        return Arrays.hashCode(ElasticReplay.run(
                        epochs(),
                        steps,
                        settings.policy(),
                        settings.pays(),
                        ToyTrainer.TENSORS,
                        ToyTrainer.SEED,
                        () -> new ToyTrainer(FIRST))
                .get(0));
    }

    private String errors() {
        StringBuilder all = new StringBuilder("\n");
        for (int i = 0; i < members.size(); i++) {
            try {
                all.append(Files.readString(folder.resolve("errors-" + i + ".txt")));
            } catch (IOException e) {
                all.append(e).append('\n');
            }
        }
        return all.toString();
    }

    @Override
    public void close() {
        members.forEach(Member::kill);
    }
}
