package org.tersegrad.convergence.time.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.tersegrad.convergence.time.payoff.Payoff;
import org.tersegrad.convergence.time.payoff.PayoffStudy;

/**
 * Three sentences for each group on a calibrated network: what to do, what that brings, and at which bandwidth the advice turns. The interval is
 * that of the speed-up over the intervals of the network's constants, all at their lower or all at their upper ends.
 */
public final class Decision {
    private Decision() {}

    /**
     * The sentences.
     *
     * @return none for networks whose constants have no intervals
     */
    public static List<String> of(PayoffStudy study, List<Payoff> payoffs) {
        List<String> sentences = new ArrayList<>();
        for (int workers : payoffs.stream().map(Payoff::workers).distinct().toList()) {
            List<Payoff> group =
                    payoffs.stream().filter(each -> each.workers() == workers).toList();
            Payoff rival = Advice.rival(group);
            Optional<Payoff> fastest = Advice.recipes(group).min(Comparator.comparingDouble(Payoff::seconds));
            if (fastest.isPresent()) {
                List<Double> ends = study.speedups(fastest.get().recipe(), rival.recipe(), workers);
                if (!ends.isEmpty()) {
                    double turn = study.breakEven(fastest.get().recipe(), rival.recipe(), workers);
                    sentences.addAll(sentences(group, rival, fastest.get(), ends, turn));
                }
            }
        }
        return sentences;
    }

    private static List<String> sentences(
            List<Payoff> group, Payoff rival, Payoff fastest, List<Double> ends, double turn) {
        boolean compress = Advice.best(group).isPresent();
        String before = fastest.workers() + " workers: ";
        double likely = rival.seconds() / fastest.seconds();
        double least = ends.stream().mapToDouble(each -> each).reduce(likely, Math::min);
        double most = DoubleStream.concat(ends.stream().mapToDouble(each -> each), DoubleStream.of(likely))
                .max()
                .orElseThrow();
        return List.of(
                before + (compress ? "use " + fastest.recipe() + "." : "do not compress; send " + rival.recipe() + "."),
                before + "a step with " + fastest.recipe() + " takes " + Amounts.seconds(fastest.seconds())
                        + " in place of " + Amounts.seconds(rival.seconds()) + " with " + rival.recipe() + ", "
                        + times(likely) + " as fast (" + times(least) + " to " + times(most)
                        + " over the intervals of the network's constants).",
                before + turn(fastest, rival, compress, turn));
    }

    private static String turn(Payoff fastest, Payoff rival, boolean compress, double bandwidth) {
        String never = "the advice turns at no bandwidth: " + fastest.recipe() + " is ";
        if (bandwidth == 0) {
            return never + "nowhere faster than " + rival.recipe() + ".";
        }
        if (Double.isInfinite(bandwidth)) {
            return never + "faster than " + rival.recipe() + " on all links.";
        }
        return "the advice turns " + (compress ? "above " : "below ") + Amounts.bandwidth(bandwidth) + ", "
                + (compress ? "up to which " : "where ") + fastest.recipe() + " is faster than " + rival.recipe() + ".";
    }

    /** Two decimals: intervals are narrow. */
    private static String times(double speedup) {
        return String.format(Locale.ROOT, "%.2fx", speedup);
    }
}
