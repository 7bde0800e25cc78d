package org.tersegrad.testkit;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Measures the allocation of steps once they are compiled.
 *
 * <p>HotSpot decides what of a step is an object on the heap, above all the vectors of the kernels, and it decides by what ran
 * before. So that nothing but the steps and their order has a part in it, they run in a new JVM, which waits for its
 * compilers ({@code -Xbatch}), and a warm-up is a number of calls: neither a clock nor the load of the machine matters.
 *
 * <p>The steps come from a class with a constructor without parameters, small tensors before large ones. The order in which
 * they are compiled is one of four kinds: all in turn at random, one after another at random, small first, large first.
 */
public final class SteadyState {
    /** The system property for the number of orders that a test tries. */
    public static final String ORDERS = "tersegrad.orders";

    /** HotSpot compiles after fewer calls than it usually asks for, so that a warm-up takes seconds. */
    private static final String SOONER = "-XX:CompileThresholdScaling=0.1";
    /** More than C2 asks for then (500) after C1 has compiled a method (20). */
    private static final int CALLS = 600;
    /** Calls that are measured together, and how often: code that was compiled too boldly is compiled once more. */
    private static final int WINDOW = 20;

    private static final int WINDOWS = 60;

    /** Rounds of windows in this JVM: at most, and in which no compiler has finished anything. */
    private static final int MOST_ROUNDS = 200;

    private static final int QUIET_ROUNDS = 10;

    private SteadyState() {}

    /**
     * The orders to be tried: one if nothing else is said, another one on old JDKs than on new ones. Both are of the first
     * kind, all in turn, which takes least; {@code scripts/steady-state-hunt} tries all kinds.
     */
    public static List<Integer> orders() {
        int first = Runtime.version().feature() < 21 ? 0 : 4;
        List<Integer> orders = new ArrayList<>();
        for (int i = 0; i < Integer.getInteger(ORDERS, 1); i++) {
            orders.add(first + i);
        }
        return orders;
    }

    /**
     * Bytes that a call of each step allocates in the end.
     *
     * @param steps names the steps
     * @param order any number: the same order again, and another one for another number
     * @param options of the JVM that measures
     */
    public static Map<String, Long> bytesPerCall(
            Class<? extends Supplier<Map<String, Runnable>>> steps, int order, String... options)
            throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command =
                new ArrayList<>(List.of(java.toString(), "-Xbatch", SOONER, "-Dtersegrad.kernels=vector"));
        command.addAll(List.of(options));
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
            command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
        }
        URI own = URI.create(
                steps.getProtectionDomain().getCodeSource().getLocation().toString());
        command.addAll(List.of("-cp", Path.of(own) + File.pathSeparator + System.getProperty("java.class.path")));
        command.addAll(List.of(SteadyState.class.getName(), steps.getName(), Integer.toString(order)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Map<String, Long> bytes = new LinkedHashMap<>();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        for (String line : out.lines().toList()) {
            int space = line.indexOf(' ');
            bytes.put(line.substring(space + 1), Long.valueOf(line.substring(0, space)));
        }
        if (process.waitFor() != 0) {
            throw new IOException(command + " ended with " + process.exitValue() + ":\n" + out);
        }
        return bytes;
    }

    /**
     * Throws if a step allocates in the end.
     *
     * @param steps names the steps
     * @param order any number, as for {@link #bytesPerCall}
     * @throws AssertionError naming all steps that allocate
     */
    public static void requireNoAllocation(Class<? extends Supplier<Map<String, Runnable>>> steps, int order)
            throws IOException, InterruptedException {
        Map<String, Long> bytes = bytesPerCall(steps, order);
        Require.that(!bytes.isEmpty(), "there are no steps in " + steps.getName());
        bytes.values().removeIf(each -> each == 0);
        Require.that(bytes.isEmpty(), "bytes that a step allocates: " + bytes);
    }

    /** Names and steps: encoding, sending, receiving and adding, in 16 bits and in 32, of two sizes for each subject. */
    public static Map<String, Runnable> steps(List<Subject> subjects) {
        return SteadyStateChecks.steps(subjects);
    }

    /**
     * Throws unless encoders give the same bytes when they work in several threads at the same time as when they work alone.
     *
     * @throws AssertionError naming the subject
     */
    public static void requireThreadsChangeNothing(List<Subject> subjects) {
        subjects.forEach(Messages::requireIntactIsRead);
        SteadyStateChecks.threadsChangeNothing(subjects);
    }

    /** Measures the steps of a class in an order, in this JVM: a line for each. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Constructor<?> constructor = Class.forName(args[0]).getDeclaredConstructor();
        constructor.setAccessible(true);
        Map<String, Runnable> named = new LinkedHashMap<>();
        for (Map.Entry<?, ?> step : ((Map<?, ?>) ((Supplier<?>) constructor.newInstance()).get()).entrySet()) {
            named.put((String) step.getKey(), (Runnable) step.getValue());
        }
        warmUp(new ArrayList<>(named.values()), Integer.parseInt(args[1]));
        named.forEach((name, step) -> System.out.println(least(step) + " " + name));
    }

    private static void warmUp(List<Runnable> steps, int order) {
        int kind = Math.floorMod(order, 4);
        if (kind < 2) {
            Collections.shuffle(steps, new Random(order));
        } else if (kind == 3) {
            Collections.reverse(steps);
        }
        if (kind > 0) {
            steps.forEach(step -> run(step, CALLS));
        }
        for (int i = 0; i < CALLS; i++) { // always in the end: a step may have undone what was compiled for another one
            steps.forEach(Runnable::run);
        }
    }

    private static void run(Runnable step, int calls) {
        for (int i = 0; i < calls; i++) {
            step.run();
        }
    }

    /**
     * Bytes that a call allocates in this JVM: 0 as soon as a window of calls allocates nothing, else what is left when the compilers
     * have nothing more to do.
     */
    static long leastInThisJvm(Runnable step) {
        long least = Long.MAX_VALUE;
        long compiled = -1;
        for (int round = 0, quiet = 0; round < MOST_ROUNDS && quiet < QUIET_ROUNDS && least > 0; round++) {
            least = Math.min(least, least(step, WINDOWS));
            try {
                Thread.sleep(10); // for the compilers
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
            long time = compilationTime();
            quiet = time == compiled ? quiet + 1 : 0;
            compiled = time;
        }
        return least;
    }

    private static long compilationTime() {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return compilers == null || !compilers.isCompilationTimeMonitoringSupported()
                ? 0
                : compilers.getTotalCompilationTime();
    }

    private static long least(Runnable step) {
        return least(step, WINDOWS);
    }

    private static long least(Runnable step, int windows) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < windows && least > 0; i++) {
            long before = threads.getThreadAllocatedBytes(id);
            run(step, WINDOW);
            least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
        }
        return (least + WINDOW - 1) / WINDOW;
    }
}
