package org.tersegrad.compressors;

import java.util.List;
import org.junit.jupiter.api.Order;
import org.tersegrad.compressors.laws.AllCompressors;
import org.tersegrad.compressors.laws.SteadyStateLaws;
import org.tersegrad.compressors.laws.Subject;

/** All compressors, all laws of their kind. */
@Order(2) // before other tests have used the kernels in other ways
class AllCompressorsSteadyStateTest extends SteadyStateLaws {
    @Override
    protected List<Subject> subjects() {
        return AllCompressors.ALL;
    }
}
