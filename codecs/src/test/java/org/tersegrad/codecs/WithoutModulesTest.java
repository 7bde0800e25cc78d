package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The library on VMs that lack what Android lacks: a class loader hides it. */
class WithoutModulesTest {
    private static final String MODULES = "java.lang.Module";
    private static final String LOGGER = "java.lang.System$Logger";
    private static final String VECTORS = "jdk.incubator.vector.";

    /** Packs and unpacks; tells the kernels and the bytes. */
    static final class Probe implements Supplier<List<String>> {
        @Override
        public List<String> get() {
            int[] values = new int[1000];
            Arrays.setAll(values, i -> i * i & 0x1fff);
            byte[] bytes = new byte[FixedWidth.byteLength(values.length, 13)];
            FixedWidth.pack(values, 0, values.length, 13, bytes, 0);
            int[] again = new int[values.length];
            FixedWidth.unpack(bytes, 0, bytes.length, 13, again, 0, again.length);
            assertThat(again).isEqualTo(values);
            return List.of(Simd.describe(), HexFormat.of().formatHex(bytes));
        }
    }

    private final List<String> usual = new Probe().get();

    @Test
    void nothingHiddenNothingChanged() throws Exception {
        assertThat(probe()).isEqualTo(usual);
    }

    @Test
    void withoutModulesAndLoggerThereAreScalarKernelsAndTheSameBytes() throws Exception {
        assertThat(probe(MODULES, LOGGER, VECTORS)).containsExactly("scalar", usual.get(1));
    }

    @Test
    void withoutALoggerVectorsThatDoNotLinkAreNoError() throws Exception {
        List<String> result = probe(LOGGER, VECTORS);
        assertThat(result.get(0)).startsWith("scalar: the vector kernels do not link");
        assertThat(result.get(1)).isEqualTo(usual.get(1));
    }

    @Test
    void aLoggerIsNotNeededForVectors() throws Exception {
        assertThat(probe(LOGGER)).isEqualTo(usual);
    }

    @SuppressWarnings("unchecked")
    private static List<String> probe(String... hidden) throws ReflectiveOperationException {
        var constructor = new Hiding(hidden).loadClass(Probe.class.getName()).getDeclaredConstructor();
        constructor.setAccessible(true);
        return ((Supplier<List<String>>) constructor.newInstance()).get();
    }

    /** Defines the library's classes again and hides classes whose names begin with a prefix. */
    private static final class Hiding extends ClassLoader {
        private final List<String> hidden;

        Hiding(String... hidden) {
            super(WithoutModulesTest.class.getClassLoader());
            this.hidden = List.of(hidden);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (hidden.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("org.tersegrad.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
