package org.tersegrad.errorfeedback;

import java.util.List;
import org.tersegrad.compressors.laws.CompressorLaws;
import org.tersegrad.compressors.laws.Subject;

class AllFeedbackLawsTest extends CompressorLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }
}
