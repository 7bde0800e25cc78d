package org.tersegrad.testkit.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tersegrad.compressors.Shape;
import org.tersegrad.testkit.Claim;
import org.tersegrad.testkit.CounterExample;
import org.tersegrad.testkit.Law;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.Tensor;
import org.tersegrad.testkit.Verdict;
import org.tersegrad.testkit.process.Contestant.RejectedException;
import org.tersegrad.testkit.process.ProcessCompressor.Step;

/**
 * The laws of a compressor in another process: those of {@link Laws} that are about the process rather than about what surrounds it
 * here, and two of its own.
 */
public final class ProcessLaws {
    private static final String KIND = "ProcessLaws";

    /** Laws and kinds of laws about memory, threads, other kinds of slices and state headers, all of which are ours. */
    static final Set<String> OURS = Set.of(
            "SteadyStateLaws",
            "StateLaws",
            "ResidualLaws",
            "addingTogetherIsAddingOneAfterTheOther",
            "aGradientOfAnyKindGivesThePayloadsOfTheSameFloats",
            "whatIsRefusedInAnArrayIsRefusedInAnyKind",
            "addingToAnyKindIsAddingToFloatsAndRounding",
            "whatIsRefusedLeavesNoTrace",
            "aStateThatIsDamagedOrOfAnotherShapeIsRefused",
            "aPayloadWithoutRoomIsRefused",
            "whatIsRefusedIsNotRemembered",
            "aGradientOfAnyKindIsRememberedAsTheSameFloats");

    private static final Law SAME_BYTES = new Law(
            KIND,
            "anotherProcessGoesOnWithTheSameBytes",
            "a new process that gets seed, step and state writes the same message, and decodes it to the same floats");
    private static final Law NOT_FINITE = new Law(
            KIND,
            "aGradientThatIsNotFiniteIsRejected",
            "a gradient with NaN or infinity is rejected, and the next gradient is taken as if nothing had happened");

    private static final List<Tensor> TENSORS = List.of(
            new Tensor(Tensor.Kind.GAUSSIAN, 1, 100, 1),
            new Tensor(Tensor.Kind.HEAVY_TAILED, 7, 33, 2),
            new Tensor(Tensor.Kind.TIES, 1, 512, 3));
    private static final long SEED = 31;

    /** A process that fails has to be started again for each. */
    private static final int MOST_SIMPLIFICATIONS = 50;

    private ProcessLaws() {}

    private interface Check {
        void run(Tensor tensor) throws RejectedException;
    }

    /**
     * Checks all of them.
     *
     * @param claims of the compressor, beside its guarantee
     * @param tries tensors for each law that is tried with tensors
     */
    public static List<Verdict> check(ProcessCompressor compressor, Set<Claim> claims, int tries) {
        Laws all = Laws.of(new Subject(compressor, claims));
        String[] theirs = all.list().stream()
                .filter(law -> !OURS.contains(law.name()) && !OURS.contains(law.kind()))
                .map(Law::name)
                .toArray(String[]::new);
        List<Verdict> verdicts = new ArrayList<>(all.only(theirs)
                .withTries(tries)
                .withSimplifications(MOST_SIMPLIFICATIONS)
                .check());
        verdicts.add(verdict(SAME_BYTES, compressor, tensor -> requireSameBytes(compressor, tensor)));
        verdicts.add(
                claims.contains(Claim.TAKES_ANYTHING)
                        ? new Verdict(
                                NOT_FINITE, compressor.toString(), Verdict.Outcome.NOT_APPLICABLE, 0, Optional.empty())
                        : verdict(NOT_FINITE, compressor, tensor -> requireRejection(compressor, tensor)));
        return verdicts;
    }

    private static Verdict verdict(Law law, ProcessCompressor compressor, Check check) {
        for (int i = 0; i < TENSORS.size(); i++) {
            try {
                check.run(TENSORS.get(i));
            } catch (RejectedException | RuntimeException | AssertionError e) {
                return new Verdict(
                        law,
                        compressor.toString(),
                        Verdict.Outcome.FAILED,
                        i + 1,
                        Optional.of(new CounterExample(Optional.of(TENSORS.get(i)), e)));
            }
        }
        return new Verdict(law, compressor.toString(), Verdict.Outcome.PASSED, TENSORS.size(), Optional.empty());
    }

    private static void requireSameBytes(ProcessCompressor one, Tensor tensor) throws RejectedException {
        Shape shape = tensor.shape();
        try (ProcessCompressor two = one.another()) {
            byte[] state = one.begin(shape, SEED, 0);
            require(Arrays.equals(state, two.begin(shape, SEED, 0)), "the states before the first step differ");
            for (int step = 0; step < 3; step++) {
                Step first = one.encode(shape, SEED, 0, step, state, tensor.values(), 0);
                Step second = two.encode(shape, SEED, 0, step, state, tensor.values(), 0);
                require(Arrays.equals(first.message(), second.message()), "the messages of step " + step + " differ");
                require(Arrays.equals(first.state(), second.state()), "the states after step " + step + " differ");
                byte[] message = first.message();
                require(
                        Arrays.equals(
                                one.decode(shape, message, 0, message.length),
                                two.decode(shape, message, 0, message.length)),
                        "the floats of step " + step + " differ");
                state = first.state();
            }
        }
    }

    private static void requireRejection(ProcessCompressor compressor, Tensor tensor) throws RejectedException {
        Shape shape = tensor.shape();
        byte[] state = compressor.begin(shape, SEED, 0);
        byte[] expected =
                compressor.encode(shape, SEED, 0, 0, state, tensor.values(), 0).message();
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
            float[] values = tensor.values();
            values[values.length / 2] = bad;
            try {
                byte[] message =
                        compressor.encode(shape, SEED, 0, 0, state, values, 0).message();
                throw new AssertionError("a gradient with " + bad + " is not rejected: "
                        + outcome(compressor.decode(shape, message, 0, message.length)));
            } catch (RejectedException e) {
                require(
                        Arrays.equals(
                                compressor
                                        .encode(shape, SEED, 0, 0, state, tensor.values(), 0)
                                        .message(),
                                expected),
                        "after a gradient with " + bad + " the next message is another one");
            }
        }
    }

    private static String outcome(float[] decoded) {
        int bad = 0;
        for (float each : decoded) {
            bad += Float.isFinite(each) ? 0 : 1;
        }
        return bad == 0
                ? "its message decodes to finite numbers, which hides it"
                : bad + " of " + decoded.length + " decoded elements are not finite";
    }

    private static void require(boolean good, String otherwise) {
        if (!good) {
            throw new AssertionError(otherwise);
        }
    }
}
