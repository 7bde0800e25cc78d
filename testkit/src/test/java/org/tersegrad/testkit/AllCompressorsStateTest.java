package org.tersegrad.compressors;

import java.util.List;
import org.tersegrad.compressors.laws.AllCompressors;
import org.tersegrad.compressors.laws.StateLaws;
import org.tersegrad.compressors.laws.Subject;

class AllCompressorsStateTest extends StateLaws {
    @Override
    protected List<Subject> subjects() {
        return AllCompressors.ALL;
    }
}
