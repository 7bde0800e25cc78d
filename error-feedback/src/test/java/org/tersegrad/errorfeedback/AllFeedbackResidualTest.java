package org.tersegrad.errorfeedback;

import java.util.List;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.ResidualLaws;

class AllFeedbackResidualTest extends ResidualLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }
}
