package org.tersegrad.compressors.internal.bodies.levels;

import java.util.Optional;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.sums.SumKernels;
import org.tersegrad.compressors.QuantizedLevels;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.Workspace;
import org.tersegrad.compressors.internal.bodies.BlockBody;
import org.tersegrad.compressors.internal.bodies.Body;
import org.tersegrad.compressors.internal.bodies.BodyView;
import org.tersegrad.compressors.internal.bodies.PackedBodies;
import org.tersegrad.compressors.internal.bodies.PackedFields;

/**
 * Every element as a level from −s to s, times the step of its bucket.
 *
 * <pre>
 *   | code, 1 byte | s, 2 bytes | bucket, 4 bytes | step of each bucket, 4 bytes | levels |
 *
 *   s        1 to 32767; s * step is finite
 *   bucket   elements that share a step, 1 or more; the last bucket may be shorter
 *   code 0   fixed-width fields of ceil(log2(2 s + 1)) bits: level + s
 *   code 1   s at most 127; for each section of 40960 elements, the last one shorter: its bytes, 4 bytes;
 *            entropy-coded symbols level + s of the alphabet 2 s + 1
 *   code 2   s is 1; trits
 * </pre>
 */
public final class LevelsBody extends BlockBody {
    /** Bytes before the steps. */
    public static final int FIELDS = 7;

    public static final int FIXED = 0;
    public static final int ENTROPY = 1;
    public static final int TRITS = 2;

    /** The largest s. */
    public static final int MAX_LEVELS = 32767;
    /** The largest s that can be entropy-coded. */
    public static final int MAX_ENTROPY_LEVELS = 127;
    /** Elements in a section of entropy-coded levels. */
    public static final int SECTION = 8 * BLOCK;

    /** Elements that an encoder works on at a time: what a block is to a reader. */
    public static final int ELEMENTS = BLOCK;

    /** Bits of a fixed-width level. */
    public static int width(int levels) {
        return 32 - Integer.numberOfLeadingZeros(2 * levels);
    }

    /** What levels take that are not entropy-coded. */
    public static long levelBytes(int code, int levels, int elements) {
        return code == TRITS ? Trits.byteLength(elements) : ((long) elements * width(levels) + 7) / 8;
    }

    /** How many buckets there are. */
    public static int buckets(int elements, int bucket) {
        return elements == 0 ? 0 : (elements - 1) / bucket + 1;
    }

    @Override
    public void validate(BodyView body, Workspace workspace) {
        Body.requireAtLeast(body, FIELDS);
        int code = code(body);
        int levels = levels(body);
        int mostLevels = switch (code) {
            case FIXED -> MAX_LEVELS;
            case ENTROPY -> MAX_ENTROPY_LEVELS;
            case TRITS -> 1;
            default -> 0;
        };
        if (levels == 0 || levels > mostLevels) {
            throw new MalformedInputException(body.offset, "code " + code + " for levels up to " + levels);
        }
        if (bucket(body) < 1) {
            throw new MalformedInputException(
                    body.offset + 3, "buckets of " + Integer.toUnsignedString(bucket(body)) + " elements");
        }
        int buckets = buckets(body.elements, bucket(body));
        Body.requireAtLeast(body, FIELDS + 4L * buckets);
        for (int i = 0; i < buckets; i++) {
            readStep(body.bytes, body.offset + FIELDS + 4 * i, levels);
        }
        if (code != ENTROPY) {
            Body.requireLength(body, FIELDS + 4L * buckets + levelBytes(code, levels, body.elements));
        }
        validateLevels(body, workspace);
    }

