package org.tersegrad.codecs.internal.rotations;

import static org.tersegrad.codecs.internal.VectorLanes.FLOATS;
import static org.tersegrad.codecs.internal.VectorLanes.LENGTH;
import static org.tersegrad.codecs.internal.VectorLanes.SHUFFLES;

import jdk.incubator.vector.FloatVector;

/** The cosine transform of a vector of columns at a time. A leaf takes all columns and groups of rows in one loop, since most have few turns. */
public final class VectorCosines implements CosineKernels {
    private static final float[] TURNS_64 = CosinePlan.turns(64);
    private static final float[] TURNS_32 = CosinePlan.turns(32);
    private static final float[] TURNS_16 = CosinePlan.turns(16);
    private static final int[] SIXTEENS = CosinePlan.sixteens();
    private static final int[] EIGHTS = CosinePlan.eights();
    private static final int[] EIGHT_STEPS = CosinePlan.eightSteps();
    private static final int[] RESTS = CosinePlan.rests();
    private static final int[] PAIRS = CosinePlan.pairs();
    private static final int[] ROWS = CosinePlan.rows();

    private static final int[] ALL = {0};
    private static final FloatVector C4 = FloatVector.broadcast(FLOATS, CosinePlan.C4);
    private static final FloatVector C2 = FloatVector.broadcast(FLOATS, CosinePlan.C2);
    private static final FloatVector C6 = FloatVector.broadcast(FLOATS, CosinePlan.C6);
    private static final FloatVector C1 = FloatVector.broadcast(FLOATS, CosinePlan.C1);
    private static final FloatVector C7 = FloatVector.broadcast(FLOATS, CosinePlan.C7);
    private static final FloatVector C3 = FloatVector.broadcast(FLOATS, CosinePlan.C3);
    private static final FloatVector C5 = FloatVector.broadcast(FLOATS, CosinePlan.C5);

    @Override
    public void cosines(
            float[] x, int at, int stride, int columns, float factor, float[] to, int toAt, float[] scratch) {
        four(x, at, stride, ALL, 64, TURNS_64, scratch, columns);
        four(scratch, 0, columns, SIXTEENS, 16, TURNS_16, scratch, columns);
        turnedSixteen(scratch, columns);
        eights(scratch, columns);
        rests(scratch, columns);
        pairs(scratch, columns);
        for (int column = 0; column < columns; column++) {
            scratch[column] *= CosinePlan.C4;
        }
        if (SHUFFLES) {
            VectorTransposition.transpose(scratch, columns, ROWS, factor, to, toAt);
        } else {
            ScalarCosines.transpose(scratch, columns, factor, to, toAt);
        }
    }

    @Override
    public void sums(float[] factors, int[] signs, float[] rows, int terms, int columns, float[] to, int toAt) {
        for (int row = 0; row < EDGE / 2; row += VectorCosineSums.ROWS) {
            int upper = toAt + row * columns;
            int lower = toAt + (EDGE - 1 - row) * columns;
            for (int column = 0; column < columns; column += LENGTH) {
                VectorCosineSums.sum(
                        factors, row, signs, rows, column, terms, columns, to, upper + column, lower + column);
            }
        }
    }

    /** Rows of {@code from}, {@code stride} apart, to those of {@code x}. */
    private static void four(
            float[] from, int at, int stride, int[] groups, int n, float[] turns, float[] x, int columns) {
        assert n == turns.length : n + " rows";
        int last = at + (EDGE - 1) * stride + columns;
        assert at >= 0 && last <= from.length : "rows to " + last + " of " + from.length;
        assert EDGE * columns <= x.length : EDGE * columns + " floats of " + x.length;
        int half = n / 2 * columns;
        int distance = n / 2 * stride;
        for (int unit = 0; unit < groups.length * n / 4; unit++) {
            int j = unit & n / 4 - 1;
            int row = groups[4 * unit / n];
            int first = (row + j) * columns;
            int second = first + half - (2 * j + 1) * columns;
            int upper = at + (row + j) * stride;
            int lower = upper + distance - (2 * j + 1) * stride;
            FloatVector cosine = FloatVector.broadcast(FLOATS, turns[4 * j]);
            FloatVector sine = FloatVector.broadcast(FLOATS, turns[4 * j + 1]);
            FloatVector signedSine = FloatVector.broadcast(FLOATS, turns[4 * j + 2]);
            FloatVector signedCosine = FloatVector.broadcast(FLOATS, turns[4 * j + 3]);
            for (int column = 0; column < columns; column += LENGTH) {
                FloatVector a = FloatVector.fromArray(FLOATS, from, upper + column);
                FloatVector b = FloatVector.fromArray(FLOATS, from, lower + column);
                FloatVector c = FloatVector.fromArray(FLOATS, from, upper + distance + column);
                FloatVector d = FloatVector.fromArray(FLOATS, from, lower + distance + column);
                FloatVector u = a.add(d);
                FloatVector v = b.add(c);
                d = a.sub(d);
                c = b.sub(c);
                u.add(v).intoArray(x, first + column);
                u.sub(v).intoArray(x, second + column);
                d.mul(cosine).add(c.mul(sine)).intoArray(x, first + half + column);
                d.mul(signedSine).sub(c.mul(signedCosine)).intoArray(x, second + half + column);
            }
        }
    }

