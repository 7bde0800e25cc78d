package org.tersegrad.reducers.sync;

/**
 * Local steps as their papers write them, all workers in one place and in double: the difference of step t is averaged at once and
 * applied {@code overlap} steps later.
 */
final class NaiveLocalSteps {
    private final LocalSteps how;
    private final double[] shares;
    final double[][] workers;
    private final double[] agreed;
    private final double[] first;
    private final double[] second;
    private final double[][] begun;
    private final double[] mean;
    private final int[] tensorOf;
    private final int[] since;

    /** @param tensorOf the tensor of each parameter */
    NaiveLocalSteps(LocalSteps how, double[] shares, float[] start, int[] tensorOf) {
        this.how = how;
        this.shares = shares;
        this.tensorOf = tensorOf;
        int n = start.length;
        workers = new double[shares.length][n];
        begun = new double[shares.length][n];
        agreed = new double[n];
        first = new double[n];
        second = new double[n];
        mean = new double[n];
        since = new int[n];
        for (int i = 0; i < n; i++) {
            agreed[i] = start[i];
            for (double[] worker : workers) {
                worker[i] = start[i];
            }
        }
    }

    /** After each worker's local step, counted from 1. */
    void afterStep(int step) {
        for (int i = 0; i < agreed.length; i++) {
            int fragment = tensorOf[i] % how.fragments();
            boolean due = (step + how.period() * fragment / how.fragments()) % how.period() == 0;
            if (due) {
                mean[i] = 0;
                for (int w = 0; w < workers.length; w++) {
                    double share = how.outer().kind().byExamples() ? shares[w] : 1;
                    mean[i] += share * (agreed[i] - workers[w][i]) / workers.length;
                    begun[w][i] = workers[w][i];
                }
                since[i] = step;
            }
            if (since[i] > 0 && step - since[i] == how.overlap()) {
                agreed[i] -= outer(i);
                for (int w = 0; w < workers.length; w++) {
                    workers[w][i] = agreed[i] + (workers[w][i] - begun[w][i]);
                }
            }
        }
    }

    private double outer(int i) {
        double rate = how.outer().rate();
        double mu = how.outer().momentum();
        return switch (how.outer().kind()) {
            case LOCAL, FEDAVG -> rate * mean[i];
            case DILOCO -> {
                first[i] = mu * first[i] + mean[i];
                yield rate * (mean[i] + mu * first[i]);
            }
            case FEDAVGM -> {
                first[i] = mu * first[i] + mean[i];
                yield rate * first[i];
            }
            case FEDADAM -> {
                first[i] = mu * first[i] + (1 - mu) * mean[i];
                second[i] = 0.99 * second[i] + 0.01 * mean[i] * mean[i];
                yield rate * first[i] / (Math.sqrt(second[i]) + 0.001);
            }
        };
    }
}
