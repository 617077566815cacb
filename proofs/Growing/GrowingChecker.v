(** * The checker for certificates of orders with two growing chains

    Format "zchomp-growing 1" (docs/growing.md): an order A with two chains c1 < c2 < ... and d1 < d2 < ..., and for every
    down-set of A and every nim-value a line, which gives for each m the n such that the position of the down-set, c1 to
    cm and d1 to dn has that nim-value. Every term is recomputed, row by row, as in growing.md; a line is accepted if it is
    over at a late row, or if the state returns. No proofs here. *)

From Coq Require Import List Arith NArith Bool FMapPositive.
Import ListNotations.

(** ** Sets of elements, as numbers in binary *)

Definition has (s : N) (a : nat) : bool := N.testbit_nat s a.

(** Those of i, ..., i + n - 1 with a property, counted from i; and those below n. *)
Fixpoint set_from (f : nat -> bool) (i n : nat) : N :=
  match n with
  | 0 => 0%N
  | S n => if f i then N.succ_double (set_from f (S i) n) else N.double (set_from f (S i) n)
  end.

Definition set_of (f : nat -> bool) (n : nat) : N := set_from f 0 n.

(** Those below n whose number in a list, which is 0 after its end, has a property. *)
Fixpoint set_where (f : nat -> bool) (n : nat) (l : list nat) : N :=
  match n with
  | 0 => 0%N
  | S n => if f (hd 0 l) then N.succ_double (set_where f n (tl l)) else N.double (set_where f n (tl l))
  end.

(** Of the first n digits of a set those that are [b], counted from i; and the numbers that they have in a list. *)
Fixpoint members (b : bool) (s : N) (i n : nat) : list nat :=
  match n with
  | 0 => []
  | S n => if Bool.eqb (N.odd s) b then i :: members b (N.div2 s) (S i) n else members b (N.div2 s) (S i) n
  end.

Fixpoint numbers_of (b : bool) (s : N) (n : nat) (l : list nat) : list nat :=
  match n with
  | 0 => []
  | S n => if Bool.eqb (N.odd s) b then hd 0 l :: numbers_of b (N.div2 s) n (tl l) else numbers_of b (N.div2 s) n (tl l)
  end.

(** ** The order *)

(** For each element: those above it; the first c, d above it (0: none); the last c, d below it (0: none). The numbers of
    d below c1, c2, ...: those of [start], and then [rise] more at every [step]. *)
Record order := Order {
  size : nat; larger : list N;
  c_above : list nat; d_above : list nat; c_below : list nat; d_below : list nat;
  start : list nat; step : nat; rise : nat }.

Definition full (o : order) : N := set_of (fun _ => true) (size o).
Definition above (o : order) (a : nat) : N := nth a (larger o) 0%N.
Definition uc (o : order) (a : nat) : nat := nth a (c_above o) 0.
Definition ud (o : order) (a : nat) : nat := nth a (d_above o) 0.
Definition lc (o : order) (a : nat) : nat := nth a (c_below o) 0.
Definition ld (o : order) (a : nat) : nat := nth a (d_below o) 0.

(** How many d are below the i-th c. *)
Definition phi (o : order) (i : nat) : nat :=
  let turns := (i - length (start o) + (step o - 1)) / step o in
  turns * rise o + nth (i - turns * step o) (0 :: start o) 0.

(** The first of x1, x2, ... that is above an element is at or before the i-th. *)
Definition reaches (first i : nat) : bool := (1 <=? first) && (first <=? i).

(** Whether two sets have no element in common, and whether one has all elements of another. *)
Definition disjoint (o : order) (s t : N) : bool := N.eqb (N.land (N.land s (full o)) t) 0.
Definition contains (o : order) (s t : N) : bool := N.eqb (N.ldiff (N.land t (full o)) s) 0.

Definition check_phi (o : order) : bool :=
  (1 <=? step o) && (step o <=? length (start o) + 1) &&
  forallb (fun i => phi o i <=? phi o (i + 1)) (seq 0 (length (start o) + step o)).

