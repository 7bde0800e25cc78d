package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.testkit.junit.HugeValueLaws;

class AllCompressorsHugeValueTest extends HugeValueLaws {
    @Override
    protected List<Subject> subjects() {
        return BuiltInCompressors.ALL;
    }
}
