(** * The checker of strategy certificates

    A strategy certificate has an order and a position, and lists of lost positions, its members. For each
    member a line says why it is lost: every move can be answered by a move that leaves a member before it; or
    a mirror leaves such a member fixed; or it is a bipartite graph with even numbers of vertices and edges; or it
    consists of trees whose nim-sum is 0.
    Positions may be replaced by their images under symmetries of the order. The lines are checked one by one.
    Why this is right is in StrategySoundness.v; that the program in zchomp/posets accepts the same files is
    tested, not proved. *)

From Coq Require Import List PArith NArith Bool MSetPositive FMapPositive.
From ZChomp Require Import OrderChecker Trees.
Import ListNotations.

(** ** Sets of elements as numbers: bit x - 1 of the number stands for the element x *)

Definition bits := N.
Definition no_bits : bits := 0%N.
Definition single (x : positive) : bits := N.shiftl 1 (Pos.pred_N x).
Definition holds (s : bits) (x : positive) : bool := N.testbit s (Pos.pred_N x).
Definition unite (s t : bits) : bits := N.lor s t.
Definition minus (s t : bits) : bits := N.ldiff s t.
Definition same_bits (s t : bits) : bool := N.eqb s t.

Definition bits_of (l : list positive) : bits := fold_left (fun s x => unite s (single x)) l no_bits.

Definition within (s t : bits) : bool := same_bits (minus s t) no_bits.

(** ** Certificates *)

(** Member k, after symmetry g if there is one. *)
Definition reference := (positive * option positive)%type.

(** After x has been taken, taking y leaves a member. *)
Record answer := Answer { taken_first : positive; taken_next : positive; leaves : reference }.

Inductive member :=
| Answered (left : bits) (answers : list answer)
| Mirrored (left : bits) (pairs : list (positive * positive)) (rest : reference)
| Bipartite (left : bits) (side : bits)
| Forest (left : bits).

(** What the last line says: the position is lost, or some elements win, and perhaps no others. *)
Inductive ending :=
| Ends_lost (start : reference)
| Ends_won (winning : list (positive * reference)) (complete : bool) (answers : list answer).

Record strategy := Strategy {
  the_elements : list positive;
  the_covers : list (positive * positive);
  the_poison : option positive;
  the_taken : list positive;
  the_symmetries : list (list positive);
  the_members : list member;
  the_ending : ending }.

(** ** What is kept while lines are read *)

Record state := State {
  names : list positive;
  pairs_of : list (positive * positive);
  up : graph;
  down : graph;
  larger : PositiveMap.t bits;
  poison_of : option positive;
  beginning : bits;
  automorphisms : PositiveMap.t (PositiveMap.t positive);
  next_automorphism : positive;
  lost_ones : PositiveMap.t bits;
  next_lost : positive }.

(** An element and all larger ones. *)
Definition above (table : PositiveMap.t bits) (x : positive) : bits :=
  match PositiveMap.find x table with Some s => s | None => no_bits end.

(** An element is done when all those above it are; as in [settle]. *)
Fixpoint climb (fuel : list positive) (up down : graph) (work : list positive) (waiting : PositiveMap.t N)
    (table : PositiveMap.t bits) : PositiveMap.t bits :=
  match fuel, work with
  | _ :: fuel, x :: work =>
      if forallb (fun y => PositiveMap.mem y table) (neighbours up x) && negb (PositiveMap.mem x table) then
        let s := fold_left (fun s y => unite s (above table y)) (neighbours up x) (single x) in
        let (work, waiting) := fold_left release (neighbours down x) (work, waiting) in
        climb fuel up down work waiting (PositiveMap.add x s table)
      else table
  | _, _ => table
  end.

Definition larger_ones (elements : list positive) (pairs : list (positive * positive)) (up down : graph) :
    PositiveMap.t bits :=
  let waiting := fold_left wait pairs (PositiveMap.empty _) in
  let free := fold_left (fun l x => if PositiveMap.mem x waiting then l else x :: l) elements [] in
  climb elements up down free waiting (PositiveMap.empty _).

