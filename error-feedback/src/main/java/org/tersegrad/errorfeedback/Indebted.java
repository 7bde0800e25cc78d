package org.tersegrad.errorfeedback;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Memory;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** An encoder whose debts stand in a {@link Memory}. */
abstract class Indebted extends Feedback {
    private final Memory memory;

    Indebted(Compressor recipe, Compressor inner, Shape shape, Seed seed, float decay) {
        super(recipe, inner, shape, seed);
        memory = new Memory(shape.size(), decay);
    }

    final Memory memory() {
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
