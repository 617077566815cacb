(** * The reader is right

    What it reads from some bytes is written as these bytes, and what is written is read again: so the bytes of a
    certificate determine what it claims. *)

From Coq Require Import List NArith Bool Ascii String Lia.
From ZChomp Require Import Chomp Nim Slices Checker Soundness ByValue ByValueSoundness ThreeRows Reader.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope N_scope.

(** ** Text *)

Lemma text_assoc (a b c : string) : (a ++ b) ++ c = a ++ b ++ c.
Proof. induction a as [|x a IH]; cbn; [reflexivity|now rewrite IH]. Qed.

Lemma text_nil (a : string) : a ++ "" = a.
Proof. induction a as [|x a IH]; cbn; [reflexivity|now rewrite IH]. Qed.

Lemma strip_written word text : strip word (word ++ text) = Some text.
Proof. induction word as [|c word IH]; cbn; [reflexivity|now rewrite Ascii.eqb_refl]. Qed.

Lemma strip_right word text rest : strip word text = Some rest -> text = word ++ rest.
Proof.
  revert text; induction word as [|c word IH]; intros [|d text]; cbn; try congruence.
  destruct (Ascii.eqb_spec c d) as [->|]; [|discriminate].
  intros H. now rewrite (IH _ H).
Qed.

Lemma following_right {A} word text (f : string -> option A) x :
  following word text f = Some x -> exists rest, text = word ++ rest /\ f rest = Some x.
Proof.
  unfold following. destruct (strip word text) as [rest|] eqn:E; [|discriminate].
  apply strip_right in E. eauto.
Qed.

Lemma following_written {A} word text (f : string -> option A) :
  following word (word ++ text) f = f text.
Proof. unfold following. now rewrite strip_written. Qed.

Lemma reading_right {A B} (r : option (A * string)) (f : A -> string -> option B) y :
  reading r f = Some y -> exists x rest, r = Some (x, rest) /\ f x rest = Some y.
Proof. destruct r as [[x rest]|]; cbn; [eauto|discriminate]. Qed.

Lemma at_end_right {A} (x y : A) text : at_end x text = Some y -> text = "" /\ x = y.
Proof. destruct text; cbn; [|discriminate]. now intros [= ->]. Qed.

(** ** Numbers *)

Lemma small_cases d : d < 10 ->
  d = 0 \/ d = 1 \/ d = 2 \/ d = 3 \/ d = 4 \/ d = 5 \/ d = 6 \/ d = 7 \/ d = 8 \/ d = 9.
Proof. lia. Qed.

Lemma place_right word : forall n c m, place word n c = Some m ->
  exists i, m = n + N.of_nat i /\ (i < String.length word)%nat /\ get i word = Some c.
Proof.
  induction word as [|d word IH]; intros n c m; cbn [place]; [discriminate|].
  destruct (Ascii.eqb_spec c d) as [->|].
  - intros [= <-]. exists 0%nat. cbn. repeat split; lia.
  - intros H. apply IH in H as (i & -> & L & G). exists (S i). cbn. repeat split; [lia|lia|assumption].
Qed.

Lemma digit_value_right c d : digit_value c = Some d -> d < 10 /\ c = digit d.
Proof.
  intros H. apply place_right in H as (i & -> & L & G). cbn in L. split; [lia|].
  unfold digit. rewrite N.add_0_l, Nat2N.id. now rewrite G.
Qed.

Lemma digit_value_written d : d < 10 -> digit_value (digit d) = Some d.
Proof. intros H. pose proof (small_cases d H). intuition (subst; reflexivity). Qed.

Lemma decimal_rest f : forall n rest, decimal f n rest = decimal f n "" ++ rest.
Proof.
  induction f as [|f IH]; intros n rest; cbn; [reflexivity|].
  destruct (n <? ten); [reflexivity|].
  rewrite IH, (IH _ (String _ "")), text_assoc. reflexivity.
Qed.

