package org.tersegrad.errorfeedback;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** An encoder whose debts stand in a {@link Residual}. */
abstract class ResidualEncoder extends Feedback {
    private final Residual memory;

    ResidualEncoder(Compressor recipe, Compressor inner, Shape shape, Seed seed, float decay) {
        super(recipe, inner, shape, seed);
        memory = new Residual(shape.size(), decay);
    }

    final Residual memory() {
        return memory;
    }

    @Override
    public final double residualNorm() {
        return memory.norm();
    }

    @Override
    public final void addResidualTo(FloatSlice target, float weight) {
        memory.addTo(target, weight);
    }

    @Override
    public final void scaleResidual(float factor) {
        memory.scale(factor);
    }

    @Override
    long memoryBytes() {
        return memory.stateBytes();
    }

    @Override
    void saveMemory(ByteBuffer out) {
        memory.save(out);
    }

    @Override
    void restoreMemory(ByteBuffer in) {
        memory.restore(in);
    }
}
