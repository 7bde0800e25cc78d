package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.OrderedSums;

/**
 * The residual of error feedback: what a worker has produced and not sent of one tensor. Zero at first, finite always. An
 * encoder works on it in {@link Encoder#encode(FloatSlice, Residual, Payload)}.
 *
 * <p><b>Huge values.</b> No finite gradient is rejected: a sum of residual and gradient that overflows stays at the largest float,
 * and so does a residual that overflows because more was sent than there was. A residual at the largest float is harmless: the next
 * small gradient is added to it, which rounds to the largest float again.
 *
 * <p>There are two arrays. The sum of the residual and a new gradient goes from one into the other, and they change places when the
 * gradient has been sent: one that is rejected leaves no trace. It costs memory, and a little time.
 *
 * <p>If a payload has one value for each sign, the sent values are not subtracted at once but together with the next addition,
 * which saves a pass. This is not visible from outside.
 */
public final class Residual {
    /** The key of 2^64. If all elements are smaller, no decoded value is so large that a difference overflows. */
    private static final int LARGE = (127 + 64) << 23;
    /** The key of the largest float. */
    private static final int LARGEST = ReductionKernels.NON_FINITE - 1;
    /** Elements that are converted at a time. */
    static final int PIECE = 2048;

    private final float decay;
    private static final FloatSlice NO_GRADIENT = FloatSlice.of();

    private final OrderedSums norms = new OrderedSums();
    private FloatSlice residual;
    private FloatSlice sum;
    private int largest;

    /** The current gradient, in an array or elsewhere; the other one is empty. */
    private FloatSlice gradient = NO_GRADIENT;

    private Slice other = NO_GRADIENT;

    /** A run of a gradient that came in 16 bits or in a buffer, while it is in the cache. */
    private float[] piece = {};

    /** Still to be subtracted from the residual: one value where it is positive, the other where it is negative. */
    private float positive;

    private float negative;

    /** The same as it was before the last step. */
    private float formerPositive;

    private float formerNegative;

    /** A zero residual for a tensor of {@code length} elements. */
    public Residual(int length) {
        this(length, 1f);
    }

    /**
     * A zero residual for a tensor of {@code length} elements.
     *
     * @param decay how much of the residual counts in the next step, 0 to 1
     */
    public Residual(int length, float decay) {
        if (length < 0) {
            throw new IllegalArgumentException("a number of elements is 0 or more, this is " + length);
        }
        if (!(decay >= 0 && decay <= 1)) {
            throw new IllegalArgumentException("decay is from 0 to 1, this is " + decay);
        }
        this.decay = decay;
        residual = FloatSlice.of(new float[length]);
        sum = FloatSlice.of(new float[length]);
    }

    /** Number of elements of the tensor. */
    public int length() {
        return residual.length();
    }

    /**
     * The residual plus a gradient. The residual does not change before {@link #keepUnsent}.
     *
     * @param gradient not modified
     * @return the residual's own, finite, valid until its next use
     * @throws IllegalArgumentException if the length differs, or an element of the gradient is not finite
     */
    public FloatSlice plus(FloatSlice gradient) {
        open(gradient);
        return plusGradient();
    }

    /** The same for a gradient of 16-bit floats, or in a buffer, which is converted on the way. */
    public FloatSlice plus(Slice gradient) {
        open(gradient);
        return plusGradient();
    }

    private FloatSlice plusGradient() {
        try {
            largest = add(0, length(), sum.array(), 0);
        } finally {
            close();
        }
        return sum;
    }

    /**
     * Takes the gradient of a step, from whose elements {@link #add} and {@link #addAndSum} then make sums.
     *
     * @throws IllegalArgumentException if the length differs
     */
    void open(FloatSlice newGradient) {
        gradient = newGradient.requireLength(length());
    }

    /** The same for one of 16-bit floats, or in a buffer. */
    void open(Slice newGradient) {
        if (newGradient instanceof FloatSlice array) {
            open(array);
            return;
        }
        other = newGradient.requireLength(length());
        if (piece.length == 0) {
            piece = new float[Math.min(PIECE, length())];
        }
    }

    /** Lets the gradient go. */
    void close() {
        gradient = NO_GRADIENT;
        other = NO_GRADIENT;
    }

    /**
     * The new residual is the sum that {@link #plus} gave, less what was sent of it.
     *
     * @param sent not modified: what became of that sum
     */
    public void keepUnsent(Payload sent) {
        sent.addTo(sum, -1f);
        keep(0f, 0f);
    }

    /**
     * Adds some elements of the gradient to their residual, and returns the largest key of the sums.
     *
     * @param target modified: takes the sums, from {@code to} on
     * @throws IllegalArgumentException if one of these elements is not finite
     */
    int add(int from, int count, float[] target, int to) {
        int key = addAnyway(from, count, target, to);
        return key < ReductionKernels.NON_FINITE ? key : saturate(from, count, target, to);
    }

    /**
     * Brings sums that have overflowed back to the largest float, and returns the largest key.
     *
     * @param sums modified: of some elements of the gradient, from {@code at} on
     * @throws IllegalArgumentException if one of these elements is not finite
     */
    int saturate(int from, int count, float[] sums, int at) {
        if (other.length() == 0) {
            Finite.largestKey(gradient.array(), gradient.offset() + from, count, from);
        } else {
            for (int done = 0; done < count; done += PIECE) {
                int part = Math.min(PIECE, count - done);
                other.get(from + done, part, piece, 0);
                Finite.largestKey(piece, 0, part, from + done);
            }
        }
        Finite.bound(sums, at, count, Float.MAX_VALUE);
        return LARGEST;
    }

