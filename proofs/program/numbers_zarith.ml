(* Numbers of OCaml as those of the checker, and back: Zarith's integers. *)

type t = Operations.t

(* The tables of ByValue.v are machine words. *)
let machine_tables = true

let natural : int -> Operations.t = Z.of_int
let integer : Operations.t -> int = Z.to_int

(* How many bytes a set takes whose largest number is n. *)
let bytes_of_set n = n / 8 + 64
