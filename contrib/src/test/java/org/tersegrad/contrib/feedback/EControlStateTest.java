package org.tersegrad.contrib.feedback;

import java.util.List;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.StateLaws;

class EControlStateTest extends StateLaws {
    @Override
    protected List<Subject> subjects() {
        return EControlSubjects.ALL;
    }
}
