package org.tersegrad.compressors.sparse;

import java.util.Optional;
import org.tersegrad.codecs.IndexSetCode;
import org.tersegrad.codecs.IndexSetReader;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.SparseEntries;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;
import org.tersegrad.compressors.internal.bodies.HalfFloat;

/**
 * Some elements, all others zero.
 *
 * <pre>
 *   | value format, 1 byte | count, 4 bytes | index set | values |
 * </pre>
 */
public final class SparseBody implements Body {
    /** Bytes before the index set. */
    public static final int FIELDS = 5;

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, FIELDS);
        ValueFormat format = ValueFormat.of(body.bytes[body.offset], body.offset);
        int count = readCount(body, 1);
        long valueBytes = format.byteLength(count);
        if (body.length - FIELDS < valueBytes) {
            throw new MalformedInputException(
                    body.end(), count + " values take " + valueBytes + " bytes, the body has " + body.length);
        }
        validateIndices(body, FIELDS, count, (int) valueBytes, workspace);
        format.validate(body.bytes, body.end() - (int) valueBytes, count);
    }

    @Override
    public void addTo(BodyView body, float[] target, int offset, float weight, Workspace workspace) {
        ValueFormat format = ValueFormat.of(body.bytes[body.offset], body.offset);
        int count = count(body, 1);
        int valuesAt = body.end() - (int) format.byteLength(count);
        int[] block = workspace.ints();
        IndexSetReader indices = openIndices(body, FIELDS, count, body.end() - valuesAt, workspace);
        int done = 0;
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            for (int i = 0; i < got; i++) {
                target[offset + block[i]] += weight * format.read(body.bytes, valuesAt, done + i);
            }
            done += got;
        }
    }

    @Override
    public void addTo(BodyView body, short[] target, int offset, HalfFloat half, float weight, Workspace workspace) {
        ValueFormat format = ValueFormat.of(body.bytes[body.offset], body.offset);
        int count = count(body, 1);
        int valuesAt = body.end() - (int) format.byteLength(count);
        int[] block = workspace.ints();
        IndexSetReader indices = openIndices(body, FIELDS, count, body.end() - valuesAt, workspace);
        int done = 0;
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            for (int i = 0; i < got; i++) {
                half.add(target, offset + block[i], weight * format.read(body.bytes, valuesAt, done + i));
            }
            done += got;
        }
    }

    /**
     * Reads all indices and values.
     *
     * @param indices modified: as many as the body has
     * @param values modified: as many
     * @throws MalformedInputException if the body has more or fewer
     */
    public static void takeEntries(BodyView body, int[] indices, float[] values, Workspace workspace) {
        ValueFormat format = ValueFormat.of(body.bytes[body.offset], body.offset);
        int count = count(body, 1);
        if (count != indices.length) {
            throw new MalformedInputException(
                    body.offset + 1, "expected are " + indices.length + " elements, these are " + count);
        }
        int valuesAt = body.end() - (int) format.byteLength(count);
        takeIndices(openIndices(body, FIELDS, count, body.end() - valuesAt, workspace), indices, workspace);
        for (int i = 0; i < count; i++) {
            values[i] = format.read(body.bytes, valuesAt, i);
        }
    }

    static void takeIndices(IndexSetReader reader, int[] indices, Workspace workspace) {
        int[] block = workspace.ints();
        int done = 0;
        for (int got = reader.next(block, 0); got > 0; got = reader.next(block, 0)) {
            System.arraycopy(block, 0, indices, done, got);
            done += got;
        }
    }

    @Override
    public Optional<SparseEntries> entries(BodyView body, Workspace workspace) {
        int count = count(body, 1);
        SparseEntries entries = new SparseEntries(new int[count], new float[count]);
        takeEntries(body, entries.indices(), entries.values(), workspace);
        return Optional.of(entries);
    }

    /** A count that is there and not above the number of elements. */
    static int readCount(BodyView body, int at) {
        int count = count(body, at);
        if (count < 0 || count > body.elements) {
            throw new MalformedInputException(
                    body.offset + at, Integer.toUnsignedString(count) + " of " + body.elements + " elements");
        }
        return count;
    }

    static int count(BodyView body, int at) {
        return LittleEndian.getInt(body.bytes, body.offset + at);
    }

    static IndexSetReader openIndices(BodyView body, int at, int count, int bytesAfter, Workspace workspace) {
        return workspace
                .indices()
                .open(body.bytes, body.offset + at, body.length - at - bytesAfter, count, body.elements);
    }

    static void validateIndices(BodyView body, int at, int count, int bytesAfter, Workspace workspace) {
        int[] block = workspace.ints();
        IndexSetReader indices = openIndices(body, at, count, bytesAfter, workspace);
        while (indices.next(block, 0) > 0) {
            // reading is checking
        }
    }

    @Override
    public int paddingBits(BodyView body) {
        return 0;
    }

    @Override
    public String describe(BodyView body) {
        ValueFormat format = ValueFormat.of(body.bytes[body.offset], body.offset);
        int count = count(body, 1);
        return count + " elements with their values as " + format + ", "
                + IndexSetCode.describe(body.bytes[body.offset + FIELDS]) + " in "
                + (body.length - FIELDS - format.byteLength(count)) + " bytes, all others 0";
    }
}
