(** * The certificate and its checker

    The types mirror the lines of a certificate of format 1, for any number of rows and any nim-value, full or compact; the
    functions are those of zchomp/verifier.py, in the order of its comments. They compute with binary numbers ([N])
    alone, so that the program extracted from them is fast. Why they are right is in Walking.v and Soundness.v. *)

From Coq Require Import List NArith Bool FMapPositive.
From ZChomp Require Export Columns.
Import ListNotations.
Local Open Scope N_scope.

(** ** Certificates *)

Inductive shape := Periodic | Finite | Empty.

(** The head of a sequence: its terms, or (in compact mode) their number only. *)
Inductive heading := Listed (terms : list N) | Counted (number : N).

Record line := Slice {
  tail : list N; nim : N; kind : shape; head : heading; period : list N; modulus : N; bound : N }.

Definition Line (tail : list N) (nim : N) (kind : shape) (terms period : list N) (modulus bound : N) : line :=
  Slice tail nim kind (Listed terms) period modulus bound.

Record certificate := Certificate { claim_rows : N; claim_nim : N; claim_upto : N; lines : list line }.

(** ** The recurrence *)

(** On the way along a slice: what other slices exclude from here on; the state here, and one column before. *)
Record walker := Walker { shadow : sequence set; before : set; here : set }.

(** Theorem 1: the term of this column, and one column further. *)
Definition probe (w : walker) : option (N * walker) :=
  match next (shadow w) with
  | Some (shaded, rest) =>
      let b := mex shaded (here w) in Some (b, Walker rest (here w) (shift (here w) b))
  | None => None
  end.

Inductive progress := Going (w : walker) | Ended | Wrong.

Definition confirm (b : N) (w : walker) : progress :=
  match probe w with
  | Some (b', w') => if b =? b' then if b =? 0 then Ended else Going w' else Wrong
  | None => Wrong
  end.

(** The listed terms, of which only the last may be 0. *)
Fixpoint along (terms : list N) (w : walker) : progress :=
  match terms with
  | [] => Going w
  | b :: terms =>
      match confirm b w, terms with
      | Going w, _ => along terms w
      | Ended, [] => Ended
      | _, _ => Wrong
      end
  end.

(** One more term of a head that is not listed; the terms are gathered in reverse. *)
Definition compute (x : list N * progress) : list N * progress :=
  match x with
  | (found, Going w) =>
      match probe w with
      | Some (b, w) => (b :: found, if b =? 0 then Ended else Going w)
      | None => (found, Wrong)
      end
  | (found, _) => (found, Wrong)
  end.

Definition follow (h : heading) (w : walker) : list N * progress :=
  match h with
  | Listed terms => (terms, along terms w)
  | Counted n => let (found, p) := N.iter n compute ([], Going w) in (rev_append found [], p)
  end.

Definition size (h : heading) : N := match h with Listed terms => count terms | Counted n => n end.

(** After the head: n columns further, if all terms are as the period says. *)
Definition stride (x : option (walker * sequence N)) : option (walker * sequence N) :=
  match x with
  | Some (w, terms) =>
      match next terms with
      | Some (b, terms) => match confirm b w with Going w => Some (w, terms) | _ => None end
      | None => None
      end
  | None => None
  end.

Definition walk (n : N) (x : option (walker * sequence N)) : option (walker * sequence N) := N.iter n stride x.

(** ** The checks of a line: they give the head *)

Definition no_terms (l : list N) : bool := match l with [] => true | _ => false end.

Definition check_empty (x : N) (l : line) : option (list N) :=
  match kind l with
  | Empty => if no_terms (period l) && (modulus l =? 0) && (bound l =? x) && (size (head l) =? 0) then Some [] else None
  | _ => None
  end.

Definition check_finite (w : walker) (l : line) : option (list N) :=
  if no_terms (period l) && (modulus l =? 0) && (bound l =? size (head l))
  then match follow (head l) w with (terms, Ended) => Some terms | _ => None end
  else None.

(** No shorter period, no shorter head: this does not matter for the truth of the claim. *)
Fixpoint agrees (l : list N) (s : sequence N) : bool :=
  match l, next s with
  | [], _ => true
  | x :: l, Some (y, s) => if x =? y then agrees l s else false
  | _, None => false
  end.

