(** * The openings of all bars of m rows and at most n columns: a program

    A position of m >= 2 rows is (p, q, R): its first row p, its second row q, and its rest R, the d = m - 2 rows below.
    Plane q has all positions with second row q. For every rest there is at most one loser in it, and the program finds
    them for q = 0, ..., n, by the chains of proofs/bars.md.

    For each rest in turn, in lexicographic order, a number has a lane of w bits; bit b is for the first row p = q + b,
    and w = n - q + 1, so that p <= n. So one number tells for all positions of a plane whether they are losers, or
    whether a chain excludes them. No proofs here: they are in BarPlanesSoundness.v. *)

From Coq Require Import List NArith.
Import ListNotations.
Local Open Scope N_scope.

(** The bits of v from the o-th on, so many. *)
Definition extract (o size v : N) : N := N.land (N.shiftr v o) (N.ones size).

(** ** Where lanes begin *)

Fixpoint sums (s : N) (l : list N) : list N :=
  match l with
  | [] => [s]
  | a :: l => s :: sums (s + a) l
  end.

(** For x = 0, ..., n: how many bits are needed for all rests of d rows shorter than x. *)
Fixpoint sizes (w : N) (n d : nat) : list N :=
  match d with
  | O => repeat w (S n)
  | S d => sums 0 (tl (sizes w n d))
  end.

(** The same for d rows, d - 1 rows, ..., one row. *)
Fixpoint levels (w : N) (n d : nat) : list (list N) :=
  match d with
  | O => []
  | S e => sizes w n d :: levels w n e
  end.

(** The first bit of a lane. *)
Fixpoint lane (ls : list (list N)) (rest : list nat) : N :=
  match ls, rest with
  | t :: ls, r :: rest => nth r t 0 + lane ls rest
  | _, _ => 0
  end.

(** ** A plane *)

(** From rests shorter than x to those shorter than x + 1: a rest with rows of length x is told what its cut to x - 1 is
    told. *)
Fixpoint extend (ls : list (list N)) (x : nat) (v : N) : N :=
  match ls with
  | [] => v
  | t :: ls => N.lor v (N.shiftl (extend ls x (N.shiftr v (nth (pred x) t 0))) (nth x t 0))
  end.

(** In a lane: the least bit that is not excluded, if there is one. *)
Definition pick (full a : N) : N := N.land (N.ldiff (N.succ a) a) full.

(** The losers of all rests, from what the rows above exclude. The first row of the rest has y = 0, 1, ..., x - 1 squares.
    Its chain for y + 1 is that for y, and the losers for y, which are found for the rows below it. *)
