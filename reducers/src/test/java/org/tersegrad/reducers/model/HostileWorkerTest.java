package org.tersegrad.reducers.model;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.floats.Dense;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Hierarchical;
import org.tersegrad.reducers.MajorityVote;
import org.tersegrad.reducers.Server;
import org.tersegrad.reducers.group.LocalGroup;

/** One worker of two sends by hand what no reduction would; the other one finds it. */
@Tag("any-jdk")
class HostileWorkerTest {
    private static final Collective.Receiver NOTHING = (rank, message) -> {};

    /** Both workers; the hostile one may do anything. */
    private static void assertFound(
            int hostile, LocalGroup.Worker<Object> hand, LocalGroup.Worker<Object> honest, String why) {
        assertThatThrownBy(
                        () -> LocalGroup.run(2, group -> group.rank() == hostile ? hand.run(group) : honest.run(group)))
                .hasMessageContaining(why);
    }

    @Test
    void anAbsentWorkerSendsAZero() {
        Server server = new Server(new Dense(), new Dense()).withParticipation(1, Server.Absent.WAIT);
        assertFound(
                1,
                group -> {
                    group.allToAll(ByteBuffer.wrap(new byte[] {1}), new int[] {1, 0}, NOTHING);
                    group.allGather(ByteBuffer.allocate(0), NOTHING);
                    return 0;
                },
                group -> server.reduction(Shape.vector(3), Seed.of(1), group).reduce(FloatSlice.of(1, 2, 3)),
                "message of worker 1: an absent worker sends a 0");
    }

    /** The three signs are the part of worker 1; the other bits of their byte are zero, in votes and in what they decide. */
    @Test
    void signsHaveNothingBehindThem() {
        byte[] tooMany = {0x0f};
        LocalGroup.Worker<Object> honest = group ->
                new MajorityVote().reduction(Shape.vector(3), Seed.of(1), group).reduce(FloatSlice.of(1, 2, 3));
        assertFound(
                0,
                group -> {
                    group.allToAll(ByteBuffer.wrap(tooMany), new int[] {0, 1}, NOTHING);
                    group.allGather(ByteBuffer.allocate(0), NOTHING);
                    return 0;
                },
                honest,
                "message of worker 0: the bits after the last sign are not zero");
        assertFound(
                1,
                group -> {
                    group.allToAll(ByteBuffer.allocate(1), new int[] {0, 1}, NOTHING);
                    group.allGather(ByteBuffer.wrap(tooMany), NOTHING);
                    return 0;
                },
                honest,
                "message of worker 1: the bits after the last sign are not zero");
    }

    @Test
    void theMeanOfANodeIsFinite() {
        for (float bad : new float[] {Float.POSITIVE_INFINITY, Float.NaN}) {
            assertFound(
                    0,
                    group -> {
                        Collective node = group.split(0);
                        group.split(0);
                        node.allReduceSum(FloatSlice.of(1, 2, 3));
                        ByteBuffer mean = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
                        node.allGather(mean.putFloat(4, bad), NOTHING);
                        group.allGather(ByteBuffer.allocate(0), NOTHING);
                        return 0;
                    },
                    group -> new Hierarchical(new AllReduce(), 2)
                            .reduction(Shape.vector(3), Seed.of(1), group)
                            .reduce(FloatSlice.of(1, 2, 3)),
                    "message of worker 0: element 1 is " + bad);
        }
    }

    @Test
    void fusedMessagesHaveNoTrailingBytes() {
        ByteBuffer message =
                ByteBuffer.allocate(6).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 1);
        assertThatThrownBy(() -> FusedExchanges.deliver(1, message, List.of(NOTHING)))
                .hasMessageContaining("message of worker 1: 1 bytes more than expected");
    }

    /** A frame of two payloads, and a byte after it. */
    @Test
    void fusedPayloadsHaveNoTrailingBytes() {
        assertFound(
                1,
                group -> reduceTwo((Collective) Proxy.newProxyInstance(
                        Collective.class.getClassLoader(), new Class<?>[] {Collective.class}, (proxy, method, args) -> {
                            if (method.getName().equals("allGather")) {
                                ByteBuffer mine = (ByteBuffer) args[0];
                                args[0] = ByteBuffer.allocate(mine.remaining() + 1)
                                        .put(mine.duplicate())
                                        .rewind();
                            }
                            return method.invoke(group, args);
                        })),
                HostileWorkerTest::reduceTwo,
                "message of worker 1: 1 bytes more than expected");
    }

    private static long reduceTwo(Collective group) {
        Gather gather = new Gather(new Dense());
        Exchange[] chains = new Exchange[2];
        for (int i = 0; i < 2; i++) {
            chains[i] = gather.reduction(Shape.vector(3), Seed.of(i), group).begin(FloatSlice.of(1, 2, 3));
        }
        return new FusedExchanges(group).run(chains);
    }
}
