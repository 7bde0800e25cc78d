package org.tersegrad.spark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.RoundAnswers;

/**
 * The driver's side of training: a switch between the partitions. A job brings the answers to the last round to all partitions, and
 * brings their next messages back.
 *
 * <pre>
 *   all partitions begin with a step
 *   until all steps are made:
 *       some have lost their state?    all begin again with this step, those with the replica of another
 *       time for a snapshot?           get a replica, and compare the checksums of all
 *       answer the messages of all
 * </pre>
 */
final class TrainingDriver {
    private static final Logger LOG = LoggerFactory.getLogger(TrainingDriver.class);
    private static final int MOST_RESTARTS = 10;

    private final Settings settings;
    private final List<NamedTensor> tensors;
    private final int partitions;
    private final Jobs jobs;
    private final boolean savesStates;
    private final Consumer<Snapshot> onSnapshot;

    private Snapshot snapshot;
    private Traffic traffic;
    private long number;
    private int generation;
    private int replacements;

    /**
     * @param first where training starts
     * @param savesStates whether snapshots have the states of reductions
     * @param onSnapshot gets each that is taken on the way
     */
    TrainingDriver(
            Settings settings,
            List<NamedTensor> tensors,
            int partitions,
            Jobs jobs,
            Snapshot first,
            boolean savesStates,
            Consumer<Snapshot> onSnapshot) {
        this.settings = settings;
        this.tensors = tensors;
        this.partitions = partitions;
        this.jobs = jobs;
        this.savesStates = savesStates;
        this.onSnapshot = onSnapshot;
        snapshot = first;
        traffic = first.traffic();
    }

    TrainedModel train() {
        SortedSet<Integer> everybody = new TreeSet<>();
        for (int i = 0; i < partitions; i++) {
            everybody.add(i);
        }
        List<Reply.Message> messages = messagesOrRestart(start(snapshot, everybody));
        while (true) {
            int step = messages.get(0).step();
            boolean ended = step == settings.steps();
            if (step > snapshot.step() && (ended || step % settings.snapshotEvery() == 0)) {
                List<Reply> standing = run(new Order.Report(++number, 0, savesStates), nothing());
                if (!lost(standing).isEmpty()) {
                    messages = restart(lost(standing));
                    continue;
                }
                keep(standing, loss(messages));
            }
            if (ended) {
                return result();
            }
            messages = messagesOrRestart(answer(messages));
        }
    }

    private List<Reply> answer(List<Reply.Message> messages) {
        List<byte[]> bytes = messages.stream().map(Reply.Message::bytes).toList();
        RoundAnswers answers = RoundAnswers.of(bytes);
        traffic = traffic.plus(bytes, answers);
        List<Order.Own> own = answers.forEach().stream()
                .map(each -> new Order.Own(false, each))
                .toList();
        return run(new Order.Answer(++number, answers.forAll()), own);
    }

    /** All partitions' messages; if some have lost their state, those of all that have begun again. */
    private List<Reply.Message> messagesOrRestart(List<Reply> replies) {
        SortedSet<Integer> lost = lost(replies);
        return lost.isEmpty() ? replies.stream().map(Reply.Message.class::cast).toList() : restart(lost);
    }

    private List<Reply.Message> restart(SortedSet<Integer> first) {
        SortedSet<Integer> lost = new TreeSet<>(first);
        for (int attempt = 0; attempt < MOST_RESTARTS; attempt++) {
            Snapshot source = replicaOfASurvivor(lost);
            replacements += lost.size();
            generation++;
            LOG.warn(
                    "partitions {} have lost their state: they take the model of step {} over, with zero residuals",
                    lost,
                    source.step());
            List<Reply> replies = start(source, lost);
            lost = lost(replies);
            if (lost.isEmpty()) {
                return messagesOrRestart(replies);
            }
        }
        throw new IllegalStateException("partitions " + lost + " have lost their state " + MOST_RESTARTS
                + " times in a row; do their rows fit in the executors' storage memory?");
    }

    /**
     * The state of training, from a partition that has survived; the last snapshot if none has.
     *
     * @param lost modified: more of them may come up
     */
    private Snapshot replicaOfASurvivor(SortedSet<Integer> lost) {
        while (lost.size() < partitions) {
            int survivor = 0;
            while (lost.contains(survivor)) {
                survivor++;
            }
            List<Reply> replies = run(new Order.Report(++number, survivor, false), nothing());
            lost.addAll(lost(replies));
            if (replies.get(survivor) instanceof Reply.Standing standing) {
                return new Snapshot(standing.step(), standing.replica(), List.of(), snapshot.loss(), traffic);
            }
        }
        return snapshot;
    }

    private List<Reply> start(Snapshot from, SortedSet<Integer> replaced) {
        List<Order.Own> own = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            own.add(replaced.contains(i) ? from.own(i) : Order.Own.NOTHING);
        }
        return run(new Order.Start(++number, from.step(), generation, from.replica()), own);
    }

    private List<Order.Own> nothing() {
        return Collections.nCopies(partitions, Order.Own.NOTHING);
    }

    private List<Reply> run(Order order, List<Order.Own> own) {
        List<Reply> replies = jobs.run(order, own);
        for (Reply reply : replies) {
            if (reply instanceof Reply.Failed failed) {
                String message = "partition " + failed.partition() + ", " + failed.reason();
                throw failed.callersMistake()
                        ? new IllegalArgumentException(message)
                        : new IllegalStateException(message);
            }
        }
        return replies;
    }

    private static SortedSet<Integer> lost(List<Reply> replies) {
        SortedSet<Integer> lost = new TreeSet<>();
        for (Reply reply : replies) {
            if (reply instanceof Reply.Lost) {
                lost.add(reply.partition());
            }
        }
        return lost;
    }

    private void keep(List<Reply> replies, double loss) {
        List<Reply.Standing> all =
                replies.stream().map(Reply.Standing.class::cast).toList();
        Reply.Standing first = all.get(0);
        for (Reply.Standing each : all) {
            if (each.checksum() != first.checksum()) {
                throw new IllegalStateException("after step " + first.step() + " the model of partition "
                        + each.partition() + " differs from that of partition 0");
            }
        }
        List<byte[]> states =
                savesStates ? all.stream().map(Reply.Standing::state).toList() : List.of();
        snapshot = new Snapshot(first.step(), first.replica(), states, loss, traffic);
        onSnapshot.accept(snapshot);
        LOG.info(
                "step {} of {}: loss {}, {} bits up, {} bits down",
                first.step(),
                settings.steps(),
                loss,
                traffic.bitsUp(),
                traffic.bitsDown());
    }

    private static double loss(List<Reply.Message> messages) {
        return messages.stream().mapToDouble(Reply.Message::loss).average().orElse(0);
    }

    private TrainedModel result() {
        return new TrainedModel(
                tensors,
                Replica.of(snapshot.replica()).parameters(),
                snapshot.step(),
                snapshot.loss(),
                traffic.bitsUp(),
                traffic.bitsDown(),
                number,
                replacements);
    }
}
