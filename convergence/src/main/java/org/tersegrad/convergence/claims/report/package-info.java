/** What came of claims, for people: a page with pictures, a table for documents, and all figures as CSV. */
package org.tersegrad.convergence.claims.report;
