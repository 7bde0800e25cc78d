package org.tersegrad.convergence.cli.schemes;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.corpus.Corpus;
import org.tersegrad.convergence.corpus.TensorFacts;
import org.tersegrad.convergence.report.pictures.SchemeError;
import org.tersegrad.convergence.time.report.Cells;

/** Tables about a corpus, in Markdown: its tensors, how they change, and which compressors change places on them. */
public final class CorpusPage {
    /** Recipes of about equally many bits an element. */
    private static final Map<String, List<String>> BUDGETS = budgets();

    /** Columns about a tensor. */
    private static final List<String> FACTS =
            List.of("tensor", "shape", "kurtosis", "top 1 %", "zeros", "zero rows", "row spread", "stable rank");

    /** One recording of each kind of network, and all kinds of one of them. */
    private static final Pattern RANKED =
            Pattern.compile(".*-iid gradient 100|gpt-sotu-iid (momentum|difference) 1\\d\\d");

    private static final int MESSAGES = 2;

    /** Two compressors change places only if each is better by this factor on its own kind of numbers. */
    private static final double MARGIN = 1.05;

    private final List<Corpus.Entry> entries;
    private final Path corpus;

    /** Reads the corpus. */
    public CorpusPage(Path corpus) {
        this.corpus = corpus;
        entries = Corpus.read(corpus);
    }

    private static Map<String, List<String>> budgets() {
        Map<String, List<String>> budgets = new LinkedHashMap<>();
        budgets.put("4 bits", List.of("levels(4)", "eden(4)", "nvfp4", "mxfp4", "int4(nearest)"));
        budgets.put(
                "1 bit", List.of("levels(1)", "eden(1)", "sign", "onebit", "topk(0.16,values=bits2)", "topk(0.025)"));
        budgets.put(
                "0.4 bits",
                List.of(
                        "levels(0.4)",
                        "eden(0.4)",
                        "topk(0.01)",
                        "topk(0.028,values=int8)",
                        "topk(0.06,values=bits1)",
                        "dct(0.01)"));
        return budgets;
    }

    /** All tables by name, as Markdown. */
    public Map<String, String> tables() {
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put("tensors", tensors());
        tables.put("recordings", recordings());
        tables.put("rankings", rankings());
        return tables;
    }

    /** The first worker's gradients at the step that all workers are recorded at: the second one, or else the first. */
    private String tensors() {
        List<List<String>> rows = new ArrayList<>();
        for (String training : trainings()) {
            List<Corpus.Entry> gradients = entries.stream()
                    .filter(each -> each.training().equals(training)
                            && each.kind().equals(kinds(training).get(0)))
                    .toList();
            int step = central(gradients);
            gradients.stream()
                    .filter(each -> each.step() == step && each.worker() == 0)
                    .forEach(each -> rows.add(joined(List.of(training), facts(each), List.of(brief(cosine(each))))));
        }
        return new Cells(joined(List.of("training"), FACTS, List.of("cosine")), rows).markdown();
    }

    private static int central(List<Corpus.Entry> gradients) {
        List<Integer> steps =
                gradients.stream().map(Corpus.Entry::step).distinct().sorted().toList();
        return steps.get(Math.min(1, steps.size() - 1));
    }

    /** The largest tensor of every recording of the first worker. */
    private String recordings() {
        Map<List<String>, Corpus.Entry> largest = new LinkedHashMap<>();
        entries.stream()
                .filter(each -> each.worker() == 0)
                .forEach(each -> largest.merge(
                        List.of(each.training(), each.kind(), Integer.toString(each.step())),
                        each,
                        (one, other) -> other.shape().size() > one.shape().size() ? other : one));
        List<List<String>> rows = new ArrayList<>();
        largest.forEach((recording, entry) -> rows.add(joined(recording, facts(entry))));
        return new Cells(joined(List.of("training", "kind", "step"), FACTS), rows).markdown();
    }

    @SafeVarargs
    private static List<String> joined(List<String>... parts) {
        List<String> all = new ArrayList<>();
        for (List<String> part : parts) {
            all.addAll(part);
        }
        return all;
    }

    private static List<String> facts(Corpus.Entry entry) {
        TensorFacts facts = TensorFacts.of(entry.shape(), entry.values());
        boolean isMatrix = entry.shape().rows() > 1;
        String shape = isMatrix
                ? entry.shape().rows() + " x " + entry.shape().columns()
                : Integer.toString(entry.shape().columns());
        return List.of(
                "`" + entry.tensor() + "`",
                shape,
                brief(facts.kurtosis()),
                brief(facts.top()),
                brief(facts.zeros()),
                isMatrix ? brief(facts.zeroRows()) : "",
                isMatrix ? brief(facts.rowSpread()) : "",
                isMatrix ? brief(facts.stableRank()) : "");
    }

