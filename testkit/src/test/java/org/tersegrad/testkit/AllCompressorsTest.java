package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.testkit.junit.CompressorLaws;

/** All compressors, all exact laws. */
class AllCompressorsTest extends CompressorLaws {
    @Override
    protected List<Subject> subjects() {
        return BuiltInCompressors.ALL;
    }
}
