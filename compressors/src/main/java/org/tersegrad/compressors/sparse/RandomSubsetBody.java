package org.tersegrad.compressors.sparse;

import java.util.Optional;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.SparseEntries;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;
import org.tersegrad.compressors.internal.bodies.HalfFloat;

/**
 * The values at randomly chosen elements, all others zero. The choice is that of {@link RandomSubset} for the seed, in its
 * order; the values are multiplied by the factor.
 *
 * <pre>
 *   | seed, 8 bytes | factor, 4 bytes | values, 4 bytes each |
 * </pre>
 */
public final class RandomSubsetBody implements Body {
    /** Bytes before the values. */
    public static final int FIELDS = 12;

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, FIELDS);
        float factor = Finite.readMagnitude(body.bytes, body.offset + 8);
        int values = body.length - FIELDS;
        if (values % 4 != 0 || values / 4 > body.elements) {
            throw new MalformedInputException(
                    body.end(), values + " bytes of values for " + body.elements + " elements");
        }
        for (int at = body.offset + FIELDS; at < body.end(); at += 4) {
            if (Float.isInfinite(Finite.read(body.bytes, at) * factor)) {
                throw new MalformedInputException(at, "a value that overflows times " + factor);
            }
        }
    }

    @Override
    public void addTo(BodyView body, float[] target, int offset, float weight, Workspace workspace) {
        float factor = Finite.get(body.bytes, body.offset + 8);
        RandomSubset subset = workspace.subset();
        subset.set(LittleEndian.getLong(body.bytes, body.offset), body.elements);
        int valuesAt = body.offset + FIELDS;
        for (int i = 0; i < (body.length - FIELDS) / 4; i++) {
            target[offset + subset.index(i)] += weight * (factor * Finite.get(body.bytes, valuesAt + 4 * i));
        }
    }

    @Override
    public void addTo(BodyView body, short[] target, int offset, HalfFloat format, float weight, Workspace workspace) {
        float factor = Finite.get(body.bytes, body.offset + 8);
        RandomSubset subset = workspace.subset();
        subset.set(LittleEndian.getLong(body.bytes, body.offset), body.elements);
        int valuesAt = body.offset + FIELDS;
        for (int i = 0; i < (body.length - FIELDS) / 4; i++) {
            format.add(target, offset + subset.index(i), weight * (factor * Finite.get(body.bytes, valuesAt + 4 * i)));
        }
    }

    @Override
    public Optional<SparseEntries> entries(BodyView body, Workspace workspace) {
        int count = (body.length - FIELDS) / 4;
        int[] indices = new int[count];
        float[] values = new float[count];
        float factor = Finite.get(body.bytes, body.offset + 8);
        RandomSubset subset = workspace.subset();
        subset.set(LittleEndian.getLong(body.bytes, body.offset), body.elements);
        for (int i = 0; i < count; i++) {
            indices[i] = subset.index(i);
            values[i] = factor * Finite.get(body.bytes, body.offset + FIELDS + 4 * i);
        }
        return Optional.of(new SparseEntries(indices, values));
    }

    @Override
    public int paddingBits(BodyView body) {
        return 0;
    }

    @Override
    public String describe(BodyView body) {
        return (body.length - FIELDS) / 4 + " elements chosen at random by a seed, times "
                + Finite.get(body.bytes, body.offset + 8) + ", all others 0";
    }
}
