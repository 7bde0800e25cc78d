package org.tersegrad.convergence.time.collectives;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.tersegrad.convergence.time.Link;

/**
 * A discrete-event simulation of messages. Every worker has a list of rounds and goes through them one by one. A message starts when its
 * sender and its receiver have both come to the round in which they expect it, and arrives after {@code alpha + bytes beta}. A
 * round is over when all of its messages have arrived and what was received has been added.
 */
final class MessageSimulation {
    /** A message of a worker in a round; {@code onTheLink} is the traffic of the link meanwhile, this message included. */
    private record Send(int to, double bytes, double onTheLink, Link link) {}

    private record Round(List<Send> sends, List<Integer> senders, double added) {}

    private record Arrival(double time, int from, int to) {}

    private final double gamma;
    private final List<List<Round>> programs = new ArrayList<>();
    private final int[] position;
    private final int[] outstanding;
    private final double[] sent;
    private final Map<Long, Deque<Send>> offered = new HashMap<>();
    private final Map<Long, Integer> awaited = new HashMap<>();
    private final PriorityQueue<Arrival> events = new PriorityQueue<>(Comparator.comparingDouble(Arrival::time));
    private double end;

    MessageSimulation(int workers, double gamma) {
        this.gamma = gamma;
        for (int i = 0; i < workers; i++) {
            programs.add(new ArrayList<>());
        }
        position = new int[workers];
        outstanding = new int[workers];
        sent = new double[workers];
    }

    /** Begins a round of a worker; what follows belongs to it. */
    MessageSimulation round(int worker) {
        programs.get(worker).add(new Round(new ArrayList<>(), new ArrayList<>(), 0));
        return this;
    }

    MessageSimulation send(int worker, int to, double bytes, double onTheLink, Link link) {
        last(worker).sends().add(new Send(to, bytes, onTheLink, link));
        return this;
    }

    MessageSimulation send(int worker, int to, double bytes, Link link) {
        return send(worker, to, bytes, bytes, link);
    }

    MessageSimulation receive(int worker, int from, double added) {
        List<Round> program = programs.get(worker);
        Round round = last(worker);
        round.senders().add(from);
        program.set(program.size() - 1, new Round(round.sends(), round.senders(), round.added() + added));
        return this;
    }

    private Round last(int worker) {
        return programs.get(worker).get(programs.get(worker).size() - 1);
    }

    /** Runs all programs, and says when the last worker is done. */
    double run() {
        for (int worker = 0; worker < position.length; worker++) {
            enter(worker, 0);
        }
        while (!events.isEmpty()) {
            Arrival arrival = events.remove();
            arrived(arrival.from(), arrival.time());
            arrived(arrival.to(), arrival.time());
        }
        for (int worker = 0; worker < position.length; worker++) {
            if (position[worker] < programs.get(worker).size()) {
                throw new IllegalStateException("worker " + worker + " waits for ever in round " + position[worker]);
            }
        }
        return end;
    }

    private void enter(int worker, double time) {
        if (position[worker] == programs.get(worker).size()) {
            end = Math.max(end, time);
            return;
        }
        Round round = programs.get(worker).get(position[worker]);
        outstanding[worker] = round.sends().size() + round.senders().size();
        for (Send send : round.sends()) {
            offered.computeIfAbsent(pair(worker, send.to()), key -> new ArrayDeque<>())
                    .add(send);
            sent[worker] += send.bytes();
            match(worker, send.to(), time);
        }
        for (int sender : round.senders()) {
            awaited.merge(pair(sender, worker), 1, Integer::sum);
            match(sender, worker, time);
        }
        if (outstanding[worker] == 0) {
            position[worker]++;
            enter(worker, time);
        }
    }

    private void match(int from, int to, double time) {
        Deque<Send> sends = offered.getOrDefault(pair(from, to), new ArrayDeque<>());
        if (!sends.isEmpty() && awaited.getOrDefault(pair(from, to), 0) > 0) {
            awaited.merge(pair(from, to), -1, Integer::sum);
            Send send = sends.remove();
            events.add(new Arrival(time + send.link().seconds(send.onTheLink()), from, to));
        }
    }

    private void arrived(int worker, double time) {
        outstanding[worker]--;
        if (outstanding[worker] == 0) {
            double added = programs.get(worker).get(position[worker]).added();
            position[worker]++;
            enter(worker, time + added * gamma);
        }
    }

    /** Bytes sent by the worker that has sent most. */
    double mostSent() {
        double most = 0;
        for (double each : sent) {
            most = Math.max(most, each);
        }
        return most;
    }

    private static long pair(int from, int to) {
        return ((long) from << Integer.SIZE) | to;
    }
}
