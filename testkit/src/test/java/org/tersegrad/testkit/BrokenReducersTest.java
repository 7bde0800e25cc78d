package org.tersegrad.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Exchange;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/** Reducers and groups with one fault each: the laws that are there for it fail, and no others. */
@Tag("any-jdk")
class BrokenReducersTest {
    /** A reduction that forwards everything, to be broken in one place. */
    private static class Forwarding implements Reduction {
        final Reduction inner;

        Forwarding(Reduction inner) {
            this.inner = inner;
        }

        @Override
        public Exchange begin(FloatSlice gradient) {
            return inner.begin(gradient);
        }

        @Override
        public Exchange begin(FloatSlice gradient, Residual residual) {
            return inner.begin(gradient, residual);
        }

        /** As floats, so that a fault in the reduction of floats is one for tensors of all kinds. */
        @Override
        public long reduce(Slice gradient) {
            FloatSlice floats = Stored.floats(gradient);
            long bits = reduce(floats);
            gradient.set(floats);
            return bits;
        }

        @Override
        public void cancel() {
            inner.cancel();
        }

        @Override
        public int stateBytes() {
            return inner.stateBytes();
        }

        @Override
        public void save(ByteBuffer out) {
            inner.save(out);
        }

        @Override
        public void restore(ByteBuffer in) {
            inner.restore(in);
        }
    }

    /** A correct reducer whose reductions get a fault. */
    private record Faulty(String name, BiFunction<Reduction, Collective, Reduction> fault) implements Reducer {
        private static final Reducer INNER = new Gather(TopK.fraction(0.1));

        @Override
        public Reduction reduction(Shape shape, Seed seed, Collective group) {
            return fault.apply(INNER.reduction(shape, seed, group), group);
        }

        @Override
        public Traits traits(Shape shape) {
            return Traits.none();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Arguments fault(String name, BiFunction<Reduction, Collective, Reduction> fault, String... laws) {
        return arguments(ReducerSubject.of(new Faulty(name, fault)), new TreeSet<>(Set.of(laws)));
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault("no fault", (inner, group) -> new Forwarding(inner)),
                fault(
                        "one worker rounds otherwise",
                        (inner, group) -> new Forwarding(inner) {
                            @Override
                            public long reduce(FloatSlice gradient) {
                                long bits = super.reduce(gradient);
                                if (group.rank() == 1 && gradient.length() > 0) {
                                    gradient.array()[gradient.offset()] += 0.25f;
                                }
                                return bits;
                            }
                        },
                        "everyWorkerEndsWithTheSameFiniteBits",
                        "hugeGradientsDoNoLastingHarm"),
                fault(
                        "counts no bits",
                        (inner, group) -> new Forwarding(inner) {
                            @Override
                            public long reduce(FloatSlice gradient) {
                                super.reduce(gradient);
                                return 0;
                            }
                        },
                        "everyBitThatIsSentIsCounted"),
                fault(
                        "does not write means into buffers and 16 bits",
                        (inner, group) -> new Forwarding(inner) {
                            @Override
                            public long reduce(Slice gradient) {
                                return reduce(Stored.floats(gradient));
                            }
                        },
                        "gradientsOfAnyKindAreAveragedAsFloats"),
                fault(
                        "counts steps and does not save the count",
                        (inner, group) -> new Forwarding(inner) {
                            private int steps;

                            @Override
                            public long reduce(FloatSlice gradient) {
                                long bits = super.reduce(gradient);
                                if (steps++ >= 3 && gradient.length() > 0) {
                                    gradient.array()[gradient.offset()] = 0.25f;
                                }
                                return bits;
                            }
                        },
                        "aRestoredReductionGoesOn"),
                fault(
                        "changes a gradient that throws",
                        (inner, group) -> new Forwarding(inner) {
                            @Override
                            public long reduce(FloatSlice gradient) {
                                try {
                                    return super.reduce(gradient);
                                } catch (IllegalArgumentException e) {
                                    gradient.array()[gradient.offset()] = 0f;
                                    throw e;
                                }
                            }
                        },
                        "aRefusedGradientChangesNothing",
                        "hugeGradientsDoNoLastingHarm"),
                fault(
                        "throws for the largest floats",
                        (inner, group) -> new Forwarding(inner) {
                            @Override
                            public long reduce(FloatSlice gradient) {
                                if (gradient.largestMagnitude() > 1e38f) {
                                    throw new IllegalArgumentException("too large");
                                }
                                return super.reduce(gradient);
                            }
                        },
                        "hugeGradientsDoNoLastingHarm"),
                fault(
                        "loses half of the residual",
                        (inner, group) -> new Forwarding(inner) {
                            @Override
                            public long reduce(FloatSlice gradient, Residual residual) {
                                long bits = super.reduce(gradient, residual);
                                residual.scale(0.5f);
                                return bits;
                            }
                        },
                        "sentPlusResidualsEqualsProduced"),
                arguments(
                        new ReducerSubject(
                                new Faulty("promises too much", (inner, group) -> inner),
                                shape -> Guarantee.EXACT,
                                true,
                                LocalGroup::run),
                        Set.of("theMeanIsWithinItsGuarantee")));
    }

    private static Set<String> failed(List<Verdict> verdicts) {
        return verdicts.stream()
                .filter(Verdict::isFailed)
                .map(verdict -> verdict.law().name())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void theLawsForItFailAndNoOthers(ReducerSubject subject, Set<String> expected) {
        List<Verdict> verdicts = Laws.of(subject).check();
        assertThat(failed(verdicts)).as("%s", verdicts).isEqualTo(expected);
    }

    /** Groups whose results come in the reverse order of ranks. */
    @Test
    void aGroupThatMixesUpItsRanksIsFound() {
        GroupRunner reversing = new GroupRunner() {
            @Override
            public <R> List<R> run(int workers, LocalGroup.Worker<R> worker) {
                List<R> results = new ArrayList<>(LocalGroup.run(workers, worker));
                Collections.reverse(results);
                return results;
            }
        };
        assertThat(failed(Laws.of("reversed", reversing).check()))
                .containsExactly(
                        "aBroadcastIsCountedOnceForEachOfTheOthers",
                        "maximaPartsAndBroadcasts",
                        "partsAreGroupsOfTheirOwn");
        assertThat(failed(Laws.of("threads", LocalGroup::run).check())).isEmpty();
    }
}
