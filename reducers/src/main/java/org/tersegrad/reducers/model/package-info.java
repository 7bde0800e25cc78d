/** A whole model: which tensor is averaged how. */
package org.tersegrad.reducers.model;