Definition check_element (o : order) (a : nat) : bool :=
  negb (has (above o a) a) && negb (reaches (uc o a) (lc o a)) && negb (reaches (ud o a) (ld o a)) &&
  ((lc o a =? 0) || (ud o a =? 0)) && (phi o (lc o a) <=? ld o a) &&
  ((uc o a =? 0) || (ld o a <=? phi o (uc o a))) &&
  ((ud o a =? 0) ||
   (if uc o a =? 0 then (rise o =? 0) && (phi o (length (start o) + step o) <? ud o a)
    else phi o (uc o a - 1) <? ud o a)).

Definition check_pair (o : order) (a b : nat) : bool :=
  if has (above o a) b
  then contains o (above o a) (above o b) &&
       (lc o a <=? lc o b) && (ld o a <=? ld o b) &&
       ((uc o b =? 0) || reaches (uc o a) (uc o b)) && ((ud o b =? 0) || reaches (ud o a) (ud o b))
  else negb (reaches (uc o a) (lc o b)) && negb (reaches (ud o a) (ld o b)).

Definition check_order (o : order) : bool :=
  let all := seq 0 (size o) in
  check_phi o && forallb (fun a => check_element o a && forallb (check_pair o a) all) all.

(** The largest i up to [m] such that fewer than [j] elements of d are below the i-th c: what d_j leaves of c. *)
Fixpoint cut (o : order) (m j : nat) : nat :=
  match m with
  | 0 => 0
  | S m' => if phi o m <? j then m else cut o m' j
  end.

(** The largest such i at all, if there is one: between [low], which is one, and [high]. *)
Fixpoint bisect (o : order) (fuel low high j : nat) : nat :=
  match fuel with
  | 0 => low
  | S fuel =>
      let middle := (low + high) / 2 in
      if high <=? low + 1 then low
      else if phi o middle <? j then bisect o fuel middle high j else bisect o fuel low middle j
  end.

Definition psi (o : order) (j : nat) : option nat :=
  let most := length (start o) + step o * (j + 1) in
  let i := bisect o most 0 most j in
  if phi o (i + 1) <? j then None else Some i.

(** What is left of a set after taking an element, c_i or d_j. *)
Definition without (o : order) (s : N) (a : nat) : N :=
  N.ldiff (N.ldiff (N.land s (full o)) (above o a)) (set_of (Nat.eqb a) (size o)).
Definition without_c (o : order) (s : N) (i : nat) : N := N.land s (set_where (fun x => x <? i) (size o) (c_below o)).
Definition without_d (o : order) (s : N) (j : nat) : N := N.land s (set_where (fun x => x <? j) (size o) (d_below o)).

(** ** Lines *)

Inductive kind := Periodic | Finite | Empty.

(** [initial] has n for each row from [first] on, if there is one; then the terms of [cycle] come again and again, every
    time larger by its length. *)
Record line := Line {
  tops : list nat; nim : nat; first : nat; shape : kind;
  initial : list (option nat); cycle : list nat; modulus : nat; bound : nat }.

Definition settled (l : line) : nat := first l + length (initial l).

Definition get (l : line) (m : nat) : option nat :=
  if m <? first l then None
  else if m <? settled l then nth (m - first l) (initial l) None
  else match cycle l with
       | [] => None
       | _ => let i := m - settled l in
              Some (nth (i mod length (cycle l)) (cycle l) 0 + i / length (cycle l) * length (cycle l))
       end.

(** [n] terms of what is left of a turn, to which [more] is added, and of the turns after it. *)
Fixpoint turns (n : nat) (turn rest : list nat) (more : nat) : list (option nat) :=
  match n with
  | 0 => []
  | S n =>
      match rest with
      | x :: rest => Some (x + more) :: turns n turn rest more
      | [] => match turn with
              | [] => None :: turns n turn [] more
              | x :: rest => Some (x + (more + length turn)) :: turns n turn rest (more + length turn)
              end
      end
  end.

Fixpoint initial_and_turns (n : nat) (found : list (option nat)) (turn : list nat) : list (option nat) :=
  match n, found with
  | 0, _ => []
  | S n', x :: found => x :: initial_and_turns n' found turn
  | S _, [] => turns n turn turn 0
  end.

(** The terms of the rows 0, ..., n - 1, in so many steps, however long the line is; and that of row m. *)
Definition terms (l : line) (n : nat) : list (option nat) :=
  let none := Nat.min n (first l) in repeat None none ++ initial_and_turns (n - none) (initial l) (cycle l).
