package org.tersegrad.testkit.process;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.testkit.Claim;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Verdict;

/** Processes with a fault each: the laws that find it, and the words that they find for it. */
@Tag("any-jdk")
class ProcessLawsTest {
    private static final int TRIES = 12;
    private static final Duration LONG = Duration.ofMinutes(2);

    private static ProcessCompressor peer(String fault, Duration limit) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return ProcessCompressor.start(
                List.of(
                        java,
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Peer.class.getName(),
                        fault),
                limit);
    }

    private static List<Verdict> failed(String fault) {
        try (ProcessCompressor peer = peer(fault, LONG)) {
            return ProcessLaws.check(peer, Set.of(), TRIES).stream()
                    .filter(Verdict::isFailed)
                    .toList();
        }
    }

    @Test
    void aProcessWithoutFaultPassesAllLaws() {
        try (ProcessCompressor peer = peer("none", LONG)) {
            List<Verdict> verdicts = ProcessLaws.check(peer, Set.of(Claim.ODD, Claim.IDEMPOTENT), TRIES);
            assertThat(verdicts).filteredOn(Verdict::isFailed).isEmpty();
            assertThat(verdicts)
                    .filteredOn(verdict -> verdict.outcome() == Verdict.Outcome.PASSED)
                    .hasSizeGreaterThan(12);
        }
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of(
                        "crash", "whatIsWrittenIsRead", "the process ended at encode with exit code 3: out of memory"),
                Arguments.of(
                        "trusts-indices", "damageIsRefusedOrHarmless", "the process ended at decode with exit code 4"),
                Arguments.of("short-reply", "whatIsWrittenIsRead", "decode: a reply of"),
                Arguments.of("too-long", "outputIsFiniteAndAsLongAsPromised", "encode: "),
                Arguments.of(
                        "takes-nan", "aGradientThatIsNotFiniteIsRejected", "1 of 100 decoded elements are not finite"),
                Arguments.of("random", "sameSeedSameBytesAtAnyOffsetAndNothingElseIsTouched", "the message"),
                Arguments.of(
                        "forgets-its-steps", "anotherProcessGoesOnWithTheSameBytes", "the states after step 0 differ"),
                Arguments.of("doubles", "theGuaranteeHolds", "the mean squared error is"),
                Arguments.of("too-much-promised", "theGuaranteeHolds", "promised is at most"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultIsFound(String fault, String law, String words) {
        assertThat(failed(fault)).anySatisfy(verdict -> {
            assertThat(verdict.law().name()).isEqualTo(law);
            assertThat(verdict.counterExample().orElseThrow().message()).contains(words);
        });
    }

    /** One that hangs costs three limits, and every law that asks it later fails at once. */
    @Test
    void aProcessThatHangsIsGivenUp() {
        try (ProcessCompressor peer = peer("hang", Duration.ofSeconds(5))) {
            List<Verdict> failed = ProcessLaws.check(peer, Set.of(), TRIES).stream()
                    .filter(Verdict::isFailed)
                    .toList();
            assertThat(failed.toString())
                    .contains("no reply to encode within 5000 ms")
                    .contains("is not asked any more: 3 replies did not come within 5000 ms");
        }
    }

    @Test
    void wordsOnStandardOutputAreNoReplies() {
        assertThatThrownBy(() -> peer("garbage", LONG))
                .isInstanceOf(ProcessFailure.class)
                .hasMessage(
                        "describe: it begins with \"loading \" in place of TgJudge1; only replies go to standard output");
    }

    @Test
    void aProgramThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> ProcessCompressor.start(List.of("no-such-program"), LONG))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no-such-program");
    }

    /** A law that is left out by a name that no longer exists would not be left out. */
    @Test
    void lawsThatAreLeftOutExist() {
        Set<String> names = new HashSet<>();
        Laws.of(TopK.fraction(0.1)).list().forEach(law -> {
            names.add(law.name());
            names.add(law.kind());
        });
        assertThat(ProcessLaws.OURS.stream()
                        .filter(name -> !names.contains(name))
                        .collect(toSet()))
                .isEmpty();
    }
}
