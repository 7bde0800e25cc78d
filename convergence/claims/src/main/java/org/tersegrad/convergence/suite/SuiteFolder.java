package org.tersegrad.convergence.suite;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import org.tersegrad.convergence.internal.FinishedFiles;
import org.tersegrad.convergence.internal.WholeFile;
import org.tersegrad.convergence.training.Contestant;

/**
 * The folder of a suite: {@code suite.csv}, {@code leaderboard.csv} and {@code suite.html}, rewritten whenever a recipe is through with a
 * workload, and the finished runs behind them.
 *
 * @param suite whose runs it has
 * @param folder made if it is not there
 */
public record SuiteFolder(Suite suite, Path folder) {
    /** The name of the page. */
    public static final String PAGE = "suite.html";

    /** Finished runs. */
    public FinishedFiles finished() {
        return new FinishedFiles(folder);
    }

    /**
     * Makes the folder.
     *
     * @throws FileAlreadyExistsException if a foreign file has the name of one of ours
     * @throws IllegalArgumentException if it has runs of another suite
     */
    public void open() throws IOException {
        finished().open(List.of(SuiteTable.FILE, Leaderboard.FILE, PAGE));
        SuiteTable.read(suite, folder);
    }

    /** Runs recipes on workloads, and returns their scores. */
    public List<Score> run(List<Contestant> recipes, List<Workload> workloads, Trainer trainer) throws IOException {
        for (Contestant recipe : recipes) {
            for (Workload workload : workloads) {
                SuiteTable table = SuiteTable.read(suite, folder).with(Trials.run(recipe, workload, trainer));
                table.write(folder);
                WholeFile.write(folder.resolve(PAGE), SuitePage.html(table));
            }
        }
        List<String> names = recipes.stream().map(Trials::name).toList();
        return SuiteTable.read(suite, folder).scores().stream()
                .filter(each -> names.contains(each.recipe()))
                .toList();
    }
}
