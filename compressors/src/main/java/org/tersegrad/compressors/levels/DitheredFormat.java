package org.tersegrad.compressors.levels;

import java.util.List;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.codecs.internal.LittleEndian;
import org.tersegrad.compressors.BlockwiseFormat;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.BodyEncoder;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.Malformed;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.internal.Finite;

/**
 * Levels whose dither the receiver subtracts: it draws the u of each element again, from the seed in the message.
 *
 * <pre>
 *   | seed, 8 bytes | rank, 2 bytes | size, 2 bytes | body of another format |
 *
 *   an element is step (level + 1/2 − (r + 1/2) / 2^f) where the other format has step level; beyond the largest float it is that
 *   r        of {@link RoundingWords}, for that worker of a group of 1 to 1024
 * </pre>
 *
 * <p>With u uniform, the error of an element is uniform between −1/2 and 1/2 of a step, whatever the element is (L. Roberts,
 * <i>Picture coding using pseudo-random noise</i>, 1962).
 */
public final class DitheredFormat extends BlockwiseFormat {
    /** Dithered levels. */
    public static final DitheredFormat LEVELS = new DitheredFormat(24, "dithered levels", LevelsFormat.INSTANCE);

    /** Dithered integers between the least and the greatest element of a block. */
    public static final DitheredFormat AFFINE = new DitheredFormat(25, "dithered affine", AffineInteger.INTEGERS);

    /** Bytes before the other body. */
    private static final int FIELDS = 12;

    /** A format of levels that can be decoded with a dither. */
    abstract static class Levels extends BlockwiseFormat {
        Levels(Id id) {
            super(id);
        }

        /** The bits f of the r of an element. */
        abstract int fraction(Body body);

        /**
         * Decodes elements as {@link BlockwiseFormat#decode} does, with their dither.
         *
         * @param words those of the elements, from 0 on
         */
        abstract void decode(Body body, int from, int count, RoundingWords words, float[] block);
    }

    /** Writes the body of the other format with the seed of a step, and returns its bytes. */
    @FunctionalInterface
    interface Writer {
        int write(long step, float[] values, int offset, byte[] out, int at);
    }

    private final Levels levels;

    private DitheredFormat(int number, String name, Levels levels) {
        super(Id.number(number, name));
        this.levels = levels;
    }

    /** The most bytes of a payload around another body. */
    int maxBytes(long bodyBytes, Shape shape) {
        return payloadBytes(FIELDS + bodyBytes, shape);
    }

    /** An encoder around one that writes the other body. */
    Encoder encoder(Compressor recipe, Shape shape, Seed seed, Writer writer) {
        return new BodyEncoder(recipe, shape, RoundingWords.seed(BlockInteger.Rounding.DITHER, seed), this) {
            @Override
            protected int encodeBody(float[] values, int offset, byte[] out, int at) {
                LittleEndian.putLong(out, at, stepSeed());
                LittleEndian.putShort(out, at + 8, seed.rank());
                LittleEndian.putShort(out, at + 10, seed.size());
                return FIELDS + writer.write(stepSeed(), values, offset, out, at + FIELDS);
            }

            @Override
            protected boolean drawsWithOthers() {
                return true;
            }
        };
    }

    @Override
    public void validate(Body body) {
        body.requireAtLeast(FIELDS);
        if (size(body) > RoundingWords.MOST_WORKERS || rank(body) >= size(body)) {
            throw new MalformedInputException(
                    body.offset() + 8, "worker " + rank(body) + " of a group of " + size(body));
        }
        levels.validate(inner(body));
    }

    @Override
    protected void decode(Body body, int from, int count, float[] block) {
        Body inner = inner(body);
        RoundingWords words = body.scratch(RoundingWords.class, RoundingWords::new);
        words.use(rank(body), size(body), levels.fraction(inner));
        words.draw(body.i64(0), from, count);
        levels.decode(inner, from, count, words, block);
        Finite.saturate(block, 0, count);
    }

    private static Body inner(Body body) {
        return body.nested(FIELDS, body.length() - FIELDS, body.elements());
    }

    private static int rank(Body body) {
        return LittleEndian.getShort(body.bytes(), body.offset() + 8);
    }

    private static int size(Body body) {
        return LittleEndian.getShort(body.bytes(), body.offset() + 10);
    }

    @Override
    public int paddingBits(Body body) {
        return levels.paddingBits(inner(body));
    }

    @Override
    public List<Malformed> malformed() {
        return List.of(
                Malformed.of(0, 8, "worker 2 of a group of 2", "0100000000000000 0200 0200"),
                Malformed.of(0, 8, "worker 0 of a group of 1025", "0100000000000000 0000 0104"));
    }

    @Override
    public String describe(Body body) {
        String who = size(body) == 1 ? "" : " of worker " + rank(body) + " of " + size(body);
        return "dither" + who + ", " + levels.describe(inner(body));
    }
}
