package org.tersegrad.contrib.feedback;

import java.util.List;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.ResidualLaws;

class EControlResidualTest extends ResidualLaws {
    @Override
    protected List<Subject> subjects() {
        return EControlSubjects.ALL;
    }
}
