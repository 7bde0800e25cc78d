package org.tersegrad.compressors.levels;

import java.util.Arrays;
import org.tersegrad.codecs.BitWriter;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.IndexSetWriter;
import org.tersegrad.codecs.Rans;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Finite;
import org.tersegrad.compressors.levels.EntropyLevels.Format;

/**
 * The encoder of {@link EntropyLevels}.
 *
 * <pre>
 *   look at a sample of the magnitudes
 *   until the levels fill the budget, mostly once or twice:
 *       find a step in the sample
 *       round to levels, count them, add up the elements of each
 *   where a step lets in too many equal elements and the next none: leave out the last of them
 *   round once more and write
 * </pre>
 *
 * <p>A subclass with a step of its own rounds its way and counts and writes as this one does.
 */
class EntropyLevelsEncoder extends BodyEncoder {
    static final int BLOCK = Body.BLOCK;

    /** The share of elements with a level below which positions are sent. */
    private static final double SPARSE_SHARE = 0.25;

    /** Steps that are tried before the best one is taken. */
    private static final int TRIES = 6;

    /** The part of the budget that is left free to be on the safe side. */
    private static final double MARGIN = 0.0005;

    /** The part of the budget that must be used by the first step that fits, and by others. */
    private static final double ENOUGH_AT_ONCE = 0.988;

    private static final double ENOUGH = 0.996;

    /** The bits left free with a dither, for each byte of the budget. */
    private static final double DITHER_MARGIN = 0.03;

    /** The bits left free with a dither, for each symbol of a table. */
    private static final double TABLE_MARGIN = 4;

    /** The same for a step that comes from a sample, in standard deviations of its bits. */
    private static final double DEVIATIONS = 2;

    /** The places at which equal elements may be cut off, at most. */
    private static final int CUTS = 2048;

    /** Below this part of the budget, ties are suspected. */
    private static final double TIES = 0.9;

    /** The part of the budget that two steps differ by whose levels are as good as the same. */
    private static final double SAME = 0.001;

    /** Larger elements count as this with a dither: a step of two of them, for levels of one bit, is a float. */
    private static final float MOST_DITHERED = Float.MAX_VALUE / 2.1f;

    /** No step is smaller: its reciprocal is finite. */
    private static final double LEAST_STEP = 0x1p-126;

    /** The most bytes that are written. */
    int budget;

    private final StepSearch search;
    private final boolean dithered;
    private final int packedBits;
    final IndexSetWriter indexWriter = new IndexSetWriter();
    final BitWriter rawWriter = new BitWriter();
    final Rans rans = new Rans(Format.SYMBOLS);
    final byte[] words;
    final int[] indices;
    final byte[] indexSet;
    private final float[] gathered = new float[BLOCK];
    final int[] levels = new int[BLOCK];
    final int[] symbols = new int[BLOCK];
    final int[] counts = new int[Format.SYMBOLS];
    final int[] tallies = new int[4 * Format.SYMBOLS];

    final LevelFit fit = new LevelFit();

    // The gradient, and how it is sent.
    float[] values = {};
    int offset;
    private float largest;
    float factor;
    /** Elements of magnitude 1 from this one on are left out. */
    int cut;

    /** Added to elements, in steps, before they are rounded. */
    private float dither;

    /** Subtracted from levels with a dither, so that there are as many above 0 as below, or one less. */
    private int middle;

    boolean sparse;
    boolean entropy;
    int entries;
    private int indexBytes;
    int alphabet;

    EntropyLevelsEncoder(EntropyLevels recipe, Shape shape, Seed seed) {
        this(
                recipe,
                shape,
                seed,
                Format.INSTANCE,
                recipe.budget(shape.size()),
                shape.size() / 2,
                recipe.dithered() ? recipe.packedBits(Math.max(1, shape.size())) : 0);
    }

    /**
     * An encoder with memory for these bytes, whose subclass decides on the step.
     *
     * @param places how many positions there is memory for, at least
     */
    EntropyLevelsEncoder(Compressor recipe, Shape shape, Seed seed, BodyFormat format, int budget, int places) {
        this(recipe, shape, seed, format, budget, places, 0);
    }

