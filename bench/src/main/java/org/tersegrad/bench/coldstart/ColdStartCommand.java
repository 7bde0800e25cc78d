package org.tersegrad.bench.coldstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * {@code --cold-start [RECIPE...]}: starts fresh processes, with vector kernels and without, and prints for each recipe
 *
 * <ul>
 *   <li>the CPU time of the first step over that of scalar kernels,
 *   <li>the most elements that any kernel worked on before its vector form was active,
 *   <li>the extra CPU time of the whole process, compilers included, over one with scalar kernels: at its largest, and after a
 *       hundred steps, when vectors have saved some of it,
 *   <li>the CPU time of a step in the end over that of scalar kernels, and over that of kernels without a warm-up,
 *   <li>the most bytes that one of the last steps of any process allocated.
 * </ul>
 */
public final class ColdStartCommand {
    private static final List<String> RECIPES = List.of(
            "half",
            "bf16",
            "natural",
            "mxfp8",
            "sign",
            "onebit",
            "int8(nearest)",
            "int8",
            "int4",
            "qsgd(4bits)",
            "terngrad",
            "eden(4)",
            "topk(0.01)",
            "threshold(2)",
            "randomk(0.01)",
            "lowrank(4)");
    private static final int STEPS = 100;
    private static final int PROCESSES = 5;

    /** The numbers in a line of {@link ColdProcess}. */
    private static final int STEP = 0;

    private static final int PROCESS = 1;
    private static final int WORK = 2;
    private static final int BYTES = 3;

    private ColdStartCommand() {}

    public static void run(List<String> recipes) throws IOException, InterruptedException {
        System.out.println("| recipe | first step | elements until vectors | extra CPU, at most | after 100 steps "
                + "| last steps, over scalar | over no warm-up | bytes a step |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (String recipe : recipes.isEmpty() ? RECIPES : recipes) {
            double[][] scalar = measure(recipe, "scalar");
            double[][] vector = measure(recipe, "");
            double[][] always = measure(recipe, "vector");
            double[] extra = new double[STEPS];
            Arrays.setAll(extra, i -> (vector[PROCESS][i] - scalar[PROCESS][i]) * 1e-9);
            System.out.printf(
                    Locale.ROOT,
                    "| `%s` | %.2f | %,d | %.2f s | %.2f s | %.2f | %.2f | %,d |%n",
                    recipe,
                    vector[STEP][0] / scalar[STEP][0],
                    (long) max(vector[WORK]),
                    max(extra),
                    extra[STEPS - 1],
                    last(vector[STEP]) / last(scalar[STEP]),
                    last(vector[STEP]) / last(always[STEP]),
                    (long) vector[BYTES][STEPS - 1]);
        }
    }

    private static double last(double[] steps) {
        return median(Arrays.stream(steps, STEPS - 20, STEPS).toArray());
    }

    /** Each number of each step: the median over processes, or of bytes the most. */
    private static double[][] measure(String recipe, String kernels) throws IOException, InterruptedException {
        double[][][] all = new double[BYTES + 1][STEPS][PROCESSES];
        for (int i = 0; i < PROCESSES; i++) {
            List<String> lines = process(recipe, "-Dtersegrad.kernels=" + kernels);
            for (int step = 0; step < STEPS; step++) {
                String[] numbers = lines.get(step).split(" ", -1);
                for (int n = 0; n < numbers.length; n++) {
                    all[n][step][i] = Double.parseDouble(numbers[n]);
                }
            }
        }
        double[][] result = new double[all.length][];
        for (int n = 0; n < all.length; n++) {
            ToDoubleFunction<double[]> summary = n == BYTES ? ColdStartCommand::max : ColdStartCommand::median;
            result[n] = Arrays.stream(all[n]).mapToDouble(summary).toArray();
        }
        return result;
    }

    private static List<String> process(String recipe, String option) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("--add-modules", "jdk.incubator.vector", option));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ColdProcess.class.getName()));
        command.addAll(List.of(recipe, Integer.toString(STEPS)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + " ended with " + process.exitValue());
        }
        return out.lines().toList();
    }

    private static double median(double[] values) {
        return Arrays.stream(values).sorted().toArray()[values.length / 2];
    }

    /** At least 0. */
    private static double max(double[] values) {
        return Math.max(0, Arrays.stream(values).max().orElse(0));
    }
}
