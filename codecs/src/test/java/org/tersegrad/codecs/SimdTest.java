package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;

/**
 * The choice of kernels, which never shows in the bytes. The other set-ups run in JVMs of their own.
 */
class SimdTest {
    /** Prints what runs and the checksum of what every codec wrote. */
    static final class Probe {
        private Probe() {}

        /** Prints it. */
        public static void main(String[] args) {
            if (args.length > 0) {
                System.setProperty("java.vm.name", args[0]); // an option cannot
            }
            System.out.println(Simd.describe());
            System.out.println(checksum());
        }

        static String checksum() {
            CRC32C sum = new CRC32C();
            for (SequenceCodec codec : SequenceCodec.all()) {
                sum.update(codec.encode(codec.sample(11, 3000)));
            }
            int[] words = new int[10_000];
            CounterRandom.fill(12, 13, words, 0, words.length);
            return Long.toHexString(sum.getValue()) + " " + Arrays.hashCode(words);
        }
    }

    /** Adds products of rank 2 until they are compiled, where all ranks have been multiplied, and prints one of rank 1. */
    static final class OtherRank {
        private OtherRank() {}

        /** Prints it. */
        public static void main(String[] args) {
            int rows = 30;
            int columns = 50;
            float[] matrix = new float[rows * columns];
            float[] left = new float[7 * rows];
            float[] right = new float[7 * columns];
            float[] scratch = new float[LowRankKernels.scratch(7, columns)];
            LowRankKernels kernels = LowRankKernels.ADD_PRODUCT.at(matrix.length);
            for (int i = 0; i < 600; i++) {
                kernels.multiply(matrix, 0, rows, columns, 7, right, 0, left, 0, scratch);
            }
            for (int i = 0; i < 600; i++) {
                kernels.addProduct(matrix, 0, rows, columns, 2, 1, left, 0, right, 0, scratch);
            }
            float[] ones = new float[columns];
            Arrays.fill(ones, 1);
            Arrays.fill(left, Float.NaN); // beyond the one vector that is there
            Arrays.fill(left, 0, rows, 6);
            kernels.addProduct(matrix, 0, rows, columns, 1, 1, left, 0, ones, 0, scratch);
            float expected = 6;
            for (float each : matrix) {
                expected = each == expected ? expected : Float.NaN;
            }
            System.out.println(Simd.describe());
            System.out.println(expected);
        }
    }

    /** C2 of JDK 17 would go on as if the rank were 4: JDK-8376400. */
    @Test
    void codeCompiledForOneRankIsRightForAnother() throws Exception {
        Result result = run(
                OtherRank.class,
                List.of(),
                "-Xbatch",
                "-XX:CompileThresholdScaling=0.1",
                "--add-modules",
                "jdk.incubator.vector",
                "-Dtersegrad.kernels=vector");
        assertThat(result.out.get(0)).startsWith("SIMD");
        assertThat(result.out.get(1)).isEqualTo("6.0");
    }

    @Test
    void theVectorKernelsRunInTheseTests() {
        assertThat(Simd.active()).isTrue();
        assertThat(Simd.describe()).matches("SIMD, (128|256|512) bits");
    }

    @Test
    void withoutTheModuleThereIsOneWarningAndTheSameBytes() throws Exception {
        Result result = run();
        assertThat(result.out.get(0)).startsWith("scalar: the module jdk.incubator.vector is absent");
        assertThat(result.out.get(1)).isEqualTo(Probe.checksum());
        assertThat(result.err).contains("--add-modules jdk.incubator.vector");
        assertThat(result.err.split("WARNING", -1))
                .as("warnings in %s", result.err)
                .hasSize(2);
    }

    @Test
    void aPropertyForcesScalarAndNothingIsSaid() throws Exception {
        Result result = run("--add-modules", "jdk.incubator.vector", "-Dtersegrad.kernels=scalar");
        assertThat(result.out).containsExactly("scalar", Probe.checksum());
        assertThat(result.err).doesNotContain("Tersegrad");
    }

    @Test
    void withoutTheOptimisingCompilerScalarIsFaster() throws Exception {
        Result result = run("--add-modules", "jdk.incubator.vector", "-XX:TieredStopAtLevel=1");
        assertThat(result.out.get(0)).startsWith("scalar: the optimising compiler is off");
        assertThat(result.out.get(1)).isEqualTo(Probe.checksum());
    }

    @Test
    void theNameOfTheVmDoesNotMatter() throws Exception {
        Result result = run(Probe.class, List.of("Another VM"), "--add-modules", "jdk.incubator.vector");
        assertThat(result.out.get(0)).startsWith("SIMD");
        assertThat(result.out.get(1)).isEqualTo(Probe.checksum());
    }

    @Test
    void anotherVectorWidthGivesTheSameBytes() throws Exception {
        Result result = run("--add-modules", "jdk.incubator.vector", "-Dtersegrad.vectorBits=512");
        assertThat(result.out).containsExactly("SIMD, 512 bits", Probe.checksum());
    }

    private record Result(List<String> out, String err) {}

    private static Result run(String... options) throws IOException, InterruptedException {
        return run(Probe.class, List.of(), options);
    }

    private static Result run(Class<?> program, List<String> args, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(args);
        Process process = new ProcessBuilder(command).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(err).isZero();
        return new Result(out.lines().toList(), err);
    }
}
