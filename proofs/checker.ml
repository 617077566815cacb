
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val last : 'a1 list -> 'a1 -> 'a1 **)

let rec last l d =
  match l with
  | [] -> d
  | a :: l0 -> (match l0 with
                | [] -> a
                | _ :: _ -> last l0 d)

(** val firstn : nat -> 'a1 list -> 'a1 list **)

let rec firstn n0 l =
  match n0 with
  | O -> []
  | S n1 -> (match l with
             | [] -> []
             | a :: l0 -> a :: (firstn n1 l0))

(** val skipn : nat -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  match n0 with
  | O -> l
  | S n1 -> (match l with
             | [] -> []
             | _ :: l0 -> skipn n1 l0)

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  (** val pred_N : positive -> n **)

  let pred_N = function
  | XI p -> Npos (XO p)
  | XO p -> Npos (pred_double p)
  | XH -> N0

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos XH
  | IsPos p -> IsPos (XI p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (XO p)
  | x0 -> x0

  (** val double_pred_mask : positive -> mask **)

  let double_pred_mask = function
  | XI p -> IsPos (XO (XO p))
  | XO p -> IsPos (XO (pred_double p))
  | XH -> IsNul

  (** val sub_mask : positive -> positive -> mask **)

  let rec sub_mask x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double_mask (sub_mask p q)
       | XO q -> succ_double_mask (sub_mask p q)
       | XH -> IsPos (XO p))
    | XO p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XH -> (match y with
             | XH -> IsNul
             | _ -> IsNeg)

  (** val sub_mask_carry : positive -> positive -> mask **)

  and sub_mask_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XO p ->
      (match y with
       | XI q -> double_mask (sub_mask_carry p q)
       | XO q -> succ_double_mask (sub_mask_carry p q)
       | XH -> double_pred_mask p)
    | XH -> IsNeg

  (** val sub : positive -> positive -> positive **)

  let sub x y =
    match sub_mask x y with
    | IsPos z -> z
    | _ -> XH

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1 **)

  let rec iter f x = function
  | XI n' -> f (iter f (iter f x n') n')
  | XO n' -> iter f (iter f x n') n'
  | XH -> f x

  (** val size_nat : positive -> nat **)

  let rec size_nat = function
  | XI p0 -> S (size_nat p0)
  | XO p0 -> S (size_nat p0)
  | XH -> S O

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val gcdn : nat -> positive -> positive -> positive **)

  let rec gcdn n0 a b =
    match n0 with
    | O -> XH
    | S n1 ->
      (match a with
       | XI a' ->
         (match b with
          | XI b' ->
            (match compare a' b' with
             | Eq -> a
             | Lt -> gcdn n1 (sub b' a') a
             | Gt -> gcdn n1 (sub a' b') b)
          | XO b0 -> gcdn n1 a b0
          | XH -> XH)
       | XO a0 ->
         (match b with
          | XI _ -> gcdn n1 a0 b
          | XO b0 -> XO (gcdn n1 a0 b0)
          | XH -> XH)
       | XH -> XH)

  (** val gcd : positive -> positive -> positive **)

  let gcd a b =
    gcdn (Coq__1.add (size_nat a) (size_nat b)) a b

  (** val coq_lor : positive -> positive -> positive **)

  let rec coq_lor p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> XI (coq_lor p0 q0)
       | XO q0 -> XI (coq_lor p0 q0)
       | XH -> p)
    | XO p0 ->
      (match q with
       | XI q0 -> XI (coq_lor p0 q0)
       | XO q0 -> XO (coq_lor p0 q0)
       | XH -> XI p0)
    | XH -> (match q with
             | XO q0 -> XI q0
             | _ -> q)

  (** val shiftl : positive -> n -> positive **)

  let shiftl p = function
  | N0 -> p
  | Npos n1 -> iter (fun x -> XO x) p n1

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    match p with
    | XI p0 -> op a (iter_op op p0 (op a a))
    | XO p0 -> iter_op op p0 (op a a)
    | XH -> a

  (** val to_nat : positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)
 end

