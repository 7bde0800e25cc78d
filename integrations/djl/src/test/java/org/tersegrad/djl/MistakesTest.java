package org.tersegrad.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import ai.djl.nn.Parameter;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.RefusedException;

/** Mistakes are reported in one line that names them. */
@EnabledIf(Torch.IS_HERE)
class MistakesTest {
    private interface Use {
        void of(CompressedTrainer trainer) throws Exception;
    }

    private static void alone(String policy, Use use) {
        LocalGroup.run(1, group -> {
            try (Model model = Digits.model(3);
                    CompressedTrainer trainer = CompressedTrainer.of(model, Digits.sgd(0.1f), policy, group)) {
                use.of(trainer);
            }
            return group.rank();
        });
    }

    private static Parameter parameter(Trainer trainer, int index) {
        return trainer.getModel().getBlock().getParameters().valueAt(index);
    }

    private static void backward(Trainer trainer) throws Exception {
        Batch batch = trainer.iterateDataset(Digits.share(trainer.getManager(), 0, 1))
                .iterator()
                .next();
        EasyTrain.trainBatch(trainer, batch);
        batch.close();
    }

    @Test
    void recipeThatDoesNotExist() {
        assertThatThrownBy(() -> alone("topkk(0.01)", trainer -> {}))
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .rootCause()
                .hasMessageContaining("did you mean topk?");
    }

