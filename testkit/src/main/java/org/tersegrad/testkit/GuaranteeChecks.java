package org.tersegrad.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * Laws of the {@link Guarantee} that a compressor gives. Means over many steps may be off by six standard errors; seeds are fixed, so
 * a compressor that passes once passes always.
 */
final class GuaranteeChecks {
    private static final int STEPS = 300;
    /** Steps of a compressor without randomness: all are the same, but for what an encoder remembers. */
    private static final int STEPS_WITHOUT_CHANCE = 50;

    private static final double SIGMAS = 6;
    /** Distance of large elements among small ones: in each bucket in common use there is one. */
    private static final int APART = 64;

    private static final List<Shape> SHAPES = List.of(
            Shape.vector(0),
            Shape.vector(1),
            Shape.vector(2),
            Shape.vector(5),
            Shape.vector(33),
            new Shape(4, 8),
            new Shape(20, 65),
            Shape.vector(5500));
    private static final List<Tensor.Kind> KINDS = List.of(
            Tensor.Kind.GAUSSIAN,
            Tensor.Kind.HEAVY_TAILED,
            Tensor.Kind.SPARSE,
            Tensor.Kind.TIES,
            Tensor.Kind.CONSTANT,
            Tensor.Kind.ONE_OUTLIER,
            Tensor.Kind.ZERO);

    /** Shapes small enough for a search to change every element some times. */
    private static final List<Shape> SEARCHED = List.of(Shape.vector(3), Shape.vector(12), new Shape(4, 6));

    private static final List<Tensor.Kind> STARTS =
            List.of(Tensor.Kind.GAUSSIAN, Tensor.Kind.CONSTANT, Tensor.Kind.ONE_OUTLIER);
    private static final int SEARCH_TURNS = 120;
    private static final int SEARCH_SEEDS = 8;
    private static final int CHECK_SEEDS = 1000;
    /** Values in a line of a message. */
    private static final int LISTED = 6;

    /** Shape of tensors in which one element of a hundred thousand is found. */
    private static final Shape MANY = Shape.vector(1 << 20);

    /** Shape of tensors whose small elements are sent as the largest one or not at all. */
    private static final Shape MANY_SMALL = Shape.vector(1 << 16);

    static final List<CompressorLaw> LAWS = List.of(
            new CompressorLaw.OfCases(
                    new Law(
                            "GuaranteeLaws",
                            "theGuaranteeHolds",
                            "mean, variance or contraction are as guarantee promises, by statistics with fixed seeds; no element is beyond an"
                                    + " error bound"),
                    CompressorLaw.Scope.ALL,
                    0,
                    (subject, cases) -> check(subject.compressor())),
            new CompressorLaw.OfCases(
                    new Law(
                            "GuaranteeLaws",
                            "noGradientIsWorseThanPromised",
                            "the mean squared error is within the guarantee for gradients that a search makes worse and worse"),
                    CompressorLaw.Scope.ALL,
                    0,
                    (subject, cases) -> searchForTheWorst(subject.compressor())),
            new CompressorLaw.OfCases(
                    new Law(
                            "GuaranteeLaws",
                            "smallElementsBesideALargeOneHaveTheRightMean",
                            "for unbiased compressors: elements 2^16 times smaller than the largest one have the right mean"),
                    CompressorLaw.Scope.UNBIASED,
                    0,
                    (subject, cases) -> checkSmall(subject.compressor(), MANY_SMALL)));

    private GuaranteeChecks() {}

    /** Whether the law of small elements is about it. */
    static boolean isUnbiased(Compressor compressor) {
        return Promises.guarantee(compressor, MANY_SMALL) instanceof Guarantee.Unbiased;
    }

