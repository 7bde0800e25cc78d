package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.floats.Dense;

class RecipeArgumentsTest {
    private static final int LONG = 1_000_000;
    private static final RecipeEntry<Compressor> ENTRY =
            RecipeEntry.scheme("any", "any(1)", "any", arguments -> new Dense(), new RecipeEntry.Parameter("x", "any"));

    /** Digits that lead nowhere in the end are read once; twice for each would take hours. */
    @Test
    void numbersAreReadOnce() {
        for (String text :
                List.of("1".repeat(LONG) + "x", "1." + "1".repeat(LONG) + "x", "1e" + "1".repeat(LONG) + "x")) {
            refused(text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "+1", "-1.", ".5", "1.5", "1e5", "1.E-5", ".5e+05", "00"})
    void numbers(String text) {
        assertThat(new RecipeArguments(ENTRY, Map.of("x", text)).asDouble("x")).isEqualTo(Double.parseDouble(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "+", "e5", "1e", "1e+", "1.5.", "1 ", "--1", "1f", "NaN", "0x1"})
    void noNumbers(String text) {
        refused(text);
    }

    /** Both limits are allowed; a value that is not given is. */
    @Test
    void limitsAreInclusive() {
        for (String text : List.of("1", "2.5", "4")) {
            assertThat(new RecipeArguments(ENTRY, Map.of("x", text)).asDouble("x", 0, 1, 4))
                    .isEqualTo(Double.parseDouble(text));
        }
        for (String text : List.of("0.999", "4.001", "-1")) {
            assertThatThrownBy(() -> new RecipeArguments(ENTRY, Map.of("x", text)).asDouble("x", 0, 1, 4))
                    .hasMessageContaining("a number from 1.0 to 4.0");
        }
        assertThat(new RecipeArguments(ENTRY, Map.of()).asDouble("x", 3, 1, 4)).isEqualTo(3);
    }

    @Test
    void listsAreOfWholeNumbers() {
        assertThat(new RecipeArguments(ENTRY, Map.of("x", "3,1,2")).asInts("x")).containsExactly(3, 1, 2);
        assertThatThrownBy(() -> new RecipeArguments(ENTRY, Map.of("x", "3,,2")).asInts("x"))
                .hasMessageContaining("a whole number");
    }

    private static void refused(String text) {
        assertThatThrownBy(() -> new RecipeArguments(ENTRY, Map.of("x", text)).asDouble("x"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a number is expected");
    }
}
