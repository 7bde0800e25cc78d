package org.tersegrad.reducers.sync;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.State;

/** Sends what neighbours do not know of the tensor, compressed; they and this worker add it to what they know. */
final class CompressedGossip extends State implements GossipTensor {
    private final float gamma;
    private final int rank;
    private final Encoder encoder;
    private final Payload payload;
    private final int maxBytes;
    private final FloatSlice difference;
    /** The known part of each worker's tensor; empty for workers that are not neighbours. */
    private final float[][] known;

    CompressedGossip(Compressor compressor, Shape shape, float gamma, int rank, int[] around, Seed seed) {
        this.gamma = gamma;
        this.rank = rank;
        maxBytes = compressor.maxBytes(shape);
        payload = Payload.allocate(maxBytes);
        difference = FloatSlice.of(new float[shape.size()]);
        known = new float[around[around.length - 1] + 1][0];
        for (int neighbour : around) {
            known[neighbour] = saved(new float[shape.size()]);
        }
        encoder = saved(compressor.encoder(shape, seed));
    }

    @Override
    public int maxBytes() {
        return maxBytes;
    }

    @Override
    public void write(FloatSlice own, ByteBuffer out) {
        for (int i = 0; i < own.length(); i++) {
            difference.array()[i] = own.array()[own.offset() + i] - known[rank][i];
        }
        encoder.encode(difference, payload);
        payload.writeTo(out);
    }

    @Override
    public void take(int worker, ByteBuffer in) {
        payload.readFrom(in, difference.length());
        payload.addTo(FloatSlice.of(known[worker]), 1f);
    }

    @Override
    public void mix(FloatSlice own, int[] around) {
        float weight = 1f / around.length;
        for (int i = 0; i < own.length(); i++) {
            float sum = 0;
            for (int neighbour : around) {
                sum += known[neighbour][i];
            }
            own.array()[own.offset() + i] += gamma * (sum * weight - known[rank][i]);
        }
    }
}
