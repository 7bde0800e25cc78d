package org.tersegrad.convergence.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.claims.Extent;
import org.tersegrad.convergence.claims.Outcome;
import org.tersegrad.convergence.claims.Statement;
import org.tersegrad.convergence.claims.Verdict;
import org.tersegrad.convergence.claims.report.Claims;
import org.tersegrad.convergence.claims.report.ClaimsFolder;
import org.tersegrad.convergence.claims.report.ClaimsTable;
import org.tersegrad.convergence.claims.report.FinishedClaim;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.Failure;
import org.tersegrad.convergence.cli.shared.FolderLock;
import org.tersegrad.convergence.cli.shared.Machine;
import org.tersegrad.convergence.cli.shared.ModelCommand;
import org.tersegrad.convergence.cli.shared.ProgressLines;
import org.tersegrad.convergence.cli.shared.StopNotice;
import org.tersegrad.convergence.report.tables.Sentences;
import org.tersegrad.reducers.group.GroupFailedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs published claims and prints their verdicts. */
@Command(
        name = "reproduce",
        description = "Runs published claims on this machine and judges them.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Verdicts: holds, holds in part, does not hold here, needs more than two cores, not run (data is missing). Each is computed from figures and from"
                    + " thresholds fixed in the code. The figure of a method that diverges is NaN, which no threshold admits. A claim that is finished is kept in the folder and not run again.",
            "",
            "Examples:",
            "  tersegrad reproduce --list",
            "  tersegrad reproduce sign-rare-gradients ef21-linear",
            "  tersegrad reproduce --all --out claims"
        })
final class Reproduce implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "Claims to run.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "Runs all of them, in about two hours on two cores.")
    private boolean all;

    @Option(names = "--list", description = "Lists the claims and their sources, and runs nothing.")
    private boolean list;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the page, the tables and finished claims. Default: ${DEFAULT-VALUE}.",
            defaultValue = "claims")
    private Path out;

    @Option(names = "--force", description = "Reruns claims that are finished in that folder.")
    private boolean force;

    @Override
    public void run() {
        ModelCommand.run(this::reproduce, out);
    }

    private void reproduce() throws IOException {
        if (list) {
            printList();
            return;
        }
        List<Claim> claims = chosen();
        ClaimsFolder folder = new ClaimsFolder(out);
        folder.open();
        List<FinishedClaim> finished = new ArrayList<>();
        List<String> stopped = new ArrayList<>();
        PrintWriter err = spec.commandLine().getErr();
        FolderLock lock = FolderLock.of(out);
        StopNotice notice = StopNotice.saying(
                "Stopped. What is finished is kept in " + out + "; the same command goes on from there.", err);
        try {
            for (Claim claim : claims) {
                String name = claim.statement().name();
                ProgressLines progress =
                        new ProgressLines((claims.indexOf(claim) + 1) + " of " + claims.size() + ", " + name, err);
                try {
                    finished.add(result(claim, folder, progress));
                } catch (IllegalArgumentException | GroupFailedException e) { // as of a plug-in's claim; others go on
                    progress.step("stopped: " + Failure.words(e));
                    stopped.add(name);
                }
            }
        } finally {
            notice.close();
            lock.close();
        }
        PrintWriter screen = spec.commandLine().getOut();
        screen.print(ClaimsTable.text(finished));
        screen.println("Open " + out.resolve(ClaimsFolder.PAGE) + ".");
        screen.flush();
        if (!stopped.isEmpty()) {
            throw new CommandFailed(
                    CommandFailed.FAILED, "No verdict on what stopped: " + String.join(", ", stopped) + ".");
        }
    }

    private List<Claim> chosen() {
        if (all == !names.isEmpty()) {
            throw new IllegalArgumentException(
                    "reproduce takes names of claims, or --all, or --list, which shows the names; not "
                            + (all ? "both names and --all" : "none of them"));
        }
        return all ? Claims.all() : names.stream().distinct().map(Claims::named).toList();
    }

    /** The kept result, or else that of running it. */
    private FinishedClaim result(Claim claim, ClaimsFolder folder, ProgressLines progress) throws IOException {
        Optional<FinishedClaim> kept = force
                ? Optional.empty()
                : folder.finished(claim).filter(each -> each.outcome().verdict() != Verdict.NOT_RUN);
        if (kept.isPresent()) {
            progress.step("finished before");
            return kept.get();
        }
        long start = System.nanoTime();
        Outcome outcome = claim.run(Extent.WHOLE, progress::step);
        double seconds = (System.nanoTime() - start) * 1e-9;
        FinishedClaim result = new FinishedClaim(claim.statement(), outcome, seconds, Machine.describe());
        folder.keep(result);
        progress.step(outcome.verdict() + ", " + result.time());
        return result;
    }

    private void printList() {
        StringBuilder text = new StringBuilder();
        for (Claim claim : Claims.all()) {
            Statement statement = claim.statement();
            text.append(statement.name()).append('\n');
            Sentences.wrap("  " + statement.claim() + " [" + statement.source() + "]", text);
        }
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }
}
