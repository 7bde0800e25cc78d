package org.tersegrad.testkit;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.tersegrad.testkit.junit.GuaranteeLaws;

/** All compressors, all laws of their kind. */
@Tag("any-jdk")
class AllCompressorsGuaranteeTest extends GuaranteeLaws {
    @Override
    protected List<Subject> subjects() {
        return BuiltInCompressors.ALL;
    }
}
