package org.tersegrad.convergence.model;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.model.layers.DenseLayer;
import org.tersegrad.convergence.model.layers.Layer;
import org.tersegrad.convergence.model.layers.MatrixProduct;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.model.layers.Tensors;

/** A network whose outputs are linear in the vector. Convex. */
interface OneLayer extends NetworkProblem {
    @Override
    default List<ModelTensor> tensors() {
        return new Tensors()
                .addLayer("output", data().length(), data().classes())
                .list();
    }

    /** All zeros: from any start the way leads to the same place. */
    @Override
    default void initialize(Seed seed, float[] parameters) {
        Batch.check(parameters(), parameters);
        Arrays.fill(parameters, 0f);
    }

    @Override
    default Learner learner(int batch) {
        List<ModelTensor> tensors = tensors();
        Layer output = new DenseLayer(new MatrixProduct(), tensors.get(0), tensors.get(1));
        return new NetworkLearner(this, List.of(output), batch);
    }
}
