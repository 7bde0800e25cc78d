package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.internal.ActiveKernels;
import org.tersegrad.codecs.internal.FloatKernels;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Norms;

/**
 * What a worker has produced and not sent of one tensor: the memory of error feedback. Zero at first, finite always. An
 * encoder works on it in {@link Encoder#encode(FloatSlice, Memory, Payload)}.
 *
 * <p>There are two arrays. The sum of what is owed and a new gradient goes from one into the other, and they change places
 * when the gradient has been sent: one that is refused leaves no trace. It costs memory, and a little time.
 *
 * <p>Where a payload has one value for each sign, what was sent is not subtracted at once but together with the next
 * addition, which saves a pass. Nobody sees that from outside.
 */
public final class Memory {
    /** The key of 2^64. Where all is smaller, what is decoded cannot be so large that a difference overflows. */
    private static final int LARGE = (127 + 64) << 23;

    private final float decay;
    private final Norms norms = new Norms();
    private FloatSlice owed;
    private FloatSlice sum;
    private int largest;

    /** Still to be subtracted from what is owed: one value where that is positive, the other where it is negative. */
    private float positive;

    private float negative;

    /** For a tensor of so many elements. */
    public Memory(int length) {
        this(length, 1f);
    }

    /**
     * For a tensor of so many elements.
     *
     * @param decay how much of what is owed counts in the next step, 0 to 1
     */
    public Memory(int length, float decay) {
        if (length < 0) {
            throw new IllegalArgumentException("a number of elements is 0 or more, this is " + length);
        }
        if (!(decay >= 0 && decay <= 1)) {
            throw new IllegalArgumentException("decay is from 0 to 1, this is " + decay);
        }
        this.decay = decay;
        owed = FloatSlice.of(new float[length]);
        sum = FloatSlice.of(new float[length]);
    }

    /** How many elements the tensor has. */
    public int length() {
        return owed.length();
    }

    /**
     * What is owed and a gradient. Of what is owed, nothing changes before {@link #keepRest}.
     *
     * @param gradient not modified
     * @return the memory's own, valid until its next use
     * @throws IllegalArgumentException if the length differs, or an element of gradient or sum is not finite
     */
    public FloatSlice plus(FloatSlice gradient) {
        gradient.requireLength(length());
        largest = add(gradient, 0, length());
        if (largest >= FloatKernels.NON_FINITE) {
            throw refusal(gradient, 0, sum.array(), 0, length());
        }
        return sum;
    }

    /**
     * The sum that {@link #plus} gave is what is owed now, less what was sent of it.
     *
     * @param sent not modified: what became of that sum
     */
    public void keepRest(Payload sent) {
        sent.addTo(sum, -1f);
        if (largest >= LARGE) {
            bound(sum.array(), Float.MAX_VALUE);
        }
        keep(0f, 0f);
    }

    /** Puts the sum of some elements in place, finite or not, and returns the largest key among them. */
    int add(FloatSlice gradient, int from, int count) {
        return add(gradient, from, count, sum.array(), from);
    }

    /** Puts the sum of some elements elsewhere, finite or not, and returns the largest key among them. */
    int add(FloatSlice gradient, int from, int count, float[] target, int to) {
        return ActiveKernels.FLOATS.addToOwed(
                owed.array(),
                from,
                count,
                positive,
                negative,
                decay,
                gradient.array(),
                gradient.offset() + from,
                target,
                to);
    }

    /**
     * Puts the sum of some elements in place, finite or not.
     *
     * @param lanes modified: their magnitudes are added, as {@link FloatKernels#sumMagnitudes} does it
     */
    void addAndSum(FloatSlice gradient, int from, int count, float[] lanes) {
        if (decay == 1f && positive > 0 && negative == -positive) {
            ActiveKernels.FLOATS.addToOwedAndSum(
                    owed.array(),
                    from,
                    count,
                    positive,
                    gradient.array(),
                    gradient.offset() + from,
                    sum.array(),
                    from,
                    lanes);
        } else {
            add(gradient, from, count);
            ActiveKernels.FLOATS.sumMagnitudes(sum.array(), from, count, lanes);
        }
    }

    /** Names the first of some elements whose sum is not finite. */
    static IllegalArgumentException refusal(FloatSlice gradient, int from, float[] sums, int at, int count) {
        for (int i = 0; i < count; i++) {
            float value = gradient.array()[gradient.offset() + from + i];
            if (!Float.isFinite(value)) {
                break;
            }
            if (!Float.isFinite(sums[at + i])) {
                return new IllegalArgumentException("element " + (from + i) + " of the gradient is " + value
                        + "; together with what is owed that is more than a float can hold");
            }
        }
        return Finite.refusal(gradient.array(), gradient.offset() + from, count, from);
    }

    /** The sums that {@link #add} has put in place. */
    float[] sum() {
        return sum.array();
    }

    /** The sum is what is owed now, less one value where it is positive and another where it is negative. */
    void keep(float wherePositive, float whereNegative) {
        FloatSlice swap = owed;
        owed = sum;
        sum = swap;
        positive = wherePositive;
        negative = whereNegative;
    }

    /** Subtracts what is still to be subtracted. */
    private float[] settled() {
        float[] values = owed.array();
        // To subtract −0.0 makes 0.0 of −0.0, and signs tell them apart.
        if ((Float.floatToRawIntBits(positive) | Float.floatToRawIntBits(negative)) != 0) {
            for (int i = 0; i < values.length; i++) {
                values[i] -= Float.floatToRawIntBits(values[i]) < 0 ? negative : positive;
            }
            positive = 0;
            negative = 0;
        }
        return values;
    }

    /** The Euclidean norm. */
    public double norm() {
        float[] values = settled();
        int key = ActiveKernels.FLOATS.largestKey(values, 0, values.length);
        return norms.euclidean(values, 0, values.length, key);
    }

    /**
     * Adds what is owed.
     *
     * @param target modified: {@code target += weight * owed}
     */
    public void addTo(FloatSlice target, float weight) {
        target.requireLength(length());
        ActiveKernels.FLOATS.addScaled(settled(), 0, length(), weight, target.array(), target.offset());
    }

    /** Multiplies what is owed; beyond the largest float it stays there. */
    public void scale(float factor) {
        if (!Float.isFinite(factor)) {
            throw new IllegalArgumentException("a factor is finite, this is " + factor);
        }
        float[] values = settled();
        for (int i = 0; i < values.length; i++) {
            values[i] *= factor;
        }
        bound(values, Float.MAX_VALUE);
    }

    /**
     * Forgets of each element what is beyond a limit.
     *
     * @param limit 0 or more
     */
    public void clip(float limit) {
        if (!(limit >= 0)) {
            throw new IllegalArgumentException("a limit is 0 or more, this is " + limit);
        }
        bound(settled(), limit);
    }

    private static void bound(float[] values, float limit) {
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.max(-limit, Math.min(limit, values[i]));
        }
    }

    /** How many bytes {@link #save} writes. */
    public long stateBytes() {
        return (long) Float.BYTES * length();
    }

    /**
     * Writes what is owed, as part of the content of a {@link Restorable}.
     *
     * @param out modified: {@link #stateBytes} bytes from its position on; little-endian
     */
    public void save(ByteBuffer out) {
        Restorable.put(settled(), out);
    }

    /**
     * Reads what {@link #save} wrote.
     *
     * @param in modified: its position moves by {@link #stateBytes}; little-endian
     */
    public void restore(ByteBuffer in) {
        Restorable.get(owed.array(), in);
        positive = 0;
        negative = 0;
    }
}
