(* Numbers of OCaml as those of the checker, and back: Zarith's integers. *)

type t = Operations.t

(* The tables of ByValue.v are machine words. *)
let machine_tables = true

let natural : int -> Operations.t = Z.of_int
let integer : Operations.t -> int = Z.to_int
