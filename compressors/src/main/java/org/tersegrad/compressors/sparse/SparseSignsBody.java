package org.tersegrad.compressors.sparse;

import java.util.Optional;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.SparseEntries;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;
import org.tersegrad.compressors.internal.bodies.HalfFloat;
import org.tersegrad.compressors.signs.SignBits;

/**
 * Some elements of one magnitude with their signs, all others zero.
 *
 * <pre>
 *   | magnitude, 4 bytes | count, 4 bytes | index set | signs: a bit for each index, one is negative, in plain order |
 * </pre>
 */
public final class SparseSignsBody implements Body {
    /** Bytes before the index set. */
    public static final int FIELDS = 8;

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, FIELDS);
        Finite.readMagnitude(body.bytes, body.offset);
        int count = SparseBody.readCount(body, 4);
        int signBytes = SignBits.byteLength(count);
        if (body.length - FIELDS < signBytes) {
            throw new MalformedInputException(body.end(), count + " signs are cut off");
        }
        SparseBody.validateIndices(body, FIELDS, count, signBytes, workspace);
        SignBits.requireZeroPadding(body.bytes, body.end() - signBytes, count);
    }

    @Override
    public void addTo(BodyView body, float[] target, int offset, float weight, Workspace workspace) {
        float change = weight * Finite.get(body.bytes, body.offset);
        int count = SparseBody.count(body, 4);
        int signsAt = body.end() - SignBits.byteLength(count);
        int[] block = workspace.ints();
        IndexSetReader indices = SparseBody.openIndices(body, FIELDS, count, SignBits.byteLength(count), workspace);
        int done = 0;
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            for (int i = 0; i < got; i++, done++) {
                target[offset + block[i]] += isNegative(body, signsAt, done) ? -change : change;
            }
        }
    }

    @Override
    public void addTo(BodyView body, short[] target, int offset, HalfFloat format, float weight, Workspace workspace) {
        float change = weight * Finite.get(body.bytes, body.offset);
        int count = SparseBody.count(body, 4);
        int signsAt = body.end() - SignBits.byteLength(count);
        int[] block = workspace.ints();
        IndexSetReader indices = SparseBody.openIndices(body, FIELDS, count, SignBits.byteLength(count), workspace);
        int done = 0;
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            for (int i = 0; i < got; i++, done++) {
                format.add(target, offset + block[i], isNegative(body, signsAt, done) ? -change : change);
            }
        }
    }

    @Override
    public Optional<SparseEntries> entries(BodyView body, Workspace workspace) {
        int count = SparseBody.count(body, 4);
        int[] indices = new int[count];
        float[] values = new float[count];
        int signsAt = body.end() - SignBits.byteLength(count);
        SparseBody.takeIndices(
                SparseBody.openIndices(body, FIELDS, count, body.end() - signsAt, workspace), indices, workspace);
        float magnitude = Finite.get(body.bytes, body.offset);
        for (int i = 0; i < count; i++) {
            values[i] = isNegative(body, signsAt, i) ? -magnitude : magnitude;
        }
        return Optional.of(new SparseEntries(indices, values));
    }

    private static boolean isNegative(BodyView body, int signsAt, int i) {
        return (body.bytes[signsAt + i / 8] >>> (i % 8) & 1) != 0;
    }

    @Override
    public int paddingBits(BodyView body) {
        return -SparseBody.count(body, 4) & 7;
    }

    @Override
    public String describe(BodyView body) {
        return SparseBody.count(body, 4) + " elements of plus or minus " + Finite.get(body.bytes, body.offset)
                + ", all others 0";
    }
}
