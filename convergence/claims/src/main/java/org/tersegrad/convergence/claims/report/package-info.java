/** The list of all claims, and what came of them, for people: a page with pictures, a table for documents, and all figures as CSV. */
package org.tersegrad.convergence.claims.report;
