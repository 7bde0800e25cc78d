package org.tersegrad.testkit.junit;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.Tensor;
import org.tersegrad.testkit.Tensors;

/** Laws of a step with a residual that the caller keeps; for compressors that keep none themselves. */
public abstract class ResidualStepLaws {
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
    void residualEqualsSumMinusDecoded(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("residualEqualsSumMinusDecoded", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsRefusedIsNotRemembered(@ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("whatIsRefusedIsNotRemembered", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aGradientOfAnyKindIsRememberedAsTheSameFloats(
            @ForAll("anySubject") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("aGradientOfAnyKindIsRememberedAsTheSameFloats", subject, tensor);
    }
}
