package org.tersegrad.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.reducers.model.NamedTensor;

/** The driver's reaction to repeated jobs and lost workers, without Spark, so that the test controls when. */
class TrainingDriverTest {
    private static final int PARTITIONS = 3;
    private static final int STEPS = 40;
    private static final List<LabelledRow> ROWS = LabelledRow.some(90);

    private static Settings settings(String recipe) {
        return new Settings(recipe, STEPS, 8, 0.2f, 0.9f, 7, 10);
    }

    /** Workers in this process, with orders that go through bytes as they do on the way to an executor. */
    private static final class Workers implements Jobs {
        private final Settings settings;
        private final List<PartitionWorker<LabelledRow>> workers = new ArrayList<>();
        private final List<Consumer<Workers>> beforeJobs = new ArrayList<>();
        private int jobs;

        Workers(Settings settings) {
            this.settings = settings;
            for (int i = 0; i < PARTITIONS; i++) {
                workers.add(fresh(i));
            }
        }

        private PartitionWorker<LabelledRow> fresh(int partition) {
            List<LabelledRow> rows = ROWS.subList(30 * partition, 30 * partition + 30);
            return new PartitionWorker<>(partition, PARTITIONS, settings, new SoftmaxRows(), rows);
        }

        void lose(int partition) {
            workers.set(partition, fresh(partition));
        }

        /** Has something happen before a job, counted from 1. */
        Workers before(int job, Consumer<Workers> event) {
            beforeJobs.add(each -> {
                if (each.jobs == job) {
                    event.accept(each);
                }
            });
            return this;
        }

