package org.tersegrad.compressors;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.tersegrad.compressors.laws.AllCompressors;
import org.tersegrad.compressors.laws.GuaranteeLaws;
import org.tersegrad.compressors.laws.Subject;

/** All compressors, all laws of their kind. */
@Tag("any-jdk")
class AllCompressorsGuaranteeTest extends GuaranteeLaws {
    @Override
    protected List<Subject> subjects() {
        return AllCompressors.ALL;
    }
}
