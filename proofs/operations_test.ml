(* operations-test [COUNT [SEED]]: every operation that ExtractionZarith.v names, against Coq's own definition of it.

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

let random_number bits =
  let power = Z.shift_left Z.one (Random.int (bits + 1)) in
  match Random.int 5 with
  | 0 -> power
  | 1 -> Z.pred power
  | 2 -> Z.succ power
  | _ -> Z.rem (Z.of_bits (String.init (bits / 8 + 1) (fun _ -> Char.chr (Random.int 256)))) power

let numbers bits =
  let x = random_number bits and y = random_number bits in
  let a = number x and b = number y in
  let one name f g = check name (Z.equal (f x) (integer (g a))) in
  let two name f g = check name (Z.equal (f x y) (integer (g a b))) in
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
  let fewer = Z.rem x (Z.of_int 1000) in
  let turns = Operations.iter fewer (fun (n, l) -> n + 1, (n land 3) :: l) (0, []) in
  check "iter" (turns = Reference.N.iter (number fewer) (fun (n, l) -> n + 1, (n land 3) :: l) (0, []));
  (* The constructors, and what becomes of a match. *)
  check "match_number" (Operations.match_number (fun () -> Reference.N0) (fun p -> Npos (positive p)) x = a);
  if Z.sign x > 0 then begin
    let case = Operations.match_positive (fun p -> Reference.XI (positive p)) (fun p -> XO (positive p)) (fun () -> XH) x in
    check "match_positive" (case = positive x);
    check "one_after" (Z.equal (Operations.one_after x) (integer_of (XI (positive x))));
    check "zero_after" (Z.equal (Operations.zero_after x) (integer_of (XO (positive x))));
    check "positive" (Z.equal (Operations.positive x) (integer (Npos (positive x))))
  end;
  check "zero, one" (Z.equal Operations.zero (integer N0) && Z.equal Operations.one (integer_of XH))

(* The two sides of a set: Coq's is a number, and so is extracted. *)
let agree name s (t : Reference.set) =
  check name (Z.equal (Operations.match_set Fun.id s) (integer t));
  check (name ^ ", of its number") (Operations.equal s (Operations.set_of_number (integer t)));
  let size = Bytes.length s in
  check (name ^ ", words") (size land 7 = 0 && (size = 0 || Bytes.get_int64_le s (size - 8) <> 0L))

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

let () =
  let argument i default = if Array.length Sys.argv > i then int_of_string Sys.argv.(i) else default in
  let count = argument 1 2000 in
  Random.init (argument 2 0);
  for _ = 1 to count do
    List.iter numbers [3; 10; 61; 62; 63; 64; 65; 130; 300]
  done;
  for _ = 1 to count / 10 + 1 do
    List.iter (sets 300) [5; 63; 64; 65; 130; 600]
  done;
  Printf.printf "%d comparisons, all equal\n" !compared
