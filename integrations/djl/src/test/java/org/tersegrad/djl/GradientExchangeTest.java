package org.tersegrad.djl;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.nn.Parameter;
import ai.djl.training.ParameterServer;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.Policy;

/** The optimizer gets the mean, whether the engine lets Java write into the gradient or not. */
@EnabledIf(Torch.IS_HERE)
class GradientExchangeTest {
    private static final float[] GRADIENT = {6f, -8f};
    /** With a norm of 5. */
    private static final float[] MEAN = {3f, -4f};

    /** An array whose gradient is another one. */
    private static NDArray with(NDArray weights, NDArray gradient) {
        return (NDArray) Proxy.newProxyInstance(
                NDArray.class.getClassLoader(),
                new Class<?>[] {NDArray.class},
                (proxy, method, arguments) ->
                        method.getName().equals("getGradient") ? gradient : method.invoke(weights, arguments));
    }

    /** An array of which an engine gives copies only, such as one on another device. */
    private static NDArray copied(NDArray array) {
        return (NDArray) Proxy.newProxyInstance(
                NDArray.class.getClassLoader(), new Class<?>[] {NDArray.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("toByteBuffer")) {
                        return method.invoke(array, arguments);
                    }
                    ByteBuffer bytes = array.toByteBuffer(true);
                    return ByteBuffer.allocateDirect(bytes.remaining())
                            .put(bytes)
                            .flip();
                });
    }

    /** The optimizer's gradient, and the engine's afterwards. */
    private static List<float[]> exchange(DataType type, UnaryOperator<NDArray> engine) {
        return LocalGroup.run(1, group -> {
                    try (NDManager manager = NDManager.newBaseManager()) {
                        NDArray gradient = manager.create(GRADIENT).toType(type, true);
                        Parameter parameter = Parameter.builder()
                                .setName("weights")
                                .setType(Parameter.Type.WEIGHT)
                                .build();
                        parameter.setArray(with(manager.zeros(gradient.getShape(), type), engine.apply(gradient)));
                        NamedParameter named = new NamedParameter("weights", parameter, true);
                        GradientExchange exchange = new GradientExchange(
                                List.of(named),
                                new ModelReduction(
                                        Policy.parse("dense+clip(5)"), List.of(named.tensor()), Seed.of(1), group));
                        exchange.read(manager);
                        assertThat(exchange.isAny()).isTrue();
                        exchange.average();
                        List<float[]> seen = new ArrayList<>();
                        exchange.update(optimizer(seen), manager);
                        seen.add(floats(gradient));
                        return seen;
                    }
                })
                .get(0);
    }

    private static ParameterServer optimizer(List<float[]> seen) {
        return (ParameterServer) Proxy.newProxyInstance(
                ParameterServer.class.getClassLoader(),
                new Class<?>[] {ParameterServer.class},
                (proxy, method, arguments) -> seen.add(floats(((NDArray[]) arguments[1])[0])) ? null : proxy);
    }

    private static float[] floats(NDArray array) {
        return array.toType(DataType.FLOAT32, true).toFloatArray();
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "FLOAT16"})
    void aGradientInNativeMemoryIsReplaced(DataType type) {
        assertThat(exchange(type, gradient -> gradient)).containsExactly(MEAN, MEAN);
    }

    @Test
    void aCopyGoesBackIntoTheEngine() {
        assertThat(exchange(DataType.FLOAT32, GradientExchangeTest::copied)).containsExactly(MEAN, GRADIENT);
    }
}
