package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * One worker's way to a server: the worker's encoders with their residuals, and on the other end what the server knows of the
 * estimates whose increments they send.
 */
final class Uplink {
    private final List<ServerTensor> tensors;
    private final List<Encoder> encoders = new ArrayList<>();
    private final List<Mirror> mirrors = new ArrayList<>();
    private final ByteBuffer buffer;
    private long bits;

    /** @param seed the one of the model's reductions, so that a worker draws what it draws in a group */
    Uplink(List<ServerTensor> tensors, Seed seed, int rank) {
        this.tensors = tensors;
        int bytes = 0;
        for (int i = 0; i < tensors.size(); i++) {
            ServerTensor tensor = tensors.get(i);
            encoders.add(
                    tensor.up().encoder(tensor.shape(), seed.fork(i).fork(0).fork(rank)));
            mirrors.add(new Mirror(tensor.sendsIncrements() ? tensor.shape() : Shape.vector(0)));
            bytes = Math.addExact(bytes, tensor.up().maxBytes(tensor.shape()));
        }
        buffer = ByteBuffer.allocate(bytes);
    }

    /**
     * Encodes all tensors on the worker's side.
     *
     * @param values not modified: as many as there are parameters
     * @return the message
     */
    byte[] send(float[] values) {
        buffer.clear();
        for (int i = 0; i < tensors.size(); i++) {
            ServerTensor tensor = tensors.get(i);
            encoders.get(i).encode(tensor.in(values), tensor.payload());
            bits += tensor.payload().bits();
            tensor.payload().writeTo(buffer);
        }
        byte[] message = new byte[buffer.flip().remaining()];
        buffer.get(message);
        return message;
    }

    /** How many bits this worker has sent. */
    long bitsSent() {
        return bits;
    }

    /**
     * Takes a message in on the server's side: increments into the estimates, all else into the target.
     *
     * @param target modified: {@code target += weight * decoded}, for tensors that are not sent as increments
     */
    void take(byte[] message, float[] target, float weight) {
        ByteBuffer in = ByteBuffer.wrap(message);
        for (int i = 0; i < tensors.size(); i++) {
            ServerTensor tensor = tensors.get(i);
            tensor.payload().readFrom(in, tensor.place().length());
            if (tensor.sendsIncrements()) {
                mirrors.get(i).add(tensor.payload(), 1f);
            } else {
                tensor.payload().addTo(tensor.in(target), weight);
            }
        }
    }

    /** Refuses a message that {@link #take} would refuse. */
    void check(byte[] message) {
        ByteBuffer in = ByteBuffer.wrap(message);
        tensors.forEach(tensor -> tensor.payload().readFrom(in, tensor.place().length()));
    }

    /**
     * Adds what the server knows of this worker's estimates.
     *
     * @param target modified: {@code target += weight * estimate}, for tensors that are sent as increments
     */
    void addEstimates(float[] target, float weight) {
        for (int i = 0; i < tensors.size(); i++) {
            if (tensors.get(i).sendsIncrements()) {
                mirrors.get(i).addTo(tensors.get(i).in(target), weight);
            }
        }
    }

    /** The Euclidean norm of this worker's residuals, over all tensors. */
    double residualNorm() {
        double squares = 0;
        for (Encoder encoder : encoders) {
            squares += encoder.residualNorm() * encoder.residualNorm();
        }
        return Math.sqrt(squares);
    }

    int bytes() {
        return encoders.stream().mapToInt(Encoder::stateBytes).sum()
                + mirrors.stream().mapToInt(Mirror::stateBytes).sum();
    }

    void save(ByteBuffer out) {
        encoders.forEach(encoder -> encoder.save(out));
        mirrors.forEach(mirror -> mirror.save(out));
    }

    void restore(ByteBuffer in, long bitsBefore) {
        encoders.forEach(encoder -> encoder.restore(in));
        mirrors.forEach(mirror -> mirror.restore(in));
        bits = bitsBefore;
    }
}
