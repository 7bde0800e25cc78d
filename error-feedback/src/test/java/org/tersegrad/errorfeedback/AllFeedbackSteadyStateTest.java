package org.tersegrad.errorfeedback;

import java.util.List;
import org.junit.jupiter.api.Order;
import org.tersegrad.compressors.laws.SteadyStateLaws;
import org.tersegrad.compressors.laws.Subject;

@Order(1)
class AllFeedbackSteadyStateTest extends SteadyStateLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }
}
