package org.tersegrad.convergence.time.profiles;

import java.util.List;

/** The layers of DenseNet-201 on images of 224 x 224 (G. Huang et al., 2017). */
final class DenseNet201 {
    private static final List<Integer> BLOCKS = List.of(6, 12, 48, 32);
    private static final int GROWTH = 32;
    private static final int BOTTLENECK = 4 * GROWTH;

    private DenseNet201() {}

    static LayerShapes layers() {
        LayerShapes layers = new LayerShapes();
        int channels = 64;
        layers.convolution("conv0", 3, channels, 7, 112);
        normalize(layers, "norm0", channels, 112);
        int side = 56;
        for (int block = 0; block < BLOCKS.size(); block++) {
            for (int i = 0; i < BLOCKS.get(block); i++) {
                String name = "denseblock" + (block + 1) + ".denselayer" + (i + 1) + ".";
                normalize(layers, name + "norm1", channels, side);
                layers.convolution(name + "conv1", channels, BOTTLENECK, 1, side);
                normalize(layers, name + "norm2", BOTTLENECK, side);
                layers.convolution(name + "conv2", BOTTLENECK, GROWTH, 3, side);
                channels += GROWTH;
            }
            if (block + 1 < BLOCKS.size()) {
                String name = "transition" + (block + 1) + ".";
                normalize(layers, name + "norm", channels, side);
                layers.convolution(name + "conv", channels, channels / 2, 1, side);
                channels /= 2;
                side /= 2;
            }
        }
        normalize(layers, "norm5", channels, side);
        layers.linear("classifier", channels, 1000, 1);
        return layers;
    }

    private static void normalize(LayerShapes layers, String name, int channels, int side) {
        layers.normalization(name, channels, (double) channels * side * side);
    }
}
