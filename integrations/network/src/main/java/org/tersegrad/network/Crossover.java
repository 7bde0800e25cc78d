package org.tersegrad.network;

import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;

/** The bandwidth from which on compression no longer pays: where a recipe takes as long as dense. */
final class Crossover {
    private Crossover() {}

    /**
     * Says it in words. Between two measured bandwidths, the logarithm of the ratio of times is taken to be a line over the logarithm of the
     * bandwidth.
     *
     * @param recipe the times of a recipe by bandwidth in Mbit/s, 0 for no limit; not modified
     * @param dense those of dense; not modified
     */
    static String of(Map<Integer, Double> recipe, Map<Integer, Double> dense) {
        TreeMap<Integer, Double> logRatios = new TreeMap<>();
        for (Entry<Integer, Double> time : recipe.entrySet()) {
            Double other = dense.get(time.getKey());
            if (other != null) {
                // No limit is above all limits.
                int key = time.getKey() == 0 ? Integer.MAX_VALUE : time.getKey();
                logRatios.put(key, Math.log(time.getValue() / other));
            }
        }
        if (logRatios.isEmpty()) {
            return "not measured";
        }
        if (logRatios.firstEntry().getValue() >= 0) {
            return "never pays";
        }
        Entry<Integer, Double> before = logRatios.firstEntry();
        for (Entry<Integer, Double> next : logRatios.entrySet()) {
            if (next.getValue() >= 0) {
                return between(before, next);
            }
            before = next;
        }
        return "always pays";
    }

    /** The ratio is below 1 at the first, and not at the second. */
    private static String between(Entry<Integer, Double> low, Entry<Integer, Double> high) {
        if (high.getKey() == Integer.MAX_VALUE) {
            return "above " + Measurement.link(low.getKey());
        }
        double share = low.getValue() / (low.getValue() - high.getValue());
        double log = Math.log(low.getKey()) + share * (Math.log(high.getKey()) - Math.log(low.getKey()));
        double mbit = Math.exp(log);
        // Two digits: the measurements are no better.
        double unit = Math.pow(10, Math.floor(Math.log10(mbit)) - 1);
        long rounded = Math.round(Math.round(mbit / unit) * unit);
        return rounded < 1000
                ? rounded + " Mbit/s"
                : String.valueOf(rounded / 1000.0).replace(".0", "") + " Gbit/s";
    }
}
