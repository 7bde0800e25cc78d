package org.tersegrad.convergence.cli.schemes;

import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.report.pictures.SchemeError;

/**
 * The error of a compressor on one gradient. Each message comes from a new encoder with a seed of its own, so nothing is
 * remembered between them.
 */
public final class ErrorMeasurement {
    private static final int MESSAGES = 8;

    /** One message: encodes and decodes what a new encoder is given. */
    @FunctionalInterface
    public interface Coder {
        /**
         * Sends a message.
         *
         * @param gradient not modified
         * @param seed of the encoder
         */
        Coded code(float[] gradient, int seed);
    }

    /**
     * What arrived.
     *
     * @param decoded owned by this record
     * @param bits of the message
     */
    @SuppressWarnings("ArrayRecordComponent") // made for one measurement and dropped
    public record Coded(float[] decoded, long bits) {}

    private final double[] sum;
    private final double[] squares;
    private final float[] gradient;
    private double bits;
    private double error;
    private double cosine;

    private ErrorMeasurement(float[] gradient) {
        this.gradient = gradient;
        sum = new double[gradient.length];
        squares = new double[gradient.length];
    }

    /**
     * Measures.
     *
     * @param gradient not modified; not all 0
     */
    static SchemeError of(Compressor compressor, Shape shape, String kind, float[] gradient) {
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        Coder coder = (values, seed) -> {
            compressor.encoder(shape, Seed.of(seed)).encode(FloatSlice.of(values), payload);
            return new Coded(decoded(compressor, payload, shape), payload.bits());
        };
        return of(coder, compressor.toString(), kind, gradient);
    }

    /**
     * Measures any code.
     *
     * @param name of the code
     * @param kind of the gradient
     * @param gradient not modified; not all 0
     */
    public static SchemeError of(Coder coder, String name, String kind, float[] gradient) {
        ErrorMeasurement measurement = new ErrorMeasurement(gradient);
        for (int message = 0; message < MESSAGES; message++) {
            measurement.add(coder.code(gradient, message));
        }
        return new SchemeError(
                name,
                kind,
                measurement.bits / MESSAGES / gradient.length,
                measurement.error / MESSAGES,
                measurement.bias(),
                measurement.cosine / MESSAGES,
                ofMean(coder, gradient));
    }

    /** The error of the mean of workers, each of whose gradients is this one and as much noise: its own elements in other places. */
    private static double ofMean(Coder coder, float[] gradient) {
        int size = gradient.length;
        double[] difference = new double[size];
        double[] mean = new double[size];
        float[] own = new float[size];
        for (int worker = 0; worker < SchemeError.WORKERS; worker++) {
            int turn = (int) ((long) size * (worker + 1) / (SchemeError.WORKERS + 1));
            for (int i = 0; i < size; i++) {
                float noise = gradient[(i + turn) % size];
                own[i] = gradient[i] + (CounterRandom.word(worker, i) < 0 ? -noise : noise);
                mean[i] += own[i];
            }
            float[] decoded = coder.code(own, worker).decoded();
            for (int i = 0; i < size; i++) {
                difference[i] += (double) decoded[i] - own[i];
            }
        }
        double error = 0;
        double norm = 0;
        for (int i = 0; i < size; i++) {
            error += difference[i] * difference[i];
            norm += mean[i] * mean[i];
        }
        return error / norm;
    }

    /** The floats of a first message. */
    public static float[] decoded(Compressor compressor, Payload payload, Shape shape) {
        if (!payload.isIncrement()) {
            return payload.decompress();
        }
        Mirror mirror = new Mirror(compressor, shape);
        mirror.add(payload, 1f);
        float[] estimate = new float[shape.size()];
        mirror.addTo(FloatSlice.of(estimate), 1f);
        return estimate;
    }

    private void add(Coded message) {
        float[] decoded = message.decoded();
        double difference = 0;
        double product = 0;
        double square = 0;
        for (int i = 0; i < decoded.length; i++) {
            double value = decoded[i];
            sum[i] += value;
            squares[i] += value * value;
            difference += (value - gradient[i]) * (value - gradient[i]);
            product += value * gradient[i];
            square += value * value;
        }
        double norm = squaredNorm();
        bits += message.bits();
        error += difference / norm;
        cosine += square == 0 ? 0 : product / Math.sqrt(square * norm);
    }

    /** The mean of few messages deviates from the expected one; what that adds is subtracted. */
    private double bias() {
        double ofMean = 0;
        double variance = 0;
        for (int i = 0; i < sum.length; i++) {
            double mean = sum[i] / MESSAGES;
            ofMean += (mean - gradient[i]) * (mean - gradient[i]);
            variance += (squares[i] / MESSAGES - mean * mean) / (MESSAGES - 1);
        }
        return Math.max(0, ofMean - Math.max(0, variance)) / squaredNorm();
    }

    private double squaredNorm() {
        double norm = 0;
        for (float value : gradient) {
            norm += (double) value * value;
        }
        return norm;
    }
}
