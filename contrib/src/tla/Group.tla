------------------------------- MODULE Group -------------------------------
(* Steps of a group of workers that may refuse a gradient, crash, and go on *)
(* as a smaller group. Each rule below is a constant: where it is FALSE,    *)
(* the model checker must find what goes wrong.                             *)
(*                                                                          *)
(* A worker computes a gradient, or a refusal where it is not finite, sends *)
(* it to all members of its view, and takes one message from each. Then it  *)
(* applies the mean, or none if one of them is a refusal. The network may   *)
(* deliver in any order. A worker that waits for one that is gone fails and *)
(* names it; survivors that all have failed form the next view.             *)
EXTENDS Integers, FiniteSets, Sequences

CONSTANTS
    Workers,
    Steps,            \* of a training
    MostCrashes,
    MostRefusals,
    ChecksMessages,   \* a message counts for its own step and view only
    RefusesTogether,  \* one refusal skips the step of all
    NamesTheLost,     \* a worker that fails names the one that is gone, not one that failed for that reason
    SharesTheModel,   \* a new view goes on from the model of the member that is ahead
    NeedsAQuorum,     \* a view has more than half of all workers
    NoticesLosses     \* a worker that waits for one that is gone fails

None == "none"

VARIABLES
    view,      \* of each worker: the number of its view
    members,   \* of each view: who belongs to it
    phase,     \* of each worker: compute, exchange, failed, done, dead
    step,      \* of each worker: the next one, from 1
    model,     \* of each worker: for each step that was applied, the messages in its mean
    taken,     \* of each worker: messages for its step, its own among them
    sent,      \* all messages
    cut,       \* of each worker that is gone: to whom its last messages did not get
    lost       \* of each worker: whom it names when it has failed

vars == <<view, members, phase, step, model, taken, sent, cut, lost>>

