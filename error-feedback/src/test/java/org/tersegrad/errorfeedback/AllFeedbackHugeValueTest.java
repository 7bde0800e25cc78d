package org.tersegrad.errorfeedback;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Traits;
import org.tersegrad.compressors.wrappers.Chunked;
import org.tersegrad.testkit.BuiltInCompressors;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.HugeValueLaws;

/** Every kind of feedback over every compressor: sums overflow in many ways. */
@Tag("any-jdk")
class AllFeedbackHugeValueTest extends HugeValueLaws {
    @Override
    protected List<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>(AllFeedback.ALL);
        for (Subject each : BuiltInCompressors.ALL) {
            Compressor inner = each.compressor();
            if (inner.traits(Traits.ANY_SHAPE).errorFeedbackRefusal().isPresent()) {
                continue;
            }
            subjects.add(new Subject(EfBv.ef21(inner)));
            subjects.add(new Subject(EfBv.ef21(inner).withMomentum(0.1f)));
            subjects.add(new Subject(ErrorFeedback.over(inner)));
            subjects.add(new Subject(MomentumCorrection.over(inner)));
            if (!(inner instanceof Chunked)) {
                subjects.add(new Subject(new Chunked(ErrorFeedback.over(inner), 5)));
            }
        }
        return subjects;
    }
}
