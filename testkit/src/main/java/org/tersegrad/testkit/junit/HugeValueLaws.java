package org.tersegrad.testkit.junit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Subject;

/** Laws of huge values: every finite gradient is accepted and does no lasting harm. */
public abstract class HugeValueLaws {
    /** The compressors under test. */
    protected abstract List<Subject> subjects();

    @TestFactory
    Stream<DynamicTest> everyFiniteGradientIsTakenAndDoesNoLastingHarm() {
        return subjects().stream()
                .map(subject -> DynamicTest.dynamicTest(
                        subject.toString(),
                        () -> Laws.require("everyFiniteGradientIsTakenAndDoesNoLastingHarm", subject, 1)));
    }
}