Definition term (l : line) (m : nat) : option nat := nth m (terms l (S m)) None.

(** ** What the lines around one say about a row *)

(** [Taken n]: in this row n is excluded; [Enters n]: from this row on; [Bound n]: n and everything larger is excluded;
    [Blocked]: there is no term in this row; [Killed]: from this row on. *)
Inductive mark := Taken (n : nat) | Enters (n : nat) | Bound (n : nat) | Blocked | Killed.

(** The mark of row [i] only. *)
Definition at_row (i : nat) (x : option mark) : list (option mark) := repeat None i ++ [x].

(** A line below that has its largest possible n: an end. *)
Definition end_mark (o : order) (a : nat) (x : option nat) : option mark :=
  match x with Some v => if v =? ud o a - 1 then Some (Bound v) else None | None => None end.

(** By an element of A: n terms of the line below; from row uc - 1 on its last term stays. *)
Definition element_marks (o : order) (n : nat) (a : nat) (l : line) : list (list (option mark)) :=
  let stays := (1 <=? uc o a) && (uc o a <=? n) in
  let found := terms l (if stays then uc o a else n) in
  let last := if stays then term l (uc o a - 1) else None in
  map (option_map Taken) found ::
  (if stays then [at_row (uc o a - 1) (option_map Enters last)] else []) ++
  (if ud o a =? 0 then []
   else [map (end_mark o a) found ++ (if stays then repeat (end_mark o a last) (n - uc o a) else [])]).

(** By the i-th c, if it is below an element of the set. *)
Definition c_marks (i : nat) (l : line) : list (option mark) := at_row i (option_map Enters (term l (i - 1))).

(** By the j-th d, likewise. *)
Definition d_mark (o : order) (j : nat) (row : nat * option nat) : option mark :=
  match snd row with
  | Some v => if v =? j - 1 then Some (if j <=? phi o (fst row + 1) then Killed else Blocked) else None
  | None => None
  end.
Definition d_marks (o : order) (n j : nat) (l : line) : list (option mark) :=
  map (d_mark o j) (combine (seq 0 n) (terms l n)).

(** For each row the list of its marks. *)
Fixpoint overlay (marks : list (option mark)) (rows : list (list mark)) : list (list mark) :=
  match marks, rows with
  | Some x :: marks, row :: rows => (x :: row) :: overlay marks rows
  | None :: marks, row :: rows => row :: overlay marks rows
  | _, _ => rows
  end.

Definition overlay_all (n : nat) (all : list (list (option mark))) : list (list mark) :=
  fold_right overlay (repeat [] n) all.

(** ** The walk from row to row *)

(** [bits] says of [window], [window] + 1, ... whether they are excluded for ever. *)
Fixpoint set_bit (i : nat) (bits : list bool) : list bool :=
  match i, bits with
  | 0, [] => [true]
  | 0, _ :: bits => true :: bits
  | S i, [] => false :: set_bit i []
  | S i, b :: bits => b :: set_bit i bits
  end.

Fixpoint leading (bits : list bool) : nat :=
  match bits with true :: bits => S (leading bits) | _ => 0 end.

Definition entering (window : nat) (bits : list bool) (x : mark) : list bool :=
  match x with Enters n => if window <=? n then set_bit (n - window) bits else bits | _ => bits end.

Definition is_taken (n : nat) (x : mark) : bool := match x with Taken v => v =? n | _ => false end.
Definition is_bound (n : nat) (x : mark) : bool := match x with Bound v => v <=? n | _ => false end.
Definition is_end (x : mark) : bool := match x with Bound _ => true | _ => false end.
Definition is_blocked (x : mark) : bool := match x with Blocked | Killed => true | _ => false end.
Definition is_killed (x : mark) : bool := match x with Killed => true | _ => false end.

(** The first of n, n + 1, ... that is neither in [bits] nor taken. *)
Fixpoint first_untaken (fuel n : nat) (marks : list mark) : nat :=
  match fuel with
  | 0 => n
  | S fuel => if existsb (is_taken n) marks then first_untaken fuel (S n) marks else n
  end.

Fixpoint first_free (n : nat) (bits : list bool) (marks : list mark) : nat :=
  match bits with
  | b :: bits => if b || existsb (is_taken n) marks then first_free (S n) bits marks else n
  | [] => first_untaken (length marks) n marks
  end.