        @Override
        public List<Reply> run(Order order, List<Order.Own> own) {
            jobs++;
            beforeJobs.forEach(each -> each.accept(this));
            List<Reply> replies = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                replies.add(Reply.of(workers.get(i).obey(order, own.get(i)).toBytes()));
            }
            return replies;
        }
    }

    private static TrainedModel train(Settings settings, Jobs jobs) {
        return train(settings, jobs, first(settings), false, each -> {});
    }

    private static TrainedModel train(
            Settings settings, Jobs jobs, Snapshot first, boolean savesStates, Consumer<Snapshot> onSnapshot) {
        List<NamedTensor> tensors = new SoftmaxRows().tensors();
        return new TrainingDriver(settings, tensors, PARTITIONS, jobs, first, savesStates, onSnapshot).train();
    }

    private static Snapshot first(Settings settings) {
        SoftmaxRows model = new SoftmaxRows();
        float[] parameters = new float[Tensors.elements(model.tensors())];
        model.initialize(settings.startSeed(), parameters);
        return new Snapshot(0, new Replica(parameters).toBytes(), List.of(), 0, Traffic.NONE);
    }

    private static TrainedModel undisturbed(String recipe) {
        return train(settings(recipe), new Workers(settings(recipe)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dense", "topk(0.05)+ef", "powersgd(2)+ef", "int8+sharedscale", "topk(0.1)+ef21"})
    void everyJobRunTwiceChangesNothing(String recipe) {
        Workers workers = new Workers(settings(recipe));
        TrainedModel twice = train(settings(recipe), (order, own) -> {
            workers.run(order, own);
            return workers.run(order, own);
        });
        TrainedModel once = undisturbed(recipe);
        assertThat(twice.parameters()).isEqualTo(once.parameters());
        assertThat(twice.bitsUp()).isEqualTo(once.bitsUp());
        assertThat(twice.replacements()).isZero();
    }

    /** In a first round, in the second round of a step, before a snapshot; then again, while the last loss is mended. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dense",
                "topk(0.05)+ef",
                "powersgd(2)+ef",
                "int8+sharedscale",
                "topk(0.1)+ef21",
                "sharedrandomk(0.5,scaled=false)+ef",
                "sign+ef+twoshot"
            })
    void aWorkerThatIsLostIsReplacedAndTrainingGoesOn(String recipe) {
        for (int job = 2; job <= 16; job++) {
            Workers workers = new Workers(settings(recipe))
                    .before(job, each -> each.lose(1))
                    .before(job + 1, each -> each.lose(0))
                    .before(job + 20, each -> each.lose(2));
            TrainedModel trained = train(settings(recipe), workers);
            assertThat(trained.replacements()).isGreaterThanOrEqualTo(3);
            assertThat(trained.steps()).isEqualTo(STEPS);
            assertThat(SoftmaxRows.loss(trained.parameters(), ROWS))
                    .as("lost before job %d", job)
                    .isLessThan(0.5);
        }
    }

    @Test
    void allWorkersLostGoBackToTheLastSnapshot() {
        List<Integer> steps = new ArrayList<>();
        Workers workers = new Workers(settings("topk(0.05)+ef")).before(27, each -> {
            for (int i = 0; i < PARTITIONS; i++) {
                each.lose(i);
            }
        });
        TrainedModel trained = train(settings("topk(0.05)+ef"), (order, own) -> {
            if (order instanceof Order.Start start) {
                steps.add(start.step());
            }
            return workers.run(order, own);
        });
        assertThat(steps).containsExactly(0, 20);
        assertThat(trained.replacements()).isEqualTo(PARTITIONS);
        assertThat(SoftmaxRows.loss(trained.parameters(), ROWS)).isLessThan(0.5);
    }

    /** Step 10 begins with job 11; the snapshot of step 10 comes after the loss was mended, and before residuals were sent. */
    @Test
    void aCheckpointRightAfterALossHasAllResiduals() {
        Settings settings = settings("topk(0.05)+ef");
        List<Snapshot> snapshots = new ArrayList<>();
        Workers workers = new Workers(settings).before(11, each -> each.lose(1));
        TrainedModel trained = train(settings, workers, first(settings), true, snapshots::add);
        assertThat(trained.replacements()).isEqualTo(1);
        assertThat(snapshots).extracting(Snapshot::step).containsExactly(10, 20, 30, 40);
        for (Snapshot snapshot : snapshots) {
            TrainedModel resumed = train(settings, new Workers(settings), snapshot, true, each -> {});
            assertThat(resumed.parameters())
                    .as("resumed from step %d", snapshot.step())
                    .isEqualTo(trained.parameters());
        }
    }

    /** With dense gradients there are no residuals to lose, so the bits are those of a training in which nothing happened. */
    @Test
    void withoutResidualsALossCostsNoBits() {
        Workers workers = new Workers(settings("dense")).before(9, each -> each.lose(2));
        assertThat(train(settings("dense"), workers).parameters())
                .isEqualTo(undisturbed("dense").parameters());
    }

    @Test
    void aPartitionThatIsLostForEverIsSaid() {
        Workers workers = new Workers(settings("dense"));
        assertThatThrownBy(() -> train(settings("dense"), (order, own) -> {
                    List<Reply> replies = new ArrayList<>(workers.run(order, own));
                    replies.set(1, new Reply.Lost(1));
                    return replies;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("partitions [1]")
                .hasMessageContaining("storage memory");
    }

    @Test
    void replicasThatDifferAreNoticed() {
        Workers workers = new Workers(settings("dense"));
        assertThatThrownBy(() -> train(settings("dense"), (order, own) -> {
                    List<Reply> replies = new ArrayList<>(workers.run(order, own));
                    if (replies.get(2) instanceof Reply.Standing s) {
                        replies.set(2, new Reply.Standing(2, s.step(), s.checksum() + 1, s.replica(), s.state()));
                    }
                    return replies;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("after step 10 the model of partition 2 differs from that of partition 0");
    }

    @Test
    void stateIsNeverCopied() throws Exception {
        PartitionSlot slot = new PartitionSlot(new Workers(settings("dense")).fresh(0));
        try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
            assertThatThrownBy(() -> out.writeObject(slot)).isInstanceOf(NotSerializableException.class);
        }
        try (Output out = new Output(new ByteArrayOutputStream())) {
            assertThatThrownBy(() -> new Kryo().writeClassAndObject(out, slot)).isInstanceOf(KryoException.class);
        }
    }
}