    /**
     * Small elements are as good as lost one by one, and not lost together. So small that their chance is below the resolution
     * of random bits in common use, they are sent some hundred times in all, if a compressor sends an element as the largest one.
     */
    private static void checkSmall(Compressor compressor, Shape shape) {
        float small = 0.75f / shape.size();
        float[] values = new float[shape.size()];
        Arrays.fill(values, small);
        for (int i = 0; i < values.length; i += APART) {
            values[i] = 1f;
        }
        Encoder encoder = compressor.encoder(shape, Seed.of(29));
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        Moments sums = new Moments();
        for (int step = 0; step < 150; step++) {
            encoder.encode(FloatSlice.of(values), payload);
            float[] decoded = Messages.decoded(payload);
            double sum = 0;
            for (int i = 0; i < decoded.length; i++) {
                sum += i % APART == 0 ? 0 : decoded[i];
            }
            sums.add(sum);
        }
        double expected = (double) small * (shape.size() - shape.size() / APART);
        Require.that(
                Math.abs(sums.mean() - expected) <= SIGMAS * sums.standardError() + 1e-4 * expected,
                "the mean sum of small elements is " + brief(sums.mean()) + ", expected is " + brief(expected));
    }

    private static void check(Compressor compressor) {
        for (Shape shape : SHAPES) {
            Guarantee guarantee = Promises.guarantee(compressor, shape);
            for (Tensor.Kind kind : KINDS) {
                Tensor tensor = new Tensor(kind, shape.rows(), shape.columns(), 17);
                if (guarantee instanceof Guarantee.Unbiased unbiased) {
                    checkUnbiased(compressor, tensor, unbiased.omega());
                } else if (guarantee instanceof Guarantee.Contractive contractive) {
                    checkContractive(compressor, tensor, contractive.delta());
                } else if (guarantee instanceof Guarantee.Bounded bounded) {
                    checkBounded(compressor, shape, tensor.values(), bounded.error());
                }
            }
        }
        if (Promises.guarantee(compressor, MANY) instanceof Guarantee.Bounded bounded) {
            for (Hard hard : Hard.values()) {
                checkBounded(compressor, MANY, hard.values(MANY.size(), bounded.error()), bounded.error());
            }
        }
    }

    /** Climbs from several gradients to where the relative error is largest, and checks there with other seeds. */
    private static void searchForTheWorst(Compressor compressor) {
        for (Shape shape : SEARCHED) {
            double promised = Promises.guarantee(compressor, shape).relativeError();
            if (promised < Double.POSITIVE_INFINITY) {
                for (Tensor.Kind kind : STARTS) {
                    float[] worst = worst(compressor, new Tensor(kind, shape.rows(), shape.columns(), 3));
                    checkError(compressor, shape, worst, promised);
                }
            }
        }
    }

    /** Changes one element at a time and keeps what makes the error larger. */
    private static float[] worst(Compressor compressor, Tensor start) {
        float[] worst = start.values();
        Moments first = relativeError(compressor, start.shape(), worst, SEARCH_SEEDS);
        int seeds = first.standardError() > 0 ? SEARCH_SEEDS : 1;
        double most = first.mean();
        for (int turn = 0; turn < SEARCH_TURNS; turn++) {
            float[] changed = worst.clone();
            int word = CounterRandom.word(start.kind().name().hashCode(), turn);
            int at = Integer.remainderUnsigned(word, changed.length);
            float other = worst[Integer.remainderUnsigned(CounterRandom.word(~turn, word), changed.length)];
            changed[at] = switch (word >>> 29) {
                case 0 -> 0f;
                case 1 -> other;
                case 2 -> -other;
                case 3 -> other / 2;
                case 4 -> other * 0.999f;
                case 5 -> other * 1.001f;
                case 6 -> changed[at] * 2;
                default -> changed[at] * 0.8f;
            };
            double error =
                    relativeError(compressor, start.shape(), changed, seeds).mean();
            if (error > most) {
                most = error;
                worst = changed;
            }
        }
        return worst;
    }