    /** @param packedBits of a level with a dither, if all are packed; 0 without a dither */
    private EntropyLevelsEncoder(
            Compressor recipe, Shape shape, Seed seed, BodyFormat format, int budget, int places, int packedBits) {
        super(recipe, shape, seed, format);
        this.budget = budget;
        this.dithered = packedBits > 0;
        this.packedBits = packedBits;
        search = new StepSearch(dithered);
        words = new byte[budget + 2 * BLOCK];
        indices = new int[places + Math.min(BLOCK, size) + SelectionKernels.COLLECT_ROOM];
        indexSet = new byte[IndexSetWriter.maxBytes(Math.min(size, indices.length), size)];
    }

    @Override
    protected int encodeBody(float[] gradient, int from, byte[] out, int at) {
        int key = Finite.largestKey(gradient, from, size);
        if (key == 0) {
            Arrays.fill(out, at, at + Format.FIELDS + 1, (byte) 0);
            out[at + Format.FIELDS - 1] = 1;
            return Format.FIELDS + 1;
        }
        values = gradient;
        offset = from;
        largest = Math.min(Float.intBitsToFloat(key), dithered ? MOST_DITHERED : Float.MAX_VALUE);
        search.look(gradient, from, size, key);
        double least = Math.max(LEAST_STEP, 1.01 * largest / (1 << (Format.MAGNITUDE_BITS - 1)));
        double most = Math.max(least, 2.01 * largest); // above half of the largest float, too
        double step = search.find(8.0 * budget * (1 - MARGIN), least, most);
        double deviation = search.deviation();
        if (dithered) {
            return encodeDithered(deviation, least, most, out, at);
        }
        for (int attempt = 1; attempt <= 2; attempt++) {
            double margin = Math.max(attempt * DEVIATIONS * deviation, MARGIN * size);
            step = search.find(8.0 * budget - margin, least, most);
            if (size < BLOCK || search.nonzero(step) < SPARSE_SHARE) {
                break;
            }
            expect(step);
            int bytes = write(out, at);
            if (bytes <= budget && bytes >= ENOUGH_AT_ONCE * budget) {
                return bytes;
            }
        }
        step = chooseStep(step, least, most);
        int bytes = write(out, at);
        while (bytes > budget) { // coded symbols took a few bytes more than expected
            step *= 1.004;
            measure(step, size);
            bytes = write(out, at);
        }
        return bytes;
    }

    /**
     * Writes levels with a dither, which is drawn when the step is found. A few symbols more than expected make it larger; that
     * happens rarely enough to leave the mean of an element exact.
     */
    private int encodeDithered(double deviation, double least, double most, byte[] out, int at) {
        double margin = 2 * DEVIATIONS * deviation + DITHER_MARGIN * budget + TABLE_MARGIN * (search.symbols() + 8);
        // All levels fit if they are packed, whatever the dither is.
        double widest = Math.max(least, 2.000001 * largest / ((1 << packedBits) - 1));
        double step = Math.min(widest, search.find(8.0 * budget - margin, least, most));
        dither = (CounterRandom.word(stepSeed(), 0) >>> 8) * 0x1p-24f + (0x1p-25f - 0.5f);
        measure(step, size);
        int bytes = write(out, at);
        for (double more = 0.004; bytes > budget; more *= 2) {
            step = Math.min(widest, step * (1 + more));
            measure(step, size);
            bytes = write(out, at);
        }
        return bytes;
    }

    /** Takes the counts from the sample, instead of a pass over all elements. */
    private void expect(double step) {
        use(step, size);
        sparse = false;
        entries = size;
        entropy = true;
        search.symbols(step, alphabet, counts);
    }

