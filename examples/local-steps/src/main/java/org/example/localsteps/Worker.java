package org.example.localsteps;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.sync.Agreement;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.Synchronization;

/** One worker, a process: {@code java Worker RULE POLICY}, with its rank and the address of worker 0 in the environment. */
public final class Worker {
    private static final int STEPS = 200;

    private Worker() {}

    public static void main(String[] args) throws Exception {
        LocalSteps rule = (LocalSteps) Synchronization.parse(args[0]);
        Policy policy = Policy.parse(args[1]);

        float[][] parameters = LinearModel.zeros();
        List<FloatSlice> model = List.of(FloatSlice.of(parameters[0]), FloatSlice.of(parameters[1]));
        try (TcpGroup group = TcpGroup.join()) {
            ModelReduction reduction = new ModelReduction(policy, LinearModel.TENSORS, Seed.of(42), group);
            Agreement agreement = rule.start(reduction, model);
            for (int step = 1; step <= STEPS; step++) {
                LinearModel.step(parameters, 1000L * group.rank() + step);
                agreement.afterStep(model); // exchanges when due; changes the parameters in place
            }
            agreement.finish(model);
            System.out.println(String.format(
                    Locale.ROOT,
                    "loss %.3f, %d bytes a step, model %08x",
                    LinearModel.loss(parameters),
                    group.bitsSent() / Byte.SIZE / STEPS,
                    Arrays.deepHashCode(parameters)));
        }
    }
}
