package org.tersegrad.codecs.internal.rotations;

/**
 * The order of the fast cosine transform of 64 rows. Sixteen rows that are to become an A_16, eight that are to become an A_8 and so on
 * keep their places:
 *
 * <pre>
 *   A_n          0 .. n/4−1  A_(n/4) of sums of sums,  .. n/2−1  B_(n/4), last element first,  .. 3n/4−1  p,  .. n−1  q, last first
 *   rows of 64   0 .. 15  A_16,  31 .. 16  B_16,  32 .. 47  p of B_32,  48 .. 63  q of B_32, last first: its odd coefficients change sign
 * </pre>
 */
public final class CosinePlan {
    private static final int EDGE = CosineKernels.EDGE;

    /** Cosines of π/4, π/8, 3π/8; π/16, 7π/16, 3π/16, 5π/16. */
    public static final float C4 = cosine(4);

    public static final float C2 = cosine(2);
    public static final float C6 = cosine(6);
    public static final float C1 = cosine(1);
    public static final float C7 = cosine(7);
    public static final float C3 = cosine(3);
    public static final float C5 = cosine(5);

    private CosinePlan() {}

    private static float cosine(int sixteenths) {
        return (float) StrictMath.cos(Math.PI * sixteenths / 16);
    }

    /** Rotations by the angles φ = π (2 j + 1) / (2 n) for each j below n / 4: cos φ, sin φ, ± sin φ, ± cos φ. */
    public static float[] turns(int n) {
        float[] turns = new float[n];
        for (int j = 0; j < n / 4; j++) {
            double angle = Math.PI * (2 * j + 1) / (2 * n);
            int sign = 1 - j % 2 * 2;
            turns[4 * j] = (float) StrictMath.cos(angle);
            turns[4 * j + 1] = (float) StrictMath.sin(angle);
            turns[4 * j + 2] = sign * turns[4 * j + 1];
            turns[4 * j + 3] = sign * turns[4 * j];
        }
        return turns;
    }

    /** The first row of each A_16. */
    public static int[] sixteens() {
        return new int[] {0, 32, 48};
    }

    /** The first row of each A_8. */
    public static int[] eights() {
        return new int[] {0, 31, 23, 32, 48};
    }

    /** The step from row to row of each A_8. */
    public static int[] eightSteps() {
        return new int[] {1, -1, -1, 1, 1};
    }

    /** The first row of each B_8. */
    public static int[] rests() {
        return new int[] {8, 40, 56};
    }

    /** Pairs of rows, of P and Q of B_16 and B_32, that end as their sum and their difference. */
    public static int[] pairs() {
        int[] pairs = new int[2 * 22];
        for (int m = 1; m < 8; m++) {
            pairs[2 * m - 2] = 31 - m;
            pairs[2 * m - 1] = 15 + m;
        }
        for (int m = 1; m < 16; m++) {
            pairs[2 * m + 12] = 32 + m;
            pairs[2 * m + 13] = m < 8 ? 56 - m : 71 - m;
        }
        return pairs;
    }

    /** The row that ends as each coefficient. */
    public static int[] rows() {
        int[] rows = new int[EDGE];
        for (int row = 0; row < EDGE; row++) {
            rows[coefficient(row)] = row;
        }
        return rows;
    }

    /** The coefficient of A_64 that a row ends as. */
    private static int coefficient(int row) {
        int place = row % 16;
        int inSixteen = place < 8 ? 2 * place : 2 * place - 15;
        return switch (row / 16) {
            case 0 -> 4 * inSixteen; // A_16 of sums of sums
            case 1 ->
                4 * inTurnedSixteen(15 - place) + 2; // B_16 of differences of sums, from the last row to the first
            case 2 -> 2 * (inSixteen == 0 ? 0 : 2 * inSixteen - 1 + inSixteen % 2) + 1; // sums with P of B_32
            default -> 2 * (inSixteen == 0 ? 31 : 32 - 2 * inSixteen - inSixteen % 2) + 1; // differences with Q
        };
    }

    private static int inTurnedSixteen(int place) {
        if (place % 8 == 0) {
            return place == 0 ? 0 : 15;
        }
        return place < 8 ? 2 * place - 1 : 2 * (16 - place);
    }
}
