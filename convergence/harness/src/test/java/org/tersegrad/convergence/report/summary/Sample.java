package org.tersegrad.convergence.report.summary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.tersegrad.convergence.model.Score;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Results;

/** Results as a comparison might have them: made up, but of the right size and shape. */
public final class Sample {
    static final int PARAMETERS = 9610;
    public static final int EVALUATIONS = 30;

    /** A recipe, its bits for a parameter and step, the accuracy it ends at, and how many evaluations until it is near. */
    private record Kind(String recipe, double bits, double accuracy, double slowness) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("dense", 32, 0.972, 2.5),
            new Kind("topk(0.01)+ef", 0.45, 0.968, 4),
            new Kind("topk(0.01)", 0.45, 0.915, 7),
            new Kind("randomk(0.01)", 0.34, 0.84, 11),
            new Kind("qsgd(levels=7)", 4.1, 0.970, 2.8),
            new Kind("terngrad", 1.65, 0.961, 4.5),
            new Kind("sign+ef", 1.05, 0.966, 3.6),
            new Kind("vote", 1.02, 0.945, 3),
            new Kind("dlion(vote)", 1.03, 0.955, 2),
            new Kind("powersgd(2)+ef", 1.4, 0.969, 3.2));

    private static final String EVIL = "</script><script>document.title='broken'</script><!--{{data}}$1\"'&\u2028";

    private Sample() {}

    public static Results results() {
        List<Evaluation> evaluations = new ArrayList<>();
        for (Kind kind : KINDS) {
            for (long seed = 1; seed <= 3; seed++) {
                run(kind, seed, evaluations);
            }
        }
        return new Results(about(), PARAMETERS, evaluations);
    }

    /** Results whose texts try to break out of a page. */
    public static Results evil() {
        return new Results(
                Map.of("command", EVIL, EVIL, EVIL, "data", EVIL, "model", EVIL, "workers", EVIL),
                List.of(row(EVIL, 1, 1, 1, 8, 8, 1, 1, 1, 0.5), row(EVIL, 1, 2, 2, 16, 16, 2, 1, 1, 0.6)));
    }

    /**
     * A row of results.csv, column by column.
     *
     * @param more residual norm, compression error, consensus distance and virtual seconds; those left out are not numbers
     */
    public static Evaluation row(
            String recipe,
            long seed,
            int step,
            double epoch,
            long sent,
            long received,
            long wallMillis,
            double trainLoss,
            double testLoss,
            double testAccuracy,
            double... more) {
        double[] four = {Double.NaN, Double.NaN, Double.NaN, Double.NaN};
        System.arraycopy(more, 0, four, 0, more.length);
        return new Evaluation(
                recipe,
                seed,
                new Evaluation.Moment(step, epoch, wallMillis, four[3]),
                new Evaluation.Bits(sent, received),
                trainLoss,
                new Score(testLoss, testAccuracy),
                new Evaluation.Diagnostics(four[0], four[1], four[2]));
    }

    private static void run(Kind kind, long seed, List<Evaluation> evaluations) {
        Random random = new Random(31L * kind.recipe().hashCode() + seed);
        double end = kind.accuracy() + 0.004 * random.nextGaussian();
        double trouble = 1 - kind.accuracy();
        for (int i = 1; i <= EVALUATIONS; i++) {
            int step = 11 * i;
            double learned = 1 - Math.exp(-i / kind.slowness());
            double noise = 0.3 * trouble * random.nextGaussian() / Math.sqrt(i);
            double accuracy = Math.round(360 * Math.min(1, 0.1 + (end - 0.1) * learned + noise)) / 360.0;
            long bits = (long) (7 * kind.bits() * PARAMETERS * step);
            double loss = 2.3 * Math.exp(-3 * learned) + (2 * trouble + 3 * (kind.accuracy() - end)) * learned;
            evaluations.add(row(
                    kind.recipe(),
                    seed,
                    step,
                    i,
                    bits,
                    bits,
                    37L * i,
                    loss * 0.9,
                    loss * (1 + noise),
                    accuracy,
                    trouble * i,
                    32 / (32 + kind.bits()),
                    0));
        }
    }

    static Map<String, String> about() {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("command", "./tersegrad compare --data digits --model 'mlp(128)' --workers 8 --seeds 3");
        about.put("data", "digits");
        about.put("model", "mlp(128)");
        about.put("workers", "8");
        about.put("batch", "16 a worker");
        about.put("optimizer", "sgd, rate 0.1, momentum 0.9");
        about.put("partition", "iid");
        about.put("JDK", "17.0.9, SIMD of 128 bits");
        about.put("CPU", "2 cores, aarch64");
        about.put("commit", "0123456789abcdef0123456789abcdef01234567");
        return about;
    }
}
