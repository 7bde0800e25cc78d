package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Every recipe's bytes are those that were recorded, whatever the CPU, the JDK and the width of vectors. */
class RecipeBytesTest {
    @Test
    void asRecorded() throws IOException {
        assertThat(RecipeBytes.lines()).containsExactlyElementsOf(RecipeBytes.recorded());
    }
}
