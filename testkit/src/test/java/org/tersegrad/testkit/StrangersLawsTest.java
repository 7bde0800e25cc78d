package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.compressors.wrappers.Chunked;
import org.tersegrad.testkit.junit.CompressorLaws;

/** Another author's compressor, with a format that is not registered, keeps the laws of ours. */
class StrangersLawsTest extends CompressorLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(new Subject(Unregistered.correct()), new Subject(new Chunked(Unregistered.correct(), 300)));
    }
}