    /** Leaves the step, and all else, at what is written. */
    private double chooseStep(double first, double least, double most) {
        double low = least;
        double high = most;
        double step = first;
        boolean sends = false;
        long fits = 0;
        for (int i = 0; (i < TRIES || !sends) && high > low * (1 + 1e-4); i++) {
            if (high < low * (1 + 1e-2) && fits < TIES * budget) {
                break; // all of many equal elements are in with one step, and none with the other
            }
            long bytes = measure(step, size);
            if (bytes <= budget) {
                boolean noMore = low == least && Math.abs(bytes - fits) < SAME * budget; // few distinct magnitudes
                high = step;
                fits = bytes;
                sends = alphabet > 1;
                double enough = i == 0 ? ENOUGH_AT_ONCE * budget : ENOUGH * budget - 3;
                if (((bytes >= enough || (i > 0 && noMore)) && sends) || step == least) {
                    return step;
                }
            } else {
                low = step;
            }
            double aim = 8.0 * budget * (1 - MARGIN) * search.bits(step) / (8.0 * bytes);
            double corrected = i < TRIES ? search.find(aim, least, most) : 0;
            step = corrected > low && corrected < high ? corrected : Math.sqrt(low * high);
        }
        long bytes = measure(high, size);
        double sent = captured();
        if (sent == 0 || (bytes < TIES * budget && alphabet <= 5)) {
            double below = sent == 0 ? Math.max(least, Math.min(low, 1.9 * largest)) : low;
            if (cutTo(below) && captured() > sent) {
                return below;
            }
            measure(high, size);
        }
        return high;
    }

    /** Leaves out elements of magnitude 1 until this step fits; returns whether it does. */
    private boolean cutTo(double step) {
        int fits = 0;
        int doesNot = size;
        long least = measure(step, fits);
        long most = measure(step, doesNot);
        if (least > budget) {
            return false;
        }
        while (doesNot - fits > 1 + size / CUTS) {
            // The bytes grow about as the number of elements does.
            double share = (double) (budget - least) / Math.max(1, most - least);
            double part = Math.max(0.02, Math.min(0.98, 0.99 * share));
            int middle = fits + Math.max(1, Math.min(doesNot - fits - 1, (int) (part * (doesNot - fits))));
            long bytes = measure(step, middle);
            if (bytes > budget) {
                doesNot = middle;
                most = bytes;
            } else {
                fits = middle;
                least = bytes;
                if (bytes > 0.97 * budget) {
                    break;
                }
            }
        }
        return measure(step, fits) <= budget;
    }

    private void use(double step, int leaveOutFrom) {
        factor = (float) (1 / step);
        cut = leaveOutFrom;
        if (!dithered) {
            alphabet = Format.alphabet((int) Math.rint(largest * factor));
            return;
        }
        int lowest = (int) Math.rint(-largest * factor + dither);
        int highest = (int) Math.rint(largest * factor + dither);
        middle = highest > -lowest ? 1 : 0;
        alphabet = highest - lowest < Format.DIRECT_SYMBOLS
                ? highest - lowest + 1
                : Format.alphabet(Math.max(highest - middle, middle - lowest));
    }

    /**
     * Rounds all elements, counts levels and returns the bytes of the body, about.
     *
     * @param leaveOutFrom elements of magnitude 1 from here on are 0
     */
    private long measure(double step, int leaveOutFrom) {
        use(step, leaveOutFrom);
        sparse = !dithered && alphabet > 1 && (cut < size || search.nonzero(step) < SPARSE_SHARE) && collect(step);
        if (!sparse) {
            entries = size;
        }
        return count();
    }

    /** Counts the symbols of all entries and returns the bytes of the body, about. */
    private long count() {
        Arrays.fill(tallies, 0);
        for (int from = 0; from < entries; from += BLOCK) {
            tally(round(from));
        }
        return countedBytes();
    }

    /** Counts the symbols of a block that was just rounded. */
    void tally(int count) {
        int i = 0;
        for (; i < count - 3; i += 4) { // four tables, as an addition waits for the one before it
            tallies[symbols[i]]++;
            tallies[symbols[i + 1] + Format.SYMBOLS]++;
            tallies[symbols[i + 2] + 2 * Format.SYMBOLS]++;
            tallies[symbols[i + 3] + 3 * Format.SYMBOLS]++;
        }
        for (; i < count; i++) {
            tallies[symbols[i]]++;
        }
    }

