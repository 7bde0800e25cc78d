package org.tersegrad.spark;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.reducers.model.NamedTensor;

/**
 * Any model of the training harness, {@code tersegrad-harness}, with its own data: rows are the numbers of training examples.
 * The problem is made on each executor when it is first needed, so its data must be there: in a jar, or in a file of each machine.
 *
 * <pre>{@code
 * HarnessModel model = new HarnessModel(
 *         () -> Models.make("mlp(32)", () -> DataSets.load("digits", DataSets.defaultCache())));
 * JavaRDD<Integer> rows = spark.parallelize(model.examples(), 8);
 * }</pre>
 */
public final class HarnessModel implements RowModel<Integer> {
    private static final long serialVersionUID = 1L;

    /** The factory of the problem. */
    @FunctionalInterface
    public interface Source extends Serializable {
        /** The same one wherever it is called. */
        Problem problem();
    }

    private final Source source;
    private transient Optional<Problem> problem = Optional.empty();
    /** Learners by the size of their batches, of which training has one. */
    private final transient Map<Integer, Learner> learners = new HashMap<>();

    /** A model that is not made yet. */
    public HarnessModel(Source source) {
        this.source = source;
    }

    /** A copy on an executor has nothing but the source. */
    private Object readResolve() {
        return new HarnessModel(source);
    }

    /** The problem. */
    public Problem problem() {
        if (problem.isEmpty()) {
            problem = Optional.of(source.problem());
        }
        return problem.get();
    }

    /** The numbers of all training examples: rows of an RDD. */
    public List<Integer> examples() {
        return IntStream.range(0, problem().examples()).boxed().toList();
    }

    @Override
    public List<NamedTensor> tensors() {
        return problem().namedTensors();
    }

    @Override
    public void initialize(Seed seed, float[] parameters) {
        problem().initialize(seed, parameters);
    }

    @Override
    public double gradient(float[] parameters, List<Integer> rows, float[] gradient) {
        int[] examples = rows.stream().mapToInt(Integer::intValue).toArray();
        return learners.computeIfAbsent(examples.length, problem()::learner)
                .gradient(parameters, examples, 0, examples.length, gradient);
    }
}
