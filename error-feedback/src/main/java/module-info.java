/** Memory across steps, so that lossy compression still converges. */
module org.tersegrad.errorfeedback {
    requires transitive org.tersegrad.compressors;
}