Record row := Row {
  window : nat; bits : list bool; is_stopped : bool; marks : list mark; result : option nat }.

(** Row [m], from the window, the bits, and whether the line is dead, after the row before. *)
Definition next_row (o : order) (m0 m w : nat) (b : list bool) (dead : bool) (x : list mark) : row :=
  let w1 := Nat.max w (phi o m) in
  let b1 := fold_left (entering w1) x (skipn (w1 - w) b) in
  let used := leading b1 in
  let w2 := w1 + used in
  let b2 := skipn used b1 in
  let stopped := dead || existsb is_blocked x in
  let n := first_free w2 b2 x in
  Row w2 b2 stopped x (if (m <? m0) || stopped || existsb (is_bound n) x then None else Some n).

Definition after (r : row) : list bool :=
  match result r with Some n => set_bit (n - window r) (bits r) | None => bits r end.

Definition is_dead (o : order) (m : nat) (dead : bool) (r : row) : bool :=
  dead || existsb is_killed (marks r) || match result r with Some n => n <? phi o (m + 1) | None => false end.

Fixpoint walk (o : order) (m0 m w : nat) (b : list bool) (dead : bool) (rows : list (list mark)) : list row :=
  match rows with
  | [] => []
  | x :: rows =>
      let r := next_row o m0 m w b dead x in
      r :: walk o m0 (m + 1) (window r) (after r) (is_dead o m dead r) rows
  end.

(** ** One line *)

Definition table := PositiveMap.t line.
Definition lookup (t : table) (s : N) : option line := PositiveMap.find (N.succ_pos s) t.
Definition insert (t : table) (s : N) (l : line) : table := PositiveMap.add (N.succ_pos s) l t.

