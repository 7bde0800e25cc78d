package org.tersegrad.codecs.internal.rotations;

import static org.tersegrad.codecs.internal.rotations.CosinePlan.C1;
import static org.tersegrad.codecs.internal.rotations.CosinePlan.C2;
import static org.tersegrad.codecs.internal.rotations.CosinePlan.C3;
import static org.tersegrad.codecs.internal.rotations.CosinePlan.C4;
import static org.tersegrad.codecs.internal.rotations.CosinePlan.C5;
import static org.tersegrad.codecs.internal.rotations.CosinePlan.C6;
import static org.tersegrad.codecs.internal.rotations.CosinePlan.C7;

import java.util.Arrays;

/** The specification of the cosine transform, column by column. */
public final class ScalarCosines implements CosineKernels {
    private static final float[] TURNS_64 = CosinePlan.turns(64);
    private static final float[] TURNS_32 = CosinePlan.turns(32);
    private static final float[] TURNS_16 = CosinePlan.turns(16);
    private static final int[] SIXTEENS = CosinePlan.sixteens();
    private static final int[] EIGHTS = CosinePlan.eights();
    private static final int[] EIGHT_STEPS = CosinePlan.eightSteps();
    private static final int[] RESTS = CosinePlan.rests();
    private static final int[] PAIRS = CosinePlan.pairs();
    private static final int[] ROWS = CosinePlan.rows();

    @Override
    public void cosines(
            float[] x, int at, int stride, int columns, float factor, float[] to, int toAt, float[] scratch) {
        for (int row = 0; row < EDGE; row++) {
            System.arraycopy(x, at + row * stride, scratch, row * columns, columns);
        }
        for (int column = 0; column < columns; column++) {
            transform(scratch, column, columns);
        }
        transpose(scratch, columns, factor, to, toAt);
    }

    /** One column; its first element is at {@code at}, and {@code step} from row to row. */
    private static void transform(float[] x, int at, int step) {
        four(x, at, 64, step, TURNS_64);
        for (int first : SIXTEENS) {
            four(x, at + first * step, 16, step, TURNS_16);
        }
        turnedSixteen(x, at + 31 * step, -step);
        for (int i = 0; i < EIGHTS.length; i++) {
            eight(x, at + EIGHTS[i] * step, EIGHT_STEPS[i] * step);
        }
        for (int first : RESTS) {
            rest(x, at + first * step, step);
        }
        for (int i = 0; i < PAIRS.length; i += 2) {
            float a = x[at + PAIRS[i] * step];
            float b = x[at + PAIRS[i + 1] * step];
            x[at + PAIRS[i] * step] = a + b;
            x[at + PAIRS[i + 1] * step] = a - b;
        }
        x[at] *= C4;
    }

    /** Writes the rows of {@code x} as columns, each where its coefficient is. */
    public static void transpose(float[] x, int columns, float factor, float[] to, int toAt) {
        for (int k = 0; k < EDGE; k++) {
            int row = ROWS[k] * columns;
            for (int column = 0; column < columns; column++) {
                to[toAt + column * EDGE + k] = x[row + column] * factor;
            }
        }
    }

    /** Two steps of A_n. */
    private static void four(float[] x, int at, int n, int step, float[] turns) {
        for (int j = 0; j < n / 4; j++) {
            int first = at + j * step;
            int second = at + (n / 2 - 1 - j) * step;
            int third = at + (n / 2 + j) * step;
            int fourth = at + (n - 1 - j) * step;
            float u = x[first] + x[fourth];
            float v = x[second] + x[third];
            float d = x[first] - x[fourth];
            float e = x[second] - x[third];
            x[first] = u + v;
            x[second] = u - v;
            x[third] = d * turns[4 * j] + e * turns[4 * j + 1];
            x[fourth] = d * turns[4 * j + 2] - e * turns[4 * j + 3];
        }
    }

