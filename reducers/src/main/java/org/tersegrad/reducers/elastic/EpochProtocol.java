package org.tersegrad.reducers.elastic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules by which members of a {@link Membership} become a group, as one member follows them: no threads, no clock, no I/O. Not
 * thread-safe.
 *
 * <pre>
 *   out       a member announces that it is {@link Ready} for its view; once all members of the view are ready for the same attempt, and
 *             they are a quorum, each knows the same {@link Epoch}
 *   forming   it connects to the others and takes the model of the one that is ahead
 *   training  it makes steps, until it has {@link #left}
 * </pre>
 *
 * <p>A member of which the view says that it is gone, or which is ready for a later attempt, cannot go on: the group {@link #isCut},
 * and no member waits for it. Where members only came, the group is {@link #isOutdated}: all leave it at the same step boundary, since each
 * step tells all others. Whatever happens while a group is formed, the next view or the next attempt takes its place: a message for another
 * one changes nothing, and the same message twice is as good as once.
 *
 * <p>With a quorum of more than half of all workers no partition trains two models.
 */
public final class EpochProtocol {
    private enum Phase {
        OUT,
        FORMING,
        TRAINING
    }

    /** The view of those that have made all steps. */
    private static final String NO_VIEW = "-";

    private final int quorum;
    private final Map<String, Ready> said = new HashMap<>();
    private Phase phase = Phase.OUT;
    private Optional<View> view = Optional.empty();
    private int attempt;
    private long known;
    private Optional<Ready> mine = Optional.empty();

    /** Positions at which members have ended. */
    private final Set<Position> ends = new HashSet<>();

    /** The view, the attempt and the epoch of the group. */
    private View groupView = new View(NO_VIEW, List.of("-"), 0);

    private int groupAttempt;
    private Optional<Epoch> epoch = Optional.empty();

    /**
     * A member that is out.
     *
     * @param quorum the fewest members that train: more than half of the most workers that there can be
     * @param known the largest epoch of its checkpoint, or 0
     */
    public EpochProtocol(int quorum, long known) {
        if (quorum < 1) {
            throw new IllegalArgumentException("at least 1 member trains, not " + quorum);
        }
        this.quorum = quorum;
        this.known = known;
    }

    /** The membership has another view. */
    public void installed(View next) {
        view = Optional.of(next);
        said.keySet().retainAll(next.members());
        attempt = 0;
        catchUp();
    }

    /** Another member is ready. */
    public void received(String member, Ready ready) {
        said.put(member, ready);
        if (ready.view().equals(NO_VIEW)) {
            ends.add(ready.standing().position());
        }
        catchUp();
    }

    /** Goes on to the latest attempt that another member is ready for. */
    private void catchUp() {
        if (view.isPresent() && phase == Phase.OUT) {
            attempt = Math.max(attempt, latest(view.get()));
            mine = mine.filter(its -> isFor(its, view.get(), attempt));
        }
    }

    private int latest(View which) {
        return which.members().stream()
                .filter(said::containsKey)
                .map(said::get)
                .filter(ready -> ready.view().equals(which.id()))
                .mapToInt(Ready::attempt)
                .max()
                .orElse(0);
    }

    private static boolean isFor(Ready ready, View view, int attempt) {
        return ready.view().equals(view.id()) && ready.attempt() == attempt;
    }

    /**
     * The message to announce, while this member is out and has a view. It stays announced until there is another, so that members that
     * are late can join the group that this one forms already.
     *
     * @param standing the same until there is a group
     */
    public Optional<Ready> ready(Standing standing) {
        if (phase == Phase.OUT && mine.isEmpty()) {
            mine = view.map(its -> new Ready(its.id(), attempt, known, standing));
        }
        return phase == Phase.OUT ? mine : Optional.empty();
    }

    /** The epoch of the group that this member forms now, once all members of its view are ready and are a quorum. */
    public Optional<Epoch> begin() {
        if (phase != Phase.OUT || view.isEmpty() || mine.isEmpty()) {
            return Optional.empty();
        }
        View its = view.get();
        if (its.members().size() < quorum) {
            return Optional.empty();
        }
        List<Epoch.Member> members = new ArrayList<>();
        long number = known;
        for (String name : its.members()) {
            Ready ready = name.equals(its.self()) ? mine.get() : said.get(name);
            if (ready == null || !isFor(ready, its, attempt)) {
                return Optional.empty();
            }
            number = Math.max(number, ready.epoch());
            members.add(new Epoch.Member(name, ready.standing()));
        }
        known = number + 1;
        phase = Phase.FORMING;
        groupView = its;
        groupAttempt = attempt;
        epoch = Optional.of(new Epoch(known, its.id() + "/" + attempt, members, List.of()));
        return epoch;
    }

    /** The group is formed, and the model of this member is that of the others. */
    public void formed() {
        require(phase == Phase.FORMING, "no group is formed");
        phase = Phase.TRAINING;
    }

    /**
     * Whether the group cannot go on: another member of it is gone or has left. What waits for the others is cancelled, and this member
     * leaves, too.
     */
    public boolean isCut() {
        if (phase == Phase.OUT) {
            return false;
        }
        View now = view.orElseThrow();
        return !now.members().containsAll(groupView.members())
                || latest(groupView) > groupAttempt
                || (phase == Phase.FORMING && !now.id().equals(groupView.id()));
    }

    /** Whether there is another view, so that all leave the group at the next step boundary. */
    public boolean isOutdated() {
        return isCut() || (phase != Phase.OUT && !view.orElseThrow().id().equals(groupView.id()));
    }

    /**
     * This member is out of its group, all connections are closed, and it is ready for the next. Where no other view says why, the members
     * try again: a group's name is used once.
     */
    public void left() {
        require(phase != Phase.OUT, "there is no group to leave");
        phase = Phase.OUT;
        mine = Optional.empty();
        attempt = view.orElseThrow().id().equals(groupView.id()) ? groupAttempt + 1 : 0;
        catchUp();
    }

    /** The message of a member that needs no other group, since all members of its group have made all steps. */
    public Ready over(Standing standing) {
        return new Ready(NO_VIEW, 0, known, standing);
    }

    /**
     * Whether a member has said that all have made the step of this position. One that does not know it goes on with the others, which may have
     * to make that step: it is the source of the next epoch, or makes it again with them.
     */
    public boolean isOver(Position position) {
        return ends.contains(position);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }

    /** The epoch of the group, while there is one. */
    public Optional<Epoch> epoch() {
        return phase == Phase.OUT ? Optional.empty() : epoch;
    }

    /** The largest epoch that this member knows of. */
    public long known() {
        return known;
    }

    /** The view, once there is one. */
    public Optional<View> view() {
        return view;
    }

    /** Attempts to form a group of this view that have failed. */
    public int attempt() {
        return attempt;
    }

    /** The state in a few words, for a log. */
    @Override
    public String toString() {
        String where = view.map(its -> its.members().size() + " members, view " + its.id())
                .orElse("no view");
        return phase + " in attempt " + attempt + ", " + where + ", ready: " + said.keySet();
    }
}
