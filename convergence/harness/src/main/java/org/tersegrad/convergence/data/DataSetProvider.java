package org.tersegrad.convergence.data;

import java.util.List;

/**
 * Data sets of another library, found as a service. It implements this in a public class and names the class in
 * {@code META-INF/services/org.tersegrad.convergence.data.DataSetProvider}.
 */
public interface DataSetProvider {
    /** The data sets to add, none of whose names exists yet. */
    List<DataSetEntry> entries();
}