module N =
 struct
  (** val succ_double : n -> n **)

  let succ_double = function
  | N0 -> Npos XH
  | Npos p -> Npos (XI p)

  (** val double : n -> n **)

  let double = function
  | N0 -> N0
  | Npos p -> Npos (XO p)

  (** val succ : n -> n **)

  let succ = function
  | N0 -> Npos XH
  | Npos p -> Npos (Coq_Pos.succ p)

  (** val pred : n -> n **)

  let pred = function
  | N0 -> N0
  | Npos p -> Coq_Pos.pred_N p

  (** val sub : n -> n -> n **)

  let sub n0 m =
    match n0 with
    | N0 -> N0
    | Npos n' ->
      (match m with
       | N0 -> n0
       | Npos m' ->
         (match Coq_Pos.sub_mask n' m' with
          | Coq_Pos.IsPos p -> Npos p
          | _ -> N0))

  (** val mul : n -> n -> n **)

  let mul n0 m =
    match n0 with
    | N0 -> N0
    | Npos p -> (match m with
                 | N0 -> N0
                 | Npos q -> Npos (Coq_Pos.mul p q))

  (** val compare : n -> n -> comparison **)

  let compare n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m with
                  | N0 -> Gt
                  | Npos m' -> Coq_Pos.compare n' m')

  (** val eqb : n -> n -> bool **)

  let eqb n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> true
             | Npos _ -> false)
    | Npos p -> (match m with
                 | N0 -> false
                 | Npos q -> Coq_Pos.eqb p q)

  (** val leb : n -> n -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val max : n -> n -> n **)

  let max n0 n' =
    match compare n0 n' with
    | Gt -> n0
    | _ -> n'

  (** val div2 : n -> n **)

  let div2 = function
  | N0 -> N0
  | Npos p0 -> (match p0 with
                | XI p -> Npos p
                | XO p -> Npos p
                | XH -> N0)

  (** val pos_div_eucl : positive -> n -> n * n **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = succ_double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = double r in
      if leb b r' then ((succ_double q), (sub r' b)) else ((double q), r')
    | XH ->
      (match b with
       | N0 -> (N0, (Npos XH))
       | Npos p -> (match p with
                    | XH -> ((Npos XH), N0)
                    | _ -> (N0, (Npos XH))))

  (** val div_eucl : n -> n -> n * n **)

  let div_eucl a b =
    match a with
    | N0 -> (N0, N0)
    | Npos na -> (match b with
                  | N0 -> (N0, a)
                  | Npos _ -> pos_div_eucl na b)

  (** val div : n -> n -> n **)

  let div a b =
    fst (div_eucl a b)

  (** val modulo : n -> n -> n **)

  let modulo a b =
    snd (div_eucl a b)

  (** val gcd : n -> n -> n **)

  let gcd a b =
    match a with
    | N0 -> b
    | Npos p -> (match b with
                 | N0 -> a
                 | Npos q -> Npos (Coq_Pos.gcd p q))

  (** val coq_lor : n -> n -> n **)

  let coq_lor n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Coq_Pos.coq_lor p q))

  (** val shiftl : n -> n -> n **)

  let shiftl a n0 =
    match a with
    | N0 -> N0
    | Npos a0 -> Npos (Coq_Pos.shiftl a0 n0)

  (** val to_nat : n -> nat **)

  let to_nat = function
  | N0 -> O
  | Npos p -> Coq_Pos.to_nat p

  (** val iter : n -> ('a1 -> 'a1) -> 'a1 -> 'a1 **)

  let iter n0 f x =
    match n0 with
    | N0 -> x
    | Npos p -> Coq_Pos.iter f x p

  (** val lcm : n -> n -> n **)

  let lcm a b =
    mul a (div b (gcd a b))

  (** val setbit : n -> n -> n **)

  let setbit a n0 =
    coq_lor a (shiftl (Npos XH) n0)
 end

type shape =
| Periodic
| Finite
| Empty

type line = { tail : n list; nim : n; kind : shape; head : n list;
              period : n list; modulus : n; bound : n }

