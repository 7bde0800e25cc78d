/** The body of each scheme: its writer and its reader side by side. */
package org.tersegrad.compressors.internal.bodies;
