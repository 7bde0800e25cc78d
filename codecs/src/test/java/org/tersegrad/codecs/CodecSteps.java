package org.tersegrad.codecs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Encoding and decoding with every codec, for the tests of what they allocate. */
public final class CodecSteps implements Supplier<Map<String, Runnable>> {
    @Override
    public Map<String, Runnable> get() {
        Map<String, Runnable> steps = new LinkedHashMap<>();
        for (int count : new int[] {100, 1500}) {
            for (SequenceCodec codec : SequenceCodec.all()) {
                int[] values = codec.sample(5, count);
                byte[] out = new byte[codec.maxBytes(count)];
                int length = codec.encode(values, 0, count, out, 0);
                steps.put(codec + " of " + count + " values", () -> {
                    codec.encode(values, 0, count, out, 0);
                    codec.decode(out, 0, length, values, 0, count);
                });
            }
        }
        return steps;
    }
}
