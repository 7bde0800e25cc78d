package org.tersegrad.mpi;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.EngineFilter.includeEngines;

import com.sun.jna.Pointer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.junit.CollectiveLaws;

/**
 * The laws of a group, run by every rank: each is one worker, and all ranks judge what all workers returned. Every group has a
 * communicator of its own, since a failure ends a group for good.
 */
class LawsOnRanks extends CollectiveLaws {
    private static final Duration LONG = Duration.ofMinutes(10);

    @SuppressWarnings("NullAway.Init") // set before the first law runs
    private static MpiGroup everybody;

    /** The result of a worker, or the stack trace of its exception. */
    private record Outcome(Object result, String failure) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    /** Runs all laws; {@code args[0]} is the folder for the results. */
    public static void main(String[] args) throws Exception {
        try (MpiGroup world = MpiGroup.world(LONG)) {
            everybody = world;
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(LawsOnRanks.class))
                                    .filters(includeEngines("junit-jupiter")) // jqwik would write a file
                                    .build(),
                            listener);
            TestExecutionSummary summary = listener.getSummary();
            StringWriter text = new StringWriter();
            text.append("laws: " + summary.getTestsFoundCount() + ", kept: " + summary.getTestsSucceededCount());
            summary.printFailuresTo(new PrintWriter(text));
            Mpirun.say(args[0], world.rank(), text.toString());
        }
    }

    @Override
    protected <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception {
        Pointer communicator = OpenMpi.duplicateWorld();
        Outcome mine = new Outcome("", "");
        if (everybody.rank() < workers) {
            mine = work(new MpiGroup(communicator, everybody.rank(), workers, LONG, false), worker);
        }
        List<Outcome> all = new ArrayList<>();
        everybody.allGather(ByteBuffer.wrap(toBytes(mine)), (rank, message) -> all.add(fromBytes(message)));
        List<R> results = new ArrayList<>();
        for (Outcome outcome : all.subList(0, workers)) {
            if (!outcome.failure().isEmpty()) {
                throw new ExecutionException(outcome.failure(), null);
            }
            @SuppressWarnings("unchecked") // all workers run the same
            R result = (R) outcome.result();
            results.add(result);
        }
        return results;
    }

    private static <R> Outcome work(MpiGroup group, LocalGroup.Worker<R> worker) {
        try (group) {
            try {
                return new Outcome(worker.run(group), "");
            } catch (Throwable e) {
                group.fail(e);
                StringWriter trace = new StringWriter();
                e.printStackTrace(new PrintWriter(trace));
                return new Outcome("", trace.toString());
            }
        }
    }

    private static byte[] toBytes(Outcome outcome) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(outcome);
        }
        return bytes.toByteArray();
    }

    private static Outcome fromBytes(ByteBuffer message) {
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (Outcome) in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