Alive == {w \in Workers : phase[w] # "dead"}
Refusals == {m \in sent : ~m.finite}
HasTaken(w, peer) == \E m \in taken[w] : m.from = peer

Init ==
    /\ view = [w \in Workers |-> 1]
    /\ members = <<Workers>>
    /\ phase = [w \in Workers |-> "compute"]
    /\ step = [w \in Workers |-> 1]
    /\ model = [w \in Workers |-> <<>>]
    /\ taken = [w \in Workers |-> {}]
    /\ sent = {}
    /\ cut = [w \in Workers |-> {}]
    /\ lost = [w \in Workers |-> None]

Compute(w, finite) ==
    /\ phase[w] = "compute"
    /\ finite \/ Cardinality(Refusals) < MostRefusals
    /\ LET message == [from |-> w, view |-> view[w], step |-> step[w], finite |-> finite]
       IN /\ sent' = sent \union {message}
          /\ taken' = [taken EXCEPT ![w] = {message}]
    /\ phase' = [phase EXCEPT ![w] = "exchange"]
    /\ UNCHANGED <<view, members, step, model, cut, lost>>

(* Messages of w's peer that w may take for its step. *)
Expected(w, peer) ==
    {m \in sent : /\ m.from = peer /\ w \notin cut[peer]
                  /\ ChecksMessages => m.view = view[w] /\ m.step = step[w]}

Take(w, peer) ==
    /\ phase[w] = "exchange"
    /\ peer \in members[view[w]]
    /\ ~HasTaken(w, peer)
    /\ \E m \in Expected(w, peer) : taken' = [taken EXCEPT ![w] = @ \union {m}]
    /\ UNCHANGED <<view, members, phase, step, model, sent, cut, lost>>

Finish(w) ==
    /\ phase[w] = "exchange"
    /\ \A peer \in members[view[w]] : HasTaken(w, peer)
    /\ LET refused == \E m \in taken[w] : ~m.finite /\ (RefusesTogether \/ m.from = w)
       IN model' = IF refused THEN model ELSE [model EXCEPT ![w] = Append(@, taken[w])]
    /\ step' = [step EXCEPT ![w] = @ + 1]
    /\ phase' = [phase EXCEPT ![w] = IF step[w] = Steps THEN "done" ELSE "compute"]
    /\ UNCHANGED <<view, members, taken, sent, cut, lost>>

(* What was under way to some others is lost with the worker. *)
Crash(w, others) ==
    /\ phase[w] \in {"compute", "exchange"}
    /\ Cardinality(Workers \ Alive) < MostCrashes
    /\ phase' = [phase EXCEPT ![w] = "dead"]
    /\ cut' = [cut EXCEPT ![w] = others]
    /\ UNCHANGED <<view, members, step, model, taken, sent, lost>>

(* The peer is gone, or has failed for another that is gone, and what w waits for was never sent. *)
Notice(w, peer) ==
    /\ NoticesLosses
    /\ phase[w] = "exchange"
    /\ peer \in members[view[w]]
    /\ ~HasTaken(w, peer)
    /\ Expected(w, peer) = {}
    /\ phase[peer] \in {"dead", "failed"}
    /\ phase' = [phase EXCEPT ![w] = "failed"]
    /\ lost' = [lost EXCEPT ![w] =
            IF NamesTheLost /\ phase[peer] = "failed" /\ view[peer] = view[w] THEN lost[peer] ELSE peer]
    /\ UNCHANGED <<view, members, step, model, taken, sent, cut>>

(* Survivors of one view, all of whom have failed or come to their end, go on as the next one. *)
CanRegroup(survivors) ==
    /\ \E w \in survivors : phase[w] = "failed"
    /\ \A w \in survivors : phase[w] \in {"failed", "done"}
    /\ \A u, w \in survivors : view[u] = view[w]
    /\ NeedsAQuorum => /\ 2 * Cardinality(survivors) > Cardinality(Workers)
                       /\ survivors = {w \in Alive : \E u \in survivors : view[w] = view[u]}

Regroup(survivors) ==
    /\ CanRegroup(survivors)
    /\ LET ahead == CHOOSE w \in survivors : \A u \in survivors : step[u] <= step[w]
           next == Len(members) + 1
           its(own, w) == IF w \in survivors THEN IF SharesTheModel THEN own[ahead] ELSE own[w] ELSE own[w]
       IN /\ members' = Append(members, survivors)
          /\ view' = [w \in Workers |-> IF w \in survivors THEN next ELSE view[w]]
          /\ step' = [w \in Workers |-> IF w \in survivors THEN step[ahead] ELSE step[w]]
          /\ model' = [w \in Workers |-> its(model, w)]
          /\ phase' = [w \in Workers |-> IF w \notin survivors THEN phase[w]
                                         ELSE IF step[ahead] > Steps THEN "done" ELSE "compute"]
          /\ lost' = [w \in Workers |-> IF w \in survivors THEN None ELSE lost[w]]
    /\ UNCHANGED <<taken, sent, cut>>

(* The end: all have come to theirs, or those that are left are too few. *)
Ended ==
    /\ \A w \in Alive : phase[w] \in {"done", "failed"}
    /\ \A survivors \in SUBSET Alive : ~CanRegroup(survivors)
    /\ UNCHANGED vars

Next ==
    \/ \E w \in Workers :
        \/ \E finite \in BOOLEAN : Compute(w, finite)
        \/ \E peer \in Workers : Take(w, peer) \/ Notice(w, peer)
        \/ Finish(w)
        \/ \E others \in SUBSET (Workers \ {w}) : Crash(w, others)
    \/ \E survivors \in SUBSET Alive : Regroup(survivors)
    \/ Ended

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
IsPrefix(a, b) == Len(a) <= Len(b) /\ \A i \in 1..Len(a) : a[i] = b[i]

(* The same means on all workers, none of which is more than a step ahead in its model. *)
Agreement ==
    \A u, w \in Alive : IsPrefix(model[u], model[w]) \/ IsPrefix(model[w], model[u])

(* No mean has a message of another step or view. *)
OneStepEach ==
    \A w \in Workers : \A i \in 1..Len(model[w]) :
        \A a, b \in model[w][i] : a.step = b.step /\ a.view = b.view

(* A refused step changes no model. *)
RefusedAltogether ==
    \A w \in Alive : \A i \in 1..Len(model[w]) : \A m \in model[w][i] : m.finite

(* Whom a worker names is gone. *)
TheLostAreGone ==
    \A w \in Workers : phase[w] = "failed" => phase[lost[w]] = "dead"
=============================================================================
