package org.tersegrad.contrib.feedback;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.wrappers.Chunked;
import org.tersegrad.testkit.BuiltInCompressors;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.HugeValueLaws;

/** {@link EControl} over every compressor: sums overflow in many ways. */
@Tag("any-jdk")
class EControlHugeValueTest extends HugeValueLaws {
    @Override
    protected List<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>(EControlSubjects.ALL);
        for (Subject each : BuiltInCompressors.ALL) {
            Compressor inner = each.compressor();
            if (inner.traits(Traits.ANY_SHAPE).errorFeedbackRefusal().isPresent()) {
                continue;
            }
            subjects.add(new Subject(EControl.over(inner)));
            if (!(inner instanceof Chunked)) {
                subjects.add(new Subject(new Chunked(EControl.over(inner).withEta(1f), 100)));
            }
        }
        return subjects;
    }
}
