package org.tersegrad.compressors.levels;

import java.util.List;
import java.util.Optional;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.Kernels;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.sums.SumKernels;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.PackedBodies;
import org.tersegrad.compressors.PackedFormat;
import org.tersegrad.compressors.QuantizedLevels;
import org.tersegrad.compressors.internal.EntropySections;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.internal.PackedFields;

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
public final class LevelsFormat extends DitheredFormat.Levels implements PackedFormat {
    /** The only one. */
    public static final LevelsFormat INSTANCE = new LevelsFormat();

    private LevelsFormat() {
        super(Id.number(7, "levels"));
    }

    /** Bytes before the steps. */
    public static final int FIELDS = 7;

    /** The code of fields of a fixed width. */
    public static final int FIXED = 0;
    /** The code of entropy-coded symbols. */
    public static final int ENTROPY = 1;
    /** The code of trits. */
    public static final int TRITS = 2;

    /** The largest s. */
    public static final int MAX_LEVELS = 32767;
    /** The largest s that can be entropy-coded. */
    public static final int MAX_ENTROPY_LEVELS = 127;
    /** Elements in a section of entropy-coded levels. */
    public static final int SECTION = EntropySections.SECTION;

    /** Elements that an encoder works on at a time: what a block is to a reader. */
    public static final int ELEMENTS = BLOCK;

    /** Bits of a fixed-width level. */
    public static int width(int levels) {
        return 32 - Integer.numberOfLeadingZeros(2 * levels);
    }

    /** Bytes of levels that are not entropy-coded. */
    public static long levelBytes(int code, int levels, int elements) {
        return code == TRITS ? Trits.byteLength(elements) : ((long) elements * width(levels) + 7) / 8;
    }

    /** Number of buckets. */
    public static int buckets(int elements, int bucket) {
        return elements == 0 ? 0 : (elements - 1) / bucket + 1;
    }

    @Override
    public void validate(Body body) {
        body.requireAtLeast(FIELDS);
        int code = code(body);
        int levels = largest(body);
        int mostLevels = switch (code) {
            case FIXED -> MAX_LEVELS;
            case ENTROPY -> MAX_ENTROPY_LEVELS;
            case TRITS -> 1;
            default -> 0;
        };
        if (levels == 0 || levels > mostLevels) {
            throw new MalformedInputException(body.offset(), "code " + code + " for levels up to " + levels);
        }
        if (bucket(body) < 1) {
            throw new MalformedInputException(
                    body.offset() + 3, "buckets of " + Integer.toUnsignedString(bucket(body)) + " elements");
        }
        int buckets = buckets(body.elements(), bucket(body));
        body.requireAtLeast(FIELDS + 4L * buckets);
        for (int i = 0; i < buckets; i++) {
            readStep(body.bytes(), body.offset() + FIELDS + 4 * i, levels);
        }
        if (code != ENTROPY) {
            body.requireLength(FIELDS + 4L * buckets + levelBytes(code, levels, body.elements()));
        }
        validateLevels(body);
    }

    private static void validateLevels(Body body) {
        if (code(body) == TRITS) {
            Trits.check(body.bytes(), levelsAt(body), Trits.byteLength(body.elements()), body.elements());
            return;
        }
        int top = 2 * largest(body);
        begin(body);
        for (int from = 0; from < body.elements(); from += BLOCK) {
            int count = Math.min(BLOCK, body.elements() - from);
            if (code(body) == FIXED
                    && PackedFields.areAtMost(top, body.bytes(), at(body, from), count, width(top / 2))) {
                continue;
            }
            int[] fields = unpack(body, from, count);
            for (int i = 0; i < count; i++) {
                if (fields[i] > top) {
                    throw new MalformedInputException(
                            body.offset(), "level " + fields[i] + " of 0 to " + top + " at element " + (from + i));
                }
            }
        }
        if (code(body) == ENTROPY && sections(body).next != body.end()) {
            throw new MalformedInputException(sections(body).next, "bytes after the last section");
        }
    }

