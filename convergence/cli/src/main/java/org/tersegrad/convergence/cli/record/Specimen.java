package org.tersegrad.convergence.cli.record;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.schemes.SampleGradient;
import org.tersegrad.convergence.corpus.Corpus;

/**
 * A gradient that all contestants get.
 *
 * @param name in tables
 * @param shape of the tensor
 * @param source of new arrays, all with the same values
 */
record Specimen(String name, Shape shape, Supplier<float[]> source) {
    /** Elements below which a message is mostly header. */
    private static final int LEAST = 1024;

    /** A new array. */
    float[] values() {
        return source.get();
    }

    /** The synthetic gradients, a Gaussian one first. */
    static List<Specimen> synthetic(Shape shape) {
        List<Specimen> all = new ArrayList<>();
        for (SampleGradient kind : SampleGradient.values()) {
            if (kind != SampleGradient.RECORDED) { // the corpus has recorded ones
                all.add(new Specimen(kind.label(), shape, () -> kind.floats(shape.size())));
            }
        }
        return all;
    }

    /**
     * The tensors of the first worker in a corpus that are not small and not all 0.
     *
     * @throws org.tersegrad.convergence.data.DataUnavailableException if it cannot be read
     */
    static List<Specimen> of(List<Corpus.Entry> corpus) {
        return corpus.stream()
                .filter(entry -> entry.worker() == 0 && entry.shape().size() >= LEAST)
                .filter(entry -> hasValue(entry.values()))
                .map(entry -> new Specimen(name(entry), entry.shape(), entry::values))
                .toList();
    }

    private static boolean hasValue(float[] values) {
        for (float value : values) {
            if (value != 0) {
                return true;
            }
        }
        return false;
    }

    private static String name(Corpus.Entry entry) {
        return entry.training() + " " + entry.kind() + " " + entry.step() + " " + entry.tensor();
    }

    /** A number that differs for other gradients. */
    static String digest(List<Specimen> gradients) {
        CRC32C crc = new CRC32C();
        for (Specimen each : gradients) {
            crc.update(each.name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            for (float value : each.values()) {
                int bits = Float.floatToIntBits(value);
                crc.update(bits);
                crc.update(bits >> 8);
                crc.update(bits >> 16);
                crc.update(bits >> 24);
            }
        }
        return String.format(java.util.Locale.ROOT, "%d gradients, crc32c %08x", gradients.size(), crc.getValue());
    }
}
