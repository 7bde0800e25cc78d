package org.tersegrad.testkit.junit;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.tersegrad.testkit.SteadyState;
import org.tersegrad.testkit.Subject;

/** Laws of a long training: nothing is allocated per step, and threads change nothing. */
public abstract class SteadyStateLaws implements Supplier<Map<String, Runnable>> {
    /** The compressors under test. */
    protected abstract List<Subject> subjects();

    /** A few orders in which the steps of all subjects are compiled, each in a new JVM. */
    @TestFactory
    Stream<DynamicTest> nothingIsAllocatedPerStep() {
        return SteadyState.orders().stream()
                .map(order -> DynamicTest.dynamicTest(
                        "order " + order, () -> SteadyState.requireNoAllocation(getClass(), order)));
    }

    /** A step of every subject, by name, for the JVM that measures them. */
    @Override
    public final Map<String, Runnable> get() {
        return SteadyState.steps(subjects());
    }

    /** Encoders of different tensors work at the same time. */
    @Test
    void threadsChangeNothing() {
        SteadyState.requireThreadsChangeNothing(subjects());
    }
}
