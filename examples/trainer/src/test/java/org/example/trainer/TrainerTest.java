package org.example.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TrainerTest {
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES) // for a group that hangs; no result depends on it
    void aTrainingWithAKilledWorkerEndsWithTheModelOfAnUndisturbedOne(@TempDir Path folder) throws Exception {
        List<String> undisturbed = Trainer.run(folder.resolve("undisturbed"), Trainer.NO_WORKER);
        assertEquals(1, Set.copyOf(undisturbed).size(), "all workers have the same model: " + undisturbed);
        assertTrue(undisturbed.get(0).contains("checksum"), undisturbed.get(0));

        Path checkpoints = folder.resolve("killed");
        List<String> interrupted = Trainer.run(checkpoints, 2);
        assertEquals("killed", interrupted.get(2));
        for (int rank : new int[] {0, 1, 3}) {
            assertTrue(interrupted.get(rank).contains("worker 2"), interrupted.get(rank));
            assertEquals(30, new Checkpoints(checkpoints, rank).newest());
        }

        assertEquals(undisturbed, Trainer.run(checkpoints, Trainer.NO_WORKER));
    }
}
