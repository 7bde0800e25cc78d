package org.tersegrad.convergence.cli.time;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.tersegrad.convergence.cli.shared.JsonOption;
import org.tersegrad.convergence.cli.shared.ModelCommand;
import org.tersegrad.convergence.cli.shared.TypedCommand;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.payoff.Payoff;
import org.tersegrad.convergence.time.payoff.PayoffStudy;
import org.tersegrad.convergence.time.payoff.RecipeBook;
import org.tersegrad.convergence.time.report.Decision;
import org.tersegrad.convergence.time.report.PayoffReport;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Will it pay on my network? Steps with recipes beside steps without, and from which bandwidth on which is faster. */
@Command(
        name = "pays",
        description = "Tells whether compression makes a step of training faster on a network, and which recipe does.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "overlap: tensors exchanged in the groups with the shortest step, each call by its fastest algorithm. B*: the"
                    + " bandwidth below which a recipe is faster than dense in 32 bits. A network is wan, 1gbe, 10gbe, 25gbe, 100gbe, 100gib or"
                    + " alpha=50us,bandwidth=100Mbit, perhaps with pernode=4; or cluster.yml of calibrate, cluster.yml:10gbe for one of its"
                    + " links.",
            "A topology is switch(16), ring(16), torus(4x8,bandwidth=25GB/s,alpha=1us), fat-tree(4,8,over=4), rails(4,8) or a"
                    + " network.yml of ASTRA-sim; it has workers of its own.",
            "",
            "Examples:",
            "  tersegrad pays --profile resnet-50 --network 10gbe --workers 8,32,128",
            "  tersegrad pays --profile bert-base int8+twoshot 'topk(0.001)+ef'",
            "  tersegrad pays --profile mine.csv --network 1gbe --speed 20",
            "  tersegrad pays --profile bert-base --network 'fat-tree(4,8,over=4)'",
            "  tersegrad pays --profile resnet-50 --times pays/times.csv --out again"
        })
public final class Pays implements Runnable {
    private static final List<String> USUAL =
            List.of("int8+twoshot", "qsgd(4bit)+twoshot", "sign+ef+twoshot", "topk(0.01)+ef", "powersgd(4)+ef", "vote");

    private static final List<Integer> USUAL_WORKERS = List.of(8, 32, 128);

    /** For the grid: half powers of ten, as round as people say them. */
    private static final List<Double> BANDWIDTHS = List.of(1e8, 3e8, 1e9, 3e9, 1e10, 3e10, 1e11);

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "RECIPE", description = "Recipes to consider; six common ones if none is given.")
    private List<String> recipes = List.of();

    @Mixin
    private ProfileOption profile;

    @Option(names = "--network", paramLabel = "NET", description = "Default: ${DEFAULT-VALUE}.", defaultValue = "10gbe")
    private String network;

    @Option(
            names = "--workers",
            paramLabel = "N",
            split = ",",
            description = "The sizes of groups. Default: that of the network, or 8,32,128.")
    private List<Integer> workers = List.of();

    @Mixin
    private TimesOptions times;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for tables and pictures. Default: ${DEFAULT-VALUE}.",
            defaultValue = "pays")
    private Path out;

    @Option(names = "--force", description = "Overwrites the output of another command in that folder.")
    private boolean force;

    @Mixin
    private JsonOption json;

    @Override
    public void run() {
        ModelCommand.run(this::study, out);
    }

    private void study() throws IOException {
        List<Interconnect> groups = ModelCommand.networks(network, workers, USUAL_WORKERS, Collectives.fastest());
        List<Policy> policies = (recipes.isEmpty() ? USUAL : recipes)
                .stream().map(Policy::parse).distinct().toList();
        Profile model = profile.load();
        for (Policy policy : policies) { // a policy without a rule for a tensor fails at once
            model.tensors().forEach(tensor -> policy.reducer(new NamedTensor(tensor.name(), tensor.shape())));
        }
        RecipeBook book = times.book();
        new ModelFolder(out, PayoffReport.NAME, PayoffReport.FILES).claim(TypedCommand.of(spec), force);
        List<Policy> compressing = policies.stream()
                .filter(policy -> !policy.toString().equals("dense"))
                .toList();
        PayoffStudy study = new PayoffStudy(model, groups, compressing, book);
        List<Payoff> payoffs = study.payoffs();
        String calls = groups.get(0).facts().isEmpty()
                ? "each call by the fastest algorithm for its bytes"
                : "each call with the constants below";
        List<String> notes = new ArrayList<>(List.of(
                "Bytes are those that the real recipes send. " + times.source(),
                "All else is a model: alpha + bytes beta a message, on " + network
                        + ", " + calls + ", one call after the"
                        + " other; the times of layers are those of the profile " + model.name() + ", "
                        + model.elements() + " elements, and converting floats to 16 bits takes no time.",
                "overlap: tensors exchanged in as many groups as make the step shortest. vs dense, vs 16 bits: how many times"
                        + " as fast as floats, both with overlap. gradients: all but exact and rounded ones change what is"
                        + " learned, and perhaps its accuracy; compare measures it. B*: the bandwidth below which a recipe is"
                        + " faster than dense in 32 bits."));
        notes.addAll(ModelCommand.assumptions(groups));
        double bandwidth = groups.get(0).network().link().bandwidth();
        PayoffReport report = new PayoffReport(
                model.name() + " on " + network,
                notes,
                ModelCommand.about(spec),
                model.computeSeconds(),
                payoffs,
                Decision.of(study, payoffs),
                study.grid(bandwidths(bandwidth)),
                bandwidth,
                book.times());
        String where = "Open " + out.resolve(PayoffReport.NAME + ".html") + "; the numbers are in "
                + out.resolve(PayoffReport.NAME + ".csv") + ".";
        new TimeScreen(spec, json).print(report, report.write(out), where);
    }

    /** The usual bandwidths, the closest one replaced by that of the network in question. */
    private static List<Double> bandwidths(double asked) {
        List<Double> all = new ArrayList<>(BANDWIDTHS);
        all.removeIf(each -> Math.max(each / asked, asked / each) < 1.5);
        all.add(asked);
        Collections.sort(all);
        return all;
    }
}
