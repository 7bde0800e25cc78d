package org.tersegrad.convergence.time.profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;

class ProfilesTest {
    /** Counts of the models as their authors' programs have them. */
    @ParameterizedTest
    @CsvSource({
        "resnet-50,161,107,25557032",
        "densenet-201,604,402,20013928",
        "bert-base,206,105,110111042",
        "bert-large,398,201,336232258",
        "googlenet,128,64,13379136"
    })
    void aProfileHasTheTensorsOfItsModel(String name, int tensors, int modules, long elements) {
        Profile profile = Profiles.parse(name);
        assertThat(profile.name()).isEqualTo(name);
        assertThat(profile.tensors()).hasSize(tensors);
        assertThat(profile.tensors().stream().map(ProfileTensor::name).distinct())
                .hasSize(tensors);
        assertThat(profile.modules()).isEqualTo(modules);
        assertThat(profile.elements()).isEqualTo(elements);
        assertThat(profile.forwardSeconds() * 2).isCloseTo(profile.backwardSeconds(), within(1e-12));
    }

    @Test
    void aStepTakesAsLongAsItWasMeasuredAndGrowsWithTheBatch() {
        assertThat(Profiles.parse("resnet-50").computeSeconds()).isCloseTo(0.25286, within(1e-5));
        assertThat(Profiles.parse("bert-base(32)").computeSeconds()).isCloseTo(0.30075 / 2, within(1e-5));
        assertThat(Profiles.parse("bert-large(batch=16)").computeSeconds()).isCloseTo(0.16327 * 2, within(2e-5));
        assertThat(Profiles.generated("resnet-50", 3).computeSeconds()).isCloseTo(3, within(1e-12));
    }

    @Test
    void theMatrixOfWordsIsTheLastGradientOfBert() {
        Profile bert = Profiles.parse("bert-base");
        ProfileTensor last = bert.backwardOrder().get(bert.tensors().size() - 1);
        assertThat(last.shape()).isEqualTo(new Shape(30528, 768));
    }

    @Test
    void googLeNetIsAsMeasured() {
        Profile profile = Profiles.parse("googlenet");
        assertThat(profile.backwardSeconds()).isCloseTo(205.334e-3, within(1e-6));
        double exchange = GoogLeNet.table().rows().stream()
                .mapToDouble(row -> row.number("comm_us"))
                .sum();
        assertThat(exchange).isCloseTo(310_738, within(1e-6));
    }

    @Test
    void aFileOfOnesOwnIsRead(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("mine.csv");
        Files.writeString(file, """
                tensor,elements,backward_us,forward_us,optimizer_us,remark
                hidden.weights,512x256,130.5,70,4,first
                hidden.bias,512,0,0,1,
                """);
        Profile profile = Profiles.load(file.toString());
        assertThat(profile.name()).isEqualTo("mine.csv");
        assertThat(profile.tensors().get(0))
                .isEqualTo(new ProfileTensor("hidden.weights", new Shape(512, 256), 130.5 * 1e-6, 70 * 1e-6, 4 * 1e-6));
        assertThat(profile.forwardSeconds()).isCloseTo(70e-6, within(1e-18));
        assertThat(profile.optimizerSeconds()).isCloseTo(5e-6, within(1e-18));
    }

    @Test
    void withoutAForwardPassHalfOfTheBackwardPassIsAssumed() throws IOException {
        Profile profile = ProfileCsv.read("p", new StringReader("backward_us,tensor,elements\n10,w,3\n"));
        assertThat(profile.forwardSeconds()).isCloseTo(5e-6, within(1e-18));
        assertThat(profile.optimizerSeconds()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tensor,elements|p: its first line has no column backward_us, only tensor, elements",
                "tensor,elements,backward_us|p has no tensor, only names of columns",
                "tensor,elements,backward_us;w,3,fast|p, line 2, column backward_us: a number of at least 0 is needed, not fast",
                "tensor,elements,backward_us;w,3,1;v,3,-1|p, line 3, column backward_us: a number of at least 0 is needed, not -1",
                "tensor,elements,backward_us;w,3,|p, line 2, column backward_us: a number of at least 0 is needed, not nothing",
                "tensor,elements,backward_us;w,3 by 4,1|p, line 2, column elements: a whole number or rows x columns is needed, not 3 by 4",
                "tensor,elements,backward_us;w,-3,1|p, line 2, column elements: a shape of 1 x -3",
                "tensor,elements,backward_us;w,3|p is no table: Record 2 has 2 fields, but first record had 3 fields"
            })
    void whatIsWrongInAFileIsNamedByLineAndColumn(String text, String message) {
        assertThatThrownBy(() -> ProfileCsv.read("p", new StringReader(text.replace(';', '\n'))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void whatIsNeitherANameNorAFileIsRefusedWithTheNames() {
        assertThatThrownBy(() -> Profiles.load("resnet-51"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("resnet-50");
    }
}
