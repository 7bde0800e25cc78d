package org.tersegrad.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;

/** A vector and its class. */
@SuppressWarnings("ArrayRecordComponent") // data, never compared
record LabelledRow(float[] features, int label) implements Serializable {
    static final int FEATURES = 12;
    static final int CLASSES = 8;

    /** Rows around a centre for each class. */
    static List<LabelledRow> some(int count) {
        List<LabelledRow> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int label = i % CLASSES;
            float[] features = CounterRandom.gaussians(FEATURES, 100 + label);
            float[] noise = CounterRandom.gaussians(FEATURES, 1000 + i);
            for (int j = 0; j < FEATURES; j++) {
                features[j] += 0.3f * noise[j];
            }
            rows.add(new LabelledRow(features, label));
        }
        return rows;
    }
}
