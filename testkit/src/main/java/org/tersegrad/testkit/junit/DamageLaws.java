package org.tersegrad.testkit.junit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.testkit.Laws;
import org.tersegrad.testkit.Subject;

/** Laws of damaged messages: one throws, or does no harm; intact ones are read. */
public abstract class DamageLaws {
    /** The compressors under test. */
    protected abstract List<Subject> subjects();

    /** Damaged messages for each subject. */
    protected int messages() {
        return 30_000;
    }

    @TestFactory
    Stream<DynamicTest> damageIsRefusedOrHarmless() {
        return subjects().stream()
                .map(subject -> DynamicTest.dynamicTest(
                        subject.toString(), () -> Laws.require("damageIsRefusedOrHarmless", subject, messages())));
    }
}
