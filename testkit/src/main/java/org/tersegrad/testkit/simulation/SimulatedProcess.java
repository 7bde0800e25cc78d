package org.tersegrad.testkit.simulation;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.spi.SelectorProvider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.tersegrad.reducers.group.TcpHost;
import org.tersegrad.testkit.simulation.Simulation.Turn;

/** A process of a {@link Simulation} and the machine it runs on: its sockets, its clock, and the faults that befall it. */
public final class SimulatedProcess implements TcpHost {
    /** The work of a process. */
    @FunctionalInterface
    public interface Program {
        /** Runs on the simulated host, from which it takes all sockets and times. */
        void run(SimulatedProcess process) throws Exception;
    }

    /** The end of a process that is killed. */
    private static final class KilledError extends Error {
        private static final long serialVersionUID = 1;

        KilledError() {
            super("killed", null, false, false);
        }
    }

    private static final int FIRST_PORT = 40_000;

    private final Simulation simulation;
    private final String name;
    private final int number;
    private final SplittableRandom random;
    private final Program program;
    private final InetAddress address;
    private final SimulatedSockets sockets = new SimulatedSockets(this);
    private final Turn turn = new Turn();
    /** A clock may begin anywhere, and overflow. */
    private final long clockOffset;

    private int nextPort;
    private Optional<Throwable> failure = Optional.empty();
    private BooleanSupplier condition = () -> false;
    private boolean waiting;
    private boolean killed;
    private boolean unreachable;
    private boolean ended;
    private long wakeTime;
    private long frozenUntil;

