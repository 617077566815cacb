(* SHA-256 (FIPS 180-4), since OCaml's standard library has only MD5. A word is the low 32 bits of an int.
   Nothing that is proved rests on it: digests are compared, and that is all. *)

let constants = [|
  0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
  0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
  0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
  0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
  0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
  0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
  0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
  0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2 |]

type t = { hash : int array; pending : Bytes.t; mutable length : int; schedule : int array }

let create () = {
  hash = [| 0x6a09e667; 0xbb67ae85; 0x3c6ef372; 0xa54ff53a; 0x510e527f; 0x9b05688c; 0x1f83d9ab; 0x5be0cd19 |];
  pending = Bytes.create 64; length = 0; schedule = Array.make 64 0 }

let low = 0xffffffff

(* A word twice over: shifted to the right by less than 31, its low 32 bits are the word rotated. What stands above them
   in a sum is cut off with `low` before the sum is kept. *)
let twice x = x lor (x lsl 32)

let fill w text at =
  for i = 0 to 15 do
    Array.unsafe_set w i (Int32.to_int (Bytes.get_int32_be text (at + 4 * i)) land low)
  done;
  for i = 16 to 63 do
    let x = Array.unsafe_get w (i - 15) and y = Array.unsafe_get w (i - 2) in
    let xx = twice x and yy = twice y in
    let s0 = (xx lsr 7) lxor (xx lsr 18) lxor (x lsr 3) and s1 = (yy lsr 17) lxor (yy lsr 19) lxor (y lsr 10) in
    Array.unsafe_set w i ((Array.unsafe_get w (i - 16) + s0 + Array.unsafe_get w (i - 7) + s1) land low)
  done

(* What a round adds to d, and to that for the new a. *)
let[@inline] first w i e f g h =
  let ee = twice e in
  h + ((ee lsr 6) lxor (ee lsr 11) lxor (ee lsr 25)) + (g lxor (e land (f lxor g)))
  + Array.unsafe_get constants i + Array.unsafe_get w i

let[@inline] second a b c =
  let aa = twice a in
  ((aa lsr 2) lxor (aa lsr 13) lxor (aa lsr 22)) + ((a land b) lor (c land (a lor b)))

let rec rounds t w i a b c d e f g h =
  if i = 64 then begin
    let hash = t.hash in
    let add i x = hash.(i) <- (hash.(i) + x) land low in
    add 0 a; add 1 b; add 2 c; add 3 d; add 4 e; add 5 f; add 6 g; add 7 h
  end else
    let x = first w i e f g h in
    let d = (d + x) land low and h = (x + second a b c) land low in
    let x = first w (i + 1) d e f g in
    let c = (c + x) land low and g = (x + second h a b) land low in
    let x = first w (i + 2) c d e f in
    let b = (b + x) land low and f = (x + second g h a) land low in
    let x = first w (i + 3) b c d e in
    let a = (a + x) land low and e = (x + second f g h) land low in
    rounds t w (i + 4) e f g h a b c d

let block t text at =
  let h = t.hash in
  fill t.schedule text at;
  rounds t t.schedule 0 h.(0) h.(1) h.(2) h.(3) h.(4) h.(5) h.(6) h.(7)

(* The part of a text that begins at a byte and has that length. *)
let feed_part t text at size =
  let text = Bytes.unsafe_of_string text in
  let waiting = t.length land 63 in
  t.length <- t.length + size;
  if waiting + size < 64 then Bytes.blit text at t.pending waiting size
  else begin
    let missing = (64 - waiting) land 63 in
    if waiting > 0 then begin
      Bytes.blit text at t.pending waiting missing;
      block t t.pending 0
    end;
    let blocks = (size - missing) / 64 in
    for i = 0 to blocks - 1 do block t text (at + missing + 64 * i) done;
    let rest = size - missing - 64 * blocks in
    Bytes.blit text (at + size - rest) t.pending 0 rest
  end

let feed t text = feed_part t text 0 (String.length text)

(* The digest of all that was fed, in hexadecimal; more may be fed after. *)
let hex t =
  let copy = { t with hash = Array.copy t.hash; pending = Bytes.copy t.pending } in
  let size = Bytes.create 8 in
  Bytes.set_int64_be size 0 (Int64.of_int (8 * t.length));
  feed copy ("\x80" ^ String.make ((119 - (t.length land 63)) mod 64) '\000' ^ Bytes.to_string size);
  String.concat "" (List.map (Printf.sprintf "%08x") (Array.to_list copy.hash))

let digest text = let t = create () in feed t text; hex t
