package org.tersegrad.errorfeedback;

import java.util.List;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.SteadyStateLaws;

class AllFeedbackSteadyStateTest extends SteadyStateLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }
}
