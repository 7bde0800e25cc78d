package org.tersegrad.contrib.simulation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.elastic.Epoch;
import org.tersegrad.reducers.elastic.EpochProtocol;
import org.tersegrad.reducers.elastic.Position;
import org.tersegrad.reducers.elastic.Ready;
import org.tersegrad.reducers.elastic.Standing;
import org.tersegrad.reducers.elastic.View;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.group.TcpOptions;
import org.tersegrad.testkit.simulation.SimulatedProcess;
import org.tersegrad.testkit.simulation.Simulation;
import org.tersegrad.testkit.simulation.Weather;

/**
 * An elastic training of a few members on a simulated cluster: views that come late and at different times, announcements that are late,
 * repeated or left out, kills, newcomers and partitions. A model is a number that every step mixes with the sum of what members send.
 */
final class ElasticSchedule {
    /** A fault of the members, which the laws must find. */
    enum Mutant {
        NONE,
        SMALL_QUORUM,
        IGNORES_NEW_VIEWS,
        TAKES_STALE_READY,
        KEEPS_ITS_MODEL,
        FORGETS_THE_STEP,
        ENDS_ALONE
    }

    private static final int STEPS = 6;
    private static final int PORT = 29_500;
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration DETECTION = Duration.ofMillis(800);

    private final long seed;
    private final Mutant mutant;
    private final int hosts;
    private final SplittableRandom random;
    private final Simulation simulation;
    private final List<Member> members = new ArrayList<>();
    private final TreeSet<Integer> separate = new TreeSet<>();
    private final Map<Long, String> epochs = new HashMap<>();
    private final Map<Position, Long> models = new HashMap<>();
    private final Set<String> finalModels = new TreeSet<>();
    private final TreeSet<String> violations = new TreeSet<>();
    private int views;

    /** A fault at the moment when the first member has made this step, which the others may not have made. */
    private int tornStep;

    ElasticSchedule(long seed, int hosts, Mutant mutant) {
        this.seed = seed;
        this.mutant = mutant;
        this.hosts = hosts;
        random = new SplittableRandom(seed);
        simulation = new Simulation(seed, random.nextBoolean() ? Weather.FAIR : Weather.of(seed));
    }

    Simulation simulation() {
        return simulation;
    }

    Set<String> run() {
        for (int host = 0; host < hosts; host++) {
            int its = host;
            simulation.after(Duration.ofMillis(random.nextInt(host < quorum() ? 5 : 300)), () -> start(its));
        }
        for (int left = random.nextInt(4); left > 0; left--) {
            Duration when = Duration.ofNanos((long) (1_000_000 * Math.pow(2, 11 * random.nextDouble())));
            int host = random.nextInt(hosts);
            switch (random.nextInt(3)) {
                case 0 -> simulation.after(when, () -> kill(host));
                case 1 -> simulation.after(when, () -> part(host, Duration.ofMillis(random.nextInt(1, 20_000))));
                default -> simulation.after(when, this::installViews);
            }
        }
        tornStep = 1 + random.nextInt(2 * STEPS);
        try {
            simulation.run(Duration.ofMinutes(5));
        } catch (IllegalStateException e) {
            if (finalModels.isEmpty()) {
                violations.add("nobody has come to the end: " + e.getMessage());
            }
        }
        if (finalModels.size() > 1) {
            violations.add("models differ in the end: " + finalModels);
        }
        return violations;
    }

    private int quorum() {
        return hosts / 2 + 1;
    }

    // Faults and the membership service.

    private void start(int host) {
        Member member = new Member(host, "m" + members.size());
        members.add(member);
        member.process = Optional.of(simulation.start(member.name, host, member::work));
        installViews();
    }

    private void kill(int host) {
        members.stream().filter(each -> each.host == host && each.isIn()).forEach(each -> {
            each.process().kill();
            simulation.after(DETECTION, this::installViews);
            simulation.after(DETECTION.multipliedBy(2), () -> start(host));
        });
    }

    /** Faults that tear a step: messages that the first member has got do not get to the others. */
    private void tear(long step) {
        if (step == tornStep) {
            tornStep = 0;
            int host = random.nextInt(hosts);
            Duration time = Duration.ofMillis(random.nextInt(1, 20_000));
            simulation.after(Duration.ZERO, random.nextBoolean() ? () -> kill(host) : () -> part(host, time));
        }
    }