    /** Adds up the counts of all blocks and returns the bytes of the body, about. */
    long countedBytes() {
        int first = sparse ? 1 : 0;
        long rawBits = 0;
        for (int s = 0; s + first < alphabet; s++) {
            counts[s] = tallies[s]
                    + tallies[s + Format.SYMBOLS]
                    + tallies[s + 2 * Format.SYMBOLS]
                    + tallies[s + 3 * Format.SYMBOLS];
            rawBits += (long) counts[s] * Format.rawBits(s + first);
        }
        long bytes = Format.FIELDS
                + (dithered ? Format.DITHER_FIELDS : 0)
                + 1
                + mostOffsets()
                + (sparse ? Format.SPARSE_FIELDS + indexBytes : 0)
                + (alphabet > Format.DIRECT_SYMBOLS ? 4 + (rawBits + 7) / 8 : 0);
        long packed = ((long) entries * Format.width(alphabet - first) + 7) / 8;
        long coded = entries == 0 ? Long.MAX_VALUE : rans.use(alphabet - first).expectedBytes(counts) + 8;
        entropy = coded < packed;
        return bytes + Math.min(packed, coded);
    }

    /** The part of |x|² that is sent. */
    private double captured() {
        fit.clear();
        for (int from = 0; from < entries; from += BLOCK) {
            addToFit(from, round(from));
        }
        return fit();
    }

    /** Adds a block that was just rounded. */
    void addToFit(int from, int count) {
        if (dithered) {
            return;
        }
        float[] source = sparse ? gathered : values;
        fit.add(source, sparse ? 0 : offset + from, count, symbols, sparse ? 1 : 0, levels, alphabet);
    }

    /** Finds the numbers that levels stand for; returns the part of |x|² that they send. */
    double fit() {
        return fit.fit(Math.min(Format.DIRECT, (alphabet - 1) / 2), factor, mostOffsets());
    }

    /** The number of offsets at most: none for a single magnitude, which the scale is enough for, and few in a small body. */
    private int mostOffsets() {
        int magnitudes = Math.min(Format.DIRECT, (alphabet - 1) / 2);
        return dithered || magnitudes == 1 ? 0 : Math.min(Math.min(Format.OFFSETS, magnitudes), budget / 32);
    }

    /** Collects elements with a level; returns whether the array holds them. */
    private boolean collect(double step) {
        // A hair below half a step, as the quotient is rounded too; the levels decide.
        int leastKey = Math.max(1, Float.floatToRawIntBits((float) (step / 2)) - 8);
        entries = 0;
        for (int from = 0; from < size; from += BLOCK) {
            int count = Math.min(BLOCK, size - from);
            if (entries + count + SelectionKernels.COLLECT_ROOM > indices.length) {
                return false;
            }
            int found = SelectionKernels.COLLECT
                    .at(count)
                    .collect(values, offset + from, count, leastKey, from, indices, entries);
            entries = keep(entries, found);
        }
        indexBytes = indexWriter.write(indices, 0, entries, size, indexSet, 0);
        return true;
    }

    /** Leaves those of the newest indices whose elements have a level; returns how many there are in all. */
    private int keep(int from, int found) {
        int kept = from;
        for (int i = from; i < from + found; i++) {
            int index = indices[i];
            int magnitude = Math.abs(level(values[offset + index]));
            indices[kept] = index;
            kept += magnitude > 1 || (magnitude == 1 && index < cut) ? 1 : 0;
        }
        return kept;
    }

    /** The level of one element, as {@link RoundingKernels#roundToNearest} computes it. */
    private int level(float value) {
        return (int) Math.rint(value * factor);
    }

    /** Rounds a block of elements that are sent, to levels and symbols; returns how many. */
    int round(int from) {
        int count = Math.min(BLOCK, entries - from);
        roundToLevels(from, count);
        Format.toSymbols(levels, count, alphabet, sparse ? 1 : 0, symbols);
        return count;
    }

    /** Rounds entries from {@code from} on to {@link #levels}. */
    void roundToLevels(int from, int count) {
        if (sparse) {
            for (int i = 0; i < count; i++) {
                gathered[i] = values[offset + indices[from + i]];
            }
            RoundingKernels.ROUND_TO_NEAREST.at(count).roundToNearest(gathered, 0, count, factor, 0, levels, 0);
        } else if (dithered) {
            for (int i = 0; i < count; i++) {
                float value = Math.max(-MOST_DITHERED, Math.min(values[offset + from + i], MOST_DITHERED));
                gathered[i] = value * factor + dither;
            }
            RoundingKernels.ROUND_TO_NEAREST.at(count).roundToNearest(gathered, 0, count, 1f, -middle, levels, 0);
        } else {
            RoundingKernels.ROUND_TO_NEAREST
                    .at(count)
                    .roundToNearest(values, offset + from, count, factor, 0, levels, 0);
            for (int i = Math.max(0, cut - from); i < count; i++) {
                levels[i] = levels[i] == 1 || levels[i] == -1 ? 0 : levels[i];
            }
        }
    }

