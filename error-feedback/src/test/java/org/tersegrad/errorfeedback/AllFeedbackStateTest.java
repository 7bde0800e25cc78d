package org.tersegrad.errorfeedback;

import java.util.List;
import org.tersegrad.compressors.laws.StateLaws;
import org.tersegrad.compressors.laws.Subject;

class AllFeedbackStateTest extends StateLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }
}