    /** Separates a host and the one after it from the others for some time. */
    private void part(int host, Duration time) {
        separate.add(host);
        separate.add((host + 1) % hosts);
        for (Member one : members) {
            for (Member other : members) {
                if (isSeparate(one) && !isSeparate(other)) {
                    simulation.cut(one.name, other.name, time);
                }
            }
        }
        simulation.after(DETECTION, this::installViews);
        simulation.after(time, () -> {
            separate.clear();
            simulation.after(DETECTION, this::installViews);
        });
    }

    private boolean isSeparate(Member member) {
        return separate.contains(member.host);
    }

    /** Gives all members of each side the same new view, each at another time. */
    private void installViews() {
        for (boolean side : new boolean[] {false, true}) {
            List<Member> its = members.stream()
                    .filter(each -> each.isIn() && isSeparate(each) == side)
                    .toList();
            int number = ++views;
            List<String> names = its.stream().map(each -> each.name).toList();
            for (int rank = 0; rank < its.size(); rank++) {
                Member member = its.get(rank);
                View view = new View("v" + number, names, rank);
                simulation.after(Duration.ofNanos(random.nextLong(50_000_000)), () -> member.install(number, view));
            }
        }
    }

    /** Announces again and again, and each time some members do not get it, or get it late. */
    private void announce(Member from, Ready ready) {
        if (!from.isIn() || !from.announced.equals(Optional.of(ready))) {
            return;
        }
        for (Member to : members) {
            if (to != from && to.isIn() && isSeparate(to) == isSeparate(from) && random.nextInt(8) > 0) {
                Ready copy = Ready.of(ready.toBytes());
                for (int copies = 1 + random.nextInt(2); copies > 0; copies--) {
                    simulation.after(Duration.ofNanos(random.nextLong(30_000_000)), () -> to.receive(from.name, copy));
                }
            }
        }
        simulation.after(Duration.ofMillis(200), () -> announce(from, ready));
    }

    // Members.

    private final class Member {
        private final int host;
        private final String name;
        private final EpochProtocol protocol;
        private Optional<SimulatedProcess> process = Optional.empty();
        private Optional<Ready> announced = Optional.empty();
        private int installed;
        private Position position = Position.START;
        private int workers;
        private float[] model = new float[2];
        private int outdatedSteps;
        private boolean done;

        Member(int host, String name) {
            this.host = host;
            this.name = name;
            protocol = new EpochProtocol(mutant == Mutant.SMALL_QUORUM ? quorum() - 1 : quorum(), 0);
        }

        SimulatedProcess process() {
            return process.orElseThrow();
        }

        boolean isIn() {
            return !done && process.isPresent() && !process().isKilled();
        }

        void install(int number, View view) {
            if (number > installed && isIn()) {
                installed = number;
                simulation.log(() -> name + " installs " + view);
                protocol.installed(view);
                process().changed();
            }
        }

        void receive(String from, Ready ready) {
            if (!isIn()) {
                return;
            }
            protocol.received(
                    from,
                    mutant == Mutant.TAKES_STALE_READY && protocol.view().isPresent()
                            ? new Ready(protocol.view().get().id(), protocol.attempt(), ready.epoch(), ready.standing())
                            : ready);
            process().changed();
        }

        void work(SimulatedProcess itself) {
            boolean ended = false;
            while (!ended) {
                Optional<Epoch> epoch = awaitEpoch();
                ended = epoch.isEmpty()
                        || train(epoch.get(), itself)
                        || (mutant == Mutant.ENDS_ALONE && position.step() == STEPS);
            }
            simulation.log(() -> name + " has ended after " + position);
            finalModels.add(position.step() + " steps: " + key(model));
            announced = Optional.of(protocol.over(standing()));
            announce(this, announced.get());
            process().sleep(Duration.ofNanos(random.nextLong(4_000_000_000L)));
            done = true;
            installViews();
        }