Fixpoint solve_rows (below : nat -> N -> N) (ls : list (list N)) (above : N) (n y : nat) (t : list N) (chain losers : N)
  : N :=
  match n, t with
  | S n, o :: (o' :: _) as t =>
      let found := below (S y) (N.lor (extract o (o' - o) above) chain) in
      solve_rows below ls above n (S y) t (extend ls (S y) (N.lor chain found)) (N.lor losers (N.shiftl found o))
  | _, _ => losers
  end.

Fixpoint solve (full : N) (ls : list (list N)) (x : nat) (above : N) : N :=
  match ls with
  | [] => pick full above
  | t :: ls => solve_rows (solve full ls) ls above x 0 t 0 0
  end.

(** For the next plane each lane loses its lowest bit. If that was a loser, a square of a position, then all that
    contains it is won; otherwise the loser joins the chain. *)
Definition turn_lane (full chain found : N) : N :=
  if N.odd found then N.shiftr full 1 else N.shiftr (N.lor chain found) 1.

Fixpoint turn_rows (below : nat -> N -> N -> N) (chain found : N) (n y : nat) (t t' : list N) (turned : N) : N :=
  match n, t, t' with
  | S n, o :: (o' :: _) as t, u :: t' =>
      let part := below (S y) (extract o (o' - o) chain) (extract o (o' - o) found) in
      turn_rows below chain found n (S y) t t' (N.lor turned (N.shiftl part u))
  | _, _, _ => turned
  end.

Fixpoint turn (full : N) (ls ls' : list (list N)) (x : nat) (chain found : N) : N :=
  match ls, ls' with
  | t :: ls, t' :: ls' => turn_rows (turn full ls ls') chain found x 0 t t' 0
  | _, _ => turn_lane full chain found
  end.

(** ** What is noted of a plane *)

Fixpoint ones_positive (p : positive) : N :=
  match p with
  | xH => 1
  | xO p => ones_positive p
  | xI p => N.succ (ones_positive p)
  end.

Definition population (v : N) : N := match v with 0 => 0 | Npos p => ones_positive p end.

(** The first bits of all lanes. *)
Fixpoint first_bits (ls : list (list N)) (q : nat) : N :=
  match q with
  | O => 1
  | S p => extend ls q (first_bits ls p)
  end.

(** tally: the number of losers for each b. edge: the lane of the rest whose rows all have q squares.
    steps: the losers with i >= 2 rows of q squares, all others of j < q squares. *)
Record plane := Plane { tally : list N; edge : N; steps : list (nat * nat) }.

Definition note_plane (w : nat) (ls : list (list N)) (d q : nat) (found : N) : plane :=
  let first := first_bits ls q in
  Plane (map (fun b => population (N.land found (N.shiftl first (N.of_nat b)))) (seq 0 w))
    (extract (lane ls (repeat q d)) (N.of_nat w) found)
    (filter (fun s => N.testbit found (lane ls (repeat q (fst s - 2) ++ repeat (snd s) (d + 2 - fst s))))
       (list_prod (seq 2 d) (seq 0 q))).

(** Plane q, for which chains are known, and those that follow; w is the number of bits of a lane. *)
Fixpoint planes (n d : nat) (w q : nat) (chain : N) : list plane :=
  match w with
  | O => []
  | S v =>
      let ls := levels (N.of_nat w) (S n) d in
      let full := N.ones (N.of_nat w) in
      let found := solve full ls (S q) chain in
      let ls' := levels (N.of_nat v) (S n) d in
      note_plane w ls d q found ::
        match v with
        | O => []
        | S _ => planes n d v (S q) (extend ls' (S q) (turn full ls ls' (S q) chain found))
        end
  end.

(** In plane 0 the position without squares, first row 0, is excluded. *)
Definition all_planes (m n : nat) : list plane := planes n (m - 2) (S n) 0 1.

(** ** The answers *)

Definition no_plane : plane := Plane [] 0 [].

(** The winning openings of m x n, for m >= 2, in lexicographic order: rows and columns are counted from 0. *)
Definition openings_of (found : list plane) (n : nat) : list (nat * nat) :=
  map (pair 0%nat) (filter (fun j => N.testbit (edge (nth j found no_plane)) 0) (seq 1 (n - 1))) ++
  map (pair 1%nat) (filter (fun j => N.testbit (edge (nth j found no_plane)) (N.of_nat (n - j))) (seq 0 n)) ++
  steps (nth n found no_plane).

Definition sum_all (l : list N) : N := fold_right N.add 0 l.

(** The number of losers within m x n. *)
Definition losers_of (found : list plane) (n : nat) : N :=
  sum_all (map (fun q => sum_all (firstn (S n - q) (tally (nth q found no_plane)))) (seq 0 (S n))).

(** The bars of m rows, with 2 <= n columns, from m to the given number: columns, winning openings, number of losers. *)
Definition bars (m n : nat) : list (nat * (list (nat * nat) * N)) :=
  let widths := filter (fun k => Nat.leb 2 k) (seq m (S n - m)) in
  match m with
  | O => []
  | 1%nat => map (fun k => (k, ([(0, 1)%nat], 1))) widths
  | _ => let found := all_planes m n in map (fun k => (k, (openings_of found k, losers_of found k))) widths
  end.