    /** Squared errors of first steps, in units of the squared norm; none of a gradient that is 0 or so large or small that squares are. */
    private static Moments relativeError(Compressor compressor, Shape shape, float[] values, int seeds) {
        Moments errors = new Moments();
        double squared = squaredNorm(values);
        if (squared > 1e-30 && squared < 1e30) {
            Payload payload = Payload.allocate(compressor.maxBytes(shape));
            for (int seed = 0; seed < seeds; seed++) {
                compressor.encoder(shape, Seed.of(1000 + seed)).encode(FloatSlice.of(values), payload);
                errors.add(squaredError(Messages.decoded(payload), values) / squared);
            }
        }
        return errors;
    }

    private static void checkError(Compressor compressor, Shape shape, float[] values, double promised) {
        Moments errors = relativeError(compressor, shape, values, CHECK_SEEDS);
        // A rare event may never have been seen.
        double unseen = promised < 1 ? Math.sqrt(promised * (1 - promised) / CHECK_SEEDS) : 0;
        double slack = errors.standardError() > 0 ? SIGMAS * (errors.standardError() + unseen) : 0;
        if (errors.count() > 0 && !(errors.mean() <= promised * (1 + 1e-5) + slack + 1e-9)) {
            throw new AssertionError(compressor + ": the mean squared error is " + brief(errors.mean())
                    + " of the squared norm, promised is at most " + brief(promised) + ", for" + listed(values));
        }
    }