    private static void validateLevels(BodyView body, Workspace workspace) {
        if (code(body) == TRITS) {
            Trits.check(body.bytes, levelsAt(body), Trits.byteLength(body.elements), body.elements);
            return;
        }
        int top = 2 * levels(body);
        workspace.sectionAt = levelsAt(body);
        for (int from = 0; from < body.elements; from += BLOCK) {
            int count = Math.min(BLOCK, body.elements - from);
            if (code(body) == FIXED && PackedFields.areAtMost(top, body.bytes, at(body, from), count, width(top / 2))) {
                continue;
            }
            int at = unpack(body, from, count, workspace);
            int[] fields = workspace.fields;
            for (int i = at; i < at + count; i++) {
                if (fields[i] > top) {
                    throw new MalformedInputException(
                            body.offset, "level " + fields[i] + " of 0 to " + top + " at element " + (from + i - at));
                }
            }
        }
        if (code(body) == ENTROPY && workspace.sectionAt != body.end()) {
            throw new MalformedInputException(workspace.sectionAt, "bytes after the last section");
        }
    }

    @Override
    protected void decode(BodyView body, int from, int count, float[] block, Workspace workspace) {
        int stepsAt = body.offset + FIELDS;
        int bucket = bucket(body);
        if (from == 0) {
            workspace.sectionAt = levelsAt(body);
        }
        int at = unpack(body, from, count, workspace);
        int offset = code(body) == TRITS ? 0 : levels(body);
        for (int done = 0; done < count; ) {
            int number = (from + done) / bucket;
            int end = (int) Math.min(count, (number + 1L) * bucket - from);
            float step = Finite.get(body.bytes, stepsAt + 4 * number);
            LevelKernels.FROM_LEVELS
                    .at(end - done)
                    .fromLevels(workspace.fields, at + done, end - done, offset, step, block, done);
            done = end;
        }
    }

