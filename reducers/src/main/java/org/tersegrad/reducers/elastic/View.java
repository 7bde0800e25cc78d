package org.tersegrad.reducers.elastic;

import java.util.HashSet;
import java.util.List;

/**
 * The members that a {@link Membership} sees.
 *
 * @param id the same on all members that have installed the view, and another one for every other view, on any side of a partition
 * @param members their names, in an order that is the same on all of them; a process that is started again has another name
 * @param rank of this member
 */
public record View(String id, List<String> members, int rank) {
    public View {
        members = List.copyOf(members);
        requireWord(id);
        members.forEach(View::requireWord);
        if (rank < 0 || rank >= members.size()) {
            throw new IllegalArgumentException("ranks are 0 to " + (members.size() - 1) + ", this is " + rank);
        }
        if (new HashSet<>(members).size() < members.size()) {
            throw new IllegalArgumentException("two members have the same name: " + members);
        }
    }

    /** Names are words in the log. */
    static void requireWord(String name) {
        if (name.isEmpty() || name.chars().anyMatch(each -> each <= ' ' || each > '~') || name.length() > 250) {
            throw new IllegalArgumentException(
                    "a name has 1 to 250 printable characters and no space, this is '" + name + "'");
        }
    }

    /** The name of this member. */
    public String self() {
        return members.get(rank);
    }
}
