package org.tersegrad.convergence.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.report.drawing.Html;
import org.tersegrad.convergence.report.page.PageParts;
import org.tersegrad.testkit.Claim;
import org.tersegrad.testkit.Verdict;
import org.tersegrad.testkit.process.ProcessCompressor;
import org.tersegrad.testkit.process.ProcessFailure;
import org.tersegrad.testkit.process.ProcessLaws;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The laws of the test kit for a compressor in another process. */
@Command(
        name = "judge",
        description = "Holds a compressor in another process, in any language, to the laws.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "The process reads requests from standard input and writes replies to standard output;",
            "docs/how-to/judge.md has the protocol and adapters. A process that ends, takes too long or",
            "writes something else fails the law that asked it. The exit code is 1 if a law fails.",
            "",
            "Examples:",
            "  tersegrad judge -- python3 python/examples/top_k.py",
            "  tersegrad judge --tries 200 --claim odd --out judge.html -- ./compressor"
        })
final class Judge implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--tries",
            paramLabel = "N",
            description = "Tensors for each law. Default: ${DEFAULT-VALUE}.",
            defaultValue = "50")
    private int tries;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = "Time for one reply. Default: ${DEFAULT-VALUE}.",
            defaultValue = "30")
    private int limit;

    @Option(
            names = "--claim",
            paramLabel = "NAME",
            split = ",",
            description = "Properties that the compressor claims beside its guarantee: ${COMPLETION-CANDIDATES}.")
    private Set<Claim> claims = Set.of();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Writes a page with laws, verdicts and counter-examples.")
    private Path out;

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The program and its arguments, after --.")
    private List<String> command = List.of();

    @Override
    public void run() {
        if (tries < 1 || limit < 1) {
            throw new CommandFailed(
                    CommandFailed.MISUSED, "--tries and --limit are at least 1, these are " + tries + " and " + limit);
        }
        int failed;
        try (ProcessCompressor compressor = ProcessCompressor.start(command, Duration.ofSeconds(limit))) {
            List<Verdict> verdicts = ProcessLaws.check(compressor, claims, tries);
            failed = CheckLaws.print(
                    compressor.toString(), verdicts, spec.commandLine().getOut());
            spec.commandLine().getOut().flush();
            if (out != null) {
                Files.writeString(out, page(compressor.toString(), verdicts));
            }
        } catch (ProcessFailure e) {
            throw new CommandFailed(CommandFailed.FAILED, String.valueOf(e.getMessage()), e);
        } catch (UncheckedIOException e) {
            throw new CommandFailed(CommandFailed.MISUSED, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new CommandFailed(CommandFailed.FAILED, out + " cannot be written: " + e.getMessage(), e);
        }
        if (failed > 0) {
            throw new CommandFailed(CommandFailed.FAILED, failed + (failed == 1 ? " law fails." : " laws fail."));
        }
    }

    private String page(String name, List<Verdict> verdicts) throws IOException {
        return PageParts.fill(
                PageParts.own(Judge.class, "judge.html"),
                Map.of(
                        "style",
                        PageParts.own("report.css"),
                        "name",
                        Html.text(name),
                        "command",
                        Html.text(String.join(" ", command)),
                        "count",
                        CheckLaws.count(verdicts),
                        "rows",
                        verdicts.stream().map(Judge::row).collect(joining("\n"))));
    }

    private static String row(Verdict verdict) {
        String kind = switch (verdict.outcome()) {
            case PASSED -> "yes";
            case FAILED -> "no";
            case NOT_APPLICABLE -> "open";
        };
        return "<tr><th scope=\"row\">" + verdict.law().name() + "</th><td class=\"words\">"
                + Html.text(verdict.law().says())
                + verdict.counterExample()
                        .map(example -> "<pre>" + Html.text(example.toString().stripIndent()) + "</pre>")
                        .orElse("")
                + "</td><td><span class=\"verdict " + kind + "\">"
                + verdict.word().strip() + "</span></td><td>"
                + verdict.tries() + "</td></tr>";
    }
}
