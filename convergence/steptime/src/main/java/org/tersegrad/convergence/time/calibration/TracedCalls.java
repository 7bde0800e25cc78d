package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tersegrad.convergence.time.traces.TracedCall;

/** The collectives of a trace as observations. A worker that waits in a call for slower ones makes it longer; benchmarks do not. */
final class TracedCalls {
    private static final List<String> NAMES =
            List.of("allreduce", "reducescatter", "allgather", "alltoall", "broadcast");

    private TracedCalls() {}

    static List<Observation> read(MeasuredFile file, List<TracedCall> calls) {
        List<Observation> observations = new ArrayList<>();
        for (TracedCall call : calls) {
            String letters = call.collective().toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
            int workers = call.workers().orElseGet(file::workersOrFail);
            if (workers > 1) {
                NAMES.stream()
                        .filter(letters::contains)
                        .findFirst()
                        .map(Pattern::parse)
                        .ifPresent(pattern ->
                                observations.add(new Observation(pattern, workers, call.bytes(), call.seconds())));
            }
        }
        return observations;
    }
}
