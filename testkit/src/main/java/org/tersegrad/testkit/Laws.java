package org.tersegrad.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.reducers.Reducer;

/**
 * The laws of one subject: a compressor, a reducer, a kind of group or of membership. Checking them gives a verdict for each.
 *
 * <pre>{@code
 * List<Verdict> verdicts = Laws.of(TopK.fraction(0.1)).withTries(200).check();
 * }</pre>
 *
 * <p>Cases are generated from a seed, so the same call gives the same verdicts. The one law that depends on the JVM,
 * {@code nothingIsAllocatedPerStep}, is measured here in this JVM, after a warm-up; {@code SteadyStateLaws} of
 * {@link org.tersegrad.testkit.junit} measures in a JVM of known history.
 */
public final class Laws {
    /** Tensors that each law is tried with, unless {@link #withTries} changes it. */
    public static final int TRIES = 1000;

    private static final int MOST_SIMPLIFICATIONS = 300;

    private final List<Checkable> laws;
    private final long seed;
    private final int tries;
    private final int simplifications;

    /** A law together with its subject. */
    private interface Checkable {
        Law law();

        Verdict check(long seed, int tries, int simplifications);
    }

    private Laws(List<Checkable> laws, long seed, int tries, int simplifications) {
        this.laws = List.copyOf(laws);
        this.seed = seed;
        this.tries = tries;
        this.simplifications = simplifications;
    }

    private static Laws of(List<Checkable> laws) {
        return new Laws(laws, 1, TRIES, MOST_SIMPLIFICATIONS);
    }

    /** The laws of a compressor that claims no traits. */
    public static Laws of(Compressor compressor) {
        return of(new Subject(compressor));
    }

    /** The laws of a compressor, those of the traits that it claims among them. */
    public static Laws of(Subject subject) {
        List<Checkable> laws = new ArrayList<>();
        for (CompressorLaw each : CompressorLaw.ALL) {
            laws.add(new Checkable() {
                @Override
                public Law law() {
                    return each.law();
                }

                @Override
                public Verdict check(long seed, int tries, int simplifications) {
                    return verdict(each, subject, seed, tries, simplifications);
                }
            });
        }
        return of(laws);
    }

    /** The laws of a reducer, in groups of threads. */
    public static Laws of(Reducer reducer) {
        return of(ReducerSubject.of(reducer));
    }

    /** The laws of a reducer. */
    public static Laws of(ReducerSubject subject) {
        return of(ReducerChecks.LAWS.stream()
                .map(law -> of(law.law(), subject, () -> law.check(subject)))
                .toList());
    }

    /**
     * The laws of a kind of group.
     *
     * @param name of that kind, for the verdicts
     */
    public static Laws of(String name, GroupRunner runner) {
        return of(CollectiveChecks.LAWS.stream()
                .map(law -> of(law.law(), name, () -> law.check(runner)))
                .toList());
    }

    /**
     * The laws of a kind of membership.
     *
     * @param name of that kind, for the verdicts
     */
    public static Laws ofMemberships(String name, MembershipMaker maker) {
        return of(MembershipChecks.LAWS.stream()
                .map(law -> of(law.law(), name, () -> law.check(maker)))
                .toList());
    }

    private static Checkable of(Law law, Object subject, Require.Action check) {
        return new Checkable() {
            @Override
            public Law law() {
                return law;
            }

            @Override
            public Verdict check(long seed, int tries, int simplifications) {
                return failure(check)
                        .map(cause -> Verdict.failed(law, subject, 1, new CounterExample(Optional.empty(), cause)))
                        .orElseGet(() -> Verdict.passed(law, subject, 1));
            }
        };
    }

    /** The same with cases generated from another seed than 1. */
    public Laws withSeed(long seed) {
        return new Laws(laws, seed, tries, simplifications);
    }

    /** The same with this many tensors for each law, and damaged messages and states in proportion. */
    public Laws withTries(int tries) {
        if (tries < 1) {
            throw new IllegalArgumentException("a law is tried at least once, not " + tries + " times");
        }
        return new Laws(laws, seed, tries, simplifications);
    }

    /** The same with at most this many simpler tensors tried after a failure, for subjects that are slow to fail. */
    public Laws withSimplifications(int most) {
        return new Laws(laws, seed, tries, most);
    }

