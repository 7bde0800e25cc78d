package org.tersegrad.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.tersegrad.jgroups.Cluster.Member;
import org.tersegrad.jgroups.TrainingProcess.Settings;
import org.tersegrad.reducers.elastic.Epoch;

/**
 * Eight processes, many random kills and joins: all that are left end with the same weights, and so does a replay of the log in one process.
 * Runs on demand only, with {@code -Dtersegrad.soak=} and a number of kills and joins; {@code -Dtersegrad.soak.seed=} chooses others.
 */
@Tag("any-jdk")
@EnabledIfSystemProperty(named = "tersegrad.soak", matches = "[0-9]+")
@Timeout(4 * 60 * 60)
class SoakTest {
    private static final int HOSTS = 8;
    private static final int QUORUM = 5;

    private final int events = Integer.getInteger("tersegrad.soak", 0);
    private final long seed = Long.getLong("tersegrad.soak.seed", 1);
    private final SplittableRandom random = new SplittableRandom(seed);
    private int kills;
    private int joins;

    @Test
    void allEndWithTheModelOfTheReplay() throws Exception {
        Path folder = Files.createDirectories(Path.of("target", "soak-" + seed));
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Settings settings =
                new Settings(Cluster.freePorts(HOSTS), HOSTS, QUORUM, "topk(0.1)+ef", random.nextBoolean(), 20_000, 20);
        try (Cluster cluster = new Cluster(folder, settings)) {
            for (int host = 0; host < HOSTS; host++) {
                cluster.start(host);
            }
            cluster.awaitGroup(cluster.alive().toArray(Member[]::new));
            while (kills + joins < events) {
                change(cluster);
                System.out.println("soak: " + kills + " kills, " + joins + " joins, step " + step(cluster));
                List<Member> alive = cluster.alive();
                if (alive.size() >= QUORUM && random.nextInt(3) > 0) {
                    cluster.awaitGroup(alive.toArray(Member[]::new));
                } else {
                    Thread.sleep(random.nextInt(3000)); // the next one comes while a group is formed
                }
            }
            while (cluster.alive().size() < HOSTS) {
                join(cluster);
            }
            cluster.awaitGroup(cluster.alive().toArray(Member[]::new));
            long steps = cluster.end(300);
            report(cluster, steps);
            assertThat(cluster.hashes()).hasSize(HOSTS);
            assertThat(new HashSet<>(cluster.hashes())).hasSize(1);
            assertThat(cluster.epochs()).allMatch(epoch -> epoch.members().size() >= QUORUM);
            assertThat(cluster.replay(steps)).isEqualTo(cluster.hashes().get(0));
        }
    }

    private static long step(Cluster cluster) {
        return cluster.alive().stream().mapToLong(Member::step).max().orElse(0);
    }

    /** Kills one, at times below the quorum but never the last ones that have the model, or starts one. */
    private void change(Cluster cluster) {
        List<Member> alive = cluster.alive();
        long trained = alive.stream().filter(each -> each.step() > 0).count();
        if (trained >= QUORUM - 1 && (alive.size() == HOSTS || random.nextBoolean())) {
            alive.get(random.nextInt(alive.size())).kill();
            kills++;
        } else {
            join(cluster);
        }
    }

    private void join(Cluster cluster) {
        TreeSet<Integer> free = new TreeSet<>();
        for (int host = 0; host < HOSTS; host++) {
            free.add(host);
        }
        cluster.alive().forEach(each -> free.remove(each.host));
        cluster.start(List.copyOf(free).get(random.nextInt(free.size())));
        joins++;
    }

    private void report(Cluster cluster, long steps) {
        List<Integer> pauses = cluster.members().stream()
                .flatMap(each -> each.lines("pause").stream().skip(1)) // the first one is its start
                .map(line -> Integer.parseInt(line.substring(6)))
                .sorted()
                .toList();
        long epochs = cluster.epochs().stream().map(Epoch::group).distinct().count();
        TreeSet<Integer> sizes = new TreeSet<>();
        cluster.epochs().forEach(epoch -> sizes.add(epoch.members().size()));
        System.out.println(
                "soak: seed " + seed + ", " + kills + " kills, " + joins + " joins, " + epochs + " epochs of "
                        + Objects.requireNonNull(sizes.pollFirst()) + " or more members, " + steps
                        + " steps, pauses in ms: median "
                        + pauses.get(pauses.size() / 2) + ", 90 % " + pauses.get(pauses.size() * 9 / 10) + ", longest "
                        + Collections.max(pauses));
    }
}
