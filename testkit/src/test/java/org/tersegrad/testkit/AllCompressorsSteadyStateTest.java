package org.tersegrad.compressors;

import java.util.List;
import org.tersegrad.compressors.laws.AllCompressors;
import org.tersegrad.compressors.laws.SteadyStateLaws;
import org.tersegrad.compressors.laws.Subject;

/** All compressors, all laws of their kind. */
class AllCompressorsSteadyStateTest extends SteadyStateLaws {
    @Override
    protected List<Subject> subjects() {
        return AllCompressors.ALL;
    }
}
