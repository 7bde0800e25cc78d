package org.tersegrad.convergence.time.profiles;

import java.util.List;

/** The layers of ResNet-50 on images of 224 x 224 (K. He et al., 2016), with the stride in the middle of a block. */
final class ResNet50 {
    private static final List<Integer> BLOCKS = List.of(3, 4, 6, 3);
    private static final int EXPANSION = 4;

    private ResNet50() {}

    static LayerShapes layers() {
        LayerShapes layers = new LayerShapes();
        convolve(layers, "conv1", "bn1", 3, 64, 7, 112);
        int channels = 64;
        int side = 56;
        for (int stage = 0; stage < BLOCKS.size(); stage++) {
            int width = 64 << stage;
            for (int block = 0; block < BLOCKS.get(stage); block++) {
                String name = "layer" + (stage + 1) + "." + block + ".";
                int before = side;
                side = stage > 0 && block == 0 ? side / 2 : side;
                convolve(layers, name + "conv1", name + "bn1", channels, width, 1, before);
                convolve(layers, name + "conv2", name + "bn2", width, width, 3, side);
                convolve(layers, name + "conv3", name + "bn3", width, EXPANSION * width, 1, side);
                if (block == 0) {
                    convolve(
                            layers, name + "downsample.0", name + "downsample.1", channels, EXPANSION * width, 1, side);
                }
                channels = EXPANSION * width;
            }
        }
        layers.linear("fc", channels, 1000, 1);
        return layers;
    }

    private static void convolve(
            LayerShapes layers, String name, String norm, int channels, int filters, int kernel, int side) {
        layers.convolution(name, channels, filters, kernel, side);
        layers.normalization(norm, filters, (double) filters * side * side);
    }
}
