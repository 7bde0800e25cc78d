package org.tersegrad.convergence.claims.signs;

import org.tersegrad.convergence.claims.Sender;

/**
 * One worker that descends along compressed gradients: x = x − rate C(g).
 *
 * @param recipe of C
 * @param rate the same in all steps
 * @param steps how many
 * @param bound elements of x stay in [−bound, bound]
 */
record Descent(String recipe, float rate, int steps, float bound) {
    /** A stochastic gradient. */
    @FunctionalInterface
    interface Gradient {
        /**
         * Computes it.
         *
         * @param x not modified
         * @param g modified: all of it is written
         */
        void at(float[] x, int step, float[] g);
    }

    /** Hears of every step. */
    @FunctionalInterface
    interface Watcher {
        /**
         * A step is over.
         *
         * @param step counted from 0; also called with the start, as step −1
         * @param x not modified
         */
        void after(int step, float[] x);
    }

    /** A descent without bounds. */
    Descent(String recipe, float rate, int steps) {
        this(recipe, rate, steps, Float.MAX_VALUE);
    }

    /**
     * The end point of the descent.
     *
     * @param start not modified
     */
    float[] from(float[] start, Gradient gradient) {
        return from(start, gradient, (step, x) -> {});
    }

    /** The same, with an observer. */
    float[] from(float[] start, Gradient gradient, Watcher watcher) {
        Sender worker = new Sender(recipe, start.length, 1);
        float[] x = start.clone();
        float[] g = new float[x.length];
        watcher.after(-1, x);
        for (int step = 0; step < steps; step++) {
            gradient.at(x, step, g);
            worker.send(g, x, -rate);
            for (int i = 0; i < x.length; i++) {
                x[i] = Math.max(-bound, Math.min(bound, x[i]));
            }
            watcher.after(step, x);
        }
        return x;
    }
}
