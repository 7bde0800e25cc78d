package org.tersegrad.convergence.time.schedules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;

/** Steps of made-up models on made-up networks, the same for the same seed. */
final class RandomSteps {
    private RandomSteps() {}

    /** Gradients of 32 bits; compute and exchange are about equally long, give or take a factor of 10. */
    static Step dense(long seed, int mostTensors) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 1 + random.nextInt(mostTensors);
        List<ProfileTensor> tensors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int elements = 1 + (int) Math.pow(10, 6 * random.nextDouble());
            double seconds = random.nextInt(5) == 0 ? 0 : 1e-2 * random.nextDouble();
            tensors.add(new ProfileTensor("layer" + i / 2 + "." + i, Shape.vector(elements), seconds));
        }
        Profile profile =
                new Profile("random", tensors, 1e-2 * count * random.nextDouble(), 1e-3 * random.nextDouble());
        Link link = new Link(Math.pow(10, -6 + 4 * random.nextDouble()), Math.pow(10, 8 + 3 * random.nextDouble()));
        return Step.dense(profile, Network.of(link, 2 + random.nextInt(31)));
    }

    /** The same with messages that are gathered, some of them in two calls, and times of encoding and adding. */
    static Step compressed(long seed, int mostTensors) {
        Step dense = dense(seed, mostTensors);
        SplittableRandom random = new SplittableRandom(~seed);
        Map<String, Cost> costs = new HashMap<>();
        for (ProfileTensor tensor : dense.profile().tensors()) {
            List<Call> calls = new ArrayList<>();
            calls.add(new Call(Call.Kind.ALL_GATHER, tensor.elements() * random.nextDouble()));
            if (random.nextBoolean()) {
                calls.add(new Call(Call.Kind.ALL_REDUCE, tensor.elements() * random.nextDouble()));
            }
            double encode = 5e-3 * random.nextDouble();
            costs.put(tensor.name(), new Cost(tensor.elements(), calls, encode, 1e-2 * random.nextDouble()));
        }
        return dense.with((Costs) tensor -> Objects.requireNonNull(costs.get(tensor.name())));
    }
}
