package org.tersegrad.reducers.elastic;

import java.util.Comparator;

/**
 * The place of a member's model in the history of a training: where it made its last step. Members with equal positions have equal models.
 * One with a larger epoch is ahead of one with more steps, since the group of that epoch has gone on without those steps.
 *
 * @param epoch of the last step; 0 before the first
 * @param step how many steps the model has made
 * @param group the name of the group that made the last one, "-" before the first
 */
public record Position(long epoch, long step, String group) {
    /** Before the first step. */
    public static final Position START = new Position(0, 0, "-");

    static final Comparator<Position> ORDER =
            Comparator.comparingLong(Position::epoch).thenComparingLong(Position::step);

    public Position {
        if (epoch < 0 || step < 0 || (epoch == 0) != (step == 0)) {
            throw new IllegalArgumentException("no position: epoch " + epoch + ", step " + step);
        }
        View.requireWord(group);
    }

    /** A member that has no model yet. */
    public boolean isNewcomer() {
        return epoch == 0;
    }

    @Override
    public String toString() {
        return isNewcomer() ? "no step" : "step " + step + " of epoch " + epoch;
    }
}
