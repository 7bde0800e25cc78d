package org.tersegrad.testkit;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.BufferSlice;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.RefusedException;

/**
 * Laws of every {@link Collective}: ranks, the order of sums, the bits that are counted, different calls that are found, and a
 * failure that ends the group with its reason and leaves no worker waiting.
 */
final class CollectiveChecks {
    static final List<CollectiveLaw> LAWS = List.of(
            law(
                    "sumsAreThoseInTheOrderOfRanks",
                    "allReduceSum adds in the order of ranks, counts its bits and touches nothing else",
                    CollectiveChecks::sumsAreThoseInTheOrderOfRanks),
            law(
                    "maximaPartsAndBroadcasts",
                    "allReduceMax, reduceScatterSum and broadcast give what their names say",
                    CollectiveChecks::maximaPartsAndBroadcasts),
            law(
                    "aBroadcastIsCountedOnceForEachOfTheOthers",
                    "the root of a broadcast sends it to each of the others",
                    CollectiveChecks::aBroadcastIsCountedOnceForEachOfTheOthers),
            law(
                    "messagesComeInTheOrderOfRanksAndAreCounted",
                    "allGather and allToAll deliver in the order of ranks and count their bits",
                    CollectiveChecks::messagesComeInTheOrderOfRanksAndAreCounted),
            law(
                    "partsAreGroupsOfTheirOwn",
                    "split gives groups that work independently",
                    CollectiveChecks::partsAreGroupsOfTheirOwn),
            law(
                    "aFailureInAPartEndsTheGroup",
                    "a worker that throws in a part ends the whole group with its reason",
                    CollectiveChecks::aFailureInAPartEndsTheGroup),
            law(
                    "differentCallsAreFound",
                    "workers that make different calls get an exception that names both",
                    CollectiveChecks::differentCallsAreFound),
            law(
                    "aRefusalIsHeardByAllAndTheGroupGoesOn",
                    "a worker that calls refuse is heard in the call of all others, and the group goes on",
                    CollectiveChecks::aRefusalIsHeardByAllAndTheGroupGoesOn),
            law(
                    "aRefusalEndsAGroupThatWasSplit",
                    "a worker that calls refuse ends a group that was split",
                    CollectiveChecks::aRefusalEndsAGroupThatWasSplit),
            law(
                    "aWorkerThatEndsLeavesNobodyWaiting",
                    "a worker that returns early ends the calls of the others",
                    CollectiveChecks::aWorkerThatEndsLeavesNobodyWaiting),
            law(
                    "whatAWorkerThrowsEndsTheGroupForGood",
                    "the exception of a worker is the reason of every later call of the others",
                    CollectiveChecks::whatAWorkerThrowsEndsTheGroupForGood),
            law(
                    "aRefusedMessageEndsTheGroupForGood",
                    "an exception in a receiver of messages ends the group, and no message reaches a later round",
                    CollectiveChecks::aRefusedMessageEndsTheGroupForGood),
            law(
                    "sumsThatAreNotFiniteNameTheWorkerAndTheElement",
                    "a sum with NaN or infinity throws, naming worker and element, and changes nothing",
                    CollectiveChecks::sumsThatAreNotFiniteNameTheWorkerAndTheElement));

    /** Throws if groups violate a law. */
    @FunctionalInterface
    private interface Check {
        void on(GroupRunner groups) throws Exception;
    }

    /** A law of groups and how to check it. */
    static final class CollectiveLaw {
        private final Law law;
        private final Check check;

        private CollectiveLaw(Law law, Check check) {
            this.law = law;
            this.check = check;
        }

        Law law() {
            return law;
        }

        void check(GroupRunner groups) throws Exception {
            check.on(groups);
        }
    }

    /** Of sums; not a power of 2, so products are rounded. */
    private static final float WEIGHT = 0.3f;

    private CollectiveChecks() {}

    private static CollectiveLaw law(String name, String says, Check check) {
        return new CollectiveLaw(new Law("CollectiveLaws", name, says), check);
    }

