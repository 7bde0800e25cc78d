package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every recipe's bytes are those that were recorded, whatever the CPU, the JDK and the width of vectors. */
class RecipeBytesTest {
    /** With {@code -Dgolden.write} the digests of new recipes join the file; those that are there stay as they are. */
    @Test
    void asRecorded() throws IOException {
        List<String> lines = RecipeBytes.lines();
        if (System.getProperty("golden.write") != null) {
            assertThat(lines).containsAll(RecipeBytes.recorded());
            Files.writeString(RecipeBytes.file(), String.join("\n", lines) + "\n");
        } else {
            assertThat(lines)
                    .as("-Dgolden.write adds digests of new recipes")
                    .containsExactlyElementsOf(RecipeBytes.recorded());
        }
    }
}
