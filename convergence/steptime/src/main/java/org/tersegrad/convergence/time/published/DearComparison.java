package org.tersegrad.convergence.time.published;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.profiles.Profiles;
import org.tersegrad.convergence.time.schedules.BestMerging;
import org.tersegrad.convergence.time.schedules.Dear;
import org.tersegrad.convergence.time.schedules.Fused;
import org.tersegrad.convergence.time.schedules.Schedule;
import org.tersegrad.convergence.time.schedules.Step;
import org.tersegrad.convergence.time.schedules.WaitFree;

/**
 * The modelled speed-up of DeAR over other schedules on 64 workers. Its authors publish "up to 83 % and 15 %" on five models, for
 * 10 Gb/s Ethernet and 100 Gb/s InfiniBand, and no table, so nothing here is fitted to them.
 *
 * @param model whose step it is
 * @param network between its workers
 * @param gains over the schedules of {@link #OTHERS}, as shares of DeAR's step
 */
public record DearComparison(String model, String network, List<Double> gains) {
    /** The schedules that DeAR is compared with: no fusion, buckets of two sizes, and the best groups of all. */
    public static final List<Schedule> OTHERS =
            List.of(new WaitFree(), new Fused(25), new Fused(64), new BestMerging());

    /** The networks of which the published figures are the largest: 83 % and 15 %. */
    private static final List<String> NETWORKS = List.of("10gbe,workers=64", "100gib,workers=64");

    public DearComparison {
        gains = List.copyOf(gains);
    }

    /** All models on both networks. */
    public static List<DearComparison> all() {
        List<DearComparison> all = new ArrayList<>();
        for (String network : NETWORKS) {
            for (String model : Profiles.names()) {
                Profile profile = Profiles.parse(model);
                Step step = Step.dense(profile, Network.parse(network));
                double dear = new Dear(25).timeline(step).end();
                List<Double> gains = OTHERS.stream()
                        .map(other -> other.timeline(step).end() / dear - 1)
                        .toList();
                all.add(new DearComparison(model, network, gains));
            }
        }
        return all;
    }

    /** A line of a table. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-17s  %-12s", network, model));
        for (double gain : gains) {
            line.append(String.format(Locale.ROOT, "  %+7.1f %%", 100 * gain));
        }
        return line.toString();
    }
}