    /**
     * Some of these laws.
     *
     * @param names of laws or of kinds, such as {@code whatIsWrittenIsRead} or {@code SymmetryLaws}
     */
    public Laws only(String... names) {
        Set<String> known = Set.copyOf(laws.stream()
                .flatMap(each -> List.of(each.law().name(), each.law().kind()).stream())
                .toList());
        for (String name : names) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("there is no law or kind of laws called " + name);
            }
        }
        Set<String> wanted = Set.copyOf(Arrays.asList(names));
        List<Checkable> some = laws.stream()
                .filter(each -> wanted.contains(each.law().name())
                        || wanted.contains(each.law().kind()))
                .toList();
        return new Laws(some, seed, tries, simplifications);
    }

    /** Names and statements of these laws. */
    public List<Law> list() {
        return laws.stream().map(Checkable::law).toList();
    }

    /** Checks all of them. A law that fails does not keep others from being checked. */
    public List<Verdict> check() {
        return laws.stream()
                .map(each -> each.check(seed, tries, simplifications))
                .toList();
    }

    /** Whether a law of compressors is about this subject. */
    public static boolean applies(String law, Subject subject) {
        return CompressorLaw.named(law).scope().includes(subject);
    }

    /**
     * Checks a law of compressors for one tensor. For test frameworks that generate tensors; does nothing if the law is about a trait
     * that the subject does not claim.
     *
     * @throws AssertionError if it is violated
     */
    public static void require(String law, Subject subject, Tensor tensor) {
        CompressorLaw.OfTensors named = (CompressorLaw.OfTensors) CompressorLaw.named(law);
        if (!named.scope().lacksClaim(subject)) {
            Messages.requireIntactIsRead(subject);
            named.check().accept(subject, tensor);
        }
    }

    /**
     * Checks a law of compressors that is not tried tensor by tensor.
     *
     * @param cases damaged messages or states; ignored where their number is fixed
     * @throws AssertionError if it is violated
     */
    public static void require(String law, Subject subject, int cases) {
        CompressorLaw.OfCases named = (CompressorLaw.OfCases) CompressorLaw.named(law);
        Messages.requireIntactIsRead(subject);
        named.check().accept(subject, cases);
    }

    /**
     * Checks a law of reducers.
     *
     * @throws AssertionError if it is violated
     */
    public static void require(String law, ReducerSubject subject) throws Exception {
        ReducerChecks.named(law).check(subject);
    }

    /**
     * Checks a law of groups.
     *
     * @throws AssertionError if it is violated
     */
    public static void require(String law, GroupRunner runner) throws Exception {
        CollectiveChecks.named(law).check(runner);
    }

    /**
     * Checks a law of memberships.
     *
     * @throws AssertionError if it is violated
     */
    public static void requireOfMemberships(String law, MembershipMaker maker) throws Exception {
        MembershipChecks.named(law).check(maker);
    }

    private static Verdict verdict(CompressorLaw law, Subject subject, long seed, int tries, int simplifications) {
        boolean[] applies = new boolean[1];
        Optional<Throwable> unread = failure(() -> {
            applies[0] = law.scope().includes(subject);
            if (applies[0]) {
                Messages.requireIntactIsRead(subject);
            }
        });
        if (unread.isEmpty() && !applies[0]) {
            return Verdict.notApplicable(law.law(), subject);
        }
        if (unread.isPresent()) {
            return Verdict.failed(law.law(), subject, 0, new CounterExample(Optional.empty(), unread.get()));
        }
        if (law instanceof CompressorLaw.OfTensors ofTensors) {
            return verdict(ofTensors, subject, seed, tries, simplifications);
        }
        CompressorLaw.OfCases ofCases = (CompressorLaw.OfCases) law;
        int cases = ofCases.cases(tries);
        return failure(() -> ofCases.check().accept(subject, cases))
                .map(cause -> Verdict.failed(law.law(), subject, cases, new CounterExample(Optional.empty(), cause)))
                .orElseGet(() -> Verdict.passed(law.law(), subject, cases));
    }

    private static Verdict verdict(
            CompressorLaw.OfTensors law, Subject subject, long seed, int tries, int simplifications) {
        for (int i = 0; i < tries; i++) {
            Tensor tensor = law.tensors().draw(seed, i);
            Optional<Throwable> failure = failure(() -> law.check().accept(subject, tensor));
            if (failure.isPresent()) {
                return Verdict.failed(
                        law.law(), subject, i + 1, smallest(law, subject, tensor, failure.get(), simplifications));
            }
        }
        return Verdict.passed(law.law(), subject, tries);
    }

    /** Simplifies a failing tensor as long as a simpler one fails too. */
    private static CounterExample smallest(
            CompressorLaw.OfTensors law, Subject subject, Tensor failing, Throwable cause, int most) {
        CounterExample smallest = new CounterExample(Optional.of(failing), cause);
        int left = most;
        for (boolean simplified = true; simplified && left > 0; ) {
            simplified = false;
            for (Tensor simpler : law.tensors().simpler(smallest.tensor().orElseThrow())) {
                Optional<Throwable> failure = failure(() -> law.check().accept(subject, simpler));
                left--;
                if (failure.isPresent()) {
                    smallest = new CounterExample(Optional.of(simpler), failure.get());
                    simplified = true;
                    break;
                }
            }
        }
        return smallest;
    }

    /** The exception of a check, if any: a subject that throws fails the law and not the program that checks it. */
    private static Optional<Throwable> failure(Require.Action check) {
        try {
            check.run();
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(e);
        } catch (Exception | AssertionError | StackOverflowError | LinkageError e) {
            return Optional.of(e);
        }
    }
}