type 'a sequence = { start : 'a list; cycle : 'a list }

(** val next : 'a1 sequence -> ('a1 * 'a1 sequence) option **)

let next s =
  let { start = start0; cycle = again } = s in
  (match start0 with
   | [] ->
     (match again with
      | [] -> None
      | x :: rest -> Some (x, { start = rest; cycle = (x :: rest) }))
   | x :: rest -> Some (x, { start = rest; cycle = again }))

(** val insert : n -> n -> n **)

let insert v s =
  N.setbit s v

(** val trailing_ones : positive -> n **)

let rec trailing_ones = function
| XI p0 -> N.succ (trailing_ones p0)
| XO _ -> N0
| XH -> Npos XH

(** val mex : n -> n **)

let mex = function
| N0 -> N0
| Npos p -> trailing_ones p

(** val shift : n -> n -> n **)

let shift s b =
  N.div2 (insert b s)

type walker = { shadow : n sequence; terms : n sequence; here : n }

(** val step : walker -> walker option **)

let step w =
  match next w.shadow with
  | Some p ->
    let (shaded, shadow') = p in
    (match next w.terms with
     | Some p0 ->
       let (b, terms') = p0 in
       if (&&) (N.eqb b (mex (N.coq_lor shaded w.here))) (negb (N.eqb b N0))
       then Some { shadow = shadow'; terms = terms'; here = (shift w.here b) }
       else None
     | None -> None)
  | None -> None

(** val step_on : walker option -> walker option **)

let step_on = function
| Some w0 -> step w0
| None -> None

(** val walk : n -> walker option -> walker option **)

let walk n0 w =
  N.iter n0 step_on w

(** val ends : walker -> bool **)

let ends w =
  match next w.shadow with
  | Some p ->
    let (shaded, _) = p in
    let { start = start0; cycle = cycle0 } = w.terms in
    (match start0 with
     | [] -> false
     | n0 :: l ->
       (match n0 with
        | N0 ->
          (match l with
           | [] ->
             (match cycle0 with
              | [] -> N.eqb (mex (N.coq_lor shaded w.here)) N0
              | _ :: _ -> false)
           | _ :: _ -> false)
        | Npos _ -> false))
  | None -> false

(** val count_from : n -> 'a1 list -> n **)

let rec count_from n0 = function
| [] -> n0
| _ :: l0 -> count_from (N.succ n0) l0

(** val count : 'a1 list -> n **)

let count l =
  count_from N0 l

(** val same : n list -> n list -> bool **)

let rec same l m =
  match l with
  | [] -> (match m with
           | [] -> true
           | _ :: _ -> false)
  | x :: l0 ->
    (match m with
     | [] -> false
     | y :: m0 -> if N.eqb x y then same l0 m0 else false)

type context = { width : n; first : n; under : n sequence }

(** val initial : context **)

let initial =
  { width = N0; first = (Npos XH); under = { start = []; cycle =
    (N0 :: []) } }

(** val begin0 : context -> line -> walker option **)

let begin0 k l =
  Some { shadow = k.under; terms = { start = l.head; cycle = l.period };
    here = k.first }

(** val check_finite : context -> line -> bool **)

let check_finite k l =
  (&&)
    ((&&)
      ((&&) (match l.period with
             | [] -> true
             | _ :: _ -> false) (N.eqb l.modulus N0))
      (N.eqb l.bound (count l.head)))
    (match walk (N.pred l.bound) (begin0 k l) with
     | Some w -> ends w
     | None -> false)

(** val check_return : context -> line -> bool **)

let check_return k l =
  let settled = count k.under.start in
  let a = N.sub l.bound l.modulus in
  if (&&)
       ((&&)
         ((&&)
           (N.eqb l.modulus (N.lcm (count k.under.cycle) (count l.period)))
           (N.leb l.modulus l.bound)) (N.leb settled a))
       (N.leb (count l.head) a)
  then let before = walk (N.pred a) (begin0 k l) in
       let arrived = walk (N.sub a (N.pred a)) before in
       let almost = walk (N.pred l.modulus) arrived in
       (match before with
        | Some before0 ->
          (match arrived with
           | Some arrived0 ->
             (match almost with
              | Some almost0 ->
                (match step_on (Some almost0) with
                 | Some returned ->
                   (&&) (N.eqb arrived0.here returned.here)
                     ((||) (N.leb a settled)
                       (negb (N.eqb before0.here almost0.here)))
                 | None -> false)
              | None -> false)
           | None -> false)
        | None -> false)
  else false

(** val agrees : n list -> n sequence -> bool **)

let rec agrees l s =
  match l with
  | [] -> true
  | x :: l0 ->
    (match next s with
     | Some p -> let (y, s0) = p in if N.eqb x y then agrees l0 s0 else false
     | None -> false)

(** val shorter_period : n list -> n -> n -> n list -> bool **)

let rec shorter_period whole n0 d = function
| [] -> false
| _ :: rest ->
  let d0 = N.succ d in
  if N.eqb d0 n0
  then false
  else if (&&) (N.eqb (N.modulo n0 d0) N0)
            (agrees whole { start = rest; cycle = whole })
       then true
       else shorter_period whole n0 d0 rest

(** val last_is : n -> n list -> bool **)

let rec last_is b = function
| [] -> false
| x :: l0 -> (match l0 with
              | [] -> N.eqb x b
              | _ :: _ -> last_is b l0)

(** val least : line -> bool **)

let least l =
  (&&) (negb (shorter_period l.period (count l.period) N0 l.period))
    (negb (last_is (last l.period N0) l.head))

(** val check_periodic : context -> line -> bool **)

let check_periodic k l =
  (&&)
    ((&&) (match l.period with
           | [] -> false
           | _ :: _ -> true) (check_return k l)) (least l)

(** val check_line : context -> line -> bool **)

let check_line k l =
  (&&) ((&&) (same l.tail (k.width :: [])) (N.eqb l.nim N0))
    (match l.kind with
     | Periodic -> check_periodic k l
     | Finite -> check_finite k l
     | Empty -> false)

(** val merged : nat -> n sequence -> n sequence -> n list **)

let rec merged n0 s b =
  match n0 with
  | O -> []
  | S n1 ->
    (match next s with
     | Some p ->
       let (shaded, s0) = p in
       (match next b with
        | Some p0 ->
          let (v, b0) = p0 in (insert v shaded) :: (merged n1 s0 b0)
        | None -> shaded :: (merged n1 s0 b))
     | None -> [])

(** val merge : n sequence -> n sequence -> n sequence **)

let merge s b =
  let m = N.to_nat (N.max (count s.start) (count b.start)) in
  let period0 = match b.cycle with
                | [] -> Npos XH
                | _ :: _ -> count b.cycle in
  let n0 = N.to_nat (N.lcm (count s.cycle) period0) in
  let both = merged (add m n0) s b in
  { start = (firstn m both); cycle = (skipn m both) }

(** val drop_first : 'a1 sequence -> 'a1 sequence **)

let drop_first s =
  let { start = start0; cycle = again } = s in
  (match start0 with
   | [] ->
     (match again with
      | [] -> s
      | x :: rest -> { start = []; cycle = (app rest (x :: [])) })
   | _ :: rest -> { start = rest; cycle = again })

(** val advance : context -> line -> context **)

let advance k l =
  let slice = { start = l.head; cycle = l.period } in
  { width = (N.succ k.width); first =
  (match next slice with
   | Some p -> let (b, _) = p in shift k.first b
   | None -> k.first); under = (drop_first (merge k.under slice)) }

(** val opened : n -> n -> context option **)

let opened rows nim0 =
  if (&&) (N.eqb rows (Npos (XI XH))) (N.eqb nim0 N0)
  then Some initial
  else None

(** val feed : context option -> line -> context option **)

let feed k l =
  match k with
  | Some k0 -> if check_line k0 l then Some (advance k0 l) else None
  | None -> None

(** val closed : n -> context option -> bool **)

let closed upto = function
| Some k0 -> N.eqb k0.width (N.succ upto)
| None -> false
