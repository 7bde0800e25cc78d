package org.tersegrad.compressors.levels;

import java.util.Arrays;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.levels.EntropyLevels.Format;

/**
 * Base class of encoders whose step is known: a single pass rounds all elements and leaves a byte for each, its symbol, and the raw bits.
 * Symbols are coded from these bytes, as that begins with the last.
 */
abstract class OnePassEncoder extends EntropyLevelsEncoder {
    private final byte[] kept;
    private int rawBytes;

    /** @param fields the number of levels */
    OnePassEncoder(Compressor recipe, Shape shape, Seed seed, BodyFormat format, int budget, int places, int fields) {
        super(recipe, shape, seed, format, budget, places);
        kept = new byte[fields];
        entries = fields;
        entropy = true;
    }

    /**
     * Begins a pass.
     *
     * @param out modified by {@link #keep} in {@code [rawAt, end)}
     */
    final void begin(byte[] out, int rawAt, int end) {
        alphabet = 1;
        Arrays.fill(tallies, 0);
        rawWriter.wrap(out, rawAt, end - rawAt);
    }

    /** Finds the symbols of a block of {@link #levels}, the largest of which is known. */
    final void findSymbols(int count, int largest) {
        alphabet = Math.max(alphabet, Format.alphabet(largest));
        Format.toSymbols(levels, count, alphabet, 0, symbols);
    }

    /** Keeps the symbols and raw bits of a block; returns whether these fit. Levels are lost. */
    final boolean keep(int from, int count) {
        for (int i = 0; i < count; i++) {
            kept[from + i] = (byte) symbols[i];
        }
        return alphabet <= Format.DIRECT_SYMBOLS || addRaw(count);
    }

    /** Ends a pass and returns the bytes of raw bits. */
    final int end() {
        rawBytes = rawWriter.finish();
        return rawBytes;
    }

    @Override
    final int round(int from) {
        int count = Math.min(BLOCK, entries - from);
        for (int i = 0; i < count; i++) {
            symbols[i] = kept[from + i] & 0xff;
        }
        return count;
    }

    @Override
    final int writeRaw(byte[] out, int at, int end) {
        Body.putI32(out, at, rawBytes); // the bits are there
        return 4 + rawBytes;
    }

    @Override
    final void addToFit(int from, int count) {} // what levels stand for is known
}
