package org.tersegrad.convergence.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.sync.LocalAgreement;
import org.tersegrad.reducers.sync.LocalSteps;
import org.tersegrad.reducers.sync.Synchronization;

/** Outer steps with differences of 2 bits, as another program computed them in double. */
class MuLoCoTest {
    private static final Shape SHAPE = new Shape(4, 24);
    private static final String POLICY = "server(up=fourmeans+ef(decay=0.9),down=fourmeans)";

    @Test
    void anElementIsTheMeanOfThoseWithItsCode() {
        for (String which : List.of("1-1", "2-1")) { // before there is a residual
            float[] values = golden("delta-" + which);
            float[] codes = golden("codes-" + which);
            Encoder encoder = Recipe.parse("fourmeans").encoder(SHAPE, Seed.of(1));
            Payload payload = Payload.allocate(Recipe.parse("fourmeans").maxBytes(SHAPE));
            encoder.encode(FloatSlice.of(values), payload);
            float[] decoded = payload.decompress();
            for (int i = 0; i < values.length; i++) {
                int row = i / SHAPE.columns() * SHAPE.columns();
                double sum = 0;
                int count = 0;
                for (int j = row; j < row + SHAPE.columns(); j++) {
                    sum += codes[j] == codes[i] ? values[j] : 0;
                    count += codes[j] == codes[i] ? 1 : 0;
                }
                assertThat(decoded[i]).as("%s, element %d", which, i).isEqualTo((float) (sum / count));
            }
        }
    }

    @Test
    void twoOuterStepsAreThoseOfTheGoldenFile() {
        List<float[][]> models = LocalGroup.run(2, group -> {
            ModelReduction reductions =
                    new ModelReduction(Policy.parse(POLICY), List.of(new NamedTensor("x", SHAPE)), Seed.of(42), group);
            float[] x = golden("start");
            LocalSteps diloco = (LocalSteps) Synchronization.parse("diloco(1,rate=0.8,momentum=0.9)");
            LocalAgreement agreement = diloco.start(reductions, List.of(FloatSlice.of(x)));
            float[][] after = new float[2][];
            for (int step = 0; step < 2; step++) {
                float[] delta = golden("delta-" + (group.rank() + 1) + "-" + (step + 1));
                for (int i = 0; i < x.length; i++) {
                    x[i] -= delta[i];
                }
                agreement.afterStep(List.of(FloatSlice.of(x)));
                after[step] = x.clone();
            }
            return after;
        });
        for (int step = 0; step < 2; step++) {
            float[] expected = golden("x-after" + (step + 1));
            assertThat(models.get(0)[step]).isEqualTo(models.get(1)[step]);
            for (int i = 0; i < expected.length; i++) {
                assertThat(models.get(0)[step][i])
                        .as("element %d after step %d", i, step + 1)
                        .isCloseTo(expected[i], within(1e-6f));
            }
        }
    }

    private static float[] golden(String kind) {
        String path = "/golden/models/muloco.csv";
        try (InputStream in = Objects.requireNonNull(MuLoCoTest.class.getResourceAsStream(path), path)) {
            double[] values = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(kind + ",x,"))
                    .flatMap(line -> Arrays.stream(line.split(",", -1)).skip(3))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            float[] floats = new float[values.length];
            for (int i = 0; i < values.length; i++) {
                floats[i] = (float) values[i];
            }
            return floats;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
