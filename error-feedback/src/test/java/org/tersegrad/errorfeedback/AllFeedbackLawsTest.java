package org.tersegrad.errorfeedback;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.tersegrad.compressors.laws.CompressorLaws;
import org.tersegrad.compressors.laws.Subject;
import org.tersegrad.compressors.laws.Tensor;

class AllFeedbackLawsTest extends CompressorLaws {
    @Override
    protected List<Subject> subjects() {
        return AllFeedback.ALL;
    }

    @Override
    protected Set<Tensor.Kind> kinds() {
        return EnumSet.complementOf(EnumSet.of(Tensor.Kind.HUGE));
    }
}
