package org.tersegrad.testkit;

import java.util.List;
import org.tersegrad.testkit.junit.DamageLaws;

/** Every scheme of the wire format, with 100,000 damaged messages each. */
class AllCompressorsDamageTest extends DamageLaws {
    @Override
    protected List<Subject> subjects() {
        return BuiltInCompressors.ONE_OF_EACH;
    }

    @Override
    protected int messages() {
        return 100_000 * Integer.getInteger("tersegrad.test.volume", 100) / 100;
    }
}
