import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pitest.classinfo.ClassName;
import org.pitest.classpath.ClassloaderByteArraySource;
import org.pitest.mutationtest.EngineArguments;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.config.GregorEngineFactory;
import org.pitest.reloc.asm.ClassReader;
import org.pitest.reloc.asm.ClassVisitor;
import org.pitest.reloc.asm.ClassWriter;
import org.pitest.reloc.asm.MethodVisitor;
import org.pitest.reloc.asm.Opcodes;

/**
 * Faults of PIT against whole test classes, in a JVM that stays: PIT itself runs each row of a parameterized test apart and makes all its
 * rows again, which takes hours for tests with hundreds. A fault is put into the loaded class; the classes of tests that reach its method
 * run, the fastest first, until a test fails; it counts if the same test passes once the fault is out.
 *
 * <p>{@code reach TESTS FAULTS REACH} runs each test class named in TESTS without a fault and appends its time, its tests that fail anyway,
 * and the methods of FAULTS that it reaches. {@code try REACH FAULTS RESULTS MILLISECONDS} tries the faults that RESULTS does not have with test classes
 * that take no longer, and exits with 3 where a test hung or left something behind: then start it again.
 */
public final class Faults implements ExecutionCondition {
    private static final int AGAIN = 3;
    private static final Set<String> reached = ConcurrentHashMap.newKeySet();
    private static volatile boolean failed;
    private static Instrumentation instrumentation;

    /** A line of results without its status: class, method, line, mutator, description. */
    private record Fault(String type, String method, String line, String mutator, String description) {
        static Fault of(String row) {
            String[] cells = row.split("\t", -1);
            return new Fault(cells[1], cells[2], cells[3], cells[4], cells[5]);
        }

        static Fault of(MutationDetails found) {
            String mutator = found.getMutator();
            return new Fault(
                    found.getClassName().asJavaName().replace("org.tersegrad.", ""),
                    found.getMethod(),
                    "" + found.getLineNumber(),
                    mutator.substring(mutator.lastIndexOf('.') + 1).replace("Mutator", ""),
                    found.getDescription().replaceAll(" for org/tersegrad/.*", "").replace("org/tersegrad/", ""));
        }

        String place() {
            return type + "." + method;
        }

        @Override
        public String toString() {
            return String.join("\t", type, method, line, mutator, description);
        }
    }

    /** A test class: how long it took without a fault, what failed even so, and the methods that it reached. */
    private record Tests(String name, long milliseconds, Set<String> failing, Set<String> places) {}

