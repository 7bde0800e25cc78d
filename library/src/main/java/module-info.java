/** Gradient compression for the JVM: the modules that a trainer uses, in one. */
module org.tersegrad {
    requires transitive org.tersegrad.codecs;
    requires transitive org.tersegrad.compressors;
    requires transitive org.tersegrad.reducers;
    requires transitive org.tersegrad.errorfeedback;
}
