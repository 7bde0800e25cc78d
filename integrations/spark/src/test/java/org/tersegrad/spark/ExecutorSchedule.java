package org.tersegrad.spark;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Traits;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * One training of a {@link TrainingDriver} on executors without Spark, to which happens what a seed says: executors are lost, tasks run
 * again, on another executor, on two, or long after their job; the driver is lost and resumes. It is compared with the same training in a
 * {@link LocalGroup}.
 */
final class ExecutorSchedule {
    /** A fault of workers, which the laws must find. */
    enum Mutant {
        NONE,
        CARRIES_OUT_TWICE,
        OBEYS_AFTER_A_GAP,
        FORGETS_RESIDUALS
    }

    private enum Fault {
        NONE,
        LOSE_EXECUTOR,
        LOSE_ALL,
        LOSE_DRIVER,
        REPEAT,
        REPEAT_ALL,
        MOVE,
        SPECULATE,
        COME_LATE
    }

    private static final class DriverLostException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private record Job(Order order, List<Order.Own> own) {}

    /** An act of the driver: it had reductions begin afresh, or kept a snapshot. */
    private record Event(int step, int generation, List<Order.Own> begun) {}

    private static final List<Fault> FAULTS = List.copyOf(EnumSet.complementOf(EnumSet.of(Fault.NONE)));
    private static final int STEPS = 8;
    private static final int MOST_FAULTS = 4;
    private static final int MOST_PARTITIONS = 4;
    private static final int ROWS_EACH = 10;
    private static final List<LabelledRow> ROWS = LabelledRow.some(ROWS_EACH * MOST_PARTITIONS);
    private static final List<String> RECIPES = List.of(
            "dense",
            "topk(0.2)+ef",
            "powersgd(1)+ef",
            "int8+sharedscale",
            "topk(0.2)+ef21",
            "sharedrandomk(0.5,scaled=false)+ef",
            "sign+ef+twoshot",
            "vectors: dense; *: topk(0.1)+ef");

    private final long seed;
    private final Mutant mutant;
    private final SplittableRandom random;
    private final int partitions;
    private final int executors;
    private final Settings settings;
    private final boolean checkpoints;
    private final SoftmaxRows model = new SoftmaxRows();
    private final List<NamedTensor> tensors = model.tensors();
    private final float[] start = new float[Tensors.elements(tensors)];
    private final Set<Integer> faultyJobs = new TreeSet<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final SortedSet<String> violations = new TreeSet<>();
    private int jobs;
    private Snapshot kept;

    ExecutorSchedule(long seed, Mutant mutant) {
        this.seed = seed;
        this.mutant = mutant;
        random = new SplittableRandom(seed);
        partitions = random.nextInt(2, MOST_PARTITIONS + 1);
        executors = random.nextInt(2, partitions + 1);
        checkpoints = random.nextBoolean();
        String recipe = RECIPES.get(random.nextInt(RECIPES.size()));
        settings = new Settings(recipe, STEPS, 4, 0.2f, 0.9f, seed, 1 + random.nextInt(4));
        for (int left = random.nextInt(MOST_FAULTS + 1); left > 0; left--) {
            faultyJobs.add(1 + random.nextInt(2 * STEPS));
        }
        model.initialize(settings.startSeed(), start);
        kept = new Snapshot(0, new Replica(start.clone()).toBytes(), List.of(), 0, Traffic.NONE);
    }

    /** Runs to the end; returns the laws that were broken. */
    SortedSet<String> run() {
        try {
            Optional<TrainedModel> trained = Optional.empty();
            while (trained.isEmpty()) {
                trained = train();
            }
            check(trained.get());
        } catch (IllegalStateException | IllegalArgumentException e) {
            violations.add("training ends: " + e.getMessage());
        }
        return violations;
    }

    /** @return none if the driver is lost */
    private Optional<TrainedModel> train() {
        try {
            Jobs its = new Executors();
            return Optional.of(
                    new TrainingDriver(settings, tensors, partitions, its, kept, checkpoints, this::keep).train());
        } catch (DriverLostException e) {
            if (!checkpoints) {
                events.clear(); // it begins again
            }
            return Optional.empty();
        }
    }

    private void keep(Snapshot snapshot) {
        kept = checkpoints ? snapshot : kept;
        events.add(new Event(snapshot.step(), 0, List.of()));
    }

    private static List<LabelledRow> rows(int partition) {
        return ROWS.subList(ROWS_EACH * partition, ROWS_EACH * (partition + 1));
    }

    // Executors.

    /** A partition's worker in the memory of an executor, and what a mutant does to it. */
    private final class Copy {
        private final PartitionWorker<LabelledRow> worker;
        private long last = Long.MIN_VALUE;
        private long ahead;

