(** * The checker for losing positions of three rows, value by value

    Brouwer's chart has in row r = c and column q = c + a the value p = q + B(a). The recurrence asks in every column
    for the least value that is free: not taken in this column by a row below, not in this row already, not on the
    diagonal. Here every value in turn, from r on, goes to the first column that waits and in which it is free. The
    result is the same (ByValueSoundness.v), and to find that column is a matter of a few machine words. *)

From Coq Require Import List NArith Bool FMapPositive.
From ZChomp Require Import Columns Checker.
Import ListNotations.
Local Open Scope N_scope.

(** * Tables: what it computes with

    Numbers by number, marked pairs of numbers, and columns that wait for a value. The program that is extracted has
    machine words for all of this (tables.ml), each operation being held against its definition here. *)

(** ** A number for some numbers *)

Definition numbers := PositiveMap.t N.

Definition blank : numbers := PositiveMap.empty N.
Definition assign (i v : N) (m : numbers) : numbers := PositiveMap.add (N.succ_pos i) v m.
Definition look (i : N) (m : numbers) : option N := PositiveMap.find (N.succ_pos i) m.

(** ** Marked pairs of a column and a value *)

Definition table := PositiveMap.t unit.

Definition nowhere : table := PositiveMap.empty unit.
Definition mark (q p : N) (t : table) : table := PositiveMap.add (key [q; p]) tt t.
Definition is_marked (q p : N) (t : table) : bool :=
  match PositiveMap.find (key [q; p]) t with Some _ => true | None => false end.

(** ** Columns that wait, the least one first *)

Definition queue := list N.

Definition line_up (first n : N) : queue := map (fun i => first + N.of_nat i) (seq 0 (N.to_nat n)).
Definition nobody (w : queue) : bool := match w with [] => true | _ => false end.
Definition leave (q : N) (w : queue) : queue := filter (fun x => negb (x =? q)) w.

(** The first one, p or less, that is not marked with p. *)
Definition first_free (t : table) (p : N) (w : queue) : option N :=
  find (fun q => (q <=? p) && negb (is_marked q p t))%bool w.

(** ** Step by step until it is enough, at most n steps *)

Definition until {A} (n : N) (enough : A -> bool) (f : A -> A) (x : A) : A :=
  N.iter n (fun x => if enough x then x else f x) x.

(** * The checker *)

(** Where we are: the row whose turn it is, the last one of the claim; the values that rows below take in the columns
    before [stored], and these rows from that column on; the diagonal, and a number above all of its values; from which
    column on all rows below repeat, and after how many columns; the last head. *)
Record board := Board {
  row : N; last_row : N;
  marks : table; stored : N; beyond : list (sequence N);
  diagonal : numbers; top : N;
  settled : N; turn : N; newest : list N }.

(** ** Rows below *)

(** One column further: the value of a row is marked in it. *)
Definition paint_one (x : N * sequence N * table) : N * sequence N * table :=
  match x with
  | (q, s, t) =>
      match next s with
      | Some (b, s) => (N.succ q, s, mark q (q + b) t)
      | None => (N.succ q, s, t)
      end
  end.

Definition paint_all (n q : N) (s : sequence N) (t : table) : sequence N * table :=
  match N.iter n paint_one (q, s, t) with (_, s, t) => (s, t) end.

(** The same for a constant row, as most of them are. *)
Definition paint_constant (n q b : N) (t : table) : table :=
  snd (N.iter n (fun x => (N.succ (fst x), mark (fst x) (fst x + b) (snd x))) (q, t)).

Definition paint (n q : N) (s : sequence N) (t : table) : sequence N * table :=
  match s with Sequence [] [b] => (s, paint_constant n q b t) | _ => paint_all n q s t end.

(** 64 columns more: few enough that the words of all rows in them stay near the processor. *)
Definition widen_once (k : board) : board :=
  let (beyond, marks) :=
    fold_left (fun x s => let (s, t) := paint 64 (stored k) s (snd x) in (s :: fst x, t)) (beyond k) ([], marks k) in
  Board (row k) (last_row k) marks (stored k + 64) beyond (diagonal k) (top k) (settled k) (turn k) (newest k).

