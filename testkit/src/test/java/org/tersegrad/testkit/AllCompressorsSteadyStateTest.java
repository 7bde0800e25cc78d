package org.tersegrad.testkit;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.tersegrad.testkit.junit.SteadyStateLaws;

/** All compressors, all laws of their kind. */
@Tag("slow")
class AllCompressorsSteadyStateTest extends SteadyStateLaws {
    @Override
    protected List<Subject> subjects() {
        return BuiltInCompressors.ALL;
    }
}
