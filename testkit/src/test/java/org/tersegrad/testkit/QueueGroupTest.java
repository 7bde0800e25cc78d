package org.tersegrad.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.PairwiseGroup;
import org.tersegrad.testkit.junit.CollectiveLaws;

/** A group whose transport are queues: what follows from one exchange of bytes keeps all laws. */
class QueueGroupTest extends CollectiveLaws {
    private static final byte[] END = {};

    /** All connections of one group: {@code queues.get(from).get(to)}. */
    private record Network(List<List<BlockingQueue<byte[]>>> queues) {
        static Network of(int workers) {
            List<List<BlockingQueue<byte[]>>> queues = new ArrayList<>();
            for (int from = 0; from < workers; from++) {
                List<BlockingQueue<byte[]>> row = new ArrayList<>();
                for (int to = 0; to < workers; to++) {
                    row.add(new LinkedBlockingQueue<>());
                }
                queues.add(row);
            }
            return new Network(queues);
        }
    }

    private static class QueueGroup extends PairwiseGroup {
        private final Network network;

        QueueGroup(int rank, int size, Network network) {
            super(rank, size);
            this.network = network;
        }

        @Override
        protected void send(int peer, ByteBuffer message) {
            byte[] copy = new byte[message.remaining()];
            message.get(copy);
            network.queues().get(rank()).get(peer).add(copy);
        }

        @Override
        protected ByteBuffer receive(int peer) throws IOException {
            try {
                byte[] message = network.queues().get(peer).get(rank()).take();
                if (message == END) {
                    network.queues().get(peer).get(rank()).add(END); // for later calls
                    throw new EOFException("the connection was closed");
                }
                return ByteBuffer.wrap(message);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }

        @Override
        public void close() {
            network.queues().get(rank()).forEach(queue -> queue.add(END));
        }
    }

    /** One whose n-th message to others has NaN in place of its first float. */
    private static final class NanSender extends QueueGroup {
        private int left;

        NanSender(int rank, int size, Network network, int left) {
            super(rank, size, network);
            this.left = left;
        }

        @Override
        protected void send(int peer, ByteBuffer message) {
            if (left-- == 0) {
                message.order(ByteOrder.LITTLE_ENDIAN).putFloat(message.position() + HEADER_BYTES, Float.NaN);
            }
            super.send(peer, message);
        }
    }

    /** Message 0 of a sum is the other's values of a part, message 1 the other's sums of its own. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSumWithNanIsRefusedWithItsSenderAndNothingHasChanged(int message) {
        Network network = Network.of(2);
        float[][] values = {{1, 2, 3, 4, 5}, {10, 20, 30, 40, 50}};
        assertThatThrownBy(() -> GroupRunner.threads(
                        2,
                        rank -> rank == 1 ? new NanSender(rank, 2, network, message) : new QueueGroup(rank, 2, network),
                        group -> {
                            group.allReduceSum(FloatSlice.of(values[group.rank()]));
                            return 0;
                        }))
                .hasMessageContaining("worker 1")
                .hasMessageContaining("NaN");
        assertThat(values[0]).containsExactly(1, 2, 3, 4, 5);
    }

    @Override
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception {
        Network network = Network.of(workers);
        return GroupRunner.threads(workers, rank -> new QueueGroup(rank, workers, network), worker);
    }
}
