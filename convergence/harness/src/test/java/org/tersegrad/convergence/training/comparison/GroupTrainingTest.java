package org.tersegrad.convergence.training.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Progress;
import org.tersegrad.convergence.training.Results;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.run.Timeless;
import org.tersegrad.convergence.training.sync.Synchronizations;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.Loopback;

/** A comparison whose workers are connected by TCP learns what one with threads learns, bit for bit. */
class GroupTrainingTest {
    private static final Problem PROBLEM = Models.make("mlp(16)", () -> DataSets.load("digits", Path.of("none")));

    private static Comparison comparison(String... recipes) {
        return Comparison.of(PROBLEM).workers(3).epochs(2).seeds(1, 2).with(recipes);
    }

    @Test
    void sameResultsAsThreads() throws Exception {
        Comparison comparison = comparison("dense", "topk(0.01)+ef", "powersgd(1)+ef", "vote");
        List<Evaluation> expected = Timeless.of(comparison.run().evaluations());
        assertThat(expected).hasSize(4 * 2 * 3);
        List<Results> all = Loopback.run(3, group -> comparison.run(group, Progress.SILENT));
        for (Results results : all) {
            assertThat(Timeless.of(results.evaluations())).isEqualTo(expected);
            assertThat(results).isEqualTo(all.get(0)); // the time too is worker 0's
        }
    }

    /** All workers leave the run together, and go on with the next. */
    @Test
    void aRunThatDivergesIsTheSameToo() throws Exception {
        Comparison comparison = comparison("dense@1e30", "int8@0.1");
        List<Evaluation> expected = Timeless.of(comparison.run().evaluations());
        for (Results results : Loopback.run(3, group -> comparison.run(group, Progress.SILENT))) {
            assertThat(Timeless.of(results.evaluations())).isEqualTo(expected);
        }
    }

    /** A worker that announces more than the bound costs the others no memory. */
    @Test
    void everyMessageOfATrainingHasABound() throws Exception {
        Comparison comparison = Comparison.of(PROBLEM)
                .workers(2)
                .epochs(1)
                .seeds(1)
                .with("dense", "topk(0.01)+ef", "powersgd(1)+ef", "vote", "int8+twoshot");
        Set<String> unbounded = ConcurrentHashMap.newKeySet();
        LocalGroup.run(2, group -> comparison.run(watched(group, unbounded), Progress.SILENT));
        assertThat(unbounded).isEmpty();
    }

    /** The same group; notes calls whose receiver takes a message of any length. */
    private static Collective watched(Collective group, Set<String> unbounded) {
        return (Collective) Proxy.newProxyInstance(
                Collective.class.getClassLoader(), new Class<?>[] {Collective.class}, (proxy, method, given) -> {
                    Object[] arguments = given == null ? new Object[0] : given;
                    for (Object argument : arguments) {
                        if (argument instanceof Collective.Receiver receiver
                                && receiver.mostBytes(1 - group.rank()) == Integer.MAX_VALUE) {
                            unbounded.add(method.getName() + " of " + receiver.getClass());
                        }
                    }
                    try {
                        return method.invoke(group, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void anotherGroupIsRefused() {
        assertThatThrownBy(() -> LocalGroup.run(2, group -> comparison("dense").run(group, Progress.SILENT)))
                .hasStackTraceContaining("the group has 2 workers, the comparison 3");
        assertThatThrownBy(() -> LocalGroup.run(
                        3,
                        group -> comparison("dense")
                                .resumingFrom(Path.of("checkpoints"))
                                .run(group, Progress.SILENT)))
                .hasStackTraceContaining("writes no checkpoints");
        Settings served = Settings.usual().withWorkers(3).withSynchronization(Synchronizations.parse("asp"));
        assertThatThrownBy(() -> LocalGroup.run(
                        3, group -> comparison("dense").settings(served).run(group, Progress.SILENT)))
                .hasStackTraceContaining("asp is trained in one thread, and not by a group of processes");
    }
}