    /** The mean over all pairs of workers; NaN if there is one only. */
    private double cosine(Corpus.Entry entry) {
        List<float[]> workers = entries.stream()
                .filter(each -> each.training().equals(entry.training())
                        && each.kind().equals(entry.kind())
                        && each.step() == entry.step()
                        && each.tensor().equals(entry.tensor()))
                .map(Corpus.Entry::values)
                .toList();
        double sum = 0;
        for (int i = 0; i < workers.size(); i++) {
            for (int j = 0; j < i; j++) {
                sum += TensorFacts.cosine(workers.get(i), workers.get(j));
            }
        }
        return 2 * sum / (workers.size() * (workers.size() - 1.0));
    }

    /** Errors on recordings, with the place on Gaussian numbers of the same shapes and norms where it is another. */
    private String rankings() {
        List<Sample> samples = Sample.of(corpus).stream()
                .filter(each -> RANKED.matcher(each.label()).matches())
                .toList();
        StringBuilder text = new StringBuilder();
        List<List<String>> pairs = new ArrayList<>();
        BUDGETS.forEach((budget, recipes) -> {
            List<Compressor> compressors = recipes.stream().map(Recipe::parse).toList();
            List<List<SchemeError>> real = new ArrayList<>();
            List<List<SchemeError>> gaussian = new ArrayList<>();
            for (Sample sample : samples) {
                real.add(errors(compressors, sample));
                gaussian.add(errors(compressors, sample.gaussian()));
            }
            List<List<String>> rows = new ArrayList<>();
            for (int i = 0; i < recipes.size(); i++) {
                String recipe = "`" + recipes.get(i) + "`";
                List<String> row = new ArrayList<>(List.of(recipe, bits(i, real)));
                for (int j = 0; j < samples.size(); j++) {
                    int before = place(i, gaussian.get(j));
                    int now = place(i, real.get(j));
                    row.add(brief(real.get(j).get(i).error()) + " (" + (before == now ? "" : before + " → ") + now
                            + ")");
                }
                rows.add(row);
                for (int other = 0; other < recipes.size(); other++) {
                    String where = changed(i, other, real, gaussian);
                    if (!where.isEmpty()) {
                        pairs.add(List.of(budget, recipe, "`" + recipes.get(other) + "`", where));
                    }
                }
            }
            List<String> labels = samples.stream().map(Sample::label).toList();
            text.append(new Cells(joined(List.of(budget, "bits"), labels), rows).markdown())
                    .append('\n');
        });
        List<String> heads = List.of("budget", "better on recordings", "better on Gaussian numbers", "recordings");
        return text.append(new Cells(heads, pairs).markdown()).toString();
    }

    private static List<SchemeError> errors(List<Compressor> compressors, Sample sample) {
        return compressors.stream()
                .map(each -> ErrorMeasurement.ofMessages(each, sample, MESSAGES))
                .toList();
    }

    private static String bits(int recipe, List<List<SchemeError>> errors) {
        List<Double> bits = errors.stream()
                .map(each -> each.get(recipe).bitsPerElement())
                .sorted()
                .toList();
        String least = String.format(Locale.ROOT, "%.2f", bits.get(0));
        String most = String.format(Locale.ROOT, "%.2f", bits.get(bits.size() - 1));
        return least.equals(most) ? least : least + " to " + most;
    }

    /** 1 for the smallest error. */
    private static int place(int recipe, List<SchemeError> errors) {
        return 1
                + (int) errors.stream()
                        .filter(each -> each.error() < errors.get(recipe).error())
                        .count();
    }

    /** The recordings on which one compressor is better, and another one on Gaussian numbers. */
    private static String changed(
            int better, int other, List<List<SchemeError>> real, List<List<SchemeError>> gaussian) {
        List<String> where = new ArrayList<>();
        for (int i = 0; i < real.size(); i++) {
            double gain =
                    real.get(i).get(other).error() / real.get(i).get(better).error();
            double loss = gaussian.get(i).get(better).error()
                    / gaussian.get(i).get(other).error();
            if (gain > MARGIN && loss > MARGIN) {
                where.add(real.get(i).get(better).gradient());
            }
        }
        return where.size() == real.size() && !where.isEmpty() ? "all" : String.join(", ", where);
    }

    private List<String> trainings() {
        return entries.stream().map(Corpus.Entry::training).distinct().toList();
    }

    private List<String> kinds(String training) {
        return entries.stream()
                .filter(each -> each.training().equals(training))
                .map(Corpus.Entry::kind)
                .distinct()
                .sorted(Comparator.comparing(kind -> !kind.equals("gradient")))
                .toList();
    }

    /** Two digits; nothing for NaN. */
    private static String brief(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        if (value == 0 || Math.abs(value) >= 99.5) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return new BigDecimal(value)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString();
    }
}
