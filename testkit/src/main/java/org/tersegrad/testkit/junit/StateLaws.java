package org.tersegrad.testkit.junit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Subject;

/** Laws of saved states: a damaged one throws and changes nothing, or the encoder works. */
public abstract class StateLaws {
    /** The compressors under test. */
    protected abstract List<Subject> subjects();

    /** Damaged states for each subject. */
    protected int states() {
        return 3000;
    }

    @TestFactory
    Stream<DynamicTest> aDamagedStateIsRefusedWithoutATraceOrTheEncoderWorks() {
        return subjects().stream()
                .map(subject -> DynamicTest.dynamicTest(
                        subject.toString(),
                        () -> Laws.require("aDamagedStateIsRefusedWithoutATraceOrTheEncoderWorks", subject, states())));
    }
}
