package org.tersegrad.convergence.cli.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The synthetic trace of {@code docs/how-to/example-trace.json}, in the format of PyTorch's profiler: two steps of a perceptron of 9.4 million
 * parameters on one of 8 workers, whose gradients are summed one by one in 600 us and at 1.1 GB/s, give or take 2 %.
 */
final class ExampleTrace {
    private static final int[][] LAST_TO_FIRST = {{1000}, {1000, 1024}, {1024}, {1024, 4096}, {4096}, {4096, 1024}};
    private static final int WORKERS = 8;
    private static final String GRADIENT = "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad";

    private final List<String> events = new ArrayList<>();
    private int id;

    private ExampleTrace() {}

    static String text() {
        ExampleTrace trace = new ExampleTrace();
        trace.step(1, 0);
        trace.step(2, 200_000);
        return "{\"schemaVersion\": 1, \"traceEvents\": [\n" + String.join(",\n", trace.events) + "\n]}\n";
    }

    private void event(String category, String name, double start, double length, String args) {
        events.add(String.format(
                Locale.ROOT,
                "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":0,\"tid\":1,\"ts\":%.1f,\"dur\":%.1f,\"args\":{%s}}",
                category,
                name,
                start,
                length,
                args));
    }

    private double launch(String operator, double launched, double start, double length) {
        id++;
        event("cpu_op", operator, launched, 2, "\"External id\":" + id);
        event("kernel", "sgemm_128x64", start, length, "\"External id\":" + id + ",\"stream\":7");
        return start + length;
    }

    private void step(int number, double at) {
        event("user_annotation", "ProfilerStep#" + number, at, 190_000, "");
        double device = launch("aten::addmm", at + 10, at + 20, 9_000);
        device = launch("aten::addmm", at + 20, device, 2_000);
        double network = at;
        for (int i = 0; i < LAST_TO_FIRST.length; i++) {
            double launched = at + 100 + 20 * i;
            boolean matrix = LAST_TO_FIRST[i].length == 2;
            int elements = LAST_TO_FIRST[i][0] * (matrix ? LAST_TO_FIRST[i][1] : 1);
            event("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", launched, 8, "");
            device = launch("aten::mm", launched + 1, device, matrix ? elements / 200.0 : 60);
            String dims = matrix ? LAST_TO_FIRST[i][0] + ", " + LAST_TO_FIRST[i][1] : "" + LAST_TO_FIRST[i][0];
            event("cpu_op", GRADIENT, launched + 10, 2, "\"Input Dims\":[[" + dims + "]]");
            double noise = (i + number) % 2 == 0 ? 1.02 : 0.98;
            double sum = noise * (600 + 2.0 * (WORKERS - 1) / WORKERS * 4 * elements / 1100);
            double start = Math.max(network, device);
            event(
                    "kernel",
                    "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                    start,
                    sum,
                    String.format(
                            Locale.ROOT,
                            "\"stream\":20,\"Collective name\":\"allreduce\",\"dtype\":\"Float\",\"In msg nelems\":%d,"
                                    + "\"Out msg nelems\":%d,\"Group size\":%d",
                            elements,
                            elements,
                            WORKERS));
            network = start + sum;
        }
        event("user_annotation", "Optimizer.step#SGD.step", at + 400, 50, "");
        launch("aten::_foreach_add_", at + 410, Math.max(network, device), 300);
    }
}
