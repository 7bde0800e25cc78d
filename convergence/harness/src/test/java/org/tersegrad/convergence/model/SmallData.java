package org.tersegrad.convergence.model;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.NumericVectors;
import org.tersegrad.convergence.data.SparseVectors;
import org.tersegrad.convergence.data.Text;

/** Made-up data that can be learned. */
final class SmallData {
    private SmallData() {}

    /** Images of some pixels around a centre for each class. */
    static LabelledVectors images(int width, int height, int classes) {
        float[] centres = CounterRandom.gaussians(classes * width * height, 1);
        return new LabelledVectors(
                "images",
                width,
                height,
                classes,
                part(61, width * height, classes, centres, 2),
                part(29, width * height, classes, centres, 3));
    }

    /** The same with three channels. */
    static LabelledVectors colours(int width, int height, int classes) {
        LabelledVectors images = images(3 * width, height, classes);
        return new LabelledVectors(
                "colours", width, height, 3, false, images.classNames(), images.training(), images.test());
    }

    private static LabelledVectors.Part part(int size, int length, int classes, float[] centres, long seed) {
        float[] values = CounterRandom.gaussians(size * length, seed);
        int[] labels = new int[size];
        for (int i = 0; i < size * length; i++) {
            int label = i / length * 7 % classes;
            labels[i / length] = label;
            values[i] = 0.5f * values[i] + centres[label * length + i % length];
        }
        return new LabelledVectors.Part(values, labels);
    }

    /** A number that is linear in the vector, up to noise and a bend. */
    static NumericVectors numbers(int length) {
        return new NumericVectors("numbers", length, numbersPart(61, length, 8), numbersPart(29, length, 9));
    }

    private static NumericVectors.Part numbersPart(int size, int length, long seed) {
        float[] values = CounterRandom.gaussians(size * length, seed);
        float[] targets = CounterRandom.gaussians(size, seed + 100);
        for (int i = 0; i < size; i++) {
            float sum = 0.5f;
            for (int j = 0; j < length; j++) {
                sum += values[i * length + j] * (j % 3 - 1) / length;
            }
            targets[i] = sum + 0.2f * Math.abs(sum) + 0.1f * targets[i];
        }
        return new NumericVectors.Part(values, targets);
    }

    /** Every third element or so; the class is the sign of their sum. */
    static SparseVectors sparse(int length) {
        return new SparseVectors("sparse", length, sparsePart(70, length, 4), sparsePart(30, length, 5));
    }

    private static SparseVectors.Part sparsePart(int size, int length, long seed) {
        float[] gaussian = CounterRandom.gaussians(size * length, seed);
        int[] starts = new int[size + 1];
        int[] indices = new int[size * length];
        float[] values = new float[size * length];
        int[] labels = new int[size];
        int end = 0;
        for (int i = 0; i < size; i++) {
            float sum = 0;
            for (int j = 0; j < length; j++) {
                if (CounterRandom.word(seed, i * length + j) % 3 == 0) {
                    indices[end] = j;
                    values[end] = gaussian[i * length + j];
                    sum += values[end++];
                }
            }
            labels[i] = sum > 0 ? 1 : 0;
            starts[i + 1] = end;
        }
        return new SparseVectors.Part(starts, indices, values, labels);
    }

    /** Each symbol follows from the two before it, most of the time. */
    static Text text() {
        byte[] text = new byte[900];
        for (int i = 2; i < text.length; i++) {
            boolean surprise = CounterRandom.word(6, i) >>> 28 == 0;
            text[i] = (byte) (surprise ? CounterRandom.word(7, i) >>> 30 : (text[i - 1] + 2 * text[i - 2] + 1) % 5);
        }
        return new Text(
                "text", "abcde", java.util.Arrays.copyOf(text, 600), java.util.Arrays.copyOfRange(text, 600, 900));
    }
}