Definition widen (columns : N) (k : board) : board :=
  until (columns / 64 + 1) (fun k => columns <=? stored k) widen_once k.

(** ** One row *)

(** On the way: who waits, the value of every column that has one, the column of every value that is taken. *)
Record search := Search { waiting : queue; value_in : numbers; column_of : numbers }.

(** The value p to the first column that waits and in which it is free. *)
Definition give (k : board) (x : N * search) : N * search :=
  match x with
  | (p, s) =>
      (N.succ p,
       match look p (diagonal k) with
       | Some _ => s
       | None =>
           match first_free (marks k) p (waiting s) with
           | Some q => Search (leave q (waiting s)) (assign q p (value_in s)) (assign p q (column_of s))
           | None => s
           end
       end)
  end.

(** The first n columns; the first value that was not given. No value is so large that the steps do not suffice. *)
Definition find_row (k : board) (n : N) : N * search :=
  until (4 * (row k + n + 1)) (fun x => nobody (waiting (snd x))) (give k)
    (row k, Search (line_up (row k) n) blank blank).

Definition term_in (s : search) (q : N) : N := match look q (value_in s) with Some p => p - q | None => 0 end.

(** The terms of the n columns before q. *)
Definition gather (s : search) (n q : N) : list N :=
  snd (N.iter n (fun x => let q := N.pred (fst x) in (q, term_in s q :: snd x)) (q, [])).

Definition no_zero (l : list N) : bool := forallb (fun b => negb (b =? 0)) l.

(** Is the last term 0, and no other? *)
Fixpoint ends (l : list N) : bool :=
  match l with [] => false | b :: l => if b =? 0 then no_terms l else ends l end.

(** The state in column q: is p excluded by the diagonal or by an earlier column? *)
Definition is_used (k : board) (s : search) (q p : N) : bool :=
  match look p (diagonal k) with
  | Some _ => true
  | None => match look p (column_of s) with Some q' => q' <? q | None => false end
  end.

(** Is the state in two columns the same? No value from [top] on is excluded. *)
Definition same_state (k : board) (s : search) (top q q' : N) : bool :=
  snd (until (top - q) (fun x => negb (snd x))
         (fun x => (N.succ (fst x), eqb (is_used k s q (q + fst x)) (is_used k s q' (q' + fst x)))) (0, true)).

(** ** The checks of a line: they give the head. The conditions are those of Checker.v. *)

Definition check_finite_row (k : board) (l : line) : option (list N) :=
  let h := size (head l) in
  let (_, s) := find_row k h in
  let terms := gather s h (row k + h) in
  if nobody (waiting s) && ends terms then Some terms else None.