Lemma decimal_enough f : forall g n rest,
  n < 2 ^ N.of_nat f -> n < 2 ^ N.of_nat g -> decimal f n rest = decimal g n rest.
Proof.
  induction f as [|f IH]; intros [|g] n rest; cbn [decimal]; intros F G; try reflexivity.
  - change (2 ^ N.of_nat 0) with 1 in F. replace n with 0 by lia. reflexivity.
  - change (2 ^ N.of_nat 0) with 1 in G. replace n with 0 by lia. reflexivity.
  - destruct (n <? ten); [reflexivity|].
    rewrite Nat2N.inj_succ, N.pow_succ_r' in F, G.
    apply IH; apply N.div_lt_upper_bound; unfold ten; lia.
Qed.

Lemma write_small d : d < 10 -> write_number d = String (digit d) "".
Proof. intros H. pose proof (small_cases d H). intuition (subst; reflexivity). Qed.

Lemma write_more a d : 0 < a -> d < 10 ->
  write_number (ten * a + d) = write_number a ++ String (digit d) "".
Proof.
  intros A D. unfold write_number at 1.
  pose proof (N.size_gt (ten * a + d)) as S.
  destruct (N.to_nat (N.size (ten * a + d))) as [|f] eqn:E.
  { apply (f_equal N.of_nat) in E. rewrite N2Nat.id in E. rewrite E in S.
    change (2 ^ N.of_nat 0) with 1 in S. unfold ten in S. lia. }
  apply (f_equal N.of_nat) in E. rewrite N2Nat.id, Nat2N.inj_succ in E. rewrite E, N.pow_succ_r' in S.
  cbn [decimal]. destruct (N.ltb_spec (ten * a + d) ten) as [L|L]; [unfold ten in L; lia|].
  replace ((ten * a + d) / ten) with a by (apply N.div_unique with d; unfold ten; lia).
  replace ((ten * a + d) mod ten) with d by (apply N.mod_unique with a; unfold ten; lia).
  rewrite decimal_rest. f_equal. apply decimal_enough; [unfold ten in S; lia|].
  rewrite N2Nat.id. apply N.size_gt.
Qed.

Lemma number_cases (P : N -> Prop) :
  (forall d, d < 10 -> P d) ->
  (forall a d, 0 < a -> d < 10 -> P a -> P (ten * a + d)) -> forall n, P n.
