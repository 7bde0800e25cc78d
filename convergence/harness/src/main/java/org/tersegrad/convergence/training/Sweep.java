package org.tersegrad.convergence.training;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tersegrad.reducers.sync.Synchronization;

/**
 * The same comparison once for each value of one setting: how recipes fare with more workers, or with workers whose examples
 * differ. Only that setting changes. The batch of a worker stays, so that more workers make fewer steps in an epoch, each of
 * more examples.
 *
 * @param setting which one changes
 * @param values the settings of each comparison, in the order in which they are run; one if nothing changes
 */
public record Sweep(Setting setting, List<Settings> values) {
    /** The settings that can vary. */
    public enum Setting {
        /** The number of workers. */
        WORKERS,
        /** The distribution of examples among them. */
        PARTITION,
        /** The synchronization rule. */
        SYNC;

        /** Its value among settings, as it is written on the command line. */
        public String of(Settings settings) {
            return switch (this) {
                case WORKERS -> Integer.toString(settings.workers());
                case PARTITION -> settings.partition().toString();
                case SYNC -> settings.synchronization().toString();
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Sweep {
        values = List.copyOf(values);
        Set<String> seen = new HashSet<>();
        for (Settings value : values) {
            if (!seen.add(setting.of(value))) {
                throw new IllegalArgumentException(setting + ": " + setting.of(value) + " is there twice");
            }
        }
    }

    /**
     * All that differ from the settings in one of these.
     *
     * @throws IllegalArgumentException if two lists have more than one element: one picture cannot show that
     */
    public static Sweep of(
            Settings settings,
            List<Integer> workers,
            List<Partition> partitions,
            List<Synchronization> synchronizations) {
        long several = Stream.of(workers, partitions, synchronizations)
                .filter(list -> list.size() > 1)
                .count();
        if (several > 1) {
            throw new IllegalArgumentException(
                    "a sweep is over numbers of workers, over partitions or over synchronizations, not over two of them: "
                            + Stream.of(workers, partitions, synchronizations)
                                    .map(list ->
                                            list.stream().map(String::valueOf).collect(Collectors.joining(";")))
                                    .collect(Collectors.joining(" and ")));
        }
        Setting setting = partitions.size() > 1
                ? Setting.PARTITION
                : synchronizations.size() > 1 ? Setting.SYNC : Setting.WORKERS;
        return new Sweep(
                setting,
                workers.stream()
                        .flatMap(count -> partitions.stream()
                                .flatMap(partition -> synchronizations.stream()
                                        .map(synchronization -> settings.withWorkers(count)
                                                .withPartition(partition)
                                                .withSynchronization(synchronization))))
                        .toList());
    }

    /** Whether there is more than one comparison. */
    public boolean isMany() {
        return values.size() > 1;
    }

    /** The folder for the results of one of them: the folder itself if it is the only one, else one below. */
    public Path folder(Path all, Settings value) {
        return isMany() ? all.resolve(setting + "-" + setting.of(value)) : all;
    }
}