Definition check_periodic_row (k : board) (l : line) : option (list N) :=
  let h := size (head l) in
  let q := row k + (bound l - modulus l) in
  let q' := row k + bound l in
  let (p, s) := find_row k (bound l) in
  let top := N.max p (top k) in
  let terms := gather s h (row k + h) in
  if nobody (waiting s) && no_zero terms && no_zero (period l) && least_head (period l) terms &&
     agrees (gather s (bound l - h) q') (Sequence [] (period l)) && same_state k s top q q' &&
     ((q <=? settled k) || (q <=? row k) || negb (same_state k s top (N.pred q) (N.pred q')))
  then Some terms else None.

Definition fits (l : line) (terms : list N) : bool :=
  match head l with Listed given => same given terms | Counted _ => true end.

(** The next board: the row is marked where later rows will look. *)
Definition learn (k : board) (terms period : list N) : board :=
  let r := row k in
  let n := match period with [] => count terms | _ => stored k - r end in
  let (s, t) := paint n r (Sequence terms period) (marks k) in
  let p := r + match terms, period with b :: _, _ => b | [], b :: _ => b | [], [] => 0 end in
  Board (N.succ r) (last_row k) t (stored k) (match period with [] => beyond k | _ => s :: beyond k end)
    (assign p r (diagonal k)) (N.max (top k) (N.succ p)) (N.max (settled k) (r + count terms))
    (match period with [] => turn k | _ => N.lcm (turn k) (count period) end) terms.

(** ** Many columns

    A line may claim any bound, and columns take memory. So a bound that is far beyond the rows below is approached by
    doubling, and the line is refused if everything is decided in fewer columns: it is not the least one. For if the
    row has ended, no later column has a term; and if the state has returned, the row goes on as before, its period
    divides the distance, and the least bound is no larger. *)

(** Is the state in column q' that of an earlier column, from [settled] on, at a distance that [turn] divides? *)
Definition has_returned (k : board) (s : search) (top q' : N) : bool :=
  let enough x := (fst x <? settled k + turn k) || (fst x <? row k + turn k) || snd x in
  snd (until (q' / turn k + 1) enough
         (fun x => let q := fst x - turn k in (q, same_state k s top q q')) (q', false)).

(** Are n columns enough, because the row has ended or goes on as before? *)
Definition is_decided (k : board) (n : N) : bool :=
  let (p, s) := find_row k n in
  nobody (waiting s) &&
  (negb (no_zero (gather s n (row k + n))) || has_returned k s (N.max p (top k)) (row k + n)).

(** Wide enough for n columns, if the row is not decided long before. *)
Definition approach (k : board) (n : N) : option board :=
  let enough x := match snd x with Some _ => n <=? fst x | None => true end in
  let double x :=
    match x with
    | (m, Some k) =>
        let k := widen (row k + m) k in (2 * m, if is_decided k m then None else Some k)
    | (m, None) => (m, None)
    end in
  match snd (until (N.size n) enough double (settled k + 1024, Some k)) with
  | Some k => Some (widen (row k + n) k)
  | None => None
  end.

Definition check_row (k : board) (l : line) : option board :=
  if negb (same (tail l) [row k] && (nim l =? 0)) then None
  else
    let h := size (head l) in
    let with_columns n check :=
      match approach k n with
      | Some k =>
          if row k + n <=? stored k then
            match check k l with
            | Some terms => if fits l terms then Some (learn k terms (period l)) else None
            | None => None
            end
          else None
      | None => None
      end in
    match kind l with
    | Finite =>
        if no_terms (period l) && (modulus l =? 0) && (bound l =? h) && (0 <? h)
        then with_columns h check_finite_row else None
    | Periodic =>
        if negb (no_terms (period l)) && (modulus l =? N.lcm (turn k) (count (period l))) && (modulus l <=? bound l) &&
           (settled k <=? row k + (bound l - modulus l)) && (h <=? bound l - modulus l) && least_period (period l)
        then with_columns (bound l) check_periodic_row else None
    | Empty => None
    end.

(** ** Line by line *)

Definition first_board (upto : N) : board :=
  Board 0 upto nowhere 0 [] (assign 0 0 blank) 1 0 1 [].

(** This method is for losing positions of three rows: for any other claim there is no board. *)
Definition opened_rows (rows nim upto : N) : option board :=
  if (rows =? 3) && (nim =? 0) then Some (first_board upto) else None.

Definition feed_row (k : option board) (l : line) : option board :=
  match k with Some k => if row k <=? last_row k then check_row k l else None | None => None end.

Definition all_rows (k : option board) : bool := match k with Some k => last_row k <? row k | None => false end.

(** All lines of a certificate, and the certificate with the heads that were found in place of their numbers. *)
Definition by_value (c : certificate) : bool :=
  all_rows (fold_left feed_row (lines c) (opened_rows (claim_rows c) (claim_nim c) (claim_upto c))).

Fixpoint filled_rows (k : option board) (ls : list line) : list line :=
  match ls with
  | [] => []
  | l :: ls =>
      let k := feed_row k l in
      Slice (tail l) (nim l) (kind l) (Listed (match k with Some k => newest k | None => [] end)) (period l) (modulus l)
        (bound l) :: filled_rows k ls
  end.

Definition with_rows (c : certificate) : certificate :=
  Certificate (claim_rows c) (claim_nim c) (claim_upto c)
    (filled_rows (opened_rows (claim_rows c) (claim_nim c) (claim_upto c)) (lines c)).
