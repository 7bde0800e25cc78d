package org.tersegrad.errorfeedback;

import java.util.List;
import org.tersegrad.compressors.laws.SteadyStateLaws;
import org.tersegrad.compressors.laws.Subject;

class AllFeedbackSteadyStateTest extends SteadyStateLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }
}
