package org.tersegrad.convergence.model;

import java.util.List;

/**
 * Service interface for libraries that add models. It implements this in a public class and names the class in {@code
 * META-INF/services/org.tersegrad.convergence.model.ModelProvider}.
 */
public interface ModelProvider {
    /** The models to add, none of whose names exists yet. */
    List<ModelEntry> entries();
}
