package org.tersegrad.convergence.training.run;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** What neighbours do not know of the tensor goes to them, compressed; they and this worker add it to what they know. */
final class CompressedGossip implements GossipTensor {
    private final FloatSlice place;
    private final float gamma;
    private final int rank;
    private final Encoder encoder;
    private final Payload payload;
    private final int maxBytes;
    private final FloatSlice difference;
    /** What is known of each worker's tensor; empty of those that are no neighbours. */
    private final float[][] known;

    CompressedGossip(
            Compressor compressor, Shape shape, FloatSlice place, float gamma, int rank, int[] around, Seed seed) {
        this.place = place;
        this.gamma = gamma;
        this.rank = rank;
        encoder = compressor.encoder(shape, seed);
        maxBytes = compressor.maxBytes(shape);
        payload = Payload.allocate(maxBytes);
        difference = FloatSlice.of(new float[place.length()]);
        known = new float[around[around.length - 1] + 1][0];
        for (int neighbour : around) {
            known[neighbour] = new float[place.length()];
        }
    }

    @Override
    public int maxBytes() {
        return maxBytes;
    }

    @Override
    public void write(ByteBuffer out) {
        for (int i = 0; i < place.length(); i++) {
            difference.array()[i] = place.array()[place.offset() + i] - known[rank][i];
        }
        encoder.encode(difference, payload);
        payload.writeTo(out);
    }

    @Override
    public void take(int worker, ByteBuffer in) {
        payload.readFrom(in, place.length());
        payload.addTo(FloatSlice.of(known[worker]), 1f);
    }

    @Override
    public void mix(int[] around) {
        float weight = 1f / around.length;
        for (int i = 0; i < place.length(); i++) {
            float sum = 0;
            for (int neighbour : around) {
                sum += known[neighbour][i];
            }
            place.array()[place.offset() + i] += gamma * (sum * weight - known[rank][i]);
        }
    }

    @Override
    public int bytes() {
        int floats = 0;
        for (float[] each : known) {
            floats += each.length;
        }
        return Float.BYTES * floats + encoder.stateBytes();
    }

    @Override
    public void save(ByteBuffer out) {
        for (float[] each : known) {
            WorkerModel.put(each, out);
        }
        encoder.save(out);
    }

    @Override
    public void restore(ByteBuffer in) {
        for (float[] each : known) {
            WorkerModel.get(each, in);
        }
        encoder.restore(in);
    }
}
