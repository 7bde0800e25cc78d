package org.tersegrad.convergence.report.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PaletteTest {
    /** Of CIELAB: about five times what can be seen side by side. */
    private static final double FAR_APART = 10;

    /** Machado, Oliveira and Fernandes, 2009: normal sight, no red, no green and no blue cones. */
    private static final double[][][] SIGHTS = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
        {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}
    };

    private static final double[][] XYZ = {{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}
    };

    private static double[] times(double[][] matrix, double[] vector) {
        double[] product = new double[3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                product[i] += matrix[i][j] * vector[j];
            }
            product[i] = Math.max(0, product[i]);
        }
        return product;
    }

    private static double[] lab(String colour, double[][] sight) {
        double[] rgb = new double[3];
        for (int i = 0; i < 3; i++) {
            double channel = ((Integer.decode(colour) >> (16 - 8 * i)) & 255) / 255.0;
            rgb[i] = channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
        }
        double[] xyz = times(XYZ, times(sight, rgb));
        double[] white = {0.9505, 1, 1.089};
        double[] f = new double[3];
        for (int i = 0; i < 3; i++) {
            double part = xyz[i] / white[i];
            f[i] = part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116.0;
        }
        return new double[] {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
    }

    private static double distance(double[] a, double[] b) {
        return Math.hypot(Math.hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
    }

    @Test
    void coloursDifferForAllKindsOfSight() {
        List<Shade> all = new ArrayList<>(Palette.SHADES);
        all.add(Palette.BASELINE);
        for (double[][] sight : SIGHTS) {
            for (Function<Shade, String> paper : List.<Function<Shade, String>>of(Shade::light, Shade::dark)) {
                for (int i = 0; i < all.size(); i++) {
                    for (int j = 0; j < i; j++) {
                        String one = paper.apply(all.get(i));
                        String other = paper.apply(all.get(j));
                        assertThat(distance(lab(one, sight), lab(other, sight)))
                                .as("%s and %s", one, other)
                                .isGreaterThan(FAR_APART);
                    }
                }
            }
        }
    }

    @Test
    void textInAColourCanBeRead() {
        for (Shade shade : Palette.SHADES) {
            assertThat(Shade.contrast(shade.text().light(), "#FFFFFF")).isGreaterThanOrEqualTo(4.5);
            assertThat(Shade.contrast(shade.text().dark(), "#1A1E24")).isGreaterThanOrEqualTo(3.9);
            assertThat(Shade.contrast(shade.light(), shade.contrast().light())).isGreaterThanOrEqualTo(4.5);
        }
        assertThat(Shade.contrast("#000000", "#FFFFFF")).isEqualTo(21);
        assertThat(Shade.INK.text()).as("what can be read stays").isEqualTo(Shade.INK);
    }
}