    @Override
    protected void decode(Body body, int from, int count, float[] block) {
        int stepsAt = body.offset() + FIELDS;
        int bucket = bucket(body);
        if (from == 0) {
            begin(body);
        }
        int[] fields = unpack(body, from, count);
        int offset = code(body) == TRITS ? 0 : largest(body);
        LevelKernels kernels = LevelKernels.FROM_LEVELS.at(count); // once, as buckets may be short
        for (int done = 0; done < count; ) {
            int number = (from + done) / bucket;
            int end = (int) Math.min(count, (number + 1L) * bucket - from);
            float step = Finite.get(body.bytes(), stepsAt + 4 * number);
            kernels.fromLevels(fields, done, end - done, offset, step, block, done);
            done = end;
        }
    }

    @Override
    int fraction(Body body) {
        return QuantizerPlan.fraction(largest(body));
    }

    @Override
    void decode(Body body, int from, int count, RoundingWords words, float[] block) {
        if (from == 0) {
            begin(body);
        }
        int[] fields = unpack(body, from, count);
        int offset = code(body) == TRITS ? 0 : largest(body);
        LevelKernels.FROM_LEVELS.at(count).fromLevels(fields, 0, count, offset, 1f, block, 0);
        float[] subtracted = words.subtracted(count);
        for (int i = from; i < from + count; ) {
            int number = i / bucket(body);
            int end = (int) Math.min(from + count, (number + 1L) * bucket(body));
            float step = Finite.get(body.bytes(), body.offset() + FIELDS + 4 * number);
            move(block, i - from, end - from, subtracted, step);
            i = end;
        }
    }

    /** {@code step * (level + subtracted)}; the sum is exact. */
    private static void move(float[] block, int from, int end, float[] subtracted, float step) {
        for (int i = from; i < end; i++) {
            block[i] = step * (block[i] + subtracted[i]);
        }
    }

