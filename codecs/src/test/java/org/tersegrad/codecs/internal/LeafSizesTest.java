package org.tersegrad.codecs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No compilation gets too many vector operations. C2 stops inlining in a large one, and every vector that crosses a call is
 * then an object. Which methods meet in a compilation depends on what a JVM did before, so no test that runs kernels can be
 * sure to see it; this one counts.
 */
@Tag("any-jdk") // class files, which the first JDK has made
class LeafSizesTest {
    private static final Path CLASSES = Path.of("target/classes/org/tersegrad/codecs/internal");
    /** C2 does not inline methods with more bytecodes (FreqInlineSize), however hot they are. */
    private static final int LARGEST_INLINED = 325;
    /** Operations that C2 compiled without boxing on JDK 17, with hundreds of other kernels in use. */
    private static final int MOST_OPERATIONS = 58;
    /**
     * In a method that may be inlined, beside others. With 24, four of them met in a caller on an ARM CPU and JDK 17, 47 to 70
     * operations in one compilation, and the last ones were boxed.
     */
    private static final int MOST_OPERATIONS_INLINED = 18;

    private static final Pattern METHOD = Pattern.compile("  \\S.* (\\w+)\\(.*\\)[^)]*;|  static \\{\\};");
    private static final Pattern INSTRUCTION = Pattern.compile(" +(\\d+): (\\w+).*");

    /** Runs once, and no compiler sees it. */
    private static final String INITIALIZER = "static initializer";

    private record Leaf(String name, int bytecodes, int operations) {}

    @Test
    void leavesWithManyOperationsAreTooLargeToBeInlined() throws IOException {
        List<Leaf> leaves = leaves();
        assertThat(leaves)
                .extracting(Leaf::name)
                .contains("VectorReductions.largestKeyOfRows", "VectorPacking.packFour");
        assertThat(leaves)
                .allSatisfy(leaf -> assertThat(leaf.operations())
                        .as("vector operations of %s, which has %d bytecodes", leaf.name(), leaf.bytecodes())
                        .isLessThanOrEqualTo(
                                leaf.bytecodes() > LARGEST_INLINED ? MOST_OPERATIONS : MOST_OPERATIONS_INLINED));
    }

    /** C2 does not inline a method of ours in a large compilation; a vector that goes into it or comes out is then boxed. */
    @Test
    void noMethodTakesOrGivesAVector() throws IOException {
        Pattern signature = Pattern.compile("  \\S.*\\(.*\\).*;");
        for (Path file : classes()) {
            assertThat(disassembled(file).lines())
                    .filteredOn(line -> signature.matcher(line).matches())
                    .as("methods of %s", file.getFileName())
                    .isNotEmpty()
                    .noneMatch(line -> line.contains("Vector ") && line.contains("jdk.incubator.vector."))
                    .noneMatch(line -> line.substring(line.indexOf('(')).contains("jdk.incubator.vector."));
        }
    }

    private static List<Path> classes() throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            return files.filter(file -> file.getFileName().toString().startsWith("Vector"))
                    .toList();
        }
    }

    /** Every method of the vector kernels. */
    private static List<Leaf> leaves() throws IOException {
        List<Leaf> leaves = new ArrayList<>();
        for (Path file : classes()) {
            leaves.addAll(leaves(file));
        }
        return leaves;
    }

    private static List<Leaf> leaves(Path file) {
        List<Leaf> leaves = new ArrayList<>();
        String type = file.getFileName().toString().replace(".class", "");
        String name = "";
        int bytecodes = 0;
        int operations = 0;
        for (String line : disassembled(file).lines().toList()) {
            Matcher method = METHOD.matcher(line);
            Matcher instruction = INSTRUCTION.matcher(line);
            if (method.matches()) {
                leaves.add(new Leaf(name, bytecodes, operations));
                name = type + "." + (method.group(1) == null ? INITIALIZER : method.group(1));
                operations = 0;
            } else if (instruction.matches()) {
                bytecodes = Integer.parseInt(instruction.group(1)) + 1; // the last one is a return
                if (instruction.group(2).startsWith("invoke") && line.contains("jdk/incubator/vector/")) {
                    operations++;
                }
            }
        }
        leaves.add(new Leaf(name, bytecodes, operations));
        leaves.removeIf(leaf -> leaf.operations() == 0 || leaf.name().endsWith(INITIALIZER));
        return leaves;
    }

    private static String disassembled(Path file) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
        assertThat(javap.run(out, out, "-c", "-p", file.toString())).isZero();
        return text.toString();
    }
}