(** The header: an order, its poison, and what was taken. *)
Definition open_strategy (elements : list positive) (covers : list (positive * positive)) (poison : option positive)
    (taken : list positive) : option state :=
  let all := set_of elements in
  let up := upwards covers in
  let down := downwards covers in
  let table := larger_ones elements covers up down in
  if are_distinct elements PositiveSet.empty &&
     forallb (fun p => has all (fst p) && has all (snd p)) covers &&
     is_acyclic elements covers up down &&
     forallb (fun x => PositiveMap.mem x table) elements
  then match remove_poison elements up all poison with
       | Some start =>
           match remove_taken elements up start taken with
           | Some rest => Some (State elements covers up down table poison
               (bits_of (filter (has rest) elements)) (PositiveMap.empty _) 1 (PositiveMap.empty _) 1)
           | None => None
           end
       | None => None
       end
  else None.

(** ** Symmetries *)

Fixpoint map_of (elements images : list positive) (t : PositiveMap.t positive) : option (PositiveMap.t positive) :=
  match elements, images with
  | [], [] => Some t
  | x :: elements, y :: images => map_of elements images (PositiveMap.add x y t)
  | _, _ => None
  end.

(** The images of the elements, in their order. *)
Definition add_symmetry (s : state) (images : list positive) : option state :=
  let all := set_of (names s) in
  match map_of (names s) images (PositiveMap.empty _) with
  | Some t =>
      if are_distinct images PositiveSet.empty && forallb (has all) images &&
         forallb (fun p => holds (above (larger s) (image t (fst p))) (image t (snd p))) (pairs_of s)
      then Some (State (names s) (pairs_of s) (up s) (down s) (larger s) (poison_of s) (beginning s)
             (PositiveMap.add (next_automorphism s) t (automorphisms s)) (Pos.succ (next_automorphism s))
             (lost_ones s) (next_lost s))
      else None
  | None => None
  end.

(** That a position, or its image, is the member that is named. *)
Definition is_member (s : state) (rest : bits) (r : reference) : bool :=
  match PositiveMap.find (fst r) (lost_ones s) with
  | Some found =>
      match snd r with
      | None => same_bits rest found
      | Some g =>
          match PositiveMap.find g (automorphisms s) with
          | Some t => forallb (fun x => Bool.eqb (holds rest x) (holds found (image t x))) (names s)
          | None => false
          end
      end
  | None => false
  end.

(** ** Members *)

Definition is_answer (s : state) (left : bits) (a : answer) : bool :=
  let x := above (larger s) (taken_first a) in
  let y := above (larger s) (taken_next a) in
  holds left (taken_first a) && holds left (taken_next a) && negb (holds x (taken_next a)) &&
  is_member s (minus (minus left x) y) (leaves a).

(** What an answer answers: the first element, and the second too if the first is still there after it. *)
Definition covered_by (s : state) (a : answer) : bits :=
  if holds (above (larger s) (taken_next a)) (taken_first a) then single (taken_first a)
  else unite (single (taken_first a)) (single (taken_next a)).

Definition covered (s : state) (answers : list answer) (start : bits) : bits :=
  fold_left (fun c a => unite c (covered_by s a)) answers start.

Definition are_answers (s : state) (left : bits) (answers : list answer) : bool :=
  forallb (is_answer s left) answers.

(** A mirror of what is left, and what it fixes. *)
Definition is_mirrored (s : state) (left : bits) (pairs : list (positive * positive)) (rest : reference) : bool :=
  let inside := set_of (filter (holds left) (names s)) in
  match pairs with
  | [] => false
  | _ =>
      match images inside pairs (PositiveMap.empty _) with
      | Some t =>
          forallb (fun p => is_reflected (names s) (up s) (down s) inside t (fst p) (snd p) &&
                            is_reflected (names s) (up s) (down s) inside t (snd p) (fst p)) pairs &&
          is_member s (minus left (bits_of (map fst pairs ++ map snd pairs))) rest
      | None => false
      end
  end.

(** What is left just below an element, each once. *)
Definition note (left : bits) (found : list positive) (y : positive) : list positive :=
  if holds left y && negb (existsb (Pos.eqb y) found) then y :: found else found.

Definition lower_elements (s : state) (left : bits) (x : positive) : list positive :=
  fold_left (note left) (neighbours (down s) x) [].

Definition is_vertex (s : state) (left : bits) (x : positive) : bool :=
  match lower_elements s left x with [] => true | _ => false end.

Definition is_edge (s : state) (left side : bits) (x : positive) : bool :=
  match lower_elements s left x with
  | [u; v] => is_vertex s left u && is_vertex s left v && xorb (holds side u) (holds side v)
  | _ => false
  end.

Definition is_even (l : list positive) : bool := fold_left (fun b _ => negb b) l true.

