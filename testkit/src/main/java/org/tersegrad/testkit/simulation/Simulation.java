package org.tersegrad.testkit.simulation;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A seeded cluster: a clock that jumps from event to event, a network, and processes of which exactly one runs at a time. A process keeps
 * running until it waits in its selector or {@link SimulatedProcess#sleep}s; then the next event is carried out. Processes are threads, so
 * that blocking code runs as it is, and hand over to one another in the order that the seed gives.
 */
public final class Simulation {
    /** Events after which a simulation goes round in circles. */
    private static final int MOST_EVENTS = 20_000_000;

    private static final long RETRANSMISSION = 200_000_000;

    private record Event(long time, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int order = Long.compare(time, other.time);
            return order == 0 ? Long.compare(number, other.number) : order;
        }
    }

    private final SplittableRandom random;
    private final Weather weather;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<String, SimulatedProcess> hosts = new HashMap<>();
    private final List<SimulatedProcess> started = new ArrayList<>();
    private final Map<InetSocketAddress, SimulatedServer> servers = new HashMap<>();
    private final List<SimulatedSocket> sockets = new ArrayList<>();
    private final Set<List<String>> cuts = new HashSet<>();
    private final List<String> log = new ArrayList<>();
    private final Turn main = new Turn();
    private boolean logging;
    private Turn resumed = main;
    private boolean over;
    private long now;
    private long limit;
    private long numbered;
    private long carriedOut;
    private int running;
    private long fingerprint;
    private long namesLostUntil;

    /** A cluster without processes. */
    public Simulation(long seed, Weather weather) {
        random = new SplittableRandom(seed);
        this.weather = weather;
    }

    /** Keeps a line for every event from now on, for {@link #log}. */
    public Simulation logging() {
        logging = true;
        return this;
    }

    /** The events so far, if they are logged. */
    public List<String> log() {
        return Collections.unmodifiableList(log);
    }

    /** Adds a line to the log. */
    public void log(Supplier<String> line) {
        if (logging) {
            log.add(String.format(Locale.ROOT, "%12.6f ms  %s", now / 1e6, line.get()));
        }
    }

    /** The time since the simulation began, in nanoseconds. */
    public long now() {
        return now;
    }

    /** Events that were carried out so far. */
    public long events() {
        return carriedOut;
    }

    /** A number that differs between simulations with different events. */
    public long fingerprint() {
        return fingerprint;
    }

    /** Carries an action out at a later time, while all processes wait. */
    public void after(Duration delay, Runnable action) {
        at(now + delay.toNanos(), action);
    }

    void at(long time, Runnable action) {
        events.add(new Event(time, numbered++, action));
    }

    /**
     * Starts a process.
     *
     * @param host a number from 0, which gives it its address {@code 10.0.x.y} and the name {@code host-} and the number; the process
     *     that had that address before should have ended
     */
    public SimulatedProcess start(String name, int host, SimulatedProcess.Program program) {
        SimulatedProcess process = new SimulatedProcess(this, name, host, random.split(), program);
        hosts.put(process.hostName(), process);
        hosts.put(process.address(0).getAddress().getHostAddress(), process);
        started.add(process);
        running++;
        log(() -> name + " starts");
        process.begin();
        return process;
    }

    /**
     * Runs until all processes have ended.
     *
     * @param most simulated time
     * @throws IllegalStateException if some have not ended by then; names them
     */
    public void run(Duration most) {
        limit = now + most.toNanos();
        Turn next = next();
        if (next != main) {
            next.take();
            main.await();
        }
        List<String> hanging = started.stream()
                .filter(each -> !each.hasEnded())
                .map(SimulatedProcess::name)
                .toList();
        over = true;
        started.stream().filter(each -> !each.hasEnded()).forEach(each -> {
            each.condemn();
            each.turn().take();
            main.await();
        });
        if (!hanging.isEmpty()) {
            throw new IllegalStateException(
                    hanging + " still run after " + now / 1_000_000 + " ms and " + carriedOut + " events");
        }
    }

    /** The turn of a thread; only one has it at a time. */
    static final class Turn {
        private final Semaphore permit = new Semaphore(0);

        void take() {
            permit.release();
        }

        void await() {
            permit.acquireUninterruptibly();
        }
    }

    /** Gives the turn to whichever process the next events wake up, and waits until it comes back. */
    void pass(Turn from) {
        Turn next = next();
        if (next != from) {
            next.take();
            from.await();
        }
    }

    /** Gives the turn away for good. */
    void end() {
        running--;
        next().take();
    }

    /** The process of this turn runs next. */
    void resume(Turn turn) {
        resumed = turn;
    }

    private Turn next() {
        while (!over) {
            Event event = events.peek();
            if (event == null || event.time > limit || carriedOut == MOST_EVENTS) {
                break;
            }
            events.remove();
            carriedOut++;
            now = Math.max(now, event.time);
            fingerprint = 31 * fingerprint + now;
            event.action.run();
            if (resumed != main) {
                Turn next = resumed;
                resumed = main;
                return next;
            }
            if (running == 0) {
                break;
            }
        }
        return main;
    }

    // The network.

    /** The weather that it was made with. */
    public Weather weather() {
        return weather;
    }

    SplittableRandom random() {
        return random;
    }

    private long delay() {
        return random.nextLong(weather.leastDelay(), weather.mostDelay() + 1);
    }

    /** A number of bytes that a read or a write moves, of those that it could. */
    int some(int most) {
        return most > 1 && weather.partial() > 0 && random.nextDouble() < weather.partial()
                ? 1 + random.nextInt(most)
                : most;
    }

    /** Carries an action out at the other end of a link, once the link is not cut. */
    void send(SimulatedProcess from, SimulatedProcess to, Runnable arrival) {
        at(now + delay(), () -> arrive(from, to, arrival));
    }

    /** Asks a host for a connection until it hears that, restarted or not. */
    void knock(SimulatedProcess from, String host, Consumer<SimulatedProcess> arrival) {
        at(now + delay(), () -> {
            SimulatedProcess to = named(host).orElseThrow();
            if (isCut(from, to) || to.isUnreachable()) {
                at(now + RETRANSMISSION, () -> knock(from, host, arrival));
            } else if (!from.hasEnded()) {
                arrival.accept(to);
            }
        });
    }

    private void arrive(SimulatedProcess from, SimulatedProcess to, Runnable arrival) {
        if (isCut(from, to)) {
            at(now + RETRANSMISSION, () -> arrive(from, to, arrival));
        } else if (!from.isUnreachable() && !to.isUnreachable()) {
            arrival.run();
        }
    }

    private boolean isCut(SimulatedProcess from, SimulatedProcess to) {
        return !cuts.isEmpty() && cuts.contains(List.of(from.name(), to.name()));
    }

    /** Cuts the link between two processes, in both directions, for some time; what is under way arrives later. */
    public void cut(String one, String other, Duration time) {
        log(() -> "the link between " + one + " and " + other + " is cut for " + time.toMillis() + " ms");
        cuts.add(List.of(one, other));
        cuts.add(List.of(other, one));
        after(time, () -> {
            log(() -> "the link between " + one + " and " + other + " is whole again");
            cuts.remove(List.of(one, other));
            cuts.remove(List.of(other, one));
        });
    }

    /** Resets all connections between two processes. */
    public void reset(String one, String other) {
        log(() -> "connections between " + one + " and " + other + " are reset");
        for (SimulatedSocket socket : List.copyOf(sockets)) {
            if (socket.connects(one, other)) {
                socket.reset();
            }
        }
    }

    /** No name can be looked up for some time. */
    public void loseNames(Duration time) {
        log(() -> "names are lost for " + time.toMillis() + " ms");
        namesLostUntil = now + time.toNanos();
    }

    boolean namesAreLost() {
        return now < namesLostUntil;
    }

    Optional<SimulatedProcess> named(String host) {
        return Optional.ofNullable(hosts.get(host));
    }

    Map<InetSocketAddress, SimulatedServer> servers() {
        return servers;
    }

    List<SimulatedSocket> sockets() {
        return sockets;
    }
}