    /** Writes with the step used last and returns the bytes, or more than the budget if they do not fit. */
    int write(byte[] out, int at) {
        int end = at + budget;
        int to = at + Format.FIELDS;
        if (dithered) {
            Body.putF32(out, to, middle - dither);
            to += Format.DITHER_FIELDS;
        }
        if (sparse) {
            if (indexBytes > end - to - Format.SPARSE_FIELDS) {
                return Integer.MAX_VALUE;
            }
            Body.putI32(out, to, entries);
            Body.putI32(out, to + 4, indexBytes);
            System.arraycopy(indexSet, 0, out, to + Format.SPARSE_FIELDS, indexBytes);
            to += Format.SPARSE_FIELDS + indexBytes;
        }
        if (alphabet > Format.DIRECT_SYMBOLS) {
            int bytes = writeRaw(out, to, end);
            if (bytes < 0) {
                return Integer.MAX_VALUE;
            }
            to += bytes;
        }
        int symbolBytes = entropy ? code() : pack();
        if (!dithered) {
            fit();
        }
        int symbolsAt = to + 1 + fit.offsetCount();
        if (symbolBytes > end - symbolsAt) {
            return Integer.MAX_VALUE;
        }
        out[at] = (byte)
                ((sparse ? Format.SPARSE : 0) | (entropy ? Format.ENTROPY : 0) | (dithered ? Format.DITHERED : 0));
        Body.putF32(out, at + 1, dithered ? 1 / factor : (float) fit.scale());
        out[at + 5] = (byte) alphabet;
        out[to] = (byte) fit.offsetCount();
        System.arraycopy(fit.offsets, 0, out, to + 1, fit.offsetCount());
        if (entropy) {
            rans.finish(out, symbolsAt);
        } else {
            System.arraycopy(words, 0, out, symbolsAt, symbolBytes);
        }
        return symbolsAt + symbolBytes - at;
    }

    /** Codes all symbols, the last block first, and returns their bytes. */
    private int code() {
        fit.clear();
        beginSymbols();
        for (int from = (entries - 1) / BLOCK * BLOCK; from >= 0; from -= BLOCK) {
            int count = round(from);
            if (!rans.prepend(symbols, 0, count)) {
                return Integer.MAX_VALUE;
            }
            addToFit(from, count);
        }
        return (int) Math.min(Integer.MAX_VALUE, rans.byteLength());
    }

    void beginSymbols() {
        rans.use(sparse ? alphabet - 1 : alphabet).begin(counts, words);
    }

    /** Packs all symbols into {@link #words} and returns their bytes. */
    private int pack() {
        fit.clear();
        int width = Format.width(sparse ? alphabet - 1 : alphabet);
        if (((long) entries * width + 7) / 8 > budget) {
            return Integer.MAX_VALUE;
        }
        int bytes = 0;
        for (int from = 0; from < entries; from += BLOCK) {
            int count = round(from);
            addToFit(from, count);
            bytes += width == 0 ? 0 : FixedWidth.pack(symbols, 0, count, width, words, bytes);
        }
        return bytes;
    }

    /** Writes signs and low bits of levels that share a symbol; returns the bytes with their length, −1 if they do not fit. */
    int writeRaw(byte[] out, int at, int end) {
        if (end - at < 4) {
            return -1;
        }
        rawWriter.wrap(out, at + 4, end - at - 4);
        for (int from = 0; from < entries; from += BLOCK) {
            if (!addRaw(round(from))) {
                return -1;
            }
        }
        int bytes = rawWriter.finish();
        Body.putI32(out, at, bytes);
        return 4 + bytes;
    }

    /** Writes signs and low bits of a block that was just rounded; returns whether they fit. */
    boolean addRaw(int count) {
        for (int i = 0; i < count; i++) {
            levels[i] = (Math.abs(levels[i]) - 1) << 1 | levels[i] >>> 31; // as many of the low bits as the symbol has
        }
        return rawWriter.writeEach(levels, symbols, Format.rawBits(sparse), count);
    }
}
