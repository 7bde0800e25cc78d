package org.tersegrad.reducers.sync;

import org.tersegrad.compressors.State;

/** The model that all workers agree on, as one vector, with the memory of its outer steps. */
final class OuterModel extends State {
    private final OuterStep outer;
    final float[] parameters;
    private final float[][] memory;

    /** @param start not modified */
    OuterModel(OuterStep outer, float[] start) {
        this.outer = outer;
        parameters = saved(start.clone());
        memory = new float[outer.arrays()][start.length];
        for (float[] each : memory) {
            saved(each);
        }
    }

    /**
     * One outer step of some parameters.
     *
     * @param mean not modified: the mean difference of all parameters
     */
    void step(float[] mean, int from, int to) {
        for (int i = from; i < to; i++) {
            parameters[i] -= outer.step(mean[i], memory, i);
        }
    }
}
