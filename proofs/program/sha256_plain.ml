(* SHA-256 (FIPS 180-4) for the page: sha256.ml needs ints of 63 bits, and a browser has 32. Everything here is right in
   32 bits, as a sum that overflows keeps its low bits. Nothing that is proved rests on it. *)

let constants = [|
  0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
  0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
  0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
  0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
  0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
  0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
  0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
  0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2 |]

type t = { hash : int array; pending : Buffer.t; mutable length : int; schedule : int array }

let create () = {
  hash = [| 0x6a09e667; 0xbb67ae85; 0x3c6ef372; 0xa54ff53a; 0x510e527f; 0x9b05688c; 0x1f83d9ab; 0x5be0cd19 |];
  pending = Buffer.create 64; length = 0; schedule = Array.make 64 0 }

let ( +% ) x y = (x + y) land 0xffffffff
let rotate n x = ((x lsr n) lor (x lsl (32 - n))) land 0xffffffff

let block t text at =
  let w = t.schedule in
  for i = 0 to 15 do
    w.(i) <- Int32.to_int (String.get_int32_be text (at + 4 * i)) land 0xffffffff
  done;
  for i = 16 to 63 do
    let x = w.(i - 15) and y = w.(i - 2) in
    let s0 = rotate 7 x lxor rotate 18 x lxor (x lsr 3) and s1 = rotate 17 y lxor rotate 19 y lxor (y lsr 10) in
    w.(i) <- w.(i - 16) +% s0 +% w.(i - 7) +% s1
  done;
  let rec rounds i a b c d e f g h =
    if i = 64 then Array.iteri (fun i x -> t.hash.(i) <- t.hash.(i) +% x) [| a; b; c; d; e; f; g; h |]
    else
      let s1 = rotate 6 e lxor rotate 11 e lxor rotate 25 e and choice = (e land f) lxor (lnot e land g) in
      let s0 = rotate 2 a lxor rotate 13 a lxor rotate 22 a and majority = (a land b) lxor (a land c) lxor (b land c) in
      let x = h +% s1 +% choice +% constants.(i) +% w.(i) in
      rounds (i + 1) (x +% s0 +% majority) a b c (d +% x) e f g in
  let h = t.hash in
  rounds 0 h.(0) h.(1) h.(2) h.(3) h.(4) h.(5) h.(6) h.(7)

let feed t text =
  t.length <- t.length + String.length text;
  Buffer.add_string t.pending text;
  let all = Buffer.contents t.pending in
  let blocks = String.length all / 64 in
  for i = 0 to blocks - 1 do block t all (64 * i) done;
  Buffer.clear t.pending;
  Buffer.add_substring t.pending all (64 * blocks) (String.length all - 64 * blocks)

(* The digest of all that was fed, in hexadecimal; more may be fed after. *)
let hex t =
  let copy = { (create ()) with hash = Array.copy t.hash } in
  let rest = Buffer.contents t.pending in
  let zeros = (119 - String.length rest) mod 64 in
  let size = Bytes.create 8 in
  Bytes.set_int64_be size 0 (Int64.of_int (8 * t.length));
  feed copy (rest ^ "\x80" ^ String.make zeros '\000' ^ Bytes.to_string size);
  String.concat "" (List.map (Printf.sprintf "%08x") (Array.to_list copy.hash))

let digest text = let t = create () in feed t text; hex t
