package org.tersegrad.testkit.junit;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.testkit.GroupRunner;
import org.tersegrad.testkit.Laws;

/**
 * Laws of every {@link org.tersegrad.reducers.Collective}: ranks, the order of sums, the bits that are counted, different calls that
 * are found, and a failure that ends the group with its reason and leaves no worker waiting. A custom group is tested by a
 * subclass:
 *
 * <pre>
 * class SocketGroupTest extends CollectiveLaws {
 *     protected &lt;R&gt; List&lt;R&gt; run(int workers, LocalGroup.Worker&lt;R&gt; worker) throws Exception {
 *         return GroupRunner.threads(workers, rank -&gt; connect(rank, workers), worker);
 *     }
 * }
 * </pre>
 */
public abstract class CollectiveLaws {
    /**
     * Runs a new group, each worker in a thread or a process; {@link GroupRunner#threads} does it for threads.
     *
     * @return the result of each worker, in the order of ranks
     * @throws Exception if a worker failed; its message, or that of a cause, contains the message of that worker's exception
     */
    protected abstract <R> List<R> run(int workers, LocalGroup.Worker<R> worker) throws Exception;

    private void require(String law) throws Exception {
        Laws.require(law, (GroupRunner) this::run);
    }

    @Test
    void sumsAreThoseInTheOrderOfRanks() throws Exception {
        require("sumsAreThoseInTheOrderOfRanks");
    }

    @Test
    void maximaPartsAndBroadcasts() throws Exception {
        require("maximaPartsAndBroadcasts");
    }

    @Test
    void aBroadcastIsCountedOnceForEachOfTheOthers() throws Exception {
        require("aBroadcastIsCountedOnceForEachOfTheOthers");
    }

    @Test
    void messagesComeInTheOrderOfRanksAndAreCounted() throws Exception {
        require("messagesComeInTheOrderOfRanksAndAreCounted");
    }

    @Test
    void partsAreGroupsOfTheirOwn() throws Exception {
        require("partsAreGroupsOfTheirOwn");
    }

    @Test
    void aFailureInAPartEndsTheGroup() throws Exception {
        require("aFailureInAPartEndsTheGroup");
    }

    @Test
    void differentCallsAreFound() throws Exception {
        require("differentCallsAreFound");
    }

    @Test
    void aRefusalIsHeardByAllAndTheGroupGoesOn() throws Exception {
        require("aRefusalIsHeardByAllAndTheGroupGoesOn");
    }

    @Test
    void aRefusalEndsAGroupThatWasSplit() throws Exception {
        require("aRefusalEndsAGroupThatWasSplit");
    }

    @Test
    void aWorkerThatEndsLeavesNobodyWaiting() throws Exception {
        require("aWorkerThatEndsLeavesNobodyWaiting");
    }

    @Test
    void whatAWorkerThrowsEndsTheGroupForGood() throws Exception {
        require("whatAWorkerThrowsEndsTheGroupForGood");
    }

    @Test
    void aRefusedMessageEndsTheGroupForGood() throws Exception {
        require("aRefusedMessageEndsTheGroupForGood");
    }

    @Test
    void sumsThatAreNotFiniteNameTheWorkerAndTheElement() throws Exception {
        require("sumsThatAreNotFiniteNameTheWorkerAndTheElement");
    }
}
