/** Listeners of a group: events of JDK Flight Recorder, and lines of a log. Begin with {@link org.tersegrad.jfr.JfrListener}. */
package org.tersegrad.jfr;