        Copy(int partition) {
            worker = new PartitionWorker<>(partition, partitions, settings, new SoftmaxRows(), rows(partition));
        }

        Reply obey(Order order, Order.Own own) {
            if (last > 0) {
                long missed = order.number() - last - 1;
                ahead += mutant == Mutant.CARRIES_OUT_TWICE && missed == -1 ? 1 : 0;
                ahead -= mutant == Mutant.OBEYS_AFTER_A_GAP && missed > 0 ? missed : 0;
            }
            boolean replaced = own.replaced() || mutant == Mutant.FORGETS_RESIDUALS;
            Reply reply = worker.obey(numbered(order, order.number() + ahead), new Order.Own(replaced, own.bytes()));
            last = reply instanceof Reply.Lost ? last : order.number();
            return Reply.of(reply.toBytes());
        }
    }

    private static Order numbered(Order order, long number) {
        if (order instanceof Order.Start start) {
            return new Order.Start(number, start.step(), start.generation(), start.replica());
        }
        if (order instanceof Order.Answer answer) {
            return new Order.Answer(number, answer.forAll());
        }
        Order.Report report = (Order.Report) order;
        return new Order.Report(number, report.replicaOf(), report.states());
    }

    /** The executors of one driver. */
    private final class Executors implements Jobs {
        private final List<Map<Integer, Copy>> memories = new ArrayList<>();
        /** The executor on which the task of a partition runs. */
        private final int[] homes = new int[partitions];
        /** The copies that have the state which the driver knows of. */
        private final Map<Integer, Copy> trusted = new HashMap<>();
        /** Partitions that have said to the driver that they have lost their state. */
        private final Set<Integer> lost = new TreeSet<>();

        private final List<Job> past = new ArrayList<>();

        Executors() {
            for (int i = 0; i < executors; i++) {
                memories.add(new HashMap<>());
            }
            for (int i = 0; i < partitions; i++) {
                homes[i] = i % executors;
                lost.add(i);
            }
        }

        @Override
        public List<Reply> run(Order order, List<Order.Own> own) {
            jobs++;
            Fault fault = faultyJobs.contains(jobs) ? draw() : Fault.NONE;
            befall(fault);
            if (order instanceof Order.Start begins) {
                note(begins, own);
            }
            Job job = new Job(order, own);
            int one = random.nextInt(partitions);
            Reply[] replies = new Reply[partitions];
            int first = random.nextInt(partitions);
            for (int i = 0; i < partitions; i++) {
                int partition = (first + i) % partitions;
                boolean hit = partition == one || fault == Fault.REPEAT_ALL;
                replies[partition] = task(hit ? fault : Fault.NONE, partition, job);
            }
            past.add(job);
            return List.of(replies);
        }

        private Fault draw() {
            Fault fault = FAULTS.get(random.nextInt(FAULTS.size()));
            faults.add(fault);
            return fault;
        }

        private void befall(Fault fault) {
            switch (fault) {
                case LOSE_EXECUTOR -> lose(random.nextInt(executors));
                case LOSE_ALL -> IntStream.range(0, executors).forEach(this::lose);
                case LOSE_DRIVER -> throw new DriverLostException();
                default -> {}
            }
        }

        /** Its tasks run elsewhere, or where another executor has started in its place. */
        private void lose(int executor) {
            memories.get(executor).clear();
            for (int i = 0; i < partitions; i++) {
                homes[i] = homes[i] == executor ? random.nextInt(executors) : homes[i];
            }
        }

        private void note(Order.Start order, List<Order.Own> own) {
            events.add(new Event(order.step(), order.generation(), own));
            for (int i = 0; i < partitions; i++) {
                if (own.get(i).replaced() && !lost.contains(i)) {
                    violations.add("a state is replaced that was not lost");
                }
            }
            lost.clear();
        }

        /** Runs a task as often and where a fault has it; the driver gets one of the replies. */
        private Reply task(Fault fault, int partition, Job job) {
            int home = homes[partition];
            int other = (home + 1 + random.nextInt(executors - 1)) % executors;
            switch (fault) {
                case REPEAT, REPEAT_ALL -> ask(home, partition, job);
                case MOVE -> homes[partition] = other;
                case SPECULATE -> {
                    int first = random.nextBoolean() ? home : other;
                    int counts = random.nextBoolean() ? home : other;
                    homes[partition] = random.nextBoolean() ? home : other;
                    Reply early = ask(first, partition, job);
                    Reply late = ask(home + other - first, partition, job);
                    return judged(counts, partition, counts == first ? early : late);
                }
                case COME_LATE -> {
                    if (!past.isEmpty()) {
                        Job old = past.get(random.nextInt(past.size()));
                        ask(random.nextBoolean() ? home : other, partition, old);
                    }
                }
                default -> {}
            }
            return judged(homes[partition], partition, ask(homes[partition], partition, job));
        }

