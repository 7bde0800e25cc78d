package org.tersegrad.convergence.time.parallel;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeReader;

/**
 * A device by its data sheet and the shares of it that programs get: {@code a100}, {@code a100(matmul=0.6)} or {@code
 * device(tflops=989,memory=3350)}.
 *
 * @param tflops operations of matrix products, in units of 1e12 a second
 * @param gigabytes a second between the device and its memory, of 1e9 bytes
 * @param matmul share of the operations that large products get
 * @param bytes share of the bandwidth that programs get
 */
public record Device(double tflops, double gigabytes, double matmul, double bytes) {
    /** Most of a bandwidth that programs get. */
    public static final double MOST_OF_A_BANDWIDTH = 0.9;

    /** An A100 with 80 GB; its shares are fitted to published steps, see the claim {@code megatron-scaling}. */
    public static final Device A100 = new Device(312, 2039, 0.708, MOST_OF_A_BANDWIDTH);

    private static final double MOST = 1e6;
    private static final double LEAST_SHARE = 1e-3;

    private static final List<RecipeEntry<Device>> ENTRIES = List.of(
            entry("a100", "an A100 with 80 GB", a -> made(a, A100.tflops, A100.gigabytes)),
            entry(
                    "device(tflops=989,memory=3350)",
                    "another device",
                    a -> made(
                            a,
                            a.asDouble("tflops", A100.tflops, 1, MOST),
                            a.asDouble("memory", A100.gigabytes, 1, MOST)),
                    new Parameter("tflops", "operations of its data sheet, in 1e12 a second"),
                    new Parameter("memory", "GB/s of its data sheet")));

    public Device {
        requirePositive("tflops", tflops, MOST);
        requirePositive("memory", gigabytes, MOST);
        requirePositive("matmul", matmul, 1);
        requirePositive("bytes", bytes, 1);
    }

    private static void requirePositive(String what, double value, double most) {
        if (!(value > 0 && value <= most)) {
            throw new IllegalArgumentException(
                    what + " is above 0 and at most " + String.format(Locale.ROOT, "%.0f", most) + ", not " + value);
        }
    }

    private static RecipeEntry<Device> entry(
            String example, String help, Function<RecipeArguments, Device> make, Parameter... parameters) {
        Parameter[] all = new Parameter[parameters.length + 2];
        System.arraycopy(parameters, 0, all, 0, parameters.length);
        all[parameters.length] = new Parameter("matmul", "share of the operations that products get");
        all[parameters.length + 1] = new Parameter("bytes", "share of the bandwidth that programs get");
        return RecipeEntry.first(Device.class, example, help, make, all);
    }

    private static Device made(RecipeArguments a, double tflops, double gigabytes) {
        return new Device(
                tflops,
                gigabytes,
                a.asDouble("matmul", A100.matmul, LEAST_SHARE, 1),
                a.asDouble("bytes", A100.bytes, LEAST_SHARE, 1));
    }

    /**
     * The device that a text stands for.
     *
     * @throws IllegalArgumentException if it stands for none; the message names the part that is wrong
     */
    public static Device parse(String text) {
        return RecipeReader.call("device", text, Device.class, ENTRIES);
    }

    /** The same with other shares. */
    public Device withShares(double ofProducts, double ofBytes) {
        return new Device(tflops, gigabytes, ofProducts, ofBytes);
    }

    /** The duration of some work: products and traffic one after the other. */
    public double seconds(Work work) {
        return work.operations() / (tflops * 1e12 * matmul) + work.bytes() / (gigabytes * 1e9 * bytes);
    }

    @Override
    public String toString() {
        return "device(tflops=" + tflops + ",memory=" + gigabytes + ",matmul=" + matmul + ",bytes=" + bytes + ")";
    }
}
