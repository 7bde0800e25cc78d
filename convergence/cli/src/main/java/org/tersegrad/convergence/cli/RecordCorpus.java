package org.tersegrad.convergence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.cli.schemes.CorpusPage;
import org.tersegrad.convergence.cli.shared.CacheOption;
import org.tersegrad.convergence.cli.shared.CommandFailed;
import org.tersegrad.convergence.cli.shared.FolderLock;
import org.tersegrad.convergence.cli.shared.ModelCommand;
import org.tersegrad.convergence.cli.shared.StatusLine;
import org.tersegrad.convergence.cli.shared.StopNotice;
import org.tersegrad.convergence.corpus.Corpus;
import org.tersegrad.convergence.corpus.RecordedTraining;
import org.tersegrad.convergence.corpus.Recording;
import org.tersegrad.convergence.data.DataUnavailableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Records the gradients of trainings. */
@Command(
        name = "corpus",
        description = "Records the gradients, momenta and model differences of real trainings as safetensors files.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "The same seed gives the same bytes on every machine. A training that is recorded in the folder is not repeated, so that a"
                    + " command that was stopped can be given again. Trainings other than mlp-digits-* need data: tersegrad data fetch mnist"
                    + " cifar10 sotu.",
            "",
            "Examples:",
            "  tersegrad corpus --out gradients",
            "  tersegrad corpus --out gradients --small mlp-digits-iid mlp-digits-dirichlet",
            "  tersegrad corpus --describe gradients",
            "  tersegrad schemes --error --corpus gradients"
        })
final class RecordCorpus implements Runnable {
    @Spec
    private CommandSpec spec;

    @Mixin
    private CacheOption cache;

    @Parameters(paramLabel = "TRAINING", description = "Trainings to record; all if none is given.")
    private List<String> names = List.of();

    @Option(names = "--out", paramLabel = "DIR", description = "Folder of the files.")
    private Optional<Path> out = Optional.empty();

    @Option(
            names = "--describe",
            paramLabel = "DIR",
            description =
                    "Prints tables about a corpus in Markdown, and records nothing: tails, sparsity, rows, rank and"
                            + " correlation of its tensors, and compressors whose order differs from that on Gaussian numbers.")
    private Optional<Path> described = Optional.empty();

    @Option(
            names = "--small",
            description = "Records the part that is in the repository: all workers at step 100, else the first only.")
    private boolean small;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the trainings. Default: ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private long seed;

    @Option(names = "--quiet", description = "Suppresses progress output.")
    private boolean quiet;

    @Override
    public void run() {
        if (out.isPresent() == described.isPresent()) {
            throw new CommandFailed(CommandFailed.MISUSED, "corpus takes either --out DIR or --describe DIR.");
        }
        try {
            described.ifPresent(this::describe);
            out.ifPresent(folder -> ModelCommand.run(() -> record(folder), folder));
        } catch (DataUnavailableException e) {
            throw new CommandFailed(CommandFailed.FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private void describe(Path corpus) {
        new CorpusPage(corpus)
                .tables()
                .forEach((name, table) -> spec.commandLine().getOut().println("## " + name + "\n\n" + table));
    }

    private void record(Path folder) throws IOException {
        List<RecordedTraining> trainings = names.isEmpty()
                ? RecordedTraining.all()
                : names.stream().distinct().map(RecordedTraining::named).toList();
        Files.createDirectories(folder);
        FolderLock lock = FolderLock.of(folder);
        StopNotice notice = StopNotice.saying(
                "Stopped. Trainings that are finished are kept in " + folder + "; the same command goes on from there.",
                spec.commandLine().getErr());
        try (StatusLine status = StatusLine.of(quiet, spec.commandLine().getErr())) {
            new Recording(folder, cache.folder(), seed, small, status::status).record(trainings);
        } finally {
            notice.close();
            lock.close();
        }
        spec.commandLine()
                .getOut()
                .println(Corpus.read(folder).size() + " tensors are in " + folder + ", their checksums in "
                        + folder.resolve(Corpus.CHECKSUMS) + ".");
    }
}
