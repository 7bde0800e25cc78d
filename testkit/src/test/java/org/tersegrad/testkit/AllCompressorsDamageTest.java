package org.tersegrad.compressors;

import java.util.List;
import org.tersegrad.compressors.laws.AllCompressors;
import org.tersegrad.compressors.laws.DamageLaws;
import org.tersegrad.compressors.laws.Subject;
import org.tersegrad.compressors.laws.Volume;

/** Every scheme of the wire format, with 100,000 damaged messages each. */
class AllCompressorsDamageTest extends DamageLaws {
    @Override
    protected List<Subject> subjects() {
        return AllCompressors.ONE_OF_EACH_SCHEME;
    }

    @Override
    protected int messages() {
        return Volume.of(100_000);
    }
}
