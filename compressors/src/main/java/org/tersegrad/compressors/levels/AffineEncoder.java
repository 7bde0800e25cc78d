package org.tersegrad.compressors.levels;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.TensorEncoder;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.bodies.BodyNumbers;

/** Rounds elements to integers between the least and the greatest of their block. */
public final class AffineEncoder extends TensorEncoder {
    /** Elements that are packed at once: whole groups of fields. */
    private static final int RUN = 4096;

    private final AffineInteger recipe;
    private final boolean random;
    private final int largest;
    private final int[] words;
    private final int[] fields;

    public AffineEncoder(AffineInteger recipe, Shape shape, Seed seed) {
        super(recipe, shape, seed);
        this.recipe = recipe;
        random = recipe.rounding() == BlockInteger.Rounding.STOCHASTIC;
        largest = (1 << recipe.bits()) - 1;
        fields = new int[Math.min(RUN, size)];
        words = new int[random ? fields.length : 0];
    }

    @Override
    protected int encodeBody(float[] values, int offset, byte[] out, int at) {
        Finite.largestKey(values, offset, size);
        out[at] = (byte) recipe.bits();
        LittleEndian.putInt(out, at + 1, recipe.block());
        int blockAt = at + AffineBody.FIELDS;
        for (int from = 0; from < size; ) {
            int count = Math.min(recipe.block(), size - from);
            writeBlock(values, offset + from, count, out, blockAt);
            blockAt += AffineBody.OF_BLOCK;
            from += count;
        }
        for (int from = 0; from < size; from += RUN) {
            int count = Math.min(RUN, size - from);
            round(values, offset, from, count, out, at + AffineBody.FIELDS);
            FixedWidth.pack(fields, 0, count, recipe.bits(), out, blockAt + from / 8 * recipe.bits());
        }
        return (int) AffineBody.byteLength(recipe.bits(), recipe.block(), size);
    }

    /** Writes minimum and step. The step is rounded up, so that no element is above the largest integer. */
    private void writeBlock(float[] values, int at, int count, byte[] out, int to) {
        float least = values[at];
        float greatest = least;
        for (int i = at + 1; i < at + count; i++) { // none is NaN, and the sign of a zero does not matter
            float value = values[i];
            if (value < least) {
                least = value;
            } else if (value > greatest) {
                greatest = value;
            }
        }
        least += 0f; // −0 becomes 0, and so does the step
        double exact = (greatest + 0.0 - least) / largest;
        float step = (float) exact;
        if (step < exact) {
            step = Math.nextUp(step);
        }
        while (Float.isInfinite(AffineBody.value(least, step, largest))) {
            step = Math.nextDown(step);
        }
        LittleEndian.putInt(out, to, Float.floatToRawIntBits(least));
        LittleEndian.putInt(out, to + 4, Float.floatToRawIntBits(step));
    }

    private void round(float[] values, int offset, int from, int count, byte[] out, int blocksAt) {
        CounterRandom.fill(stepSeed(), from, words, 0, random ? count : 0);
        for (int done = 0; done < count; ) {
            int number = (from + done) / recipe.block();
            int end = (int) Math.min(count, (number + 1L) * recipe.block() - from);
            double least = Finite.get(out, blocksAt + AffineBody.OF_BLOCK * number);
            double step = Finite.get(out, blocksAt + AffineBody.OF_BLOCK * number + 4);
            double factor = step == 0 ? 0 : 1 / step;
            if (random) {
                for (; done < end; done++) {
                    double exact = (values[offset + from + done] - least) * factor;
                    // Not negative, so the cast rounds down.
                    fields[done] = Math.min(largest, (int) (exact + (words[done] & 0xffffffffL) * 0x1p-32));
                }
            } else {
                for (; done < end; done++) {
                    double exact = (values[offset + from + done] - least) * factor;
                    fields[done] = Math.min(largest, (int) Math.rint(exact));
                }
            }
        }
    }

    @Override
    protected int scheme() {
        return BodyNumbers.AFFINE;
    }
}
