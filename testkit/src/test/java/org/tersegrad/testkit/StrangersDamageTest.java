package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.compressors.wrappers.Chunked;
import org.tersegrad.testkit.junit.DamageLaws;

/** Damaged bodies of another author's format throw like ours, or do no harm; the format is not registered. */
class StrangersDamageTest extends DamageLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(new Subject(Unregistered.correct()), new Subject(new Chunked(Unregistered.correct(), 300)));
    }
}