Definition is_bipartite (s : state) (left side : bits) : bool :=
  let inside := filter (holds left) (names s) in
  forallb (fun x => is_vertex s left x || is_edge s left side x) inside &&
  within side (bits_of (filter (is_vertex s left) inside)) &&
  is_even (filter (is_vertex s left) inside) &&
  is_even (filter (fun x => negb (is_vertex s left x)) inside).

(** The trees of a position, if what is below each element is a chain: a lowest element, what is above it, and the rest. *)
Fixpoint grow (fuel : list positive) (s : state) (left : list positive) : trees positive :=
  match fuel, left with
  | _ :: fuel, x :: rest =>
      let root := fold_left (fun m y => if holds (above (larger s) y) m then y else m) rest x in
      let higher := above (larger s) root in
      Grown root (grow fuel s (filter (fun y => holds higher y && negb (Pos.eqb y root)) left))
        (grow fuel s (filter (fun y => negb (holds higher y)) left))
  | _, _ => No_trees
  end.

(** The elements of trees, if with each of them they have what is above it, and no element twice. *)
Fixpoint tree_bits (s : state) (left : bits) (f : trees positive) : option bits :=
  match f with
  | No_trees => Some no_bits
  | Grown x on_it others =>
      match tree_bits s left on_it, tree_bits s left others with
      | Some c, Some r =>
          let tree := unite (single x) c in
          if same_bits (minus left (minus left (above (larger s) x))) tree && negb (holds c x) &&
             same_bits (minus tree r) tree
          then Some (unite tree r) else None
      | _, _ => None
      end
  end.

Definition is_forest (s : state) (left : bits) : bool :=
  let f := grow (names s) s (filter (holds left) (names s)) in
  match tree_bits s left f with Some b => same_bits b left | None => false end && N.eqb (nim_sum f) 0.

(** Elements without the poison, and with each of them what is below it, apart from the poison. *)
Definition is_position_of (s : state) (left : bits) : bool :=
  let is_poison x := match poison_of s with Some z => Pos.eqb x z | None => false end in
  within left (bits_of (names s)) &&
  negb (existsb (fun x => is_poison x && holds left x) (names s)) &&
  forallb (fun p => negb (holds left (snd p)) || holds left (fst p) || is_poison (fst p)) (pairs_of s).

Definition left_of (m : member) : bits :=
  match m with Answered l _ => l | Mirrored l _ _ => l | Bipartite l _ => l | Forest l => l end.

Definition is_proved (s : state) (m : member) : bool :=
  match m with
  | Answered l answers => are_answers s l answers && within l (covered s answers no_bits)
  | Mirrored l pairs rest => is_mirrored s l pairs rest
  | Bipartite l side => is_bipartite s l side
  | Forest l => is_forest s l
  end.

Definition add_member (s : state) (m : member) : option state :=
  if is_position_of s (left_of m) && is_proved s m
  then Some (State (names s) (pairs_of s) (up s) (down s) (larger s) (poison_of s) (beginning s) (automorphisms s)
         (next_automorphism s) (PositiveMap.add (next_lost s) (left_of m) (lost_ones s)) (Pos.succ (next_lost s)))
  else None.

(** ** The end *)

Definition is_winning (s : state) (w : positive * reference) : bool :=
  holds (beginning s) (fst w) && is_member s (minus (beginning s) (above (larger s) (fst w))) (snd w).

Definition close_strategy (s : state) (e : ending) : bool :=
  match e with
  | Ends_lost start => is_member s (beginning s) start
  | Ends_won winning complete answers =>
      match winning with [] => false | _ => true end &&
      are_distinct (map fst winning) PositiveSet.empty &&
      forallb (is_winning s) winning &&
      are_answers s (beginning s) answers &&
      (if complete then within (beginning s) (covered s answers (bits_of (map fst winning)))
       else match answers with [] => true | _ => false end)
  end.

(** ** The whole *)

Definition step_symmetry (s : option state) (images : list positive) : option state :=
  match s with Some s => add_symmetry s images | None => None end.

Definition step_member (s : option state) (m : member) : option state :=
  match s with Some s => add_member s m | None => None end.

Definition check_strategy (c : strategy) : bool :=
  let opened := open_strategy (the_elements c) (the_covers c) (the_poison c) (the_taken c) in
  match fold_left step_member (the_members c) (fold_left step_symmetry (the_symmetries c) opened) with
  | Some s => close_strategy s (the_ending c)
  | None => false
  end.
