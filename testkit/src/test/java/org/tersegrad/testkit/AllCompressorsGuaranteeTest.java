package org.tersegrad.testkit;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Shape;
import org.tersegrad.testkit.junit.GuaranteeLaws;

/**
 * All compressors, all laws of their kind; but for one with an omega of 99, which sends a single large element in one step of a
 * hundred: statistics of so few events say nothing. The same scheme with a smaller omega is among the subjects.
 */
@Tag("any-jdk")
class AllCompressorsGuaranteeTest extends GuaranteeLaws {
    private static final Shape SHAPE = new Shape(20, 65);
    private static final double MOST_OMEGA = 50;

    @Override
    protected List<Subject> subjects() {
        return BuiltInCompressors.ALL.stream()
                .filter(subject ->
                        !(subject.compressor().traits(SHAPE).guarantee() instanceof Guarantee.Unbiased unbiased
                                && unbiased.omega() > MOST_OMEGA))
                .toList();
    }
}
