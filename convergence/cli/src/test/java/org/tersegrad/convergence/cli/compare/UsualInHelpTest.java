package org.tersegrad.convergence.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Usual;
import picocli.CommandLine;

/** The help of {@code compare} names the default of every model, as {@link Usual} has it. */
class UsualInHelpTest {
    @ParameterizedTest
    @CsvSource({"gpt, 'gpt(1,16)', synthetic-text(characters=20000)", "resnet, resnet(8), digits"})
    void defaultsAreThoseOfTheModel(String name, String model, String data) {
        Usual usual = Models.make(model, () -> DataSets.load(data, DataSets.defaultCache()))
                .usual();
        Usual small = Usual.SMALL;
        requireNamed("--batch", name, usual.batch(), small.batch());
        requireNamed("--epochs", name, usual.epochs(), small.epochs());
        requireNamed("--steps-per-epoch", name, usual.epochSteps().orElseThrow(), "those of a pass");
        requireNamed("--lr", name, Recipe.number(usual.rate()), Recipe.number(small.rate()));
        requireNamed("--weight-decay", name, Recipe.number(usual.weightDecay()), Recipe.number(small.weightDecay()));
        requireNamed("--schedule", name, usual.schedule(), small.schedule());
        requireNamed("--optimizer", name, usual.optimizer(), small.optimizer());
        requireNamed("--seeds", name, usual.seeds(), small.seeds());
    }

    private static void requireNamed(String option, String model, Object usual, Object small) {
        String help = String.join(
                "",
                new CommandLine(new Compare())
                        .getCommandSpec()
                        .findOption(option)
                        .description());
        assertThat(help).as(option).containsPattern("(Default: |else )" + Pattern.quote(small.toString()));
        String named = "for (\\w+ and )?" + model + "( and \\w+)? ";
        if (usual.equals(small)) {
            assertThat(help).as(option).doesNotContainPattern(named);
        } else {
            assertThat(help).as(option).containsPattern(named + Pattern.quote(usual.toString()) + "[.,]");
        }
    }
}
