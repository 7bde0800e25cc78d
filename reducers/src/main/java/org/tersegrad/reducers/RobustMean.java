package org.tersegrad.reducers;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Guarantee;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.Slice;
import org.tersegrad.compressors.Traits;

/**
 * Averages that a minority of broken or hostile workers cannot move far, around any compressor: as {@link Gather}, but each message is
 * decoded by itself. All workers compute the same bits.
 *
 * <pre>
 *   median        of each element; with an even number of workers, the mean of the two in the middle
 *   trimmed       the mean of each element without the share of the least and of the greatest
 *   centredclip   v = 0;  a few times:  v = v + mean of (x − v) min(1, t / |x − v|),  t the median of the distances |x − v|
 *   normclip      mean of x min(1, t / |x|),  t the median of the norms |x|
 * </pre>
 *
 * <p>Of an even number of distances or norms the median is the lower one in the middle. A median or a trimmed mean of sparse messages
 * loses what fewer than half of the workers send: of Top-k messages of a tenth of the elements, most of it. Clipping bounds the pull of
 * each worker but does not remove it. Every worker holds the decoded messages of all: n gradients of memory.
 *
 * <p>D. Yin et al. 2018 (median, trimmed mean); S. P. Karimireddy, L. He and M. Jaggi 2021 (centred clipping).
 *
 * @param compressor one that sends gradients, not increments
 * @param rule by which messages are averaged
 * @param parameter of {@link Rule#TRIMMED} the share that is dropped at each end, from 0 to below 0.5; of {@link Rule#CENTREDCLIP} the
 *     number of rounds, 1 to 100; of the others 0
 */
public record RobustMean(Compressor compressor, Rule rule, double parameter) implements Reducer {
    private static final int MOST_ROUNDS = 100;

    /** The rule by which messages are averaged. */
    public enum Rule {
        /** The median of each element. */
        MEDIAN,
        /** The mean of each element without its extremes. */
        TRIMMED,
        /** A center that each message pulls by a bounded distance. */
        CENTREDCLIP,
        /** The mean of messages of bounded norm. */
        NORMCLIP
    }

    public RobustMean {
        boolean valid = switch (rule) {
            case TRIMMED -> parameter >= 0 && parameter < 0.5;
            case CENTREDCLIP -> parameter >= 1 && parameter <= MOST_ROUNDS && parameter == Math.rint(parameter);
            case MEDIAN, NORMCLIP -> parameter == 0;
        };
        if (!valid) {
            throw new IllegalArgumentException(
                    switch (rule) {
                        case TRIMMED -> "a share from 0 to below 0.5 is dropped at each end, not " + parameter;
                        case CENTREDCLIP -> "centredclip takes 1 to " + MOST_ROUNDS + " rounds, not " + parameter;
                        case MEDIAN, NORMCLIP -> "the parameter is 0, not " + parameter;
                    });
        }
        if (compressor.traits(Traits.ANY_SHAPE).sendsIncrements()) {
            throw new IllegalArgumentException("a robust mean needs messages that stand alone, and " + compressor
                    + " sends increments of an estimate");
        }
    }

    @Override
    public Reduction reduction(Shape shape, Seed seed, Collective group) {
        return new RobustReduction(shape, seed, group);
    }

    private final class RobustReduction extends GatheredReduction {
        private final int workers;
        private final float[][] messages;
        /** One element of all messages. */
        private final float[] column;

        private final double[] center;
        private final double[] factors;
        private final double[] sorted;

        RobustReduction(Shape shape, Seed seed, Collective group) {
            super(RobustMean.this, compressor, shape, seed, group);
            workers = group.size();
            messages = new float[workers][shape.size()];
            boolean byElement = rule == Rule.MEDIAN || rule == Rule.TRIMMED;
            column = new float[byElement ? workers : 0];
            center = new double[byElement ? 0 : shape.size()];
            factors = new double[byElement ? 0 : workers];
            sorted = new double[byElement ? 0 : workers];
        }

        @Override
        void clear() {
            for (float[] message : messages) {
                Arrays.fill(message, 0f);
            }
        }

        @Override
        void take(int rank, Payload received) {
            estimate.take(received, 1f, FloatSlice.of(messages[rank]));
        }

        @Override
        void average(Slice gradient) {
            FloatSlice floats = gradient.floats();
            average(floats);
            gradient.set(floats);
        }

        private void average(FloatSlice gradient) {
            switch (rule) {
                case MEDIAN -> averageElements(gradient, (workers - 1) / 2);
                case TRIMMED -> averageElements(gradient, (int) (parameter * workers));
                case CENTREDCLIP -> {
                    Arrays.fill(center, 0);
                    for (int round = 0; round < parameter; round++) {
                        pullCenter();
                    }
                    takeCenter(gradient);
                }
                case NORMCLIP -> { // one round from 0 is the mean of clipped messages
                    Arrays.fill(center, 0);
                    pullCenter();
                    takeCenter(gradient);
                }
            }
        }

        /** The mean of each element without the {@code dropped} least and greatest. */
        private void averageElements(FloatSlice gradient, int dropped) {
            for (int i = 0; i < gradient.length(); i++) {
                for (int worker = 0; worker < workers; worker++) {
                    column[worker] = messages[worker][i];
                }
                Arrays.sort(column);
                double sum = 0;
                for (int at = dropped; at < workers - dropped; at++) {
                    sum += column[at];
                }
                gradient.array()[gradient.offset() + i] = (float) (sum / (workers - 2 * dropped));
            }
        }

        private void pullCenter() {
            for (int worker = 0; worker < workers; worker++) {
                factors[worker] = distance(messages[worker]);
                sorted[worker] = factors[worker];
            }
            Arrays.sort(sorted);
            double radius = sorted[(workers - 1) / 2];
            for (int worker = 0; worker < workers; worker++) {
                factors[worker] = factors[worker] <= radius ? 1.0 / workers : radius / factors[worker] / workers;
            }
            for (int i = 0; i < center.length; i++) {
                double pull = 0;
                for (int worker = 0; worker < workers; worker++) {
                    pull += (messages[worker][i] - center[i]) * factors[worker];
                }
                center[i] += pull;
            }
        }

        /** In doubles, in which the square of the largest float is a number. */
        private double distance(float[] message) {
            double square = 0;
            for (int i = 0; i < message.length; i++) {
                double difference = message[i] - center[i];
                square += difference * difference;
            }
            return Math.sqrt(square);
        }

        private void takeCenter(FloatSlice gradient) {
            for (int i = 0; i < center.length; i++) {
                gradient.array()[gradient.offset() + i] =
                        (float) Math.max(-Float.MAX_VALUE, Math.min(center[i], Float.MAX_VALUE));
            }
        }
    }

    @Override
    public Optional<Reducer> withCompressors(UnaryOperator<Compressor> change) {
        return Optional.of(new RobustMean(change.apply(compressor), rule, parameter));
    }

    @Override
    public Traits traits(Shape shape) {
        return compressor
                .traits(shape)
                .withGuarantee(Guarantee.NONE)
                .withErrorFeedbackRefusal(
                        Optional.of(
                                "a robust mean is not the mean of what was sent; give the residual to the compressor, as in sign+ef+median"));
    }

    @Override
    public String toString() {
        String name = rule.name().toLowerCase(Locale.ROOT);
        return compressor + "+" + name
                + switch (rule) {
                    case TRIMMED -> "(" + parameter + ")";
                    case CENTREDCLIP -> "(" + (int) parameter + ")";
                    case MEDIAN, NORMCLIP -> "";
                };
    }
}
