package org.tersegrad.convergence.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The subclasses of laws that the documents show are really run. Those that a text block follows fail in the laws that it
 * names, and in no others; all others succeed.
 */
@Tag("slow")
class DocumentedLawsTest {
    static List<Documents.Block> laws() throws IOException {
        List<Documents.Block> laws =
                Documents.blocks().stream().filter(Documents.Block::isLaw).toList();
        assertThat(laws).isNotEmpty();
        return laws;
    }

    @ParameterizedTest
    @MethodSource("laws")
    void lawsHoldOrFailAsTheDocumentSays(Documents.Block block, @TempDir Path folder) throws Exception {
        Sources.compileFiles(Documents.blocks(block.document()).stream(), folder);
        Failures failures = new Failures();
        try (URLClassLoader loader = Sources.loader(folder)) {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(loader.loadClass(block.type())))
                    // What fails here is meant to: it is neither remembered nor reported.
                    .configurationParameter(
                            "jqwik.database", folder.resolve("jqwik").toString())
                    .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                    .configurationParameter("jqwik.tries.default", "50") // enough for a document
                    .build();
            LauncherFactory.create().execute(request, failures);
        }
        assertThat(failures.laws).isNotEmpty();
        assertThat(failures.failed)
                .containsExactlyInAnyOrderElementsOf(block.result().lines().toList());
    }

    private static final class Failures implements TestExecutionListener {
        final Set<String> laws = new TreeSet<>();
        final Set<String> failed = new TreeSet<>();
        private Optional<TestPlan> plan = Optional.empty();

        @Override
        public void testPlanExecutionStarted(TestPlan started) {
            plan = Optional.of(started);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                laws.add(law(test));
            }
            if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                failed.add(law(test));
            }
        }

        /** The method of the law, which makes a test for every subject in some of them. */
        private String law(TestIdentifier test) {
            return test.getSource()
                    .filter(org.junit.platform.engine.support.descriptor.MethodSource.class::isInstance)
                    .map(source -> ((org.junit.platform.engine.support.descriptor.MethodSource) source).getMethodName())
                    .orElseGet(() -> plan.flatMap(all -> all.getParent(test))
                            .map(this::law)
                            .orElse(test.getDisplayName()));
        }
    }
}
