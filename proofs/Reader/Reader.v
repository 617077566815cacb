(** * The lines of a certificate: how they are written, and how they are read

    Certificates of format 1 (docs/certificate.md) are canonical: what a line says determines its bytes. So the format
    is defined here by writing it, and a reader is right if what it gives is written as the bytes that it was given.
    That it is, and that it reads all that is written, is proved in ReaderSoundness.v. *)

From Coq Require Import List NArith Bool Ascii String.
From ZChomp Require Import Checker.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope N_scope.

(** ** What the lines say *)

Inductive mode := Full | Compact.

Record header := Header { of_rows : N; of_nim : N; of_upto : N; in_mode : mode; producer : string }.

(** A line of a slice: its claim; the digest of the head, in compact mode; the digest of the line before. *)
Record written := Written { content : line; head_digest : string; previous : string }.

Record trailer := Trailer { of_slices : N; of_file : string }.

(** ** How they are written *)

Definition ten : N := 10.

Definition all_digits : string := "0123456789".

Definition digit (d : N) : ascii := match get (N.to_nat d) all_digits with Some c => c | None => "?"%char end.

Fixpoint decimal (more : nat) (n : N) (rest : string) : string :=
  let rest := String (digit (n mod ten)) rest in
  match more with
  | S more => if n <? ten then rest else decimal more (n / ten) rest
  | O => rest
  end.

Definition write_number (n : N) : string := decimal (N.to_nat (N.size n)) n "".

Fixpoint write_terms (terms : list N) : string :=
  match terms with
  | [] => ""
  | [b] => write_number b
  | b :: terms => write_number b ++ "," ++ write_terms terms
  end.

Definition write_list (terms : list N) : string := "[" ++ write_terms terms ++ "]".

Definition write_text (s : string) : string := """" ++ s ++ """".

Definition write_mode (m : mode) : string := match m with Full => "full" | Compact => "compact" end.

Definition write_kind (k : shape) : string :=
  match k with Periodic => "periodic" | Finite => "finite" | Empty => "empty" end.

Definition write_head (h : heading) (digest : string) : string :=
  match h with
  | Listed terms => write_list terms
  | Counted n => "{""terms"":" ++ write_number n ++ ",""sha256"":" ++ write_text digest ++ "}"
  end.

Definition write_header (h : header) : string :=
  "{""format"":""zchomp-certificate 1"",""claim"":{""game"":""chomp"",""rows"":" ++ write_number (of_rows h) ++
  ",""nim"":" ++ write_number (of_nim h) ++ ",""upto"":" ++ write_number (of_upto h) ++
  "},""mode"":" ++ write_text (write_mode (in_mode h)) ++ ",""producer"":" ++ write_text (producer h) ++ "}".

Definition write_slice (w : written) : string :=
  let l := content w in
  "{""tail"":" ++ write_list (tail l) ++ ",""nim"":" ++ write_number (nim l) ++
  ",""kind"":" ++ write_text (write_kind (kind l)) ++ ",""head"":" ++ write_head (head l) (head_digest w) ++
  ",""period"":" ++ write_list (period l) ++ ",""modulus"":" ++ write_number (modulus l) ++
  ",""bound"":" ++ write_number (bound l) ++ ",""prev"":" ++ write_text (previous w) ++ "}".

Definition write_trailer (t : trailer) : string :=
  "{""slices"":" ++ write_number (of_slices t) ++ ",""sha256"":" ++ write_text (of_file t) ++ "}".

(** ** How they are read: each gives what it has read, and the text after it *)

Fixpoint strip (word text : string) : option string :=
  match word, text with
  | EmptyString, _ => Some text
  | String c word, String d text => if Ascii.eqb c d then strip word text else None
  | _, _ => None
  end.

Definition following {A} (word text : string) (go_on : string -> option A) : option A :=
  match strip word text with Some text => go_on text | None => None end.

Definition reading {A B} (read : option (A * string)) (go_on : A -> string -> option B) : option B :=
  match read with Some (x, text) => go_on x text | None => None end.

Definition at_end {A} (x : A) (text : string) : option A := match text with EmptyString => Some x | _ => None end.

(** Where a character stands in a word, from n on. *)
Fixpoint place (word : string) (n : N) (c : ascii) : option N :=
  match word with
  | String d word => if Ascii.eqb c d then Some n else place word (N.succ n) c
  | EmptyString => None
  end.

Definition digit_value (c : ascii) : option N := place all_digits 0 c.

(** [this] is what was read so far of the number that we are in. *)
Fixpoint read_digits (this : option N) (text : string) : option (N * string) :=
  match text with
  | String c rest =>
      match digit_value c, this with
      | Some d, None => read_digits (Some d) rest
      | Some d, Some a => if a =? 0 then None else read_digits (Some (ten * a + d)) rest
      | None, Some a => Some (a, text)
      | None, None => None
      end
  | EmptyString => None
  end.

Definition read_number (text : string) : option (N * string) := read_digits None text.

