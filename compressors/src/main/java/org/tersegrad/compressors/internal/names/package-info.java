/** The names of this module in recipes. */
package org.tersegrad.compressors.internal.names;
