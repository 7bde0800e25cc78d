package org.tersegrad.testkit.junit;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.tersegrad.testkit.Claim;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.Tensor;
import org.tersegrad.testkit.Tensors;

/** Laws of the traits that a {@link Subject} claims: signs, scales, permutations, repetition. */
public abstract class SymmetryLaws {
    /** The compressors under test. */
    protected abstract List<Subject> subjects();

    @Provide
    Arbitrary<Subject> odd() {
        return having(Claim.ODD);
    }

    @Provide
    Arbitrary<Subject> scaling() {
        return having(Claim.SCALES);
    }

    @Provide
    Arbitrary<Subject> permuting() {
        return having(Claim.PERMUTES);
    }

    @Provide
    Arbitrary<Subject> idempotent() {
        return having(Claim.IDEMPOTENT);
    }

    /** The subjects that claim it; all if none does, and then the law has nothing to check. */
    private Arbitrary<Subject> having(Claim trait) {
        List<Subject> claiming =
                subjects().stream().filter(subject -> subject.has(trait)).toList();
        return Arbitraries.of(claiming.isEmpty() ? subjects() : claiming);
    }

    @Provide
    Arbitrary<Tensor> anyTensor() {
        return AnyTensor.of(Tensors.any());
    }

    @Provide
    Arbitrary<Tensor> harmlessTensor() {
        return AnyTensor.of(Tensors.harmless());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void theNegativeGivesTheNegative(@ForAll("odd") Subject subject, @ForAll("anyTensor") Tensor tensor) {
        Laws.require("theNegativeGivesTheNegative", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aMultipleGivesTheMultiple(@ForAll("scaling") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        Laws.require("aMultipleGivesTheMultiple", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aPermutationGivesThePermutation(
            @ForAll("permuting") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        Laws.require("aPermutationGivesThePermutation", subject, tensor);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void twiceIsOnce(@ForAll("idempotent") Subject subject, @ForAll("harmlessTensor") Tensor tensor) {
        Laws.require("twiceIsOnce", subject, tensor);
    }
}
