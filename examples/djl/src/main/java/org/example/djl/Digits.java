package org.example.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.dataset.ArrayDataset;
import java.nio.file.Path;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.data.LabelledVectors;

/** Handwritten digits as data of DJL. */
final class Digits {
    static final int BATCH = 32;

    private static final LabelledVectors DATA = (LabelledVectors) DataSets.load("digits", Path.of("."));

    private Digits() {}

    static int classes() {
        return DATA.classes();
    }

    /** The shape of one image, as a batch. */
    static Shape input() {
        return new Shape(1, DATA.length());
    }

    /** Every n-th example, without a last, smaller batch: all workers make the same number of steps. */
    static ArrayDataset share(NDManager manager, int rank, int workers) {
        int count = DATA.training().size() / workers;
        float[] values = new float[count * DATA.length()];
        float[] labels = new float[count];
        for (int i = 0; i < count; i++) {
            int example = i * workers + rank;
            System.arraycopy(
                    DATA.training().values(), example * DATA.length(), values, i * DATA.length(), DATA.length());
            labels[i] = DATA.training().labels()[example];
        }
        return new ArrayDataset.Builder()
                .setData(manager.create(values, new Shape(count, DATA.length())))
                .optLabels(manager.create(labels))
                .setSampling(BATCH, true, true)
                .build();
    }

    static NDArray testImages(NDManager manager) {
        return manager.create(DATA.test().values(), new Shape(DATA.test().size(), DATA.length()));
    }

    /** The share of test images whose class was found, in per cent. */
    static double right(long[] found) {
        int right = 0;
        for (int i = 0; i < found.length; i++) {
            right += found[i] == DATA.test().labels()[i] ? 1 : 0;
        }
        return 100.0 * right / found.length;
    }
}
