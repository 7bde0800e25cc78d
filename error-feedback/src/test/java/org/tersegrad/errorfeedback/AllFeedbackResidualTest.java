package org.tersegrad.errorfeedback;

import java.util.List;
import org.tersegrad.compressors.laws.ResidualLaws;
import org.tersegrad.compressors.laws.Subject;

class AllFeedbackResidualTest extends ResidualLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }
}