    static CollectiveLaw named(String name) {
        return LAWS.stream()
                .filter(each -> each.law().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no law of groups is called " + name));
    }

    private static void sumsAreThoseInTheOrderOfRanks(GroupRunner groups) throws Exception {
        for (int workers : new int[] {1, 2, 3, 4, 7}) {
            for (int length : new int[] {0, 1, 5, 16, 1001, 100_000}) {
                requireSum(groups, workers, length);
            }
        }
    }

    private static void requireSum(GroupRunner groups, int workers, int length) throws Exception {
        float[] expected = new float[length];
        for (int w = 0; w < workers; w++) {
            float[] theirs = CounterRandom.gaussians(length, w);
            for (int i = 0; i < length; i++) {
                expected[i] = w == 0 ? theirs[i] : expected[i] + theirs[i];
            }
        }
        List<float[]> sums = groups.run(workers, group -> {
            Require.equal(group.size(), workers, "the size of the group");
            float[] mine = new float[length + 3];
            System.arraycopy(CounterRandom.gaussians(length, group.rank()), 0, mine, 2, length);
            group.allReduceSum(new FloatSlice(mine, 2, length));
            Require.that(mine[0] + mine[1] + mine[length + 2] == 0, "an element beside the slice was written");
            int own = group.partStart(length, group.rank() + 1) - group.partStart(length, group.rank());
            long others = group.size() - 1L;
            Require.equal(group.bitsSent(), 32 * (length - own + others * own), "bitsSent");
            Require.equal(group.bitsReceived(), 32 * (others * own + length - own), "bitsReceived");
            requireWeightedSum(group, expected);
            return Arrays.copyOfRange(mine, 2, length + 2);
        });
        Require.equal(sums.size(), workers, "the number of results");
        for (float[] sum : sums) {
            Require.equal(sum, expected, "the sum of " + workers + " workers");
        }
    }

    /** The same with a weight, of a vector in a buffer. */
    private static void requireWeightedSum(Collective group, float[] sum) {
        float[] mine = CounterRandom.gaussians(sum.length, group.rank());
        group.allReduceSum(BufferSlice.of(FloatBuffer.wrap(mine)), WEIGHT);
        FloatSlice product = FloatSlice.of(sum.clone());
        product.multiply(WEIGHT);
        Require.equal(mine, product.array(), "the weighted sum");
    }

    private static void maximaPartsAndBroadcasts(GroupRunner groups) throws Exception {
        List<float[]> results = groups.run(3, group -> {
            int r = group.rank();
            float[] most = {r, -r, 5};
            group.allReduceMax(FloatSlice.of(most));
            float[] part = {1, 10, 100, 1000};
            group.reduceScatterSum(FloatSlice.of(part));
            float[] given = {r, r + 0.5f};
            group.broadcast(1, FloatSlice.of(given));
            return new float[] {most[0], most[1], most[2], part[0], part[1], part[2], part[3], given[0], given[1]};
        });
        Require.equal(results.get(0), new float[] {2, 0, 5, 3, 10, 100, 1000, 1, 1.5f}, "results of worker 0");
        Require.equal(results.get(1), new float[] {2, 0, 5, 1, 30, 100, 1000, 1, 1.5f}, "results of worker 1");
        Require.equal(results.get(2), new float[] {2, 0, 5, 1, 10, 300, 3000, 1, 1.5f}, "results of worker 2");
    }

    private static void aBroadcastIsCountedOnceForEachOfTheOthers(GroupRunner groups) throws Exception {
        List<long[]> bits = groups.run(3, group -> {
            group.broadcast(2, FloatSlice.of(new float[10]));
            return new long[] {group.bitsSent(), group.bitsReceived()};
        });
        for (int rank = 0; rank < 3; rank++) {
            Require.equal(bits.get(rank)[0], rank == 2 ? 640L : 0L, "bitsSent of worker " + rank);
            Require.equal(bits.get(rank)[1], rank == 2 ? 0L : 320L, "bitsReceived of worker " + rank);
        }
    }

    private static void messagesComeInTheOrderOfRanksAndAreCounted(GroupRunner groups) throws Exception {
        groups.run(4, group -> {
            int r = group.rank();
            List<String> got = new ArrayList<>();
            ByteBuffer mine = ByteBuffer.wrap(new byte[] {9, (byte) r, (byte) (r + 10), 9}, 1, r % 2 + 1);
            group.allGather(mine, (from, message) -> got.add(from + ":" + message.remaining() + ":" + message.get()));
            Require.equal(got, List.of("0:1:0", "1:2:1", "2:1:2", "3:2:3"), "what allGather delivered");
            Require.equal(mine.position(), 1, "the position of the worker's own message");
            Require.equal(group.bitsSent(), 8L * 3 * (r % 2 + 1), "bitsSent");
            Require.equal(group.bitsReceived(), 8L * (6 - (r % 2 + 1)), "bitsReceived");

            long sent = group.bitsSent();
            got.clear();
            byte[] parcels = new byte[10];
            Arrays.fill(parcels, (byte) r);
            group.allToAll(ByteBuffer.wrap(parcels), new int[] {1, 2, 3, 4}, (from, message) -> {
                byte[] bytes = new byte[message.remaining()];
                message.get(bytes);
                byte[] expected = new byte[bytes.length];
                Arrays.fill(expected, (byte) from);
                Require.equal(bytes, expected, "the parcel of worker " + from);
                got.add(from + ":" + bytes.length);
            });
            int length = r + 1;
            Require.equal(
                    got,
                    List.of("0:" + length, "1:" + length, "2:" + length, "3:" + length),
                    "what allToAll delivered");
            Require.equal(group.bitsSent() - sent, 8L * (10 - length), "bitsSent by allToAll");
            return r;
        });
    }

    /** Five workers: 0, 2 and 4 are a part, 1 and 3 another; then parts of the parts. */
    private static void partsAreGroupsOfTheirOwn(GroupRunner groups) throws Exception {
        List<float[]> results = groups.run(5, group -> {
            Collective part = group.split(group.rank() % 2);
            Require.equal(part.size(), group.rank() % 2 == 0 ? 3 : 2, "the size of the part");
            Require.equal(part.rank(), group.rank() / 2, "the rank in the part");
            long before = group.bitsSent();
            float[] sum = {group.rank(), 1, 2, 3};
            part.allReduceSum(FloatSlice.of(sum));
            Require.equal(group.bitsSent() - before, part.bitsSent(), "bitsSent in the part");
            Require.that(part.bitsSent() > 0, "a part has sent nothing");
            List<Integer> got = new ArrayList<>();
            part.allGather(ByteBuffer.wrap(new byte[] {(byte) group.rank()}), (rank, message) -> {
                Require.equal(message.get(message.position()) / 2, rank, "the rank of a message");
                got.add((int) message.get());
            });
            Require.equal(got.size(), part.size(), "the number of messages");
            Require.equal(got, got.stream().sorted().toList(), "the order of messages");
            Collective alone = part.split(part.rank());
            float[] own = {group.rank()};
            alone.allReduceSum(FloatSlice.of(own));
            Require.equal(alone.bitsSent(), 0L, "bitsSent of a group of one");
            if (group.rank() % 2 == 1) {
                part.allReduceSum(FloatSlice.of(new float[7])); // a part may do more than another
            }
            float[] all = {1};
            group.allReduceSum(FloatSlice.of(all));
            return new float[] {sum[0], own[0], all[0]};
        });
        for (int rank = 0; rank < 5; rank++) {
            Require.equal(
                    results.get(rank), new float[] {rank % 2 == 0 ? 6 : 4, rank, 5}, "the sums of worker " + rank);
        }
    }

    /** Workers of the same part are told at once, all others with their next call. */
    private static void aFailureInAPartEndsTheGroup(GroupRunner groups) {
        Require.thrown(
                Throwable.class,
                () -> groups.run(4, group -> {
                    Collective part = group.split(group.rank() % 2);
                    if (group.rank() == 1) {
                        throw new IllegalStateException("disk full");
                    }
                    requireEnded("disk full", () -> {
                        part.allReduceSum(FloatSlice.of(1f));
                        group.allReduceSum(FloatSlice.of(1f));
                    });
                    throw new IllegalStateException("so be it: disk full");
                }),
                "disk full");
    }

    /** Throws unless the call throws an exception whose message contains the reason. */
    private static void requireEnded(String reason, Require.Action call) {
        Throwable thrown = Require.thrown(Throwable.class, call);
        Require.that(
                String.valueOf(thrown.getMessage()).contains(reason),
                "thrown is " + thrown + ", the reason: " + reason);
    }

    private static void differentCallsAreFound(GroupRunner groups) {
        Require.thrown(
                Throwable.class,
                () -> groups.run(2, group -> {
                    group.allReduceSum(FloatSlice.of(new float[3 + group.rank()]));
                    return 0;
                }),
                "allReduceSum of 3",
                "allReduceSum of 4");
        Require.thrown(
                Throwable.class,
                () -> groups.run(2, group -> {
                    if (group.rank() == 0) {
                        group.allGather(ByteBuffer.allocate(3), (rank, message) -> {});
                    } else {
                        group.allReduceSum(FloatSlice.of(1f));
                    }
                    return 0;
                }),
                "allGather",
                "allReduceSum of 1");
        Require.thrown(
                Throwable.class,
                () -> groups.run(2, group -> {
                    group.broadcast(2, FloatSlice.of(1f));
                    return 0;
                }),
                "a root is from 0 to 1, this is 2");
    }

    /** Each of the others hears of it in the call that it makes, with the first reason if there are several. */
    private static void aRefusalIsHeardByAllAndTheGroupGoesOn(GroupRunner groups) throws Exception {
        groups.run(4, group -> {
            List<Runnable> calls = List.of(
                    () -> group.allReduceSum(FloatSlice.of(1f, 2f)),
                    () -> group.allReduceMax(FloatSlice.of(1f, 2f)),
                    () -> group.reduceScatterSum(FloatSlice.of(1f, 2f)),
                    () -> group.broadcast(1, FloatSlice.of(1f, 2f)),
                    () -> group.allGather(ByteBuffer.allocate(3), (rank, message) -> {}),
                    () -> group.allToAll(ByteBuffer.allocate(4), new int[] {1, 1, 1, 1}, (rank, message) -> {}),
                    group::barrier);
            for (Runnable call : calls) {
                if (group.rank() % 2 == 1) {
                    group.refuse("disk " + group.rank() + " is full");
                } else {
                    Throwable thrown = Require.thrown(RefusedException.class, call::run);
                    Require.equal(
                            String.valueOf(thrown.getMessage()),
                            "worker 1 refused: disk 1 is full",
                            "the message of the exception");
                }
                FloatSlice ranks = FloatSlice.of(group.rank());
                group.allReduceSum(ranks);
                Require.equal(ranks.array(), new float[] {6f}, "the sum of ranks afterwards");
            }
            return 0;
        });
    }

    /** Workers that wait in a part would not hear of it otherwise. */
    private static void aRefusalEndsAGroupThatWasSplit(GroupRunner groups) {
        Require.thrown(
                Throwable.class,
                () -> groups.run(3, group -> {
                    Collective part = group.split(group.rank() / 2);
                    group.barrier();
                    if (group.rank() == 2) {
                        group.refuse("disk full");
                    }
                    part.barrier();
                    group.barrier();
                    return 0;
                }),
                "worker 2 refused: disk full");
    }

    private static void aWorkerThatEndsLeavesNobodyWaiting(GroupRunner groups) {
        Require.thrown(
                Throwable.class,
                () -> groups.run(3, group -> {
                    if (group.rank() != 1) {
                        group.allReduceSum(FloatSlice.of(1f));
                    }
                    return 0;
                }));
    }

    /** Workers that wait for the one that fails get its reason, and so do later calls. */
    private static void whatAWorkerThrowsEndsTheGroupForGood(GroupRunner groups) {
        for (int failing = 0; failing < 3; failing++) {
            int rank = failing;
            Require.thrown(
                    Throwable.class,
                    () -> groups.run(3, group -> {
                        group.allReduceSum(FloatSlice.of(1f));
                        if (group.rank() == rank) {
                            throw new IllegalStateException("disk full");
                        }
                        for (int later = 0; later < 3; later++) {
                            requireEnded(
                                    "worker " + rank + " failed: disk full",
                                    () -> group.allReduceSum(FloatSlice.of(1f)));
                        }
                        throw new IllegalStateException("so be it: disk full");
                    }),
                    "disk full");
        }
    }

    /** A message of a later round must not reach a worker that is still in an earlier one. */
    private static void aRefusedMessageEndsTheGroupForGood(GroupRunner groups) {
        String reason = "not my language";
        Require.thrown(
                Throwable.class,
                () -> groups.run(3, group -> {
                    for (int round = 0; round < 4; round++) {
                        byte[] mine = {(byte) (10 * round + group.rank())};
                        boolean rejecting = round == 1 && group.rank() == 1;
                        int inRound = round;
                        Require.Action gather = () -> group.allGather(ByteBuffer.wrap(mine), (from, message) -> {
                            if (rejecting) {
                                throw new IllegalStateException(reason);
                            }
                            Require.equal(message.get(), (byte) (10 * inRound + from), "the message of " + from);
                        });
                        if (round > 1 || rejecting) {
                            requireEnded(reason, gather);
                        } else {
                            Require.unlessThrown(gather);
                        }
                    }
                    throw new IllegalStateException(reason);
                }),
                reason);
    }

    private static void sumsThatAreNotFiniteNameTheWorkerAndTheElement(GroupRunner groups) {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            for (int call = 0; call < 6; call++) {
                int which = call % 3;
                int whose = call / 3;
                Require.thrown(
                        Throwable.class,
                        () -> groups.run(3, group -> {
                            float[] vector = {1, 2, 3, 4, 5, 6, 7};
                            vector[5] = group.rank() == whose ? bad : 6;
                            try {
                                switch (which) {
                                    case 0 -> group.allReduceSum(FloatSlice.of(vector));
                                    case 1 -> group.reduceScatterSum(FloatSlice.of(vector));
                                    default -> group.allReduceMax(FloatSlice.of(vector));
                                }
                            } finally {
                                Require.that(which == 1 || vector[0] == 1f, "a vector has changed");
                            }
                            return 0;
                        }),
                        "message of worker " + whose + ": element 5 is " + bad);
            }
        }
        Require.thrown(
                Throwable.class,
                () -> groups.run(2, group -> {
                    group.allReduceSum(FloatSlice.of(1f, 3e38f));
                    return 0;
                }),
                "message of worker 1: element 1 is 3.0E38; the sum is more than a float can hold");
    }
}
