package org.tersegrad.djl;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.ParameterServer;
import ai.djl.training.Trainer;
import ai.djl.training.TrainingConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.GroupDigest;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * A trainer of DJL for one worker of a group: {@link #step} averages the gradients of all workers, compressed, and then updates the
 * weights as any trainer does. {@code EasyTrain}, gradient accumulation and custom training loops work as they are.
 *
 * <pre>{@code
 * try (TcpGroup group = TcpGroup.join(rank, addresses);
 *         Trainer trainer = CompressedTrainer.of(model, config, "powersgd(2)+ef", group)) {
 *     trainer.initialize(new Shape(1, 64));
 *     EasyTrain.fit(trainer, epochs, shareOfThisWorker, null);
 * }
 * }</pre>
 *
 * <p>All workers call {@link #initialize} and {@link #step} together, so each of them makes the same number of steps. Worker 0's
 * first weights are copied to all workers; from then on all have the same, bit for bit, as long as only {@code step} changes them.
 * Frozen parameters are left alone; the running means of a batch norm are therefore each worker's own, unless {@link #shareBuffers}
 * is set.
 *
 * <p>A worker trains on one device, with weights of type {@code FLOAT32} or {@code FLOAT16}. Gradients are averaged in place. If a worker fails, {@code step} throws on all others, and their
 * weights are those before the step.
 */
public final class CompressedTrainer extends Trainer {
    private static final Seed USUAL_SEED = Seed.of(42);

    private final Policy policy;
    private final Seed seed;
    private final Collective group;
    private final ParameterServer optimizer;
    private List<NamedParameter> parameters = List.of();
    private List<NamedParameter> trained = List.of();
    private Optional<ModelReduction> reduction = Optional.empty();
    private Optional<GradientExchange> exchange = Optional.empty();
    private List<NamedParameter> buffers = List.of();
    private boolean gradientsSeen;
    private boolean sharesBuffers;

    private CompressedTrainer(Model model, TrainingConfig config, Policy policy, Seed seed, Collective group) {
        super(model, config);
        this.policy = policy;
        this.seed = seed;
        this.group = group;
        optimizer = getManager().getEngine().newParameterServer(config.getOptimizer());
    }

    /**
     * A trainer with a recipe or policy as text, as {@link Policy#parse} reads it; its rules match the names of the block's
     * parameters, such as {@code 01Linear_weight}.
     *
     * @param model with a block
     * @param config as for {@link Model#newTrainer}, with one device
     * @param policy the same on all workers
     * @param group stays open when the trainer is closed: it is the caller's
     * @throws IllegalArgumentException if there is no such policy, or more than one device
     */
    public static CompressedTrainer of(Model model, TrainingConfig config, String policy, Collective group) {
        return of(model, config, Policy.parse(policy), USUAL_SEED, group);
    }

    /**
     * A trainer with a policy and a seed of the caller's choice.
     *
     * @param seed of the recipes' randomness, the same on all workers; DJL's own seed is set with
     *     {@link ai.djl.engine.Engine#setRandomSeed}
     */
    public static CompressedTrainer of(Model model, TrainingConfig config, Policy policy, Seed seed, Collective group) {
        if (config.getDevices().length != 1) {
            throw new IllegalArgumentException("a worker trains on one device, the configuration has "
                    + config.getDevices().length + "; start a worker for each");
        }
        prepare(model, config);
        return new CompressedTrainer(model, config, policy, seed, group);
    }

    /** Initializes a block the way its engine does in {@link Model#newTrainer}, by asking for a trainer that is then dropped. */
    private static void prepare(Model model, TrainingConfig config) {
        DefaultTrainingConfig withoutListeners = new DefaultTrainingConfig(config.getLossFunction())
                .optOptimizer(config.getOptimizer())
                .optDevices(config.getDevices());
        config.getInitializers().forEach(each -> withoutListeners.optInitializer(each.getKey(), each.getValue()));
        model.newTrainer(withoutListeners).close();
    }

    /**
     * Initializes the model, and gives worker 0's weights to all. All workers call it together, once.
     *
     * @throws IllegalArgumentException if the workers' models, policies or seeds differ, if a trained parameter is not of 32-bit
     *     floats, or if the policy has no rule for it
     */
    @Override
    public void initialize(Shape... shapes) {
        if (reduction.isPresent()) {
            throw new IllegalArgumentException("the trainer is initialized already; its residuals would be lost");
        }
        super.initialize(shapes);
        parameters = NamedParameter.all(getModel().getBlock());
        trained = parameters.stream().filter(NamedParameter::trained).toList();
        GroupDigest.require(description(), group);
        requireTrainable();
        buffers = parameters.stream().filter(NamedParameter::isBuffer).toList();
        List<NamedTensor> tensors = trained.stream().map(NamedParameter::tensor).toList();
        ModelReduction made = new ModelReduction(policy, tensors, seed, group);
        parameters.stream()
                .filter(NamedParameter::hasFloats)
                .forEach(each -> Weights.broadcast(List.of(each), getManager(), group));
        trained.forEach(each -> optimizer.init(
                each.parameter().getId(), new NDArray[] {each.parameter().getArray()}));
        exchange = Optional.of(new GradientExchange(trained, made));
        reduction = Optional.of(made);
    }

    /**
     * Has every {@link #step} give worker 0's buffers to all workers, in the way of PyTorch's {@code DistributedDataParallel}: the running
     * means and variances of a batch norm, and other parameters of the types {@code RUNNING_MEAN}, {@code RUNNING_VAR} and
     * {@code OTHER}. By default each worker has its own.
     *
     * @param share the same on all workers
     * @return this trainer
     * @throws IllegalArgumentException if the trainer is initialized already
     */
    public CompressedTrainer shareBuffers(boolean share) {
        if (reduction.isPresent()) {
            throw new IllegalArgumentException(
                    "choose whether buffers are shared before initialize, which compares the workers");
        }
        sharesBuffers = share;
        return this;
    }

    private List<String> description() {
        Stream<String> how = Stream.of("policy " + policy, "seed " + seed.value(), "buffers shared: " + sharesBuffers);
        return Stream.concat(how, parameters.stream().map(NamedParameter::description))
                .toList();
    }

    private void requireTrainable() {
        Device device = getDevices()[0];
        for (NamedParameter each : trained) {
            if (!each.hasFloats()) {
                throw new IllegalArgumentException("parameter " + each.name() + " is of "
                        + each.parameter().getArray().getDataType()
                        + ", gradients are averaged as float32 or float16");
            }
            Device its = each.parameter().getArray().getDevice();
            if (!its.equals(device)) {
                throw new IllegalArgumentException("parameter " + each.name() + " is on " + its + " and trained on "
                        + device + "; make the model on the device of the configuration");
            }
        }
    }

    /**
     * Averages the gradients of all workers and updates the weights. All workers call it together.
     *
     * @throws org.tersegrad.reducers.group.RefusedException on all workers, if one of them has a gradient that is not finite: names
     *     worker, parameter and element. No worker's weights have changed, and the next step can be made
     * @throws org.tersegrad.reducers.group.GroupFailedException if another worker failed or is gone
     */
    @Override
    public void step() {
        GradientExchange gradients = exchange.orElseThrow(
                () -> new IllegalArgumentException("initialize the trainer before its first step"));
        requireSameFrozen();
        try (NDManager scope = getManager().newSubManager()) {
            long begin = System.nanoTime();
            gradients.read(scope);
            gradientsSeen = gradientsSeen || gradients.isAny();
            if (!gradientsSeen) {
                throw new IllegalArgumentException("worker " + group.rank()
                        + ": all gradients are 0; call backward of a gradient collector before the first step");
            }
            gradients.average();
            addMetric("average", begin);
            begin = System.nanoTime();
            gradients.update(optimizer, scope);
            addMetric("step", begin);
        }
        if (sharesBuffers && !buffers.isEmpty()) {
            Weights.broadcast(buffers, getManager(), group);
        }
    }

    /** A parameter that is thawed later would be updated with this worker's gradient alone. */
    private void requireSameFrozen() {
        for (NamedParameter each : parameters) {
            if (each.parameter().requiresGradient() != each.trained()) {
                throw new IllegalArgumentException("parameter " + each.name() + " was "
                        + (each.trained() ? "frozen" : "thawed") + " after initialize; make another trainer");
            }
        }
    }

    /**
     * The reduction of the gradients: its residuals can be looked at and scaled, its policy replaced.
     *
     * @throws IllegalArgumentException if the trainer is not initialized
     */
    public ModelReduction reduction() {
        return reduction.orElseThrow(() -> new IllegalArgumentException("initialize the trainer first"));
    }

    /**
     * Saves this worker's residuals, and all else that recipes remember, beside what {@link Model#save} writes. Every worker saves
     * its own. The optimizer's memory, such as momentum, is not in it: DJL does not save that.
     *
     * @param folder is made if it is not there
     * @return the file, named after the model, the worker and the number of workers
     */
    public Path saveState(Path folder) throws IOException {
        return stateFile(folder).save(reduction());
    }

    /**
     * Takes over what {@link #saveState} wrote, after {@link #initialize}.
     *
     * @throws IOException if there is no state of this worker in a group of this size
     * @throws IllegalArgumentException if it is the state of another model or policy
     * @throws org.tersegrad.codecs.MalformedInputException if it is damaged
     */
    public void restoreState(Path folder) throws IOException {
        stateFile(folder).restore(reduction());
    }

    /** With the recipes that are in force now: a policy may have been replaced. */
    private StateFile stateFile(Path folder) {
        ModelReduction current = reduction();
        Stream<String> tensors = IntStream.range(0, trained.size())
                .mapToObj(i -> trained.get(i).description() + " under " + current.reducer(i));
        List<String> lines =
                Stream.concat(Stream.of("seed " + seed.value()), tensors).toList();
        return new StateFile(folder, getModel().getName(), group, lines);
    }

    /** Closes the trainer as DJL does; the group stays open. */
    @Override
    public void close() {
        super.close();
        optimizer.close();
    }
}
