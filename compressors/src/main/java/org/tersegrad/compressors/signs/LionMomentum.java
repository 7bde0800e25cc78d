package org.tersegrad.compressors.signs;

import org.tersegrad.compressors.FloatSlice;

/** The momentum of the optimizer Lion, and the update that it makes of a gradient. */
public final class LionMomentum {
    private final float beta1;
    private final float beta2;
    private final float[] momentum;
    private final FloatSlice update;

    /** Zero, for a tensor of {@code size} elements. */
    public LionMomentum(float beta1, float beta2, int size) {
        this.beta1 = beta1;
        this.beta2 = beta2;
        momentum = new float[size];
        update = FloatSlice.of(new float[size]);
    }

    /** Rejects a weight that is not from 0 to 1. */
    public static void requireWeight(String name, float beta) {
        if (!(beta >= 0 && beta <= 1)) {
            throw new IllegalArgumentException(name + " is from 0 to 1, this is " + beta);
        }
    }

    /** The update, which is beta1 m + (1 − beta1) g; its own array, valid until the next call. */
    public FloatSlice update(float[] values, int offset) {
        float newer = 1 - beta1;
        float[] updated = update.array();
        for (int i = 0; i < momentum.length; i++) {
            updated[i] = beta1 * momentum[i] + newer * values[offset + i];
        }
        return update;
    }

    /** Goes on: m = beta2 m + (1 − beta2) g. */
    public void advance(float[] values, int offset) {
        float newer = 1 - beta2;
        for (int i = 0; i < momentum.length; i++) {
            momentum[i] = beta2 * momentum[i] + newer * values[offset + i];
        }
    }

    /** m itself, to be saved and restored. */
    public float[] values() {
        return momentum;
    }
}
