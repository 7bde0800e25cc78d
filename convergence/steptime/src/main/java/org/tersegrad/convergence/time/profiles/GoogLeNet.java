package org.tersegrad.convergence.time.profiles;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;

/**
 * GoogLeNet on an Nvidia K80, as it was measured layer by layer by the authors of B-Caffe; credits are in {@code
 * googlenet_k80_8nodes.txt} beside the table. They did not publish the forward pass, which is taken to be half as long as the
 * backward pass.
 */
final class GoogLeNet {
    private static final double MICROSECOND = 1e-6;

    private GoogLeNet() {}

    static CsvTable table() {
        return CsvTable.ofResource(
                GoogLeNet.class, "googlenet_k80_8nodes.csv", "index", "numel", "backward_us", "comm_us");
    }

    static Profile profile() {
        List<CsvTable.Row> rows = table().rows();
        List<ProfileTensor> tensors = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            // Weights and bias of a layer stand one after the other with the time of the layer on both lines. Both
            // gradients are
            // there when the layer is done, and that of the bias comes first in the order of the backward pass.
            boolean bias = i % 2 == 1;
            double seconds = bias ? rows.get(i).number("backward_us") * MICROSECOND : 0;
            int elements = (int) rows.get(i).number("numel");
            String name = "layer" + (i / 2 + 1) + (bias ? ".bias" : ".weights");
            tensors.add(new ProfileTensor(name, Shape.vector(elements), seconds));
        }
        double backward =
                tensors.stream().mapToDouble(ProfileTensor::backwardSeconds).sum();
        return new Profile("googlenet", tensors, backward / 2, 0);
    }
}
