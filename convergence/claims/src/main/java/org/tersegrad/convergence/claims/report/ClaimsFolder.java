package org.tersegrad.convergence.claims.report;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.claims.Claim;
import org.tersegrad.convergence.internal.FinishedFiles;
import org.tersegrad.convergence.internal.WholeFile;

/**
 * The folder that keeps what came of claims: a file for each in {@code finished}, and for all of them {@code claims.html}, {@code
 * claims.md} and {@code claims.csv}. Every file is there as a whole or not at all.
 *
 * @param folder made if it is not there
 */
public record ClaimsFolder(Path folder) {
    /** The name of the page. */
    public static final String PAGE = "claims.html";

    private static final String TABLE = "claims.md";
    private static final String FIGURES = "claims.csv";

    /**
     * Makes the folder.
     *
     * @throws FileAlreadyExistsException if a foreign file has the name of one of ours
     */
    public void open() throws IOException {
        files().open(List.of(PAGE, TABLE, FIGURES));
    }

    /** The outcome of a claim, if it was run before and has not changed since; a file that cannot be read counts as none. */
    public Optional<FinishedClaim> finished(Claim claim) throws IOException {
        return files().read(claim.statement().name(), FinishedClaim.class)
                .filter(each -> each.statement().equals(claim.statement()));
    }

    /** All that were run, in the order of the list. */
    public List<FinishedClaim> all() throws IOException {
        List<FinishedClaim> all = new ArrayList<>();
        for (Claim claim : Claims.all()) {
            finished(claim).ifPresent(all::add);
        }
        return all;
    }

    /** Stores the outcome of a claim, and rewrites page, table and figures. */
    public void keep(FinishedClaim claim) throws IOException {
        files().keep(claim.statement().name(), claim);
        List<FinishedClaim> all = all();
        WholeFile.write(folder.resolve(PAGE), ClaimsPage.html(all));
        WholeFile.write(folder.resolve(TABLE), ClaimsTable.verdicts(all) + "\n" + ClaimsTable.markdown(all));
        WholeFile.write(folder.resolve(FIGURES), ClaimsTable.csv(all));
    }

    private FinishedFiles files() {
        return new FinishedFiles(folder);
    }
}
