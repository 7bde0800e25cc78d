package org.tersegrad.compressors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The numbers that schemes promise. {@link AllCompressorsGuaranteeTest} measures that they hold; a promise that became weaker
 * would hold as well.
 */
class GuaranteesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dense | exact",
                "half | none",
                "bf16 | contractive, delta 1 - 0.0000153",
                "lossless | exact",
                "natural | unbiased, omega 0.125",
                "topk(0.1) | contractive, delta 0.1",
                "topk(0.1,values=int8) | contractive, delta 0.000667",
                "topk(0.1,values=fp16) | none",
                "threshold(0.5) | none",
                "topk(0.1,values=bits1) | contractive, delta 0.00667",
                "topk(0.1,values=bits2) | contractive, delta 0.0241",
                "topk(0.1,values=bits4) | contractive, delta 0.0837",
                "topk(bits=0.5,values=bits2) | contractive, delta 0.0169",
                "topk(0.1,values=bits4)+chunked(100) | contractive, delta 0.0996",
                "randomk(0.1) | unbiased, omega 9",
                "randomk(0.1,scaled=false) | contractive, delta 0.1",
                "dct(0.1) | contractive, delta 0.1",
                "sign | contractive, delta 0.000667",
                "onebit | contractive, delta 0.000667",
                "qsgd(levels=7) | unbiased, omega 2.61",
                "terngrad | unbiased, omega 18.9",
                "terngrad(clip=2.5) | none",
                "int8 | unbiased, omega 0.0233",
                "int8(nearest) | contractive, delta 0.977",
                "int8(affine=true) | unbiased, omega 0.0115",
                "int4(nearest,affine=true) | contractive, delta 0.716",
                "fourmeans | contractive, delta 0.0115",
                "lowrank(2) | none",
                "eden(1) | contractive, delta 0.5",
                "eden(4) | contractive, delta 0.97",
                "mxfp8 | contractive, delta 0.984",
                "mxfp4(stochastic) | unbiased, omega 0.257",
                "nvfp4 | contractive, delta 0.908",
                "nvfp4(stochastic) | unbiased, omega 0.075",
                "sign+chunked(700) | contractive, delta 0.00143",
                "topk(0.1)+clip(1) | none",
                "topk(0.1)+skipsmall(2000) | exact"
            })
    void ofAMatrixOf30By50(String recipe, String promised) {
        assertThat(Recipe.parse(recipe).traits(new Shape(30, 50)).guarantee()).hasToString(promised);
    }

    /** Less than the share of elements that are kept. */
    @Test
    void valuesOfBf16AreRoundedToo() {
        Guarantee promised =
                Recipe.parse("topk(0.1,values=bf16)").traits(new Shape(30, 50)).guarantee();
        assertThat(promised).isEqualTo(new Guarantee.Contractive(0.1 * (1 - 0x1p-16)));
    }

    /** Of two tensors the weaker promise holds for both; promises of two kinds do not compare. */
    @Test
    void twoOfAKindGiveTheWeakerOne() {
        Guarantee unbiased = new Guarantee.Unbiased(2);
        Guarantee contractive = new Guarantee.Contractive(0.5);
        Guarantee bounded = new Guarantee.Bounded(0.25);
        assertThat(unbiased.and(new Guarantee.Unbiased(3))).isEqualTo(new Guarantee.Unbiased(3));
        assertThat(contractive.and(new Guarantee.Contractive(0.25))).isEqualTo(new Guarantee.Contractive(0.25));
        assertThat(bounded.and(new Guarantee.Bounded(0.5))).isEqualTo(new Guarantee.Bounded(0.5));
        List<Guarantee> all = List.of(unbiased, contractive, bounded, Guarantee.NONE);
        for (Guarantee one : all) {
            for (Guarantee other : all) {
                assertThat(one.and(other)).isEqualTo(one == other ? one : Guarantee.NONE);
            }
        }
    }

    @Test
    void relativeErrorsAreThoseOfTheSquare() {
        assertThat(new Guarantee.Unbiased(2).relativeError()).isEqualTo(2);
        assertThat(new Guarantee.Contractive(0.75).relativeError()).isEqualTo(0.25);
        assertThat(new Guarantee.Bounded(0.25).relativeError()).isInfinite();
        assertThat(Guarantee.NONE.relativeError()).isInfinite();
    }

    /** Close to 1 the digits of what is lost say more. */
    @Test
    void aDeltaCloseToOneIsPrintedAsWhatIsMissing() {
        assertThat(new Guarantee.Contractive(0.999)).hasToString("contractive, delta 0.999");
        assertThat(new Guarantee.Contractive(0.9995)).hasToString("contractive, delta 1 - 0.0005");
        assertThat(new Guarantee.Contractive(1)).hasToString("contractive, delta 1");
    }
}
