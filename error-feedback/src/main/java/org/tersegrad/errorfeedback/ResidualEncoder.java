package org.tersegrad.errorfeedback;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** An encoder that keeps a {@link Residual}. */
abstract class ResidualEncoder extends Feedback {
    private final Residual residual;

    ResidualEncoder(Compressor recipe, Compressor inner, Shape shape, Seed seed, float decay) {
        super(recipe, inner, shape, seed);
        residual = new Residual(shape.size(), decay);
    }

    final Residual residual() {
        return residual;
    }

    @Override
    public final double residualNorm() {
        return residual.norm();
    }

    @Override
    public final void addResidualTo(FloatSlice target, float weight) {
        residual.addTo(target, weight);
    }

    @Override
    public final void scaleResidual(float factor) {
        residual.scale(factor);
    }

    @Override
    long memoryBytes() {
        return residual.stateBytes();
    }

    @Override
    void saveMemory(ByteBuffer out) {
        residual.save(out);
    }

    @Override
    void restoreMemory(ByteBuffer in) {
        residual.restore(in);
    }
}
