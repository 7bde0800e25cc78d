package org.tersegrad.contrib.feedback;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.SteadyStateLaws;

@Tag("slow")
class EControlSteadyStateTest extends SteadyStateLaws {
    @Override
    protected List<Subject> subjects() {
        return EControlSubjects.ALL;
    }
}
