package org.tersegrad.convergence.data;

import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/**
 * A folder with a subfolder of PNG images for each class, all of one size. Pixels become grey, from 0 to 1. Names that begin with a
 * dot are left out. A fifth of the images, drawn by a fixed seed, is the test.
 */
final class ImageFolder {
    private record Image(Path file, int label) {}

    private ImageFolder() {}

    /** Whether a subfolder has such an image. */
    static boolean isOne(Path folder) {
        return list(folder).stream()
                .anyMatch(each -> Files.isDirectory(each) && !images(each).isEmpty());
    }

    /** Reads all images of a folder. */
    static LabelledVectors read(String name, Path folder) {
        List<Path> classes = list(folder).stream().filter(Files::isDirectory).toList();
        List<Image> images = new ArrayList<>();
        for (int label = 0; label < classes.size(); label++) {
            List<Path> files = images(classes.get(label));
            if (files.isEmpty()) {
                throw new DataUnavailableException(classes.get(label) + " has no file that ends in .png.");
            }
            for (Path file : files) {
                images.add(new Image(file, label));
            }
        }
        if (classes.size() == 1) {
            throw new DataUnavailableException(folder + " has one class only, " + UserFiles.title(classes.get(0))
                    + "; there is nothing to predict.");
        }
        Split split = Split.of(images.size(), Split.USUAL_SEED, folder + " has " + images.size() + " images");
        Path first = images.get(0).file();
        BufferedImage size = open(first);
        return new LabelledVectors(
                name,
                size.getWidth(),
                size.getHeight(),
                classes.stream().map(UserFiles::title).toList(),
                part(images, split.training(), first, size),
                part(images, split.test(), first, size));
    }

    private static LabelledVectors.Part part(List<Image> images, int[] numbers, Path first, BufferedImage size) {
        int width = size.getWidth();
        int length = Math.multiplyExact(width, size.getHeight());
        float[] values = new float[Math.multiplyExact(length, numbers.length)];
        int[] labels = new int[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            Path file = images.get(numbers[i]).file();
            BufferedImage image = open(file);
            if (image.getWidth() != width || image.getHeight() != size.getHeight()) {
                throw new DataUnavailableException(
                        file + " is an image of " + image.getWidth() + " x " + image.getHeight() + ", and " + first
                                + " one of " + width + " x " + size.getHeight() + "; all have to be of one size.");
            }
            labels[i] = images.get(numbers[i]).label();
            for (int j = 0; j < length; j++) {
                values[i * length + j] = grey(image, j % width, j / width);
            }
        }
        return new LabelledVectors.Part(values, labels);
    }

    private static float grey(BufferedImage image, int x, int y) {
        if (image.getColorModel() instanceof ComponentColorModel model && model.getNumColorComponents() == 1) {
            // As it is in the file: getRGB would take grey for linear light and make it brighter.
            return image.getRaster().getSampleFloat(x, y, 0) / ((1 << model.getComponentSize(0)) - 1);
        }
        int rgb = image.getRGB(x, y);
        return (299 * (rgb >> 16 & 0xff) + 587 * (rgb >> 8 & 0xff) + 114 * (rgb & 0xff)) / 255_000f;
    }

    static BufferedImage open(Path file) {
        try {
            BufferedImage image = ImageIO.read(file.toFile());
            if (image == null) {
                throw new DataUnavailableException(file + " is no PNG image.");
            }
            return image;
        } catch (IOException e) {
            throw new DataUnavailableException(file + " is damaged or no PNG image: " + e.getMessage() + ".", e);
        }
    }

    private static List<Path> images(Path folder) {
        return list(folder).stream()
                .filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".png"))
                .toList();
    }

    /** Files of a folder, in the order of names. */
    private static List<Path> list(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> !UserFiles.title(each).startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new DataUnavailableException(folder + " cannot be read: " + e.getMessage() + ".", e);
        }
    }
}
