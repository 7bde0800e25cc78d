package org.tersegrad.reducers.elastic;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/** One member's averages in the group of one epoch, and the residual that it would take to another. */
final class EpochModel {
    /** Settings that are the same in all epochs of a training. */
    record Settings(String policy, boolean paysResiduals, List<NamedTensor> tensors, Seed seed) {
        int elements() {
            return tensors.stream().mapToInt(each -> each.shape().size()).sum();
        }

        boolean remembers() {
            Policy all = Policy.parse(policy);
            return tensors.stream()
                    .anyMatch(each -> all.reducer(each).traits(each.shape()).remembers());
        }
    }

    private static final Policy DENSE = Policy.parse("dense");

    private final ModelReduction reduction;
    private final Policy policy;
    private final boolean remembers;
    private boolean paying;
    private boolean hasStepped;

    /**
     * Begins an epoch.
     *
     * @param residual not modified: of this member, in its last group
     */
    EpochModel(Settings settings, Epoch epoch, Collective group, float[] residual) {
        policy = Policy.parse(settings.policy());
        remembers = settings.remembers();
        paying = settings.paysResiduals() && anyOwes(epoch);
        reduction = new ModelReduction(
                paying ? DENSE : policy, settings.tensors(), settings.seed().fork(epoch.number()), group);
        if (epoch.owes(group.rank())) {
            int before = epoch.members().get(group.rank()).standing().workers();
            reduction.addResidual(FloatSlice.of(residual), (float) group.size() / before);
        }
    }

    private static boolean anyOwes(Epoch epoch) {
        boolean any = false;
        for (int rank = 0; rank < epoch.members().size(); rank++) {
            any |= epoch.owes(rank);
        }
        return any;
    }

    void agree() {
        reduction.agree();
    }

    long average(List<FloatSlice> gradients) {
        for (int i = gradients.size() - 1; i >= 0; i--) {
            reduction.begin(i, gradients.get(i));
        }
        long bits = reduction.finish();
        hasStepped = true;
        if (paying) {
            reduction.replace(policy);
            paying = false;
        }
        return bits;
    }

    /** @param residual modified: the one after the last step; as it is, if there was no step */
    void copyResidual(float[] residual) {
        if (hasStepped && remembers) {
            Arrays.fill(residual, 0);
            reduction.addResidualTo(FloatSlice.of(residual), 1);
        }
    }

    static double norm(float[] residual) {
        double squares = 0;
        for (float each : residual) {
            squares += (double) each * each;
        }
        return Math.sqrt(squares);
    }
}
