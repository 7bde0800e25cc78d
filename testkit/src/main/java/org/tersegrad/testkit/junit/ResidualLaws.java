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

/** Laws of encoders that keep a residual; they find a wrapper that hides the residual of the encoder inside. */
public abstract class ResidualLaws {
    /** The compressors under test. */
    protected abstract List<Subject> subjects();

    @Provide
    Arbitrary<Subject> anySubject() {
        return Arbitraries.of(subjects());
    }

    @Provide
    Arbitrary<Tensor> harmlessTensor() {
        return AnyTensor.of(Tensors.harmless());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void theNormIsThatOfTheResidual(@ForAll("anySubject") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        Laws.require("theNormIsThatOfTheResidual", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aResidualIsHalvedAndCleared(@ForAll("anySubject") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        Laws.require("aResidualIsHalvedAndCleared", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void sentPlusResidualEqualsProduced(
            @ForAll("anySubject") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        Laws.require("sentPlusResidualEqualsProduced", subject, tensor);
    }
}
