package org.tersegrad.compressors;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.internal.Finite;

/**
 * A node in the tree of state. A constructor names the parts, each by a method that returns it, and saving, restoring and the
 * residual follow from them:
 *
 * <pre>
 *   encoder = part(inner.encoder(shape, seed));     its state and its residual are part of this one's
 *   residual = part(new Residual(shape.size()));    saved, and counted as a residual
 *   momentum = saved(new float[shape.size()]);      saved only
 * </pre>
 *
 * <p>Saved are the content that a subclass writes itself, if any, and then the parts in the order in which they were named.
 */
public abstract class State implements Stateful {
    private final List<Part> parts = new ArrayList<>();
    private final List<Part> residuals = new ArrayList<>();

    /** A node without parts. */
    protected State() {}

    /** Something that is saved, and perhaps a residual. */
    private interface Part {
        long bytes();

        void save(ByteBuffer out);

        void restore(ByteBuffer in);

        double norm();

        void addTo(FloatSlice target, float weight);

        void scale(float factor);
    }

    /**
     * Another node.
     *
     * @param length of the elements from {@code offset} on that it is for; negative for all
     * @param factor of its residual in this one
     */
    private record Branch(Stateful state, int offset, int length, float factor) implements Part {
        @Override
        public long bytes() {
            return state.stateBytes();
        }

        @Override
        public void save(ByteBuffer out) {
            state.save(out);
        }

        @Override
        public void restore(ByteBuffer in) {
            state.restore(in);
        }

        @Override
        public double norm() {
            return state.residualNorm() * factor;
        }

        @Override
        public void addTo(FloatSlice target, float weight) {
            FloatSlice its = length < 0 ? target : new FloatSlice(target.array(), target.offset() + offset, length);
            state.addResidualTo(its, weight * factor);
        }

        @Override
        public void scale(float by) {
            state.scaleResidual(by);
        }
    }

    private record OfResidual(Residual residual) implements Part {
        @Override
        public long bytes() {
            return residual.stateBytes();
        }

        @Override
        public void save(ByteBuffer out) {
            residual.save(out);
        }

        @Override
        public void restore(ByteBuffer in) {
            residual.restore(in);
        }

        @Override
        public double norm() {
            return residual.norm();
        }

        @Override
        public void addTo(FloatSlice target, float weight) {
            residual.addTo(target, weight);
        }

        @Override
        public void scale(float factor) {
            residual.scale(factor);
        }
    }

    private record Floats(Supplier<float[]> values) implements Part {
        @Override
        public long bytes() {
            return (long) Float.BYTES * values.get().length;
        }

        @Override
        public void save(ByteBuffer out) {
            put(values.get(), out);
        }

        @Override
        public void restore(ByteBuffer in) {
            get(values.get(), in);
        }

        @Override
        public double norm() {
            double squares = 0;
            for (float value : values.get()) {
                squares += (double) value * value;
            }
            return Math.sqrt(squares);
        }

        @Override
        public void addTo(FloatSlice target, float weight) {
            float[] from = values.get();
            target.requireLength(from.length);
            for (int i = 0; i < from.length; i++) {
                target.array()[target.offset() + i] += weight * from[i];
            }
        }

        @Override
        public void scale(float factor) {
            if (!Float.isFinite(factor)) {
                throw new IllegalArgumentException("a factor is finite, this is " + factor);
            }
            float[] all = values.get();
            for (int i = 0; i < all.length; i++) {
                all[i] *= factor;
            }
            Finite.bound(all, 0, all.length, Float.MAX_VALUE);
        }
    }

    private void add(Part part, boolean isResidual) {
        parts.add(part);
        if (isResidual) {
            residuals.add(part);
        }
    }

    /** Names an encoder or a reduction inside: its state is saved, and its residual is one of this node. */
    protected final <T extends Stateful> T part(T inner) {
        return part(inner, 0, -1, 1f);
    }

    /**
     * Names one that is for a piece of the tensor.
     *
     * @param length of the elements from {@code offset} on that it is for; negative for all
     * @param factor of its residual in that of this node
     */
    protected final <T extends Stateful> T part(T inner, int offset, int length, float factor) {
        add(new Branch(inner, offset, length, factor), true);
        return inner;
    }