    private static void turnedSixteen(float[] x, int columns) {
        for (int j = 0; j < 4; j++) {
            int first = (31 - j) * columns;
            int second = (24 + j) * columns;
            int third = first - 8 * columns;
            int fourth = second - 8 * columns;
            for (int column = 0; column < columns; column += LENGTH) {
                FloatVector a = FloatVector.fromArray(FLOATS, x, first + column);
                FloatVector b = FloatVector.fromArray(FLOATS, x, second + column);
                FloatVector c = FloatVector.fromArray(FLOATS, x, third + column);
                FloatVector d = FloatVector.fromArray(FLOATS, x, fourth + column);
                FloatVector p = a.mul(FloatVector.broadcast(FLOATS, TURNS_32[4 * j]))
                        .add(d.mul(FloatVector.broadcast(FLOATS, TURNS_32[4 * j + 1])));
                FloatVector q = a.mul(FloatVector.broadcast(FLOATS, TURNS_32[4 * j + 2]))
                        .sub(d.mul(FloatVector.broadcast(FLOATS, TURNS_32[4 * j + 3])));
                FloatVector r = b.mul(FloatVector.broadcast(FLOATS, TURNS_32[28 - 4 * j]))
                        .add(c.mul(FloatVector.broadcast(FLOATS, TURNS_32[29 - 4 * j])));
                FloatVector s = b.mul(FloatVector.broadcast(FLOATS, TURNS_32[30 - 4 * j]))
                        .sub(c.mul(FloatVector.broadcast(FLOATS, TURNS_32[31 - 4 * j])));
                p.add(r).intoArray(x, first + column);
                p.sub(r).intoArray(x, second + column);
                q.add(s).intoArray(x, third + column);
                q.sub(s).intoArray(x, fourth + column);
            }
        }
    }

    private static void eights(float[] x, int columns) {
        for (int group = 0; group < EIGHTS.length; group++) {
            int step = EIGHT_STEPS[group] * columns;
            int start = EIGHTS[group] * columns;
            for (int first = start; first < start + columns; first += LENGTH) {
                FloatVector a = FloatVector.fromArray(FLOATS, x, first + 7 * step);
                FloatVector b = FloatVector.fromArray(FLOATS, x, first + 4 * step);
                FloatVector c = FloatVector.fromArray(FLOATS, x, first + 6 * step);
                FloatVector d = FloatVector.fromArray(FLOATS, x, first + 5 * step);
                FloatVector p = a.mul(C1).add(b.mul(C7));
                FloatVector q = a.mul(C7).sub(b.mul(C1));
                FloatVector r = c.mul(C3).add(d.mul(C5));
                FloatVector s = c.mul(C5).sub(d.mul(C3));
                a = FloatVector.fromArray(FLOATS, x, first);
                b = FloatVector.fromArray(FLOATS, x, first + 3 * step);
                c = FloatVector.fromArray(FLOATS, x, first + step);
                d = FloatVector.fromArray(FLOATS, x, first + 2 * step);
                FloatVector u = a.add(b);
                FloatVector v = c.add(d);
                b = a.sub(b);
                d = c.sub(d);
                u.add(v).intoArray(x, first);
                p.add(r).intoArray(x, first + step);
                b.mul(C2).add(d.mul(C6)).intoArray(x, first + 2 * step);
                p = p.sub(r).mul(C4);
                r = q.add(s).mul(C4);
                p.add(r).intoArray(x, first + 3 * step);
                u.sub(v).mul(C4).intoArray(x, first + 4 * step);
                p.sub(r).intoArray(x, first + 5 * step);
                b.mul(C6).sub(d.mul(C2)).intoArray(x, first + 6 * step);
                q.sub(s).intoArray(x, first + 7 * step);
            }
        }
    }

    private static void rests(float[] x, int columns) {
        int step = columns;
        for (int group = 0; group < RESTS.length; group++) {
            int start = RESTS[group] * columns;
            for (int first = start; first < start + columns; first += LENGTH) {
                FloatVector a = FloatVector.fromArray(FLOATS, x, first);
                FloatVector b = FloatVector.fromArray(FLOATS, x, first + step);
                FloatVector c = FloatVector.fromArray(FLOATS, x, first + 2 * step);
                FloatVector d = FloatVector.fromArray(FLOATS, x, first + 3 * step);
                FloatVector e = FloatVector.fromArray(FLOATS, x, first + 4 * step);
                FloatVector f = FloatVector.fromArray(FLOATS, x, first + 5 * step);
                FloatVector g = FloatVector.fromArray(FLOATS, x, first + 6 * step);
                FloatVector h = FloatVector.fromArray(FLOATS, x, first + 7 * step);
                FloatVector u = a.add(d);
                FloatVector v = b.add(c);
                d = a.sub(d);
                c = b.sub(c);
                u.add(v).intoArray(x, first);
                b = u.sub(v).mul(C4);
                a = d.mul(C2).add(c.mul(C6));
                c = d.mul(C6).sub(c.mul(C2));
                u = e.add(h);
                v = f.add(g);
                h = e.sub(h);
                g = f.sub(g);
                u.add(v).intoArray(x, first + 7 * step);
                f = u.sub(v).mul(C4);
                e = h.mul(C2).add(g.mul(C6));
                g = h.mul(C6).sub(g.mul(C2));
                a.sub(g).intoArray(x, first + step);
                a.add(g).intoArray(x, first + 2 * step);
                b.add(f).intoArray(x, first + 3 * step);
                b.sub(f).intoArray(x, first + 4 * step);
                c.sub(e).intoArray(x, first + 5 * step);
                c.add(e).intoArray(x, first + 6 * step);
            }
        }
    }

    private static void pairs(float[] x, int columns) {
        for (int pair = 0; pair < PAIRS.length; pair += 2) {
            int first = PAIRS[pair] * columns;
            int second = PAIRS[pair + 1] * columns;
            for (int column = 0; column < columns; column += LENGTH) {
                FloatVector a = FloatVector.fromArray(FLOATS, x, first + column);
                FloatVector b = FloatVector.fromArray(FLOATS, x, second + column);
                a.add(b).intoArray(x, first + column);
                a.sub(b).intoArray(x, second + column);
            }
        }
    }
}