    @Override
    public Optional<QuantizedLevels> levels(Body body) {
        int[] levels = new int[body.elements()];
        int offset = code(body) == TRITS ? 0 : largest(body);
        begin(body);
        for (int from = 0; from < body.elements(); from += BLOCK) {
            int count = Math.min(BLOCK, body.elements() - from);
            int[] fields = unpack(body, from, count);
            for (int i = 0; i < count; i++) {
                levels[from + i] = fields[i] - offset;
            }
        }
        float[] steps = new float[buckets(body.elements(), bucket(body))];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = Finite.get(body.bytes(), body.offset() + FIELDS + 4 * i);
        }
        return Optional.of(new QuantizedLevels(levels, steps, bucket(body)));
    }

    @Override
    public boolean joins(Body body, Body other) {
        return isPacked(body)
                && code(body) == code(other)
                && largest(body) == largest(other)
                && bucket(body) == bucket(other)
                && body.elements() == other.elements();
    }

    /** Whether there are kernels that add the levels as they are packed. */
    private static boolean isPacked(Body body) {
        int width = width(largest(body));
        return code(body) == TRITS || (code(body) == FIXED && (width == 2 || width == 4 || width == 8));
    }

    @Override
    public void addAllTo(PackedBodies bodies, float[] target, int offset, float weight) {
        Body first = bodies.view(0);
        int elements = first.elements();
        boolean trits = code(first) == TRITS;
        int levels = largest(first);
        int width = width(levels);
        int group = trits ? Kernels.TRIT_GROUP : Kernels.GROUP;
        bodies.open();
        for (int m = 0; m < bodies.count(); m++) {
            bodies.at[m] = levelsAt(bodies.view(m));
        }
        for (int from = 0; from < elements; from += group) {
            int count = Math.min(group, elements - from);
            boolean oneStep = from / bucket(first) == (from + group - 1) / bucket(first);
            boolean packed = count == group && (oneStep || (!trits && bucket(first) % (group / width) == 0));
            int rows = oneStep ? 1 : width;
            if (!packed || !takeSteps(bodies, from, rows, trits ? weight : 1f)) {
                addRunTo(bodies, from, count, target, offset, weight);
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
                                oneStep ? 0 : bodies.count(),
                                width,
                                width,
                                levels,
                                weight,
                                target,
                                offset + from);
            }
            bodies.advance(trits ? Kernels.ROW_BYTES : width * Kernels.ROW_BYTES);
        }
    }

    /** The arguments of the kernels for a single message. */
    private static final class Single {
        /** Rows with steps of their own that are added at a time. */
        static final int ROWS = 32;

        final byte[][] in = new byte[1][];
        final int[] at = new int[1];
        final float[] factors = new float[ROWS];
    }

    /** Whole groups of buckets of whole groups, or of whole rows; for shorter ones a call for each costs more than it saves. */
    @Override
    protected int addPacked(Body body, float[] target, int offset, float weight) {
        int group = code(body) == TRITS ? Kernels.TRIT_GROUP : Kernels.GROUP;
        boolean wholeGroups = bucket(body) % group == 0 || bucket(body) >= body.elements();
        boolean wholeRows = code(body) == FIXED && bucket(body) % (Kernels.GROUP / width(largest(body))) == 0;
        if (!isPacked(body) || !(wholeGroups || wholeRows)) {
            return 0;
        }
        Single single = body.scratch(Single.class, Single::new);
        single.in[0] = body.bytes();
        single.at[0] = levelsAt(body);
        int whole = body.elements() / group * group;
        if (!wholeGroups) {
            addRows(single, body, weight, target, offset, whole);
            return whole;
        }
        for (int from = 0; from < whole; ) {
            int number = from / bucket(body);
            int end = (int) Math.min(whole, (number + 1L) * bucket(body));
            float step = step(body, number);
            if (code(body) == FIXED) {
                int rows = (end - from) / Kernels.GROUP * width(largest(body));
                single.factors[0] = step;
                addRows(single, 0, rows, body, weight, target, offset + from);
            } else if (Float.isFinite(weight * step)) {
                addTrits(single, weight * step, target, offset + from, offset + end);
            } else {
                return from;
            }
            from = end;
        }
        return whole;
    }

    /** Whole groups of buckets of whole rows. */
    private static void addRows(Single single, Body body, float weight, float[] target, int offset, int whole) {
        int row = Kernels.GROUP / width(largest(body));
        int rows = whole / row;
        for (int done = 0; done < rows; done += Single.ROWS) {
            int count = Math.min(Single.ROWS, rows - done);
            for (int i = 0; i < count; i++) {
                single.factors[i] = step(body, (done + i) * row / bucket(body));
            }
            addRows(single, 1, count, body, weight, target, offset + done * row);
        }
    }

    private static void addRows(Single single, int stride, int rows, Body body, float weight, float[] target, int to) {
        int levels = largest(body);
        int width = width(levels);
        SumKernels.ADD_LEVELS
                .at(rows * Kernels.GROUP / width)
                .addLevels(single.in, single.at, single.factors, 1, stride, rows, width, levels, weight, target, to);
        single.at[0] += rows * Kernels.ROW_BYTES;
    }

    private static void addTrits(Single single, float value, float[] target, int from, int end) {
        single.factors[0] = value;
        for (int to = from; to < end; to += Kernels.TRIT_GROUP) {
            SumKernels.ADD_TRITS.at(Kernels.TRIT_GROUP).addTrits(single.in, single.at, single.factors, 1, target, to);
            single.at[0] += Kernels.ROW_BYTES;
        }
    }

    private static float step(Body body, int bucket) {
        return Finite.get(body.bytes(), body.offset() + FIELDS + 4 * bucket);
    }

    /**
     * Sets {@code bodies.factors} to the steps of the rows of a group, times a factor; returns whether all products are finite.
     *
     * @param rows 1 if all have the same step
     */
    private static boolean takeSteps(PackedBodies bodies, int from, int rows, float factor) {
        boolean finite = true;
        int at = 0;
        for (int row = 0; row < rows; row++) {
            int bucket = (from + row * (Kernels.GROUP / rows)) / bucket(bodies.view(0));
            for (int m = 0; m < bodies.count(); m++) {
                bodies.factors[at] = factor * step(bodies.view(m), bucket);
                finite &= Float.isFinite(bodies.factors[at]);
                at++;
            }
        }
        return finite;
    }

    /** Offset of a block of fixed-width fields. */
    private static int at(Body body, int from) {
        return levelsAt(body) + from / 8 * width(largest(body));
    }

    private static EntropySections sections(Body body) {
        return body.scratch(EntropySections.class, EntropySections::new);
    }

    /** Goes to the first section. */
    private static void begin(Body body) {
        if (code(body) == ENTROPY) {
            sections(body).next = levelsAt(body);
        }
    }

    /** Unpacks a block and returns the array that has it. */
    private static int[] unpack(Body body, int from, int count) {
        int levelsAt = levelsAt(body);
        int levels = largest(body);
        switch (code(body)) {
            case FIXED -> {
                int width = width(levels);
                FixedWidth.unpack(
                        body.bytes(),
                        at(body, from),
                        FixedWidth.byteLength(count, width),
                        width,
                        body.ints(),
                        0,
                        count);
                return body.ints();
            }
            case TRITS -> {
                int at = levelsAt + from / 5;
                Trits.unpack(body.bytes(), at, Trits.byteLength(count), body.ints(), 0, count);
                return body.ints();
            }
            default -> {
                if (from % SECTION == 0) {
                    openSection(body, 2 * levels + 1);
                }
                return sections(body).read(count, (from + count) % SECTION == 0 || from + count == body.elements());
            }
        }
    }

    private static void openSection(Body body, int alphabet) {
        EntropySections sections = sections(body);
        int at = sections.next + Integer.BYTES;
        int length = sections.length(body.bytes(), body.end());
        sections.open(body.bytes(), at, length, alphabet);
        sections.next = at + length;
    }

    /** The step of a bucket, or of anything in s levels. */
    public static float readStep(byte[] bytes, int at, int levels) {
        float step = Finite.readMagnitude(bytes, at);
        if (Float.isInfinite(step * levels)) {
            throw new MalformedInputException(at, "a step of " + step + " overflows at level " + levels);
        }
        return step;
    }

    /** Offset of the levels. */
    private static int levelsAt(Body body) {
        return body.offset() + FIELDS + 4 * buckets(body.elements(), bucket(body));
    }

    private static int code(Body body) {
        return body.bytes()[body.offset()];
    }

    private static int largest(Body body) {
        return LittleEndian.getShort(body.bytes(), body.offset() + 1);
    }

    private static int bucket(Body body) {
        return LittleEndian.getInt(body.bytes(), body.offset() + 3);
    }

    @Override
    public int paddingBits(Body body) {
        return code(body) == FIXED ? -(body.elements() & 7) * width(largest(body)) & 7 : 0;
    }

    @Override
    public List<Malformed> malformed() {
        return List.of(
                Malformed.of(5, 0, "code 3 for levels up to 1", "03 0100", 5, 1f, "0000"),
                Malformed.of(5, 3, "buckets of 0 elements", "00 0100", 0, 1f, "0000"),
                Malformed.of(
                        5,
                        7,
                        "a step of " + Float.MAX_VALUE + " overflows at level 2",
                        "00 0200",
                        5,
                        Float.MAX_VALUE,
                        "0000"),
                Malformed.of(5, 0, "level 3 of 0 to 2 at element 0", "00 0100", 5, 1f, "0300"),
                Malformed.of(5, 12, "a body for 5 elements takes 12 bytes here, this has 13", "02 0100", 5, 1f, "0000"),
                Malformed.of(0, 7, "bytes after the last section", "01 0100", 5, "00"));
    }

    @Override
    public String describe(Body body) {
        String packing = switch (code(body)) {
            case FIXED -> width(largest(body)) + " bits each";
            case TRITS -> "five to a byte";
            default -> "entropy-coded";
        };
        int buckets = buckets(body.elements(), bucket(body));
        return "levels from " + -largest(body) + " to " + largest(body) + ", " + packing + ", "
                + (buckets == 1 ? "one step for all" : buckets + " buckets of " + bucket(body) + " with a step each");
    }
}
