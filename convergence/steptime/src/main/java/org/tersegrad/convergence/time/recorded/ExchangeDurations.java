package org.tersegrad.convergence.time.recorded;

import java.util.List;
import java.util.stream.IntStream;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.clock.Durations;
import org.tersegrad.convergence.training.sync.StepTimes;
import org.tersegrad.reducers.sync.LocalSteps;

/**
 * The durations that the clock of a training counts with on a network: those of a recipe's calls for the tensors of a model. Nothing overlaps
 * but what the synchronization overlaps, since the gradient of a batch is computed as a whole here.
 *
 * @param costs of the recipe
 * @param tensors of the model
 * @param between the workers
 */
public record ExchangeDurations(RecipeCosts costs, List<ProfileTensor> tensors, Interconnect between) {
    public ExchangeDurations {
        tensors = List.copyOf(tensors);
    }

    /** The tensors of a problem. */
    public static List<ProfileTensor> tensors(Problem problem) {
        return problem.namedTensors().stream()
                .map(tensor -> new ProfileTensor(tensor.name(), tensor.shape(), 0))
                .toList();
    }

    /**
     * The durations.
     *
     * @param name that tells them from others
     * @param times the distribution of a worker's steps
     * @param step seconds of a usual one
     * @param settings those of the recipe
     */
    public Durations durations(String name, StepTimes times, double step, Settings settings) {
        Link slowest = between.network().slowest();
        Cost whole = cost(0, 1);
        int fragments = settings.synchronization() instanceof LocalSteps local ? local.fragments() : 1;
        return new Durations(
                name,
                times,
                step,
                whole.encodeSeconds() + whole.addSeconds() / settings.workers(),
                slowest.alpha(),
                slowest.beta() / Byte.SIZE,
                IntStream.range(0, fragments)
                        .mapToObj(fragment -> exchange(cost(fragment, fragments)))
                        .toList());
    }

    /** The cost of the tensors of one of some fragments. */
    public Cost cost(int fragment, int fragments) {
        return IntStream.range(0, tensors.size())
                .filter(tensor -> tensor % fragments == fragment)
                .mapToObj(tensor -> costs.of(tensors.get(tensor)))
                .reduce(Cost::with)
                .orElseGet(() -> new Cost(0, List.of(), 0, 0));
    }

    /** The time of an exchange by the bits that are sent; a fixed one if some calls are between a part of the workers. */
    private Durations.Exchange exchange(Cost cost) {
        Network network = between.network();
        CallTimes calls = between.times();
        boolean copies = !costs.toString().equals("dense"); // floats leave the device without a copy
        double coding =
                cost.encodeSeconds() + cost.addSeconds() + (copies ? 2 * network.copySeconds(cost.elements()) : 0);
        double wire = calls.seconds(cost, network);
        double bits = 0;
        double delay = 0;
        for (Call call : cost.calls()) {
            if (call.kind() == Call.Kind.DIRECT || call.workers() != Call.EVERYBODY) {
                return new Durations.Exchange(coding + wire, 0);
            }
            delay += calls.seconds(call.withBytes(0), network);
            bits += Byte.SIZE
                    * (call.kind() == Call.Kind.BROADCAST
                            ? call.bytes() * (network.workers() - 1) / network.workers()
                            : calls.sent(call, network));
        }
        return new Durations.Exchange(coding + delay, bits == 0 ? 0 : (wire - delay) / bits);
    }
}