    /** Two steps of B_16: places 0 to 7 are to become its P, the others its Q. */
    private static void turnedSixteen(float[] x, int at, int step) {
        for (int j = 0; j < 4; j++) {
            int first = at + j * step;
            int second = at + (7 - j) * step;
            int third = at + (8 + j) * step;
            int fourth = at + (15 - j) * step;
            int turn = 4 * j;
            int other = 4 * (7 - j);
            float p = x[first] * TURNS_32[turn] + x[fourth] * TURNS_32[turn + 1];
            float q = x[first] * TURNS_32[turn + 2] - x[fourth] * TURNS_32[turn + 3];
            float r = x[second] * TURNS_32[other] + x[third] * TURNS_32[other + 1];
            float s = x[second] * TURNS_32[other + 2] - x[third] * TURNS_32[other + 3];
            x[first] = p + r;
            x[second] = p - r;
            x[third] = q + s;
            x[fourth] = q - s;
        }
    }

    /** The rest of A_8 after its first sums and differences: A_4 of the first four rows, B_4 of the others, last element first. */
    private static void eight(float[] x, int at, int step) {
        float p = x[at + 7 * step] * C1 + x[at + 4 * step] * C7;
        float q = x[at + 7 * step] * C7 - x[at + 4 * step] * C1;
        float r = x[at + 6 * step] * C3 + x[at + 5 * step] * C5;
        float s = x[at + 6 * step] * C5 - x[at + 5 * step] * C3;
        float a = (p - r) * C4;
        float b = (q + s) * C4;
        float sum = x[at] + x[at + 3 * step];
        float middle = x[at + step] + x[at + 2 * step];
        float d = x[at] - x[at + 3 * step];
        float e = x[at + step] - x[at + 2 * step];
        x[at] = sum + middle;
        x[at + step] = p + r;
        x[at + 2 * step] = d * C2 + e * C6;
        x[at + 3 * step] = a + b;
        x[at + 4 * step] = (sum - middle) * C4;
        x[at + 5 * step] = a - b;
        x[at + 6 * step] = d * C6 - e * C2;
        x[at + 7 * step] = q - s;
    }

    /** The rest of B_8 after its rotations: A_4 of the first four rows, A_4 of the others, and their sums and differences. */
    private static void rest(float[] x, int at, int step) {
        float sum = x[at] + x[at + 3 * step];
        float middle = x[at + step] + x[at + 2 * step];
        float d = x[at] - x[at + 3 * step];
        float e = x[at + step] - x[at + 2 * step];
        float p1 = d * C2 + e * C6;
        float p2 = (sum - middle) * C4;
        float p3 = d * C6 - e * C2;
        x[at] = sum + middle;
        sum = x[at + 4 * step] + x[at + 7 * step];
        middle = x[at + 5 * step] + x[at + 6 * step];
        d = x[at + 4 * step] - x[at + 7 * step];
        e = x[at + 5 * step] - x[at + 6 * step];
        float r1 = d * C2 + e * C6;
        float r2 = (sum - middle) * C4;
        float r3 = d * C6 - e * C2;
        x[at + step] = p1 - r3;
        x[at + 2 * step] = p1 + r3;
        x[at + 3 * step] = p2 + r2;
        x[at + 4 * step] = p2 - r2;
        x[at + 5 * step] = p3 - r1;
        x[at + 6 * step] = p3 + r1;
        x[at + 7 * step] = sum + middle;
    }

    @Override
    public void sums(float[] factors, int[] signs, float[] rows, int terms, int columns, float[] to, int toAt) {
        Arrays.fill(to, toAt, toAt + EDGE * columns, 0f);
        for (int term = 0; term < terms; term++) {
            float sign = signs[term] < 0 ? -1f : 1f;
            for (int i = 0; i < EDGE / 2; i++) {
                float factor = factors[term * (EDGE / 2) + i];
                int upper = toAt + i * columns;
                int lower = toAt + (EDGE - 1 - i) * columns;
                for (int column = 0; column < columns; column++) {
                    float product = factor * rows[term * EDGE + column];
                    to[upper + column] += product;
                    to[lower + column] += sign * product;
                }
            }
        }
    }
}