    @Test
    void policyWithoutARuleForAParameter() {
        alone(
                "*bias: dense",
                trainer -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> trainer.initialize(Digits.INPUT))
                        .withMessageContaining("is for 01Linear_weight, 48 x 64"));
    }

    @Test
    void moreThanOneDevice() {
        LocalGroup.run(1, group -> {
            try (Model model = Digits.model(3)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> CompressedTrainer.of(
                                model,
                                Digits.sgd(0.1f).optDevices(new Device[] {Device.cpu(), Device.gpu()}),
                                "dense",
                                group))
                        .withMessage("a worker trains on one device, the configuration has 2; start a worker for each");
            }
            return group.rank();
        });
    }

    @Test
    void stepBeforeInitialize() {
        alone("dense", trainer -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(trainer::step)
                    .withMessage("initialize the trainer before its first step");
            assertThatIllegalArgumentException()
                    .isThrownBy(trainer::reduction)
                    .withMessage("initialize the trainer first");
        });
    }

    @Test
    void initializeTwice() {
        alone("dense", trainer -> {
            trainer.initialize(Digits.INPUT);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> trainer.initialize(Digits.INPUT))
                    .withMessage("the trainer is initialized already; its residuals would be lost");
        });
    }

    @Test
    void stepWithoutBackward() {
        alone("dense", trainer -> {
            trainer.initialize(Digits.INPUT);
            assertThatIllegalArgumentException()
                    .isThrownBy(trainer::step)
                    .withMessageStartingWith("worker 0: all gradients are 0; call backward");
        });
    }

    @Test
    void weightsOf64Bits() {
        LocalGroup.run(1, group -> {
            try (Model model = Digits.model(3)) {
                model.setDataType(DataType.FLOAT64);
                try (Trainer trainer = CompressedTrainer.of(model, Digits.sgd(0.1f), "dense", group)) {
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> trainer.initialize(Digits.INPUT))
                            .withMessage(
                                    "parameter 01Linear_weight is of float64, gradients are averaged as float32 or float16");
                }
            }
            return group.rank();
        });
    }

    @Test
    void thawedLater() {
        alone("dense", trainer -> {
            trainer.getModel().getBlock().getParameters().valueAt(1).freeze(true);
            trainer.initialize(Digits.INPUT);
            backward(trainer);
            trainer.step();
            parameter(trainer, 1).freeze(false);
            assertThatIllegalArgumentException()
                    .isThrownBy(trainer::step)
                    .withMessage("parameter 01Linear_bias was thawed after initialize; make another trainer");
        });
    }

    /** Weights are as they were, and with other gradients training goes on. */
    @Test
    void gradientThatIsNotANumber() {
        alone("topk(0.01)+ef", trainer -> {
            trainer.initialize(Digits.INPUT);
            backward(trainer);
            List<Float> before = Digits.weights(trainer.getModel());
            NDArray gradient = parameter(trainer, 2).getArray().getGradient();
            gradient.toByteBuffer(true).putFloat(17 * Float.BYTES, Float.NaN);
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(trainer::step)
                    .withMessageStartingWith(
                            "worker 0 refused: tensor 03Linear_weight: element 17 of the gradient is NaN");
            assertThat(Digits.weights(trainer.getModel())).isEqualTo(before);

            gradient.toByteBuffer(true).putFloat(17 * Float.BYTES, 1);
            trainer.step();
            assertThat(Digits.weights(trainer.getModel())).isNotEqualTo(before).doesNotContain(Float.NaN);
        });
    }

    @Test
    void gradientThatIsNotANumberWhereTheRecipeTakesIt() {
        alone("topk(0.01)+ef+nonfinite(zero)", trainer -> {
            trainer.initialize(Digits.INPUT);
            backward(trainer);
            List<Float> before = Digits.weights(trainer.getModel());
            parameter(trainer, 2).getArray().getGradient().toByteBuffer(true).putFloat(0, Float.NaN);
            trainer.step();
            assertThat(Digits.weights(trainer.getModel())).isNotEqualTo(before).doesNotContain(Float.NaN);
        });
    }

    /** All workers say the same, so that looking at one of them is enough. */
    @Test
    void modelsOfDifferentShapes() {
        assertThat(initialize("dense", "dense", 32))
                .containsOnly("worker 1 has parameter 01Linear_weight (32, 64) where worker 0 has parameter"
                        + " 01Linear_weight (48, 64); all workers train the same model in the same way");
    }

    @Test
    void policiesThatDiffer() {
        assertThat(initialize("dense", "sign+ef", 48))
                .containsOnly("worker 1 has policy sign+ef where worker 0 has policy dense;"
                        + " all workers train the same model in the same way");
    }

    private static List<String> initialize(String first, String second, int hidden) {
        return LocalGroup.run(2, group -> {
            try (Model model = Digits.model(3, group.rank() == 0 ? 48 : hidden);
                    Trainer trainer =
                            CompressedTrainer.of(model, Digits.sgd(0.1f), group.rank() == 0 ? first : second, group)) {
                trainer.initialize(Digits.INPUT);
                return "no difference";
            } catch (IllegalArgumentException e) {
                return String.valueOf(e.getMessage());
            }
        });
    }

    /** Worker 1 is gone at once after three steps, as if it had been killed. */
    static final class Die implements Job {
        @Override
        public void run(Collective group, Path folder) throws Exception {
            try (Model model = Digits.model(3);
                    Trainer trainer = CompressedTrainer.of(model, Digits.sgd(0.1f), "powersgd(1)+ef", group)) {
                trainer.initialize(Digits.INPUT);
                for (int step = 0; step < 4; step++) {
                    backward(trainer);
                    if (step == 3 && group.rank() == 1) {
                        Runtime.getRuntime().halt(9);
                    }
                    List<Float> before = Digits.weights(model);
                    try {
                        trainer.step();
                    } catch (GroupFailedException e) {
                        System.out.println(step + " " + Digits.weights(model).equals(before) + " " + e.getMessage());
                    }
                }
            }
        }
    }

    @Test
    void workerThatDies(@TempDir Path folder) throws Exception {
        List<WorkerProcess> workers = WorkerProcess.run(2, Die.class, folder);
        assertThat(workers.get(1).exit()).isEqualTo(9);
        assertThat(workers.get(0).exit()).as(workers.get(0).errors()).isZero();
        assertThat(workers.get(0).lines()).singleElement().asString().startsWith("3 true worker 1");
    }
}
