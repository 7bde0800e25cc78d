package org.tersegrad.convergence.cli.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A model of three tensors, and times of two recipes, in files. */
final class TinyProfile {
    private TinyProfile() {}

    static Path write(Path folder) throws IOException {
        return Files.writeString(folder.resolve("tiny.csv"), """
                tensor,elements,backward_us,forward_us,optimizer_us
                hidden.weights,512x256,900,450,10
                hidden.bias,512,10,5,1
                out.weights,10x512,100,50,1
                """);
    }

    static Path times(Path folder) throws IOException {
        return Files.writeString(folder.resolve("my-times.csv"), """
                recipe,tensor,workers,elements,encode_us,add_us
                int8+twoshot,matrix,2,1000,10,10
                int8+twoshot,matrix,2,100000,100,100
                topk(0.01)+ef,matrix,2,1000,10,4
                topk(0.01)+ef,matrix,2,100000,100,40
                topk(0.01)+ef,matrix,8,1000,10,16
                topk(0.01)+ef,matrix,8,100000,100,160
                """);
    }
}
