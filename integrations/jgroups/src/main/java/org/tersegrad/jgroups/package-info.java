/**
 * Membership of {@link org.tersegrad.reducers.elastic.ElasticGroup} from JGroups: {@link org.tersegrad.jgroups.JGroupsMembership} on a
 * {@link org.tersegrad.jgroups.JGroupsStack} or on a channel that is configured elsewhere.
 */
package org.tersegrad.jgroups;