    SimulatedProcess(Simulation simulation, String name, int number, SplittableRandom random, Program program) {
        this.simulation = simulation;
        this.name = name;
        this.number = number;
        this.random = random;
        this.program = program;
        nextPort = FIRST_PORT + random.nextInt(20_000);
        clockOffset = random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE - random.nextLong(100_000_000);
        try {
            address = InetAddress.getByAddress(hostName(), new byte[] {10, 0, (byte) (number >> 8), (byte) number});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    void begin() {
        Thread thread = new Thread(null, this::work, name, 1 << 19);
        thread.setDaemon(true);
        thread.start();
        waiting = true;
        wakeAt(simulation.now() + pause());
    }

    private void work() {
        turn.await();
        try {
            requireAlive();
            program.run(this);
        } catch (KilledError e) {
            // It has ended.
        } catch (Throwable e) {
            failure = Optional.of(e);
            simulation.log(() -> name + " throws " + e);
        }
        ended = true;
        if (!killed) {
            simulation.log(() -> name + " ends");
        }
        closeAll();
        simulation.end();
    }

    private void closeAll() {
        for (SimulatedSocket socket : simulation.sockets().stream()
                .filter(each -> each.owner() == this)
                .toList()) {
            socket.closeQuietly();
        }
        simulation.servers().values().stream()
                .filter(each -> each.owner() == this)
                .toList()
                .forEach(SimulatedServer::closeQuietly);
    }

    /** The simulation that it is a part of. */
    public Simulation simulation() {
        return simulation;
    }

    /** The name that the caller gave. */
    public String name() {
        return name;
    }

    Turn turn() {
        return turn;
    }

    String hostName() {
        return "host-" + number;
    }

    /** The address of a port of this host. */
    public InetSocketAddress address(int port) {
        return new InetSocketAddress(address, port);
    }

    int freePort() {
        return nextPort++;
    }

    /** The exception that ended the program. */
    public Optional<Throwable> failure() {
        return failure;
    }

    /** Whether the program has ended, or was killed. */
    public boolean hasEnded() {
        return ended;
    }

    /** Whether it was killed or switched off. */
    public boolean isKilled() {
        return killed;
    }

    boolean isUnreachable() {
        return unreachable;
    }

    void requireAlive() {
        if (killed) {
            throw new KilledError();
        }
    }

    void condemn() {
        killed = true;
    }

    /** Kills the process, as {@code kill -9} does: its system closes its connections. */
    public void kill() {
        if (!ended && !killed) {
            simulation.log(() -> name + " is killed");
            die();
        }
    }

    /** Switches the machine off: all others hear nothing. */
    public void switchOff() {
        if (!ended && !killed) {
            simulation.log(() -> name + " is switched off");
            unreachable = true;
            die();
        }
    }

    private void die() {
        killed = true;
        frozenUntil = 0;
        waiting = true;
        wakeTime = Long.MAX_VALUE;
        wakeAt(simulation.now());
    }

    /** Stops the process for some time; its system goes on to receive. */
    public void freeze(Duration time) {
        simulation.log(() -> name + " is frozen for " + time.toMillis() + " ms");
        frozenUntil = Math.max(frozenUntil, simulation.now() + time.toNanos());
    }

    /** Time until which it was frozen. */
    public long frozenUntil() {
        return frozenUntil;
    }

    /** Waits, called by its own program. */
    public void sleep(Duration time) {
        awaitUntil(() -> false, simulation.now() + time.toNanos());
    }

    /**
     * Waits for a condition or a time, called by its own program.
     *
     * @param ready asked now and whenever the process is told that something has {@link #changed}
     */
    public void await(BooleanSupplier ready, Duration most) {
        awaitUntil(ready, simulation.now() + most.toNanos());
    }

    /** Waits for a condition or a time. */
    void awaitUntil(BooleanSupplier ready, long deadline) {
        requireAlive();
        condition = ready;
        waiting = true;
        wakeTime = Long.MAX_VALUE;
        wakeAt(ready.getAsBoolean() ? simulation.now() + pause() : deadline);
        simulation.pass(turn);
        requireAlive();
    }

    /** Something has changed that the process may wait for. */
    public void changed() {
        if (waiting && condition.getAsBoolean()) {
            wakeAt(simulation.now() + pause());
        }
    }

    private long pause() {
        return 1 + random.nextLong(simulation.weather().mostPause());
    }

    private void wakeAt(long time) {
        if (time < wakeTime || wakeTime == 0) {
            wakeTime = time;
            simulation.at(time, () -> wake(time));
        }
    }

    private void wake(long time) {
        if (!waiting || wakeTime != time) {
            return;
        }
        if (simulation.now() < frozenUntil) {
            long thaw = frozenUntil;
            wakeTime = thaw;
            simulation.at(thaw, () -> wake(thaw));
            return;
        }
        waiting = false;
        simulation.resume(turn);
    }

    @Override
    public SelectorProvider sockets() {
        return sockets;
    }

    @Override
    public long nanoTime() {
        requireAlive();
        return clockOffset + simulation.now();
    }

    /** Not random at all: a stream of bytes that follows from the seed. */
    @Override
    public SecureRandom random() {
        return new SecureRandom(new SeededBytes(random), null) {
            private static final long serialVersionUID = 1;
        };
    }

    private static final class SeededBytes extends SecureRandomSpi {
        private static final long serialVersionUID = 1;

        private final transient SplittableRandom random;

        SeededBytes(SplittableRandom random) {
            this.random = random;
        }

        @Override
        protected void engineSetSeed(byte[] seed) {}

        @Override
        protected void engineNextBytes(byte[] bytes) {
            random.nextBytes(bytes);
        }

        @Override
        protected byte[] engineGenerateSeed(int count) {
            byte[] seed = new byte[count];
            random.nextBytes(seed);
            return seed;
        }
    }

    /** Finds processes by {@code host-} and their number, unless names are lost. */
    @Override
    public InetSocketAddress resolve(InetSocketAddress unresolved) {
        return simulation.namesAreLost()
                ? InetSocketAddress.createUnresolved(unresolved.getHostString(), unresolved.getPort())
                : simulation
                        .named(unresolved.getHostString())
                        .map(each -> each.address(unresolved.getPort()))
                        .orElse(InetSocketAddress.createUnresolved(unresolved.getHostString(), unresolved.getPort()));
    }

    @Override
    public String toString() {
        return name;
    }
}