        private Reply ask(int executor, int partition, Job job) {
            return copy(executor, partition).obey(job.order(), job.own().get(partition));
        }

        private Copy copy(int executor, int partition) {
            return memories.get(executor).computeIfAbsent(partition, Copy::new);
        }

        private Reply judged(int executor, int partition, Reply reply) {
            Copy copy = copy(executor, partition);
            if (!(reply instanceof Reply.Lost)) {
                trusted.put(partition, copy);
                return reply;
            }
            if (copy.equals(trusted.remove(partition))) {
                violations.add("a partition that has its state says that it has not");
            }
            lost.add(partition);
            return reply;
        }
    }

    // The same training in a group of threads.

    private void check(TrainedModel trained) {
        List<float[]> expected = LocalGroup.run(partitions, group -> new Course(group).train());
        if (trained.steps() != STEPS) {
            violations.add("training has made " + trained.steps() + " steps");
        }
        if (!Arrays.equals(trained.parameters(), expected.get(0))) {
            violations.add("the model has other bits than in a group of threads");
        }
    }

    /** The state of one worker at the beginning of a step. */
    @SuppressWarnings("ArrayRecordComponent") // kept, never compared
    private record Moment(int step, byte[] replica, byte[] state, float[] carried) {}

    /** One worker of that group. Where reductions began afresh, it carries its residual on; where its state was lost, it does not. */
    private final class Course {
        private final Collective group;
        private final int rank;
        private final RowOrder<LabelledRow> order;
        private final float[] gradient = new float[start.length];
        private final List<FloatSlice> slices = Tensors.slices(tensors, gradient);
        private float[] carried = new float[start.length];
        private Replica replica = new Replica(start.clone());
        private ModelReduction reduction;
        private int step;

        Course(Collective group) {
            this.group = group;
            rank = group.rank();
            order = new RowOrder<>(rows(rank), settings.batch(), settings.orderSeed(rank));
            reduction = reduction(0);
        }

        private ModelReduction reduction(int its) {
            return new ModelReduction(Policy.parse(settings.policy()), tensors, settings.reductionSeed(its), group);
        }

        float[] train() {
            Moment last = moment();
            for (Event event : events) {
                boolean allLost = event.begun().stream().allMatch(Order.Own::replaced);
                if (event.begun().isEmpty()) {
                    advance(event.step());
                    last = moment();
                } else if (allLost) {
                    goBack(last, event);
                } else {
                    advance(event.step());
                    beginAfresh(event);
                }
            }
            advance(STEPS);
            return replica.parameters();
        }

        private Moment moment() {
            ByteBuffer state = ByteBuffer.allocate(reduction.stateBytes());
            reduction.save(state);
            return new Moment(step, replica.toBytes(), state.array(), carried.clone());
        }

        private void goBack(Moment last, Event event) {
            step = last.step();
            replica = Replica.of(last.replica());
            reduction = reduction(event.generation());
            carried = new float[start.length];
            if (event.begun().get(rank).bytes().length > 0) {
                reduction.restore(ByteBuffer.wrap(last.state()));
                carried = last.carried().clone();
            }
        }

        private void beginAfresh(Event event) {
            if (event.begun().get(rank).replaced()) {
                carried = new float[start.length];
            } else {
                reduction.addResidualTo(FloatSlice.of(carried), 1f);
            }
            reduction = reduction(event.generation());
        }

        private void advance(int end) {
            for (; step < end; step++) {
                Arrays.fill(gradient, 0f);
                model.gradient(replica.parameters(), order.of(step), gradient);
                for (int i = 0; i < gradient.length; i++) {
                    gradient[i] += carried[i];
                }
                for (int i = 0; i < slices.size(); i++) {
                    reduction.reduce(i, slices.get(i));
                    boolean keepsMomentum =
                            reduction.reducer(i).traits(Traits.ANY_SHAPE).keepsMomentum();
                    replica.step(slices.get(i), settings.rate(), keepsMomentum ? 0 : settings.momentum());
                }
                Arrays.fill(carried, 0f);
            }
        }
    }

    @Override
    public String toString() {
        return "seed " + seed + ": " + settings.policy() + ", " + partitions + " partitions on " + executors
                + " executors, a snapshot every " + settings.snapshotEvery() + " steps"
                + (checkpoints ? " with states" : "") + ", faults " + faults;
    }
}
