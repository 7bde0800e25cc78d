package org.tersegrad.compressors;

import java.util.List;
import org.tersegrad.compressors.laws.AllCompressors;
import org.tersegrad.compressors.laws.HugeValueLaws;
import org.tersegrad.compressors.laws.Subject;

class AllCompressorsHugeValueTest extends HugeValueLaws {
    @Override
    protected List<Subject> subjects() {
        return AllCompressors.ALL;
    }
}