    /** JUnit finds this class as an extension: after the first failure no further test of a class runs. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return failed ? ConditionEvaluationResult.disabled("one has failed") : ConditionEvaluationResult.enabled("");
    }

    public static void premain(String arguments, Instrumentation with) {
        instrumentation = with;
    }

    /** Called by methods with faults. */
    public static void reach(String place) {
        reached.add(place);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("reach")) {
            reach(Path.of(arguments[1]), Path.of(arguments[2]), Path.of(arguments[3]));
        } else {
            tryAll(Path.of(arguments[1]), Path.of(arguments[2]), Path.of(arguments[3]), Long.parseLong(arguments[4]));
        }
        Runtime.getRuntime().halt(0); // threads of a test may still be waiting
    }

    private static void append(Path file, String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static void reach(Path tests, Path faults, Path results) throws IOException {
        Set<String> places = new TreeSet<>();
        lines(faults).forEach(row -> places.add(Fault.of(row).place()));
        instrumentation.addTransformer(new Reporting(places));
        Set<String> done = new TreeSet<>();
        lines(results).forEach(row -> done.add(row.split("\t")[0]));
        for (String test : lines(tests)) {
            if (!done.contains(test)) {
                reached.clear();
                long start = System.nanoTime();
                Set<String> failing = run(DiscoverySelectors.selectClass(test), Set.of(), true);
                long milliseconds = (System.nanoTime() - start) / 1_000_000;
                append(results, String.join("\t", test, "" + milliseconds, String.join(";", failing), String.join(" ", reached)));
            }
        }
    }

    /** The tests that failed, without those that always do: all of them, or the first alone. */
    private static Set<String> run(DiscoverySelector tests, Set<String> always, boolean all) {
        Set<String> failures = Collections.synchronizedSet(new TreeSet<>());
        failed = false;
        Launcher launcher = LauncherFactory.create();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(tests)
                        .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                        .build(),
                new TestExecutionListener() {
                    @Override
                    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                        if (result.getStatus() == TestExecutionResult.Status.FAILED && !always.contains(test.getUniqueId())) {
                            failures.add(test.getUniqueId());
                            failed = !all;
                        }
                    }
                });
        failed = false;
        return failures;
    }

    private static List<Tests> tests(Path reach, long most) throws IOException {
        List<Tests> all = new ArrayList<>();
        for (String row : lines(reach)) {
            String[] cells = row.split("\t", -1);
            all.add(new Tests(cells[0], Long.parseLong(cells[1]), Set.of(cells[2].split(";")), Set.of(cells[3].split(" "))));
        }
        all.removeIf(tests -> tests.milliseconds > most);
        all.sort(Comparator.comparingLong(Tests::milliseconds));
        return all;
    }

    private static void tryAll(Path reach, Path faults, Path results, long most) throws Exception {
        Mutater mutater = new GregorEngineFactory()
                .createEngine(EngineArguments.arguments().withMutators(List.of("DEFAULTS", "NEGATE_CONDITIONALS")))
                .createMutator(ClassloaderByteArraySource.fromContext());
        List<Tests> tests = tests(reach, most);
        Map<Fault, Integer> wanted = new LinkedHashMap<>();
        lines(faults).forEach(row -> wanted.merge(Fault.of(row), 1, Integer::sum));
        lines(results).forEach(row -> wanted.remove(Fault.of(row)));
        Path begun = results.resolveSibling(results.getFileName() + ".begun");
        for (Map.Entry<Fault, Integer> each : wanted.entrySet()) {
            Fault fault = each.getKey();
            // Of copies that finally blocks make, and of those beyond the sample, the worst results count.
            TreeMap<Integer, List<String>> statuses = new TreeMap<>();
            for (MutationDetails found : mutater.findMutations(ClassName.fromString("org.tersegrad." + fault.type))) {
                if (Fault.of(found).equals(fault)) {
                    String id = found.getId().toString();
                    int tries = Collections.frequency(lines(begun), id);
                    append(begun, id);
                    // Begun twice without a result: the JVM ended, or was left in a state in which tests fail.
                    String status = tries >= 2 ? "RUN_ERROR" : tried(fault, mutater.getMutation(found.getId()).getBytes(), tests, tries);
                    int rank = List.of("NO_COVERAGE", "SURVIVED").indexOf(status);
                    statuses.computeIfAbsent(rank < 0 ? 2 : rank, key -> new ArrayList<>()).add(status);
                    System.out.println(java.time.LocalTime.now().withNano(0) + " " + status + " " + fault);
                }
            }
            List<String> worst = statuses.values().stream().flatMap(List::stream).limit(each.getValue()).toList();
            if (worst.isEmpty()) {
                System.out.println("stale: PIT does not make the fault " + fault + "; delete the lines of its class");
            }
            for (String status : worst) {
                append(results, status + "\t" + fault);
            }
            if (worst.contains("TIMED_OUT")) {
                Runtime.getRuntime().halt(AGAIN);
            }
        }
    }

    private static byte[] original(Class<?> type) throws IOException {
        try (var in = type.getClassLoader().getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private static String tried(Fault fault, byte[] mutated, List<Tests> all, int tries) throws Exception {
        Class<?> type = Class.forName("org.tersegrad." + fault.type, false, Faults.class.getClassLoader());
        String status = "NO_COVERAGE";
        for (Tests tests : all) {
            if (!tests.places.contains(fault.place())) {
                continue;
            }
            status = "SURVIVED";
            Set<String> failing = new TreeSet<>(tests.failing);
            if (tries > 0) { // a test failed without the fault too: before it, or because of it?
                failing.addAll(run(DiscoverySelectors.selectClass(tests.name), Set.of(), true));
            }
            instrumentation.redefineClasses(new ClassDefinition(type, mutated));
            ConcurrentLinkedQueue<Set<String>> failures = new ConcurrentLinkedQueue<>();
            Thread thread = new Thread(() -> failures.add(run(DiscoverySelectors.selectClass(tests.name), failing, false)));
            thread.setDaemon(true);
            thread.start();
            thread.join(60_000 + 5 * tests.milliseconds);
            if (failures.isEmpty()) {
                return "TIMED_OUT";
            }
            instrumentation.redefineClasses(new ClassDefinition(type, original(type)));
            for (String failure : failures.remove()) {
                if (tries == 0 && !run(DiscoverySelectors.selectUniqueId(failure), Set.of(), false).isEmpty()) {
                    Runtime.getRuntime().halt(AGAIN); // something was left behind; in a new JVM it is known by which fault
                }
                System.out.println("  " + failure);
                return "KILLED";
            }
        }
        return status;
    }

    /** Makes methods with faults report that they were reached. */
    private record Reporting(Set<String> places) implements ClassFileTransformer {
        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
            String type = name == null ? "" : name.replace('/', '.').replace("org.tersegrad.", "");
            if (Stream.of("codecs.", "compressors.", "reducers.", "errorfeedback.").noneMatch(type::startsWith)) {
                return null;
            }
            ClassReader in = new ClassReader(bytes);
            ClassWriter out = new ClassWriter(in, ClassWriter.COMPUTE_MAXS);
            in.accept(
                    new ClassVisitor(Opcodes.ASM9, out) {
                        @Override
                        public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
                            MethodVisitor to = super.visitMethod(access, method, descriptor, signature, exceptions);
                            String place = type + "." + method;
                            return !places.contains(place) ? to : new MethodVisitor(Opcodes.ASM9, to) {
                                @Override
                                public void visitCode() {
                                    super.visitCode();
                                    visitLdcInsn(place);
                                    visitMethodInsn(Opcodes.INVOKESTATIC, "Faults", "reach", "(Ljava/lang/String;)V", false);
                                }
                            };
                        }
                    },
                    0);
            return out.toByteArray();
        }
    }
}
