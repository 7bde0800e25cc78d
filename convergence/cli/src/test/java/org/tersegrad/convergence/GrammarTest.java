package org.tersegrad.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Schedule;

/** Models, data sets, partitions and schedules are read as recipes are, with the same limits and the same help. */
class GrammarTest {
    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of(
                        "model",
                        "quadratic",
                        text(text -> Models.make(text, () -> {
                            throw new AssertionError("nothing is loaded for a text that is rejected");
                        }))),
                Arguments.of("data set", "synthetic", text(text -> DataSets.load(text, Path.of("none")))),
                Arguments.of("partition", "dirichlet", text(Partition::parse)),
                Arguments.of("schedule", "cosine", text(Schedule::parse)));
    }

    private static Consumer<String> text(Consumer<String> reader) {
        return reader;
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aMistakeIsOneLineThatSaysWhereItIs(String noun, String name, Consumer<String> reader) {
        refused(reader, "", "the " + noun + " is empty; one is ");
        refused(reader, "(3)", "the name of a " + noun + " is missing (there are ");
        refused(reader, name + "x", "there is no " + noun + " " + name + "x; did you mean " + name + "? (there are ");
        refused(reader, name + "(", "character " + (name.length() + 2));
        refused(reader, name + "(3", "this ( is never closed");
        refused(reader, name + "(3)x", "the end is expected here, not x");
        refused(reader, name + "(3)+ef", "the end is expected here, not +");
        refused(reader, name + "(3,,)", name);
        refused(reader, name + "(no=3)", name + " has no parameter no");
        refused(reader, name + "(yes)", "expected for ");
    }

    @ParameterizedTest
    @MethodSource("texts")
    void longTextIsRefusedWithTheLimit(String noun, String name, Consumer<String> reader) {
        refused(reader, "a".repeat(10_001), "a " + noun + " has at most 10000 characters, this has 10001: aaa");
        refused(reader, "a".repeat(10_000), "there is no " + noun + " aaa");
        refused(reader, name + "(" + "9".repeat(9_000) + ")", name);
        refused(reader, name + "(" + "x".repeat(9_000) + "=1)", name + " has no parameter xxx");
        refused(reader, name + "(" + "(".repeat(9_000), name);
    }

    private static void refused(Consumer<String> reader, String text, String why) {
        assertThatThrownBy(() -> reader.accept(text))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why)
                .satisfies(thrown ->
                        assertThat(thrown.getMessage()).hasSizeLessThan(2_000).doesNotContain("\n"));
    }
}
