package org.tersegrad.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Specifications in TLA+, checked by TLC: with all their rules nothing goes wrong, and without any one of them something does. A rule is a
 * constant of a module that is no bound.
 */
class SpecificationTest {
    private static final Path SPECIFICATIONS = Path.of("src/tla");
    private static final Pattern CONSTANTS = Pattern.compile("CONSTANTS\\n(.*?)\\n\\n", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("^ *(\\w+)", Pattern.MULTILINE);

    private static final int HOLDS = 0;
    private static final int DEADLOCK = 11;
    private static final int VIOLATED = 12;

    /**
     * A module of TLA+.
     *
     * @param bounds values of constants that are no rules
     */
    private record Module(String name, Map<String, String> bounds, List<String> invariants) {
        List<String> constants() throws IOException {
            Matcher block = CONSTANTS.matcher(Files.readString(SPECIFICATIONS.resolve(name + ".tla")));
            assertThat(block.find()).as("constants of " + name).isTrue();
            return NAME.matcher(block.group(1))
                    .results()
                    .map(each -> each.group(1))
                    .toList();
        }

        /** The configuration of a run without one of the rules. */
        String configuration(String broken) throws IOException {
            StringBuilder text = new StringBuilder("SPECIFICATION Spec\nINVARIANTS ")
                    .append(String.join(" ", invariants))
                    .append("\nCONSTANTS\n");
            for (String constant : constants()) {
                String rule = constant.equals(broken) ? "FALSE" : "TRUE";
                text.append(constant)
                        .append(" = ")
                        .append(bounds.getOrDefault(constant, rule))
                        .append('\n');
            }
            return text.toString();
        }
    }

    private static final List<Module> MODULES = List.of(
            new Module(
                    "Group",
                    Map.of(
                            "Workers", "{\"a\", \"b\", \"c\"}",
                            "Steps", "2",
                            "MostCrashes", "1",
                            "MostRefusals", "1"),
                    List.of("Agreement", "OneStepEach", "RefusedAltogether", "TheLostAreGone")),
            new Module(
                    "Rounds",
                    Map.of("Partitions", "{\"p\", \"q\"}", "Rounds", "5", "Every", "2", "MostLosses", "2"),
                    List.of("OnceEach", "NoneAhead")));

    private final Path folder;

    SpecificationTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @TestFactory
    Stream<DynamicTest> rules() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Module module : MODULES) {
            tests.add(DynamicTest.dynamicTest(module.name(), () -> {
                Run run = check(module, "");
                assertThat(run.exit()).as(run.output()).isEqualTo(HOLDS);
                assertThat(run.output()).contains("No error has been found");
            }));
            List<String> rules = new ArrayList<>(module.constants());
            rules.removeAll(module.bounds().keySet());
            assertThat(rules).as("rules of " + module.name()).hasSizeGreaterThan(2);
            for (String rule : rules) {
                tests.add(DynamicTest.dynamicTest(module.name() + " without " + rule, () -> {
                    Run run = check(module, rule);
                    assertThat(run.exit()).as(run.output()).isIn(VIOLATED, DEADLOCK);
                }));
            }
        }
        return tests.stream();
    }

    private record Run(int exit, String output) {}

    private Run check(Module module, String broken) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(folder, module.name());
        Files.copy(SPECIFICATIONS.resolve(module.name() + ".tla"), work.resolve(module.name() + ".tla"));
        Path configuration = Files.writeString(work.resolve("run.cfg"), module.configuration(broken));
        Path output = work.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseParallelGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "tlc2.TLC",
                        "-workers",
                        "1",
                        "-config",
                        configuration.toString(),
                        module.name() + ".tla")
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new Run(process.waitFor(), Files.readString(output));
    }
}
