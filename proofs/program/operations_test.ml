(* operations-test [COUNT [SEED [BITS]]]: every operation that the files *ExtractionZarith.v and GrowingExtraction.v name,
   against Coq's own definition of it, on numbers of at most so many bits. Where numbers are machine words (z_words.ml,
   naturals.ml), an operation must fail if, and only if, its result does not fit.

   Numbers are random, and near the powers of two; sets are made by random insertions, unions and shifts, on both sides
   at once. The last line says how many comparisons were made; the exit code is 1 if one of them failed. *)

let compared = ref 0

let check name same =
  incr compared;
  if not same then begin
    Printf.printf "%s: not what Coq says\n" name;
    exit 1
  end

(* Zarith's integers as Coq's numbers, and back. *)
let rec positive z : Reference.positive =
  if Z.equal z Z.one then XH
  else if Z.is_odd z then XI (positive (Z.shift_right z 1))
  else XO (positive (Z.shift_right z 1))

let number z : Reference.n = if Z.sign z = 0 then N0 else Npos (positive z)

let rec integer_of : Reference.positive -> Z.t = function
  | XH -> Z.one
  | XO p -> Z.shift_left (integer_of p) 1
  | XI p -> Z.succ (Z.shift_left (integer_of p) 1)

let integer : Reference.n -> Z.t = function N0 -> Z.zero | Npos p -> integer_of p

(* A result, unless it does not fit. *)
let fits f = match f () with z -> Some z | exception Failure _ -> None
let same f g = Option.equal Z.equal (fits f) (fits g)

let random_number bits =
  let byte i = Char.chr (Random.int (if i < bits / 8 then 256 else 1 lsl (bits land 7))) in
  let all = Z.of_bits (String.init (bits / 8 + 1) byte) in
  let exponent = if Random.bool () then bits else Random.int (bits + 1) in
  match fits (fun () -> Z.shift_left Z.one exponent), Random.int 5 with
  | None, 0 -> Z.of_int max_int
  | None, _ -> all
  | Some power, 0 -> power
  | Some power, 1 -> Z.pred power
  | Some power, 2 -> Z.succ power
  | Some power, _ -> Z.rem all power

let numbers bits =
  let x = random_number bits and y = random_number bits in
  let a = number x and b = number y in
  let one name f g = check name (same (fun () -> f x) (fun () -> integer (g a))) in
  let two name f g = check name (same (fun () -> f x y) (fun () -> integer (g a b))) in
  let test name (f : Z.t -> Z.t -> bool) g = check name (f x y = g a b && f x x = g a a && f y x = g b a) in
  test "eqb" Operations.eqb Reference.N.eqb;
  test "leb" Operations.leb Reference.N.leb;
  test "ltb" Operations.ltb Reference.N.ltb;
  one "succ" Operations.succ Reference.N.succ;
  one "pred" Operations.pred Reference.N.pred;
  two "add" Operations.add Reference.N.add;
  two "sub" Operations.sub Reference.N.sub;
  two "mul" Operations.mul Reference.N.mul;
  two "div" Operations.div Reference.N.div;
  two "modulo" Operations.modulo Reference.N.modulo;
  two "lcm" Operations.lcm Reference.N.lcm;
  two "min" Operations.min Reference.N.min;
  two "max" Operations.max Reference.N.max;
  two "either" Operations.either Reference.N.coq_lor;
  two "both" Operations.both Reference.N.coq_land;
  two "without" Operations.without Reference.N.ldiff;
  check "odd" (Operations.odd x = Reference.N.odd a);
  one "population" Operations.population Reference.population;
  let few = Random.int 200 and more = Random.int 200 in
  let by name f g =
    check name (same (fun () -> f x (Z.of_int few)) (fun () -> integer (g a (number (Z.of_int few))))) in
  by "shiftl" Operations.shiftl Reference.N.shiftl;
  by "shiftr" Operations.shiftr Reference.N.shiftr;
  let bit = number (Z.of_int few) and size = if Random.int 10 = 0 then 0 else more in
  check "testbit" (Operations.testbit x (Z.of_int few) = Reference.N.testbit a bit);
  (* The power of two above them must fit, too. *)
  let ones () = Z.pred (integer (Reference.N.succ (Reference.N.ones bit))) in
  check "ones" (same (fun () -> Operations.ones (Z.of_int few)) ones);
  let part = Operations.extract (Z.of_int few) (Z.of_int size) x in
  check "extract" (Z.equal part (integer (Reference.extract bit (number (Z.of_int size)) a)));
  let fewer = Z.rem x (Z.of_int 1000) in
  let least = Z.to_int (Z.rem y (Z.of_int 1000)) in
  let times f number = f number (fun (n, _) -> n >= least) (fun (n, l) -> n + 1, (n land 3) :: l) (0, []) in
  check "until" (times Operations.until fewer = times Reference.until (number fewer));
  let turns = Operations.iter fewer (fun (n, l) -> n + 1, (n land 3) :: l) (0, []) in
  check "iter" (turns = Reference.N.iter (number fewer) (fun (n, l) -> n + 1, (n land 3) :: l) (0, []));
  (* The constructors, and what becomes of a match. *)
  check "match_number" (Operations.match_number (fun () -> Reference.N0) (fun p -> Npos (positive p)) x = a);
  if Z.sign x > 0 then begin
    let case = Operations.match_positive (fun p -> Reference.XI (positive p)) (fun p -> XO (positive p)) (fun () -> XH) x in
    check "match_positive" (case = positive x);
    check "one_after" (same (fun () -> Operations.one_after x) (fun () -> integer_of (XI (positive x))));
    check "zero_after" (same (fun () -> Operations.zero_after x) (fun () -> integer_of (XO (positive x))));
    check "positive" (Z.equal (Operations.positive x) (integer (Npos (positive x))))
  end;
  check "zero, one" (Z.equal Operations.zero (integer N0) && Z.equal Operations.one (integer_of XH))