    /** Adds some elements of the gradient to their residual, finite or not, and returns the largest key of the sums. */
    int addAnyway(int from, int count, float[] target, int to) {
        boolean wide = other.length() == 0;
        int step = wide ? count : PIECE;
        int key = 0;
        // One call for all formats: C2 makes a copy of the kernel for each call, and a second one, beside the
        // conversions of
        // two formats, went beyond what it inlines; vectors of 128 bits were objects then.
        for (int done = 0; done < count; done += step) {
            int part = Math.min(step, count - done);
            float[] values = gradient.array();
            int at = gradient.offset() + from;
            if (!wide) {
                other.get(from + done, part, piece, 0);
                values = piece;
                at = 0;
            }
            int next = AdditionKernels.ADD_TO_RESIDUAL
                    .at(part)
                    .addToResidual(
                            residual.array(),
                            from + done,
                            part,
                            positive,
                            negative,
                            decay,
                            values,
                            at,
                            target,
                            to + done);
            key = Math.max(key, next);
        }
        return key;
    }

    /**
     * Puts the sum of some elements in place, finite or not.
     *
     * @param count up to {@link #PIECE}
     * @param lanes modified: their magnitudes are added, as {@link ReductionKernels#sumMagnitudes} does it
     */
    void addAndSum(int from, int count, float[] lanes) {
        if (decay == 1f && positive > 0 && negative == -positive) {
            float[] values = gradient.array();
            int at = gradient.offset() + from;
            if (other.length() > 0) {
                other.get(from, count, piece, 0);
                values = piece;
                at = 0;
            }
            AdditionKernels.ADD_TO_RESIDUAL_AND_SUM
                    .at(count)
                    .addToResidualAndSum(residual.array(), from, count, positive, values, at, sum.array(), from, lanes);
        } else {
            addAnyway(from, count, sum.array(), from);
            ReductionKernels.SUM_MAGNITUDES.at(count).sumMagnitudes(sum.array(), from, count, lanes);
        }
    }

    /** The sums that {@link #add} has put in place. */
    float[] sum() {
        return sum.array();
    }

    /** Takes back the last step, right after it: the residual is what it was before. */
    public void undo() {
        float lastPositive = formerPositive;
        float lastNegative = formerNegative;
        keep(lastPositive, lastNegative);
    }

    /** The new residual is the sum, less one value where it is positive and another where it is negative. */
    public void keep(float wherePositive, float whereNegative) {
        if (largest >= LARGE) {
            Finite.bound(sum.array(), 0, length(), Float.MAX_VALUE);
        }
        largest = 0;
        FloatSlice swap = residual;
        residual = sum;
        sum = swap;
        formerPositive = positive;
        formerNegative = negative;
        positive = wherePositive;
        negative = whereNegative;
    }

    /** Subtracts what is still to be subtracted. */
    private float[] settled() {
        float[] values = residual.array();
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
        int key = ReductionKernels.LARGEST_KEY.at(values.length).largestKey(values, 0, values.length);
        return norms.euclidean(values, 0, values.length, key);
    }

    /**
     * Adds the residual to a tensor of 16-bit floats, or in a buffer.
     *
     * @param target modified: {@code target += weight * residual}
     */
    public void addTo(Slice target, float weight) {
        target.requireWritable();
        FloatSlice sums = target.floats();
        addTo(sums, weight);
        target.set(sums);
    }

    /**
     * Adds the residual.
     *
     * @param target modified: {@code target += weight * residual}
     */
    public void addTo(FloatSlice target, float weight) {
        target.requireLength(length());
        AdditionKernels.ADD_SCALED
                .at(length())
                .addScaled(settled(), 0, length(), weight, target.array(), target.offset());
    }

    /** Multiplies the residual; beyond the largest float it stays there. */
    public void scale(float factor) {
        if (!Float.isFinite(factor)) {
            throw new IllegalArgumentException("a factor is finite, this is " + factor);
        }
        float[] values = settled();
        for (int i = 0; i < values.length; i++) {
            values[i] *= factor;
        }
        Finite.bound(values, 0, values.length, Float.MAX_VALUE);
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
        Finite.bound(settled(), 0, length(), limit);
    }

    /** Bytes that {@link #save} writes. */
    public long stateBytes() {
        return (long) Float.BYTES * length();
    }

    /**
     * Writes the residual, as part of the content of a {@link SavedState}.
     *
     * @param out modified: {@link #stateBytes} bytes from its position on; little-endian
     */
    public void save(ByteBuffer out) {
        SavedState.put(settled(), out);
    }

    /**
     * Reads what {@link #save} wrote.
     *
     * @param in modified: its position moves by {@link #stateBytes}; little-endian
     * @throws org.tersegrad.codecs.MalformedInputException if an element is not finite; then the residual is undefined, and
     *     {@link SavedState#restore} puts back what it was
     */
    public void restore(ByteBuffer in) {
        SavedState.get(residual.array(), in);
        positive = 0;
        negative = 0;
    }
}
