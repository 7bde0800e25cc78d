package org.tersegrad.convergence.training;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.reducers.internal.Shuffle;
import org.tersegrad.reducers.internal.Uniform;

/**
 * The distribution of training examples among workers.
 *
 * <pre>
 *   iid              at random, to each as many as to another, or one more
 *   dirichlet(0.1)   of each class, shares drawn from a Dirichlet distribution: the smaller the number, the more workers differ
 *   same             all workers have all examples, in the same order: for tests
 * </pre>
 *
 * @param kind which of these
 * @param alpha of the Dirichlet distribution; 0 for the others
 */
public record Partition(Kind kind, double alpha) {
    /** The rules of distribution. */
    public enum Kind {
        /** An even random split. */
        IID,
        /** Unevenly, class by class. */
        DIRICHLET,
        /** All examples to all workers. */
        SAME
    }

    public Partition {
        if (kind == Kind.DIRICHLET ? !(alpha > 0 && alpha < Double.POSITIVE_INFINITY) : alpha != 0) {
            throw new IllegalArgumentException("alpha of a Dirichlet distribution is above 0, this is " + alpha);
        }
    }

    /**
     * The default of a comparison: {@code dirichlet(0.1)}, since workers that have different examples are what shows how recipes
     * differ, or {@code iid} where examples have no classes.
     */
    public static Partition usualFor(Problem problem) {
        return problem.classes() > 1 ? dirichlet(0.1) : iid();
    }

    /** An even random split. */
    public static Partition iid() {
        return new Partition(Kind.IID, 0);
    }

    /** Unevenly, class by class. */
    public static Partition dirichlet(double alpha) {
        return new Partition(Kind.DIRICHLET, alpha);
    }

    /** All examples to all workers. */
    public static Partition same() {
        return new Partition(Kind.SAME, 0);
    }

    /** Parses a partition. */
    public static Partition parse(String text) {
        return RecipeReader.call(
                "partition",
                text,
                Partition.class,
                List.of(
                        name("iid", "iid", "at random, evenly", a -> iid()),
                        name(
                                "dirichlet",
                                "dirichlet(0.1)",
                                "unevenly, class by class",
                                a -> dirichlet(a.asDouble("alpha")),
                                new Parameter("alpha", "above 0; the smaller, the more workers differ")),
                        name("same", "same", "all examples to all workers", a -> same())));
    }

    private static RecipeEntry<Partition> name(
            String name,
            String example,
            String help,
            Function<RecipeArguments, Partition> make,
            Parameter... parameters) {
        return new RecipeEntry<>(
                Partition.class, name, example, help, List.of(parameters), new RecipeEntry.First<>(make));
    }

    /** The examples of each worker; each has at least one, if there are as many examples as workers. */
    public List<int[]> shards(Problem problem, int workers, Seed seed) {
        int examples = problem.examples();
        int[] order = kind == Kind.SAME ? new int[0] : Shuffle.of(examples, seed.fork(0));
        List<List<Integer>> shards = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            shards.add(new ArrayList<>());
        }
        if (kind == Kind.DIRICHLET) {
            dealUnevenly(problem, order, shards, seed.fork(1));
        } else {
            for (int i = 0; i < order.length; i++) {
                shards.get(i % workers).add(order[i]);
            }
        }
        for (int i = 0; i < examples && kind == Kind.SAME; i++) {
            for (List<Integer> shard : shards) {
                shard.add(i);
            }
        }
        return shards.stream()
                .map(shard -> shard.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /** Each class by shares of its own; who has got nothing takes one from who has most. */
    private void dealUnevenly(Problem problem, int[] order, List<List<Integer>> shards, Seed seed) {
        for (int label = 0; label < problem.classes(); label++) {
            double[] shares = shares(shards.size(), seed.fork(label));
            double total = 0;
            for (double share : shares) {
                total += share;
            }
            Seed draws = seed.fork(problem.classes() + label);
            for (int i = 0; i < order.length; i++) {
                if (problem.label(order[i]) == label) {
                    double left = total * Uniform.draw(draws, i);
                    int worker = 0;
                    while (worker < shares.length - 1 && left >= shares[worker]) {
                        left -= shares[worker++];
                    }
                    shards.get(worker).add(order[i]);
                }
            }
        }
        for (List<Integer> shard : shards) {
            if (shard.isEmpty()) {
                List<Integer> most = shards.stream()
                        .max(java.util.Comparator.comparingInt(List::size))
                        .orElseThrow();
                shard.add(most.remove(most.size() - 1));
            }
        }
    }

    /**
     * Gamma variables, which divided by their sum are Dirichlet shares. For alpha below 1 by a larger one's (G. Marsaglia, W.
     * Tsang, 2000).
     */
    private double[] shares(int workers, Seed seed) {
        double[] shares = new double[workers];
        for (int w = 0; w < workers; w++) {
            Seed draws = seed.fork(w);
            double d = (alpha < 1 ? alpha + 1 : alpha) - 1.0 / 3;
            double c = 1 / StrictMath.sqrt(9 * d);
            double v = 0;
            for (int i = 1; v == 0; i += 3) {
                double x = StrictMath.sqrt(-2 * StrictMath.log(Uniform.draw(draws, i)))
                        * StrictMath.cos(2 * Math.PI * Uniform.draw(draws, i + 1));
                double cube = (1 + c * x) * (1 + c * x) * (1 + c * x);
                boolean accepted = cube > 0
                        && StrictMath.log(Uniform.draw(draws, i + 2))
                                < x * x / 2 + d - d * cube + d * StrictMath.log(cube);
                v = accepted ? cube : 0;
            }
            double power = alpha < 1 ? StrictMath.pow(Uniform.draw(draws, 0), 1 / alpha) : 1;
            shares[w] = Math.max(Double.MIN_NORMAL, d * v * power);
        }
        return shares;
    }

    @Override
    public String toString() {
        return kind == Kind.DIRICHLET
                ? "dirichlet(" + Recipe.number((float) alpha) + ")"
                : kind.name().toLowerCase(Locale.ROOT);
    }
}