        /** Trains in the group of an epoch. Returns whether all its members have made all steps. */
        private boolean train(Epoch epoch, SimulatedProcess itself) {
            simulation.log(() -> name + " forms " + epoch);
            List<String> names =
                    epoch.members().stream().map(Epoch.Member::name).toList();
            TcpOptions options = TcpOptions.usual()
                    .withHost(itself)
                    .withGroup(epoch.group())
                    .withJoinLimit(LIMIT)
                    .withSilenceLimit(LIMIT);
            List<InetSocketAddress> addresses = epoch.members().stream()
                    .map(each -> each.standing().address())
                    .toList();
            boolean last = false;
            try (TcpGroup group = TcpGroup.join(names.indexOf(name), addresses, options)) {
                take(epoch, group);
                group.barrier();
                protocol.formed();
                outdatedSteps = 0;
                last = train(epoch, group);
                group.barrier(); // none ends before all know
            } catch (IOException | GroupFailedException e) {
                simulation.log(() -> name + " leaves " + epoch.group() + ": " + e.getMessage());
            }
            protocol.left();
            return last;
        }

        private Standing standing() {
            return new Standing(
                    InetSocketAddress.createUnresolved("host-" + host, PORT), position, workers, position.step());
        }

        /** @return none once another member knows that all have made all steps */
        private Optional<Epoch> awaitEpoch() {
            Standing standing = standing();
            while (position.step() < STEPS || !protocol.isOver(position)) {
                protocol.ready(standing)
                        .filter(ready -> !announced.equals(Optional.of(ready)))
                        .ifPresent(ready -> {
                            announced = Optional.of(ready);
                            announce(this, ready);
                        });
                Optional<Epoch> epoch = protocol.begin();
                if (epoch.isPresent()) {
                    return epoch;
                }
                String before = state();
                process().await(() -> !before.equals(state()), LIMIT);
            }
            return Optional.empty();
        }

        private String state() {
            return protocol + " " + protocol.attempt() + protocol.isOver(position);
        }

        private void take(Epoch epoch, TcpGroup group) {
            String other = epochs.putIfAbsent(epoch.number(), epoch.group());
            if (other != null && !other.equals(epoch.group())) {
                violations.add("epoch " + epoch.number() + " has two groups: " + other + " and " + epoch.group());
            }
            if (epoch.hasBehind()) {
                float[] taken = model.clone();
                group.broadcast(epoch.source(), FloatSlice.of(taken));
                if (epoch.isBehind(group.rank())) {
                    model = mutant == Mutant.KEEPS_ITS_MODEL ? model : taken;
                    position = epoch.position();
                }
            }
        }

        private boolean train(Epoch epoch, TcpGroup group) {
            while (true) {
                float[] leaves = {protocol.isOutdated() && mutant != Mutant.IGNORES_NEW_VIEWS ? 1 : 0};
                group.allReduceMax(FloatSlice.of(leaves));
                if (leaves[0] > 0 || position.step() == STEPS) {
                    return leaves[0] == 0;
                }
                process().sleep(Duration.ofNanos(random.nextLong(100_000_000)));
                long next = position.step() + 1;
                float[] sum = {share(epoch, next, group.rank())};
                group.allReduceSum(FloatSlice.of(sum));
                float expected = 0;
                for (int rank = 0; rank < group.size(); rank++) {
                    expected += share(epoch, next, rank);
                }
                if (sum[0] != expected) {
                    violations.add("a message of another step in step " + next + " of epoch " + epoch.number());
                }
                apply(epoch, next, sum[0]);
                workers = group.size();
            }
        }

        private float share(Epoch epoch, long step, int rank) {
            return 1 + rank + 10 * step + 1000 * epoch.number();
        }

        private void apply(Epoch epoch, long step, float sum) {
            model = new float[] {(model[0] * 31 + sum) % 65_521, (model[1] + model[0]) % 65_521};
            position = new Position(epoch.number(), mutant == Mutant.FORGETS_THE_STEP ? 1 : step, epoch.group());
            if (2 * epoch.members().size() <= hosts) {
                violations.add(epoch.members().size() + " of " + hosts + " members make a step");
            }
            tear(step);
            outdatedSteps += protocol.isOutdated() ? 1 : 0;
            if (outdatedSteps > 1) {
                violations.add("members go on in a group that is outdated");
            }
            long mine = key(model);
            Long theirs = models.putIfAbsent(position, mine);
            if (theirs != null && theirs != mine) {
                violations.add("models differ after " + position);
            }
            simulation.log(() -> name + " has made " + position);
        }
    }

    private static long key(float[] model) {
        return (long) model[0] << 32 | (long) model[1];
    }

    @Override
    public String toString() {
        return "elastic seed " + seed + ", " + hosts + " hosts, mutant " + mutant + ", " + simulation.weather();
    }
}
