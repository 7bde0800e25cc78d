package org.tersegrad.errorfeedback;

import java.util.List;
import org.tersegrad.testkit.Subject;
import org.tersegrad.testkit.junit.StateLaws;

class AllFeedbackStateTest extends StateLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }
}