(** Is the whole, of n terms, a shorter list several times over? Here l is what is left of it after d terms. *)
Fixpoint shorter_period (whole : list N) (n d : N) (l : list N) : bool :=
  match l with
  | [] => false
  | _ :: rest =>
      let d := N.succ d in
      if d =? n then false
      else if (n mod d =? 0) && agrees whole (Sequence rest whole) then true else shorter_period whole n d rest
  end.

Fixpoint last_is (b : N) (l : list N) : bool :=
  match l with [] => false | [x] => x =? b | _ :: l => last_is b l end.

Definition least_period (p : list N) : bool := negb (shorter_period p (count p) 0 p).
Definition least_head (p h : list N) : bool := negb (last_is (last p 0) h).

(** Theorem 2: the claim is right until the state returns. The last check makes the bound the least one. *)
Definition check_periodic (w : walker) (l : line) : option (list N) :=
  let settled := count (start (shadow w)) in
  let a := bound l - modulus l in
  if negb (no_terms (period l)) && (modulus l =? N.lcm (count (cycle (shadow w))) (count (period l))) &&
     (modulus l <=? bound l) && (settled <=? a) && (size (head l) <=? a) && least_period (period l)
  then
    match follow (head l) w with
    | (terms, Going w) =>
        if least_head (period l) terms then
          match walk (a - size (head l)) (Some (w, Sequence [] (period l))) with
          | Some (arrived, later) =>
              match walk (modulus l) (Some (arrived, later)) with
              | Some (returned, _) =>
                  if equal (here arrived) (here returned) && ((a <=? settled) || negb (equal (before arrived) (before returned)))
                  then Some terms else None
              | None => None
              end
          | None => None
          end
        else None
    | _ => None
    end
  else None.

(** ** Tails *)

Definition breadth (t : list N) : N := match t with [] => 0 | x :: _ => x end.
Definition sum (t : list N) : N := fold_left N.add t 0.

(** For every row of a tail, the tail after chomping the last square of that row. *)
Fixpoint parents (t : list N) : list (option (list N)) :=
  match t with
  | [] => []
  | x :: rest => (if x =? 0 then None else Some (map (N.min (N.pred x)) t)) :: map (option_map (cons x)) (parents rest)
  end.

(** The numbers n, n - 1, ... that are at least m. *)
Definition down (n m : N) : list N :=
  rev_append (snd (N.iter (N.succ n - m) (fun x => (N.pred (fst x), fst x :: snd x)) (n, []))) [].

(** The tails of that many rows and that sum, rows at most [most], each after a prefix in reverse: in lexicographic
    order, before those in [found]. *)
