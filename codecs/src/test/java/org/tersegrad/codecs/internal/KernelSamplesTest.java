package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel has a sample, samples agree at every width, and a wrong kernel fails its sample. */
class KernelSamplesTest {
    /** Samples take other parameters in the second and third. */
    private static final int ROUNDS = 3;

    private static final Path CLASSES = Path.of("target/classes");

    static List<Topics.Named> kernels() {
        return Topics.kernels();
    }

    static Stream<Method> methods() {
        return Topics.topics()
                .flatMap(topic -> Stream.of(topic.getDeclaredMethods()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()));
    }

    /** The tests find topics in a list, and this one finds those that are missing there. */
    @Test
    void theListOfTopicsIsComplete() throws Exception {
        assertThat(Topics.topics()).containsExactlyInAnyOrderElementsOf(topicsByFiles());
    }

    private static List<Class<?>> topicsByFiles() throws IOException, ClassNotFoundException {
        List<Class<?>> topics = new java.util.ArrayList<>();
        try (Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file : files.filter(each -> each.toString().endsWith("Kernels.class"))
                    .toList()) {
                String name = CLASSES.relativize(file).toString().replace(".class", "");
                Class<?> topic = Class.forName(name.replace('/', '.').replace('\\', '.'));
                if (topic.isInterface()) {
                    topics.add(topic);
                }
            }
        }
        return topics;
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void samplesAgreeAtEveryWidth(Topics.Named kernel) {
        for (int bits = 128; bits <= 512; bits *= 2) {
            assertThat(agrees(kernel.kernel(), ShapedKernels.loader(bits)))
                    .as("%d bits", bits)
                    .isTrue();
        }
    }

    private static <T> boolean agrees(Kernel<T> kernel, ClassLoader vectors) {
        try {
            return kernel.agrees(kernel.load(vectors), ROUNDS);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aKernelHasAConstantOfItsNameAndFailsItIfOneBitIsWrong(Method method) {
        assertThat(agreesIf(method, handler(method, true))).isFalse();
        assertThat(agreesIf(method, handler(method, false))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aKernelThatThrowsDoesNotAgree(Method method) {
        assertThat(agreesIf(method, (proxy, called, args) -> {
                    throw new UnsupportedOperationException();
                }))
                .isFalse();
    }

    private static boolean agreesIf(Method method, InvocationHandler handler) {
        String name = method.getName().replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
        Topics.Named named = Topics.kernelsOf(method.getDeclaringClass()).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(method + " has no constant " + name));
        return agreesIf(named.kernel(), method.getDeclaringClass(), handler);
    }

    @SuppressWarnings("unchecked") // of the topic that declares the kernel
    private static <T> boolean agreesIf(Kernel<T> kernel, Class<?> topic, InvocationHandler handler) {
        return kernel.agrees(
                (T) Proxy.newProxyInstance(topic.getClassLoader(), new Class<?>[] {topic}, handler), ROUNDS);
    }

    /** The scalar kernels; if wrong, the last element that this kernel wrote, or else its result, is changed. */
    private static InvocationHandler handler(Method kernel, boolean wrong) {
        Object scalar =
                Topics.kernelsOf(kernel.getDeclaringClass()).get(0).kernel().scalar();
        return (proxy, method, args) -> {
            Object[] before = Stream.of(args).map(KernelSamplesTest::copy).toArray();
            Object result = method.invoke(scalar, args);
            if (!wrong || !method.equals(kernel)) {
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
