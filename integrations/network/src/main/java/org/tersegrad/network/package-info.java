/** Steps over a real network of a known speed: one program for each node, and one that makes a table and pictures of it. */
package org.tersegrad.network;
