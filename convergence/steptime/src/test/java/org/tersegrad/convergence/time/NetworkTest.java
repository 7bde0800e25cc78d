package org.tersegrad.convergence.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {
    @Test
    void aTextGivesEveryConstant() {
        Network network = Network.parse(
                "alpha=50us, bandwidth=100Mbit/s, gamma=0.1ns, workers=32, pernode=4, inner-alpha=2us, inner-bandwidth=1e2Gbit");
        assertThat(network).isEqualTo(new Network(new Link(50e-6, 100e6), 1e-10, 32, 4, new Link(2e-6, 100e9)));
        assertThat(network.nodes()).isEqualTo(8);
        assertThat(network.link().beta()).isEqualTo(8 / 100e6);
        assertThat(network.link().seconds(1e6)).isEqualTo(50e-6 + 1e6 * 8 / 100e6);
    }

    @Test
    void everyNameIsANetworkAndNoLaterOneIsSlower() {
        double before = Double.POSITIVE_INFINITY;
        for (String name : NetworkText.names()) {
            Network network = Network.parse(name);
            assertThat(network.workers()).as(name).isEqualTo(8);
            assertThat(network.link().seconds(1e6)).as(name).isLessThan(before);
            before = network.link().seconds(1e6);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wan",
                "1gbe,workers=2",
                "10gbe,workers=32,pernode=4",
                "100gib,alpha=0s",
                "alpha=1.37ms,bandwidth=12345678bit,workers=3",
                "alpha=3.3333333333e-10s,bandwidth=0.7Gbit,gamma=0.0325ns",
                "25gbe,inner-alpha=7us,inner-bandwidth=1.2Gbit"
            })
    void whatIsPrintedParsesToTheSameNetwork(String text) {
        Network network = Network.parse(text);
        assertThat(Network.parse(network.toString())).isEqualTo(network);
    }

    @Test
    void printsWhatIsNotUsual() {
        assertThat(Network.parse("10gbe,workers=32,pernode=4"))
                .hasToString("alpha=45us,bandwidth=9.43Gbit,workers=32,pernode=4");
        assertThat(Network.parse("1gbe")).hasToString("alpha=436us,bandwidth=890Mbit,workers=8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "10gb                        | network 10gb: 10gb is neither one of wan, 1gbe,",
                "workers=8,10gbe             | 10gbe is neither one of",
                "10gbe,workers=0             | workers: at least 1, not 0",
                "10gbe,workers=8.5           | workers is a whole number, as in workers=8, not 8.5",
                "10gbe,pernode=3             | pernode: a divisor of the 8 workers, and 3 is none",
                "10gbe,alpha=5               | alpha is a number with one of the units s, ms, us, ns, as in alpha=50us, not 5",
                "10gbe,alpha=-5us            | alpha is a number with one of the units",
                "10gbe,alpha=1.2.3us         | alpha is a number, as in alpha=50us, not 1.2.3",
                "10gbe,bandwidth=0Mbit       | a bandwidth is above 0 bit/s, not 0.0",
                "10gbe,bandwidth=5MB         | bandwidth is a number with one of the units Gbit, Mbit, kbit, bit",
                "10gbe,workers=2,workers=4   | workers is given twice",
                "alpha=5us                   | alpha and bandwidth are needed",
                "10gbe,                      | an empty part is neither"
            })
    void whatIsWrongIsNamed(String text, String message) {
        assertThatThrownBy(() -> Network.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith("network " + text + ": ");
    }

    /** No number is replaced in silence. */
    @Test
    void anotherNumberOfWorkersIsTheSameOrAMistake() {
        assertThat(NetworkText.workers("10gbe,workers=32")).hasValue(32);
        assertThat(NetworkText.workers("10gbe")).isEmpty();
        assertThat(Network.parse("10gbe,workers=32", 32)).isEqualTo(Network.parse("10gbe,workers=32"));
        assertThat(Network.parse("10gbe,pernode=3", 6).nodes()).isEqualTo(2);
        assertThatThrownBy(() -> Network.parse("10gbe,workers=32", 16))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("network 10gbe,workers=32: workers=32, and --workers is 16");
        for (ThrowingCallable dropped : List.<ThrowingCallable>of(
                () -> Network.parse("10gbe,pernode=4", 6),
                () -> Network.parse("10gbe,pernode=4").withWorkers(6))) {
            assertThatThrownBy(dropped)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("pernode: a divisor of the 6 workers, and 4 is none");
        }
    }

    @Test
    void aGroupWithoutRegardForNodesWaitsForTheSlowestLinkThatItMeets() {
        Network network = Network.parse("10gbe,workers=8,pernode=4");
        assertThat(network.slowest()).isEqualTo(network.link());
        assertThat(network.withWorkers(4).slowest()).isEqualTo(network.inner());
        assertThat(network.withBandwidth(200e9).slowest()).isEqualTo(new Link(45e-6, 80e9));
    }
}