Fixpoint gather {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | Some x :: l => match gather l with Some l => Some (x :: l) | None => None end
  | None :: _ => None
  end.

(** The lines of a list of places, each with its place. *)
Definition lookups (t : table) (place : nat -> N) (l : list nat) : option (list (nat * line)) :=
  gather (map (fun a => option_map (pair a) (lookup t (place a))) l).

Definition inside (o : order) (s : N) : list nat := members true s 0 (size o).
Definition largest (l : list nat) : nat := fold_right Nat.max 0 l.
Definition m0_of (o : order) (s : N) : nat := largest (numbers_of true s (size o) (c_below o)).
Definition n0_of (o : order) (s : N) : nat := largest (numbers_of true s (size o) (d_below o)).

(** The least number but 0, if there is one. *)
Definition smallest (l : list nat) : option nat :=
  fold_right (fun x r => if x =? 0 then r else match r with Some y => Some (Nat.min x y) | None => Some x end) None l.
Definition first_c (o : order) (s : N) : option nat := smallest (numbers_of false s (size o) (c_above o)).
Definition first_d (o : order) (s : N) : option nat := smallest (numbers_of false s (size o) (d_above o)).

(** The lines around one: of smaller nim-values, and after taking an element of the set, or a c or d below one. *)
Record around := Around {
  smaller : list line; below : list (nat * line); c_cuts : list (nat * line); d_cuts : list (nat * line) }.

Definition look_around (o : order) (earlier : list table) (now : table) (s : N) : option around :=
  match gather (map (fun t => lookup t s) earlier), lookups now (without o s) (inside o s),
        lookups now (without_c o s) (seq 1 (m0_of o s)), lookups now (without_d o s) (seq 1 (n0_of o s)) with
  | Some small, Some elements, Some cs, Some ds => Some (Around small elements cs ds)
  | _, _, _, _ => None
  end.

Definition all_marks (o : order) (s : N) (n : nat) (k : around) : list (list mark) :=
  overlay_all n
    (match first_d o s with Some e => [repeat (Some (Bound e)) n] | None => [] end ++
     map (fun l => map (option_map Taken) (terms l n)) (smaller k) ++
     flat_map (fun p => element_marks o n (fst p) (snd p)) (below k) ++
     map (fun p => c_marks (fst p) (snd p)) (c_cuts k) ++
     map (fun p => d_marks o n (fst p) (snd p)) (d_cuts k)).

(** The lines that are seen for ever. *)
Definition lasting (o : order) (k : around) : list line :=
  smaller k ++ map snd (filter (fun p => uc o (fst p) =? 0) (below k)).

(** From which row on the terms of a line are [stop] or larger: in [i] rows the terms of [turn] come. *)
Fixpoint passed (stop i : nat) (turn : list nat) : nat :=
  match turn with [] => 0 | x :: turn => Nat.max (stop + i - x) (passed stop (S i) turn) end.

(** The least number of d below an element of the set that is at least [j]. *)
Definition ceiling (o : order) (s : N) (j : nat) : nat :=
  match smallest (map (fun x => if j <=? x then x else 0) (numbers_of true s (size o) (d_below o))) with
  | Some x => Nat.max j x
  | None => j
  end.

Definition late_cut (o : order) (s : N) (p : nat * line) : nat :=
  let stop := ceiling o s (fst p) in
  match psi o stop with
  | Some i => i
  | None => Nat.max (settled (snd p)) (passed stop (settled (snd p)) (cycle (snd p)))
  end.

Definition late (o : order) (s : N) (k : around) : nat :=
  largest ([length (start o); m0_of o s] ++ map settled (lasting o k) ++
    map (fun x => x - 1) (numbers_of true s (size o) (c_above o)) ++ map (late_cut o s) (d_cuts k) ++
    (if (step o <=? rise o) && (1 <=? n0_of o s)
     then [match psi o (n0_of o s) with Some i => i + 1 | None => 1 end] else [])).

(** The least common multiple as far as [most]; 0 beyond. *)
Definition common (most a b : nat) : nat :=
  if (a =? 0) || (b =? 0) then 0 else let c := a / Nat.gcd a b * b in if c <=? most then c else 0.
Definition base (o : order) (k : around) (most : nat) : nat :=
  fold_right (fun l b => match cycle l with [] => b | _ => common most (length (cycle l)) b end)
    (if rise o =? step o then step o else 1) (lasting o k).

Definition same_terms (x y : option nat) : bool :=
  match x, y with Some a, Some b => a =? b | None, None => true | _, _ => false end.
Fixpoint same_list {A} (same : A -> A -> bool) (l l' : list A) : bool :=
  match l, l' with
  | [], [] => true
  | x :: l, y :: l' => same x y && same_list same l l'
  | _, _ => false
  end.

(** The terms before [n] are as claimed, and the line is settled there. *)
Definition check_terms (l : line) (n : nat) (rows : list row) : bool :=
  (settled l <=? n) && same_list same_terms (map result (firstn n rows)) (terms l n).

(** The initial terms are no more than needed. *)
Definition is_short (l : line) : bool :=
  match rev_append (initial l) [], rev_append (cycle l) [] with
  | [], _ => true
  | None :: _, [] => false
  | Some n :: _, x :: _ => negb (n + length (cycle l) =? x)
  | _, _ => true
  end.

Definition is_primitive (turn : list nat) : bool :=
  let n := length turn in
  negb (existsb (fun d => (n mod d =? 0) && same_list Nat.eqb (skipn d turn) (map (Nat.add d) (firstn (n - d) turn)))
          (seq 1 (n / 2))).

(** No term can come any more: blocked, or everything from the window on is excluded. *)
Definition is_over (r : row) : bool := is_stopped r || existsb (is_bound (window r)) (marks r).

Definition no_row : row := Row 0 [] true [] None.

Definition check_finite (o : order) (s : N) (k : around) (l : line) (rows : list row) : bool :=
  let n := bound l in
  match cycle l with [] => true | _ => false end && (modulus l =? 0) &&
  match shape l, initial l with Finite, _ :: _ => true | Empty, [] => true | _, _ => false end &&
  match first_c o s with
  | Some e => n =? e
  | None => (late o s k <=? n) && is_over (nth n rows no_row) &&
            forallb (fun r => negb (is_over r)) (firstn (n - late o s k) (skipn (late o s k) rows))
  end &&
  check_terms l n rows && is_short l.

(** The staircase neither moves the window of row [x] nor any later one in its place; likewise of [n] rows from [x] on. *)
Definition is_above (o : order) (x : nat) (r : row) : bool :=
  forallb (fun i => phi o i + x <? window r + i) (seq (x + 1) (step o)).

Fixpoint all_above (o : order) (n x : nat) (rows : list row) : bool :=
  match n with
  | 0 => true
  | S n => is_above o x (hd no_row rows) && all_above o n (S x) (tl rows)
  end.

Definition same_state (p : nat) (r r' : row) : bool :=
  (window r + p =? window r') && same_list Bool.eqb (bits r) (bits r').

Definition check_periodic (o : order) (s : N) (k : around) (l : line) (rows : list row) : bool :=
  let p := modulus l in
  let from := bound l - p in
  let first_row := nth from rows no_row in
  let last_row := nth (bound l) rows no_row in
  let before := nth (from - 1) rows no_row in
  let is_flat := rise o <? step o in
  match shape l with Periodic => true | _ => false end &&
  match cycle l with [] => false | _ => true end && is_primitive (cycle l) &&
  (1 <=? p) && (common p (base o k p) (length (cycle l)) =? p) && (p mod length (cycle l) =? 0) &&
  forallb (fun x => match cycle x with [] => true | _ => p mod length (cycle x) =? 0 end) (lasting o k) &&
  match first_c o s with Some _ => false | None => true end &&
  match first_d o s with Some _ => false | None => true end &&
  (rise o <=? step o) && (p <=? bound l) && (late o s k <=? from) && (settled l <=? from) &&
  negb (is_stopped first_row) && negb (is_stopped last_row) &&
  negb (existsb is_end (marks first_row)) && negb (existsb is_end (marks last_row)) &&
  (if is_flat
   then all_above o p from (skipn from rows)
   else (p mod step o =? 0) && (n0_of o s <=? phi o from)) &&
  same_state p first_row last_row && check_terms l (bound l) rows && is_short l &&
  negb ((late o s k <? from) && (negb is_flat || is_above o (from - 1) before) &&
        same_state p before (nth (bound l - 1) rows no_row)).

Definition check_line (o : order) (earlier : list table) (now : table) (s : N) (l : line) : bool :=
  match look_around o earlier now s with
  | Some k =>
      if first l =? m0_of o s
      then let rows := walk o (m0_of o s) 0 (n0_of o s) [] false (all_marks o s (S (bound l)) k) in
           match shape l with Periodic => check_periodic o s k l rows | _ => check_finite o s k l rows end
      else false
  | None => false
  end.

(** ** All lines *)

(** The down-set of the largest elements that are named, and its largest elements. *)
Definition set_below (o : order) (top : list nat) : N :=
  let named := set_of (fun b => existsb (Nat.eqb b) top) (size o) in
  set_of (fun b => has named b || negb (disjoint o (above o b) named)) (size o).
Definition tops_of (o : order) (s : N) : list nat :=
  filter (fun a => disjoint o (above o a) s) (inside o s).

(** The tables of the nim-values that are done, that of the next one, and its last down-set. *)
Record context := Context { done : list table; current : table; latest : option N }.

Definition opened : context := Context [] (PositiveMap.empty _) None.

(** Down-sets come by their numbers of elements, and then as numbers. *)
Definition comes_after (o : order) (s : N) (last : option N) : bool :=
  match last with
  | None => N.eqb s 0
  | Some t => let x := length (inside o t) in let y := length (inside o s) in
              (x <? y) || ((x =? y) && N.ltb t s)
  end.

Definition feed (o : order) (k : context) (l : line) : option context :=
  let s := set_below o (tops l) in
  if same_list Nat.eqb (tops_of o s) (tops l) && (nim l =? length (done k)) && comes_after o s (latest k) &&
     check_line o (done k) (current k) s l
  then let t := insert (current k) s l in
       Some (if N.eqb s (full o) then Context (done k ++ [t]) (PositiveMap.empty _) None
             else Context (done k) t (Some s))
  else None.

(** Whether all lines up to a nim-value are there. *)
Definition is_complete (claim : nat) (k : context) : bool := length (done k) =? S claim.

Record certificate := Certificate { claim_order : order; claim_nim : nat; lines : list line }.

Definition feed_next (o : order) (k : option context) (l : line) : option context :=
  match k with Some k => feed o k l | None => None end.

Definition check (cert : certificate) : bool :=
  let o := claim_order cert in
  check_order o &&
  match fold_left (feed_next o) (lines cert) (Some opened) with
  | Some k => is_complete (claim_nim cert) k
  | None => false
  end.
