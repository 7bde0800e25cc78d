package org.tersegrad.reducers.elastic;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A group of an elastic training, from the steps of the groups before it: who its members are, whose model they go on with, and what is
 * lost. All members have the same one, but for {@link #lost}.
 *
 * @param number above that of every epoch that one of its members knows of
 * @param group the name of its group
 * @param members in the order of ranks
 * @param lost members of the epoch before that are not in this one, as far as this member knows
 */
public record Epoch(long number, String group, List<Member> members, List<Lost> lost) {
    /**
     * A member at the beginning of an epoch.
     *
     * @param name as in views
     * @param standing before it
     */
    public record Member(String name, Standing standing) {}

    /**
     * A member that is gone.
     *
     * @param name as in views
     * @param residual the Euclidean norm of what it had not sent before its last step, which no member will send now
     */
    public record Lost(String name, double residual) {}

    public Epoch {
        members = List.copyOf(members);
        lost = List.copyOf(lost);
        if (number < 1 || members.isEmpty()) {
            throw new IllegalArgumentException("epoch " + number + " of " + members.size() + " members");
        }
        View.requireWord(group);
        members.forEach(member -> View.requireWord(member.name()));
        lost.forEach(member -> View.requireWord(member.name()));
    }

    Epoch withLost(List<Lost> those) {
        return new Epoch(number, group, members, those);
    }

    /** The rank of the member whose model all go on with: the first of those that are ahead. */
    public int source() {
        return IntStream.range(0, members.size())
                .reduce((a, b) -> Position.ORDER.compare(position(a), position(b)) >= 0 ? a : b)
                .orElseThrow();
    }

    /** The rank of a member. */
    int rank(String name) {
        return members.stream().map(Member::name).toList().indexOf(name);
    }

    /** The position of a member before the epoch. */
    public Position position(int rank) {
        return members.get(rank).standing().position();
    }

    /** The position of all members at the beginning. */
    public Position position() {
        return position(source());
    }

    /**
     * Whether a member takes the model of the {@link #source}. Its residual is lost then, if it has one: the others may have gone on with a
     * mean that it has sent that residual for.
     */
    public boolean isBehind(int rank) {
        return rank != source()
                && (position(rank).isNewcomer() || !position(rank).equals(position()));
    }

    /** Whether one of its members is behind. */
    public boolean hasBehind() {
        return IntStream.range(0, members.size()).anyMatch(this::isBehind);
    }

    /** Whether a member goes on with a residual. */
    public boolean owes(int rank) {
        return !isBehind(rank) && members.get(rank).standing().residual() > 0;
    }

    /** One line, which {@link #parse} reads. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder("epoch " + number + " group " + group + " members " + members.size());
        for (Member member : members) {
            Standing its = member.standing();
            line.append(' ')
                    .append(member.name())
                    .append(' ')
                    .append(its.address().getHostString());
            line.append(' ')
                    .append(its.address().getPort())
                    .append(' ')
                    .append(its.position().epoch());
            line.append(' ')
                    .append(its.position().step())
                    .append(' ')
                    .append(its.position().group());
            line.append(' ').append(its.workers()).append(' ').append(its.residual());
        }
        line.append(" lost ").append(lost.size());
        lost.forEach(each -> line.append(' ').append(each.name()).append(' ').append(each.residual()));
        return line.toString();
    }

    /**
     * Reads a line of a log.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static Epoch parse(String line) {
        Iterator<String> words = Arrays.asList(line.trim().split("\\s+")).iterator();
        try {
            long number = Long.parseLong(after("epoch", words));
            String group = after("group", words);
            List<Member> members = new ArrayList<>();
            for (int left = Integer.parseInt(after("members", words)); left > 0; left--) {
                members.add(member(words));
            }
            List<Lost> lost = new ArrayList<>();
            for (int left = Integer.parseInt(after("lost", words)); left > 0; left--) {
                lost.add(new Lost(next(words), Double.parseDouble(next(words))));
            }
            if (words.hasNext()) {
                throw new IllegalArgumentException("'" + words.next() + "' after the end");
            }
            return new Epoch(number, group, members, lost);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no epoch: '" + line + "': " + e.getMessage(), e);
        }
    }

    private static Member member(Iterator<String> words) {
        String name = next(words);
        InetSocketAddress address = InetSocketAddress.createUnresolved(next(words), Integer.parseInt(next(words)));
        long epoch = Long.parseLong(next(words));
        Position position = new Position(epoch, Long.parseLong(next(words)), next(words));
        return new Member(
                name, new Standing(address, position, Integer.parseInt(next(words)), Double.parseDouble(next(words))));
    }

    private static String after(String word, Iterator<String> words) {
        String found = next(words);
        if (!found.equals(word)) {
            throw new IllegalArgumentException("'" + word + "' is expected, this is '" + found + "'");
        }
        return next(words);
    }

    private static String next(Iterator<String> words) {
        if (!words.hasNext()) {
            throw new IllegalArgumentException("it ends too early");
        }
        return words.next();
    }
}
