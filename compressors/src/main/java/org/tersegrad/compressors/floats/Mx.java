package org.tersegrad.compressors.floats;

import static org.tersegrad.compressors.RecipeEntry.scheme;

import java.util.List;
import java.util.Locale;
import org.tersegrad.codecs.internal.smallfloats.SmallFloat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Traits;

/**
 * MXFP8, MXFP6 and MXFP4 of the Open Compute Project: floats of 8, 6 or 4 bits, and for each 32 of them a power of two.
 *
 * <pre>
 *   C(x)_i = X round(x_i / X)
 *
 *   to nearest   X = 2^(floor(log2 max |x_i|) − e), e being the largest exponent of an element; halves to even, what is too large
 *                becomes the largest element
 *                contractive, delta = 1 − r² − (b − 1) (u / 2)² / 4^e,  r = max(1 − l / 2^(e + 1), 2^-(f + 1))
 *   at random    X is the least power of two for which nothing is too large
 *                unbiased, omega = s² / (4 (1 + s)) + (b − 1) (u / l)²,  s = 2^-f
 *
 *   of an element: f bits of the fraction, l the largest, u the smallest above 0;  b = 32 elements, or fewer if there are no more
 *
 *   body  | format, 1 byte | scale of each block, 1 byte | elements, 8, 6 or 4 bits each |
 * </pre>
 *
 * <p>To nearest, a normal element loses at most r of itself and a smaller one at most u/2 of its scale, while the largest of a block
 * is 2^e scales or more. At random, a normal element has at most s² / (4 (1 + s)) of its square for a variance and a smaller one
 * (u/2)² of its scale, while the largest is more than l/2 scales.
 *
 * <p>At random, a gradient above l 2^(127 − e) would overflow; it becomes that number. Only up to there is it unbiased.
 *
 * <p>Open Compute Project, <i>OCP microscaling formats (MX) specification</i> 1.0, 2023.
 *
 * @param element the format of an element
 * @param rounding to nearest or at random
 */
public record Mx(Element element, Half.Rounding rounding) implements Compressor {
    /** The names in recipes: one for each width. */
    public static final List<RecipeEntry<Compressor>> ENTRIES = List.of(
            entry(fp8(), "e4m3 or e5m2").withExamples("mxfp8(element=e5m2,rounding=stochastic)"),
            entry(fp6(), "e2m3 or e3m2").withExamples("mxfp6(element=e3m2)"),
            entry(fp4(), "e2m1 or e3m0").withExamples("mxfp4(rounding=stochastic)", "mxfp4(element=e3m0)"));

    private static RecipeEntry<Compressor> entry(Mx usual, String elements) {
        String name = usual.toString();
        return scheme(
                        name,
                        name,
                        "floats of " + usual.bits() + " bits, and a power of two for each 32",
                        a -> {
                            Mx mx = new Mx(
                                    a.asChoice("element", usual.element), a.asChoice("rounding", usual.rounding));
                            if (mx.bits() != usual.bits()) {
                                throw new IllegalArgumentException("elements of " + name + " are " + elements + ", not "
                                        + mx.element.name().toLowerCase(Locale.ROOT));
                            }
                            return mx;
                        },
                        Half.ROUNDING,
                        new Parameter("element", elements))
                .withFormats(BlockFloatsFormat.INSTANCE);
    }

    /** Formats of elements, named by the bits of exponent and fraction. */
    public enum Element {
        /** 8 bits, up to 448. */
        E4M3,
        /** 8 bits, up to 57344. */
        E5M2,
        /** 6 bits, up to 7.5. */
        E2M3,
        /** 6 bits, up to 28. */
        E3M2,
        /** 4 bits: 0, 0.5, 1, 1.5, 2, 3, 4, 6. */
        E2M1,
        /** 4 bits: 0 and powers of two from 0.25 to 16. Not one of the OCP. */
        E3M0
    }

    /** 8 bits, E4M3, to nearest. */
    public static Mx fp8() {
        return new Mx(Element.E4M3, Half.Rounding.NEAREST);
    }

    /** 6 bits, E2M3, to nearest. */
    public static Mx fp6() {
        return new Mx(Element.E2M3, Half.Rounding.NEAREST);
    }

    /** 4 bits, E2M1, to nearest. */
    public static Mx fp4() {
        return new Mx(Element.E2M1, Half.Rounding.NEAREST);
    }

    /** The same with other elements. */
    public Mx withElement(Element other) {
        return new Mx(other, rounding);
    }

    /** The same, rounded at random. */
    public Mx stochastic() {
        return new Mx(element, Half.Rounding.STOCHASTIC);
    }

    private BlockLayout format() {
        return switch (element) {
            case E4M3 -> BlockLayout.MXFP8_E4M3;
            case E5M2 -> BlockLayout.MXFP8_E5M2;
            case E2M3 -> BlockLayout.MXFP6_E2M3;
            case E3M2 -> BlockLayout.MXFP6_E3M2;
            case E2M1 -> BlockLayout.MXFP4_E2M1;
            case E3M0 -> BlockLayout.MXFP4_E3M0;
        };
    }

    /** Bits of an element. */
    public int bits() {
        return format().element().width();
    }

    @Override
    public Encoder encoder(Shape shape, Seed seed) {
        return new BlockFloatsFormat.Writer(this, format(), rounding == Half.Rounding.STOCHASTIC, shape, seed);
    }

    @Override
    public int maxBytes(Shape shape) {
        return BlockFloatsFormat.INSTANCE.payloadBytes(format().byteLength(shape.size()), shape);
    }

    @Override
    public Traits traits(Shape shape) {
        if (shape.size() == 0) {
            return Traits.exact();
        }
        SmallFloat e = format().element();
        int others = Math.min(format().block(), shape.size()) - 1;
        double s = e.resolution();
        double u = e.smallest();
        if (rounding == Half.Rounding.STOCHASTIC) {
            double small = u / e.largest();
            return Traits.unbiased(s * s / (4 * (1 + s)) + others * small * small);
        }
        double power = Math.scalb(1.0, e.largestExponent());
        double r = Math.max(1 - e.largest() / (2 * power), s / 2);
        double small = u / 2 / power;
        return Traits.contractive(1 - r * r - others * small * small);
    }

    @Override
    public String toString() {
        boolean usual = element == Element.E4M3 || element == Element.E2M3 || element == Element.E2M1;
        String other = usual ? "" : "element=" + element.name().toLowerCase(Locale.ROOT);
        String random = rounding == Half.Rounding.NEAREST ? "" : "rounding=stochastic";
        String both = other + (other.isEmpty() || random.isEmpty() ? "" : ",") + random;
        return "mxfp" + bits() + (both.isEmpty() ? "" : "(" + both + ")");
    }
}