Fixpoint tails (rows : nat) (most total : N) (prefix : list N) (found : list (list N)) : list (list N) :=
  match rows with
  | O => if total =? 0 then rev_append prefix [] :: found else found
  | S rows' =>
      let n := N.of_nat rows in
      fold_left (fun found x => tails rows' x (total - x) (x :: prefix) found)
        (down (N.min total most) ((total + n - 1) / n)) found
  end.

(** A tail as the key of a map: each row's bits, with a 1 before every bit and a 0 after the last. *)
Fixpoint digits (p rest : positive) : positive :=
  match p with xH => xO rest | xO p => xI (xO (digits p rest)) | xI p => xI (xI (digits p rest)) end.

Fixpoint key (t : list N) : positive := match t with [] => xH | x :: t => digits (N.succ_pos x) (key t) end.

(** ** From slice to slice *)

(** Lemmas 5 and 6: an x that makes the slice empty, the least one; or the state at its first column. *)
Inductive inside := Blocked (x : N) | Open (first : set).

(** What is kept of a slice: what tails inherit whose first parent this is, and for every row of the tail the slice with
    all that chomping this row leads to, by column from the slice's own first one on (Lemma 4). *)
Record entry := Entry { heir : inside; chains : list (sequence set) }.

(** The claim; where we are: nim-value, sum of the tail, tails of that sum to come; the slices of this sum and of those
    before it, most recent first; the slices of each tail with smaller nim-values, and how many; the last head. *)
Record context := Context {
  rows_below : nat; most : N; upto : N;
  now : N; total : N; pending : list (list N);
  recent : list (PositiveMap.t entry); lower : PositiveMap.t (N * sequence set); latest : list N }.

Definition find_entry (k : context) (t u : list N) : option entry :=
  PositiveMap.find (key u) (nth (N.to_nat (sum t - sum u)) (recent k) (PositiveMap.empty entry)).

(** What the tail t inherits of its first parent. *)
Definition find_inside (k : context) (t : list N) : option inside :=
  match parents t with
  | Some u :: _ => option_map heir (find_entry k t u)
  | _ => Some (Open (insert 0 no_number))
  end.

(** For every row of the tail t, from i on: its chain, from the first column of t on; none if the row has no squares. *)
Fixpoint find_chains (k : context) (t : list N) (i : nat) (ps : list (option (list N)))
    : option (list (option (sequence set))) :=
  match ps with
  | [] => Some []
  | None :: ps => option_map (cons None) (find_chains k t (S i) ps)
  | Some u :: ps =>
      match find_entry k t u with
      | Some e =>
          match nth_error (chains e) i, find_chains k t (S i) ps with
          | Some s, Some more => Some (Some (match i with O => drop_first s | _ => s end) :: more)
          | _, _ => None
          end
      | None => None
      end
  end.

Definition find_lower (k : context) (t : list N) : option (option (sequence set)) :=
  if now k =? 0 then Some None
  else match PositiveMap.find (key t) (lower k) with
       | Some (n, s) => if n =? now k then Some (Some s) else None
       | None => None
       end.

Definition some_of {A} (l : list (option A)) : list A :=
  fold_right (fun x l => match x with Some x => x :: l | None => l end) [] l.

(** All that other slices exclude: one chain for every row, and the smaller nim-values. *)
Definition together (l : list (option (sequence set))) : sequence set :=
  match some_of l with [] => nothing | s :: more => fold_left (combine union) more s end.

Definition or_nothing (s : option (sequence set)) : sequence set := match s with Some s => s | None => nothing end.

Definition inherit (i : inside) (t : list N) (slice : sequence N) : inside :=
  match i, next slice with
  | Open first, Some (b, _) => if b =? 0 then Blocked (breadth t) else Open (shift first b)
  | _, _ => i
  end.

(** Where to go on after the last tail of a sum: to the next sum, or to the next nim-value, or nowhere. *)
Definition settle (k : context) : context :=
  match k with
  | Context n most upto now total [] recent lower latest =>
      if total <? N.of_nat n * upto then
        Context n most upto now (N.succ total) (tails n upto (N.succ total) [] [])
          (PositiveMap.empty entry :: firstn n recent) lower latest
      else if now <? most then
        Context n most upto (N.succ now) 0 (tails n upto 0 [] []) [PositiveMap.empty entry] lower latest
      else k
  | _ => k
  end.

Definition advance (k : context) (t : list N) (rest : list (list N)) (i : inside) (cs : list (option (sequence set)))
    (low : option (sequence set)) (h p : list N) : context :=
  let slice := Sequence h p in
  let e := Entry (inherit i t slice) (map (fun c => combine insert (or_nothing c) slice) cs) in
  settle (Context (rows_below k) (most k) (upto k) (now k) (total k) rest
    (match recent k with m :: ms => PositiveMap.add (key t) e m :: ms | [] => [] end)
    (if now k <? most k
     then PositiveMap.add (key t) (N.succ (now k), combine insert (or_nothing low) slice) (lower k) else lower k)
    h).

(** What is known of the slice of a tail before its line: whether it is empty or its first state, chains, lower. *)
Definition scene (k : context) (t : list N) : option (inside * list (option (sequence set)) * option (sequence set)) :=
  match find_inside k t, find_chains k t 0 (parents t), find_lower k t with
  | Some i, Some cs, Some low => Some (i, cs, low)
  | _, _, _ => None
  end.

Definition check_slice (i : inside) (shadow : sequence set) (l : line) : option (list N) :=
  match i with
  | Blocked x => check_empty x l
  | Open first =>
      match kind l with
      | Periodic => check_periodic (Walker shadow first first) l
      | Finite => check_finite (Walker shadow first first) l
      | Empty => None
      end
  end.

Definition check_line (k : context) (l : line) : option context :=
  match pending k with
  | t :: rest =>
      if same (tail l) t && (nim l =? now k) then
        match scene k t with
        | Some (i, cs, low) =>
            match check_slice i (together (low :: cs)) l with
            | Some h => Some (advance k t rest i cs low h (period l))
            | None => None
            end
        | None => None
        end
      else None
  | [] => None
  end.

(** ** Segments: a full line taken as it stands *)

(** The context after a full line if it is right, from what it claims alone: nothing is walked, nothing is checked but
    whose turn it is. *)
Definition skip (k : context) (l : line) : option context :=
  match pending k, head l with
  | t :: rest, Listed h =>
      if same (tail l) t && (nim l =? now k) then
        match scene k t with
        | Some (i, cs, low) => Some (advance k t rest i cs low h (period l))
        | None => None
        end
      else None
  | _, _ => None
  end.

(** The longest cycle that a line, taken as it stands, would make of what is kept. *)
Definition reach (k : context) (l : line) : N :=
  match pending k with
  | t :: _ =>
      match scene k t with
      | Some (_, cs, low) =>
          fold_left (fun n s => N.max n (N.lcm (count (cycle (or_nothing s))) (N.max 1 (count (period l))))) (low :: cs) 0
      | None => 0
      end
  | [] => 0
  end.

(** How many columns are needed to combine all that the next slice must be held against; 0 if there is nothing to do. *)
Definition extent (k : context) : N :=
  match pending k with
  | t :: _ =>
      match scene k t with
      | Some (Open _, cs, low) =>
          match some_of (low :: cs) with
          | s :: more =>
              match more with
              | [] => 0
              | _ =>
                  fold_left (fun n s => N.max n (count (start s))) more (count (start s)) + breadth t +
                  fold_left (fun n s => N.lcm n (count (cycle s))) more (count (cycle s))
              end
          | [] => 0
          end
      | _ => 0
      end
  | [] => 0
  end.

(** ** Certificates *)

Definition initial (n : nat) (nim upto : N) : context :=
  Context n nim upto 0 0 (tails n upto 0 [] []) [PositiveMap.empty entry] (PositiveMap.empty _) [].

(** No tail and no nim-value of the claim is left. *)
Definition complete (k : context) : bool :=
  match pending k with [] => true | _ => false end &&
  (N.of_nat (rows_below k) * upto k <=? total k) && (most k <=? now k).

(** The context after some lines, if all of them are right. *)
Fixpoint check_lines (k : context) (ls : list line) : option context :=
  match ls with
  | [] => Some k
  | l :: ls => match check_line k l with Some k => check_lines k ls | None => None end
  end.

Definition check (c : certificate) : bool :=
  if claim_rows c <? 2 then false
  else match check_lines (initial (N.to_nat (claim_rows c - 2)) (claim_nim c) (claim_upto c)) (lines c) with
       | Some k => complete k
       | None => false
       end.

(** ** The same, line by line: what is kept so far, or nothing once a line was wrong *)

Definition opened (rows nim upto : N) : option context :=
  if rows <? 2 then None else Some (initial (N.to_nat (rows - 2)) nim upto).

Definition feed (k : option context) (l : line) : option context :=
  match k with Some k => check_line k l | None => None end.

(** The same for lines that are taken as they stand. *)
Definition pass (k : option context) (l : line) : option context :=
  match k with Some k => skip k l | None => None end.

Definition closed (k : option context) : bool := match k with Some k => complete k | None => false end.

(** The certificate with the heads that the checker has found in place of their numbers: in full mode, itself. *)
Fixpoint filled (k : option context) (ls : list line) : list line :=
  match ls with
  | [] => []
  | l :: ls =>
      let k := feed k l in
      Slice (tail l) (nim l) (kind l) (Listed (match k with Some k => latest k | None => [] end)) (period l) (modulus l)
        (bound l) :: filled k ls
  end.

Definition expanded (c : certificate) : certificate :=
  Certificate (claim_rows c) (claim_nim c) (claim_upto c)
    (filled (opened (claim_rows c) (claim_nim c) (claim_upto c)) (lines c)).
