package org.tersegrad.codecs;

import org.tersegrad.codecs.internal.integers.GapKernels;

/** The exact size of one sorted index set in every direct {@link IndexSetCode}. Reusable; never allocates. */
final class DirectSizes {
    /**
     * The densities at which {@link IndexSetCode#RICE} and {@link IndexSetCode#BITMAP} take more than 1.4 % over the entropy of
     * randomly placed indices, and 1/64, a usual one, where it is 1.3 %. Squeezing takes time, so a writer considers it only there.
     */
    private static final double[][] UNLUCKY = {
        {0.3265, 0.431}, {0.1835, 0.246}, {0.1001, 0.1275}, {0.0531, 0.0637}, {0.0278, 0.0314}, {0.0144, 0.0158}
    };

    /** The share of ones in a bit string from which on squeezing saves something. */
    private static final double LEAST_ONES = 0.32;

    private final long[] bytes = new long[IndexSetCode.DIRECT_CODES];
    private final int[] block;
    private final int[] gaps;
    private final RiceSplit split;
    private final SqueezedPositions squeezed;

    private int riceParameter;
    private int squeezedParameter;
    private int eliasFanoParameter;
    private int runs;

    private final IndexBlocks indices;
    private int count;
    private int universe;

    /** Measures what {@code indices} delivers, with memory that others use at other times. */
    DirectSizes(IndexBlocks indices, Scratch scratch) {
        this.indices = indices;
        block = scratch.block;
        gaps = scratch.gaps;
        split = scratch.split;
        squeezed = scratch.squeezed;
    }

    /** Memory that is used while a set is measured. */
    static final class Scratch {
        /** The last index of the block before, then the indices of a block. */
        private final int[] block = new int[1 + IndexSetCode.BLOCK];
        /** Or, smallest, largest, sum of the high parts and number of zeros of a block's gaps. */
        private final int[] gaps = new int[5];

        private final RiceSplit split = new RiceSplit();
        private final SqueezedPositions squeezed = new SqueezedPositions();
    }

    /**
     * Measures {@code count} indices below {@code universe}: all that the blocks deliver.
     *
     * @param all whether to measure the codes, too, that are hardly ever worth the time
     * @return whether the indices increase from 0 on; if not, nothing else is known
     */
    boolean measure(int count, int universe, boolean all) {
        this.count = count;
        this.universe = universe;
        double density = count == 0 ? 1 : (double) count / universe;
        riceParameter = Rice.parameterForDensity(density);
        if (!scan()) {
            return false;
        }
        bytes[IndexSetCode.BITMAP.number()] = IndexSetCode.TAG_BYTES + (universe + 7L) / 8;
        bytes[IndexSetCode.PLAIN.number()] =
                IndexSetCode.TAG_BYTES + IndexSetCode.fieldBytes(count, IndexSetCode.plainWidth(universe));
        measureSqueezed(density, all);
        return true;
    }

    /** One pass: are the indices in order, how long is the Rice code, how wide are the blocks of gaps? */
    private boolean scan() {
        long packed = IndexSetCode.TAG_BYTES;
        int high = 0; // all gaps together are below the universe, so their parts do not overflow
        int last = -1;
        runs = count;
        indices.rewind();
        for (int got = indices.next(block, 1); got > 0; got = indices.next(block, 1)) {
            if (last == -1 && block[1] == 0) {
                runs++; // its gap is 0, but it follows no other index
            }
            block[0] = last;
            last = block[got];
            summarizeGaps(got);
            if (gaps[0] < 0) {
                return false;
            }
            int range = gaps[2] - gaps[1];
            packed +=
                    IndexSetCode.BLOCK_HEADER_BYTES + IndexSetCode.fieldBytes(got, IndexSetCode.plainWidth(range + 1));
            high += gaps[3];
            runs -= gaps[4];
        }
        bytes[IndexSetCode.PACKED_GAPS.number()] = packed;
        bytes[IndexSetCode.RICE.number()] =
                IndexSetCode.TAG_BYTES + IndexSetCode.splitBytes(count, riceParameter, high);
        measureEliasFano(last);
        return true;
    }

    private void summarizeGaps(int got) {
        gaps[0] = 0;
        gaps[1] = Integer.MAX_VALUE;
        gaps[2] = 0;
        gaps[3] = 0;
        gaps[4] = 0;
        GapKernels.GAPS.at(got).gaps(block, 1, got, riceParameter, gaps);
    }

    private void measureEliasFano(int last) {
        int number = IndexSetCode.ELIAS_FANO.number();
        bytes[number] = Long.MAX_VALUE;
        for (int low = 0; low <= Rice.MAX_PARAMETER; low++) {
            long size = IndexSetCode.TAG_BYTES + IndexSetCode.splitBytes(count, low, Math.max(0, last) >>> low);
            if (size < bytes[number]) {
                bytes[number] = size;
                eliasFanoParameter = low;
            }
        }
    }

    /** The smallest parameter with which enough bits in the bit string are ones; the size where it is asked for. */
    private void measureSqueezed(double density, boolean all) {
        double ones = density;
        squeezedParameter = 0;
        while (ones < LEAST_ONES && squeezedParameter < Rice.MAX_PARAMETER) {
            ones *= 2 - ones;
            squeezedParameter++;
        }
        bytes[IndexSetCode.SQUEEZED.number()] = all || isUnlucky(density)
                ? IndexSetCode.TAG_BYTES + IndexSetCode.fieldBytes(count, squeezedParameter) + (squeezedBits() + 7) / 8
                : Long.MAX_VALUE;
    }

    private static boolean isUnlucky(double density) {
        for (double[] range : UNLUCKY) {
            if (density >= range[0] && density <= range[1]) {
                return true;
            }
        }
        return false;
    }

    private long squeezedBits() {
        indices.rewind();
        split.start(squeezedParameter);
        squeezed.startCounting();
        for (int got = indices.next(block, 0); got > 0; got = indices.next(block, 0)) {
            split.split(block, got);
            squeezed.write(split.positions, 0, got);
        }
        squeezed.finishWriting();
        return squeezed.bits();
    }

    /** The bytes that {@code code} takes, tag included; {@link Long#MAX_VALUE} if it was not worth measuring. */
    long byteLength(IndexSetCode code) {
        return bytes[code.number()];
    }

    /** The code with the fewest bytes; the first of them on a tie. */
    IndexSetCode cheapest() {
        IndexSetCode best = IndexSetCode.BITMAP;
        for (int i = 1; i < bytes.length; i++) {
            if (bytes[i] < bytes[best.number()]) {
                best = IndexSetCode.ofNumber(i);
            }
        }
        return best;
    }

    long cheapestBytes() {
        return byteLength(cheapest());
    }

    /** The parameter with which a message in {@code code} has the measured size. */
    int parameter(IndexSetCode code) {
        return switch (code) {
            case PLAIN -> IndexSetCode.plainWidth(universe);
            case RICE -> riceParameter;
            case ELIAS_FANO -> eliasFanoParameter;
            case SQUEEZED -> squeezedParameter;
            default -> 0;
        };
    }

    /** Number of runs of consecutive indices. */
    int runs() {
        return runs;
    }

    IndexBlocks indices() {
        return indices;
    }

    int count() {
        return count;
    }
}
