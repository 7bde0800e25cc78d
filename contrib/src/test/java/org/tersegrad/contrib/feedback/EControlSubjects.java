package org.tersegrad.contrib.feedback;

import static org.tersegrad.testkit.Claim.FORGETS_NOTHING;

import java.util.List;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.testkit.Subject;

/** {@link EControl} over compressors that differ in their use of a memory. */
final class EControlSubjects {
    private EControlSubjects() {}

    static final List<Subject> ALL = List.of(
            new Subject(EControl.over(TopK.fraction(0.1)), FORGETS_NOTHING),
            new Subject(EControl.over(BlockInteger.int8()).withEta(1f), FORGETS_NOTHING));
}
