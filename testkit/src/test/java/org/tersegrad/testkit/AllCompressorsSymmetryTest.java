package org.tersegrad.compressors;

import java.util.List;
import org.tersegrad.compressors.laws.AllCompressors;
import org.tersegrad.compressors.laws.Subject;
import org.tersegrad.compressors.laws.SymmetryLaws;

/** All compressors, all laws of their kind. */
class AllCompressorsSymmetryTest extends SymmetryLaws {
    @Override
    protected List<Subject> subjects() {
        return AllCompressors.ALL;
    }
}