    /** All values, to copy into a test, in lines that fit a page. */
    private static String listed(float[] values) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            text.append(i % LISTED == 0 ? "\n          " : " ")
                    .append(values[i])
                    .append("f,");
        }
        return text.substring(0, text.length() - 1);
    }

    /** Compares in doubles, where the difference of such floats is exact. */
    private static void checkBounded(Compressor compressor, Shape shape, float[] values, double error) {
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        compressor.encoder(shape, Seed.of(23)).encode(FloatSlice.of(values), payload);
        float[] decoded = Messages.decoded(payload);
        for (int i = 0; i < values.length; i++) {
            double off = Math.abs((double) decoded[i] - values[i]);
            if (!(off <= error)) {
                throw new AssertionError(compressor + " sends " + values[i] + " as " + decoded[i] + ", which is off by "
                        + off + ", promised is at most " + error);
            }
        }
    }

    /** Elements that an error bound is easily broken with. */
    private enum Hard {
        /** Thousands of bounds: of a million that are rounded to floats carelessly, about ten are beyond the bound. */
        THOUSANDS,
        /** As near to the middle between two levels as floats are. */
        HALFWAY,
        /** From a sixteenth of the bound to where the bound is far below the precision of floats. */
        ALL_SIZES,
        /** Of a size at which the bound is about the distance to the next float. */
        NEAR_PRECISION,
        /** Any bits: subnormal numbers and the largest floats among them. */
        ANY_BITS;

        float[] values(int count, double error) {
            float[] values = new float[count];
            for (int i = 0; i < count; i++) {
                int word = CounterRandom.word(name().hashCode(), 2 * i);
                int other = CounterRandom.word(name().hashCode(), 2 * i + 1);
                double uniform = word * 0x1p-31;
                double value = switch (this) {
                    case THOUSANDS -> 4000 * uniform * error;
                    case HALFWAY -> (2 * (word >> 20) + 1) * error * (1 + (other >> 28) * 0x1p-24);
                    case ALL_SIZES -> Math.scalb(uniform * error, (other >>> 8) % 36 - 4);
                    case NEAR_PRECISION -> Math.scalb(uniform * error, 21 + (other >>> 8) % 6);
                    case ANY_BITS -> Float.intBitsToFloat(word);
                };
                values[i] =
                        Double.isNaN(value) ? 0f : (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, value));
            }
            return values;
        }
    }

    private static void checkContractive(Compressor compressor, Tensor tensor, double delta) {
        float[] values = tensor.values();
        double squared = squaredNorm(values);
        boolean random = isRandom(compressor, tensor);
        Moments errors = new Moments();
        run(
                compressor,
                tensor,
                random ? steps(tensor) : STEPS_WITHOUT_CHANCE,
                decoded -> errors.add(squaredError(decoded, values)));
        // At random, a rare event may never have been seen; the error of an outlier kept with chance delta deviates
        // most.
        double unseen = random ? squared * Math.sqrt(delta * (1 - delta) / errors.count()) : 0;
        checkMean(
                errors, (1 - delta) * squared, SIGMAS * unseen + 1e-12 * squared, compressor + " contracts " + tensor);
    }

    private static boolean isRandom(Compressor compressor, Tensor tensor) {
        float[][] decoded = new float[2][];
        for (int seed = 0; seed < 2; seed++) {
            Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
            compressor.encoder(tensor.shape(), Seed.of(seed)).encode(FloatSlice.of(tensor.values()), payload);
            decoded[seed] = Messages.decoded(payload);
        }
        return !Arrays.equals(decoded[0], decoded[1]);
    }

    private static void checkUnbiased(Compressor compressor, Tensor tensor, double omega) {
        float[] values = tensor.values();
        double squared = squaredNorm(values);
        String what = compressor + " on " + tensor;
        Moments errors = new Moments();
        // A sum of all errors with random signs: any bias of the elements shows in it.
        Moments sums = new Moments();
        double[] means = new double[values.length];
        run(compressor, tensor, steps(tensor), decoded -> {
            errors.add(squaredError(decoded, values));
            double sum = 0;
            for (int i = 0; i < decoded.length; i++) {
                double error = (double) decoded[i] - values[i];
                means[i] += error;
                sum += CounterRandom.word(1, i) < 0 ? error : -error;
            }
            sums.add(sum);
        });
        checkMean(errors, omega * squared, 1e-12 * squared, "variance of " + what);
        // Chances are multiples of 2^-16 of a level, floats of 2^-24.
        double resolution = 0x1p-16 * Math.sqrt(squared) * Math.sqrt(Math.max(1, values.length));
        Require.that(
                Math.abs(sums.mean()) <= SIGMAS * sums.standardError() + resolution,
                "mean of " + what + ": errors with random signs add up to " + brief(sums.mean()));
        double most = SIGMAS * Math.sqrt(omega * squared / sums.count()) + 0x1p-16 * Math.sqrt(squared);
        for (int i = 0; i < values.length; i++) {
            if (!(Math.abs(means[i] / sums.count()) <= most)) {
                throw new AssertionError("mean of element " + i + " of " + what);
            }
        }
    }

    private static double squaredError(float[] decoded, float[] values) {
        double sum = 0;
        for (int i = 0; i < decoded.length; i++) {
            double error = (double) decoded[i] - values[i];
            sum += error * error;
        }
        return sum;
    }

    private static int steps(Tensor tensor) {
        return tensor.size() > 1000 ? STEPS / 5 : STEPS;
    }

    private interface Observer {
        void see(float[] decoded);
    }

    private static void run(Compressor compressor, Tensor tensor, int steps, Observer observer) {
        Encoder encoder = compressor.encoder(tensor.shape(), Seed.of(23));
        Payload payload = Payload.allocate(compressor.maxBytes(tensor.shape()));
        FloatSlice gradient = FloatSlice.of(tensor.values());
        for (int step = 0; step < steps; step++) {
            encoder.encode(gradient, payload);
            observer.see(Messages.decoded(payload));
        }
    }

    private static void checkMean(Moments errors, double bound, double slack, String what) {
        Require.that(
                errors.mean() <= bound * (1 + 1e-5) + SIGMAS * errors.standardError() + slack,
                what + ": the mean squared error is " + brief(errors.mean()) + ", promised is at most " + brief(bound));
    }

    private static double squaredNorm(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += (double) value * value;
        }
        return sum;
    }

    private static String brief(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
