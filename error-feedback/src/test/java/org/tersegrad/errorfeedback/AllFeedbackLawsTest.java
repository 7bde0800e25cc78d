package org.tersegrad.errorfeedback;

import java.util.List;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.CompressorLaws;

class AllFeedbackLawsTest extends CompressorLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }
}
