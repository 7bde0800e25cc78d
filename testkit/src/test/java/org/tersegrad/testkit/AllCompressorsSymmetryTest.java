package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.testkit.junit.SymmetryLaws;

/** All compressors, all laws of their kind. */
class AllCompressorsSymmetryTest extends SymmetryLaws {
    @Override
    protected List<Subject> subjects() {
        return BuiltInCompressors.ALL;
    }
}
