package org.tersegrad.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.recipes.RecipeEntry.Parameter;

class CallTest {
    private static final List<Parameter> PARAMETERS =
            List.of(new Parameter("classes", "how many"), new Parameter("length", "how long"));

    @Test
    void nameAndSettingsAreRead() {
        Call call = Call.parse(" Clusters ( classes = 3, LENGTH=1e1 ) ").checked(PARAMETERS);
        assertThat(call.name()).isEqualTo("clusters");
        assertThat(call.asInt("classes", 10, 2, 5)).isEqualTo(3);
        assertThat(call.asDouble("length", 1, 0, 100)).isEqualTo(10);
        assertThat(call).hasToString("clusters(classes=3,length=1e1)");
    }

    @Test
    void firstSettingNeedsNoName() {
        assertThat(Call.parse("clusters(3,length=4)").checked(PARAMETERS)).hasToString("clusters(classes=3,length=4)");
    }

    @Test
    void whatIsNotSetHasItsDefault() {
        Call call = Call.parse("clusters").checked(PARAMETERS);
        assertThat(call.asInt("classes", 10, 2, 50)).isEqualTo(10);
        assertThat(call.asDouble("length", 0.5, 0, 1)).isEqualTo(0.5);
        assertThat(call.asLong("classes", Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(call.asBoolean("classes", true)).isTrue();
        assertThat(call).hasToString("clusters");
        assertThat(Call.parse("clusters()")).hasToString("clusters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "(3)", "a(", "a)", "a(3))", "a(,)", "a(b=)", "a(b=1,2)", "a(b=1,b=2)", "a b(1", "a+b"})
    void whatIsNoCallIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Call.parse(text))
                .withMessageContaining("\"" + text + "\"");
    }

    @Test
    void unknownSettingIsToldWhatExists() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Call.parse("clusters(lenght=3)").checked(PARAMETERS))
                .withMessage("clusters has no setting lenght; did you mean length? (there are classes, length)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Call.parse("clusters(3)").checked(List.of()))
                .withMessage("clusters takes no settings, this is clusters(3)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Call.parse("clusters(3,classes=4)").checked(PARAMETERS))
                .withMessageContaining("classes is given twice");
    }

    @Test
    void valueOutsideItsRangeIsToldTheRange() {
        Call call = Call.parse("clusters(classes=1,length=yes)").checked(PARAMETERS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> call.asInt("classes", 10, 2, 50))
                .withMessage("clusters(classes=1,length=yes): classes is a whole number from 2 to 50, not 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> call.asDouble("length", 1, 0, 1))
                .withMessageEndingWith("length is a number from 0.0 to 1.0, not yes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> call.asBoolean("length", true))
                .withMessageEndingWith("length is true or false, not yes");
    }
}
