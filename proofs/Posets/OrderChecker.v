(** * How the checker of strategies reads an order

    What zchomp/posets/verifier.py does with the header of a certificate and with the pairs of a mirror, as functions: the
    order, its poison, what is left after some moves, and what a mirror has to respect. The elements are positive numbers
    instead of names, sets of them are tries, and long lists are walked through without a deep stack. Why it is right is
    in GeneratedOrders.v and OrderSoundness.v. *)

From Coq Require Import List PArith NArith Bool MSetPositive FMapPositive.
Import ListNotations.

Definition set := PositiveSet.t.
Definition has (s : set) (x : positive) : bool := PositiveSet.mem x s.

(** ** The pairs that generate the order, as a graph *)

Definition graph := PositiveMap.t (list positive).

Definition neighbours (g : graph) (x : positive) : list positive :=
  match PositiveMap.find x g with Some l => l | None => [] end.

Definition connect (g : graph) (x y : positive) : graph := PositiveMap.add x (y :: neighbours g x) g.

(** From each element to those above it, by the pairs, and to those below it. *)
Definition upwards (pairs : list (positive * positive)) : graph :=
  fold_left (fun g p => connect g (fst p) (snd p)) pairs (PositiveMap.empty _).

Definition downwards (pairs : list (positive * positive)) : graph :=
  fold_left (fun g p => connect g (snd p) (fst p)) pairs (PositiveMap.empty _).

Definition set_of (l : list positive) : set := fold_left (fun s x => PositiveSet.add x s) l PositiveSet.empty.

(** What can be reached from [work] inside [left], and [seen]. Each element is visited once at the most: the list of all
    elements is fuel enough. *)
Definition visit (left : set) (state : list positive * set) (y : positive) : list positive * set :=
  let (work, seen) := state in
  if has left y && negb (has seen y) then (y :: work, PositiveSet.add y seen) else state.

Fixpoint search (fuel : list positive) (g : graph) (left : set) (work : list positive) (seen : set) : set :=
  match fuel, work with
  | _ :: fuel, x :: work =>
      let (work, seen) := fold_left (visit left) (neighbours g x) (work, seen) in search fuel g left work seen
  | _, _ => seen
  end.

Definition reachable (fuel : list positive) (g : graph) (left : set) (x : positive) : set :=
  search fuel g left [x] (PositiveSet.singleton x).

(** ** An order: no element is above itself *)

(** An element is done when all those above it are; [waiting] counts the pairs that lead to others. *)
Definition wait (waiting : PositiveMap.t N) (p : positive * positive) : PositiveMap.t N :=
  PositiveMap.add (fst p) (match PositiveMap.find (fst p) waiting with Some n => N.succ n | None => 1%N end) waiting.

Definition release (state : list positive * PositiveMap.t N) (x : positive) : list positive * PositiveMap.t N :=
  let (work, waiting) := state in
  match PositiveMap.find x waiting with
  | Some 1%N => (x :: work, PositiveMap.remove x waiting)
  | Some n => (work, PositiveMap.add x (N.pred n) waiting)
  | None => state
  end.

Fixpoint settle (fuel : list positive) (up down : graph) (work : list positive) (waiting : PositiveMap.t N)
    (done : set) : set :=
  match fuel, work with
  | _ :: fuel, x :: work =>
      if forallb (has done) (neighbours up x) then
        let (work, waiting) := fold_left release (neighbours down x) (work, waiting) in
        settle fuel up down work waiting (PositiveSet.add x done)
      else done
  | _, _ => done
  end.

Definition is_acyclic (elements : list positive) (pairs : list (positive * positive)) (up down : graph) : bool :=
  let waiting := fold_left wait pairs (PositiveMap.empty _) in
  let free := fold_left (fun l x => if PositiveMap.mem x waiting then l else x :: l) elements [] in
  let done := settle elements up down free waiting PositiveSet.empty in
  forallb (has done) elements.

Fixpoint are_distinct (l : list positive) (seen : set) : bool :=
  match l with
  | [] => true
  | x :: l => negb (has seen x) && are_distinct l (PositiveSet.add x seen)
  end.

(** ** What is left, without the poison *)

Definition remove_poison (fuel : list positive) (up : graph) (all : set) (poison : option positive) : option set :=
  match poison with
  | Some z =>
      if has all z && PositiveSet.subset all (reachable fuel up all z) then Some (PositiveSet.remove z all) else None
  | None => Some all
  end.

(** Taking elements one after the other, each with all that are above it. *)
Fixpoint remove_taken (fuel : list positive) (up : graph) (left : set) (taken : list positive) : option set :=
  match taken with
  | [] => Some left
  | x :: taken =>
      let gone := reachable fuel up left x in
      let is_closed y := forallb (fun z => negb (has left z) || has gone z) (neighbours up y) in
      if has left x && has gone x && PositiveSet.for_all is_closed gone
      then remove_taken fuel up (PositiveSet.diff left gone) taken else None
  end.

(** ** Mirrors *)

Definition image (t : PositiveMap.t positive) (x : positive) : positive :=
  match PositiveMap.find x t with Some y => y | None => x end.

(** A mirror of what is left, from its pairs: no element has two images, or is its own. *)
Fixpoint images (left : set) (pairs : list (positive * positive)) (t : PositiveMap.t positive) :
    option (PositiveMap.t positive) :=
  match pairs with
  | [] => Some t
  | (x, y) :: pairs =>
      if has left x && has left y && negb (PositiveMap.mem x t || PositiveMap.mem y t || Pos.eqb x y)
      then images left pairs (PositiveMap.add x y (PositiveMap.add y x t)) else None
  end.

(** (1) The images of the neighbours of x can be reached from x', the image of x: most often by a single pair. *)
Definition is_kept (fuel : list positive) (g : graph) (left : set) (t : PositiveMap.t positive) (x x' : positive) :
    bool :=
  let within s := forallb (fun y => negb (has left y) || has s (image t y)) (neighbours g x) in
  if within (set_of (neighbours g x')) then true else within (reachable fuel g left x').

(** (1), and (3): what is above an element that is moved is moved. Condition (2) follows from (1). *)
Definition is_reflected (fuel : list positive) (up down : graph) (left : set) (t : PositiveMap.t positive)
    (x x' : positive) : bool :=
  is_kept fuel up left t x x' && is_kept fuel down left t x x' &&
  forallb (fun y => negb (has left y) || PositiveMap.mem y t) (neighbours up x).
