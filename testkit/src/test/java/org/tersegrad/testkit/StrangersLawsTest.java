package org.tersegrad.compressors;

import java.util.List;
import org.tersegrad.compressors.laws.CompressorLaws;
import org.tersegrad.compressors.laws.Subject;

/** A stranger's compressor with a body of its own keeps the laws of ours. */
class StrangersLawsTest extends CompressorLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(new Subject(new ByteSteps()));
    }
}
