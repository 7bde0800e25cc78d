------------------------------- MODULE Rounds ------------------------------
(* Rounds of a driver, as on Spark: each round is a job with a task for each *)
(* partition, which may run more than once, and the state of a partition may *)
(* be lost with its executor. Then all begin again from the snapshot.        *)
EXTENDS Integers

CONSTANTS
    Partitions,
    Rounds,
    Every,            \* rounds between snapshots
    MostLosses,
    RepeatsReplies,   \* a task that runs again replies as before and changes nothing
    ReportsLosses,    \* a partition without its state says so
    RestoresAll       \* after a loss all partitions take the snapshot

VARIABLES
    round,     \* of the driver: the one that is running, from 1
    snapshot,  \* the rounds that it has
    done,      \* of each partition: the last round in its state
    consumed,  \* of each partition: how many gradients are in its state
    replied,   \* of each partition: whether the driver has its reply
    losses

vars == <<round, snapshot, done, consumed, replied, losses>>

Init ==
    /\ round = 1
    /\ snapshot = 0
    /\ done = [p \in Partitions |-> 0]
    /\ consumed = [p \in Partitions |-> 0]
    /\ replied = [p \in Partitions |-> FALSE]
    /\ losses = 0

(* A task of the running round: for the first time, or again. *)
Run(p) ==
    /\ round <= Rounds
    /\ done[p] = round - 1 \/ done[p] = round \/ ~ReportsLosses
    /\ consumed' = [consumed EXCEPT ![p] = IF RepeatsReplies /\ done[p] = round THEN @ ELSE @ + 1]
    /\ consumed'[p] <= Rounds + 2 \* bounds a mutant
    /\ done' = [done EXCEPT ![p] = round]
    /\ replied' = [replied EXCEPT ![p] = TRUE]
    /\ UNCHANGED <<round, snapshot, losses>>

(* An executor is gone; another one begins with the snapshot. *)
Lose(p) ==
    /\ losses < MostLosses
    /\ losses' = losses + 1
    /\ done' = [done EXCEPT ![p] = snapshot]
    /\ consumed' = [consumed EXCEPT ![p] = snapshot]
    /\ UNCHANGED <<round, snapshot, replied>>

(* A partition reports a state that is older than the round before. *)
Restore(p) ==
    /\ ReportsLosses
    /\ round <= Rounds
    /\ done[p] < round - 1
    /\ round' = snapshot + 1
    /\ done' = [q \in Partitions |-> IF RestoresAll \/ p = q THEN snapshot ELSE done[q]]
    /\ consumed' = [q \in Partitions |-> IF RestoresAll \/ p = q THEN snapshot ELSE consumed[q]]
    /\ replied' = [q \in Partitions |-> FALSE]
    /\ UNCHANGED <<snapshot, losses>>

Commit ==
    /\ \A p \in Partitions : replied[p]
    /\ round <= Rounds
    /\ snapshot' = IF round % Every = 0 /\ \A p \in Partitions : done[p] = round THEN round ELSE snapshot
    /\ round' = round + 1
    /\ replied' = [p \in Partitions |-> FALSE]
    /\ UNCHANGED <<done, consumed, losses>>

Ended == round > Rounds /\ UNCHANGED vars

Next == \/ \E p \in Partitions : Run(p) \/ Lose(p) \/ Restore(p)
        \/ Commit
        \/ Ended

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* Each state has the gradient of each of its rounds once: no residual is paid twice, none is missing. *)
OnceEach == \A p \in Partitions : consumed[p] = done[p]

(* No partition is ahead of the driver. *)
NoneAhead == \A p \in Partitions : done[p] <= round
=============================================================================
