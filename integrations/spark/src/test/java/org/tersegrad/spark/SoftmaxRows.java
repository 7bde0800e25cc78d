package org.tersegrad.spark;

import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.model.NamedTensor;

/** Softmax regression, as a user would write it. */
class SoftmaxRows implements RowModel<LabelledRow> {
    private static final long serialVersionUID = 1L;
    static final int WEIGHTS = LabelledRow.CLASSES * LabelledRow.FEATURES;

    @Override
    public List<NamedTensor> tensors() {
        return List.of(
                new NamedTensor("weights", new Shape(LabelledRow.CLASSES, LabelledRow.FEATURES)),
                new NamedTensor("bias", Shape.vector(LabelledRow.CLASSES)));
    }

    @Override
    public void initialize(Seed seed, float[] parameters) {
        float[] drawn = CounterRandom.gaussians(WEIGHTS, seed.value());
        for (int i = 0; i < WEIGHTS; i++) {
            parameters[i] = 0.1f * drawn[i];
        }
    }

    @Override
    public double gradient(float[] parameters, List<LabelledRow> rows, float[] gradient) {
        double loss = 0;
        for (LabelledRow row : rows) {
            double[] scores = new double[LabelledRow.CLASSES];
            double sum = 0;
            for (int c = 0; c < scores.length; c++) {
                double score = parameters[WEIGHTS + c];
                for (int j = 0; j < LabelledRow.FEATURES; j++) {
                    score += parameters[c * LabelledRow.FEATURES + j] * row.features()[j];
                }
                scores[c] = StrictMath.exp(score);
                sum += scores[c];
            }
            loss -= StrictMath.log(scores[row.label()] / sum) / rows.size();
            for (int c = 0; c < scores.length; c++) {
                double error = (scores[c] / sum - (c == row.label() ? 1 : 0)) / rows.size();
                gradient[WEIGHTS + c] += (float) error;
                for (int j = 0; j < LabelledRow.FEATURES; j++) {
                    gradient[c * LabelledRow.FEATURES + j] += (float) (error * row.features()[j]);
                }
            }
        }
        return loss;
    }

    /** The mean loss of rows. */
    static double loss(float[] parameters, List<LabelledRow> rows) {
        return new SoftmaxRows().gradient(parameters, rows, new float[parameters.length]);
    }
}
