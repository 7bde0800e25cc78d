/**
 * Groups that workers join and leave while they train. A {@link org.tersegrad.reducers.elastic.Membership} says who is there; {@link
 * org.tersegrad.reducers.elastic.ElasticGroup} makes a group for each of its views and is where a trainer starts; {@link
 * org.tersegrad.reducers.elastic.EpochProtocol} has the rules, without threads, clocks and I/O.
 *
 * <p>To add a membership service, implement {@link org.tersegrad.reducers.elastic.Membership}.
 */
package org.tersegrad.reducers.elastic;
