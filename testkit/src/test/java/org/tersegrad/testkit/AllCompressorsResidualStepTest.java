package org.tersegrad.compressors;

import java.util.List;
import org.tersegrad.compressors.laws.AllCompressors;
import org.tersegrad.compressors.laws.MemoryLaws;
import org.tersegrad.compressors.laws.Subject;

class AllCompressorsMemoryTest extends MemoryLaws {
    @Override
    protected List<Subject> subjects() {
        return AllCompressors.ALL;
    }
}
