package org.tersegrad.convergence.model.layers;

import java.util.Arrays;

/** The largest of each square of two by two pixels; an odd row or column at the end is left out. */
public final class MaxPool implements Layer {
    private final int channels;
    private final int width;
    private final int height;

    /** A layer for images of one size. */
    public MaxPool(int channels, int width, int height) {
        this.channels = channels;
        this.width = width;
        this.height = height;
    }

    @Override
    public int outputs() {
        return channels * (width / 2) * (height / 2);
    }

    @Override
    public void forward(float[] parameters, float[] input, int count, float[] output) {
        for (int i = 0; i < outputs(); i++) {
            int from = square(i) * count;
            int below = from + width * count;
            int to = i * count;
            for (int e = 0; e < count; e++) {
                float upper = Math.max(input[from + e], input[from + count + e]);
                float lower = Math.max(input[below + e], input[below + count + e]);
                output[to + e] = Math.max(upper, lower);
            }
        }
    }

    /** The first of equals gets all. */
    @Override
    public void backward(
            float[] parameters,
            float[] input,
            float[] output,
            int count,
            float[] outputGradient,
            float[] inputGradient,
            float[] gradient) {
        if (inputGradient.length == 0) {
            return;
        }
        Arrays.fill(inputGradient, 0, channels * width * height * count, 0f);
        for (int i = 0; i < outputs(); i++) {
            int from = square(i) * count;
            int below = from + width * count;
            for (int e = 0; e < count; e++) {
                float largest = output[i * count + e];
                int passed = Float.floatToRawIntBits(outputGradient[i * count + e]);
                int first = whereEqual(input[from + e], largest);
                int second = whereEqual(input[from + count + e], largest) & ~first;
                int third = whereEqual(input[below + e], largest) & ~(first | second);
                inputGradient[from + e] = Float.intBitsToFloat(passed & first);
                inputGradient[from + count + e] = Float.intBitsToFloat(passed & second);
                inputGradient[below + e] = Float.intBitsToFloat(passed & third);
                inputGradient[below + count + e] = Float.intBitsToFloat(passed & ~(first | second | third));
            }
        }
    }

    /** All ones where two floats are equal, else 0: a branch would be wrong half of the time. */
    private static int whereEqual(float a, float b) {
        int difference = Float.floatToRawIntBits(a - b) & Integer.MAX_VALUE;
        return (difference - 1) >> 31;
    }

    /** The pixel at the upper left of the square of output {@code i}. */
    private int square(int i) {
        int columns = width / 2;
        int rows = height / 2;
        int channel = i / (rows * columns);
        int row = i / columns % rows;
        return (channel * height + 2 * row) * width + 2 * (i % columns);
    }
}
