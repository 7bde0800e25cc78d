package org.tersegrad.convergence.data;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;

/**
 * Random variants of images for training: a border of four zeros on all sides, a crop of the old size, and a flip from left to
 * right for every other image. Of n images, variant v of image i has the number {@code v * n + i}, and variant 0 is the image itself.
 */
final class Crops {
    private static final int BORDER = 4;
    private static final int SHIFTS = 2 * BORDER + 1;
    private static final int SHIFTED = SHIFTS * SHIFTS;
    private static final int VARIANTS = 2 * SHIFTED;
    /** The crop that leaves an image where it is. */
    private static final int CENTRE = BORDER * SHIFTS + BORDER;

    private Crops() {}

    /** The number of a variant of an image; the bits of one word draw it. */
    static int draw(int image, int images, Seed seed) {
        int word = CounterRandom.word(seed.value(), image);
        int right = ((word & 0xffff) * SHIFTS) >>> 16;
        int down = ((word >>> 16 & 0x7fff) * SHIFTS) >>> 15;
        return Math.addExact(Math.multiplyExact(variant(right, down, word < 0), images), image);
    }

    /** The number of a crop that starts at (right, down) of the image with its border. */
    static int variant(int right, int down, boolean flipped) {
        return (down * SHIFTS + right + (flipped ? SHIFTED : 0) + VARIANTS - CENTRE) % VARIANTS;
    }

    /**
     * Copies a variant of a training image.
     *
     * @param target modified: pixel i is at {@code at + i * step}
     */
    static void copy(LabelledVectors data, int image, int variant, float[] target, int at, int step) {
        int crop = (variant + CENTRE) % VARIANTS;
        int right = crop % SHIFTS - BORDER;
        int down = crop % SHIFTED / SHIFTS - BORDER;
        boolean flipped = crop >= SHIFTED;
        int width = data.width();
        int height = data.height();
        float[] values = data.training().values();
        int from = image * data.length();
        for (int row = 0; row < height * data.channels(); row++) {
            int y = row % height + down;
            int source = from + (row + down) * width + right;
            int to = at + row * width * step;
            for (int x = 0; x < width; x++) {
                boolean inside = y >= 0 && y < height && x + right >= 0 && x + right < width;
                int place = flipped ? width - 1 - x : x;
                target[to + place * step] = inside ? values[source + x] : 0f;
            }
        }
    }
}
