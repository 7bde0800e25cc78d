package org.tersegrad.convergence.time.published;

import java.util.Arrays;
import java.util.Optional;

/** The techniques of the published table, and which of them are modelled. */
public enum Technique {
    /** One all-reduce after the backward pass. */
    BSP_A2A("BSP-A2A", true, false),
    /** An all-reduce for each tensor during the backward pass. */
    WFBP_A2A("WFBP-A2A", true, false),
    /** All-reduces for groups of tensors, by the rule of MG-WFBP with its own planning constants. */
    MG_WFBP("MG-WFBP", true, false),
    /** About a millisecond of software for each tensor, whatever the network: not modelled. */
    BYTE_SCHEDULER_A2A("ByteScheduler-A2A", false, false),
    /** One exchange with parameter servers after the backward pass. */
    BSP_PS("BSP-PS", true, true),
    /** An exchange with parameter servers for each tensor during the backward pass. */
    WFBP_PS("WFBP-PS", true, true),
    /** The same with parts of tensors in the order of need. The table shows no gain from the order, and the model gives none. */
    BYTE_SCHEDULER_PS("ByteScheduler-PS", true, true);

    private final String label;
    private final boolean modelled;
    private final boolean servers;

    Technique(String label, boolean modelled, boolean servers) {
        this.label = label;
        this.modelled = modelled;
        this.servers = servers;
    }

    /** Whether the model of time has it. */
    public boolean isModelled() {
        return modelled;
    }

    /** Whether it uses parameter servers. */
    public boolean usesServers() {
        return servers;
    }

    static Technique of(String label) {
        Optional<Technique> found =
                Arrays.stream(values()).filter(each -> each.label.equals(label)).findFirst();
        return found.orElseThrow(() -> new IllegalArgumentException("no technique " + label));
    }

    @Override
    public String toString() {
        return label;
    }
}
