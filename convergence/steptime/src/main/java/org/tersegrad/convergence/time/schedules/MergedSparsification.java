package org.tersegrad.convergence.time.schedules;

import java.util.List;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * Merging with regard for the time of encoding: the rule of OMGS-SGD, S. Shi et al., "Communication-Efficient Distributed Deep
 * Learning with Merged Gradient Sparsification on GPUs" (2020). Encoding and the backward pass share the device, so a group waits
 * for the next gradient if that costs less time than the calls it saves.
 *
 * <pre>
 *   tb(l - 1) + ts(l with l - 1) - ts(l) - ts(l - 1) - (c(l) - encoded(l))  &lt;  tc(l) + tc(l - 1) - tc(l with l - 1)
 * </pre>
 *
 * <p>ts is the time of encoding, tc that of the calls, tb that of the backward pass, and c(l) when the network is free for l.
 */
public record MergedSparsification() implements Grouped {
    @Override
    public Grouping grouping(Step step) {
        Gradients gradients = new Gradients(step);
        List<ProfileTensor> tensors = gradients.tensors();
        Grouping.Builder groups = new Grouping.Builder();
        double networkFree = 0;
        double device = tensors.get(0).backwardSeconds(); // the group at hand has its gradients, and is not encoded
        int first = 0; // of the group at hand
        for (int next = 1; next < tensors.size(); next++) {
            Cost group = gradients.cost(first, next);
            Cost alone = gradients.cost(next, next + 1);
            Cost both = gradients.cost(first, next + 1);
            double backward = tensors.get(next).backwardSeconds();
            double encoded = device + group.encodeSeconds();
            double start = Math.max(networkFree, encoded);
            double delay =
                    backward + both.encodeSeconds() - group.encodeSeconds() - alone.encodeSeconds() - (start - encoded);
            double saved = step.wireSeconds(group) + step.wireSeconds(alone) - step.wireSeconds(both);
            boolean merged = delay < saved;
            groups.add(!merged);
            if (merged) {
                device += backward;
            } else {
                networkFree = start + step.wireSeconds(group);
                device = encoded + backward;
                first = next;
            }
        }
        groups.add(true);
        return groups.build();
    }

    @Override
    public String toString() {
        return "omgs";
    }
}
