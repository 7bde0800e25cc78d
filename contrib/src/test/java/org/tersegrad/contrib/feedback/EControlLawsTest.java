package org.tersegrad.contrib.feedback;

import java.util.List;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.CompressorLaws;

class EControlLawsTest extends CompressorLaws {
    @Override
    protected List<Subject> subjects() {
        return EControlSubjects.ALL;
    }
}
