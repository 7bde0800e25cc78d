package org.tersegrad.convergence.cli.schemes;

import java.util.Arrays;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Mirror;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.report.pictures.SchemeError;

/**
 * The error of a compressor on one gradient of one or more tensors. Each message comes from a new encoder with a seed of its own, so
 * nothing is remembered between them.
 */
public final class ErrorMeasurement {
    private static final int MESSAGES = 8;

    /** One message: encodes and decodes what a new encoder is given. */
    @FunctionalInterface
    public interface Coder {
        /**
         * Sends a message.
         *
         * @param shape of the tensor
         * @param tensor not modified
         * @param seed of the encoder
         */
        Coded code(Shape shape, float[] tensor, int seed);

        /** That of a compressor. */
        static Coder of(Compressor compressor) {
            return (shape, tensor, seed) -> {
                Payload payload = Payload.allocate(compressor.maxBytes(shape));
                compressor.encoder(shape, Seed.of(seed)).encode(FloatSlice.of(tensor), payload);
                return new Coded(decoded(compressor, payload, shape), payload.bits());
            };
        }
    }

    /**
     * A message, as it arrived.
     *
     * @param decoded owned by this record
     * @param bits of the message
     */
    @SuppressWarnings("ArrayRecordComponent") // made for one measurement and dropped
    public record Coded(float[] decoded, long bits) {}

    private final Coder coder;
    private final String name;
    private final Sample sample;
    private final double[] sum;
    private final double[] squares;
    private final float[] gradient;
    private double bits;
    private double error;
    private double cosine;

    private ErrorMeasurement(Coder coder, String name, Sample sample) {
        this.coder = coder;
        this.name = name;
        this.sample = sample;
        gradient = sample.values();
        sum = new double[gradient.length];
        squares = new double[gradient.length];
    }

    /**
     * Measures.
     *
     * @param name of the code
     * @param sample not all 0
     */
    public static SchemeError of(Coder coder, String name, Sample sample) {
        ErrorMeasurement measurement = new ErrorMeasurement(coder, name, sample);
        return measurement.result(MESSAGES, measurement.ofMean());
    }

    static SchemeError of(Compressor compressor, Sample sample) {
        return of(Coder.of(compressor), compressor.toString(), sample);
    }

    /** The same from some messages, at least two, without the error of a mean, which is NaN. */
    static SchemeError ofMessages(Compressor compressor, Sample sample, int messages) {
        return new ErrorMeasurement(Coder.of(compressor), compressor.toString(), sample).result(messages, Double.NaN);
    }

    private SchemeError result(int messages, double ofMean) {
        bits = 0; // those of the mean do not count
        for (int message = 0; message < messages; message++) {
            add(sent(gradient, message));
        }
        return new SchemeError(
                name,
                sample.label(),
                bits / messages / gradient.length,
                error / messages,
                bias(messages),
                cosine / messages,
                ofMean);
    }

    /** The decoded gradient, each tensor from its own message; counts their bits. */
    private float[] sent(float[] values, int seed) {
        float[] arrived = new float[values.length];
        int start = 0;
        for (Shape shape : sample.shapes()) {
            Coded coded = coder.code(shape, Arrays.copyOfRange(values, start, start + shape.size()), seed);
            bits += coded.bits();
            System.arraycopy(coded.decoded(), 0, arrived, start, shape.size());
            start += shape.size();
        }
        return arrived;
    }

    /** The error of the mean of workers, each of whose gradients is this one and as much noise: its own elements in other places. */
    private double ofMean() {
        int size = gradient.length;
        double[] difference = new double[size];
        double[] mean = new double[size];
        float[] own = new float[size];
        for (int worker = 0; worker < SchemeError.WORKERS; worker++) {
            int start = 0;
            for (Shape shape : sample.shapes()) {
                int length = shape.size();
                int turn = (int) ((long) length * (worker + 1) / (SchemeError.WORKERS + 1));
                for (int i = 0; i < length; i++) {
                    float noise = gradient[start + (i + turn) % length];
                    own[start + i] = gradient[start + i] + (CounterRandom.word(worker, start + i) < 0 ? -noise : noise);
                    mean[start + i] += own[start + i];
                }
                start += length;
            }
            float[] decoded = sent(own, worker);
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

    private void add(float[] decoded) {
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
        error += difference / norm;
        cosine += square == 0 ? 0 : product / Math.sqrt(square * norm);
    }

    /** The mean of few messages deviates from the expected one; what that adds is subtracted. */
    private double bias(int messages) {
        double ofMean = 0;
        double variance = 0;
        for (int i = 0; i < sum.length; i++) {
            double mean = sum[i] / messages;
            ofMean += (mean - gradient[i]) * (mean - gradient[i]);
            variance += (squares[i] / messages - mean * mean) / (messages - 1);
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
