package org.tersegrad.testkit.junit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Subject;

/** Laws of the guarantee that a compressor gives: mean, variance, contraction or the error of each element. */
public abstract class GuaranteeLaws {
    /** The compressors under test. */
    protected abstract List<Subject> subjects();

    @TestFactory
    Stream<DynamicTest> theGuaranteeHolds() {
        return subjects().stream()
                .map(subject -> DynamicTest.dynamicTest(
                        subject.toString(), () -> Laws.require("theGuaranteeHolds", subject, 1)));
    }

    @TestFactory
    Stream<DynamicTest> noGradientIsWorseThanPromised() {
        return subjects().stream()
                .map(subject -> DynamicTest.dynamicTest(
                        subject.toString(), () -> Laws.require("noGradientIsWorseThanPromised", subject, 1)));
    }

    @TestFactory
    Stream<DynamicTest> smallElementsBesideALargeOneHaveTheRightMean() {
        return subjects().stream()
                .filter(subject -> Laws.applies("smallElementsBesideALargeOneHaveTheRightMean", subject))
                .map(subject -> DynamicTest.dynamicTest(
                        subject.toString(),
                        () -> Laws.require("smallElementsBesideALargeOneHaveTheRightMean", subject, 1)));
    }
}
