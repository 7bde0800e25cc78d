package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.Tensor;

/** Residuals that grow are announced, and what is not announced does not grow. */
class GrowingResidualsTest {
    private static final Shape SHAPE = new Shape(20, 40);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "randomk(0.1)+ef",
                "randomk(0.01)+dgc",
                "randomk(0.1)+ef21",
                "randomk(0.1)+efbv(lambda=0.25,nu=1)",
                "randomk(0.1)+econtrol",
                "randomk(0.1)+chunked(100)+ef",
                "randomk(0.1)+ef+chunked(100)",
                "randomk(0.1)+ef+skipsmall(10)",
                "randomk(0.1)+nonfinite(zero)+ef",
                "randomk(0.1)+ef+clip(100)",
                "randomk(0.1)+ef(decay=0.9)",
                "qsgd(4)+ef",
                "qsgd(4)+sharedscale+ef",
                "randomk(0.1)+ef+twoshot",
                "randomk(0.1)+twoshot+hierarchical(2)+ef",
                "server(up=randomk(0.1)+ef,down=dense)"
            })
    void areAnnounced(String recipe) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        assertThat(reducer.traits(SHAPE).caution())
                .hasValueSatisfying(caution -> assertThat(caution)
                        .contains(
                                "is unbiased, omega ", ", so its residuals may grow without end; with a contractive"));
        assertThat(residual(reducer, 150)).isGreaterThan(100 * residual(reducer, 10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topk(0.1)+ef",
                "randomk(0.1,scaled=false)+ef",
                "randomk(0.1,scaled=false)+dgc",
                "randomk(0.6)+ef",
                "randomk(0.1)+ef(decay=0.2)",
                "randomk(0.1)+ef(clip=5)",
                "randomk(0.1)+skipsmall(1000)+ef",
                "randomk(0.1)+ef+skipsmall(1000)",
                "qsgd(127)+ef",
                "qsgd(127)+ef21",
                "randomk(0.1)+diana",
                "randomk(0.1)+efbv",
                "randomk(0.1)+efbv(lambda=0.19,nu=1)",
                "qsgd(127)+sharedscale+ef",
                "int8+econtrol",
                "powersgd(2)+ef"
            })
    void doNotGrowUnannounced(String recipe) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        assertThat(reducer.traits(SHAPE).caution()).isEmpty();
        assertThat(residual(reducer, 150)).isLessThanOrEqualTo(10 * residual(reducer, 10));
    }

    /** Without a residual an unbiased compressor needs no warning, and with omega of just 1 it may or may not be bounded. */
    @Test
    void omegaOfOneIsTheLimit() {
        assertThat(ReducerRecipe.parse("randomk(0.01)").traits(SHAPE).caution()).isEmpty();
        assertThat(ReducerRecipe.parse("randomk(k=400)+ef").traits(SHAPE).caution())
                .hasValue(
                        "the compressor is unbiased, omega 1, so its residuals may grow without end; with a contractive"
                                + " compressor, or omega below 1, they do not");
        assertThat(ReducerRecipe.parse("randomk(k=401)+ef").traits(SHAPE).caution())
                .isEmpty();
    }

    private static double residual(Reducer reducer, int steps) {
        return LocalGroup.run(2, group -> {
                    Reduction reduction = reducer.reduction(SHAPE, Seed.of(3), group);
                    for (int step = 0; step < steps; step++) {
                        Tensor gradient = new Tensor(
                                Tensor.Kind.GAUSSIAN, SHAPE.rows(), SHAPE.columns(), 2 * step + group.rank());
                        reduction.reduce(FloatSlice.of(gradient.values()));
                    }
                    return reduction.residualNorm();
                })
                .get(0);
    }
}
