package org.tersegrad.convergence.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SuiteTest {
    /** The version, and the digest of all that is frozen under it. */
    private static final String FROZEN = "1 0";

    /** Another digest needs another version: scores of both are not compared. A version that was released keeps its digest. */
    @Test
    void whatIsFrozenHasAVersion() throws Exception {
        String frozen = Suite.current().frozen();
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(frozen.getBytes(StandardCharsets.UTF_8));
        assertThat(Suite.current().version() + " "
                        + HexFormat.of().formatHex(digest).substring(0, 16))
                .as("%s", frozen)
                .isEqualTo(FROZEN);
    }

    @Test
    void unknownWorkloadsAreNamed() {
        assertThatThrownBy(() -> Suite.current().workload("digit-mlp"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("there is no workload digit-mlp", "digits-mlp");
    }
}