Proof.
  intros small more n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  destruct (N.lt_ge_cases n 10) as [L|L]; [now apply small|].
  rewrite (N.div_mod' n ten). unfold ten at 1 2 3.
  assert (n / 10 < n) by (apply N.div_lt; lia).
  assert (0 < n / 10) by (apply N.div_str_pos; lia).
  apply more; [assumption|apply N.mod_lt; unfold ten; lia|now apply IH].
Qed.

Lemma read_digits_right text : forall this n rest, read_digits this text = Some (n, rest) ->
  match this with Some a => write_number a | None => "" end ++ text = write_number n ++ rest.
Proof.
  induction text as [|c text IH]; intros this n rest; cbn [read_digits]; [discriminate|].
  destruct (digit_value c) as [d|] eqn:E, this as [a|]; try discriminate.
  - apply digit_value_right in E as [D ->].
    destruct (N.eqb_spec a 0) as [|A]; [discriminate|].
    intros H. apply IH in H. rewrite <- H, write_more, text_assoc by lia. reflexivity.
  - apply digit_value_right in E as [D ->].
    intros H. apply IH in H. now rewrite <- H, write_small.
  - now intros [= -> <-].
Qed.

Lemma read_number_right text n rest :
  read_number text = Some (n, rest) -> text = write_number n ++ rest.
Proof. apply (read_digits_right text None). Qed.

Definition no_digit (text : string) : Prop :=
  match text with String c _ => digit_value c = None | EmptyString => False end.

Lemma read_number_written n rest :
  no_digit rest -> read_number (write_number n ++ rest) = Some (n, rest).
Proof.
  intros R. unfold read_number.
  assert (S : forall rest, read_digits None (write_number n ++ rest) = read_digits (Some n) rest).
  { clear. induction n as [d D|a d A D IH] using number_cases; intros rest.
    - rewrite write_small by assumption. cbn [append read_digits]. now rewrite digit_value_written.
    - rewrite write_more, text_assoc, IH by assumption. cbn [append read_digits].
      rewrite digit_value_written by assumption. destruct (N.eqb_spec a 0); [lia|reflexivity]. }
  rewrite S. destruct rest as [|c rest]; cbn in *; [easy|now rewrite R].
Qed.

(** ** Lists *)

Lemma write_terms_cons b l :
  l <> [] -> write_terms (b :: l) = write_number b ++ "," ++ write_terms l.
Proof. now destruct l. Qed.

Lemma read_terms_right text :
  forall this found l rest, read_terms this found text = Some (l, rest) ->
  exists more, more <> [] /\ l = rev_append found more /\
    match this with Some a => write_number a | None => "" end ++ text =
    write_terms more ++ "]" ++ rest.
Proof.
  induction text as [|c text IH]; intros this found l rest; cbn [read_terms]; [discriminate|].
  destruct (digit_value c) as [d|] eqn:E, this as [a|]; try discriminate.
  - apply digit_value_right in E as [D ->].
    destruct (N.eqb_spec a 0) as [|A]; [discriminate|].
    intros H. apply IH in H as (more & M & -> & H). exists more. repeat split; [assumption|].
    rewrite <- H, write_more, text_assoc by lia. reflexivity.
  - apply digit_value_right in E as [D ->].
    intros H. apply IH in H as (more & M & -> & H). exists more. repeat split; [assumption|].
    now rewrite <- H, write_small.
  - destruct (Ascii.eqb_spec c ",") as [->|].
    + intros H. apply IH in H as (more & M & -> & H). exists (a :: more). repeat split; [discriminate|].
      cbn [append] in H. rewrite write_terms_cons, H, text_assoc by assumption. reflexivity.
    + destruct (Ascii.eqb_spec c "]") as [->|]; [|discriminate].
      intros [= <- <-]. now exists [a].
Qed.

Lemma read_terms_written more : more <> [] -> forall found rest,
  read_terms None found (write_terms more ++ "]" ++ rest) = Some (rev_append found more, rest).
Proof.
  assert (S : forall n found rest, read_terms None found (write_number n ++ rest) = read_terms (Some n) found rest).
  { clear. intros n. induction n as [d D|a d A D IH] using number_cases; intros found rest.
    - rewrite write_small by assumption. cbn [append read_terms]. now rewrite digit_value_written.
    - rewrite write_more, text_assoc, IH by assumption. cbn [append read_terms].
      rewrite digit_value_written by assumption. destruct (N.eqb_spec a 0); [lia|reflexivity]. }
  induction more as [|b [|b' more] IH]; intros M found rest; [easy| |].
  - cbn [write_terms]. rewrite S. reflexivity.
  - rewrite write_terms_cons, text_assoc, S, text_assoc by discriminate.
    cbn. apply IH. discriminate.
Qed.

Lemma read_list_right text l rest : read_list text = Some (l, rest) -> text = write_list l ++ rest.
Proof.
  unfold read_list, write_list. destruct (strip "[]" text) as [r|] eqn:E.
  - intros [= <- <-]. now apply strip_right in E as ->.
  - intros H. apply following_right in H as (r & -> & H).
    apply read_terms_right in H as (more & _ & -> & H). cbn [append rev_append] in *. rewrite H, text_assoc. reflexivity.
Qed.

Lemma write_terms_digit b l rest :
  exists d text, d < 10 /\ write_terms (b :: l) ++ rest = String (digit d) text.
Proof.
  assert (S : forall n rest, exists d text, d < 10 /\ write_number n ++ rest = String (digit d) text).
  { clear. intros n. induction n as [d D|a d A D IH] using number_cases; intros rest.
    - rewrite write_small by assumption. now exists d, rest.
    - rewrite write_more, text_assoc by assumption. apply IH. }
  destruct l; cbn [write_terms]; rewrite ?text_assoc; apply S.
Qed.

Lemma read_list_written l rest : read_list (write_list l ++ rest) = Some (l, rest).
Proof.
  unfold read_list, write_list. destruct l as [|b l]; [reflexivity|].
  rewrite !text_assoc. destruct (write_terms_digit b l ("]" ++ rest)) as (d & text & D & E).
  pose proof (read_terms_written (b :: l) ltac:(discriminate) [] rest) as R. rewrite E in *.
  assert (N : Ascii.eqb "]" (digit d) = false) by
    (pose proof (small_cases d D); intuition (subst; reflexivity)).
  cbn [append strip following]. rewrite Ascii.eqb_refl, N. unfold following. cbn [append strip].
  now rewrite Ascii.eqb_refl, R.
Qed.

(** ** Words *)

Lemma read_unquoted_right text :
  forall s rest, read_unquoted text = Some (s, rest) -> text = s ++ rest.
Proof.
  induction text as [|c text IH]; intros s rest; cbn [read_unquoted]; [discriminate|].
  destruct (Ascii.eqb c """").
  - now intros [= <- <-].
  - intros H. apply reading_right in H as (s' & r & H & [= <- <-]). now rewrite (IH _ _ H).
Qed.

Lemma read_unquoted_written s rest : unquoted s = true ->
  read_unquoted (s ++ """" ++ rest) = Some (s, """" ++ rest).
Proof.
  induction s as [|c s IH]; cbn [unquoted]; [reflexivity|].
  intros [C U]%andb_prop. apply negb_true_iff in C.
  cbn [append read_unquoted] in IH |- *. now rewrite C, IH.
Qed.

Lemma read_text_right text s rest : read_text text = Some (s, rest) -> text = write_text s ++ rest.
Proof.
  unfold read_text, write_text. intros H.
  apply following_right in H as (r & -> & H). apply reading_right in H as (s' & r' & U & H).
  apply following_right in H as (r'' & -> & [= -> ->]). apply read_unquoted_right in U as ->.
  now rewrite !text_assoc.
Qed.

Lemma read_text_written s rest :
  unquoted s = true -> read_text (write_text s ++ rest) = Some (s, rest).
Proof.
  intros U. unfold read_text, write_text. rewrite !text_assoc, following_written, read_unquoted_written by assumption.
  reflexivity.
Qed.

Lemma digest_unquoted s : is_digest s = true -> unquoted s = true.
Proof.
  unfold is_digest. generalize 64%nat as n. induction s as [|c s IH]; intros [|n]; cbn [hexadecimal unquoted]; try easy.
  intros [C H]%andb_prop. rewrite (IH n H), andb_true_r.
  destruct (Ascii.eqb_spec c """") as [->|]; [discriminate C|reflexivity].
Qed.

Lemma read_digest_right text s rest :
  read_digest text = Some (s, rest) -> text = write_text s ++ rest /\ is_digest s = true.
Proof.
  intros H. apply reading_right in H as (s' & r & H & D). apply read_text_right in H.
  destruct (is_digest s') eqn:E; [|discriminate]. now injection D as <- <-.
Qed.

Lemma read_digest_written s rest :
  is_digest s = true -> read_digest (write_text s ++ rest) = Some (s, rest).
Proof. intros D. unfold read_digest. rewrite read_text_written by now apply digest_unquoted. cbn [reading]. now rewrite D. Qed.

Lemma read_one_right {A} name (choices : list A) text x rest :
  read_one name choices text = Some (x, rest) -> text = write_text (name x) ++ rest.
Proof.
  intros H. apply reading_right in H as (s & r & H & K). apply read_text_right in H as ->.
  destruct find as [y|] eqn:F; [|discriminate]. injection K as -> ->.
  apply find_some in F as [_ F]. now apply String.eqb_eq in F as ->.
Qed.

Lemma read_kind_written k rest : read_kind (write_text (write_kind k) ++ rest) = Some (k, rest).
Proof. unfold read_kind, read_one. rewrite read_text_written by now destruct k. now destruct k. Qed.

Lemma read_mode_written m rest : read_mode (write_text (write_mode m) ++ rest) = Some (m, rest).
Proof. unfold read_mode, read_one. rewrite read_text_written by now destruct m. now destruct m. Qed.

Definition fits_head (m : mode) (h : heading) (digest : string) : bool :=
  match m, h with
  | Full, Listed _ => String.eqb digest ""
  | Compact, Counted _ => is_digest digest
  | _, _ => false
  end.

Lemma read_head_right m text h digest rest : read_head m text = Some (h, digest, rest) ->
  text = write_head h digest ++ rest /\ fits_head m h digest = true.
Proof.
  destruct m; cbn [read_head]; intros H.
  - apply reading_right in H as (l & r & H & [= <- <- <-]). now apply read_list_right in H.
  - apply following_right in H as (r & -> & H). apply reading_right in H as (n & r' & N & H).
    apply following_right in H as (r'' & -> & H). apply reading_right in H as (s & r3 & D & H).
    apply following_right in H as (r4 & -> & [= <- <- <-]).
    apply read_number_right in N as ->. apply read_digest_right in D as [-> D].
    split; [|exact D]. unfold write_head. now rewrite !text_assoc.
Qed.

Lemma read_head_written m h digest rest : fits_head m h digest = true ->
  read_head m (write_head h digest ++ rest) = Some (h, digest, rest).
Proof.
  destruct m, h as [l|n]; cbn [fits_head read_head write_head]; try discriminate.
  - intros ->%String.eqb_eq. now rewrite read_list_written.
  - intros D. rewrite !text_assoc, following_written, read_number_written by reflexivity. cbn [reading].
    rewrite following_written, read_digest_written by assumption. reflexivity.
Qed.

(** ** The lines *)

Ltac step H :=
  first [ apply following_right in H as (? & -> & H)
        | apply reading_right in H as (? & ? & ? & H)
        | apply at_end_right in H as [-> H] ].

Ltac known :=
  repeat match goal with
  | H : read_number _ = Some _ |- _ => apply read_number_right in H; subst
  | H : read_list _ = Some _ |- _ => apply read_list_right in H; subst
  | H : read_kind _ = Some _ |- _ => apply read_one_right in H; subst
  | H : read_mode _ = Some _ |- _ => apply read_one_right in H; subst
  | H : read_text _ = Some _ |- _ => apply read_text_right in H; subst
  | H : read_digest _ = Some _ |- _ => apply read_digest_right in H as [? ?]; subst
  | H : read_head _ _ = Some (?x, _) |- _ => destruct x; apply read_head_right in H as [? ?]; subst
  end.

(** What is read from some bytes is written as these bytes. *)
Theorem read_header_right text h : read_header text = Some h -> write_header h = text.
Proof.
  unfold read_header. intros H. repeat step H. subst h. known.
  unfold write_header. cbn [of_rows of_nim of_upto in_mode producer]. now rewrite ?text_assoc.
Qed.

Theorem read_slice_right m text w :
  read_slice m text = Some w -> write_slice w = text /\ fits_mode m w = true.
Proof.
  unfold read_slice. intros H. repeat step H. subst w. known.
  unfold write_slice, fits_mode. cbn [content head_digest previous tail nim kind head period modulus bound fst snd].
  split; [now rewrite ?text_assoc|]. now apply andb_true_intro.
Qed.

(** What is written is read again. *)
Theorem read_header_written h :
  unquoted (producer h) = true -> read_header (write_header h) = Some h.
Proof.
  intros U. destruct h as [rows nim upto mode producer]. unfold read_header, write_header.
  cbn [of_rows of_nim of_upto in_mode Reader.producer] in *.
  repeat first [ rewrite following_written | rewrite read_number_written by reflexivity; cbn [reading]
               | rewrite read_mode_written; cbn [reading] ].
  rewrite read_text_written by assumption. reflexivity.
Qed.

Theorem read_slice_written m w : fits_mode m w = true -> read_slice m (write_slice w) = Some w.
Proof.
  intros [P F]%andb_prop. destruct w as [[tail nim kind head period modulus bound] digest previous].
  unfold read_slice, write_slice.
  cbn [content head_digest Reader.previous Checker.tail Checker.nim Checker.kind Checker.head Checker.period
       Checker.modulus Checker.bound] in *.
  repeat first [ rewrite following_written | rewrite read_number_written by reflexivity; cbn [reading]
               | rewrite read_list_written; cbn [reading] | rewrite read_kind_written; cbn [reading]
               | rewrite read_head_written by exact F; cbn [reading] ].
  rewrite read_digest_written by assumption. reflexivity.
Qed.

(** ** The whole *)

Lemma read_slices_right m texts slices :
  Forall2 (fun text w => read_slice m text = Some w) texts slices ->
  texts = map write_slice slices /\ forallb (fits_mode m) slices = true.
Proof.
  induction 1 as [|text w texts slices H _ [-> F]]; cbn; [easy|].
  apply read_slice_right in H as [<- H]. now rewrite H, F.
Qed.

(** The lines of a file are those of what was read from them: and of nothing else, by the theorem after this. *)
Theorem read_file_right top texts h slices : reads top texts h slices ->
  top = write_header h /\ texts = map write_slice slices.
Proof.
  intros [H S]. apply read_header_right in H. now apply read_slices_right in S as [S _].
Qed.

Theorem read_file_written h slices :
  unquoted (producer h) = true -> forallb (fits_mode (in_mode h)) slices = true ->
  reads (write_header h) (map write_slice slices) h slices.
Proof.
  intros U F. split; [now apply read_header_written|].
  induction slices as [|w slices IH]; cbn in *; constructor; apply andb_prop in F as [W F].
  - now apply read_slice_written.
  - now apply IH.
Qed.

Lemma read_full top texts h slices :
  reads top texts h slices -> in_mode h = Full -> is_full (certificate_of h slices) = true.
Proof.
  intros [_ S] M. rewrite M in S. apply read_slices_right in S as [_ F].
  unfold is_full, certificate_of. cbn [lines]. induction slices as [|w slices IH]; [reflexivity|].
  cbn in *. apply andb_prop in F as [[_ W]%andb_prop F]. rewrite (IH F), andb_true_r.
  now destruct (head (content w)).
Qed.

(** What the program has read and accepted, line by line, is true: in full mode, what the bytes say. *)
Theorem file_sound top texts h slices :
  reads top texts h slices -> in_mode h = Full ->
  closed (fold_left feed (map content slices) (opened (of_rows h) (of_nim h) (of_upto h))) = true ->
  forall t g a b, is_tail t -> (List.length t + 2 = N.to_nat (of_rows h))%nat ->
  (width t <= N.to_nat (of_upto h))%nat -> (g <= N.to_nat (of_nim h))%nat ->
  (0 < width t + a + b)%nat ->
  (nim_value (position t a b) = g <-> claimed (certificate_of h slices) t g a = Some b).
Proof.
  intros R M A. apply (checker_sound_full (certificate_of h slices)).
  - now rewrite <- check_by_line.
  - exact (read_full _ _ _ _ R M).
Qed.

Theorem file_sound_by_value top texts h slices :
  reads top texts h slices -> in_mode h = Full ->
  all_rows (fold_left feed_row (map content slices)
    (opened_rows (of_rows h) (of_nim h) (of_upto h))) = true ->
  forall c a b, (c <= N.to_nat (of_upto h))%nat -> (c, a, b) <> (0, 0, 0)%nat ->
  (losing (bracket c a b) <-> claimed (certificate_of h slices) [c] 0 a = Some b).
Proof.
  intros R M A. pose proof (by_value_sound (certificate_of h slices) A) as S.
  now rewrite (with_rows_full (certificate_of h slices) A (read_full _ _ _ _ R M)) in S.
Qed.