(** The terms of a list that is not empty, and its bracket. *)
Fixpoint read_terms (this : option N) (found : list N) (text : string) : option (list N * string) :=
  match text with
  | String c rest =>
      match digit_value c, this with
      | Some d, None => read_terms (Some d) found rest
      | Some d, Some a => if a =? 0 then None else read_terms (Some (ten * a + d)) found rest
      | None, Some a =>
          if Ascii.eqb c "," then read_terms None (a :: found) rest
          else if Ascii.eqb c "]" then Some (rev_append found [a], rest) else None
      | None, None => None
      end
  | EmptyString => None
  end.

Definition read_list (text : string) : option (list N * string) :=
  match strip "[]" text with
  | Some rest => Some ([], rest)
  | None => following "[" text (read_terms None [])
  end.

(** All up to a quotation mark, and the text from that mark on. *)
Fixpoint read_unquoted (text : string) : option (string * string) :=
  match text with
  | String c rest =>
      if Ascii.eqb c """" then Some (EmptyString, text)
      else reading (read_unquoted rest) (fun s rest => Some (String c s, rest))
  | EmptyString => None
  end.

Definition read_text (text : string) : option (string * string) :=
  following """" text (fun text =>
  reading (read_unquoted text) (fun s text => following """" text (fun text => Some (s, text)))).

Definition is_hexadecimal (c : ascii) : bool :=
  match place "0123456789abcdef" 0 c with Some _ => true | None => false end.

Fixpoint hexadecimal (n : nat) (s : string) : bool :=
  match n, s with
  | O, EmptyString => true
  | S n, String c s => is_hexadecimal c && hexadecimal n s
  | _, _ => false
  end.

Definition is_digest (s : string) : bool := hexadecimal 64 s.

Definition read_digest (text : string) : option (string * string) :=
  reading (read_text text) (fun s text => if is_digest s then Some (s, text) else None).

(** One of a few things, by its name. *)
Definition read_one {A} (name : A -> string) (choices : list A) (text : string) : option (A * string) :=
  reading (read_text text) (fun s text =>
    option_map (fun x => (x, text)) (find (fun x => String.eqb s (name x)) choices)).

Definition read_kind : string -> option (shape * string) := read_one write_kind [Periodic; Finite; Empty].
Definition read_mode : string -> option (mode * string) := read_one write_mode [Full; Compact].

Definition read_head (m : mode) (text : string) : option (heading * string * string) :=
  match m with
  | Full => reading (read_list text) (fun terms text => Some (Listed terms, "", text))
  | Compact =>
      following "{""terms"":" text (fun text => reading (read_number text) (fun n text =>
      following ",""sha256"":" text (fun text => reading (read_digest text) (fun digest text =>
      following "}" text (fun text => Some (Counted n, digest, text))))))
  end.

Definition read_header (text : string) : option header :=
  following "{""format"":""zchomp-certificate 1"",""claim"":{""game"":""chomp"",""rows"":" text (fun text =>
  reading (read_number text) (fun rows text => following ",""nim"":" text (fun text =>
  reading (read_number text) (fun nim text => following ",""upto"":" text (fun text =>
  reading (read_number text) (fun upto text => following "},""mode"":" text (fun text =>
  reading (read_mode text) (fun mode text => following ",""producer"":" text (fun text =>
  reading (read_text text) (fun producer text => following "}" text (
  at_end (Header rows nim upto mode producer)))))))))))).

Definition read_slice (m : mode) (text : string) : option written :=
  following "{""tail"":" text (fun text =>
  reading (read_list text) (fun tail text => following ",""nim"":" text (fun text =>
  reading (read_number text) (fun nim text => following ",""kind"":" text (fun text =>
  reading (read_kind text) (fun kind text => following ",""head"":" text (fun text =>
  reading (read_head m text) (fun head text => following ",""period"":" text (fun text =>
  reading (read_list text) (fun period text => following ",""modulus"":" text (fun text =>
  reading (read_number text) (fun modulus text => following ",""bound"":" text (fun text =>
  reading (read_number text) (fun bound text => following ",""prev"":" text (fun text =>
  reading (read_digest text) (fun previous text => following "}" text (
  at_end (Written (Slice tail nim kind (fst head) period modulus bound) (snd head) previous)))))))))))))))))).

(** ** The whole *)

(** The header and the lines of the slices, as they are read one after the other. *)
Definition reads (top : string) (texts : list string) (h : header) (slices : list written) : Prop :=
  read_header top = Some h /\
  Forall2 (fun text w => read_slice (in_mode h) text = Some w) texts slices.

Definition certificate_of (h : header) (slices : list written) : certificate :=
  Certificate (of_rows h) (of_nim h) (of_upto h) (map content slices).

(** What can be written: producers without a quotation mark, and of the slices those that fit the mode. *)
Fixpoint unquoted (s : string) : bool :=
  match s with EmptyString => true | String c s => negb (Ascii.eqb c """") && unquoted s end.

Definition fits_mode (m : mode) (w : written) : bool :=
  is_digest (previous w) &&
  match m, head (content w) with
  | Full, Listed _ => String.eqb (head_digest w) ""
  | Compact, Counted _ => is_digest (head_digest w)
  | _, _ => false
  end.
