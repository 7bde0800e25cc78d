package org.tersegrad.reducers.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.MalformedInputException;

@Tag("any-jdk")
class EpochProtocolTest {
    private static final InetSocketAddress ADDRESS = InetSocketAddress.createUnresolved("localhost", 18000);

    private static Standing at(long epoch, long step, String group) {
        return new Standing(ADDRESS, new Position(epoch, step, group), epoch == 0 ? 0 : 3, 0);
    }

    private static final Standing NEW = at(0, 0, "-");

    private static View view(String id, int rank, String... members) {
        return new View(id, List.of(members), rank);
    }

    /** Three members of a view that know of each other. */
    private static List<EpochProtocol> three(int quorum, Standing... standings) {
        List<EpochProtocol> members = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            EpochProtocol member =
                    new EpochProtocol(quorum, standings[rank].position().epoch());
            member.installed(view("v1", rank, "a", "b", "c"));
            members.add(member);
        }
        for (int from = 0; from < 3; from++) {
            Ready ready = members.get(from).ready(standings[from]).orElseThrow();
            for (int to = 0; to < 3; to++) {
                if (from != to) {
                    members.get(to).received("abc".substring(from, from + 1), ready);
                }
            }
        }
        return members;
    }

    @Test
    void allKnowTheSameEpochOnceAllAreReady() {
        EpochProtocol a = new EpochProtocol(2, 0);
        assertThat(a.ready(NEW)).isEmpty();
        a.installed(view("v1", 0, "a", "b"));
        assertThat(a.begin()).as("not ready itself").isEmpty();
        Ready ready = a.ready(NEW).orElseThrow();
        assertThat(a.begin()).as("b is not ready").isEmpty();
        a.received("b", new Ready("v0", 0, 7, NEW));
        assertThat(a.begin()).as("b is ready for another view").isEmpty();
        a.received("b", new Ready("v1", 0, 7, at(7, 100, "v0/0")));
        Epoch epoch = a.begin().orElseThrow();
        assertThat(epoch.number()).isEqualTo(8);
        assertThat(epoch.group()).isEqualTo("v1/0");
        assertThat(epoch.source()).isEqualTo(1);
        assertThat(epoch.isBehind(0)).isTrue();
        assertThat(epoch.isBehind(1)).isFalse();
        EpochProtocol b = new EpochProtocol(2, 7);
        b.received("a", ready); // before its view
        b.installed(view("v1", 1, "a", "b"));
        b.ready(at(7, 100, "v0/0"));
        assertThat(b.begin()).contains(epoch);
    }

    /** Also after the one that said it is gone, and of no other history with as many steps. */
    @Test
    void anEndIsHeardByThoseThatWereCutOff() {
        List<EpochProtocol> members = three(2, NEW, NEW, NEW);
        Standing last = at(1, 9, "v1/0");
        EpochProtocol cut = members.get(1);
        assertThat(cut.isOver(last.position())).isFalse();
        cut.received("a", Ready.of(members.get(0).over(last).toBytes()));
        cut.installed(view("v2", 0, "b", "c"));
        assertThat(cut.isOver(last.position())).isTrue();
        assertThat(cut.isOver(at(2, 9, "v2/0").position())).isFalse();
        assertThat(cut.isCut()).isFalse();
    }

    @Test
    void aMinorityDoesNotTrain() {
        List<EpochProtocol> members = three(4, NEW, NEW, NEW);
        assertThat(members.get(0).begin()).isEmpty();
        assertThat(three(3, NEW, NEW, NEW).get(0).begin()).isPresent();
    }

    /** Those that were cut off have made a step that the group of a later epoch has not made. */
    @Test
    void theLaterEpochIsAheadOfMoreSteps() {
        Epoch epoch = three(2, at(3, 226, "x/0"), at(4, 225, "y/0"), at(4, 225, "y/0"))
                .get(2)
                .begin()
                .orElseThrow();
        assertThat(epoch.source()).isEqualTo(1);
        assertThat(epoch.isBehind(0)).isTrue();
        assertThat(epoch.isBehind(2)).isFalse();
        Epoch torn = three(2, at(3, 225, "x/0"), at(3, 226, "x/0"), at(3, 226, "z/0"))
                .get(2)
                .begin()
                .orElseThrow();
        assertThat(torn.source()).isEqualTo(1);
        assertThat(torn.isBehind(0)).isTrue();
        assertThat(torn.isBehind(2)).as("equal numbers, of another group").isTrue();
    }

    @Test
    void aMemberThatIsGoneCutsAndOneThatComesDoesNot() {
        EpochProtocol a = three(2, NEW, NEW, NEW).get(0);
        a.begin();
        assertThat(a.isOutdated()).isFalse();
        a.formed();
        a.installed(view("v2", 1, "d", "a", "b", "c"));
        assertThat(a.isCut()).isFalse();
        assertThat(a.isOutdated()).isTrue();
        a.installed(view("v3", 0, "a", "c"));
        assertThat(a.isCut()).isTrue();
        a.left();
        assertThat(a.isOutdated()).isFalse();
        assertThat(a.ready(NEW).orElseThrow().view()).isEqualTo("v3");
        assertThat(a.begin()).as("c was ready for v1").isEmpty();
    }

    @Test
    void anyViewEndsAGroupThatIsNotFormed() {
        EpochProtocol a = three(2, NEW, NEW, NEW).get(0);
        a.begin();
        a.installed(view("v2", 0, "a", "b", "c", "d"));
        assertThat(a.isCut()).isTrue();
    }

    /** No view says why the group has failed. */
    @Test
    void afterAFailureTheSameViewIsTriedAgain() {
        List<EpochProtocol> members = three(2, NEW, NEW, NEW);
        members.forEach(EpochProtocol::begin);
        EpochProtocol a = members.get(0);
        EpochProtocol b = members.get(1);
        a.formed();
        b.formed();
        a.left();
        Ready again = a.ready(NEW).orElseThrow();
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.epoch()).isEqualTo(1);
        b.received("a", new Ready("v1", 0, 0, NEW)); // late, and not for the first time
        assertThat(b.isCut()).isFalse();
        b.received("a", again);
        assertThat(b.isCut()).isTrue();
        b.left();
        assertThat(b.ready(NEW).orElseThrow().attempt()).isEqualTo(1);
        a.received("b", b.ready(NEW).orElseThrow());
        assertThat(a.begin()).as("c has not left").isEmpty();
        EpochProtocol c = members.get(2);
        c.received("a", again);
        assertThat(c.isCut()).as("while it forms the group").isTrue();
        c.left();
        a.received("c", c.ready(NEW).orElseThrow());
        assertThat(a.begin().orElseThrow().number()).isEqualTo(2);
    }

    /** One that has not begun goes on to the attempt of the others. */
    @Test
    void aLateMemberCatchesUp() {
        EpochProtocol a = new EpochProtocol(2, 0);
        a.installed(view("v1", 0, "a", "b"));
        assertThat(a.ready(NEW).orElseThrow().attempt()).isZero();
        a.received("b", new Ready("v1", 2, 5, NEW));
        assertThat(a.begin()).isEmpty();
        assertThat(a.ready(NEW).orElseThrow().attempt()).isEqualTo(2);
        assertThat(a.begin().orElseThrow().group()).isEqualTo("v1/2");
    }

    /**
     * Members, views and announcements at random: late, repeated, dropped, different on members. Whatever happens, members of a group agree
     * on its epoch, and no two groups with steps have the same number.
     */
    @Test
    void groupsAgreeWhateverHappens() {
        int formed = 0;
        for (int seed = 0; seed < 300; seed++) {
            formed += churn(new Random(seed));
        }
        assertThat(formed).isGreaterThan(1000);
    }

    private static int churn(Random random) {
        int size = 5;
        List<String> names = List.of("a", "b", "c", "d", "e");
        List<EpochProtocol> members = new ArrayList<>();
        List<Standing> standings = new ArrayList<>();
        List<Optional<Ready>> announced = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            members.add(new EpochProtocol(3, 0));
            standings.add(NEW);
            announced.add(Optional.empty());
        }
        Map<String, Epoch> groups = new TreeMap<>();
        Map<Long, String> stepped = new TreeMap<>();
        List<View> views = new ArrayList<>();
        int[] installed = new int[size];
        Arrays.fill(installed, -1);
        for (int event = 0; event < 1500; event++) {
            int who = random.nextInt(size);
            EpochProtocol member = members.get(who);
            int what = random.nextInt(100);
            if (what < 1 && random.nextInt(4) == 0) {
                List<String> some =
                        names.stream().filter(name -> random.nextInt(8) > 0).toList();
                if (!some.isEmpty()) {
                    views.add(new View("v" + views.size(), some, 0));
                }
            } else if (what < 12 && !views.isEmpty()) {
                int last = views.size() - 1 - random.nextInt(Math.min(2, views.size()));
                View its = views.get(last);
                if (its.members().contains(names.get(who)) && last > installed[who]) {
                    installed[who] = last;
                    member.installed(
                            new View(its.id(), its.members(), its.members().indexOf(names.get(who))));
                }
            } else if (what < 60) {
                int other = random.nextInt(size);
                if (other != who) {
                    announced
                            .get(other)
                            .ifPresent(ready -> member.received(names.get(other), Ready.of(ready.toBytes())));
                }
            } else if (member.epoch().isEmpty()) {
                member.ready(standings.get(who)).ifPresent(ready -> announced.set(who, Optional.of(ready)));
                Optional<Epoch> begun = member.begin();
                if (begun.isPresent()) {
                    Epoch epoch = begun.get();
                    assertThat(groups.computeIfAbsent(epoch.group(), name -> epoch))
                            .isEqualTo(epoch);
                    assertThat(epoch.members()).hasSizeGreaterThanOrEqualTo(3);
                }
            } else if (member.isCut() || random.nextInt(20) == 0) {
                member.left();
            } else {
                Epoch epoch = member.epoch().orElseThrow();
                boolean allThere = epoch.members().stream()
                        .allMatch(each -> members.get(names.indexOf(each.name()))
                                .epoch()
                                .filter(epoch::equals)
                                .isPresent());
                if (allThere) { // a step of all of them
                    assertThat(stepped.computeIfAbsent(epoch.number(), number -> epoch.group()))
                            .isEqualTo(epoch.group());
                    long step = epoch.members().stream()
                                    .mapToLong(each -> standings
                                            .get(names.indexOf(each.name()))
                                            .position()
                                            .step())
                                    .max()
                                    .orElseThrow()
                            + 1;
                    epoch.members()
                            .forEach(each ->
                                    standings.set(names.indexOf(each.name()), at(epoch.number(), step, epoch.group())));
                }
            }
        }
        return groups.size();
    }

    @Test
    void anEpochIsALine() {
        Epoch epoch = three(2, at(3, 225, "x/0"), at(3, 226, "x/0"), NEW)
                .get(0)
                .begin()
                .orElseThrow();
        Epoch noted = epoch.withLost(List.of(new Epoch.Lost("d", 0.125)));
        assertThat(Epoch.parse(noted.toString())).isEqualTo(noted);
        assertThat(noted.toString())
                .isEqualTo("epoch 4 group v1/0 members 3 a localhost 18000 3 225 x/0 3 0.0"
                        + " b localhost 18000 3 226 x/0 3 0.0 c localhost 18000 0 0 - 0 0.0 lost 1 d 0.125");
        assertThatThrownBy(() -> Epoch.parse("epoch 4 group v1/0 members 2 a"))
                .hasMessage("no epoch: 'epoch 4 group v1/0 members 2 a': it ends too early");
        assertThatThrownBy(() -> Epoch.parse(noted + " x")).hasMessageEndingWith("'x' after the end");
    }

    @Test
    void messagesAreReadAsWritten() {
        Ready ready = new Ready("7|ab", 3, 9, new Standing(ADDRESS, new Position(8, 1L << 40, "6|c/1"), 5, 0.1));
        byte[] bytes = new byte[ready.toBytes().remaining()];
        ready.toBytes().get(bytes);
        assertThat(Ready.of(ByteBuffer.wrap(bytes))).isEqualTo(ready);
        for (int length = 0; length < bytes.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length);
            assertThatThrownBy(() -> Ready.of(cut)).isInstanceOf(MalformedInputException.class);
        }
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= (byte) 0x80;
            try {
                assertThat(Ready.of(ByteBuffer.wrap(damaged))).isNotEqualTo(ready);
            } catch (MalformedInputException e) {
                // That is the other way to notice it.
            }
        }
        bytes[0] = 2;
        assertThatThrownBy(() -> Ready.of(ByteBuffer.wrap(bytes)))
                .hasMessageContaining("version 2 of the messages, this member has 1");
    }
}