    @Override
    public Optional<QuantizedLevels> levels(BodyView body, Workspace workspace) {
        int[] levels = new int[body.elements];
        int offset = code(body) == TRITS ? 0 : levels(body);
        workspace.sectionAt = levelsAt(body);
        for (int from = 0; from < body.elements; from += BLOCK) {
            int count = Math.min(BLOCK, body.elements - from);
            int at = unpack(body, from, count, workspace);
            for (int i = 0; i < count; i++) {
                levels[from + i] = workspace.fields[at + i] - offset;
            }
        }
        float[] steps = new float[buckets(body.elements, bucket(body))];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = Finite.get(body.bytes, body.offset + FIELDS + 4 * i);
        }
        return Optional.of(new QuantizedLevels(levels, steps, bucket(body)));
    }

    @Override
    public boolean joins(BodyView body, BodyView other) {
        int width = width(levels(body));
        boolean packed = code(body) == TRITS || (code(body) == FIXED && (width == 2 || width == 4 || width == 8));
        return packed
                && code(body) == code(other)
                && levels(body) == levels(other)
                && bucket(body) == bucket(other)
                && body.elements == other.elements;
    }

    @Override
    public void addAllTo(PackedBodies bodies, float[] target, int offset, float weight, Workspace workspace) {
        BodyView first = bodies.view(0);
        int elements = first.elements;
        boolean trits = code(first) == TRITS;
        int levels = levels(first);
        int width = width(levels);
        int group = trits ? Kernels.TRIT_GROUP : Kernels.GROUP;
        bodies.open();
        for (int m = 0; m < bodies.count(); m++) {
            bodies.at[m] = levelsAt(bodies.view(m));
        }
        for (int from = 0; from < elements; from += group) {
            int count = Math.min(group, elements - from);
            int number = from / bucket(first);
            boolean oneStep = count == group && number == (from + group - 1) / bucket(first);
            if (!oneStep || !takeSteps(bodies, number, trits ? weight : 1f)) {
                addRunTo(bodies, from, count, target, offset, weight, workspace);
            } else if (trits) { // the order of products with -1, 0 and 1 does not matter
                SumKernels.ADD_TRITS
                        .at(bodies.count() * Kernels.TRIT_GROUP)
                        .addTrits(bodies.in, bodies.at, bodies.factors, bodies.count(), target, offset + from);
            } else {
                SumKernels.ADD_LEVELS
                        .at(bodies.count() * Kernels.GROUP)
                        .addLevels(
                                bodies.in,
                                bodies.at,
                                bodies.factors,
                                bodies.count(),
                                width,
                                levels,
                                weight,
                                target,
                                offset + from);
            }
            bodies.advance(trits ? Kernels.ROW_BYTES : width * Kernels.ROW_BYTES);
        }
    }

    /** Sets {@code bodies.factors} to the steps of a bucket, times a factor; returns whether all products are finite. */
    private static boolean takeSteps(PackedBodies bodies, int bucket, float factor) {
        boolean finite = true;
        for (int m = 0; m < bodies.count(); m++) {
            BodyView body = bodies.view(m);
            bodies.factors[m] = factor * Finite.get(body.bytes, body.offset + FIELDS + 4 * bucket);
            finite &= Float.isFinite(bodies.factors[m]);
        }
        return finite;
    }

    /** Where a block of fixed-width fields begins. */
    private static int at(BodyView body, int from) {
        return levelsAt(body) + from / 8 * width(levels(body));
    }

    /** Unpacks a block into {@code workspace.fields} and returns where it stands there. */
    private static int unpack(BodyView body, int from, int count, Workspace workspace) {
        int levelsAt = levelsAt(body);
        int levels = levels(body);
        switch (code(body)) {
            case FIXED -> {
                workspace.fields = workspace.ints();
                int width = width(levels);
                FixedWidth.unpack(
                        body.bytes,
                        at(body, from),
                        FixedWidth.byteLength(count, width),
                        width,
                        workspace.fields,
                        0,
                        count);
                return 0;
            }
            case TRITS -> {
                workspace.fields = workspace.ints();
                int at = levelsAt + from / 5;
                Trits.unpack(body.bytes, at, Trits.byteLength(count), workspace.fields, 0, count);
                return 0;
            }
            default -> {
                workspace.fields = workspace.section();
                if (from % SECTION == 0) {
                    readSection(body, Math.min(SECTION, body.elements - from), 2 * levels + 1, workspace);
                }
                return from % SECTION;
            }
        }
    }

    private static void readSection(BodyView body, int count, int alphabet, Workspace workspace) {
        int at = workspace.sectionAt;
        int length = sectionLength(body, at);
        workspace.symbols(alphabet).read(body.bytes, at + 4, length, workspace.fields, 0, count);
        workspace.sectionAt = at + 4 + length;
    }

    /** The length that stands before a section, if that many bytes are there. */
    public static int sectionLength(BodyView body, int at) {
        if (body.end() - at < 4) {
            throw new MalformedInputException(body.end(), "the length of a section is cut off");
        }
        int length = LittleEndian.getInt(body.bytes, at);
        if (length < 0 || length > body.end() - at - 4) {
            throw new MalformedInputException(
                    at, "a section of " + Integer.toUnsignedString(length) + " bytes is longer than the body");
        }
        return length;
    }

    /** The step of a bucket, or of anything in s levels. */
    public static float readStep(byte[] bytes, int at, int levels) {
        float step = Finite.readMagnitude(bytes, at);
        if (Float.isInfinite(step * levels)) {
            throw new MalformedInputException(at, "a step of " + step + " overflows at level " + levels);
        }
        return step;
    }

    /** Where the levels begin. */
    private static int levelsAt(BodyView body) {
        return body.offset + FIELDS + 4 * buckets(body.elements, bucket(body));
    }

    private static int code(BodyView body) {
        return body.bytes[body.offset];
    }

    private static int levels(BodyView body) {
        return LittleEndian.getShort(body.bytes, body.offset + 1);
    }

    private static int bucket(BodyView body) {
        return LittleEndian.getInt(body.bytes, body.offset + 3);
    }

    @Override
    public int paddingBits(BodyView body) {
        return code(body) == FIXED ? -(body.elements & 7) * width(levels(body)) & 7 : 0;
    }

    @Override
    public String describe(BodyView body) {
        String packing = switch (code(body)) {
            case FIXED -> width(levels(body)) + " bits each";
            case TRITS -> "five to a byte";
            default -> "entropy-coded";
        };
        int buckets = buckets(body.elements, bucket(body));
        return "levels from " + -levels(body) + " to " + levels(body) + ", " + packing + ", "
                + (buckets == 1 ? "one step for all" : buckets + " buckets of " + bucket(body) + " with a step each");
    }
}