(* The bits of a number of Coq, in bytes. *)
let bits_of (n : Reference.n) =
  let rec bits : Reference.positive -> bool list = function XH -> [true] | XO p -> false :: bits p | XI p -> true :: bits p in
  let all = Array.of_list (match n with N0 -> [] | Npos p -> bits p) in
  let bit v = if v < Array.length all && all.(v) then 1 lsl (v land 7) else 0 in
  let byte i = List.fold_left (fun sum k -> sum + bit (8 * i + k)) 0 [0; 1; 2; 3; 4; 5; 6; 7] in
  String.init ((Array.length all + 7) / 8) (fun i -> Char.chr (byte i))

(* Bytes without zeros at the end. *)
let trimmed text =
  let size = ref (String.length text) in
  while !size > 0 && text.[!size - 1] = '\000' do decr size done;
  String.sub text 0 !size

(* The two sides of a set: Coq's is a number, and so is extracted. *)
let agree name s (t : Reference.set) =
  check name (trimmed (Sets.to_bits s) = bits_of t && Operations.equal s (Sets.of_bits (bits_of t)));
  check (name ^ ", its number") (same (fun () -> Operations.match_set Fun.id s) (fun () -> integer t));
  Option.iter (fun z -> check (name ^ ", of its number") (Operations.equal s (Operations.set_of_number z)))
    (fits (fun () -> integer t));
  check (name ^ ", words") (Sets.is_trimmed s)

let sets steps largest =
  let ours = Array.make 4 Operations.no_number and coqs = Array.make 4 Reference.no_number in
  for _ = 1 to steps do
    let i = Random.int 4 and j = Random.int 4 in
    let s, t, a, b = ours.(i), ours.(j), coqs.(i), coqs.(j) in
    let least = Operations.mex s t in
    check "mex" (Z.equal least (integer (Reference.mex a b)));
    check "equal" (Operations.equal s t = Reference.equal a b);
    (* Often what the checker does: the mex is what comes in. *)
    let v = if Random.int 3 > 0 then least else Z.of_int (Random.int largest) in
    let s, a =
      match Random.int 8 with
      | 0 -> Operations.union s t, Reference.union a b
      | 1 | 2 -> Operations.shift s v, Reference.shift a (number v)
      | 3 when Random.int 20 = 0 -> Operations.no_number, Reference.no_number
      | _ -> Operations.insert v s, Reference.insert (number v) a in
    agree "set" s a;
    ours.(i) <- s;
    coqs.(i) <- a
  done

(* A number below another, often next to a multiple of 64. *)
let near largest =
  let n = Random.int largest in
  if Random.bool () then n else max 0 ((n + 32) / 64 * 64 + Random.int 3 - 1)

(* Numbers by number, and marked pairs with a queue of columns, on both sides at once. *)
let tables steps largest =
  let z i = Z.of_int i and c i = number (Z.of_int i) in
  let option name found (expected : Reference.n option) =
    check name (Option.equal Z.equal found (Option.map integer expected)) in
  let ours = ref Tables.blank and coqs = ref Reference.blank in
  let pairs = ref Tables.nowhere and marks = ref Reference.nowhere in
  let queue = ref (Operations.line_up Z.zero Z.zero) and waiting = ref (Reference.line_up N0 N0) in
  for _ = 1 to steps do
    let i = Random.int largest and v = Random.int largest in
    ours := Operations.assign (z i) (z v) !ours;
    coqs := Reference.assign (c i) (c v) !coqs;
    let j = Random.int (2 * largest) in
    option "look" (Operations.look (z j) !ours) (Reference.look (c j) !coqs);
    check "nobody" (Tables.nobody !queue = Reference.nobody !waiting);
    if Tables.nobody !queue || Random.int 3 = 0 then begin
      let first = near largest and n = near largest in
      queue := Operations.line_up (z first) (z n);
      waiting := Reference.line_up (c first) (c n)
    end;
    (* A value for many neighbouring columns, so that whole words are marked; or any pair. The values are few. *)
    let value () = if Random.int 4 = 0 then Random.int (2 * largest) else largest + Random.int 4 in
    let q = near largest and p = value () in
    for q = q to if Random.bool () then q else q + near largest do
      pairs := Operations.mark (z q) (z p) !pairs;
      marks := Reference.mark (c q) (c p) !marks
    done;
    let p = if Random.bool () then p else value () in
    for p = p to p + Random.int 3 do
      let found = Operations.first_free !pairs (z p) !queue in
      option "first_free" found (Reference.first_free !marks (c p) !waiting);
      let q = match found with Some q -> Z.to_int q | None -> Random.int largest in
      queue := Operations.leave (z q) !queue;
      waiting := Reference.leave (c q) !waiting
    done
  done;
  (* An older version is not read: what the newer one says would be wrong for it. *)
  let stale name f = check name (match f () with _ -> false | exception Tables.Stale -> true) in
  let old = Operations.assign Z.zero Z.one Tables.blank and queue = Operations.line_up Z.zero Z.one in
  let newer = Operations.assign Z.zero Z.zero old and pairs = Operations.mark Z.zero Z.one Tables.nowhere in
  option "the newer" (Operations.look Z.zero newer) (Some N0);
  ignore (Operations.mark Z.zero Z.zero pairs, Operations.leave Z.zero queue);
  option "blank, still" (Operations.look Z.zero Tables.blank) None;
  stale "look" (fun () -> ignore (Operations.look Z.zero old));
  stale "assign" (fun () -> ignore (Operations.assign Z.zero Z.zero old));
  stale "mark" (fun () -> ignore (Operations.mark Z.zero Z.zero pairs));
  stale "first_free" (fun () -> ignore (Operations.first_free pairs Z.one (Operations.line_up Z.zero Z.one)));
  stale "first_free, queue" (fun () -> ignore (Operations.first_free Tables.nowhere Z.one queue));
  stale "leave" (fun () -> ignore (Operations.leave Z.zero queue));
  stale "nobody" (fun () -> ignore (Tables.nobody queue))

(* Sets of elements: an element is a positive number on both sides. *)
let elements bits =
  let x = random_number bits and y = random_number bits and e = 1 + Random.int (bits + 2) in
  let a = number x and b = number y in
  let rec element i : Elements.positive =
    if i = 1 then XH else if i land 1 = 1 then XI (element (i lsr 1)) else XO (element (i lsr 1)) in
  let one = element e and other = positive (Z.of_int e) in
  check "Elements.none" (Z.equal Elements.none (integer Reference.no_bits));
  check "Elements.single" (Z.equal (Elements.single one) (integer (Reference.single other)));
  check "Elements.holds" (Elements.holds x one = Reference.holds a other);
  check "Elements.unite" (Z.equal (Elements.unite x y) (integer (Reference.unite a b)));
  check "Elements.minus" (Z.equal (Elements.minus x y) (integer (Reference.minus a b)));
  check "Elements.same" (Elements.same x y = Reference.same_bits a b && Elements.same x x)

(* Natural numbers as machine words: small ones against Coq's own, and large ones against its binary numbers. *)
let naturals bits =
  let most = Z.of_int max_int in
  let word () =
    let z = random_number bits in
    if Random.int 4 > 0 && Z.leq z most then Z.to_int z else max_int - Random.int 3 in
  let fits f = match f () with n -> Some n | exception (Naturals.Too_large | Failure _) -> None in
  let compare_on a b of_word to_word tests twos =
    let known g () =
      let z = to_word (g (of_word a) (of_word b)) in
      if Z.leq z most then Z.to_int z else raise Naturals.Too_large in
    List.iter (fun (name, f, g) -> check name (fits (fun () -> f a b) = fits (known g))) twos;
    List.iter (fun (name, f, g) -> check name (f a b = g (of_word a) (of_word b) && f a a = g (of_word a) (of_word a))) tests in
  let rec natural n : Reference.nat = if n = 0 then O else S (natural (n - 1)) in
  let rec size : Reference.nat -> int = function O -> 0 | S n -> 1 + size n in
  let small = Random.int 40 and few = Random.int 12 in
  let module Nat = Reference.Nat in
  compare_on small few natural (fun n -> Z.of_int (size n))
    ["Naturals.eqb", Naturals.eqb, Nat.eqb; "Naturals.leb", Naturals.leb, Nat.leb; "Naturals.ltb", Naturals.ltb, Nat.ltb]
    ["Naturals.succ", (fun a _ -> Naturals.succ a), (fun a _ -> Reference.S a);
     "Naturals.add", Naturals.add, Nat.add; "Naturals.mul", Naturals.mul, Nat.mul; "Naturals.sub", Naturals.sub, Nat.sub;
     "Naturals.div", Naturals.div, Nat.div; "Naturals.modulo", Naturals.modulo, Nat.modulo;
     "Naturals.max", Naturals.max, Nat.max; "Naturals.min", Naturals.min, Nat.min];
  let a = word () and b = word () in
  let module N = Reference.N in
  compare_on a b (fun n -> number (Z.of_int n)) integer
    ["Naturals.eqb", Naturals.eqb, N.eqb; "Naturals.leb", Naturals.leb, N.leb; "Naturals.ltb", Naturals.ltb, N.ltb]
    ["Naturals.succ", (fun a _ -> Naturals.succ a), (fun a _ -> N.succ a);
     "Naturals.add", Naturals.add, N.add; "Naturals.mul", Naturals.mul, N.mul; "Naturals.sub", Naturals.sub, N.sub;
     "Naturals.div", Naturals.div, N.div; "Naturals.modulo", Naturals.modulo, N.modulo;
     "Naturals.max", Naturals.max, N.max; "Naturals.min", Naturals.min, N.min]

let () =
  let argument i default = if Array.length Sys.argv > i then int_of_string Sys.argv.(i) else default in
  let count = argument 1 2000 in
  Random.init (argument 2 0);
  let sizes = List.filter (fun bits -> bits <= argument 3 300) in
  for _ = 1 to count do
    List.iter numbers (sizes [3; 10; 15; 16; 31; 61; 62; 63; 64; 65; 130; 300])
  done;
  for _ = 1 to count / 10 + 1 do
    List.iter (sets 300) [5; 29; 31; 63; 64; 65; 130; 600];
    (try List.iter (tables 60) [5; 63; 64; 65; 130; 300] with Tables.Stale -> check "the last version" false)
  done;
  for _ = 1 to count do
    List.iter elements (sizes [3; 28; 61; 62; 63; 64; 65; 300]);
    List.iter naturals (sizes [3; 16; 31; 32; 61; 62])
  done;
  Printf.printf "%d comparisons, all equal\n" !compared
