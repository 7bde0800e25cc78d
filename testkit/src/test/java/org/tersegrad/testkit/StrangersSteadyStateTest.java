package org.tersegrad.testkit;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.tersegrad.compressors.wrappers.Chunked;
import org.tersegrad.testkit.junit.SteadyStateLaws;

/** Another author's compressor with a custom format allocates nothing per step, in a new JVM. */
@Tag("slow")
class StrangersSteadyStateTest extends SteadyStateLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(new Subject(Unregistered.correct()), new Subject(new Chunked(Unregistered.correct(), 300)));
    }
}
