package org.tersegrad.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Body;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.Traits;
import org.tersegrad.testkit.Faulty.Changing;

/** Compressors with one fault each: the laws that are there for it fail, and no others. */
@Tag("any-jdk")
class BrokenCompressorsTest {
    private static final int TRIES = 25;
    private static final String ALLOCATION = "nothingIsAllocatedPerStep";

    private static final double BOUND = 1e-3;

    /** A multiple of twice the bound, computed in floats and checked with a tolerance. */
    private static float nearlyWithin(float value) {
        float step = (float) (2 * BOUND);
        float decoded = Math.round(value / step) * step;
        return Math.abs((double) decoded - value) <= 1.0001 * BOUND ? decoded : value;
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                faults(
                        "sends 1 % less than it promises",
                        Faulty.values("biased", value -> 0.99f * value).promising(Guarantee.EXACT),
                        "theGuaranteeHolds",
                        "noGradientIsWorseThanPromised",
                        "smallElementsBesideALargeOneHaveTheRightMean"),
                faults(
                        "is beyond its error bound by 1e-4 of it, at about ten elements of a million",
                        Faulty.values("careless", BrokenCompressorsTest::nearlyWithin)
                                .promising(new Guarantee.Bounded(BOUND)),
                        "theGuaranteeHolds"),
                faults(
                        "says that its payloads are increments",
                        new Faulty("increments") {
                            @Override
                            public Traits traits(Shape shape) {
                                return super.traits(shape).withSendsIncrements(true);
                            }
                        },
                        "outputIsFiniteAndAsLongAsPromised"),
                faults(
                        "asks for less memory for a larger tensor",
                        new Faulty("shrinking") {
                            @Override
                            public int maxBytes(Shape shape) {
                                return super.maxBytes(shape) + (shape.size() == 3 ? 100 : 0);
                            }
                        },
                        "roomGrowsWithTheTensor"),
                faults(
                        "writes beside the gradient",
                        Faulty.encoders("beside", inner -> new Faulty.Delegating(inner) {
                            @Override
                            public void encode(FloatSlice gradient, Payload payload) {
                                super.encode(gradient, payload);
                                if (gradient.offset() > 0) {
                                    gradient.array()[gradient.offset() - 1] = 0f;
                                }
                            }
                        }),
                        "sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched"),
                faults(
                        "keeps the caller's array",
                        Faulty.encoders("keeping", inner -> new Changing(inner) {
                            private FloatSlice last = FloatSlice.of();

                            @Override
                            void change(FloatSlice gradient, float[] values) {
                                if (last.length() > 0 && Float.isNaN(last.array()[last.offset()])) {
                                    values[0] = 0.125f;
                                }
                                last = gradient;
                            }
                        }),
                        "sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched"),
                faults(
                        "writes other bytes at another offset",
                        Faulty.encoders("offset", inner -> new Changing(inner) {
                            @Override
                            void change(FloatSlice gradient, float[] values) {
                                if (values.length > 0 && gradient.offset() > 0) {
                                    values[0] = 0.125f;
                                }
                            }
                        }),
                        "sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched"),
                faults(
                        "writes other bytes in another thread",
                        Faulty.encoders("threads", inner -> new Changing(inner) {
                            @Override
                            void change(FloatSlice gradient, float[] values) {
                                if (Thread.currentThread().getName().startsWith("pool-")) {
                                    values[0] = 0.125f;
                                }
                            }
                        }),
                        "threadsChangeNothing"),
                faults(
                        "allocates",
                        Faulty.encoders("allocating", inner -> new Faulty.Delegating(inner) {
                            private float[] copy = {};

                            @Override
                            public void encode(FloatSlice gradient, Payload payload) {
                                super.encode(gradient, payload);
                                copy = new float[copy.length == 1 ? 2 : 1];
                            }
                        }),
                        "nothingIsAllocatedPerStep"),
                faults(
                        "leaves the last message in the payload when it throws",
                        Faulty.encoders("late", inner -> new Faulty.Delegating(inner) {
                            @Override
                            public void encode(FloatSlice gradient, Payload payload) {
                                gradient.requireFinite();
                                super.encode(gradient, payload);
                            }
                        }),
                        "whatIsRefusedLeavesNoTrace"),
                faults(
                        "counts steps and does not save the count",
                        Faulty.encoders("counting", inner -> new Changing(inner) {
                            private int steps;

                            @Override
                            public void encode(FloatSlice gradient, Payload payload) {
                                super.encode(gradient, payload);
                                steps++;
                            }

                            @Override
                            void change(FloatSlice gradient, float[] values) {
                                if (values.length > 0 && steps >= 2) {
                                    values[0] = 0.125f;
                                }
                            }
                        }),
                        "aRestoredEncoderGoesOn"),
                faults(
                        "ignores that a state is damaged",
                        Faulty.encoders("trusting", inner -> new Faulty.Delegating(inner) {
                            @Override
                            public void restore(ByteBuffer in) {
                                try {
                                    super.restore(in);
                                } catch (MalformedInputException e) {
                                    in.position(in.limit());
                                }
                            }
                        }),
                        "aStateThatIsDamagedOrOfAnotherShapeIsRefused",
                        "aDamagedStateIsRefusedWithoutATraceOrTheEncoderWorks"),
                faults(
                        "loses an element in a buffer or of 16 bits",
                        Faulty.encoders("halves", inner -> new Faulty.Delegating(inner) {
                            @Override
                            public void encode(Slice gradient, Payload payload) {
                                FloatSlice floats = Stored.floats(gradient);
                                if (floats.length() > 1 && Float.isFinite(floats.array()[1])) {
                                    floats.array()[1] = 0.125f;
                                }
                                encode(floats, payload);
                            }
                        }),
                        "aGradientOfAnyKindGivesThePayloadsOfTheSameFloats",
                        "nothingIsAllocatedPerStep"),
                faults(
                        "halves the residual of the caller",
                        Faulty.encoders("forgetful", inner -> new Faulty.Delegating(inner) {
                                    @Override
                                    public void encode(FloatSlice gradient, Residual residual, Payload payload) {
                                        super.encode(gradient, residual, payload);
                                        residual.scale(0.5f);
                                    }
                                })
                                .sendingAFewElements(),
                        "residualEqualsSumMinusDecoded",
                        "aGradientOfAnyKindIsRememberedAsTheSameFloats"),
                faults(
                        "clears the residual of the caller when it throws",
                        Faulty.encoders("clearing", inner -> new Faulty.Delegating(inner) {
                                    @Override
                                    public void encode(FloatSlice gradient, Residual residual, Payload payload) {
                                        try {
                                            super.encode(gradient, residual, payload);
                                        } catch (IllegalArgumentException e) {
                                            residual.scale(0f);
                                            throw e;
                                        }
                                    }
                                })
                                .sendingAFewElements(),
                        "whatIsRefusedIsNotRemembered"),
                faults(
                        "throws for the largest floats",
                        Faulty.encoders("small", inner -> new Changing(inner) {
                            @Override
                            void change(FloatSlice gradient, float[] values) {
                                if (gradient.largestMagnitude() > 3.2e38f) {
                                    throw new IllegalArgumentException("too large");
                                }
                            }
                        }),
                        "everyFiniteGradientIsTakenAndDoesNoLastingHarm"),
                faults(
                        "shrinks a first element that is much larger than all others",
                        Faulty.encoders("shrinking", inner -> new Changing(inner) {
                                    @Override
                                    void change(FloatSlice gradient, float[] values) {
                                        if (values.length >= 12) {
                                            double squares = 0;
                                            for (float value : values) {
                                                squares += (double) value * value;
                                            }
                                            double share = squares == 0 ? 0 : values[0] * (double) values[0] / squares;
                                            values[0] *= (float) (1 - 1.2 * share);
                                        }
                                    }
                                })
                                .promising(new Guarantee.Contractive(0.5)),
                        "noGradientIsWorseThanPromised"),
                faults(
                        "claims to be odd",
                        Faulty.values("absolute", Math::abs),
                        Set.of(Claim.ODD),
                        "theNegativeGivesTheNegative"),
                faults(
                        "claims that it scales",
                        Faulty.values("clipped", value -> Math.max(-0.01f, Math.min(0.01f, value))),
                        Set.of(Claim.ODD, Claim.SCALES),
                        "aMultipleGivesTheMultiple"),
                faults(
                        "claims that order does not matter",
                        Faulty.encoders("first", inner -> new Changing(inner) {
                            @Override
                            void change(FloatSlice gradient, float[] values) {
                                if (values.length > 0) {
                                    values[0] = 0f;
                                }
                            }
                        }),
                        Set.of(Claim.ODD, Claim.SCALES, Claim.IDEMPOTENT, Claim.PERMUTES),
                        "aPermutationGivesThePermutation"),
                faults(
                        "claims that twice is once",
                        Faulty.values("halved", value -> value / 2),
                        Set.of(Claim.SCALES, Claim.IDEMPOTENT),
                        "twiceIsOnce"),
                faults(
                        "loses half of its residual",
                        new FaultyFeedback(FaultyFeedback.Fault.LOSES),
                        Set.of(Claim.FORGETS_NOTHING),
                        "sentPlusResidualEqualsProduced"),
                faults(
                        "tells half of the norm of its residual",
                        new FaultyFeedback(FaultyFeedback.Fault.TELLS_LESS),
                        Set.of(Claim.FORGETS_NOTHING),
                        "theNormIsThatOfTheResidual"),
                faults(
                        "does not scale its residual",
                        new FaultyFeedback(FaultyFeedback.Fault.DOES_NOT_SCALE),
                        Set.of(Claim.FORGETS_NOTHING),
                        "aResidualIsHalvedAndCleared"),
                faults(
                        "allocates before it checks a length",
                        new Unregistered(new Unregistered.Format() {
                            private float[] memory = {};

                            @Override
                            public void validate(Body body) {
                                if (body.length() != Float.BYTES + body.elements()) {
                                    memory = new float[(1 << 23) + memory.length % 2];
                                }
                                super.validate(body);
                            }
                        }),
                        "damageIsRefusedOrHarmless"));
    }

    private static Arguments faults(String fault, Compressor compressor, String... laws) {
        return faults(fault, compressor, Set.of(), laws);
    }

    private static Arguments faults(String fault, Compressor compressor, Set<Claim> traits, String... laws) {
        return arguments(fault, new Subject(compressor, traits), new TreeSet<>(Set.of(laws)));
    }

    private static List<Verdict> check(Subject subject) {
        return Laws.of(subject).withTries(TRIES).check();
    }

    /** Without the law on allocation: in this JVM its verdict depends on what HotSpot has compiled for other tests. */
    private static Set<String> failed(List<Verdict> verdicts) {
        return verdicts.stream()
                .filter(Verdict::isFailed)
                .map(verdict -> verdict.law().name())
                .filter(law -> !law.equals(ALLOCATION))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Verdict> failures(List<Verdict> verdicts) {
        return verdicts.stream().filter(Verdict::isFailed).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void theLawsForItFailAndNoOthers(String fault, Subject subject, Set<String> expected) {
        List<Verdict> verdicts = check(subject);
        Set<String> others = new TreeSet<>(expected);
        others.remove(ALLOCATION);
        assertThat(failed(verdicts)).as("%s: %s", fault, failures(verdicts)).isEqualTo(others);
        if (expected.contains(ALLOCATION)) {
            assertThat(failures(verdicts))
                    .extracting(verdict -> verdict.law().name())
                    .contains(ALLOCATION);
        }
    }

    @Test
    void withoutAFaultNoLawFails() {
        for (Subject subject : List.of(
                new Subject(Faulty.values("correct", value -> value).promising(Guarantee.EXACT)),
                new Subject(new FaultyFeedback(FaultyFeedback.Fault.NONE), Claim.FORGETS_NOTHING),
                new Subject(Unregistered.correct()))) {
            List<Verdict> verdicts = check(subject);
            assertThat(failed(verdicts)).as("%s", failures(verdicts)).isEmpty();
        }
    }

    /** A format that rejects its own messages would pass every law on damage; it fails all laws that apply. */
    @Test
    void anIntactMessageIsReadBeforeAnythingElse() {
        List<Verdict> verdicts = Laws.of(new Unregistered(new Unregistered.Format() {
                    @Override
                    public void validate(Body body) {
                        throw body.malformed(0, "no");
                    }
                }))
                .withTries(1)
                .check();
        assertThat(verdicts)
                .filteredOn(each -> each.outcome() != Verdict.Outcome.NOT_APPLICABLE)
                .hasSizeGreaterThan(15)
                .allSatisfy(verdict -> {
                    assertThat(verdict.isFailed()).isTrue();
                    assertThat(verdict.toString()).contains("an intact message is not read");
                });
    }

    @Test
    void aCounterExampleIsSmallAndTheSameAgain() {
        UnaryOperator<Laws> some =
                laws -> laws.only("theNegativeGivesTheNegative").withTries(500).withSeed(3);
        Subject subject = new Subject(Faulty.values("absolute", Math::abs), Claim.ODD);
        Verdict verdict = some.apply(Laws.of(subject)).check().get(0);
        CounterExample example = verdict.counterExample().orElseThrow();
        assertThat(example.tensor().orElseThrow().size()).isEqualTo(1);
        assertThat(verdict.toString()).contains("FAILED  SymmetryLaws.theNegativeGivesTheNegative", "values [");
        Verdict again = some.apply(Laws.of(subject)).check().get(0);
        assertThat(again.tries()).isEqualTo(verdict.tries());
        assertThat(again.counterExample().orElseThrow().tensor()).isEqualTo(example.tensor());
    }
}
