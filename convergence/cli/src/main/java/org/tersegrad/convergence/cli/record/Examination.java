package org.tersegrad.convergence.cli.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.record.Ledger.Row;
import org.tersegrad.convergence.cli.record.Ledger.Standing;
import org.tersegrad.convergence.cli.schemes.ErrorMeasurement;
import org.tersegrad.convergence.cli.schemes.Sample;
import org.tersegrad.convergence.report.pictures.SchemeError;
import org.tersegrad.testkit.process.ProcessFailure;

/** All columns of one contestant. What fails ends its examination, with the reason in its note. */
final class Examination {
    /** Elements of the gradient that NaN is put into. */
    private static final Shape POLICY_SHAPE = new Shape(8, 16);

    private final Entrant entrant;
    private final List<Row> rows = new ArrayList<>();
    private String deterministic = "";
    private String nan = "";
    private String infinity = "";
    private Entrant.Costs costs = Entrant.Costs.UNKNOWN;
    private String note = "";

    private Examination(Entrant entrant) {
        this.entrant = entrant;
    }

    /**
     * Takes as long as all messages take.
     *
     * @param gradients the first of them is also timed
     * @param progress gets the number of gradients done and the name of the next
     */
    static Ledger.Result of(Entrant entrant, List<Sample> gradients, BiConsumer<Integer, String> progress) {
        Examination examination = new Examination(entrant);
        try {
            examination.run(gradients, progress);
        } catch (ProcessFailure | IllegalArgumentException e) {
            examination.note = String.valueOf(e.getMessage());
        }
        return examination.result();
    }

    private Ledger.Result result() {
        return new Ledger.Result(
                new Standing(entrant.name(), entrant.version(), deterministic, nan, infinity, costs, note), rows);
    }

    private void run(List<Sample> gradients, BiConsumer<Integer, String> progress) {
        for (Sample sample : gradients) {
            progress.accept(rows.size(), sample.label());
            rows.add(measured(sample));
        }
        progress.accept(rows.size(), "determinism, NaN, costs");
        Sample first = gradients.get(0);
        Shape shape = first.shapes().get(0);
        float[] values = Arrays.copyOf(first.values(), shape.size());
        byte[] once = entrant.send(shape, values, 1).bytes();
        entrant.restart();
        costs = entrant.costs(shape, values);
        deterministic = Arrays.equals(once, entrant.send(shape, values, 1).bytes()) ? "yes" : "no";
        nan = policy(Float.NaN);
        infinity = policy(Float.POSITIVE_INFINITY);
    }

    private Row measured(Sample sample) {
        long[] sizes = new long[2]; // packed, as written
        SchemeError error = ErrorMeasurement.of(
                (shape, values, seed) -> {
                    Entrant.Sent sent = entrant.send(shape, values, seed);
                    requireFinite(sent.decoded(), sample);
                    sizes[0] += sent.packedBytes();
                    sizes[1] += sent.bytes().length;
                    return new ErrorMeasurement.Coded(sent.decoded(), Byte.SIZE * (long) sent.bytes().length);
                },
                entrant.name(),
                sample);
        int elements = sample.values().length;
        double bytes = error.bitsPerElement() * elements / Byte.SIZE;
        return new Row(error, elements, bytes * sizes[0] / Math.max(1, sizes[1]));
    }

    private static void requireFinite(float[] decoded, Sample sample) {
        int finite = finite(decoded);
        if (finite < decoded.length) {
            throw new IllegalArgumentException((decoded.length - finite) + " of " + decoded.length
                    + " decoded elements of " + sample.label() + " are not finite");
        }
    }

    private static int finite(float[] values) {
        int finite = 0;
        for (float value : values) {
            finite += Float.isFinite(value) ? 1 : 0;
        }
        return finite;
    }

    /** The answer to one element that is not finite, among finite ones. */
    private String policy(float wrong) {
        float[] gradient = new float[POLICY_SHAPE.size()];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = (i % 7 - 3) / 4f;
        }
        gradient[gradient.length / 2] = wrong;
        try {
            int finite = finite(entrant.send(POLICY_SHAPE, gradient, 1).decoded());
            return finite == gradient.length ? "hides" : finite == gradient.length - 1 ? "keeps" : "spreads";
        } catch (IllegalArgumentException e) {
            return "rejects";
        } catch (ProcessFailure e) {
            return "fails";
        }
    }
}