    /** Names a residual. */
    protected final Residual part(Residual residual) {
        add(new OfResidual(residual), true);
        return residual;
    }

    /** Names floats that are a residual, by what gives the array of the moment. */
    protected final void residualArray(Supplier<float[]> values) {
        add(new Floats(values), true);
    }

    /** Names something that is saved and has no residual of this node. */
    protected final <T extends Stateful> T saved(T inner) {
        add(new Branch(inner, 0, -1, 1f), false);
        return inner;
    }

    /** Names a residual that is saved and does not count as one of this node. */
    protected final Residual saved(Residual values) {
        add(new OfResidual(values), false);
        return values;
    }

    /** Names floats that are saved. */
    protected final float[] saved(float[] values) {
        savedArray(() -> values);
        return values;
    }

    /** Names floats that are saved, by what gives the array of the moment. */
    protected final void savedArray(Supplier<float[]> values) {
        add(new Floats(values), false);
    }

    /** The number of bytes that {@link #saveContent} writes, always the same; none if there are parts only. */
    protected long contentBytes() {
        return 0;
    }

    /**
     * Writes what the next steps depend on and is no part.
     *
     * @param out modified: {@link #contentBytes} from its position on; little-endian
     */
    protected void saveContent(ByteBuffer out) {}

    /**
     * Reads what {@link #saveContent} wrote. Its changes are undone if it throws.
     *
     * @param in modified: its position moves by {@link #contentBytes}; little-endian
     * @throws MalformedInputException if a value cannot be: a float that is not finite, a negative count
     */
    protected void restoreContent(ByteBuffer in) {}

    /** The bytes of the content and of all parts. */
    final long allBytes() {
        long bytes = contentBytes();
        for (Part part : parts) {
            bytes += part.bytes();
        }
        return bytes;
    }

    final void saveAll(ByteBuffer out) {
        saveContent(out);
        for (Part part : parts) {
            part.save(out);
        }
    }

    final void restoreAll(ByteBuffer in) {
        restoreContent(in);
        for (Part part : parts) {
            part.restore(in);
        }
    }

    @Override
    public int stateBytes() {
        return Math.toIntExact(allBytes());
    }

    @Override
    public void save(ByteBuffer out) {
        saveAll(out);
    }

    @Override
    public void restore(ByteBuffer in) {
        restoreAll(in);
    }

    /** The norm over the parts, which are for different elements. */
    @Override
    public double residualNorm() {
        if (residuals.size() == 1) {
            return residuals.get(0).norm();
        }
        double squares = 0;
        for (Part part : residuals) {
            double norm = part.norm();
            squares += norm * norm;
        }
        return Math.sqrt(squares);
    }

    @Override
    public void addResidualTo(FloatSlice target, float weight) {
        for (Part part : residuals) {
            part.addTo(target, weight);
        }
    }

    @Override
    public void scaleResidual(float factor) {
        for (Part part : residuals) {
            part.scale(factor);
        }
    }

    /**
     * Writes floats as part of a content.
     *
     * @param values not modified
     */
    protected static void put(float[] values, ByteBuffer out) {
        out.asFloatBuffer().put(values);
        out.position(out.position() + Float.BYTES * values.length);
    }

    /**
     * Reads floats as part of a content.
     *
     * @param values modified: all of it
     * @throws MalformedInputException if one of them is not finite
     */
    protected static void get(float[] values, ByteBuffer in) {
        int start = in.position();
        in.asFloatBuffer().get(values);
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                throw new MalformedInputException(
                        start + (long) Float.BYTES * i, "the value " + values[i] + " is not finite");
            }
        }
        in.position(start + Float.BYTES * values.length);
    }

    /**
     * Reads the number of a step as part of a content.
     *
     * @throws MalformedInputException if it is negative
     */
    protected static long getStep(ByteBuffer in) {
        long step = in.getLong();
        if (step < 0) {
            throw new MalformedInputException(in.position() - Long.BYTES, "the number of a step is " + step);
        }
        return step;
    }

    /** The number of the next step: after 2<sup>63</sup> of them, 0 again, since none is negative. */
    protected static long after(long step) {
        return step + 1 & Long.MAX_VALUE;
    }
}
