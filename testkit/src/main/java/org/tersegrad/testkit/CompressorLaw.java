package org.tersegrad.testkit;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;

/** A law of compressors and how to check it. */
sealed interface CompressorLaw {
    /** All of them, kind by kind. */
    List<CompressorLaw> ALL = Stream.of(
                    ExactChecks.LAWS,
                    ResidualStepChecks.LAWS,
                    ResidualChecks.LAWS,
                    StateChecks.LAWS,
                    HugeValueChecks.LAWS,
                    GuaranteeChecks.LAWS,
                    SymmetryChecks.LAWS,
                    SteadyStateChecks.LAWS,
                    DamageChecks.LAWS)
            .flatMap(List::stream)
            .toList();

    /** Name and statement. */
    Law law();

    /** The subjects that it is about. */
    Scope scope();

    /** Subjects that a law is about. */
    enum Scope {
        /** All compressors. */
        ALL,
        /** Compressors that keep no residual. */
        WITHOUT_RESIDUAL,
        /** Compressors that keep a residual. */
        WITH_RESIDUAL,
        /** Compressors that promise to be unbiased. */
        UNBIASED,
        /** Subjects that claim the trait of the same name. */
        ODD,
        SCALES,
        PERMUTES,
        IDEMPOTENT,
        FORGETS_NOTHING;

        boolean includes(Subject subject) {
            return switch (this) {
                case ALL -> true;
                case WITHOUT_RESIDUAL -> !Promises.remembers(subject.compressor());
                case WITH_RESIDUAL -> Promises.remembers(subject.compressor());
                case UNBIASED -> GuaranteeChecks.isUnbiased(subject.compressor());
                case ODD, SCALES, PERMUTES, IDEMPOTENT, FORGETS_NOTHING -> subject.has(Claim.valueOf(name()));
            };
        }

        /** Whether a trait is missing without which the law says nothing. */
        boolean lacksClaim(Subject subject) {
            return compareTo(ODD) >= 0 && !includes(subject);
        }
    }

    /**
     * A law that is tried with one tensor after another.
     *
     * @param tensors to be tried
     * @param check throws if the law is violated
     */
    record OfTensors(Law law, Scope scope, Tensors tensors, BiConsumer<Subject, Tensor> check)
            implements CompressorLaw {}

    /**
     * A law with cases of another kind, such as damaged messages.
     *
     * @param casesPerTry cases in place of one tensor; 0 if their number is fixed
     * @param check throws if the law is violated; takes the number of cases
     */
    record OfCases(Law law, Scope scope, int casesPerTry, ObjIntConsumer<Subject> check) implements CompressorLaw {
        int cases(int tries) {
            return Math.max(1, casesPerTry * tries);
        }
    }

    /** The law of that name. */
    static CompressorLaw named(String name) {
        return ALL.stream()
                .filter(each -> each.law().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no law of compressors is called " + name));
    }
}
