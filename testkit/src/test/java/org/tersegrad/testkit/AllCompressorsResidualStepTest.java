package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.testkit.junit.ResidualStepLaws;

class AllCompressorsResidualStepTest extends ResidualStepLaws {
    @Override
    protected List<Subject> subjects() {
        return BuiltInCompressors.ALL;
    }
}
