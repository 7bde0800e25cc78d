/** What the compressors are built from. Not for users. */
package org.tersegrad.compressors.internal;
