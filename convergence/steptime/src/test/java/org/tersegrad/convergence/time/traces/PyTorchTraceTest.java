package org.tersegrad.convergence.time.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import tools.jackson.databind.json.JsonMapper;

/** Traces whose every time is known. */
class PyTorchTraceTest {
    private static final String ACCUMULATE = "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad";

    private final List<String> events = new ArrayList<>();

    private void event(String category, String name, double start, double length, String args) {
        events.add(String.format(
                java.util.Locale.ROOT,
                "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"ts\":%s,\"dur\":%s,\"args\":{%s}}",
                category,
                name,
                start,
                length,
                args));
    }

    /** An operator, and the kernel that it launches. */
    private void launch(int id, String operator, double launched, double start, double length) {
        event("cpu_op", operator, launched, 1, "\"External id\":" + id);
        event("kernel", "gemm", start, length, "\"External id\":" + id + ",\"stream\":7");
    }

    /**
     * A step from {@code at} on: forward 100 us on the device, gradients after 50 and 30 us more, optimizer 20 us. The device lags behind
     * the processor, and a call of NCCL outlasts all of it.
     */
    private void step(int number, double at, double slower, String dims) {
        event("user_annotation", "ProfilerStep#" + number, at, 1000, "");
        int id = 100 * number;
        launch(id + 1, "aten::addmm", at + 1, at + 10, 60);
        launch(id + 2, "aten::relu", at + 3, at + 70, 40);
        event("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", at + 5, 3, "");
        launch(id + 3, "aten::mm", at + 6, at + 110, 50 + slower);
        event("cpu_op", ACCUMULATE, at + 9, 1, dims.isEmpty() ? "" : "\"Input Dims\":[[10]" + "]");
        event("cpu_op", "autograd::engine::evaluate_function: ReluBackward0", at + 11, 3, "");
        launch(id + 4, "aten::mm", at + 12, at + 160 + slower, 30);
        event("cpu_op", ACCUMULATE, at + 16, 1, dims.isEmpty() ? "" : "\"Input Dims\":[[4, 3, 2]]");
        event(
                "kernel",
                "ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)",
                at + 150,
                812,
                "\"Collective name\":\"allreduce\",\"dtype\":\"Float\",\"In msg nelems\":6553600,"
                        + "\"Out msg nelems\":6553600,\"Group size\":8");
        event("user_annotation", "Optimizer.step#SGD.step", at + 20, 10, "");
        launch(id + 5, "aten::add_", at + 22, at + 970, 20);
    }

    private PyTorchTrace trace() {
        return new PyTorchTrace(
                "trace.json",
                JsonMapper.builder().build().readTree("{\"traceEvents\": [" + String.join(",\n", events) + "]}"));
    }

    @Test
    void aProfileIsTheMedianOfItsSteps() {
        step(5, 1000, 0, "yes");
        step(6, 2000, 400, "yes");
        step(7, 3000, 0, "yes");
        Profile profile = trace().step().profile("trace.json", List.of());
        assertThat(profile.forwardSeconds()).isCloseTo(100e-6, within(1e-12));
        assertThat(profile.optimizerSeconds()).isCloseTo(20e-6, within(1e-12));
        assertThat(profile.backwardOrder()).extracting(ProfileTensor::elements).containsExactly(10, 24);
        assertThat(profile.tensors().get(0).shape()).isEqualTo(new Shape(4, 6));
        assertThat(profile.backwardOrder().get(0).backwardSeconds()).isCloseTo(50e-6, within(1e-12));
        assertThat(profile.backwardOrder().get(1).backwardSeconds()).isCloseTo(30e-6, within(1e-12));
    }

    @Test
    void callsHaveTheirBytesAndWorkers() {
        step(5, 1000, 0, "yes");
        assertThat(trace().calls())
                .singleElement()
                .isEqualTo(new TracedCall("allreduce", OptionalInt.of(8), 4 * 6553600, 812 * 1e-6));
    }

    /** Copies between device and host in either direction; a copy on the device, or one without a size, is none. */
    @Test
    void copiesToAndFromTheHostHaveTheirBytes() {
        event("gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", 10, 80.0, "\"bytes\":1000000");
        event("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 100, 160.0, "\"Bytes\":2000000");
        event("gpu_memcpy", "Memcpy DtoD (Device -> Device)", 300, 2.0, "\"bytes\":1000000");
        event("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 400, 2.0, "");
        assertThat(trace().copies()).containsExactly(new HostCopy(1e6, 80 * 1e-6), new HostCopy(2e6, 160 * 1e-6));
    }

    @Test
    void withoutShapesAListOfParametersTellsSizes() {
        step(5, 1000, 0, "");
        TracedStep step = trace().step();
        assertThatThrownBy(() -> step.profile("trace.json", List.of()))
                .hasMessageContaining("record_shapes=True")
                .hasMessageContaining("trace.json,parameters=");
        List<ProfileTensor> sizes =
                List.of(new ProfileTensor("first", new Shape(3, 4), 0), new ProfileTensor("last", Shape.vector(5), 0));
        Profile profile = step.profile("trace.json", sizes);
        assertThat(profile.tensors()).extracting(ProfileTensor::name).containsExactly("first", "last");
        assertThat(profile.backwardOrder().get(0).backwardSeconds()).isCloseTo(50e-6, within(1e-12));
        assertThatThrownBy(() -> step.profile("trace.json", sizes.subList(0, 1)))
                .hasMessage("trace.json has 2 gradients, and the list of parameters has 1");
    }

    @Test
    void aTraceWithoutABackwardPassIsAMistake() {
        event("kernel", "gemm", 0, 5, "");
        assertThatThrownBy(() -> trace().step()).hasMessageContaining("trace.json has no backward pass");
    }

    @Test
    void stepsWithOtherGradientsAreAMistake() {
        step(5, 1000, 0, "yes");
        step(6, 2000, 0, "yes");
        event("cpu_op", ACCUMULATE, 2018, 1, "\"Input Dims\":[[7]]");
        assertThatThrownBy(() -> trace().step()).hasMessageContaining("2 gradients and another 3");
    }
}
