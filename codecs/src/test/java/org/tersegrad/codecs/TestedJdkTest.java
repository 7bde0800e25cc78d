package org.tersegrad.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Says which JDK the tests run on, and that the second pass of the build is really on the newer one. */
class TestedJdkTest {
    @Test
    void isAtLeastWhatTheBuildAskedFor() {
        System.out.println("Tests run on JDK " + Runtime.version() + ", " + System.getProperty("java.home"));
        int minimum = Integer.getInteger("tersegrad.test.minimumJdk", 17);
        assertThat(Runtime.version().feature()).isGreaterThanOrEqualTo(minimum);
    }
}
