package org.tersegrad.compressors;

import java.util.List;
import org.tersegrad.compressors.laws.AllCompressors;
import org.tersegrad.compressors.laws.CompressorLaws;
import org.tersegrad.compressors.laws.Subject;

/** All compressors, all exact laws. */
class AllCompressorsTest extends CompressorLaws {
    @Override
    protected List<Subject> subjects() {
        return AllCompressors.ALL;
    }
}
