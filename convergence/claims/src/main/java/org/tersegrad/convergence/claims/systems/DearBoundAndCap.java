package org.tersegrad.convergence.claims.systems;

import java.util.List;
import java.util.function.Consumer;
import org.tersegrad.convergence.claims.Check;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Figure;
import org.tersegrad.convergence.claims.Mutant;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.profiles.Profiles;
import org.tersegrad.convergence.time.published.DearComparison;
import org.tersegrad.convergence.time.schedules.Dear;
import org.tersegrad.convergence.time.schedules.Step;

/**
 * DeAR overlaps half of each all-reduce with the backward pass and half with the next forward pass.
 *
 * @param speed of the network under DeAR, times that of the bound
 */
public record DearBoundAndCap(double speed) implements Claim {
    private static final List<String> NETWORKS = List.of("1gbe", "10gbe", "100gbe", "100gib");
    private static final List<Integer> WORKERS = List.of(4, 16, 64);

    /** The network of the bound. */
    public DearBoundAndCap() {
        this(1);
    }

    @Override
    public Statement statement() {
        return new Statement(
                "dear-bound",
                "Zhang and others 2023 (DeAR), section 3 and figures of 64 GPUs",
                "A step with DeAR takes max(tf, AG) + max(tb, RS) at least; so it gains tf / (2 tb) at most over an ideally"
                        + " fused and overlapped all-reduce, and far more over tensors one by one.",
                "Our model of time: five models on 1 to 100 Gbit/s with 4 to 64 workers. Published: up to 83 % faster on 10 Gb/s"
                        + " and 15 % on 100 Gb/s, without a table, so those are not judged.");
    }

    @Override
    public List<Mutant> mutants() {
        return List.of(new Mutant(
                "half of the traffic",
                "A step of DeAR exchanges half of what its bound counts.",
                new DearBoundAndCap(2),
                "times its bound"));
    }

    @Override
    public Outcome run(Extent extent, Consumer<String> progress) {
        progress.accept("scheduling");
        double leastOfBound = Double.POSITIVE_INFINITY;
        double mostOfCap = 0;
        for (String model : Profiles.names()) {
            Profile profile = Profiles.parse(model);
            double tf = profile.forwardSeconds();
            double tb = profile.backwardSeconds();
            for (String name : NETWORKS) {
                for (int workers : WORKERS) {
                    Network network = Network.parse(name).withWorkers(workers);
                    double half = (workers - 1.0)
                            / workers
                            * profile.bytes()
                            * network.link().beta();
                    double bound = Math.max(tf, half) + Math.max(tb, half) + profile.optimizerSeconds();
                    double dear = new Dear(25)
                            .timeline(Step.dense(
                                    profile,
                                    network.withBandwidth(speed * network.link().bandwidth())))
                            .end();
                    double ideal = tf + Math.max(tb, 2 * half) + profile.optimizerSeconds();
                    leastOfBound = Math.min(leastOfBound, dear / bound);
                    mostOfCap = Math.max(mostOfCap, (ideal / dear - 1) / (tf / (2 * tb)));
                }
            }
        }
        List<DearComparison> gains = DearComparison.all();
        return Outcome.judge(
                Check.atLeast(1 - 1e-9, "step with DeAR, times its bound; least of 60", Figure.exact(leastOfBound)),
                Check.atMost(
                        1 + 1e-9,
                        "gain over an ideal all-reduce without latency, times the cap; largest of 60",
                        Figure.exact(mostOfCap)),
                shown("10gbe", "83", gains),
                shown("100gib", "15", gains));
    }

    /** The gain over tensors one by one, for the model that gains most. */
    private static Check shown(String network, String published, List<DearComparison> gains) {
        double most = gains.stream()
                .filter(each -> each.network().startsWith(network + ","))
                .mapToDouble(each -> 100 * each.gains().get(0))
                .max()
                .orElseThrow();
        return Check.shown(
                "percent faster than without fusion, 64 workers, " + network + " (published " + published + ")",
                Figure.exact(most));
    }
}
