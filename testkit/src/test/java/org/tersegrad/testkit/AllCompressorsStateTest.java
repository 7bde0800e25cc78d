package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.testkit.junit.StateLaws;

class AllCompressorsStateTest extends StateLaws {
    @Override
    protected List<Subject> subjects() {
        return BuiltInCompressors.ALL;
    }
}
