package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No kernel can be wrong without the self-test noticing it. */
class SelfTestTest {
    static final String EVERY = "every kernel";

    private static final ScalarKernels SCALAR = new ScalarKernels();

    static Stream<String> kernels() {
        return Stream.of(Kernels.class.getDeclaredMethods())
                .map(Method::getReturnType)
                .filter(Class::isInterface)
                .flatMap(topic -> Stream.of(topic.getDeclaredMethods()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(Method::getName);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void aKernelThatIsWrongInOneBitIsFound(String kernel) {
        assertThat(SelfTest.agree(SCALAR, wrongIn(kernel))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void andARightOneIsTaken(String kernel) {
        assertThat(SelfTest.agree(SCALAR, wrongIn("no kernel but " + kernel))).isTrue();
    }

    @Test
    void aKernelThatThrowsIsNotTaken() {
        Kernels throwing = proxy(Kernels.class, (proxy, method, args) -> {
            throw new UnsupportedOperationException();
        });
        assertThat(SelfTest.agree(SCALAR, throwing)).isFalse();
    }

    /** The scalar kernels with a fault in one of them, or in {@link #EVERY} one. */
    static Kernels wrongIn(String kernel) {
        return proxy(Kernels.class, (proxy, method, args) -> {
            Object topic = method.invoke(SCALAR);
            return topic instanceof String ? topic : proxy(method.getReturnType(), wrongIn(kernel, topic));
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Does as {@code kernels} do, but changes the last element that this kernel wrote, or else what it returned. */
    private static InvocationHandler wrongIn(String kernel, Object kernels) {
        return (proxy, method, args) -> {
            Object[] before = Stream.of(args).map(SelfTestTest::copy).toArray();
            Object result = method.invoke(kernels, args);
            if (!kernel.equals(EVERY) && !kernel.equals(method.getName())) {
                return result;
            }
            for (int i = 0; i < args.length; i++) {
                if (args[i].getClass().isArray() && change(before[i], args[i])) {
                    return result;
                }
            }
            return result instanceof Integer number ? number + 1 : result;
        };
    }

    private static Object copy(Object value) {
        if (!value.getClass().isArray()) {
            return value;
        }
        int length = Array.getLength(value);
        Object copy = Array.newInstance(value.getClass().getComponentType(), length);
        System.arraycopy(value, 0, copy, 0, length);
        return copy;
    }

    private static boolean change(Object before, Object after) {
        for (int i = Array.getLength(after) - 1; i >= 0; i--) {
            if (!Array.get(before, i).equals(Array.get(after, i))) {
                if (after instanceof float[] floats) {
                    floats[i] = Float.intBitsToFloat(Float.floatToRawIntBits(floats[i]) ^ 1);
                } else if (after instanceof int[] ints) {
                    ints[i] ^= 1;
                } else if (after instanceof short[] shorts) {
                    shorts[i] ^= 1;
                } else {
                    ((byte[]) after)[i] ^= 1;
                }
                return true;
            }
        }
        return false;
    }
}
