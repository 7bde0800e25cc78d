/** What all bodies share, and those that strangers write. The writer and the reader of one body stand side by side. */
package org.tersegrad.compressors.internal.bodies;
