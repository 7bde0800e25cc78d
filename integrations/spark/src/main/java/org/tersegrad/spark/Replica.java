package org.tersegrad.spark;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.tersegrad.compressors.FloatSlice;

/**
 * A worker's copy of the model and of the momentum of stochastic gradient descent. All workers make the same steps, so all copies
 * have the same bits.
 *
 * <pre>
 *   m = mu m + g;   x = x − rate m
 * </pre>
 */
final class Replica {
    private final float[] parameters;
    private final float[] momenta;

    /** @param parameters not copied: modified by steps */
    Replica(float[] parameters) {
        this(parameters, new float[parameters.length]);
    }

    private Replica(float[] parameters, float[] momenta) {
        this.parameters = parameters;
        this.momenta = momenta;
    }

    /** The parameters, not copied. */
    float[] parameters() {
        return parameters;
    }

    /**
     * One step of one tensor.
     *
     * @param mean not modified: of all workers' gradients, at the tensor's place in an array as long as the parameters
     */
    void step(FloatSlice mean, float rate, float momentum) {
        for (int i = mean.offset(); i < mean.offset() + mean.length(); i++) {
            momenta[i] = momentum * momenta[i] + mean.array()[i];
            parameters[i] -= rate * momenta[i];
        }
    }

    byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(2 * Float.BYTES, parameters.length))
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(parameters).put(momenta);
        return bytes.array();
    }

    /** @param bytes not modified: what {@link #toBytes} gave */
    static Replica of(byte[] bytes) {
        float[] parameters = new float[bytes.length / (2 * Float.BYTES)];
        float[] momenta = new float[parameters.length];
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(parameters)
                .get(momenta);
        return new Replica(parameters, momenta);
    }

    /** A checksum: replicas that differ in a bit nearly always differ in it. */
    long checksum() {
        CRC32C checksum = new CRC32C();
        checksum.update(toBytes());
        return checksum.getValue();
    }
}
