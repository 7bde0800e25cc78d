package org.tersegrad.testkit.junit;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.Tensor;
import org.tersegrad.testkit.Tensors;

/** Laws that hold exactly, for any compressor and any tensor. */
public abstract class CompressorLaws {
    /** The compressors under test. */
    protected abstract List<Subject> subjects();

    @Provide
    Arbitrary<Subject> anySubject() {
        return Arbitraries.of(subjects());
    }

    @Provide
    Arbitrary<Tensor> anyTensor() {
        return AnyTensor.of(Tensors.any());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsWrittenIsRead(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("whatIsWrittenIsRead", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void outputIsFiniteAndAsLongAsPromised(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("outputIsFiniteAndAsLongAsPromised", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void addingIsAddingWhatWasDecoded(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("addingIsAddingWhatWasDecoded", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void addingTogetherIsAddingOneAfterTheOther(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("addingTogetherIsAddingOneAfterTheOther", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aGradientOfAnyKindGivesThePayloadsOfTheSameFloats(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("aGradientOfAnyKindGivesThePayloadsOfTheSameFloats", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsRefusedInAnArrayIsRefusedInAnyKind(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("whatIsRefusedInAnArrayIsRefusedInAnyKind", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void addingToAnyKindIsAddingToFloatsAndRounding(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("addingToAnyKindIsAddingToFloatsAndRounding", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsRefusedLeavesNoTrace(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("whatIsRefusedLeavesNoTrace", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aRestoredEncoderGoesOn(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("aRestoredEncoderGoesOn", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aStateThatIsDamagedOrOfAnotherShapeIsRefused(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("aStateThatIsDamagedOrOfAnotherShapeIsRefused", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aPayloadWithoutRoomIsRefused(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("aPayloadWithoutRoomIsRefused", subject, tensor);
    }

    @Example
    void roomGrowsWithTheTensor() {
        subjects().forEach(subject -> Laws.require("roomGrowsWithTheTensor", subject, 1));
    }
}
