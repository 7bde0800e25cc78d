package org.tersegrad.compressors;

import java.util.List;
import org.tersegrad.compressors.laws.DamageLaws;
import org.tersegrad.compressors.laws.Subject;

/** Damaged bodies of a stranger's format are refused like ours, or do no harm. */
class StrangersDamageTest extends DamageLaws {
    @Override
    protected List<Subject> subjects() {
        return List.of(new Subject(new ByteSteps()));
    }
}
