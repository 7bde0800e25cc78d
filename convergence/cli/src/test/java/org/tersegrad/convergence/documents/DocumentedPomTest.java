package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pom that {@code docs/how-to/testing.md} shows has the versions that this build uses, and so is known to work. */
class DocumentedPomTest {
    private static final Pattern POM = Pattern.compile("```xml\\n(<project.*?)```", Pattern.DOTALL);
    private static final Pattern VERSIONED =
            Pattern.compile("<artifactId>([\\w-]+)</artifactId>\\s*<version>([^<]+)</version>");

    @Test
    void versionsAreThoseOfThisBuild() throws IOException {
        String parent = Files.readString(Documents.ROOT.resolve("parent/pom.xml"));
        String own = version(parent, "tersegrad-root");
        String shown = POM.matcher(Files.readString(Documents.ROOT.resolve("docs/how-to/testing.md")))
                .results()
                .map(pom -> pom.group(1))
                .findFirst()
                .orElseThrow();
        assertThat(shown).contains("tersegrad-testkit", "maven-surefire-plugin", "<maven.compiler.release>17<");
        for (MatchResult each : VERSIONED.matcher(shown).results().toList()) {
            String artifact = each.group(1);
            if (!artifact.equals("my-compressor")) {
                assertThat(each.group(2))
                        .as(artifact)
                        .isEqualTo(artifact.startsWith("tersegrad") ? own : version(parent, artifact));
            }
        }
    }

    private static String version(String pom, String artifact) {
        return VERSIONED
                .matcher(pom)
                .results()
                .filter(each -> each.group(1).equals(artifact))
                .map(each -> each.group(2))
                .findFirst()
                .orElseThrow();
    }
}
