package org.tersegrad.bench.codecs;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.tersegrad.bench.BenchmarkDefaults;
import org.tersegrad.codecs.FixedWidth;
import org.tersegrad.codecs.Trits;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.levels.LevelsFormat;

/**
 * The levels of a quantized gradient, without the header and the steps, which are floats and nothing to compress.
 *
 * @param alphabet how many levels there are
 * @param symbols the levels, counted from 0
 * @param packed the same, as in the payload
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record QuantizedLevels(int alphabet, int[] symbols, byte[] packed) {
    static QuantizedLevels of(String recipe, float[] gradient) {
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = Shape.vector(gradient.length);
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        compressor.encoder(shape, Seed.of(1)).encode(FloatSlice.of(gradient), payload);
        byte[] message = new byte[payload.byteLength()];
        payload.writeTo(ByteBuffer.wrap(message));

        int code = message[Payload.HEADER_BYTES];
        int levels = LittleEndian.getShort(message, Payload.HEADER_BYTES + 1);
        int bucket = LittleEndian.getInt(message, Payload.HEADER_BYTES + 3);
        int steps = LevelsFormat.buckets(gradient.length, bucket);
        int levelsAt = Payload.HEADER_BYTES + LevelsFormat.FIELDS + Float.BYTES * steps;
        byte[] packed = Arrays.copyOfRange(message, levelsAt, message.length);
        int[] symbols = new int[gradient.length];
        if (code == LevelsFormat.TRITS) {
            Trits.unpack(packed, 0, packed.length, symbols, 0, symbols.length);
            for (int i = 0; i < symbols.length; i++) {
                symbols[i]++;
            }
        } else {
            BenchmarkDefaults.require(code == LevelsFormat.FIXED, recipe);
            int width = LevelsFormat.width(levels);
            FixedWidth.unpack(packed, 0, packed.length, width, symbols, 0, symbols.length);
        }
        return new QuantizedLevels(2 * levels + 1, symbols, packed);
    }
}
