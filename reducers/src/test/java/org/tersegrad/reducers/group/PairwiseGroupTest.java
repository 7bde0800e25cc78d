package org.tersegrad.reducers.group;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.tersegrad.reducers.laws.CollectiveLaws;

/** A group whose transport are queues: what follows from one exchange of bytes keeps all laws. */
class PairwiseGroupTest extends CollectiveLaws {
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

    private static final class QueueGroup extends PairwiseGroup {
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
                    network.queues().get(peer).get(rank()).add(END); // for whoever asks again
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

    @Override
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception {
        Network network = Network.of(workers);
        return threads(workers, rank -> new QueueGroup(rank, workers, network), worker);
    }
}
